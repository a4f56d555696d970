/// The meaning of red, green and blue samples: the light that each value stands for, and its color.
///
/// Two encodings are equal if one is a copy of the other.
public struct RGBEncoding: Sendable, Hashable {
  /// `nil` for sRGB: copies of that need no count of references.
  private let custom: CustomEncoding?

  /// IEC 61966-2-1, which colors are given in.
  public static var sRGB: RGBEncoding { RGBEncoding(custom: nil) }

  private init(custom: CustomEncoding?) { self.custom = custom }

  /// Makes an encoding with the same curve for red, green and blue; `nil` if there are not 65,536
  /// lights or one is less than that before it, or if the matrix is not three by three.
  ///
  /// The tables of the curve are kept for the life of the process.
  /// - Parameters:
  ///   - light: the light, 0...1, of each value of 16 bits, from 0 to 65535; `nil` for sRGB's
  ///     curve.
  ///   - matrix: its light from that of sRGB: the rows give red, green and blue, and white stays
  ///     white.
  public init?(light: [Double]?, fromSRGB matrix: [[Double]]) {
    guard matrix.count == 3, matrix.allSatisfy({ $0.count == 3 }) else { return nil }
    if let light {
      guard light.count == 65536, light.allSatisfy({ (0...1).contains($0) }),
        zip(light, light.dropFirst()).allSatisfy({ $0 <= $1 })
      else { return nil }
    }
    custom = CustomEncoding(light.map(ToneCurve.init), matrix)
  }

  /// Whether its curve is that of sRGB.
  public var hasCurveOfSRGB: Bool { custom?.curve == nil }

  /// The light of a value, both 0...1.
  public func light(of value: Double) -> Double {
    custom?.curve?.light(of: value) ?? WorkingSpace.linear.decode(value)
  }

  /// The value of a light, both 0...1: the inverse of ``light(of:)``.
  public func value(of light: Double) -> Double {
    custom?.curve?.value(of: light) ?? WorkingSpace.linear.encode(light)
  }

  /// The tables between values and light; `nil` for those of sRGB's curve.
  var tables: (eight: TransferTables, sixteen: TransferTables)? { custom?.tables }

  /// A color in this encoding, whose components are not sRGB any longer. Colors that the encoding
  /// does not have are cut off.
  func encoded(_ color: Color) -> Color {
    guard custom != nil else { return color }
    return light(ofSRGB: WorkingSpace.linear.decoded(color)).map(value)
  }

  /// The light of a color in light of this encoding, of which sRGB's is given; cut off to 0...1 or
  /// not.
  func light(ofSRGB color: Color, isCutOff: Bool = true) -> Color {
    guard let matrix = custom?.matrix else { return color }
    let light = [color.red, color.green, color.blue].map(Double.init)
    let own = matrix.map { row in
      let sum = Float(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })
      return isCutOff ? sum.saturated : sum
    }
    return Color(own[0], own[1], own[2], color.alpha)
  }
}

extension WorkingSpace {
  /// A color of encoded components as one of working values.
  func decoded(_ color: Color) -> Color { color.map(decode) }
}

extension Color {
  /// The color with each component but alpha replaced.
  fileprivate func map(_ transform: (Double) -> Double) -> Color {
    Color(
      Float(transform(Double(red))), Float(transform(Double(green))),
      Float(transform(Double(blue))), alpha)
  }
}

/// An encoding that is not sRGB.
private final class CustomEncoding: Sendable {
  let curve: ToneCurve?
  let matrix: [[Double]]
  let tables: (eight: TransferTables, sixteen: TransferTables)?

  init(_ curve: ToneCurve?, _ matrix: [[Double]]) {
    self.curve = curve
    self.matrix = matrix
    tables = curve.map { (TransferTables($0, .eight), TransferTables($0, .sixteen)) }
  }
}

extension CustomEncoding: Hashable {
  static func == (a: CustomEncoding, b: CustomEncoding) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A curve that never falls, from values to light, both 0...1.
struct ToneCurve: Sendable {
  /// The light of each value of 16 bits, at least two.
  let lights: [Double]

  private var last: Int { lights.count - 1 }

  /// The light of a value, interpolated linearly.
  func light(of value: Double) -> Double {
    let position = min(max(value, 0), 1) * Double(last)
    let index = min(Int(position), last - 1)
    let low = lights[index]
    return low + (lights[index + 1] - low) * (position - Double(index))
  }

  /// The least value of a light.
  func value(of light: Double) -> Double {
    let index = lights.partitioningIndex { $0 >= light }
    guard index > 0 else { return 0 }
    guard index <= last else { return 1 }
    let (low, high) = (lights[index - 1], lights[index])
    return (Double(index - 1) + (light - low) / (high - low)) / Double(last)
  }
}
