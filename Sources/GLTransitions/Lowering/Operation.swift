/// An operation of an instruction on each number of a block.
///
/// Numbers are 32 bits: floats, two's complement integers, and truth values, which are all ones or
/// all zeros.
enum Operation: UInt8, Sendable, CaseIterable {
  // Floats.
  case add, subtract, multiply, divide, minimum, maximum, modulo, arcTangent2, power
  case negate, absolute, floor, ceiling, fraction, sign, squareRoot, inverseSquareRoot
  case sine, cosine, tangent, arcSine, arcCosine, arcTangent
  case exponential, logarithm, exponential2, logarithm2
  /// a·(1 - c) + b·c
  case mix
  /// min(max(a, b), c); of these, each gives the other operand for one that is not a number
  case clamp
  /// a·b + c, rounded twice
  case multiplyAdd
  // Comparisons of floats.
  case equal, notEqual, less, lessOrEqual
  // Integers.
  case intAdd, intSubtract, intMultiply, intDivide, intNegate
  case intEqual, intNotEqual, intLess, intLessOrEqual
  // Truth values.
  case and, or, exclusiveOr, not, andNot
  /// a where c is true, else b: the operands are c, a, b
  case select
  // Conversions.
  case intToFloat, floatToInt, boolToFloat, boolToInt
  case copy

  /// The number of operands.
  var arity: Int {
    switch self {
    case .negate, .absolute, .floor, .ceiling, .fraction, .sign, .squareRoot, .inverseSquareRoot,
      .sine, .cosine, .tangent, .arcSine, .arcCosine, .arcTangent, .exponential, .logarithm,
      .exponential2, .logarithm2, .intNegate, .not, .intToFloat, .floatToInt, .boolToFloat,
      .boolToInt, .copy:
      1
    case .mix, .clamp, .multiplyAdd, .select: 3
    default: 2
    }
  }

  /// Whether the order of the two operands does not matter.
  var isCommutative: Bool {
    switch self {
    case .add, .multiply, .equal, .notEqual, .intAdd, .intMultiply, .intEqual, .intNotEqual, .and,
      .or, .exclusiveOr:
      true
    default: false
    }
  }

  /// Its time, in additions of 0.12 ns: measured in chains of 200.
  var cost: Int {
    switch self {
    case .power: 40
    case .arcTangent, .arcTangent2: 36
    case .tangent, .arcSine, .arcCosine: 24
    case .logarithm, .logarithm2: 18
    case .sine, .cosine, .exponential, .exponential2, .intDivide: 16
    case .inverseSquareRoot, .floatToInt: 8
    case .ceiling: 6
    case .modulo: 4
    case .fraction, .clamp: 3
    case .minimum, .maximum, .divide, .floor, .squareRoot, .mix: 2
    default: 1
    }
  }

  /// Whether numbers of 2²⁶ and more cost ``hugeArgumentCost``.
  var isPeriodic: Bool { [.sine, .cosine, .tangent].contains(self) }
  /// The time of a sine of such a number; likewise.
  static let hugeArgumentCost = 200
}
