import Testing
import TransitionKit

@testable import TransitionCommand

@Suite struct TimelineTests {
  private static func moments(_ timeline: Timeline) -> [Timeline.Moment] {
    (0..<timeline.count).map(timeline.moment)
  }

  @Test func picturesAreItsEndsAndTheTransitionIsBetween() {
    let moments = Self.moments(Timeline(count: 5))
    #expect(
      moments.map(\.step) == [
        .picture(0), .transition(0), .transition(0), .transition(0), .picture(1),
      ])
    #expect(moments.map(\.time) == [0, 0.25, 0.5, 0.75, 1])
  }

  @Test(arguments: FrameSequence.Endpoints.allCases, 1...7)
  func hasTheTimesOfASequence(_ endpoints: FrameSequence.Endpoints, _ count: Int) throws {
    let easing = try Easing("bounce-out")
    for isReversed in [false, true] {
      let timeline = Timeline(
        count: count, endpoints: endpoints, isReversed: isReversed, easing: easing)
      let sequence = FrameSequence(
        count: count, endpoints: endpoints, isReversed: isReversed, easing: easing)
      let moments = Self.moments(timeline)
      #expect(timeline.count == count)
      #expect(moments.map(\.time) == (0..<count).map { sequence.time(of: $0) })
      #expect(moments.map(\.evenTime) == (0..<count).map { sequence.evenTime(of: $0) })
    }
  }

  @Test func aPictureIsShownWhereverTheTimeIsItsOwn() throws {
    for endpoints in FrameSequence.Endpoints.allCases {
      for moment in Self.moments(Timeline(count: 9, endpoints: endpoints)) {
        switch moment.step {
        case .picture(let number): #expect(moment.time == Double(number))
        case .transition: #expect(moment.time > 0 && moment.time < 1)
        }
      }
    }
  }

  @Test func reversedFramesAreTheSameBackwards() throws {
    let easing = try Easing("quad-in")
    let forward = Timeline(count: 6, endpoints: .start, easing: easing)
    let backward = Timeline(count: 6, endpoints: .start, isReversed: true, easing: easing)
    #expect(Self.moments(backward) == Self.moments(forward).reversed())
  }

  @Test func aLongOneIsNoSlowerThanAShortOne() {
    let timeline = Timeline(count: 10_000_000)
    #expect(timeline.moment(of: 0).step == .picture(0))
    #expect(timeline.moment(of: 5_000_000).step == .transition(0))
    #expect(timeline.moment(of: 9_999_999).step == .picture(1))
  }
}
