import TestSupport
import Testing

@testable import TransitionKit

@Suite struct ModTests {
  /// The share of the source in a frame of 2272 x 1704 pixels times `scale`.
  private func share(at time: Double, scale: Float) -> Double {
    var mod = ModTransition()
    (mod.angle, mod.radius, mod.compression) = (3.14159, 340 * scale, 300 * scale)
    mod.center = Point(x: 1136 * scale, y: 852 * scale)
    let (width, height) = (Int(2272 * scale), Int(1704 * scale))
    let inputs = Inputs(
      source: Bitmap(width: width, height: height, uniform: [255, 255, 255]),
      target: Bitmap(width: width, height: height, uniform: [0, 0, 0]))
    let kernel = mod.kernel(at: Float(time), of: inputs)
    var light = 0.0
    for row in 0..<height {
      for column in stride(from: 0, to: width, by: 4) {
        let red = kernel.colors(at: Point(x: Float(column) + 0.5, y: Float(row) + 0.5)).red
        for lane in 0..<min(4, width - column) { light += Double(red[lane]) }
      }
    }
    return light / Double(width * height)
  }

  @Test(arguments: [1 / 4.0, 1 / 8.0, 1 / 16.0])
  func `opens its holes alike at every size`(scale: Double) {
    #expect((share(at: 0.7, scale: Float(scale)) - 0.174).magnitude < 0.003)
  }
}
