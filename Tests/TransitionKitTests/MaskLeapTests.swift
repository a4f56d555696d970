import TestSupport
import Testing

@testable import TransitionKit

/// Frames of wipes along the lines where a mask leaps.
@Suite struct MaskLeapTests {
  private static let softnesses: [Float] = [0, 0.1]
  private static let times = [0.25, 0.75]

  /// The shares of the target, row by row.
  private func parts(
    _ mask: BuiltInMask, _ softness: Float, at time: Double, _ width: Int, _ height: Int,
    inverted: Bool = false
  ) -> [[Float]] {
    func picture(_ sample: UInt16) -> Bitmap {
      Bitmap(
        width: width, height: height, format: .rgb16, workingSpace: .srgb,
        uniform: [sample, sample, sample])
    }
    let inputs = Inputs(source: picture(0), target: picture(65535))
    var wipe = MaskWipeTransition()
    (wipe.maskImage, wipe.softness, wipe.invert) = (.builtIn(mask), softness, inverted)
    let samples = wipe.frame(at: time, of: inputs).bitmap().samples
    return (0..<height).map { row in
      (0..<width).map { Float(samples[3 * (row * width + $0)]) / 65535 }
    }
  }

  /// The most by which a number lies outside of those two and three before and after it, and of
  /// what these lead to if they change evenly.
  private func ghost(in line: [Float]) -> Float {
    (3..<line.count - 3).map { index in
      let sides = [line[index - 3], line[index - 2], line[index + 2], line[index + 3]]
      let (least, greatest) = (sides.min() ?? 0, sides.max() ?? 1)
      let change = max((sides[0] - sides[1]).magnitude, (sides[2] - sides[3]).magnitude)
      return max(line[index] - greatest, least - line[index]) - 2 * change
    }.max() ?? 0
  }

  @Test(arguments: [BuiltInMask.clock, .blinds, .checker, .pixels], softnesses)
  func `show nothing in a pixel but what its two sides show`(mask: BuiltInMask, softness: Float) {
    for (time, inverted) in Self.times.flatMap({ [($0, false), ($0, true)] }) {
      let rows = parts(mask, softness, at: time, 241, 181, inverted: inverted)
      // The leap of a clock is in the upper half, its hand in the lower one or in row 90.
      let across = (mask == .clock ? Array(rows[..<80]) : rows).map(ghost).max() ?? 1
      #expect(across < 0.02, "across, at \(time), inverted: \(inverted)")
      guard mask != .clock else { continue }
      let down = (0..<241).map { column in ghost(in: rows.map { $0[column] }) }.max() ?? 1
      #expect(down < 0.02, "down, at \(time), inverted: \(inverted)")
    }
  }

  @Test(arguments: BuiltInMask.allCases.filter { $0 != .clouds }, softnesses)
  func `look as they do four times as large, scaled down`(mask: BuiltInMask, softness: Float) {
    for time in Self.times {
      let small = parts(mask, softness, at: time, 160, 96)
      let large = parts(mask, softness, at: time, 640, 384)
      var (worst, sum): (Float, Float) = (0, 0)
      for row in 0..<96 {
        for column in 0..<160 {
          let mean =
            (0..<4).map { y in large[4 * row + y][4 * column..<4 * column + 4].reduce(0, +) }
            .reduce(0, +) / 16
          let difference = (small[row][column] - mean).magnitude
          (worst, sum) = (max(worst, difference), sum + difference)
        }
      }
      // Hard edges may be moved by half a pixel, and the narrow arm of a spiral has many of them.
      let isSoft = softness >= 0.1 && mask != .spiral
      let mean = sum / (96 * 160)
      #expect(
        (worst < 0.15 || !isSoft) && mean < (mask == .spiral ? 0.03 : 0.01),
        "at \(time): \(worst), \(mean)")
    }
  }
}
