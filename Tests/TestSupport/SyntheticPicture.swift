import Foundation
public import TransitionKit

/// Pictures of formulas, and what they show once they are resampled.
public enum SyntheticPicture {
  /// All formats, with sRGB's curve and with another.
  public static let formats: [PixelFormat] = {
    let light = (0...65535).map { pow(Double($0) / 65535, 1.8) }
    let identity = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]
    guard let gamma = RGBEncoding(light: light, fromSRGB: identity) else { return [] }
    return PixelFormat.all
      + PixelFormat.all.map {
        PixelFormat(depth: $0.depth, hasAlpha: $0.hasAlpha, encoding: gamma)
      }
  }()

  private static func limited(_ value: Double) -> Double { min(max(value, 0), 1) }

  /// A number in -1..<1.
  private static func noise(_ random: inout SplitMix64) -> Double {
    Double(random.next() >> 11) * 0x1p-52 - 1
  }

  /// A picture like a photograph: soft shapes, an edge and some grain.
  public static func photograph(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ space: WorkingSpace = .linear
  ) -> Bitmap {
    var random = SplitMix64(seed: 5)
    return Bitmap(width: width, height: height, format: format, workingSpace: space) { u, v in
      let (x, y) = (u * Double(width) / 20, v * Double(height) / 17)
      let shape = sin(x) * cos(y) + sin((x + y) / 3)
      let edge = u + v / 3 > 0.7 ? 0.3 : 0
      let color = (0..<3).map { channel in
        let value = 0.35 + 0.15 * shape + edge + 0.06 * sin(3 * x + Double(channel))
        return limited(value + 0.03 * noise(&random))
      }
      return color + [limited(0.6 + 0.5 * sin(y + x / 2))]
    }
  }

  /// A gray picture of a function of the distance from its top left corner, to the centers of
  /// pixels.
  public static func gray(
    _ width: Int, _ height: Int, _ depth: PixelFormat.Depth, _ value: (Double, Double) -> Double
  ) -> Bitmap {
    let maximum = Double(depth.maximum)
    var samples: [UInt16] = []
    samples.reserveCapacity(width * height * 3)
    for row in 0..<height {
      for column in 0..<width {
        let value = value(Double(column) + 0.5, Double(row) + 0.5)
        let sample = UInt16((limited(value) * maximum).rounded())
        for _ in 0..<3 { samples.append(sample) }
      }
    }
    let format = PixelFormat(depth: depth, hasAlpha: false)
    return Bitmap(width: width, height: height, format: format, samples: samples)
  }
}

extension Bitmap {
  /// The mean and the greatest difference of samples from others, not rounded; color counts as much
  /// as it covers.
  public func errors(from expected: [Double]) -> (mean: Double, greatest: Double) {
    let (samples, maximum) = (samples, Double(format.depth.maximum))
    let errors = samples.indices.map { index in
      let error = abs(Double(samples[index]) - expected[index])
      guard format.hasAlpha, index % 4 < 3 else { return error }
      return error * expected[index | 3] / maximum
    }
    return (errors.reduce(0, +) / Double(errors.count), errors.max() ?? 0)
  }

  /// The first sample of each pixel, 0...1.
  public var grays: [Double] {
    let (samples, maximum) = (samples, Double(format.depth.maximum))
    return stride(from: 0, to: samples.count, by: format.channels).map {
      Double(samples[$0]) / maximum
    }
  }

  /// Where the middle of what is brighter than a background lies, from the top left corner.
  public func centroid(over background: Double) -> (x: Double, y: Double) {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for (index, gray) in grays.enumerated() {
      let weight = gray - background
      sum += weight
      x += weight * (Double(index % width) + 0.5)
      y += weight * (Double(index / width) + 0.5)
    }
    return (x / sum, y / sum)
  }

  /// The mean square of the differences of light from its mean.
  public var energy: Double {
    let light = grays.map(WorkingSpace.linear.decode)
    let mean = light.reduce(0, +) / Double(light.count)
    return light.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(light.count)
  }
}
