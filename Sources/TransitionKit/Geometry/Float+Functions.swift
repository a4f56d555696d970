#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The elementary functions of the C library, under one name on every platform.
extension Float {
  static func sin(_ x: Float) -> Float { sinf(x) }
  static func cos(_ x: Float) -> Float { cosf(x) }
  static func exp(_ x: Float) -> Float { expf(x) }
  static func exp10(_ x: Float) -> Float { powf(10, x) }
}

extension Float {
  /// The arc sine of a number in 0...1, off by at most a millionth: formula 4.4.46 of Abramowitz
  /// and Stegun, "Handbook of Mathematical Functions".
  @inline(__always)
  static func arcSine(_ x: Float) -> Float {
    let high = -0.017_088_125_6 + x * (0.006_670_090_1 - x * 0.001_262_491_1)
    let middle = 0.088_978_987_4 + x * (-0.050_174_304_6 + x * (0.030_891_881 + x * high))
    let series = 1.570_796_305 + x * (-0.214_598_801_6 + x * middle)
    return .pi / 2 - (1 - x).squareRoot() * series
  }
}

extension Point {
  /// The direction of the point in turns, 0...1, counterclockwise from the x axis; 0 at the origin.
  ///
  /// Off by at most 2 millionths of a turn: the polynomial is formula 4.4.49 of Abramowitz and
  /// Stegun, "Handbook of Mathematical Functions", for the arc tangent of 0...1.
  @inline(__always)
  var turns: Float {
    let (width, height) = (x.magnitude, y.magnitude)
    let long = max(width, height)
    guard long > 0 else { return 0 }
    let t = min(width, height) / long
    let s = t * t
    let series =
      0.999_866_0
      + s * (-0.330_299_5 + s * (0.180_141_0 + s * (-0.085_133_0 + s * 0.020_835_1)))
    var turn = t * series / (2 * .pi)
    if height > width { turn = 0.25 - turn }
    if x < 0 { turn = 0.5 - turn }
    return y < 0 ? 1 - turn : turn
  }
}

extension Double {
  static func sin(_ x: Double) -> Double {
    #if canImport(Darwin)
      Darwin.sin(x)
    #elseif canImport(Glibc)
      Glibc.sin(x)
    #elseif canImport(Musl)
      Musl.sin(x)
    #endif
  }

  static func cos(_ x: Double) -> Double {
    #if canImport(Darwin)
      Darwin.cos(x)
    #elseif canImport(Glibc)
      Glibc.cos(x)
    #elseif canImport(Musl)
      Musl.cos(x)
    #endif
  }

  static func pow(_ base: Double, _ exponent: Double) -> Double {
    #if canImport(Darwin)
      Darwin.pow(base, exponent)
    #elseif canImport(Glibc)
      Glibc.pow(base, exponent)
    #elseif canImport(Musl)
      Musl.pow(base, exponent)
    #endif
  }
}

extension BinaryFloatingPoint {
  /// The number limited to 0...1; 0 where it is not a number.
  @inline(__always)
  var saturated: Self { self > 0 ? (self < 1 ? self : 1) : 0 }
}

extension Float {

  /// The nearest whole number, for numbers whose size is below 2²²; larger ones stay.
  ///
  /// Adding and taking away 1.5 · 2²³ rounds in two additions, where the processor's instruction
  /// for it is not in every machine and `rounded()` is a call.
  @inline(__always)
  var nearestInteger: Float {
    magnitude < 0x1p22 ? (self + 0x1.8p23) - 0x1.8p23 : self
  }

  /// The nearest whole number, for numbers in -1...2²²; for others an index that no picture has.
  ///
  /// Reads the low bits of the number plus 2²³, which no conversion with its checks can match.
  @inline(__always)
  var nearestIndex: Int {
    // One is added and taken away again so that -1 lies in the range, too.
    Int((self + 0x1.000002p23).bitPattern & 0x7F_FFFF) &- 1
  }

  /// The cubic step 3u² - 2u³ of the saturated number.
  @inline(__always)
  var smoothstep: Float {
    let u = saturated
    return u * u * (3 - 2 * u)
  }
}
