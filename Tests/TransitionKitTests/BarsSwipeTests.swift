import TestSupport
import Testing

@testable import TransitionKit

/// Pixels of a bars swipe, worked out by hand.
///
/// Five columns make three bars of 2, 2 and 1 pixels. The last one starts at 2 and needs
/// √(4 / 4) = 1 to leave: the clock runs to 3. A bar has traveled 4 s² pixels after s.
@Suite struct BarsSwipeTests {
  /// Rows, from the top, of a frame; each pixel of the source shows its row, 1 at the top, and 0
  /// is the target.
  private func rows(angle: Float, at time: Double) -> [[UInt16]] {
    var bars = BarsSwipeTransition()
    (bars.angle, bars.width, bars.barOffset) = (angle, 2, 4)
    let source = Bitmap(
      width: 5, height: 4, format: .rgb8,
      samples: (1...4).flatMap { row in (0..<15).map { _ in UInt16(row * 50) } })
    let target = Bitmap(width: 5, height: 4, uniform: [0, 0, 0])
    let frame = bars.frame(at: time, of: Inputs(source: source, target: target)).bitmap()
    return (0..<4).map { row in (0..<5).map { frame.samples(column: $0, row: row)[0] / 50 } }
  }

  @Test func `at angle 0 the bars fall, the leftmost first`() {
    #expect(
      rows(angle: 0, at: 0.5) == [
        [0, 0, 0, 0, 1],
        [0, 0, 1, 1, 2],
        [0, 0, 2, 2, 3],
        [0, 0, 3, 3, 4],
      ])
  }

  @Test func `at angle π the bars rise, the rightmost first`() {
    #expect(
      rows(angle: .pi, at: 0.5) == [
        [1, 2, 2, 0, 0],
        [2, 3, 3, 0, 0],
        [3, 4, 4, 0, 0],
        [4, 0, 0, 0, 0],
      ])
  }

  @Test func `the next bar starts when the clock reaches its number`() {
    #expect(rows(angle: 0, at: 0.99 / 3).allSatisfy { $0[2...] == $0[4...] + $0[4...] + $0[4...] })
    #expect(rows(angle: 0, at: 1.99 / 3)[3] == [0, 0, 0, 0, 4])
  }

  @Test func `a bar wider than the picture is the only one`() {
    var bars = BarsSwipeTransition()
    (bars.angle, bars.width, bars.barOffset) = (0, 1000, 1)
    let inputs = Inputs(
      source: Bitmap(width: 3, height: 4, uniform: [9, 9, 9]),
      target: Bitmap(width: 3, height: 4, uniform: [0, 0, 0]))
    // The clock runs to √4: half-way the bar has fallen by one pixel.
    let frame = bars.frame(at: 0.5, of: inputs).bitmap()
    #expect(frame.samples == Array(repeating: 0, count: 9) + Array(repeating: 9, count: 27))
  }

  /// A frame of one bar that has fallen by half a pixel.
  private func halfAPixel(source: [UInt16], target: UInt16) -> Bitmap {
    var bars = BarsSwipeTransition()
    (bars.angle, bars.width, bars.barOffset) = (0, 1000, 1)
    let inputs = Inputs(
      source: Bitmap(
        width: 1, height: source.count, format: .rgb8, samples: source.flatMap { [$0, $0, $0] }),
      target: Bitmap(width: 1, height: source.count, uniform: [target, target, target]))
    // The clock runs to √4, and the bar falls by its square.
    return bars.frame(at: 0.5.squareRoot() / 2, of: inputs).bitmap()
  }

  @Test func `interpolates encoded values, and mixes the soft border of a piece in linear light`() {
    let frame = halfAPixel(source: [100, 100, 200, 0], target: 0)
    // The mean of 100 and 200 in linear light would be 160; half of 100 is 71 there.
    #expect((0..<4).map { frame.samples(column: 0, row: $0)[0] } == [71, 100, 150, 100])
  }

  @Test func `has hard sides`() {
    var bars = BarsSwipeTransition()
    (bars.angle, bars.width, bars.barOffset) = (0, 2.5, 4)
    let inputs = Inputs(
      source: Bitmap(width: 5, height: 4, uniform: [200, 200, 200]),
      target: Bitmap(width: 5, height: 4, uniform: [0, 0, 0]))
    // The border of the bars crosses the third pixel, whose center is the second bar's. The third
    // bar, of no width, runs the clock to 3; after 1 the first has left, the second not begun.
    let frame = bars.frame(at: 1 / 3.0, of: inputs).bitmap()
    #expect((0..<5).map { frame.samples(column: $0, row: 2)[0] } == [0, 0, 200, 200, 200])
  }

  @Test func `has smooth sides on demand`() {
    var bars = BarsSwipeTransition()
    (bars.angle, bars.width, bars.barOffset, bars.smoothsEdges) = (0, 2.5, 4, true)
    let inputs = Inputs(
      source: Bitmap(width: 5, height: 4, uniform: [200, 200, 200]),
      target: Bitmap(width: 5, height: 4, uniform: [0, 0, 0]))
    let frame = bars.frame(at: 1 / 3.0, of: inputs).bitmap()
    // Half of the third pixel's light is the second bar's.
    #expect((0..<5).map { frame.samples(column: $0, row: 2)[0] } == [0, 0, 146, 200, 200])
  }

  /// Bars of a size, over black.
  private func reds(_ scale: Int, at time: Double, angle: Float, smooth: Bool) -> [[Float]] {
    let (width, height) = (60 * scale, 44 * scale)
    var bars = BarsSwipeTransition()
    (bars.angle, bars.smoothsEdges) = (angle, smooth)
    (bars.width, bars.barOffset) = (Float(7 * scale), Float(3 * scale))
    func picture(_ sample: UInt16) -> Bitmap {
      Bitmap(
        width: width, height: height, format: .rgb16, workingSpace: .srgb,
        uniform: [sample, sample, sample])
    }
    let inputs = Inputs(source: picture(65535), target: picture(0))
    let samples = bars.frame(at: time, of: inputs).bitmap().samples
    return (0..<height).map { row in
      (0..<width).map { Float(samples[3 * (row * width + $0)]) / 65535 }
    }
  }

  @Test(arguments: [0.3, 1, 2.5, 4] as [Float])
  func `looks smooth as it does four times as large, scaled down`(angle: Float) {
    for time in [0.2, 0.5, 0.7] {
      func worst(smooth: Bool) -> Float {
        let small = reds(1, at: time, angle: angle, smooth: smooth)
        let large = reds(4, at: time, angle: angle, smooth: true)
        return (0..<44 * 60).map { index in
          let (row, column) = (index / 60, index % 60)
          let sum = (0..<16).reduce(0) { $0 + large[4 * row + $1 / 4][4 * column + $1 % 4] }
          return (small[row][column] - sum / 16).magnitude
        }.max() ?? 1
      }
      let (smooth, hard) = (worst(smooth: true), worst(smooth: false))
      #expect(smooth < 0.2 && hard > 0.3, "at \(time): \(smooth), \(hard)")
    }
  }

  @Test func `moves smooth bars by less than a pixel at a time`() {
    for angle in [0, 1, .pi / 2, 4] as [Float] {
      var last = reds(1, at: 0.4, angle: angle, smooth: true)
      for step in 1...200 {
        let next = reds(1, at: 0.4 + Double(step) * 1e-4, angle: angle, smooth: true)
        let change = zip(last.joined(), next.joined()).map { ($0 - $1).magnitude }.max() ?? 1
        #expect(change < 0.15, "\(angle): \(change)")
        last = next
      }
    }
  }

  @Test(arguments: [0, .pi / 2, 2, 5.5] as [Float])
  func `copies of smooth bars exactly what it would compute`(angle: Float) {
    var bars = BarsSwipeTransition()
    (bars.angle, bars.width, bars.barOffset, bars.smoothsEdges) = (angle, 9.5, 4, true)
    let inputs = Inputs(codedWidth: 97, height: 61)
    for time in [1e-4, 0.1, 0.4, 0.8, 0.999] {
      let kernel = bars.clamped.kernel(at: Float(time), of: inputs)
      let computed = Frame(kernel: Computed(kernel), inputs: inputs).bitmap()
      #expect(bars.frame(at: time, of: inputs).bitmap().difference(from: computed) == nil)
    }
  }

  @Test func `tends to both pictures with smooth bars`() {
    let inputs = Inputs(codedWidth: 48, height: 37)
    for angle in [0, 0.8, .pi / 2, 4] as [Float] {
      var bars = BarsSwipeTransition()
      (bars.angle, bars.width, bars.smoothsEdges) = (angle, 5, true)
      let (first, last) = (bars.frame(at: 1e-6, of: inputs), bars.frame(at: 1 - 1e-6, of: inputs))
      #expect(first.bitmap().meanDifference(from: inputs.source) < 0.01)
      #expect(last.bitmap().meanDifference(from: inputs.target) < 0.01)
    }
  }
}
