extension Lowering {
  /// The values of an expression's components. Cases that need room on the stack are functions of
  /// their own, since expressions nest.
  mutating func lower(_ expression: TypedExpression) throws(SourceError) -> [Value] {
    try enter(max(1, expression.type.count))
    defer { leave() }
    switch expression.kind {
    case .constant(let bits): return bits.map { builder.constant(bits: $0) }
    case .variable(let number): return range(number).map { slots[$0] }
    case .components(let base, let components):
      let values = try lower(base)
      return components.map { values[$0] }
    case .index(let base, let index):
      if base.isLvalue { return read(try lvalue(expression)) }
      return try element(of: base, index, width: expression.type.count)
    case .negation(let operand):
      let operation = operand.type.scalar == .int ? Operation.intNegate : .negate
      return builder.each(operation, [try lower(operand)])
    case .not(let operand): return builder.each(.not, [try lower(operand)])
    case .arithmetic(let kind, let left, let right):
      let (a, b) = (try lower(left), try lower(right))
      return arithmetic(kind, a, left.type, b, right.type)
    case .comparison(let kind, let left, let right):
      let (a, b) = (try lower(left)[0], try lower(right)[0])
      return [comparison(kind, a, b, isInt: left.type == .int)]
    case .equality(let left, let right, let isNegated):
      let (a, b) = (try lower(left), try lower(right))
      let equal = equality(a, b, left.type)
      return [isNegated ? builder.apply(.not, equal) : equal]
    case .and(let left, let right):
      return [try choose(left, yes: right, no: nil)]
    case .or(let left, let right):
      return [try choose(left, yes: nil, no: right)]
    case .exclusiveOr(let left, let right):
      let (a, b) = (try lower(left)[0], try lower(right)[0])
      return [builder.apply(.exclusiveOr, a, b)]
    case .conditional(let condition, let yes, let no):
      return try conditional(condition, yes, no)
    case .assignment(let target, let value):
      let values = try lower(value)
      write(try lvalue(target), values)
      return values
    case .update(let kind, let target, let value):
      let operand = try lower(value)
      let lvalue = try lvalue(target)
      let values = arithmetic(kind, read(lvalue), target.type, operand, value.type)
      write(lvalue, values)
      return values
    case .increment(let target, let isDecrement, let isPrefix):
      let (old, new) = try increment(target, isDecrement: isDecrement)
      return isPrefix ? new : old
    case .comma(let left, let right):
      _ = try lower(left)
      return try lower(right)
    case .call(let function, let arguments): return try call(function, arguments)
    case .builtin(let builtin, let arguments):
      var values: [[Value]] = []
      for argument in arguments { try values.append(lower(argument)) }
      return Builtin.all[builtin].make(&builder, values)
    case .sample(let kind, let parts): return try sample(kind, parts)
    case .construction(let parts): return try construct(parts, expression.type)
    case .aggregate(let parts): return try lower(parts[...])
    }
  }

  private mutating func element(
    of base: TypedExpression, _ index: TypedExpression, width: Int
  ) throws(SourceError) -> [Value] {
    let values = try lower(base)
    let chosen = try lower(index)[0]
    return (0..<width).map { offset in
      let list = stride(from: offset, to: values.count, by: width).map { values[$0] }
      return builder.pick(chosen, list)
    }
  }

  private mutating func comparison(
    _ kind: Comparison, _ a: Value, _ b: Value, isInt: Bool
  ) -> Value {
    let less = isInt ? Operation.intLess : .less
    let lessOrEqual = isInt ? Operation.intLessOrEqual : .lessOrEqual
    return switch kind {
    case .less: builder.apply(less, a, b)
    case .lessOrEqual: builder.apply(lessOrEqual, a, b)
    case .greater: builder.apply(less, b, a)
    case .greaterOrEqual: builder.apply(lessOrEqual, b, a)
    }
  }

  /// Changes a variable by one and returns its values before and after.
  private mutating func increment(
    _ target: TypedExpression, isDecrement: Bool
  ) throws(SourceError) -> (old: [Value], new: [Value]) {
    let lvalue = try lvalue(target)
    let old = read(lvalue)
    let isInt = target.type.scalar == .int
    let one = isInt ? builder.constant(Int32(1)) : builder.constant(Float(1))
    let kind = isDecrement ? Arithmetic.subtract : .add
    let new = builder.each(kind.operation(isInt: isInt), [old, [one]])
    write(lvalue, new)
    return (old, new)
  }

  /// The values of expressions, one after the other.
  private mutating func lower(
    _ parts: ArraySlice<TypedExpression>
  ) throws(SourceError) -> [Value] {
    var values: [Value] = []
    for part in parts { try values += lower(part) }
    return values
  }

  private mutating func sample(
    _ kind: SampleKind, _ parts: [TypedExpression]
  ) throws(SourceError) -> [Value] {
    let chosen = try lower(parts[0])[0]
    let number = Int(builder.bits(chosen) ?? 0)
    var values = try lower(parts.dropFirst())
    if kind == .row { values.append(builder.input(.y)) }
    let isOpaque = number < bindings.isOpaque.count && bindings.isOpaque[number]
    return builder.sample(number, kind, values, isOpaque: isOpaque)
  }

  // MARK: Choices

