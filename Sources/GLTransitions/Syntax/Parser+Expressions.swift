extension Parser {
  /// An expression, with commas.
  mutating func expression() throws(SourceError) -> Expression {
    var left = try assignment()
    while isNext(",") {
      let comma = advance()
      left = try node(.comma(left, try assignment()), comma.position, left)
    }
    return left
  }

  /// A node one deeper than its parts, unless that is too deep.
  private func node(
    _ kind: Expression.Kind, _ position: SourcePosition, _ parts: Expression...
  ) throws(SourceError) -> Expression {
    let depth = 1 + (parts.map(\.depth).max() ?? 0)
    guard depth <= Self.depthLimit else {
      throw SourceError(
        position, "an expression of more than \(Self.depthLimit) operators in a row")
    }
    return Expression(kind: kind, position: position, depth: depth)
  }

  /// An expression without commas.
  mutating func assignment() throws(SourceError) -> Expression {
    let left = try conditional()
    let symbol = peek()
    guard symbol.kind == .symbol else { return left }
    try enter()
    defer { nesting -= 1 }
    switch symbol.text {
    case "=":
      index += 1
      let right = try assignment()
      return try node(.assignment(nil, left, right), symbol.position, left, right)
    case "+=", "-=", "*=", "/=":
      index += 1
      let right = try assignment()
      let operation = BinaryOperator(rawValue: String(symbol.text.dropLast()))
      return try node(.assignment(operation, left, right), symbol.position, left, right)
    case "%=", "&=", "|=", "^=", "<<=", ">>=": throw reserved(symbol)
    default: return left
    }
  }

  private func reserved(_ symbol: Token) -> SourceError {
    SourceError(
      symbol.position, "operator \(symbol.text) is not part of GLSL ES 1.00",
      suggestion: ["%", "%="].contains(symbol.text)
        ? "use mod(a, b), or a - a / b * b of ints" : nil)
  }

  mutating func conditional() throws(SourceError) -> Expression {
    let condition = try binary(0)
    guard isNext("?") else { return condition }
    let mark = advance()
    try enter()
    defer { nesting -= 1 }
    let yes = try expression()
    try expect(":")
    let no = try assignment()
    return try node(.conditional(condition, yes, no), mark.position, condition, yes, no)
  }

  /// The operators, the loosest first.
  private static let levels: [Set<String>] = [
    ["||"], ["^^"], ["&&"], ["==", "!="], ["<", ">", "<=", ">="], ["+", "-"], ["*", "/"],
  ]
  private static let reservedOperators: Set<String> = ["%", "&", "|", "^", "<<", ">>"]

  private mutating func binary(_ level: Int) throws(SourceError) -> Expression {
    guard level < Self.levels.count else { return try unary() }
    var left = try binary(level + 1)
    while peek().kind == .symbol {
      let symbol = peek()
      if Self.reservedOperators.contains(symbol.text) { throw reserved(symbol) }
      guard Self.levels[level].contains(symbol.text),
        let operation = BinaryOperator(rawValue: symbol.text)
      else { break }
      index += 1
      let right = try binary(level + 1)
      left = try node(.binary(operation, left, right), symbol.position, left, right)
    }
    return left
  }

  private mutating func unary() throws(SourceError) -> Expression {
    let symbol = peek()
    guard symbol.kind == .symbol else { return try postfix() }
    switch symbol.text {
    case "++", "--":
      index += 1
      try enter()
      defer { nesting -= 1 }
      let operand = try unary()
      return try node(
        .increment(operand, isDecrement: symbol.text == "--", isPrefix: true), symbol.position,
        operand)
    case "-", "+", "!":
      index += 1
      try enter()
      defer { nesting -= 1 }
      let operand = try unary()
      guard let operation = UnaryOperator(rawValue: symbol.text) else { return operand }
      return try node(.unary(operation, operand), symbol.position, operand)
    case "~": throw reserved(symbol)
    default: return try postfix()
    }
  }

  private mutating func postfix() throws(SourceError) -> Expression {
    var value = try primary()
    while peek().kind == .symbol {
      let symbol = peek()
      switch symbol.text {
      case "[":
        index += 1
        if accept("]") {
          guard case .name(let type) = value.kind, isNext("(") else {
            throw SourceError(symbol.position, "expected an index")
          }
          let arguments = try arguments()
          value = try node(.arrayConstructor(type, nil, arguments), value.position, value)
          continue
        }
        try enter()
        let inner = try expression()
        nesting -= 1
        try expect("]")
        if case .name(let type) = value.kind, isNext("(") {
          let arguments = try arguments()
          value = try node(.arrayConstructor(type, inner, arguments), value.position, value)
        } else {
          value = try node(.index(value, inner), symbol.position, value, inner)
        }
      case ".":
        index += 1
        let name = peek()
        guard name.kind == .identifier else {
          throw SourceError(name.position, "expected a component or a field after the point")
        }
        index += 1
        if name.text == "length", isNext("("), isNext(")", 1) {
          index += 2
          value = try node(.arrayLength(value), name.position, value)
        } else {
          value = try node(.member(value, name.text, name.position), value.position, value)
        }
      case "++", "--":
        index += 1
        value = try node(
          .increment(value, isDecrement: symbol.text == "--", isPrefix: false), symbol.position,
          value)
      default: return value
      }
    }
    return value
  }

  private mutating func primary() throws(SourceError) -> Expression {
    let token = peek()
    func made(_ kind: Expression.Kind) -> Expression {
      Expression(kind: kind, position: token.position)
    }
    switch token.kind {
    case .number:
      index += 1
      switch NumberForm(token.text) {
      case .int(let value): return made(.int(value))
      case .float(let value): return made(.float(value))
      case nil:
        let digits = token.text.prefix { $0.isNumber }
        throw SourceError(
          token.position, "not a number: \(token.text)",
          suggestion: token.text.dropFirst(digits.count).lowercased() == "u"
            ? "there are no unsigned numbers: write \(digits)" : nil)
      }
    case .identifier:
      if token.text == "true" || token.text == "false" {
        index += 1
        return made(.bool(token.text == "true"))
      }
      let isType = Self.typeNames.contains(token.text)
      guard isType || !Self.isKeyword(token.text) else { break }
      index += 1
      if isNext("(") {
        let arguments = try arguments()
        let deepest = arguments.map(\.depth).max() ?? 0
        guard deepest < Self.depthLimit else {
          throw SourceError(token.position, "an expression of too many operators in a row")
        }
        return Expression(
          kind: .call(token.text, arguments), position: token.position, depth: deepest + 1)
      }
      if isType, !isNext("[") {
        throw SourceError(token.position, "expected ( after \(token.text)")
      }
      return made(.name(token.text))
    case .symbol where token.text == "(":
      index += 1
      if Self.typeNames.contains(peek().text), isNext(")", 1) {
        throw SourceError(
          token.position, "a conversion is written \(peek().text)(…), without other parentheses")
      }
      try enter()
      defer { nesting -= 1 }
      let value = try expression()
      try expect(")")
      return value
    case .symbol where token.text == "{":
      throw SourceError(
        token.position, "a list in braces is no value",
        suggestion: "write float[2](…), vec2(…) or the like")
    default: break
    }
    throw SourceError(token.position, "expected an expression, not \(Self.description(token))")
  }

  private mutating func arguments() throws(SourceError) -> [Expression] {
    try expect("(")
    if isNext("void"), isNext(")", 1) { index += 1 }
    var arguments: [Expression] = []
    if accept(")") { return arguments }
    try enter()
    defer { nesting -= 1 }
    repeat { try arguments.append(assignment()) } while accept(",")
    try expect(")")
    return arguments
  }
}
