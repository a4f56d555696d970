public import TransitionKit

extension Bitmap {
  /// The first pixel, in words, that is not the same in another picture; `nil` if all are.
  /// All channels are compared if none are named.
  public func difference(from other: Bitmap, channels: Range<Int>? = nil) -> String? {
    guard width == other.width, height == other.height, format == other.format else {
      return "\(width)x\(height) \(format) is not \(other.width)x\(other.height) \(other.format)"
    }
    let (mine, theirs) = (samples, other.samples)
    if mine == theirs { return nil }
    let channels = channels ?? 0..<format.channels
    for pixel in 0..<width * height {
      let range = (pixel * format.channels)..<((pixel + 1) * format.channels)
      let (a, b) = (Array(mine[range]), Array(theirs[range]))
      if a[channels] != b[channels] {
        return "column \(pixel % width), row \(pixel / width): \(a) is not \(b)"
      }
    }
    return nil
  }

  /// How many samples are not those of another picture of the same size and format.
  public func countOfDifferences(from other: Bitmap) -> Int {
    zip(samples, other.samples).count { $0 != $1 }
  }

  /// The root of the mean square of how far samples are from those of another picture of the same
  /// size and format, in codes.
  public func rootMeanSquare(from other: Bitmap) -> Double {
    let (mine, theirs) = (samples, other.samples)
    let squares = zip(mine, theirs).reduce(0) { sum, pair in
      let difference = Int(pair.0) - Int(pair.1)
      return sum + difference * difference
    }
    return (Double(squares) / Double(mine.count)).squareRoot()
  }

  /// How far the samples, of 8 bits, are from those of a picture of 16 bits, in codes.
  public func roundingErrors(from deep: Bitmap) -> [Double] {
    zip(samples, deep.samples).map { Double($0) - Double($1) / 257 }
  }

  /// The magnitude of the largest of these errors.
  public func largestRoundingError(from deep: Bitmap) -> Double {
    roundingErrors(from: deep).reduce(0) { max($0, $1.magnitude) }
  }

  /// The mean difference of samples, premultiplied, from those of another picture of the same size
  /// and format: 0...1.
  public func meanDifference(from other: Bitmap) -> Double {
    let maximum = Double(format.depth.maximum)
    func premultiplied(_ samples: [UInt16]) -> [Double] {
      samples.indices.map { index in
        let alpha = format.hasAlpha && index % 4 < 3 ? Double(samples[index | 3]) / maximum : 1
        return Double(samples[index]) / maximum * alpha
      }
    }
    let differences = zip(premultiplied(samples), premultiplied(other.samples)).map { $0 - $1 }
    return differences.reduce(0) { $0 + $1.magnitude } / Double(differences.count)
  }
}
