import Testing
import TransitionKit

@testable import TransitionCommand

@Suite struct TimelineTests {
  private static func moments(_ timeline: Timeline) -> [Timeline.Moment] {
    (0..<timeline.count).map(timeline.moment)
  }

  @Test func `pictures are its ends, and the transition is between them`() throws {
    let moments = Self.moments(try Timeline(count: 5))
    #expect(
      moments.map(\.step) == [
        .picture(0), .transition(0), .transition(0), .transition(0), .picture(1),
      ])
    #expect(moments.map(\.time) == [0, 0.25, 0.5, 0.75, 1])
  }

  private static func times(
    _ count: Int, _ endpoints: Timeline.Endpoints, isReversed: Bool = false,
    _ easing: Easing = .linear
  ) throws -> [Double] {
    moments(
      try Timeline(count: count, endpoints: endpoints, isReversed: isReversed, easing: easing)
    ).map(\.time)
  }

  @Test func `has its ends exactly, and those that it leaves out not at all`() throws {
    #expect(try Self.times(2, .both) == [0, 1])
    #expect(try Self.times(1, .both) == [0])
    #expect(try Self.times(4, .start) == [0, 0.25, 0.5, 0.75])
    #expect(try Self.times(1, .start) == [0])
    #expect(try Self.times(4, .end) == [0.25, 0.5, 0.75, 1])
    #expect(try Self.times(1, .end) == [1])
    #expect(try Self.times(3, .none) == [0.25, 0.5, 0.75])
    #expect(try Self.times(1, .none) == [0.5])
  }

  @Test(arguments: Timeline.Endpoints.allCases, [1, 2, 3, 7, 30])
  func `has evenly spaced times, eased, in either order`(
    _ endpoints: Timeline.Endpoints, _ count: Int
  ) throws {
    let easing = try Easing("bounce-out")
    let (first, steps) =
      switch endpoints {
      case .both: (0, max(count - 1, 1))
      case .start: (0, count)
      case .end: (1, count)
      case .none: (1, count + 1)
      }
    let even = (0..<count).map { Double(first + $0) / Double(steps) }
    let moments = Self.moments(try Timeline(count: count, endpoints: endpoints, easing: easing))
    #expect(moments.map(\.evenTime) == even)
    #expect(moments.map(\.time) == even.map { easing($0) })
    #expect(
      try Self.times(count, endpoints, isReversed: true, easing)
        == Self.times(count, endpoints, easing).reversed())
  }

  @Test func `a picture is shown wherever the time is its own`() throws {
    for endpoints in Timeline.Endpoints.allCases {
      for moment in Self.moments(try Timeline(count: 9, endpoints: endpoints)) {
        switch moment.step {
        case .picture(let number): #expect(moment.time == Double(number))
        case .transition: #expect(moment.time > 0 && moment.time < 1)
        }
      }
    }
  }

  @Test func `reversed frames are the same backwards`() throws {
    let easing = try Easing("quad-in")
    let forward = try Timeline(count: 6, endpoints: .start, easing: easing)
    let backward = try Timeline(count: 6, endpoints: .start, isReversed: true, easing: easing)
    #expect(Self.moments(backward) == Self.moments(forward).reversed())
  }

  @Test func `a long one is no slower than a short one`() throws {
    let timeline = try Timeline(count: 10_000_000)
    #expect(timeline.moment(of: 0).step == .picture(0))
    #expect(timeline.moment(of: 5_000_000).step == .transition(0))
    #expect(timeline.moment(of: 9_999_999).step == .picture(1))
  }
}

/// Timelines of more than two pictures.
@Suite struct ChainTimelineTests {
  @Test(arguments: [(2, 5, 1), (3, 2, 1), (4, 10, 3), (7, 4, 2)])
  func `has the frames of all steps`(_ pictures: Int, _ count: Int, _ hold: Int) throws {
    let open = try Timeline(pictures: pictures, count: count, hold: hold)
    #expect(open.count == pictures * hold + (pictures - 1) * (count - 2))
    let loop = try Timeline(pictures: pictures, count: count, hold: hold, loops: true)
    #expect(loop.count == pictures * hold + pictures * (count - 2))
    for ends in Timeline.Endpoints.allCases where pictures > 2 {
      let omitted = ends == .both ? 0 : ends == .none ? 2 : 1
      let timeline = try Timeline(pictures: pictures, count: count, hold: hold, endpoints: ends)
      #expect(timeline.count == open.count - omitted * (hold - 1))
    }
  }

