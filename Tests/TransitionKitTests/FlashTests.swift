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
}
