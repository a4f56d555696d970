extension Parser {
  /// The statements between two braces.
  mutating func block() throws(SourceError) -> [StatementSyntax] {
    let open = try expect("{")
    try enter()
    var statements: [StatementSyntax] = []
    while !isNext("}") {
      guard peek().kind != .end else {
        throw SourceError(open.position, "this { is never closed")
      }
      try statements.append(statement())
    }
    nesting -= 1
    try expect("}")
    return statements
  }

  mutating func statement() throws(SourceError) -> StatementSyntax {
    let token = peek()
    func made(_ kind: StatementSyntax.Kind) -> StatementSyntax {
      StatementSyntax(kind: kind, position: token.position)
    }
    switch token.text {
    case ";" where token.kind == .symbol:
      index += 1
      return made(.block([]))
    case "{" where token.kind == .symbol: return made(.block(try block()))
    case "if": return made(try conditionalStatement())
    case "for", "while", "do": return made(.loop(try loop()))
    case "break", "continue":
      index += 1
      try expect(";")
      return made(token.text == "break" ? .break : .continue)
    case "discard":
      index += 1
      try expect(";")
      return made(.expression(Expression(kind: .discard, position: token.position)))
    case "return":
      index += 1
      if accept(";") { return made(.return(nil)) }
      let value = try expression()
      try expect(";")
      return made(.return(value))
    case "precision":
      try precision()
      return made(.block([]))
    case "switch":
      throw SourceError(token.position, "switch is not part of GLSL ES 1.00: use if and else")
    default: break
    }
    if isDeclaration { return made(.declaration(try declaration())) }
    let value = try expression()
    try expect(";")
    return made(.expression(value))
  }

  /// A statement inside another one.
  private mutating func inner() throws(SourceError) -> StatementSyntax {
    try enter()
    defer { nesting -= 1 }
    return try statement()
  }

  private mutating func conditionalStatement() throws(SourceError) -> StatementSyntax.Kind {
    var branches: [StatementSyntax.Branch] = []
    while true {
      try expect("if")
      try expect("(")
      let condition = try expression()
      try expect(")")
      branches.append(StatementSyntax.Branch(condition: condition, body: try inner()))
      guard accept("else") else { return .conditional(branches, nil) }
      if !isNext("if") { return .conditional(branches, try inner()) }
    }
  }

  private mutating func loop() throws(SourceError) -> StatementSyntax.Loop {
    let keyword = advance()
    if keyword.text == "do" {
      let body = try inner()
      guard accept("while") else {
        throw SourceError(peek().position, "expected while after the body of do")
      }
      try expect("(")
      let condition = try expression()
      try expect(")")
      try expect(";")
      return StatementSyntax.Loop(condition: condition, body: body, isDoWhile: true)
    }
    try expect("(")
    if keyword.text == "while" {
      let condition = try expression()
      try expect(")")
      return StatementSyntax.Loop(condition: condition, body: try inner())
    }
    var start: [StatementSyntax] = []
    if !accept(";") {
      let statement = try statement()
      switch statement.kind {
      case .declaration, .expression: start = [statement]
      default: throw SourceError(statement.position, "a for loop begins with a declaration")
      }
    }
    let condition = isNext(";") ? nil : try expression()
    try expect(";")
    let step = isNext(")") ? nil : try expression()
    try expect(")")
    return StatementSyntax.Loop(start: start, condition: condition, step: step, body: try inner())
  }
}
