import TestSupport
import Testing

@testable import TransitionKit

@Suite struct FlashTests {
  @Test func `rays have the mean, deviation and width of Core Image's`() {
    let rays = (0..<8192).map { Double(FlashTransition.Rays.table[$0, 0]) }
    let mean = rays.reduce(0, +) / 8192
    #expect((mean - 0.4).magnitude < 1e-3)
    func correlation(_ distance: Int) -> Double {
      (0..<8192).reduce(0) { $0 + (rays[$1] - mean) * (rays[($1 + distance) % 8192] - mean) } / 8192
    }
    #expect((correlation(0).squareRoot() - 0.45).magnitude < 1e-3)
    // Half of it is lost at 8.4 of the 8192 steps of a turn.
    #expect(correlation(7) > correlation(0) / 2 && correlation(10) < correlation(0) / 2)
    let extremes = FlashTransition.Rays.extremes
    #expect(rays.allSatisfy { Double(extremes.lowest) <= $0 && $0 <= Double(extremes.highest) })
  }

  /// Along a line from the center all light is of one ray.
  @Test func `light ends softly, where Core Image's has a rim`() {
    let black = Bitmap(
      width: 800, height: 9, format: .rgb8, samples: [UInt16](repeating: 0, count: 3 * 800 * 9))
    var flash = FlashTransition()
    flash.growth = 2
    flash.fadeThreshold = 0.5
    flash.center = Point(x: 0, y: 4.5)
    flash.striationStrength = 0
    flash.color = Color(1, 1, 1, 1)
    func light() -> [UInt16] {
      let frame = flash.frame(at: 0.2, of: Inputs(source: black, target: black)).bitmap()
      return (0..<800).map { frame.samples(column: $0, row: 4)[0] }
    }
    let hard = light()
    flash.endsSoftly = true
    let soft = light()
    func width(_ light: [UInt16], _ codes: ClosedRange<UInt16>) -> Int {
      light.count { codes.contains($0) }
    }
    #expect(width(hard, 1...8) < 2 * width(hard, 41...48))
    #expect(width(soft, 1...8) > 4 * width(soft, 41...48))
    // Bright light is the same.
    #expect(zip(hard, soft).allSatisfy { $0 == $1 || $1 < 150 && $1 > $0 })
  }
}
