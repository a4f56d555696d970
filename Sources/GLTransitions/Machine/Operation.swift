/// What one instruction does to each number of a block.
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
  /// min(max(a, b), c)
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

  /// About how long it takes, compared with an addition.
  var cost: Int {
    switch self {
    case .sine, .cosine, .tangent, .arcSine, .arcCosine, .arcTangent, .arcTangent2, .exponential,
      .logarithm, .exponential2, .logarithm2:
      12
    case .power: 24
    case .squareRoot, .inverseSquareRoot, .modulo, .intDivide, .intMultiply, .floatToInt: 4
    case .mix, .floor, .ceiling, .fraction: 2
    default: 1
    }
  }
}
