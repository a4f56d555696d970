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
