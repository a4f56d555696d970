/// The perceptual quantizer, SMPTE ST 2084, in `Double`.
enum PerceptualQuantizer {
  private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 32)
  private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)

  /// The light of a value, in cd/m².
  static func light(ofValue value: Double) -> Double {
    let power = Double.power(value, 1 / m2)
    return 10_000 * Double.power(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The value of light in cd/m².
  static func value(ofLight light: Double) -> Double {
    let power = Double.power(light / 10_000, m1)
    return Double.power((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}

extension Double {
  /// A power of a number, 0 of none that is positive: by series, since those of C libraries differ
  /// in their last bits. The exponent and the power are of ordinary sizes.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    guard base > 0 else { return 0 }
    let t = (base.significand - 1) / (base.significand + 1)
    var (logarithm, term) = (0.0, 2 * t)
    for divisor in stride(from: 1.0, through: 35, by: 2) {
      logarithm += term / divisor
      term *= t * t
    }
    let ln2 = 0x1.62e42fefa39efp-1
    let x = exponent * (logarithm + Double(base.exponent) * ln2)
    let whole = min(max((x / ln2).rounded(), -1000), 1000)
    let rest = x - whole * ln2
    var (power, part) = (1.0, 1.0)
    for count in 1...20 {
      part *= rest / Double(count)
      power += part
    }
    return Double(sign: .plus, exponent: Int(whole), significand: power)
  }
}
