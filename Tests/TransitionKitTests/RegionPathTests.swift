import Foundation
import Testing
import TransitionKit

@Suite struct RegionPathTests {
  private static let wide = PictureRegion(x: 10, y: 20, width: 1600, height: 900)

  @Test(arguments: [1 / 1.08, 1.5, 1e-3, 1 + 1e-9, 1 - 1e-13, 1])
  func `widths grow geometrically, and centers move with them`(_ growth: Double) {
    let (from, width) = (Self.wide, Self.wide.width * growth)
    let to = PictureRegion(x: 300, y: 40, width: width, height: Self.wide.height * growth)
    let path = RegionPath(from: from, to: to)
    #expect(path.region(at: 0) == from)
    #expect(path.region(at: 1) == to)
    #expect(path.region(at: -3) == from)
    #expect(path.region(at: 7) == to)
    #expect(path.region(at: .nan) == from)
    for share in [0.001, 0.2, 0.5, 0.9] {
      let region = path.region(at: share)
      #expect(abs(region.width / (from.width * pow(growth, share)) - 1) < 1e-12)
      // expm1(s·L) / expm1(L) = s · (1 + (s - 1) · L / 2 + …)
      let exponent = log(growth)
      let part =
        abs(exponent) < 1e-6
        ? share * (1 + (share - 1) * exponent / 2)
        : (pow(growth, share) - 1) / (growth - 1)
      #expect(abs(region.x - (from.x + part * (to.x - from.x))) < 1e-9)
      #expect(abs(region.y - (from.y + part * (to.y - from.y))) < 1e-9)
      #expect(abs(region.height / region.width - 900 / 1600) < 1e-12)
    }
  }

  @Test func `bounds hold all regions`() {
    let to = PictureRegion(x: 900, y: 10, width: 480, height: 270)
    let path = RegionPath(from: Self.wide, to: to)
    #expect(path.bounds == PictureRegion(x: 10, y: 10, width: 1600, height: 910))
    for share in stride(from: 0, through: 1, by: 0.01) {
      let (region, bounds) = (path.region(at: share), path.bounds)
      #expect(region.x >= bounds.x && region.y >= bounds.y)
      #expect(region.x + region.width <= bounds.x + bounds.width + 1e-9)
      #expect(region.y + region.height <= bounds.y + bounds.height + 1e-9)
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e300, .leastNonzeroMagnitude])
  func `any widths give a path`(_ width: Double) {
    let other = PictureRegion(x: 0, y: 0, width: width, height: width)
    for path in [
      RegionPath(from: Self.wide, to: other), RegionPath(from: other, to: Self.wide),
      RegionPath(from: other, to: other),
    ] {
      let region = path.region(at: 0.5)
      #expect(region.width.isFinite == (0 * width).isFinite)
    }
  }
}
