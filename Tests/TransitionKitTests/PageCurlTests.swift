import TestSupport
import Testing

@testable import TransitionKit

/// Page curls: what they uncover, how they begin and end, and where their shadow ends.
@Suite struct PageCurlTests {
  @Test func `uncovers the target alone, and shows nothing beneath a page that lies flat`() {
    var curl = PageCurlTransition()
    curl.radius = 8
    let source = Bitmap(width: 40, height: 3, format: .rgba8, uniform: [200, 100, 50, 60])
    let target = Bitmap(width: 40, height: 3, format: .rgba8, uniform: [10, 20, 250, 90])
    let frame = curl.frame(at: 0.5, of: Inputs(source: source, target: target)).bitmap()
    // Half of the way of 40 + 8 pixels: the page touches the ground at 24, the ridge is at 16.
    let columns = (0..<40).map { frame.samples(column: $0, row: 1) }
    #expect(columns[..<16].allSatisfy { $0 == [10, 20, 250, 90] })
    #expect(columns[24...].allSatisfy { $0 == [200, 100, 50, 60] })
    #expect(columns[16..<24].allSatisfy { $0[3] > 90 })
  }

  @Test(
    arguments: PixelFormat.all, [0, 0.7, 2.6, -.pi / 2])
  func `begins and ends without a jump, whether or not the pictures are transparent`(
    format: PixelFormat, angle: Float
  ) {
    var curl = PageCurlTransition()
    var shadowed = PageCurlWithShadowTransition()
    (curl.angle, curl.radius) = (angle, 8)
    (shadowed.angle, shadowed.radius) = (angle, 8)
    let inputs = Inputs(codedWidth: 120, height: 90, format: format)
    for (time, end) in [(0.002, inputs.source), (0.998, inputs.target)] {
      for frame in [curl.frame(at: time, of: inputs), shadowed.frame(at: time, of: inputs)] {
        #expect(changedShare(of: frame.bitmap(), from: end) < 0.02, "at \(time)")
      }
    }
  }

  /// The share of pixels that differ by more than one part in a hundred.
  private func changedShare(of frame: Bitmap, from picture: Bitmap) -> Double {
    let limit = frame.format.depth.maximum / 100
    let (a, b, channels) = (frame.samples, picture.samples, frame.format.channels)
    let changed = stride(from: 0, to: a.count, by: channels).count { start in
      (start..<start + channels).contains { abs(Int(a[$0]) - Int(b[$0])) > limit }
    }
    return Double(changed * channels) / Double(a.count)
  }

  @Test(
    arguments: [0, 0.3, 2.6, .pi], [0.1, 0.5, 1] as [Float])
  func `copies no pixel that its shadow reaches at 16 bits`(angle: Float, size: Float) {
    let format = PixelFormat(depth: .sixteen, hasAlpha: false)
    let white: [UInt16] = [65535, 65535, 65535]
    let inputs = Inputs(
      source: Bitmap(width: 260, height: 30, format: format, uniform: [9, 99, 999]),
      target: Bitmap(width: 260, height: 30, format: format, uniform: white))
    var curl = PageCurlWithShadowTransition()
    (curl.angle, curl.radius, curl.shadowAmount, curl.shadowSize) = (angle, 20, 1, size)
    for time in [0.2, 0.45, 0.7] as [Float] {
      let kernel = curl.kernel(at: time, of: inputs)
      let quick = Frame(kernel: kernel, inputs: inputs)
      let computed = Frame(kernel: Computed(kernel), inputs: inputs).bitmap()
      #expect(quick.bitmap().difference(from: computed) == nil, "at \(time)")
      let columns = (0..<260).flatMap { quick.bytes(columns: $0..<$0 + 1, row: 7) }
      #expect(columns == quick.bytes(columns: 0..<260, row: 7), "column by column at \(time)")
    }
  }
}