  /// `a && b` and `a || b`, whose second operand is computed only where it is needed.
  private mutating func choose(
    _ condition: TypedExpression, yes: TypedExpression?, no: TypedExpression?
  ) throws(SourceError) -> Value {
    let value = try lower(condition)[0]
    guard let other = yes ?? no else { return value }
    if other.isTrivial {
      let second = try lower(other)[0]
      return builder.apply(yes == nil ? .or : .and, value, second)
    }
    let slot = newSlot(value)
    try branch(
      value,
      { lowering throws(SourceError) in
        if let yes {
          let value = try lowering.lower(yes)[0]
          lowering.set(slot, value)
        }
      },
      { lowering throws(SourceError) in
        if let no {
          let value = try lowering.lower(no)[0]
          lowering.set(slot, value)
        }
      })
    return slots[slot]
  }

  private mutating func conditional(
    _ condition: TypedExpression, _ yes: TypedExpression, _ no: TypedExpression
  ) throws(SourceError) -> [Value] {
    let value = try lower(condition)[0]
    if yes.isTrivial, no.isTrivial {
      if let truth = builder.truth(value) { return try lower(truth ? yes : no) }
      let (a, b) = (try lower(yes), try lower(no))
      return zip(a, b).map { builder.apply(.select, value, $0, $1) }
    }
    let zero = builder.constant(bits: 0)
    let first = slots.count
    for _ in 0..<yes.type.count { _ = newSlot(zero) }
    let result = first..<slots.count
    func side(_ expression: TypedExpression, _ lowering: inout Lowering) throws(SourceError) {
      for (slot, value) in zip(result, try lowering.lower(expression)) { lowering.set(slot, value) }
    }
    try branch(
      value, { lowering throws(SourceError) in try side(yes, &lowering) },
      { lowering throws(SourceError) in try side(no, &lowering) })
    return result.map { slots[$0] }
  }

  private mutating func equality(_ a: [Value], _ b: [Value], _ type: Type) -> Value {
    var result = builder.constant(true)
    for (index, scalar) in type.scalars.enumerated() {
      let equal =
        switch scalar {
        case .float: builder.apply(.equal, a[index], b[index])
        case .int: builder.apply(.intEqual, a[index], b[index])
        case .bool: builder.apply(.not, builder.apply(.exclusiveOr, a[index], b[index]))
        }
      result = builder.apply(.and, result, equal)
    }
    return result
  }

  // MARK: Arithmetic

  private mutating func arithmetic(
    _ kind: Arithmetic, _ a: [Value], _ first: Type, _ b: [Value], _ second: Type
  ) -> [Value] {
    if kind == .multiply {
      switch (first, second) {
      case (.matrix(let size), .vector), (.matrix(let size), .matrix):
        // Each column of the result is the left matrix times a column of the right one.
        return stride(from: 0, to: b.count, by: size).flatMap { column in
          (0..<size).map { row in
            builder.dot(
              (0..<size).map { a[$0 * size + row] }, Array(b[column..<column + size]))
          }
        }
      case (.vector, .matrix(let size)):
        return (0..<size).map { column in
          builder.dot(a, Array(b[column * size..<(column + 1) * size]))
        }
      default: break
      }
    }
    return builder.each(kind.operation(isInt: first.scalar == .int), [a, b])
  }

  // MARK: Construction

  private mutating func construct(
    _ parts: [TypedExpression], _ type: Type
  ) throws(SourceError) -> [Value] {
    let target = type.scalar ?? .float
    var values: [Value] = []
    for part in parts {
      let scalar = part.type.scalar ?? .float
      for value in try lower(part) { values.append(builder.convert(value, scalar, target)) }
    }
    guard parts.count == 1 else { return Array(values.prefix(type.count)) }
    switch (type, parts[0].type) {
    case (.matrix(let size), .scalar):
      let zero = builder.constant(Float(0))
      return (0..<size * size).map { $0 % (size + 1) == 0 ? values[0] : zero }
    case (.matrix(let size), .matrix(let given)):
      return (0..<size * size).map { index in
        let (column, row) = (index / size, index % size)
        if column < given, row < given { return values[column * given + row] }
        return builder.constant(Float(column == row ? 1 : 0))
      }
    case (_, .scalar): return Array(repeating: values[0], count: type.count)
    default: return Array(values.prefix(type.count))
    }
  }

  // MARK: Calls

  private mutating func call(
    _ function: Handle<TypedFunction>, _ arguments: [TypedExpression]
  ) throws(SourceError) -> [Value] {
    let parameters = program.functions[function].parameters
    var values: [[Value]] = []
    var lvalues: [Lvalue?] = []
    for (argument, parameter) in zip(arguments, parameters) {
      if parameter.direction == .in {
        lvalues.append(nil)
        try values.append(lower(argument))
      } else {
        let lvalue = try lvalue(argument)
        lvalues.append(lvalue)
        let zero = builder.constant(bits: 0)
        values.append(
          parameter.direction == .inOut
            ? read(lvalue) : Array(repeating: zero, count: parameter.type.count))
      }
    }
    let result = try call(function, values)
    for (lvalue, parameter) in zip(lvalues, parameters) {
      if let lvalue { write(lvalue, range(parameter.variable).map { slots[$0] }) }
    }
    return result
  }
}