  @Test func `a transition shows two pictures`() throws {
    let timeline = try Timeline(pictures: 3, count: 3, loops: true)
    let items = (0..<timeline.count).map { timeline.shown(at: timeline.moment(of: $0)) }
    #expect(items.map { $0.map(\.item) } == [[0], [0, 1], [1], [1, 2], [2], [2, 0]])
    #expect(items.joined().allSatisfy { $0.frame == 0 })
  }

  @Test(arguments: [
    (false, false, [1, 2, 2, nil, nil, nil]), (true, false, [1, 2, 2, 0, 0, nil]),
    (false, true, [1, 0, 0, nil, nil, nil]),
  ])
  func `knows which picture is needed next`(loops: Bool, isReversed: Bool, items: [Int?]) throws {
    let timeline = try Timeline(pictures: 3, count: 3, loops: loops, isReversed: isReversed)
    let moments = (0..<timeline.count).map(timeline.moment)
    let next = moments.indices.map {
      timeline.next(after: moments[$0], in: moments.dropFirst($0 + 1))
    }
    #expect(next == Array(items.prefix(moments.count)))
  }

  @Test func `nothing is needed that no later moment shows`() throws {
    let timeline = try Timeline(pictures: 9, count: 3, hold: 2)
    let moments = (0..<timeline.count).map(timeline.moment)
    let last = try #require(moments.first { $0.step == .picture(3) })
    let later = moments.filter { $0.step == .transition(6) }
    #expect(timeline.next(after: last, in: []) == nil)
    #expect(timeline.next(after: last, in: later) == 6)
  }
}

extension Timeline {
  /// A timeline whose pictures and transitions are alike, with lengths in frames.
  fileprivate init(
    pictures: Int = 2, count: Int, hold: Int = 1, loops: Bool = false,
    endpoints: Endpoints = .both, isReversed: Bool = false, easing: Easing = .linear
  ) throws {
    try self.init(
      holds: Array(repeating: hold == 1 ? .moment : .length(.frames(hold)), count: pictures),
      passages: Array(
        repeating: Passage(count: .frames(count), easing: easing),
        count: loops ? pictures : pictures - 1),
      endpoints: endpoints, isReversed: isReversed)
  }
}

/// Lengths in seconds, which add up.
@Suite struct TimelineSecondsTests {
  private static func seconds(_ text: String) throws -> Length {
    try ValueReader<Length>.length.read(text, "--count")
  }

  private static func timeline(
    pictures: Int = 2, hold: String?, count: String, loops: Bool = false,
    endpoints: Timeline.Endpoints = .both, rate: FrameRate = .standard
  ) throws -> Timeline {
    let passage = Timeline.Passage(count: try seconds(count), easing: .linear)
    let hold = try hold.map { Hold.length(try seconds($0)) } ?? .moment
    return try Timeline(
      holds: Array(repeating: hold, count: pictures),
      passages: Array(repeating: passage, count: loops ? pictures : pictures - 1),
      endpoints: endpoints, rate: rate)
  }

  @Test func `a clock is a time, too`() throws {
    #expect(try Self.seconds("1:30") == .seconds(micro: 90_000_000))
    #expect(try Self.seconds("0:01:02.5") == .seconds(micro: 62_500_000))
    #expect(try Self.seconds("27:46:40") == .seconds(micro: 100_000_000_000))
    for wrong in ["27:46:40.000001", "1:60", "0:00", "1:", ":30", "1:2:3:4", "1:30s"] {
      #expect(throws: Failure.self, "\(wrong)") { try Self.seconds(wrong) }
    }
  }

  private static let rates = [
    FrameRate(frames: 24, seconds: 1), FrameRate(frames: 25, seconds: 1), .standard,
    FrameRate(frames: 30000, seconds: 1001),
  ]

  /// A number of tenths of a second in frames, rounded half up, in whole numbers.
  private static func frames(tenths: Int, at rate: FrameRate) -> Int {
    (2 * tenths * rate.frames + 10 * rate.seconds) / (20 * rate.seconds)
  }

