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
  /// The cubic step 3u² - 2u³ of the saturated number.
  var smoothstep: Float {
    let u = saturated
    return u * u * (3 - 2 * u)
  }
}
