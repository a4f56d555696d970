import Testing
import TransitionKit

@Suite struct FrameSequenceTests {
  static func times(_ sequence: FrameSequence) -> [Double] {
    (0..<sequence.count).map { sequence.time(of: $0) }
  }

  @Test func bothEndsAreIncludedExactly() {
    #expect(Self.times(FrameSequence(count: 5)) == [0, 0.25, 0.5, 0.75, 1])
    #expect(Self.times(FrameSequence(count: 2)) == [0, 1])
    #expect(Self.times(FrameSequence(count: 1)) == [0])
  }

  @Test func endpointsSayWhichEndsAreFrames() {
    #expect(Self.times(FrameSequence(count: 4, endpoints: .start)) == [0, 0.25, 0.5, 0.75])
    #expect(Self.times(FrameSequence(count: 4, endpoints: .end)) == [0.25, 0.5, 0.75, 1])
    #expect(Self.times(FrameSequence(count: 3, endpoints: .none)) == [0.25, 0.5, 0.75])
    #expect(Self.times(FrameSequence(count: 1, endpoints: .end)) == [1])
    #expect(Self.times(FrameSequence(count: 1, endpoints: .none)) == [0.5])
  }

  @Test(arguments: FrameSequence.Endpoints.allCases, [1, 2, 3, 30])
  func reversingKeepsTheFrames(_ endpoints: FrameSequence.Endpoints, _ count: Int) throws {
    let easing = try Easing("quad-in")
    let forward = FrameSequence(count: count, endpoints: endpoints, easing: easing)
    let backward = FrameSequence(
      count: count, endpoints: endpoints, isReversed: true, easing: easing)
    #expect(Self.times(backward) == Self.times(forward).reversed())
  }

  @Test(arguments: EasingTests.texts)
  func easingKeepsTheEnds(
    _ text: String
  ) throws {
    let sequence = FrameSequence(count: 7, easing: try Easing(text))
    #expect(sequence.time(of: 0) == 0)
    #expect(sequence.time(of: 6) == 1)
    #expect(sequence.evenTime(of: 3) == 0.5)
  }
}
