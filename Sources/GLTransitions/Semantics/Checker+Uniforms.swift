extension Checker {
  mutating func addUniforms(_ declaration: Declaration) throws(SourceError) {
    let base = try type(declaration.type)
    let comment = comment(after: declaration)
    for (index, declarator) in declaration.declarators.enumerated() {
      let type = try type(base, declarator.arraySize, at: declarator.position, of: nil)
      let start = Int(declarator.position.offset)
      let inside = comments.first { $0.start > start && $0.end <= declarator.end }
      let isLast = index == declaration.declarators.count - 1
      let own = inside.flatMap { UniformComment($0, for: type) }
      let said =
        own
        ?? (isLast || inside == nil ? comment.flatMap { UniformComment($0, for: type) } : nil)
      let text = said?.initial
      let size = Variable.Given.resolution
      if declarator.name == size.rawValue, type == size.type, text == nil,
        declarator.initializer == nil
      {
        add(size)
        continue
      }
      if try isGiven(declarator, type) { continue }
      guard program.uniforms.count < Self.uniformLimit else {
        throw SourceError(declarator.position, "more than \(Self.uniformLimit) uniforms")
      }
      let kind = try Self.kind(of: type, at: declarator.position)
      var variable = Variable(name: declarator.name, type: type, position: declarator.position)
      if kind == .picture {
        variable.storage = .picture(pictures)
        pictures += 1
      } else {
        variable.storage = .uniform(Handle(program.uniforms.count))
      }
      _ = try declare(variable)
      let meaning = said?.meaning ?? .any
      let initial = try defaultValue(of: declarator, type, kind, said)
      let clamped = initial.map(meaning.clamped)
      if clamped != initial {
        program.remarks.append(
          SourceError(
            declarator.position,
            "the default of \(declarator.name) is outside its range, and brought into it"))
      }
      program.uniforms.append(
        Uniform(
          name: declarator.name, type: type.name, kind: kind,
          defaultValue: clamped,
          meaning: meaning, sentence: said?.sentence,
          line: source.line(of: declarator.position)))
    }
  }

  /// Whether a uniform is one of those that are given, which may be declared once more.
  private func isGiven(_ declarator: Declarator, _ type: Type) throws(SourceError) -> Bool {
    guard case .variable(let number)? = scope.find(declarator.name),
      program.variables[number].isGiven
    else { return false }
    let given = program.variables[number].type
    guard given == type else {
      throw SourceError(declarator.position, "\(declarator.name) is \(given.described)")
    }
    return true
  }

  private static func kind(
    of type: Type, at position: SourcePosition
  ) throws(SourceError) -> Uniform.Kind {
    let element = if case .array(let element, _) = type { element } else { type }
    switch element.scalar {
    case .float: return .float
    case .int: return .int
    case .bool: return .bool
    case nil:
      guard type == .sampler else {
        throw SourceError(position, "a uniform cannot be \(type.described)")
      }
      return .picture
    }
  }

  /// The default, one number a component: the initial value, or that of a comment, or else 0.
  private mutating func defaultValue(
    of declarator: Declarator, _ type: Type, _ kind: Uniform.Kind, _ said: UniformComment?
  ) throws(SourceError) -> [Double] {
    let count = kind == .picture ? 0 : type.count
    let comment = said?.initial
    var value = said?.numbers(count) ?? []
    let fits = [1, count].contains(value.count) && value.allSatisfy { Float($0).isFinite }
    if let comment, kind != .picture, declarator.initializer == nil, !fits {
      value = []
      program.remarks.append(
        SourceError(
          declarator.position,
          "the default of \(declarator.name) is 0: '\(SourceText.printable(comment))' is no "
            + type.name))
    }
    if let initializer = declarator.initializer {
      let typed = try convert(check(initializer), to: type) {
        "\(declarator.name) is \(type.described), but its value is \($0.described)"
      }
      guard let bits = constantBits(typed) else {
        throw SourceError(initializer.position, "the default of a uniform must be constant")
      }
      value = bits.map {
        kind == .float
          ? Double(Float(bitPattern: $0))
          : kind == .int ? Double(Int32(bitPattern: $0)) : $0 == 0 ? 0 : 1
      }
    }
    if value.count == 1 { value = Array(repeating: value[0], count: count) }
    if value.count != count { value = Array(repeating: 0, count: count) }
    switch kind {
    case .int: return value.map { min(max($0.rounded(.towardZero), -0x1p31), 0x1p31 - 1) }
    case .bool: return value.map { $0 == 0 ? 0 : 1 }
    case .float, .picture: return value
    }
  }

  /// The comment after a declaration: the first one in its line.
  private func comment(after declaration: Declaration) -> Comment? {
    guard let last = declaration.declarators.last else { return nil }
    let end = last.end
    guard let comment = comments.first(where: { $0.start >= end }) else { return nil }
    // Only spaces and semicolons stand between.
    let between = source.bytes[min(end, source.bytes.count)..<comment.start]
    guard between.allSatisfy({ " \t;".utf8.contains($0) }) else { return nil }
    return comment
  }
}

extension Variable {
  /// Whether its value is given, not that of a parameter.
  fileprivate var isGiven: Bool {
    switch storage {
    case .given, .picture: true
    default: false
    }
  }
}
