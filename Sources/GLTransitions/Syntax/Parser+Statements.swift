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
      let condition = try loopCondition()
      try expect(")")
      return loop(while: condition, try inner())
    }
    var start: [StatementSyntax] = []
    if !accept(";") {
      let statement = try statement()
      switch statement.kind {
      case .declaration, .expression: start = [statement]
      default: throw SourceError(statement.position, "a for loop begins with a declaration")
      }
    }
    let condition = isNext(";") ? nil : try loopCondition()
    try expect(";")
    let step = isNext(")") ? nil : try expression()
    try expect(")")
    var whole = loop(while: condition, try inner())
    (whole.start, whole.step) = (start, step)
    return whole
  }

  /// The condition of a loop: an expression, or a variable that each round declares anew.
  private typealias Condition = (value: Expression, declaration: StatementSyntax?)

  private mutating func loopCondition() throws(SourceError) -> Condition {
    guard isDeclaration else { return (try expression(), nil) }
    let position = peek().position
    var declaration = try declarationStart()
    let name = try expectName()
    try expect("=")
    let value = try assignment()
    declaration.declarators = [
      Declarator(
        name: name.text, position: name.position, initializer: value,
        end: Int(peek().position.offset))
    ]
    return (
      Expression(kind: .name(name.text), position: name.position),
      StatementSyntax(kind: .declaration(declaration), position: position)
    )
  }

  /// `while (bool b = x) y` is `while (true) { bool b = x; if (!b) break; y }`.
  private func loop(while condition: Condition?, _ body: StatementSyntax) -> StatementSyntax.Loop {
    guard let (value, declaration) = condition, let declaration else {
      return StatementSyntax.Loop(condition: condition?.value, body: body)
    }
    func made(_ kind: StatementSyntax.Kind) -> StatementSyntax {
      StatementSyntax(kind: kind, position: value.position)
    }
    let isOver = Expression(kind: .unary(.not, value), position: value.position, depth: 1)
    let end = made(
      .conditional([StatementSyntax.Branch(condition: isOver, body: made(.break))], nil))
    return StatementSyntax.Loop(body: made(.block([declaration, end, body])))
  }
}
