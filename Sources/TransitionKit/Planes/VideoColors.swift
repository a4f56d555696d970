/// What the samples of a film mean, or of a picture that is coded like one: ITU-T H.273.
public struct VideoColors: Sendable, Hashable {
  /// The codes of black and white.
  public enum Range: Sendable, CaseIterable {
    /// Luma is 16...235 and color differences are 16...240, in codes of 8 bits. With more bits
    /// these are multiplied by a power of two.
    case limited
    /// All codes.
    case full
  }

  /// Where a color sample lies among its pixels.
  public enum Siting: Sendable, CaseIterable {
    /// On the left pixel, or between the two on the left: MPEG-2, H.264 and whoever says nothing
    /// else.
    case left
    /// In the middle: MPEG-1 and JPEG.
    case center
    /// On the first pixel: BT.2020.
    case topLeft
  }

  /// The way from codes of red, green and blue to light.
  public enum Curve: Sendable, Hashable {
    /// That of sRGB, for which nearly every player takes the codes of films that are not HDR.
    case sRGB
    /// Hybrid log-gamma of ITU-R BT.2100, for a screen of 1000 cd/m².
    case hlg
    /// The perceptual quantizer of ITU-R BT.2100, with the brightest light that its maker has seen,
    /// in cd/m².
    case pq(peak: Double)

    /// The perceptual quantizer of a film or picture that may tell its brightest light.
    ///
    /// What no screen can show is a mistake: 0, or more than 10,000 cd/m².
    ///
    /// - Parameter peaks: the brightest light of its pixels, MaxCLL, and that of the screen on
    ///   which it was made.
    /// - Returns: the curve, for at least white.
    package static func pq(brightest peaks: (pixels: Double?, screen: Double?)) -> Curve {
      let known = [peaks.pixels, peaks.screen].compactMap(\.self).first { $0 > 0 && $0 <= 10_000 }
      return .pq(peak: max(known ?? 1000, LightConverter.white))
    }

    /// The name of the kind of HDR; `nil` of sRGB.
    public var nameOfHDR: String? {
      switch self {
      case .sRGB: nil
      case .hlg: "HLG"
      case .pq: "PQ"
      }
    }
  }

  /// The standard of luma and color differences.
  public var matrix: VideoMatrix
  /// What red, green and blue are.
  public var primaries: VideoPrimaries
  /// The way from codes to light.
  public var curve: Curve
  /// The codes of black and white.
  public var range: Range
  /// Where color samples lie; without a meaning for 4:4:4.
  public var siting: Siting
  /// The bits of a sample, 8...16. More than 8 are two bytes, the lower one first.
  public var bits: Int

  /// Makes the colors of most films if nothing is said.
  ///
  /// - Precondition: there are 8...16 bits.
  public init(
    matrix: VideoMatrix = .bt709, primaries: VideoPrimaries = .bt709, curve: Curve = .sRGB,
    range: Range = .limited, siting: Siting = .left, bits: Int = 8
  ) {
    precondition((8...16).contains(bits))
    (self.matrix, self.primaries, self.curve) = (matrix, primaries, curve)
    (self.range, self.siting, self.bits) = (range, siting, bits)
  }

  /// Whether red, green and blue are sRGB as they are.
  package var areSRGB: Bool { curve == .sRGB && primaries == .bt709 }

  /// All that decides what red, green and blue become: `pq 1000 bt2020`.
  package var text: String {
    let curve =
      switch curve {
      case .sRGB: "srgb"
      case .hlg: "hlg"
      case .pq(let peak): "pq \(peak)"
      }
    return "\(curve) \(primaries.rawValue)"
  }
}

extension VideoColors {
  /// What codes of luma and of color differences add to red, green and blue.
  struct Weights {
    /// The codes of black and of no color.
    let black, middle: Double
    /// What a code of luma is.
    let luma: Double
    let redByRed, greenByRed, greenByBlue, blueByBlue: Double
  }

  /// The weights by which white becomes a number.
  func weights(white: Double) -> Weights {
    let unit = Double(1 << (bits - 8))
    let codes: (luma: Double, difference: Double)
    if range == .full {
      let most = Double(1 << bits - 1)
      codes = (most, most)
    } else {
      codes = (219 * unit, 224 * unit)
    }
    let difference = white / codes.difference
    let (byRed, byBlue) = (difference * 2 * (1 - matrix.kr), difference * 2 * (1 - matrix.kb))
    return Weights(
      black: range == .full ? 0 : 16 * unit, middle: 128 * unit, luma: white / codes.luma,
      redByRed: byRed, greenByRed: -byRed * matrix.kr / matrix.kg,
      greenByBlue: -byBlue * matrix.kb / matrix.kg, blueByBlue: byBlue)
  }
}
