extension Checker {
  mutating func check(_ statements: [StatementSyntax]) throws(SourceError) -> [TypedStatement] {
    var result: [TypedStatement] = []
    for statement in statements { try result += check(statement) }
    return result
  }

  /// A statement with a scope of its own.
  private mutating func checkInner(_ statement: StatementSyntax) throws(SourceError)
    -> TypedStatement
  {
    scope.open()
    defer { scope.close() }
    let statements = try check(statement)
    return statements.count == 1
      ? statements[0] : TypedStatement(kind: .block(statements), position: statement.position)
  }

  private mutating func check(_ statement: StatementSyntax) throws(SourceError) -> [TypedStatement]
  {
    let position = statement.position
    func made(_ kind: TypedStatement.Kind) -> [TypedStatement] {
      [TypedStatement(kind: kind, position: position)]
    }
    switch statement.kind {
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
    }
  }

  private mutating func check(_ loop: StatementSyntax.Loop) throws(SourceError)
    -> TypedStatement.Loop
  {
    scope.open()
    defer { scope.close() }
    var typed = TypedStatement.Loop(
      start: try check(loop.start),
      body: TypedStatement(kind: .break, position: loop.body.position),
      isDoWhile: loop.isDoWhile)
    loops += 1
    defer { loops -= 1 }
    // In the order of the text, whose first error is reported.
    if loop.isDoWhile { typed.body = try checkInner(loop.body) }
    if let condition = loop.condition { typed.condition = try self.condition(condition) }
    if let step = loop.step { typed.step = try check(step) }
    if !loop.isDoWhile { typed.body = try checkInner(loop.body) }
    return typed
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
