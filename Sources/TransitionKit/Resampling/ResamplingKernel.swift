/// The weight of a sample by its distance from a point, in samples.
enum ResamplingKernel {
  /// Catmull and Rom's cubic curve: sharp, goes through the samples, and reaches two of them.
  case catmullRom
  /// The sinc function within one period of another: close to an ideal low pass, and reaches three.
  case lanczos3

  /// The distance at which the weight becomes and stays 0.
  var reach: Double {
    switch self {
    case .catmullRom: 2
    case .lanczos3: 3
    }
  }

  /// The weight at a distance.
  func callAsFunction(_ distance: Double) -> Double {
    let x = distance.magnitude
    guard x < reach else { return 0 }
    switch self {
    case .catmullRom:
      return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((2.5 - 0.5 * x) * x - 4) * x + 2
    case .lanczos3:
      guard x > 1e-9 else { return 1 }
      let angle = .pi * x
      return 3 * Double.sin(angle) * Double.sin(angle / 3) / (angle * angle)
    }
  }
}

/// How much wider a kernel is than the distance of samples.
enum KernelWidth {
  /// As wide as the new samples are apart where these are fewer. Where they are more, the curve
  /// goes through the samples.
  case sharp
  /// Wide enough about equal distances that details look the same on samples as between them. A
  /// sharp kernel gives a picture of as many pixels as the frame back on whole pixels, and in a
  /// slow pan it would look sharper there than half a pixel farther.
  case even

  /// The width for so many samples to one of the new ones.
  func callAsFunction(_ ratio: Double) -> Double {
    let sharp = max(1, ratio)
    guard self == .even else { return sharp }
    // Measured with noise whose grains are single pixels: at 1.4 its energy changes by 2.5 % within
    // a pixel, at 1.25 by 12 % and at 1 by 44 %. Other distances mix such phases in each frame.
    return max(sharp, 1 + 0.4 * ((ratio - 0.8) / 0.2).smoothstep)
  }
}
