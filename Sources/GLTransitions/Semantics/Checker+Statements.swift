extension Checker {
  mutating func check(_ statements: [Statement]) throws(SourceError) -> [TypedStatement] {
    var result: [TypedStatement] = []
    for statement in statements { try result += check(statement) }
    return result
  }

  /// A statement with a scope of its own.
  private mutating func checkInner(_ statement: Statement) throws(SourceError) -> TypedStatement {
    scope.open()
    defer { scope.close() }
    let statements = try check(statement)
    return statements.count == 1
      ? statements[0] : TypedStatement(kind: .block(statements), position: statement.position)
  }

  private mutating func check(_ statement: Statement) throws(SourceError) -> [TypedStatement] {
    let position = statement.position
    func made(_ kind: TypedStatement.Kind) -> [TypedStatement] {
      [TypedStatement(kind: kind, position: position)]
    }
    switch statement.kind {
    case .empty: return []
    case .block(let statements):
      scope.open()
      defer { scope.close() }
      return made(.block(try check(statements)))
    case .declaration(let declaration):
      return try declare(declaration).map {
        TypedStatement(kind: .declaration($0), position: position)
      }
    case .expression(let expression): return made(.expression(try check(expression)))
    case .conditional(let branches, let otherwise):
      var typed: [TypedStatement.Branch] = []
      for branch in branches {
        typed.append(
          TypedStatement.Branch(
            condition: try condition(branch.condition), body: try checkInner(branch.body)))
      }
      var last: TypedStatement?
      if let otherwise { last = try checkInner(otherwise) }
      return made(.conditional(typed, last))
    case .loop(let loop): return made(.loop(try check(loop)))
    case .break, .continue:
      let isBreak = if case .break = statement.kind { true } else { false }
      guard loops > 0 else {
        throw SourceError(position, "\(isBreak ? "break" : "continue") outside of a loop")
      }
      return made(isBreak ? .break : .continue)
    case .return(let value): return made(.return(try returned(value, at: position)))
    case .discard:
      throw SourceError(position, "discard: a transition gives every pixel a color")
    }
  }

  private mutating func check(_ loop: Statement.Loop) throws(SourceError) -> TypedStatement.Loop {
    scope.open()
    defer { scope.close() }
    var start: [TypedStatement] = []
    if let statement = loop.start { start = try check(statement) }
    loops += 1
    defer { loops -= 1 }
    if loop.isDoWhile {
      let body = try checkInner(loop.body)
      var condition: TypedExpression?
      if let expression = loop.condition { condition = try self.condition(expression) }
      return TypedStatement.Loop(
        start: start, condition: condition, step: nil, body: body, isDoWhile: true)
    }
    var condition: TypedExpression?
    if let expression = loop.condition { condition = try self.condition(expression) }
    var step: TypedExpression?
    if let expression = loop.step { step = try check(expression) }
    return TypedStatement.Loop(
      start: start, condition: condition, step: step, body: try checkInner(loop.body),
      isDoWhile: false)
  }

  func requireBool(_ value: TypedExpression) throws(SourceError) -> TypedExpression {
    guard value.type == .bool else {
      throw SourceError(value.position, "a condition must be a bool, not \(value.type.described)")
    }
    return value
  }

  private mutating func condition(_ value: Expression) throws(SourceError) -> TypedExpression {
    try requireBool(check(value))
  }

  private mutating func returned(
    _ value: Expression?, at position: SourcePosition
  ) throws(SourceError) -> TypedExpression? {
    guard let value else {
      guard returnType == .void else {
        throw SourceError(position, "return needs \(returnType.described)")
      }
      return nil
    }
    let type = returnType
    guard type != .void else {
      throw SourceError(position, "this function returns nothing")
    }
    return try convert(check(value), to: type) {
      "this function returns \(type.described), not \($0.described)"
    }
  }
}
