import Testing
import TransitionKit

/// The times of frames.
@Suite("A sequence") struct FrameSequenceTests {
  @Test("A1, A2: has both ends, exactly", arguments: [2, 3, 7, 20, 30, 1000, 49999])
  func ends(count: Int) {
    let sequence = FrameSequence(count: count)
    #expect(sequence.time(of: 0) == 0)
    #expect(sequence.time(of: count - 1) == 1)
  }

  @Test("A2: of one frame is at time 0")
  func one() {
    #expect(FrameSequence(count: 1).time(of: 0) == 0)
  }

  @Test("is even")
  func even() {
    let sequence = FrameSequence(count: 5)
    #expect((0..<5).map { sequence.time(of: $0) } == [0, 0.25, 0.5, 0.75, 1])
  }

  @Test(
    "A3: leaves out the ends that it is told to",
    arguments: [
      (.start, [0, 0.25, 0.5, 0.75]), (.end, [0.25, 0.5, 0.75, 1]), (.both, [0, 1 / 3, 2 / 3, 1]),
      (.none, [0.2, 0.4, 0.6, 0.8]),
    ] as [(FrameSequence.Endpoints, [Double])])
  func endpoints(endpoints: FrameSequence.Endpoints, times: [Double]) {
    let sequence = FrameSequence(count: 4, endpoints: endpoints)
    #expect((0..<4).map { sequence.evenTime(of: $0) } == times)
  }

  @Test("runs backwards when reversed")
  func reversed() {
    let sequence = FrameSequence(count: 3, isReversed: true)
    #expect((0..<3).map { sequence.time(of: $0) } == [1, 0.5, 0])
  }
}
