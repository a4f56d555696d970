import Testing
import TransitionKit

@testable import TransitionCommand

@Suite struct TimelineTests {
  private static func moments(_ timeline: Timeline) -> [Timeline.Moment] {
    (0..<timeline.count).map(timeline.moment)
  }

  @Test func `pictures are its ends, and the transition is between them`() {
    let moments = Self.moments(Timeline(count: 5))
    #expect(
      moments.map(\.step) == [
        .picture(0), .transition(0), .transition(0), .transition(0), .picture(1),
      ])
    #expect(moments.map(\.time) == [0, 0.25, 0.5, 0.75, 1])
  }

  private static func times(
    _ count: Int, _ endpoints: Timeline.Endpoints, isReversed: Bool = false,
    _ easing: Easing = .linear
  ) -> [Double] {
    moments(
      Timeline(count: count, endpoints: endpoints, isReversed: isReversed, easing: easing)
    ).map(\.time)
  }

  @Test func `has its ends exactly, and those that it leaves out not at all`() {
    #expect(Self.times(2, .both) == [0, 1])
    #expect(Self.times(1, .both) == [0])
    #expect(Self.times(4, .start) == [0, 0.25, 0.5, 0.75])
    #expect(Self.times(1, .start) == [0])
    #expect(Self.times(4, .end) == [0.25, 0.5, 0.75, 1])
    #expect(Self.times(1, .end) == [1])
    #expect(Self.times(3, .none) == [0.25, 0.5, 0.75])
    #expect(Self.times(1, .none) == [0.5])
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
    let moments = Self.moments(Timeline(count: count, endpoints: endpoints, easing: easing))
    #expect(moments.map(\.evenTime) == even)
    #expect(moments.map(\.time) == even.map { easing($0) })
    #expect(
      Self.times(count, endpoints, isReversed: true, easing)
        == Self.times(count, endpoints, easing).reversed())
  }

  @Test func `a picture is shown wherever the time is its own`() throws {
    for endpoints in Timeline.Endpoints.allCases {
      for moment in Self.moments(Timeline(count: 9, endpoints: endpoints)) {
        switch moment.step {
        case .picture(let number): #expect(moment.time == Double(number))
        case .transition: #expect(moment.time > 0 && moment.time < 1)
        }
      }
    }
  }

  @Test func `reversed frames are the same backwards`() throws {
    let easing = try Easing("quad-in")
    let forward = Timeline(count: 6, endpoints: .start, easing: easing)
    let backward = Timeline(count: 6, endpoints: .start, isReversed: true, easing: easing)
    #expect(Self.moments(backward) == Self.moments(forward).reversed())
  }

  @Test func `a long one is no slower than a short one`() {
    let timeline = Timeline(count: 10_000_000)
    #expect(timeline.moment(of: 0).step == .picture(0))
    #expect(timeline.moment(of: 5_000_000).step == .transition(0))
    #expect(timeline.moment(of: 9_999_999).step == .picture(1))
  }
}

/// Timelines of more than two pictures.
@Suite struct ChainTimelineTests {
  @Test(arguments: [(2, 5, 1), (3, 2, 1), (4, 10, 3), (7, 4, 2)])
  func `has the frames of all steps`(_ pictures: Int, _ count: Int, _ hold: Int) {
    let open = Timeline(pictures: pictures, count: count, hold: hold)
    #expect(open.count == pictures * hold + (pictures - 1) * (count - 2))
    let loop = Timeline(pictures: pictures, count: count, hold: hold, loops: true)
    #expect(loop.count == pictures * hold + pictures * (count - 2))
    for ends in Timeline.Endpoints.allCases where pictures > 2 {
      let omitted = ends == .both ? 0 : ends == .none ? 2 : 1
      let timeline = Timeline(pictures: pictures, count: count, hold: hold, endpoints: ends)
      #expect(timeline.count == open.count - omitted * (hold - 1))
    }
  }

  @Test func `needs the pictures of its steps`() {
    let timeline = Timeline(pictures: 3, count: 3, loops: true)
    #expect(timeline.pictures(of: .picture(2)) == [2])
    #expect(timeline.pictures(of: .transition(2)) == [2, 0])
    #expect(timeline.picture(after: .picture(0)) == 1)
    #expect(timeline.picture(after: .transition(0)) == 2)
    #expect(timeline.picture(after: .transition(1)) == 0)
    #expect(timeline.picture(after: .transition(2)) == nil)
    let backward = Timeline(pictures: 3, count: 3, isReversed: true)
    #expect(backward.picture(after: .transition(1)) == 0)
    #expect(backward.picture(after: .transition(0)) == nil)
    #expect(Timeline(pictures: 3, count: 3).picture(after: .transition(1)) == nil)
  }
}
