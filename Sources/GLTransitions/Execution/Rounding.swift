/// Whole numbers by addition, since SSE2 neither rounds vectors nor converts most of them.
///
/// From 2²³ to 2²⁴ the floats are the whole numbers. So adding 2²³ to a number rounds it, and
/// leaves the whole number in the low bits:
///
///     2.7 + 2²³ = 8,388,611 = 0x4b000003        0x4b000003 & 0x7fffff = 3
///
/// Doubles have whole numbers of 51 bits and a sign, around 1.5 · 2⁵².
enum Rounding {
  static let bias: Float = 0x1p23
  static let doubleBias = 0x1.8p52

  /// Whole numbers below 2²³, plus ``bias``.
  @inline(__always)
  static func biased(_ numbers: SIMD4<UInt32>) -> SIMD4<Float> {
    unsafe unsafeBitCast(numbers | bias.bitPattern, to: SIMD4<Float>.self)
  }

  /// The whole numbers that sums with ``doubleBias`` hold.
  @inline(__always)
  static func whole(_ biased: SIMD4<Double>) -> SIMD4<Int> {
    unsafe unsafeBitCast(biased, to: SIMD4<Int>.self) &- Int(doubleBias.bitPattern)
  }
}

/// For numbers of 0 or more, below 2²².
extension SIMD8<Float> {
  /// The nearest whole numbers.
  @inline(__always)
  var nearestWhole: Self { (self + Rounding.bias) - Rounding.bias }

  /// The whole numbers at or below these.
  @inline(__always)
  var wholeBelow: Self {
    let nearest = nearestWhole
    return nearest - Self(repeating: 0).replacing(with: 1, where: nearest .> self)
  }

  /// The nearest whole numbers as integers.
  @inline(__always)
  var wholeNumber: SIMD8<UInt32> {
    unsafe unsafeBitCast(self + Rounding.bias, to: SIMD8<UInt32>.self) & 0x7f_ffff
  }
}

extension SIMD4<Float> {
  /// The whole numbers at or below these, which are 0 or more and below 2²².
  @inline(__always)
  var wholeBelow: Self {
    let nearest = (self + Rounding.bias) - Rounding.bias
    return nearest - Self(repeating: 0).replacing(with: 1, where: nearest .> self)
  }
}
