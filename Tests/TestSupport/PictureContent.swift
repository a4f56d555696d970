public import TransitionKit

/// What pictures show that encoders of samples are tried with.
public enum PictureContent: CaseIterable, Sendable {
  case noise, gradient, flat
  /// From corner to corner, each channel in its own way.
  case slope
  /// Letters of a made-up script, and gray where their edges would be.
  case text
  /// Every other pixel.
  case checkers
  /// Four colors, then the same noise again, further back than Deflate reaches.
  case farRepetition

  /// A picture of it. If it has alpha its first pixel is transparent, so that no reader drops alpha
  /// for being opaque.
  public func bitmap(width: Int, height: Int, format: PixelFormat) -> Bitmap {
    var state: UInt32 = 1
    let samples = (0..<width * height * format.channels).map { i in
      state = state &* 1_664_525 &+ 1_013_904_223
      let (pixel, channel) = (i / format.channels, i % format.channels)
      let value =
        switch self {
        case .noise: Int(state >> 16)
        case .gradient: pixel % width * 3 + pixel / width * 500 + channel * 1000
        case .flat: pixel % width < width / 2 ? 77 : 200
        case .slope: (pixel % width * (13 + channel) + pixel / width * (23 - channel)) * 2
        case .text: Self.ink(pixel % width, pixel / width) * 257
        case .checkers: (pixel % width + pixel / width) % 2 * 65_535
        case .farRepetition:
          i / 20_000 % 2 == 0 ? i / 5_000 % 4 * 20_000 : i % 40_000 * (i % 40_000) >> 7
        }
      let sample = self == .slope && format.depth == .eight ? value >> 8 : value
      return i == 3 ? 0 : UInt16(sample & format.depth.maximum)
    }
    return Bitmap(width: width, height: height, format: format, samples: samples)
  }

  /// White paper with lines of letters, eight pixels by twelve.
  private static func ink(_ x: Int, _ y: Int) -> Int {
    func mixed(_ number: Int) -> Int {
      var bits = UInt32(truncatingIfNeeded: number) &* 2_654_435_761
      bits = (bits ^ bits >> 15) &* 2_246_822_519
      return Int(bits ^ bits >> 13)
    }
    let letter = mixed(x / 8 + y / 16 * 999) % 40
    guard y % 16 < 12, letter > 6 else { return 255 }
    return [255, 255, 0, 120][mixed(letter * 99 + x % 8 / 2 * 7 + y % 16 / 3) % 4]
  }
}
