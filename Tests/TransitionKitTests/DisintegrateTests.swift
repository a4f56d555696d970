import TestSupport
import Testing

@testable import TransitionKit

@Suite struct DisintegrateTests {
  /// The first seven of eight pixels of which only the last is left of the source.
  private func row(shadow: Point) -> [UInt16] {
    var disintegrate = DisintegrateWithMaskTransition()
    (disintegrate.shadowOffset, disintegrate.shadowDensity) = (shadow, 1)
    disintegrate.shadowRadius = 0
    disintegrate.maskImage = .picture(
      Bitmap(width: 8, height: 2) { u, _ in Array(repeating: u > 7 / 8.0 ? 1 : 0, count: 3) })
    let inputs = Inputs(
      source: Bitmap(width: 8, height: 2, uniform: [0, 0, 0]),
      target: Bitmap(width: 8, height: 2, uniform: [200, 200, 200]))
    let frame = disintegrate.frame(at: 0.5, of: inputs).bitmap()
    return (0..<7).map { frame.samples(column: $0, row: 0)[0] }
  }

  @Test func `has the shadow of what is left, and none from beyond the mask`() {
    // The target, darker by an eighth of its light.
    let bare: UInt16 = 188
    #expect(row(shadow: Point(x: -3, y: 0)) == [bare, bare, bare, bare, 0, bare, bare])
    #expect(row(shadow: Point(x: -30, y: 0)) == Array(repeating: bare, count: 7))
    #expect(row(shadow: Point(x: -3, y: -5)) == Array(repeating: bare, count: 7))
  }
}
