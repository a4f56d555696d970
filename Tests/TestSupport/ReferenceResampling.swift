import Foundation
public import TransitionKit

/// A picture in numbers of 64 bits, and what resampling its regions gives by definition.
public struct ReferenceResampling {
  /// The weight of a pixel by its distance from a point.
  public enum Kernel {
    case catmullRom, lanczos3

    fileprivate var reach: Double { self == .catmullRom ? 2 : 3 }

    fileprivate func weight(_ distance: Double) -> Double {
      let x = abs(distance)
      guard x < reach else { return 0 }
      switch self {
      case .catmullRom where x < 1: return 1.5 * pow(x, 3) - 2.5 * pow(x, 2) + 1
      case .catmullRom: return -0.5 * pow(x, 3) + 2.5 * pow(x, 2) - 4 * x + 2
      case .lanczos3:
        func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
        return sinc(x) * sinc(x / 3)
      }
    }
  }

  private let format: PixelFormat
  private let workingSpace: WorkingSpace
  public let width: Int
  public let height: Int
  /// Working values, premultiplied, in the order of the format.
  public let values: [Double]

  public init(_ picture: Bitmap) {
    (format, workingSpace) = (picture.format, picture.workingSpace)
    (width, height) = (picture.width, picture.height)
    let (format, space) = (picture.format, picture.workingSpace)
    let maximum = Double(format.depth.maximum)
    let light = (0...format.depth.maximum).map { code in
      let value = Double(code) / maximum
      return space == .linear ? format.encoding.light(of: value) : value
    }
    let samples = picture.samples
    values = samples.indices.map { index in
      guard format.hasAlpha else { return light[Int(samples[index])] }
      if index % 4 == 3 { return Double(samples[index]) / maximum }
      return light[Int(samples[index])] * Double(samples[index | 3]) / maximum
    }
  }

  private init(_ other: ReferenceResampling, _ width: Int, _ height: Int, _ values: [Double]) {
    (format, workingSpace) = (other.format, other.workingSpace)
    (self.width, self.height, self.values) = (width, height, values)
  }

  /// A region in a size, with the kernel of pictures that move or of those that stand still.
  public func resampled(
    _ region: PictureRegion, width newWidth: Int, height newHeight: Int,
    _ kernel: Kernel = .catmullRom, isEven: Bool = false
  ) -> ReferenceResampling {
    let channels = format.channels
    let columns = Self.weights(kernel, isEven, region.x, region.width, newWidth, width)
    let rows = Self.weights(kernel, isEven, region.y, region.height, newHeight, height)
    let (line, pitch) = (width * channels, newWidth * channels)
    var wide = [Double](repeating: 0, count: pitch * height)
    for row in 0..<height {
      for (column, taps) in columns.enumerated() {
        for tap in taps {
          for channel in 0..<channels {
            wide[row * pitch + column * channels + channel] +=
              tap.weight * values[row * line + tap.index * channels + channel]
          }
        }
      }
    }
    var result = [Double](repeating: 0, count: pitch * newHeight)
    for (row, taps) in rows.enumerated() {
      for tap in taps {
        for i in 0..<pitch { result[row * pitch + i] += tap.weight * wide[tap.index * pitch + i] }
      }
    }
    return ReferenceResampling(self, newWidth, newHeight, result)
  }

  /// The samples of the picture, 0...maximum, not rounded.
  public var samples: [Double] {
    let maximum = Double(format.depth.maximum)
    return values.indices.map { index in
      func limited(_ value: Double) -> Double { min(max(value, 0), 1) }
      var value = values[index]
      if format.hasAlpha {
        if index % 4 == 3 { return limited(value) * maximum }
        value = values[index | 3] > 0 ? value / values[index | 3] : 0
      }
      guard workingSpace == .linear else { return limited(value) * maximum }
      return format.encoding.value(of: limited(value)) * maximum
    }
  }

  /// For each new sample along an axis, the indices and the weights of the old ones.
  private static func weights(
    _ kernel: Kernel, _ isEven: Bool, _ origin: Double, _ extent: Double, _ count: Int, _ limit: Int
  ) -> [[(index: Int, weight: Double)]] {
    let ratio = extent / Double(count)
    // Of pictures that move the kernel is at least 1.4 wide from a ratio of 1 on.
    let part = min(max((ratio - 0.8) / 0.2, 0), 1)
    let least = isEven ? 1 + 0.4 * (3 * pow(part, 2) - 2 * pow(part, 3)) : 1
    let scale = max(least, ratio)
    return (0..<count).map { new in
      let center = origin + (Double(new) + 0.5) * ratio
      let reach = kernel.reach * scale + 1
      let near = Int((center - reach).rounded(.down))...Int(center + reach)
      let weights = near.map { kernel.weight((Double($0) + 0.5 - center) / scale) }
      let sum = weights.reduce(0, +)
      return zip(near, weights).map { (min(max($0, 0), limit - 1), $1 / sum) }
    }
  }
}
