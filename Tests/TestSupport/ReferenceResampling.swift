import Foundation
public import TransitionKit

/// What resampling a region of a picture should give, by its definition, in numbers of 64 bits.
public struct ReferenceResampling {
  /// The working values of the picture, premultiplied, in the order of its format.
  private let values: [Double]
  private let picture: Bitmap

  public init(_ picture: Bitmap) {
    let format = picture.format
    let maximum = Double(format.depth.maximum)
    let light = (0...format.depth.maximum).map { code in
      let value = Double(code) / maximum
      return picture.workingSpace == .linear ? format.encoding.light(of: value) : value
    }
    let samples = picture.samples
    self.picture = picture
    values = samples.indices.map { index in
      guard format.hasAlpha else { return light[Int(samples[index])] }
      if index % 4 == 3 { return Double(samples[index]) / maximum }
      return light[Int(samples[index])] * Double(samples[index | 3]) / maximum
    }
  }

  /// The samples of the region in a size, 0...maximum, not rounded.
  public func samples(_ region: PictureRegion, width: Int, height: Int) -> [Double] {
    let channels = picture.format.channels
    let columns = Self.weights(region.x, region.width, width, picture.width)
    let rows = Self.weights(region.y, region.height, height, picture.height)
    let (line, pitch) = (picture.width * channels, width * channels)
    var wide = [Double](repeating: 0, count: pitch * picture.height)
    for row in 0..<picture.height {
      for (column, taps) in columns.enumerated() {
        for tap in taps {
          for channel in 0..<channels {
            wide[row * pitch + column * channels + channel] +=
              tap.weight * values[row * line + tap.index * channels + channel]
          }
        }
      }
    }
    var result = [Double](repeating: 0, count: pitch * height)
    for (row, taps) in rows.enumerated() {
      for tap in taps {
        for i in 0..<pitch { result[row * pitch + i] += tap.weight * wide[tap.index * pitch + i] }
      }
    }
    return encoded(result)
  }

  private func encoded(_ values: [Double]) -> [Double] {
    let format = picture.format
    return values.indices.map { index in
      func limited(_ value: Double) -> Double { min(max(value, 0), 1) }
      var value = values[index]
      if format.hasAlpha {
        if index % 4 == 3 { return limited(value) * Double(format.depth.maximum) }
        value = values[index | 3] > 0 ? value / values[index | 3] : 0
      }
      let code =
        picture.workingSpace == .linear
        ? format.encoding.value(of: limited(value)) : limited(value)
      return code * Double(format.depth.maximum)
    }
  }

  /// For each new sample along an axis, the indices and the weights of the old ones.
  private static func weights(_ origin: Double, _ extent: Double, _ count: Int, _ limit: Int)
    -> [[(index: Int, weight: Double)]]
  {
    let ratio = extent / Double(count)
    let scale = max(1, ratio)
    return (0..<count).map { new in
      let center = origin + (Double(new) + 0.5) * ratio
      let near = Int((center - 2 * scale - 1).rounded(.down))...Int(center + 2 * scale + 1)
      let weights = near.map { kernel((Double($0) + 0.5 - center) / scale) }
      let sum = weights.reduce(0, +)
      return zip(near, weights).map { (min(max($0, 0), limit - 1), $1 / sum) }
    }
  }

  /// Catmull and Rom's kernel.
  private static func kernel(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return 1.5 * pow(x, 3) - 2.5 * pow(x, 2) + 1 }
    return x < 2 ? -0.5 * pow(x, 3) + 2.5 * pow(x, 2) - 4 * x + 2 : 0
  }
}
