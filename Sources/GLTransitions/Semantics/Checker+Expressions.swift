extension Checker {
  mutating func check(_ expression: Expression) throws(SourceError) -> TypedExpression {
    let position = expression.position
    func made(_ kind: TypedExpression.Kind, _ type: Type) -> TypedExpression {
      TypedExpression(kind: kind, type: type, position: position)
    }
    switch expression.kind {
    case .int(let value): return made(.constant([UInt32(bitPattern: value)]), .int)
    case .float(let value): return made(.constant([value.bitPattern]), .float)
    case .bool(let value): return made(.constant([value ? .max : 0]), .bool)
    case .name(let name): return try variable(name, at: position)
    case .call(let name, let arguments): return try call(name, arguments, at: position)
    case .arrayConstructor(let name, let size, let arguments):
      return try arrayConstructor(name, size, arguments, at: position)
    case .arrayLength(let array):
      let array = try check(array)
      guard case .array(_, let count) = array.type else {
        throw SourceError(position, "\(array.type.described) has no length()")
      }
      return made(.constant([UInt32(clamping: count)]), .int)
    case .index(let base, let index): return try indexed(check(base), check(index), at: position)
    case .member(let base, let name, let end): return try member(check(base), name, at: end)
    case .unary(let operation, let operand):
      return try unary(operation, check(operand), at: position)
    case .increment(let operand, let isDecrement, let isPrefix):
      let target = try writable(check(operand))
      guard target.type.scalar == .float || target.type.scalar == .int else {
        throw SourceError(position, "\(target.type.described) cannot be incremented or decremented")
      }
      return made(.increment(target, isDecrement: isDecrement, isPrefix: isPrefix), target.type)
    case .binary(let operation, let left, let right):
      return try binary(operation, check(left), check(right), at: position)
    case .assignment(let operation, let left, let right):
      return try assignment(operation, check(left), check(right), at: position)
    case .conditional(let condition, let yes, let no):
      let condition = try requireBool(check(condition))
      let (yes, no) = try unified(check(yes), check(no), at: position)
      return made(.conditional(condition, yes, no), yes.type)
    case .comma(let left, let right):
      let (left, right) = (try check(left), try check(right))
      return made(.comma(left, right), right.type)
    case .discard:
      throw SourceError(position, "discard: a transition gives every pixel a color")
    }
  }

  private func variable(
    _ name: String, at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    guard case .variable(let number)? = scope.find(name) else {
      if scope.find(name) != nil || Builtin.named[name] != nil {
        throw SourceError(position, "\(name) is not a variable")
      }
      let names = scope.names.filter {
        if case .variable? = scope.find($0) { return true }
        return false
      }
      throw SourceError(
        position, "undeclared name: \(name)",
        suggestion: suggestion(for: name, at: position, among: names))
    }
    let type = program.variables[number].type
    if let bits = constants[number] {
      return TypedExpression(kind: .constant(bits), type: type, position: position)
    }
    return TypedExpression(kind: .variable(number), type: type, position: position)
  }

  // MARK: Parts

  private mutating func indexed(
    _ base: TypedExpression, _ index: TypedExpression, at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    guard let (element, count) = base.type.element else {
      throw SourceError(position, "\(base.type.described) has no elements")
    }
    guard index.type == .int else {
      throw SourceError(index.position, "an index must be an int, not \(index.type.described)")
    }
    if let bits = constantBits(index)?.first {
      let number = Int(Int32(bitPattern: bits))
      guard (0..<count).contains(number) else {
        throw SourceError(
          index.position, "index \(number) is out of range: \(base.type.described) has \(count)")
      }
      let components = try part(
        number * element.count..<(number + 1) * element.count, at: position)
      return TypedExpression(kind: .components(base, components), type: element, position: position)
    }
    return TypedExpression(kind: .index(base, index), type: element, position: position)
  }

  private static let swizzles = ["xyzw", "rgba", "stpq"].map { Array($0) }

  private mutating func member(
    _ base: TypedExpression, _ name: String, at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    func made(_ components: [Int], _ type: Type) -> TypedExpression {
      TypedExpression(kind: .components(base, components), type: type, position: base.position)
    }
    if case .structure(let structure) = base.type {
      guard let field = structure.fields.first(where: { $0.name == name }) else {
        throw SourceError(
          position, "\(base.type.name) has no field \(name)",
          suggestion: suggestion(for: name, among: structure.fields.map(\.name)))
      }
      let range = field.offset..<field.offset + field.type.count
      return made(try part(range, at: position), field.type)
    }
    // Scalars have no components, not even x.
    guard case .vector(let scalar, let size) = base.type else {
      throw SourceError(position, "\(base.type.described) has no component \(name)")
    }
    for letters in Self.swizzles {
      let components = name.compactMap { letters.firstIndex(of: $0) }
      guard components.count == name.count, (1...4).contains(name.count) else { continue }
      guard components.allSatisfy({ $0 < size }) else { break }
      return made(components, .vector(of: scalar, components.count))
    }
    let letters = Set(name)
    if letters.isSubset(of: Self.swizzles.joined()),
      !Self.swizzles.contains(where: { letters.isSubset(of: $0) })
    {
      throw SourceError(
        position, "\(name) mixes names of components", suggestion: "use xyzw, rgba or stpq alone")
    }
    throw SourceError(position, "\(base.type.described) has no component \(name)")
  }

  // MARK: Operators

  private func unary(
    _ operation: UnaryOperator, _ operand: TypedExpression, at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    func made(_ kind: TypedExpression.Kind) -> TypedExpression {
      TypedExpression(kind: kind, type: operand.type, position: position)
    }
    let isNumber = operand.type.scalar == .float || operand.type.scalar == .int
    switch operation {
    case .not where operand.type == .bool: return made(.not(operand))
    case .minus where isNumber:
      // So that -1 is as constant as 1.
      let negative = made(.negation(operand))
      guard operand.type.width == 1, let bits = constantBits(negative) else { return negative }
      return made(.constant(bits))
    case .plus where isNumber: return operand
    default:
      throw SourceError(position, "\(operation.rawValue) cannot take \(operand.type.described)")
    }
  }

  private mutating func binary(
    _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression,
    at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    func made(_ kind: TypedExpression.Kind, _ type: Type) -> TypedExpression {
      TypedExpression(kind: kind, type: type, position: position)
    }
    let refusal = SourceError(
      position,
      "\(operation.rawValue) cannot take \(left.type.described) and \(right.type.described)")
    switch operation {
    case .add, .subtract, .multiply, .divide:
      let kind = Self.arithmetic[operation] ?? .add
      return try arithmetic(kind, left, right, at: position, refusal)
    case .less, .greater, .lessOrEqual, .greaterOrEqual:
      let (a, b) = promoted(left, right)
      guard a.type == b.type, a.type == .float || a.type == .int else { throw refusal }
      let kind = Self.comparisons[operation] ?? .less
      return made(.comparison(kind, a, b), .bool)
    case .equal, .notEqual:
      let (a, b) = promoted(left, right)
      try take(a.type.count, at: position)
      guard a.type == b.type, a.type.isComparable else { throw refusal }
      return made(.equality(a, b, isNegated: operation == .notEqual), .bool)
    case .and, .or, .exclusiveOr:
      guard left.type == .bool, right.type == .bool else { throw refusal }
      return made(
        operation == .and
          ? .and(left, right) : operation == .or ? .or(left, right) : .exclusiveOr(left, right),
        .bool)
    }
  }

  private static let arithmetic: [BinaryOperator: Arithmetic] = [
    .add: .add, .subtract: .subtract, .multiply: .multiply, .divide: .divide,
  ]
  private static let comparisons: [BinaryOperator: Comparison] = [
    .less: .less, .lessOrEqual: .lessOrEqual, .greater: .greater, .greaterOrEqual: .greaterOrEqual,
  ]

  private func arithmetic(
    _ operation: Arithmetic, _ left: TypedExpression, _ right: TypedExpression,
    at position: SourcePosition, _ refusal: SourceError
  ) throws(SourceError) -> TypedExpression {
    let (a, b) = promoted(left, right)
    guard let scalar = a.type.scalar, scalar == b.type.scalar, scalar != .bool else {
      throw refusal
    }
    let type: Type
    switch (a.type, b.type) {
    case (let x, let y) where x == y: type = x
    case (.scalar, let other), (let other, .scalar): type = other
    case (.matrix(let size), .vector(_, let width)) where operation == .multiply && size == width:
      type = b.type
    case (.vector(_, let width), .matrix(let size)) where operation == .multiply && size == width:
      type = a.type
    default: throw refusal
    }
    return TypedExpression(
      kind: .arithmetic(operation, a, b), type: type, position: position)
  }

  /// Two operands of which an int becomes a float if the other one is made of floats.
  private func promoted(
    _ a: TypedExpression, _ b: TypedExpression
  ) -> (TypedExpression, TypedExpression) {
    if a.type.scalar == .int, b.type.scalar == .float { return (promoted(a), b) }
    if a.type.scalar == .float, b.type.scalar == .int { return (a, promoted(b)) }
    return (a, b)
  }

  private func promoted(_ value: TypedExpression) -> TypedExpression {
    guard let width = value.type.width else { return value }
    return TypedExpression(
      kind: .construction([value]), type: .vec(width), position: value.position)
  }

  private func unified(
    _ a: TypedExpression, _ b: TypedExpression, at position: SourcePosition
  ) throws(SourceError) -> (TypedExpression, TypedExpression) {
    let (a, b) = promoted(a, b)
    guard a.type == b.type, a.type != .sampler else {
      throw SourceError(
        position, "?: cannot choose from \(a.type.described) and \(b.type.described)")
    }
    return (a, b)
  }

  private func assignment(
    _ operation: BinaryOperator?, _ left: TypedExpression, _ right: TypedExpression,
    at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    let target = try writable(left)
    guard let operation, let kind = Self.arithmetic[operation] else {
      let value = try convert(right, to: target.type) {
        "\($0.described) cannot be assigned to \(target.type.described)"
      }
      return TypedExpression(
        kind: .assignment(target, value), type: target.type, position: position)
    }
    let refusal = SourceError(
      position,
      "\(operation.rawValue)= cannot take \(target.type.described) and \(right.type.described)")
    let result = try arithmetic(kind, target, right, at: position, refusal)
    guard result.type == target.type, case .arithmetic(_, _, let value) = result.kind else {
      throw refusal
    }
    return TypedExpression(
      kind: .update(kind, target, value), type: target.type, position: position)
  }

  /// An expression that can be assigned to.
  func writable(_ target: TypedExpression) throws(SourceError) -> TypedExpression {
    var lvalue = target
    while true {
      switch lvalue.kind {
      case .variable(let number):
        let variable = program.variables[number]
        guard !variable.isWritable else { return target }
        let kind =
          switch variable.storage {
          case .constant: "const"
          case .given: "given"
          default: "a uniform"
          }
        throw SourceError(target.position, "\(variable.name) is \(kind) and cannot be changed")
      case .components(let base, let components):
        guard Set(components).count == components.count else {
          throw SourceError(target.position, "a component cannot be assigned twice")
        }
        lvalue = base
      case .index(let base, _): lvalue = base
      case .constant: throw SourceError(target.position, "a constant cannot be changed")
      default: throw SourceError(target.position, "this cannot be assigned to")
      }
    }
  }

  /// A value as another type, if it may become that by itself.
  func convert(
    _ value: TypedExpression, to type: Type, _ message: (Type) -> String
  ) throws(SourceError) -> TypedExpression {
    guard let converted = converted(value, to: type) else {
      throw SourceError(value.position, message(value.type))
    }
    return converted
  }

  func converted(_ value: TypedExpression, to type: Type) -> TypedExpression? {
    if value.type == type { return value }
    guard value.type.scalar == .int, type.scalar == .float, let width = value.type.width,
      width == type.width
    else { return nil }
    return promoted(value)
  }

  // MARK: Constants

  /// The bits of a constant expression of scalars; nil for all else.
  func constantBits(_ value: TypedExpression) -> [UInt32]? {
    func one(_ value: TypedExpression) -> UInt32? {
      guard value.type.width == 1 else { return nil }
      return constantBits(value)?.first
    }
    guard value.type.width == 1 else {
      if case .constant(let bits) = value.kind { return bits }
      if case .construction(let parts) = value.kind {
        // Defaults of uniforms: `vec2(0.5)`, `vec3(1, 0, 0)`.
        let bits = parts.compactMap {
          one(
            TypedExpression(
              kind: .construction([$0]), type: .scalar(value.type.scalar ?? .float),
              position: $0.position))
        }
        if value.type.width != nil, bits.count == parts.count {
          if bits.count == 1 { return Array(repeating: bits[0], count: value.type.count) }
          if bits.count == value.type.count { return bits }
        }
      }
      return nil
    }
    let isInt = value.type == .int
    switch value.kind {
    case .constant(let bits): return bits
    case .negation(let operand):
      guard let bits = one(operand) else { return nil }
      return [Execution.result(of: isInt ? .intNegate : .negate, bits, 0, 0)]
    case .arithmetic(let kind, let left, let right):
      guard let a = one(left), let b = one(right) else { return nil }
      return [Execution.result(of: kind.operation(isInt: isInt), a, b, 0)]
    case .construction(let parts):
      guard parts.count == 1, let bits = one(parts[0]), let from = parts[0].type.scalar,
        let to = value.type.scalar
      else { return nil }
      var builder = GraphBuilder()
      let value = builder.constant(bits: bits)
      let converted = builder.convert(value, from, to)
      return builder.bits(converted).map { [$0] }
    default: return nil
    }
  }
}

extension Arithmetic {
  func operation(isInt: Bool) -> Operation {
    switch self {
    case .add: isInt ? .intAdd : .add
    case .subtract: isInt ? .intSubtract : .subtract
    case .multiply: isInt ? .intMultiply : .multiply
    case .divide: isInt ? .intDivide : .divide
    }
  }
}
