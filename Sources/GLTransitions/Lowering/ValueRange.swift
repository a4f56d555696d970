/// The least and the greatest number that a value can be, neither infinite nor NaN.
///
/// -0 is below +0 here, so that a range tells whether its numbers can be -0. The ends are computed
/// in the arithmetic of the machine: rounding is monotonic, so they hold for rounded results, too.
struct ValueRange: Sendable {
  let low: Float
  let high: Float

  /// The range from the least to the greatest of some numbers; nil if one of them is not finite.
  init?(_ numbers: Float...) {
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    low = numbers.min { !$1.isTotallyOrdered(belowOrEqualTo: $0) } ?? 0
    high = numbers.max { !$1.isTotallyOrdered(belowOrEqualTo: $0) } ?? 0
  }

  /// The only number of the range, if there is one.
  var constant: Float? { low.bitPattern == high.bitPattern ? low : nil }
  /// Whether all numbers are +0 or -0.
  var isZero: Bool { low == 0 && high == 0 }
  /// Whether no number is -0.
  var excludesNegativeZero: Bool { high < 0 || low > 0 || low == 0 && low.sign == .plus }
  private var excludesZero: Bool { high < 0 || low > 0 }
  private var magnitude: Float { max(abs(low), abs(high)) }

  /// The range with both zeros if it has one of them, where operations do not agree on the sign.
  private var withBothZeros: ValueRange? {
    ValueRange(low == 0 ? -0.0 : low, high == 0 ? 0.0 : high)
  }

  /// The smallest range that holds two others.
  static func hull(_ a: ValueRange?, _ b: ValueRange?) -> ValueRange? {
    guard let a, let b else { return nil }
    return ValueRange(a.low, a.high, b.low, b.high)
  }

  /// The range of an operation's results; nil if it is not known.
  static func results(
    of operation: Operation, _ a: ValueRange?, _ b: ValueRange?, _ c: ValueRange?
  ) -> ValueRange? {
    switch operation {
    case .boolToFloat: return ValueRange(0, 1)
    case .intToFloat: return ValueRange(-0x1p31, 0x1p31)
    case .select: return hull(b, c)
    case .clamp:
      // Whatever is clamped.
      guard let b, let c else { return nil }
      return ValueRange(b.low, c.low, c.high)?.withBothZeros
    default: break
    }
    guard let a else { return nil }
    if operation.arity == 1 { return results(of: operation, a) }
    guard let b else { return nil }
    switch operation {
    case .add: return ValueRange(a.low + b.low, a.high + b.high)
    case .subtract: return ValueRange(a.low - b.high, a.high - b.low)
    case .multiply:
      return ValueRange(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)
    case .divide:
      guard b.excludesZero else { return nil }
      return ValueRange(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high)?
        .withBothZeros
    case .minimum: return ValueRange(min(a.low, b.low), min(a.high, b.high))?.withBothZeros
    case .maximum: return ValueRange(max(a.low, b.low), max(a.high, b.high))?.withBothZeros
    case .modulo:
      guard b.excludesZero else { return nil }
      let limit = 2 * a.magnitude + 2 * b.magnitude
      let quotient = a.magnitude / min(abs(b.low), abs(b.high))
      return ValueRange(-limit, limit, quotient).flatMap { _ in ValueRange(-limit, limit) }
    case .arcTangent2: return ValueRange(-3.2, 3.2)
    case .mix:
      guard let c, let one = ValueRange(1) else { return nil }
      let first = results(of: .multiply, a, results(of: .subtract, one, c, nil), nil)
      return results(of: .add, first, results(of: .multiply, b, c, nil), nil)
    default: return nil
    }
  }

  private static func results(of operation: Operation, _ a: ValueRange) -> ValueRange? {
    switch operation {
    case .copy: return a
    case .negate: return ValueRange(-a.low, -a.high)
    case .absolute:
      return a.excludesZero ? ValueRange(abs(a.low), abs(a.high)) : ValueRange(0, a.magnitude)
    case .floor: return ValueRange(a.low.rounded(.down), a.high.rounded(.down))?.withBothZeros
    case .ceiling: return ValueRange(a.low.rounded(.up), a.high.rounded(.up))?.withBothZeros
    case .fraction: return ValueRange(0, 1)
    case .sign: return ValueRange(-1, 1)
    case .squareRoot:
      return a.low >= 0 ? ValueRange(a.low.squareRoot(), a.high.squareRoot()) : nil
    // A little wider than they are.
    case .sine, .cosine: return ValueRange(-1.01, 1.01)
    case .arcTangent: return ValueRange(-1.6, 1.6)
    default: return nil
    }
  }

  /// A product of a value with itself.
  var squared: ValueRange? {
    let (a, b) = (low * low, high * high)
    return excludesZero ? ValueRange(a, b) : ValueRange(0, a, b)
  }

  /// Whether all numbers are less than those of another range; nil if some are and others are not.
  static func isLess(_ a: ValueRange?, than b: ValueRange?) -> Bool? {
    guard let a, let b else { return nil }
    return a.high < b.low ? true : a.low >= b.high ? false : nil
  }
}
