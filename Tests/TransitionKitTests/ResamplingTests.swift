import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// Regions of pictures in other sizes.
@Suite struct ResamplingTests {
  /// All formats, and curves that are not sRGB's.
  private static let formats: [PixelFormat] = {
    let light = (0...65535).map { pow(Double($0) / 65535, 1.8) }
    let identity = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]
    guard let gamma = RGBEncoding(light: light, fromSRGB: identity) else { return PixelFormat.all }
    return PixelFormat.all
      + PixelFormat.all.map {
        PixelFormat(depth: $0.depth, hasAlpha: $0.hasAlpha, encoding: gamma)
      }
  }()

  /// A picture like a photograph: soft shapes, an edge and some grain.
  private static func photograph(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ space: WorkingSpace = .linear
  ) -> Bitmap {
    var random = SplitMix64(seed: 5)
    return Bitmap(width: width, height: height, format: format, workingSpace: space) { u, v in
      let (x, y) = (u * Double(width) / 20, v * Double(height) / 17)
      let shape = sin(x) * cos(y) + sin((x + y) / 3)
      let edge = u + v / 3 > 0.7 ? 0.3 : 0
      let color = (0..<3).map {
        let value = 0.35 + 0.15 * shape + edge + 0.06 * sin(3 * x + Double($0))
        return min(max(value + 0.03 * Double(random.nextSigned()), 0), 1)
      }
      return color + [min(max(0.6 + 0.5 * sin(y + x / 2), 0), 1)]
    }
  }

  private static let regions: [(PictureRegion, width: Int, height: Int)] = [
    (PictureRegion(x: 3.3, y: 7.7, width: 61.2, height: 40.8), 96, 64),
    (PictureRegion(x: 0, y: 0, width: 131, height: 83), 80, 51),
    (PictureRegion(x: 20.25, y: 3.5, width: 100, height: 66.667), 60, 40),
    (PictureRegion(x: 0.7, y: 10, width: 130, height: 10), 13, 37),
    (PictureRegion(x: 65.2, y: 41.9, width: 0.3, height: 0.2), 30, 20),
    (PictureRegion(x: 0, y: 0, width: 131, height: 83), 1, 1),
    (PictureRegion(x: 40, y: 30, width: 33, height: 21), 33, 21),
  ]

  @Test(arguments: formats, WorkingSpace.allCases)
  func `are what the formula gives`(_ format: PixelFormat, _ space: WorkingSpace) {
    let picture = Self.photograph(131, 83, format, space)
    let reference = ReferenceResampling(picture)
    for (region, width, height) in Self.regions {
      let made = picture.resampled(region, width: width, height: height)
      #expect((made.width, made.height, made.format) == (width, height, format))
      #expect(made.workingSpace == space)
      let expected = reference.samples(region, width: width, height: height)
      expect(made.samples, near: expected, format)
    }
  }

  /// Compares samples with those of the formula; color counts as much as it covers.
  private func expect(_ samples: [UInt16], near expected: [Double], _ format: PixelFormat) {
    let maximum = Double(format.depth.maximum)
    let differences = samples.indices.map { index in
      let difference = abs(Double(samples[index]) - expected[index])
      guard format.hasAlpha, index % 4 < 3 else { return difference }
      return difference * expected[index | 3] / maximum
    }
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(mean < (samples.count < 10 ? 0.51 : 0.33))
    #expect((differences.max() ?? 0) < 1.1)
  }

  @Test(arguments: formats, WorkingSpace.allCases)
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
