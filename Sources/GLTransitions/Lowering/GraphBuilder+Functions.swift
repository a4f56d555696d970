extension GraphBuilder {
  /// An operation for each component; a single component goes with all of the others.
  mutating func each(_ operation: Operation, _ operands: [[Value]]) -> [Value] {
    let count = operands.map(\.count).max() ?? 0
    return (0..<count).map { index in
      let parts = operands.map { $0.count == 1 ? $0[0] : $0[index] }
      return apply(
        operation, parts[0], parts.count > 1 ? parts[1] : .none,
        parts.count > 2 ? parts[2] : .none)
    }
  }

  /// A power; products for the exponents that compilers make products of, for negative bases, too.
  mutating func power(_ base: Value, _ exponent: Value) -> Value {
    switch literal(exponent) {
    case 0: return constant(Float(1))
    case 1: return base
    case 2: return apply(.multiply, base, base)
    case 4:
      let square = apply(.multiply, base, base)
      return apply(.multiply, square, square)
    default: return apply(.power, base, exponent)
    }
  }

  mutating func reduce(_ operation: Operation, _ values: [Value]) -> Value {
    values.dropFirst().reduce(values.first ?? .none) { apply(operation, $0, $1) }
  }

  mutating func dot(_ a: [Value], _ b: [Value]) -> Value {
    reduce(.add, each(.multiply, [a, b]))
  }

  mutating func length(_ vector: [Value]) -> Value {
    vector.count == 1
      ? apply(.absolute, vector[0]) : apply(.squareRoot, dot(vector, vector))
  }

  /// A scalar as one of another kind.
  mutating func convert(_ value: Value, _ from: Scalar, _ to: Scalar) -> Value {
    switch (from, to) {
    case (.int, .float): apply(.intToFloat, value)
    case (.bool, .float): apply(.boolToFloat, value)
    case (.float, .int): apply(.floatToInt, value)
    case (.bool, .int): apply(.boolToInt, value)
    case (.float, .bool): apply(.notEqual, value, constant(Float(0)))
    case (.int, .bool): apply(.intNotEqual, value, constant(Int32(0)))
    default: value
    }
  }
}
