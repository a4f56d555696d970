extension Checker {
  mutating func call(
    _ name: String, _ arguments: [Expression], at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    var values: [TypedExpression] = []
    for argument in arguments { try values.append(check(argument)) }
    for value in values where value.type == .void {
      throw SourceError(value.position, "this has no value")
    }
    if let type = Type.named[name] { return try construct(type, values, at: position) }
    switch scope.find(name) {
    case .structure(let structure)?: return try construct(structure, values, at: position)
    case .variable?: throw SourceError(position, "\(name) is a variable, not a function")
    case .functions?:
      if let call = try callUser(name, values, at: position) { return call }
    case nil: break
    }
    if let sample = try sample(name, values, at: position) { return sample }
    return try callBuiltin(name, values, at: position)
  }

  // MARK: Functions

  /// How many arguments must be converted; nil if they do not fit.
  private func conversions(_ values: [TypedExpression], _ types: [Type]) -> Int? {
    guard values.count == types.count else { return nil }
    var count = 0
    for (value, type) in zip(values, types) where value.type != type {
      guard converted(value, to: type) != nil else { return nil }
      count += 1
    }
    return count
  }

  /// A call of a function of the shader; nil if none fits but one of the language may.
  private mutating func callUser(
    _ name: String, _ values: [TypedExpression], at position: SourcePosition
  ) throws(SourceError) -> TypedExpression? {
    var best: (function: Handle<TypedFunction>, conversions: Int)?
    var isAmbiguous = false
    for number in overloads[name] ?? [] {
      let types = program.functions[number].parameters.map(\.type)
      guard let count = conversions(values, types) else { continue }
      if count == best?.conversions { isAmbiguous = true }
      if count < best?.conversions ?? .max {
        best = (number, count)
        isAmbiguous = false
      }
    }
    guard let best else {
      if Builtin.named[name] != nil || Self.samplers.contains(name) { return nil }
      throw refusal(name, values, at: position)
    }
    // An exact function of the language comes before a converted one of the shader.
    if best.conversions > 0, Builtin.named[name] != nil,
      let call = try? callBuiltin(name, values, at: position),
      case .builtin(_, let converted) = call.kind, converted.map(\.type) == values.map(\.type)
    {
      return call
    }
    if isAmbiguous {
      throw SourceError(position, "this call of \(name) is ambiguous: \(types(values))")
    }
    let function = program.functions[best.function]
    var converted: [TypedExpression] = []
    for (value, parameter) in zip(values, function.parameters) {
      if parameter.direction == .in {
        converted.append(self.converted(value, to: parameter.type) ?? value)
      } else {
        guard value.type == parameter.type else {
          throw SourceError(
            value.position, "\(name) needs a variable of type \(parameter.type.name) here")
        }
        converted.append(try writable(value))
      }
    }
    calls[current, default: []].append((best.function, position))
    return TypedExpression(
      kind: .call(best.function, converted), type: function.returnType, position: position)
  }

  private func types(_ values: [TypedExpression]) -> String {
    "\(values.map(\.type.name).joined(separator: ", "))"
  }

  private func refusal(
    _ name: String, _ values: [TypedExpression], at position: SourcePosition
  ) -> SourceError {
    SourceError(
      position, "\(name) cannot take (\(types(values)))",
      suggestion: "it takes \(overloadTexts(name).joined(separator: " or "))")
  }

  /// The parameters of all functions of a name.
  private func overloadTexts(_ name: String) -> [String] {
    let own = (overloads[name] ?? []).map { number in
      "(\(program.functions[number].parameters.map(\.type.name).joined(separator: ", ")))"
    }
    let rows = (Builtin.named[name] ?? []).map { Builtin.all[$0].parameterText }
    if own.isEmpty, rows.isEmpty { return ["(sampler2D, vec2)"] }
    return own + rows
  }

  private func callBuiltin(
    _ name: String, _ values: [TypedExpression], at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    guard let rows = Builtin.named[name] else {
      let names =
        Array(Builtin.named.keys) + Array(overloads.keys) + Array(Type.named.keys) + Self.samplers
        + (hasLevels ? Array(Self.meanFunctions.keys) : [])
      throw SourceError(
        position, "undeclared function: \(name)",
        suggestion: Self.meanFunctions[name] == nil
          ? suggestion(for: name, at: position, among: names) : Self.asking)
    }
    var best: (row: Handle<Builtin>, types: [Type], result: Type, conversions: Int)?
    for row in rows {
      for size in Builtin.all[row].sizes {
        guard let (types, result) = Builtin.all[row].signature(size),
          let count = conversions(values, types), count < best?.conversions ?? .max
        else { continue }
        best = (row, types, result, count)
      }
    }
    guard let best else { throw refusal(name, values, at: position) }
    let converted = zip(values, best.types).map { self.converted($0, to: $1) ?? $0 }
    return TypedExpression(
      kind: .builtin(best.row, converted), type: best.result, position: position)
  }

  /// The functions that sample the source and the target, with the numbers of these pictures.
  static let pictureFunctions: [String: UInt32] = ["getFromColor": 0, "getToColor": 1]
  /// Those of shaders that ask for levels: the mean of a part of the pixel's own row, along a
  /// curve, and in a disk; with what they take, and as messages say that.
  private static let meanFunctions:
    [String: (picture: UInt32, kind: SampleKind, types: [Type], described: String)] = [
      "getFromRow": (0, .row, [.float, .float], "two floats"),
      "getToRow": (1, .row, [.float, .float], "two floats"),
      "getFromCurve": (0, .curve, [.vec(2), .vec(2), .vec(2)], "three vec2"),
      "getToCurve": (1, .curve, [.vec(2), .vec(2), .vec(2)], "three vec2"),
      "getFromDisk": (0, .disk, [.vec(2), .float], "a vec2 and a float"),
      "getToDisk": (1, .disk, [.vec(2), .float], "a vec2 and a float"),
    ]
  /// How a shader gets them.
  private static let asking = "a shader asks for levels by the comment '// Levels: yes'"
  private static let samplers = Array(pictureFunctions.keys) + ["texture2D", "texture"]

  private func sample(
    _ name: String, _ values: [TypedExpression], at position: SourcePosition
  ) throws(SourceError) -> TypedExpression? {
    func sampled(_ kind: SampleKind, _ parts: [TypedExpression]) -> TypedExpression {
      TypedExpression(kind: .sample(kind, parts), type: .vec(4), position: position)
    }
    func picture(_ number: UInt32) -> TypedExpression {
      TypedExpression(kind: .constant([number]), type: .sampler, position: position)
    }
    if hasLevels, let function = Self.meanFunctions[name] {
      let operands = zip(values, function.types).compactMap { converted($0, to: $1) }
      guard values.count == function.types.count, operands.count == values.count else {
        throw SourceError(position, "\(name) takes \(function.described)")
      }
      return sampled(function.kind, [picture(function.picture)] + operands)
    }
    guard Self.samplers.contains(name) else { return nil }
    var values = values
    if let number = Self.pictureFunctions[name] {
      values.insert(picture(number), at: 0)
      let level = hasLevels && values.count == 3 ? converted(values[2], to: .float) : nil
      guard values.count == 2 || level != nil, let point = converted(values[1], to: .vec(2)) else {
        throw SourceError(
          position, "\(name) takes \(hasLevels ? "a vec2, and perhaps a level" : "one vec2")",
          suggestion: hasLevels || values.count != 3 ? nil : Self.asking)
      }
      if let level { return sampled(.level, [values[0], point, level]) }
      values[1] = point
    }
    // A third argument chooses among sizes of the picture, of which there is one.
    guard values.count == 2 || values.count == 3, values[0].type == .sampler,
      let point = converted(values[1], to: .vec(2)),
      values.count == 2 || converted(values[2], to: .float) != nil
    else { throw refusal(name, values, at: position) }
    return sampled(.point, [values[0], point])
  }

  // MARK: Constructors

  private func construct(
    _ type: Type, _ values: [TypedExpression], at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    guard type.scalar != nil else {
      throw SourceError(position, "\(type.described) cannot be made")
    }
    guard !values.isEmpty else {
      throw SourceError(position, "\(type.name)() needs a value")
    }
    for value in values where value.type.scalar == nil {
      throw SourceError(
        value.position, "\(type.described) cannot be made of \(value.type.described)")
    }
    let made = TypedExpression(kind: .construction(values), type: type, position: position)
    let isScalar = values.count == 1 && values[0].type.width == 1
    let isMatrix = if case .matrix = values[0].type, case .matrix = type { true } else { false }
    if isScalar || values.count == 1 && isMatrix { return made }
    let needed = type.count
    var given = 0
    for value in values {
      guard given < needed else {
        throw SourceError(value.position, "\(type.name) has \(needed) components: this is too much")
      }
      given += value.type.count
    }
    guard given >= needed else {
      throw SourceError(position, "\(type.name) has \(needed) components, not \(given)")
    }
    return made
  }

  private func construct(
    _ structure: StructureType, _ values: [TypedExpression], at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    guard values.count == structure.fields.count else {
      throw SourceError(
        position, "\(structure.name) has \(structure.fields.count) fields, not \(values.count)")
    }
    var parts: [TypedExpression] = []
    for (value, field) in zip(values, structure.fields) {
      parts.append(
        try convert(value, to: field.type) {
          "\(field.name) is \(field.type.described), not \($0.described)"
        })
    }
    return TypedExpression(
      kind: .aggregate(parts), type: .structure(structure), position: position)
  }

  mutating func arrayConstructor(
    _ name: String, _ size: Expression?, _ arguments: [Expression], at position: SourcePosition
  ) throws(SourceError) -> TypedExpression {
    let element = try type(TypeSpecifier(name: name, position: position))
    let empty = Expression(kind: .int(Int32(clamping: arguments.count)), position: position)
    let type = try type(element, size ?? empty, at: position, of: nil)
    guard case .array(_, let count) = type, count == arguments.count else {
      throw SourceError(position, "\(type.name) does not have \(arguments.count) elements")
    }
    var parts: [TypedExpression] = []
    for argument in arguments {
      parts.append(
        try convert(check(argument), to: element) {
          "an element is \(element.described), not \($0.described)"
        })
    }
    return TypedExpression(kind: .aggregate(parts), type: type, position: position)
  }
}
