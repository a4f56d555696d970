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
  static func asin(_ x: Float) -> Float { asinf(x) }
  static func atan2(_ y: Float, _ x: Float) -> Float { atan2f(y, x) }
  static func exp(_ x: Float) -> Float { expf(x) }
  static func exp10(_ x: Float) -> Float { powf(10, x) }
}

extension Double {
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

extension Float {
  /// The number limited to 0...1; 0 where it is not a number.
  var saturated: Float { self > 0 ? (self < 1 ? self : 1) : 0 }

  /// The nearest whole number, for numbers whose size is below 2²²; larger ones stay.
  ///
  /// Adding and taking away 1.5 · 2²³ rounds in two additions, where the processor's instruction
  /// for it is not in every machine and `rounded()` is a call.
  @inline(__always)
  var nearestInteger: Float {
    magnitude < 0x1p22 ? (self + 0x1.8p23) - 0x1.8p23 : self
  }

  /// The cubic step 3u² - 2u³ of the saturated number.
  var smoothstep: Float {
    let u = saturated
    return u * u * (3 - 2 * u)
  }
}
