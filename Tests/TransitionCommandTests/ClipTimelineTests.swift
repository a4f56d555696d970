import Testing
import TransitionKit

@testable import TransitionCommand

/// Timelines of items that have frames of their own, among pictures that are held.
@Suite struct ClipTimelineTests {
  private static func passages(_ counts: [Length]) -> [Timeline.Passage] {
    counts.map { Timeline.Passage(count: $0, easing: .linear) }
  }

  private static func timeline(
    _ items: [Timeline.Item], _ counts: [Length], isReversed: Bool = false,
    rate: FrameRate = .standard
  ) throws -> Timeline {
    try Timeline(items: items, passages: passages(counts), isReversed: isReversed, rate: rate)
  }

  /// The frames that each frame of a show shows: `A3` alone, `A4B0` in a transition.
  private static func frames(_ timeline: Timeline) -> [String] {
    (0..<timeline.count).map { index in
      timeline.shown(at: timeline.moment(of: index))
        .map { "\(["A", "B", "C", "D"][$0.item])\($0.frame)" }.joined()
    }
  }

  @Test func `items with numbers of frames overlap`() throws {
    let two = try Self.timeline([.clip(5), .clip(4)], [.frames(3)])
    #expect(Self.frames(two) == ["A0", "A1", "A2", "A3B1", "B2", "B3"])
    #expect(two.moment(of: 3).time == 0.5)
    let three = try Self.timeline([.clip(6), .clip(7), .clip(5)], [.frames(3), .frames(4)])
    #expect(three.count == 6 + 7 + 5 - 3 - 4)
    #expect(
      Self.frames(three) == [
        "A0", "A1", "A2", "A3", "A4B1", "B2", "B3", "B4C1", "B5C2", "C3", "C4",
      ])
  }

  /// What is read forward ends with the last frame that is shown of it, and is opened again where a
  /// loop leads back to it.
  @Test func `the last frame of a showing is the last that a moment shows`() throws {
    let still = Timeline.Item.still(.length(.frames(2)))
    for items: [Timeline.Item] in [
      [.film(5)], [.film(5), .film(7)], [.film(9), still, .film(6)], [still, .film(8)],
      [.film(8), .film(9), .film(5)],
    ] {
      for count in 2...3 {
        for loops in [false, true] {
          let counts = Array(
            repeating: Length.frames(count), count: items.count - (loops ? 0 : 1))
          let timeline = try Self.timeline(items, counts)
          var last: [Int: Int] = [:]
          for index in 0..<timeline.count {
            for shown in timeline.shown(at: timeline.moment(of: index)) {
              let before = last[shown.showing]
              #expect(before.map { $0 <= shown.frame } ?? true, "read forward")
              last[shown.showing] = shown.frame
            }
          }
          for (showing, frame) in last {
            #expect(timeline.lastFrame(ofShowing: showing) == frame, "\(items.count) \(showing)")
          }
        }
      }
    }
  }

  @Test func `overlaps of no whole number of frames do not add up their errors`() throws {
    let half = Length.seconds(micro: 500_000)
    let timeline = try Self.timeline(
      Array(repeating: .clip(50), count: 9), Array(repeating: half, count: 8),
      rate: FrameRate(frames: 25, seconds: 1))
    #expect(timeline.count == 9 * 50 - 8 * 25 / 2)
  }

  @Test func `beside a picture that is held a transition is within the clip`() throws {
    let timeline = try Self.timeline(
      [.still(.length(.frames(2))), .clip(7), .still(.length(.frames(2)))],
      [.frames(4), .frames(4)])
    #expect(timeline.count == 2 + 7 + 2)
    #expect(
      Self.frames(timeline) == [
        "A0", "A0", "A0B0", "A0B1", "B2", "B3", "B4", "B5C0", "B6C0", "C0", "C0",
      ])
    for count in 2...40 {
      let seconds = try Self.timeline(
        [.still(.length(.seconds(micro: 1_000_000))), .clip(60)], [.frames(count)])
      #expect(seconds.count == 90)
    }
  }

  @Test func `a picture that moves is shown from the beginning of a transition to its end`() throws
  {
    let timeline = try Self.timeline(
      [.moving(.length(.frames(2))), .moving(.length(.frames(3))), .moving(.length(.frames(2)))],
      [.frames(3), .frames(4)])
    #expect(
      Self.frames(timeline) == [
        "A0", "A1", "A2B1", "B2", "B3", "B4", "B5C1", "B6C2", "C3", "C4",
      ])
    // The frames of a picture, and K - 1 of each transition beside it.
    #expect((0..<3).map(timeline.frames) == [2 + 2, 3 + 2 + 3, 2 + 3])
  }

  @Test func `an end that is left out is a frame of a moving picture all the same`() throws {
    for endpoints in Timeline.Endpoints.allCases {
      let timeline = try Timeline(
        items: [.moving(.moment), .moving(.moment)], passages: Self.passages([.frames(4)]),
        endpoints: endpoints)
      #expect(timeline.count == 4)
      for index in 0..<timeline.count {
        let moment = timeline.moment(of: index)
        for shown in timeline.shown(at: moment) {
          #expect(Double(shown.frame) == moment.time * Double(timeline.frames(of: shown.item) - 1))
        }
      }
    }
  }

  @Test func `a loop begins within its closing step`() throws {
    let timeline = try Self.timeline([.clip(6), .clip(5)], [.frames(3), .frames(3)])
    #expect(timeline.count == 6 + 5 - 3 - 3)
    #expect(Self.frames(timeline) == ["A2", "A3", "A4B1", "B2", "B3A1"])
    let alone = try Self.timeline([.clip(9)], [.frames(4)])
    #expect(Self.frames(alone) == ["A3", "A4", "A5", "A6A1", "A7A2"])
    let beside = try Self.timeline(
      [.clip(6), .still(.length(.frames(2)))], [.frames(3), .frames(4)])
    #expect(Self.frames(beside) == ["A2", "A3", "A4", "A5B0", "B0", "B0", "B0A0", "B0A1"])
  }

  @Test func `reversed frames are the same backwards`() throws {
    let items: [Timeline.Item] = [.clip(8), .moving(.length(.frames(4))), .clip(6)]
    let forward = try Self.timeline(items, [.frames(3), .frames(4)])
    let backward = try Self.timeline(items, [.frames(3), .frames(4)], isReversed: true)
    #expect(Self.frames(backward) == Self.frames(forward).reversed())
  }

  @Test(arguments: [
    FrameRate(frames: 24, seconds: 1), .standard, FrameRate(frames: 30000, seconds: 1001),
  ])
  func `every frame of a clip is shown once, in order, whatever lengths in seconds`(
    _ rate: FrameRate
  ) throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let items: [Timeline.Item] = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .clip(Int.random(in: 90...200, using: &random))
        case 1: .still(.length(.seconds(micro: Int.random(in: 50_000...3_000_000, using: &random))))
        default:
          .moving(.length(.seconds(micro: Int.random(in: 50_000...3_000_000, using: &random))))
        }
      }
      let counts = (1..<items.count + 1).dropLast().map { _ in
        Length.seconds(micro: Int.random(in: 70_000...1_400_000, using: &random))
      }
      let timeline = try Self.timeline(items, counts, rate: rate)
      var shown: [Int: [Int]] = [:]
      for index in 0..<timeline.count {
        for frame in timeline.shown(at: timeline.moment(of: index)) {
          shown[frame.item, default: []].append(frame.frame)
        }
      }
      for (number, item) in items.enumerated() {
        let frames = try #require(shown[number])
        let first = try #require(frames.first)
        if item.isConstant {
          #expect(frames.allSatisfy { $0 == 0 })
        } else {
          #expect(frames == Array(first..<first + frames.count))
          #expect(frames.count <= timeline.frames(of: number))
          if case .frames(let count) = item.extent {
            #expect(timeline.frames(of: number) - count <= 0)
            // Between two clips the ends of a transition show one of them alone.
            #expect(frames.count >= count - 2 && first <= 1)
          }
        }
      }
    }
  }

  @Test func `the longest count that fits is in the error`() throws {
    func message(_ items: [Timeline.Item], _ counts: [Length]) -> String? {
      do throws(Failure) {
        _ = try Timeline(items: items, passages: Self.passages(counts))
        return nil
      } catch { return error.message }
    }
    #expect(
      message([.clip(20), .clip(50)], [.frames(30)])
        == "clip.%d.png has 20 frames, too few for the transition beside it: --count 20 at most")
    #expect(
      message([.clip(50), .clip(20), .clip(50)], [.frames(12), .frames(12)])
        == "clip.%d.png has 20 frames, too few for the transitions beside it: --count 10 at most")
    // What fits one of them must fit the other.
    #expect(
      message([.clip(7), .clip(5)], [.frames(9)])
        == "clip.%d.png has 7 frames, too few for the transition beside it: --count 5 at most")
    #expect(
      message([.still(.moment), .clip(20)], [.frames(30)])
        == "clip.%d.png has 20 frames, too few for the transition beside it: --count 21 at most")
    #expect(
      message([.clip(2), .clip(1), .clip(9)], [.frames(2), .frames(2)])
        == "clip.%d.png has 1 frame, too few for the transitions beside it: 3 frames at least")
    #expect(
      message([.clip(20), .clip(50)], [.seconds(micro: 1_000_000)])
        == "clip.%d.png has 20 frames, too few for the transition beside it: "
        + "--duration 0.666666s at most")
    #expect(
      message([.clip(20), .clip(50)], [.seconds(micro: 20_000)])
        == "--duration: 0.02s is less than 2 frames at --fps 30")
    // A picture that is not held is a part of its transition.
    #expect(
      message(
        [.still(.moment), .clip(20), .still(.moment)],
        Array(repeating: .seconds(micro: 1_000_000), count: 2))
        == "clip.%d.png has 20 frames, too few for the transitions beside it: "
        + "--duration 0.333333s at most")
    for count in 1...60 {
      let times: [(items: [Timeline.Item], most: Int)] = [
        ([.still(.moment), .clip(40), .still(.moment)], 20),
        ([.still(.length(.frames(3))), .clip(40), .still(.moment)], 20),
        ([.still(.length(.frames(3))), .clip(40), .still(.length(.frames(3)))], 19),
        ([.still(.moment), .clip(40)], 40), ([.clip(40), .still(.length(.frames(3)))], 39),
      ]
      for (items, most) in times where count > 1 {
        let length = Length.seconds(micro: count * 1_000_000 / 30)
        let said = message(items, Array(repeating: length, count: items.count - 1))
        #expect((said == nil) == (count <= most), "\(count) \(items.count): \(said ?? "")")
        let named = Length.seconds(micro: most * 1_000_000 / 30).text
        #expect(said?.contains("--duration \(named) at most") ?? true, "\(said ?? "")")
      }
      let sides: [[Timeline.Item]] = [
        [.clip(40), .clip(90)], [.still(.moment), .clip(40)],
        [.clip(90), .clip(40), .clip(90)], [.clip(90), .clip(40), .still(.length(.frames(3)))],
      ]
      for (number, items) in sides.enumerated() where count > 1 || number != 1 {
        let counts = Array(repeating: Length.frames(count), count: items.count - 1)
        let fits = message(items, counts) == nil
        let limit = [40, 41, 20, 21][number]
        #expect(fits == (2...limit).contains(count), "\(count) frames beside \(items.count) items")
      }
    }
  }

  @Test func `ends of clips are not left out`() {
    let failure = #expect(throws: Failure.self) {
      try Timeline(
        items: [.clip(20), .still(.moment)], passages: Self.passages([.frames(4)]),
        endpoints: .start)
    }
    #expect(failure?.message.hasPrefix("--endpoints") == true)
  }
}