  @Test(arguments: rates) func `frames are the total, rounded`(_ rate: FrameRate) throws {
    for pictures in 2...30 {
      for (hold, count) in [(30, 10), (25, 15), (1, 1), (13, 7), (100, 1), (2, 33)] {
        let lengths = (hold: "\(Double(hold) / 10)s", count: "\(Double(count) / 10)s")
        let open = try Self.timeline(
          pictures: pictures, hold: lengths.hold, count: lengths.count, rate: rate)
        #expect(
          open.count == Self.frames(tenths: pictures * hold + (pictures - 1) * count, at: rate))
        let loop = try Self.timeline(
          pictures: pictures, hold: lengths.hold, count: lengths.count, loops: true, rate: rate)
        #expect(loop.count == Self.frames(tenths: pictures * (hold + count), at: rate))
      }
      for count in [5, 10, 20, 33] {
        let open = try Self.timeline(
          pictures: pictures, hold: nil, count: "\(Double(count) / 10)s", rate: rate)
        #expect(open.count == Self.frames(tenths: (pictures - 1) * count, at: rate))
        let loop = try Self.timeline(
          pictures: pictures, hold: nil, count: "\(Double(count) / 10)s", loops: true, rate: rate)
        #expect(loop.count == Self.frames(tenths: pictures * count, at: rate))
      }
    }
  }

  @Test func `a part is where its time is, to half a frame`() throws {
    let rate = FrameRate(frames: 30000, seconds: 1001)
    let timeline = try Self.timeline(pictures: 30, hold: "1.3s", count: "0.7s", rate: rate)
    for (index, part) in timeline.parts.enumerated() {
      let start = Double(index / 2) * 2 + (index % 2 == 1 ? 1.3 : 0)
      let distance = Double(part.frames.lowerBound) - start * 30000 / 1001
      #expect(distance.magnitude <= 0.5001)
    }
  }

  @Test func `a picture that is not held is a frame of the step that reaches it`() throws {
    let two = try Self.timeline(hold: nil, count: "2s")
    #expect(
      two.parts.map(\.frames) == [0..<1, 1..<59, 59..<60])
    let three = try Self.timeline(pictures: 3, hold: nil, count: "2s")
    #expect(three.parts.map(\.frames) == [0..<1, 1..<59, 59..<60, 60..<119, 119..<120])
    #expect(three.moment(of: 59).step == .picture(1))
  }

  @Test func `ends that are left out lengthen no step in seconds`() throws {
    let counts = try Timeline.Endpoints.allCases.map { endpoints in
      try Self.timeline(pictures: 3, hold: "2s", count: "1s", endpoints: endpoints).count
    }
    #expect(counts == [240, 180, 180, 120])
    for endpoints in Timeline.Endpoints.allCases {
      #expect(try Self.timeline(hold: nil, count: "2s", endpoints: endpoints).count == 60)
    }
  }

  @Test func `a count in frames has both ends, whatever the hold's unit`() throws {
    let timeline = try Timeline(
      holds: [.length(Self.seconds("1s")), .length(Self.seconds("1s"))],
      passages: [Timeline.Passage(count: .frames(30), easing: .linear)])
    #expect(timeline.count == 88)
  }

  @Test func `pictures share what transitions leave of a length`() throws {
    for pictures in [2, 3, 7, 30] {
      for rate in Self.rates {
        let passage = Timeline.Passage(count: try Self.seconds("0.5s"), easing: .linear)
        let timeline = try Timeline(
          holds: Array(repeating: .share(of: Self.seconds("61.3s")), count: pictures),
          passages: Array(repeating: passage, count: pictures - 1), rate: rate)
        #expect(timeline.count == Self.frames(tenths: 613, at: rate))
        let held = timeline.parts.filter { if case .picture = $0.step { true } else { false } }
        let lengths = Set(held.map(\.frames.count))
        #expect(held.count == pictures && lengths.count <= 2)
      }
    }
  }

  @Test func `lengths too short for the pictures are refused`() throws {
    let short = #expect(throws: Failure.self) { try Self.timeline(hold: "0.01s", count: "1s") }
    #expect(short?.message == "--hold: 0.01s is less than a frame at --fps 30")
    #expect(throws: Failure.self) { try Self.timeline(pictures: 3, hold: nil, count: "0.01s") }
    let passage = Timeline.Passage(count: try Self.seconds("1s"), easing: .linear)
    let whole = #expect(throws: Failure.self) {
      try Timeline(
        holds: Array(repeating: .share(of: Self.seconds("2s")), count: 3),
        passages: [passage, passage])
    }
    #expect(whole?.message.contains("2.1s at least") == true)
  }

  @Test(arguments: [
    ("3s", "3s"), ("1.5s", "1.5s"), ("0.050s", "0.05s"), (".5s", "0.5s"), ("12", "12"),
  ])
  func `is written as it is read`(_ text: String, _ written: String) throws {
    #expect(try Self.seconds(text).text == written)
  }

  @Test(arguments: ["0s", "s", ".s", "-1s", "1,5s", "1e3s", "1.5.2s", "100001s", "٣s", "1.5"])
  func `refuses other times`(_ text: String) {
    #expect(throws: Failure.self) { try Self.seconds(text) }
  }
}
