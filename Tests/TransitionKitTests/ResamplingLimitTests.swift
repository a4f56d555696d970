import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// Regions, pictures and frames of unusual sizes.
@Suite struct ResamplingLimitTests {
  private static let regions: [PictureRegion] = [
    PictureRegion(x: 0, y: 0, width: 1, height: 1),
    PictureRegion(x: 0.5, y: 0.5, width: 0, height: 0),
    PictureRegion(x: -30, y: -4000, width: 100_000, height: 100_000),
    PictureRegion(x: 1e9, y: -1e9, width: 3, height: 2),
    PictureRegion(x: -1e300, y: 1e300, width: 1e300, height: 1e300),
    PictureRegion(x: .nan, y: .infinity, width: .nan, height: -.infinity),
    PictureRegion(x: 5, y: 5, width: -7, height: -7),
    PictureRegion(x: 0, y: 0, width: .leastNonzeroMagnitude, height: 1e-30),
    PictureRegion(x: 0, y: 0, width: 2000, height: 20),
  ]
  private static let sizes = [(1, 1), (2000, 20), (1, 300), (40, 30)]
  private static let frames = [(1, 1), (97, 3), (2, 120)]

  @Test(arguments: PixelFormat.all)
  func `a picture of one color stays so`(_ format: PixelFormat) {
    let color = (0..<format.channels).map { UInt16(40 + 50 * $0) }
    for (width, height) in Self.sizes {
      let picture = Bitmap(width: width, height: height, format: format, uniform: color)
      for (across, down) in Self.frames {
        let expected = Bitmap(width: across, height: down, format: format, uniform: color)
        for region in Self.regions {
          let made = picture.resampled(region, width: across, height: down)
          #expect(made.difference(from: expected) == nil)
          for other in Self.regions {
            let path = RegionPath(from: region, to: other)
            let moving = MovingPicture(picture, along: path, width: across, height: down)
            let frame = moving.bitmap(at: 0.4)
            #expect(frame.difference(from: expected) == nil)
          }
        }
      }
    }
  }

  @Test func `a zoom of a thousand times goes to the very pixel`() {
    let picture = SyntheticPicture.gray(1200, 800, .eight) { x, y in
      Int(x) == 700 && Int(y) == 300 ? 1 : 0
    }
    let path = RegionPath(
      from: PictureRegion(x: 0, y: 0, width: 1200, height: 800),
      to: PictureRegion(x: 700, y: 300.1, width: 1, height: 0.8))
    let moving = MovingPicture(picture, along: path, width: 400, height: 320)
    let last = moving.bitmap(at: 1)
    let expected = ReferenceResampling(picture).resampled(path.to, width: 400, height: 320)
    #expect(last.errors(from: expected.samples).mean < 0.33)
    #expect(moving.bitmap(at: 0).grays.allSatisfy { $0 < 0.5 })
  }

  @Test func `a panorama is read across`() {
    let picture = SyntheticPicture.gray(30_000, 20, .eight) { x, _ in 0.5 + 0.4 * sin(x / 500) }
    let path = RegionPath(
      from: PictureRegion(x: 0, y: 0, width: 35, height: 20),
      to: PictureRegion(x: 29_965, y: 0, width: 35, height: 20))
    for height in [4, 20, 100] {
      let moving = MovingPicture(picture, along: path, width: height * 7 / 4, height: height)
      for share in [0, 0.25, 0.7, 1] {
        let frame = moving.bitmap(at: share)
        let middle = path.region(at: share).x + 17.5
        let mean = frame.grays.reduce(0, +) / Double(frame.width * frame.height)
        #expect(abs(mean - (0.5 + 0.4 * sin(middle / 500))) < 0.005)
      }
    }
  }

  @Test(
    arguments: [
      // One picture: the original, a reduced one, and as much as the tightest frame allows.
      (0.5, 0.9, 1, nil), (1, 1.6, 1, nil), (1, 3.7, 1, nil), (3, 3.3, 2.2, nil), (2.5, 6, 2, nil),
      // Two.
      (1, 5, 1, 2), (0.01, 80, 1, 8), (5, 45, 4, 12),
    ] as [(Double, Double, Double, Double?)])
  func `reductions follow the widest and the tightest frame`(
    _ tightest: Double, widest: Double, near: Double, far: Double?
  ) {
    let factors = ReductionFactors(tightest: tightest, widest: widest)
    #expect(abs(factors.near - near) < 1e-9)
    #expect((factors.far == nil) == (far == nil))
    guard let far, let made = factors.far else { return #expect(factors.farShare(at: widest) == 0) }
    #expect(abs(made.factor - far) < 1e-9)
    #expect(abs(log2(made.crossing.upperBound / made.crossing.lowerBound) - 0.25) < 1e-9)
    #expect(made.crossing.lowerBound / far >= 1.25 - 1e-9)
    #expect(factors.farShare(at: tightest) == 0)
    #expect(factors.farShare(at: widest) == 1)
    let middle = (made.crossing.lowerBound * made.crossing.upperBound).squareRoot()
    #expect(abs(factors.farShare(at: middle) - 0.5) < 1e-9)
  }
}
