import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// Regions of pictures in other sizes.
@Suite struct ResamplingTests {
  private static let regions: [(PictureRegion, width: Int, height: Int)] = [
    (PictureRegion(x: 3.3, y: 7.7, width: 61.2, height: 40.8), 96, 64),
    (PictureRegion(x: 0, y: 0, width: 131, height: 83), 80, 51),
    (PictureRegion(x: 20.25, y: 3.5, width: 100, height: 66.667), 60, 40),
    (PictureRegion(x: 0.7, y: 10, width: 130, height: 10), 13, 37),
    (PictureRegion(x: 65.2, y: 41.9, width: 0.3, height: 0.2), 30, 20),
    (PictureRegion(x: 0, y: 0, width: 131, height: 83), 1, 1),
    (PictureRegion(x: 40, y: 30, width: 33, height: 21), 33, 21),
  ]

  @Test(arguments: SyntheticPicture.formats, WorkingSpace.allCases)
  func `are what the formula gives`(_ format: PixelFormat, _ space: WorkingSpace) {
    let picture = SyntheticPicture.photograph(131, 83, format, space)
    let reference = ReferenceResampling(picture)
    for (region, width, height) in Self.regions {
      let made = picture.resampled(region, width: width, height: height)
      #expect((made.width, made.height, made.format) == (width, height, format))
      #expect(made.workingSpace == space)
      let expected = reference.resampled(region, width: width, height: height).samples
      let errors = made.errors(from: expected)
      #expect(errors.mean < (expected.count < 10 ? 0.51 : 0.33))
      #expect(errors.greatest < 1.1)
    }
  }

  @Test(arguments: SyntheticPicture.formats, WorkingSpace.allCases)
  func `keep their codes where pixels are shown as they are`(
    _ format: PixelFormat, _ space: WorkingSpace
  ) {
    var random = SplitMix64(seed: 3)
    let samples = (0..<64 * 48 * format.channels).map { index in
      let sample = UInt16(truncatingIfNeeded: random.next() % UInt64(format.depth.maximum + 1))
      // Without coverage there is no color.
      return format.hasAlpha && index % 4 == 3 ? max(sample, 1) : sample
    }
    let picture = Bitmap(
      width: 64, height: 48, format: format, workingSpace: space, samples: samples)
    let whole = PictureRegion(x: 0, y: 0, width: 64, height: 48)
    let same = picture.resampled(whole, width: 64, height: 48)
    #expect(same.difference(from: picture) == nil)
    let part = picture.resampled(
      PictureRegion(x: 5, y: 7, width: 20, height: 30), width: 20, height: 30)
    for (column, row) in [(0, 0), (19, 29), (7, 11)] {
      #expect(
        part.samples(column: column, row: row) == picture.samples(column: column + 5, row: row + 7))
    }
  }
}
