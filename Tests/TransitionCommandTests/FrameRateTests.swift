import Testing

@testable import TransitionCommand

/// Times and the frames that are shown at them.
@Suite struct FrameRateTests {
  private static let rates = [
    (24, 1), (25, 1), (30, 1), (50, 1), (60, 1), (24_000, 1001), (30_000, 1001), (60_000, 1001),
    (7, 1), (1, 1), (1, 3), (2997, 100),
  ]

  @Test(arguments: rates)
  func `the time of a frame is that frame's, cut off or rounded`(_ frames: Int, _ seconds: Int)
    throws
  {
    let rate = FrameRate(frames: frames, seconds: seconds)
    for frame in Array(0...500) + [12_345, 100_000] {
      // Its time is frame * seconds / frames.
      let scaled = frame * seconds * 1_000_000
      let (down, nearest) = (scaled / frames, (2 * scaled + frames) / (2 * frames))
      for micro in [down, nearest] {
        #expect(rate.frame(at: .seconds(micro: micro)) == frame)
      }
      // A millionth is told apart.
      if scaled % frames == 0, frame > 0 {
        #expect(rate.frame(at: .seconds(micro: down - 1)) == frame - 1)
      }
      for digits in ["", "3", "333333"] where down < 100_000_000_000 {
        let (whole, rest) = (down / 1_000_000, down % 1_000_000)
        let fraction = "\(1_000_000 + rest)".dropFirst()
        let length = try #require(Length(time: "\(whole).\(fraction)\(digits)s"))
        #expect(rate.frame(at: length) == frame, "\(whole).\(fraction)\(digits)s")
      }
    }
  }
}
