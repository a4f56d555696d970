/// Carries out the directives of a shader and expands its macros.
struct Preprocessor {
  /// The most tokens of a shader after expansion.
  static let tokenLimit = 1_000_000
  static let nestingLimit = 64
  private static let parameterLimit = 64

  struct Macro: Equatable {
    /// Nil for a macro without parentheses.
    var parameters: [String]?
    var body: [Token]
  }

  private let source: SourceText
  private var macros: [String: Macro] = [:]
  private var output: [Token] = []
  private var made = 0
  private var depth = 0

  /// The tokens that are left, the last of them the end.
  static func run(_ tokens: [Token], of source: SourceText) throws(SourceError) -> [Token] {
    var preprocessor = Preprocessor(source: source)
    try preprocessor.run(tokens)
    return preprocessor.output
  }

  private init(source: SourceText) {
    self.source = source
    let one = Token(kind: .number, text: "120", position: SourcePosition())
    macros["__VERSION__"] = Macro(parameters: nil, body: [one])
  }

  /// An `#if` that is open.
  private struct Condition {
    var position: SourcePosition
    var isActive: Bool
    /// Whether one of its branches has been active, or none may be.
    var isDone: Bool
    var sawElse = false
  }

  private mutating func run(_ tokens: [Token]) throws(SourceError) {
    var conditions: [Condition] = []
    var index = 0
    var pending: [Token] = []
    while index < tokens.count {
      let token = tokens[index]
      guard token.text == "#", token.startsLine else {
        if conditions.last?.isActive ?? true {
          pending.append(token)
        } else if token.kind == .end {
          pending.append(token)
        }
        index += 1
        continue
      }
      var end = index + 1
      while end < tokens.count, !tokens[end].startsLine { end += 1 }
      let line = Array(tokens[index + 1..<end])
      index = end
      guard let name = line.first else { continue }
      let isActive = conditions.last?.isActive ?? true
      // A macro call may go on after a directive only if that changes no macro.
      if ["define", "undef"].contains(name.text), isActive {
        try flush(&pending)
      }
      try carryOut(name, Array(line.dropFirst()), isActive, &conditions, &pending)
    }
    if let open = conditions.last {
      throw SourceError(open.position, "this #if has no #endif")
    }
    try flush(&pending)
  }

  private mutating func flush(_ pending: inout [Token]) throws(SourceError) {
    let words = try expand(pending, active: [])
    if let word = words.first(where: { $0.kind == .unknown }) {
      throw SourceError(word.position, "unexpected character: \(word.text)")
    }
    output += words
    pending = []
  }

  private mutating func carryOut(
    _ name: Token, _ rest: [Token], _ isActive: Bool, _ conditions: inout [Condition],
    _ pending: inout [Token]
  ) throws(SourceError) {
    switch name.text {
    case "if", "ifdef", "ifndef":
      if conditions.count >= Self.nestingLimit {
        throw SourceError(name.position, "#if is nested more than \(Self.nestingLimit) deep")
      }
      var holds = false
      if isActive {
        try flush(&pending)
        holds =
          name.text == "if" ? try value(of: rest, at: name) : try isDefined(rest, name)
        if name.text == "ifndef" { holds.toggle() }
      }
      conditions.append(
        Condition(position: name.position, isActive: holds, isDone: holds || !isActive))
    case "elif", "else":
      guard var condition = conditions.popLast(), !condition.sawElse else {
        throw SourceError(name.position, "#\(name.text) without #if")
      }
      if condition.isDone {
        condition.isActive = false
      } else {
        condition.isActive = name.text == "else" ? true : try value(of: rest, at: name)
        condition.isDone = condition.isActive
      }
      condition.sawElse = name.text == "else"
      conditions.append(condition)
    case "endif":
      guard conditions.popLast() != nil else {
        throw SourceError(name.position, "#endif without #if")
      }
    case _ where !isActive: break
    case "define": try define(rest, name)
    case "undef":
      guard let macro = rest.first, macro.kind == .identifier else {
        throw SourceError(name.position, "#undef: expected a name")
      }
      macros[macro.text] = nil
    case "version", "extension", "pragma", "line": break
    case "error":
      let text = rest.map(\.text).joined(separator: " ")
      throw SourceError(name.position, "#error \(text)")
    case "include":
      throw SourceError(name.position, "#include: a shader is one file, without others")
    default:
      throw SourceError(name.position, "unknown directive: #\(name.text)")
    }
  }

  private mutating func define(_ rest: [Token], _ directive: Token) throws(SourceError) {
    guard let name = rest.first, name.kind == .identifier, name.text != "defined" else {
      throw SourceError(directive.position, "#define: expected a name")
    }
    var body = Array(rest.dropFirst())
    var parameters: [String]?
    if let open = body.first, open.text == "(", !open.followsSpace {
      var names: [String] = []
      var index = 1
      while index < body.count, body[index].text != ")" {
        guard body[index].kind == .identifier, !names.contains(body[index].text) else {
          throw SourceError(body[index].position, "#define: expected a parameter's name")
        }
        guard names.count < Self.parameterLimit else {
          throw SourceError(
            body[index].position,
            "macro \(name.text) has more than \(Self.parameterLimit) parameters")
        }
        names.append(body[index].text)
        index += 1
        if index < body.count, body[index].text == "," { index += 1 }
      }
      guard index < body.count else {
        throw SourceError(open.position, "#define: the parameters never end")
      }
      body.removeFirst(index + 1)
      parameters = names
    }
    macros[name.text] = Macro(parameters: parameters, body: body)
  }

  private func isDefined(_ rest: [Token], _ directive: Token) throws(SourceError) -> Bool {
    guard let name = rest.first, name.kind == .identifier else {
      throw SourceError(directive.position, "#\(directive.text): expected a name")
    }
    return macros[name.text] != nil
  }

  /// Whether the expression of an `#if` is not 0.
  private mutating func value(of tokens: [Token], at directive: Token) throws(SourceError) -> Bool {
    var replaced: [Token] = []
    var index = 0
    while index < tokens.count {
      var token = tokens[index]
      index += 1
      guard token.text == "defined" else {
        replaced.append(token)
        continue
      }
      let isEnclosed = index < tokens.count && tokens[index].text == "("
      if isEnclosed { index += 1 }
      guard index < tokens.count, tokens[index].kind == .identifier else {
        throw SourceError(token.position, "defined: expected a name")
      }
      token.kind = .number
      token.text = macros[tokens[index].text] == nil ? "0" : "1"
      replaced.append(token)
      index += 1
      if isEnclosed {
        guard index < tokens.count, tokens[index].text == ")" else {
          throw SourceError(token.position, "defined: expected a closing parenthesis")
        }
        index += 1
      }
    }
    var expression = ConditionParser(
      tokens: try expand(replaced, active: []), position: directive.position)
    return try expression.parse() != 0
  }

  // MARK: Expansion

  private mutating func expand(
    _ tokens: [Token], active: Set<String>
  ) throws(SourceError) -> [Token] {
    // The words still to come, the next one last, and the macros that each came from.
    var input: [(token: Token, active: Set<String>)] = tokens.reversed().map { ($0, active) }
    var result: [Token] = []
    while let (token, active) = input.popLast() {
      guard token.kind == .identifier, !active.contains(token.text) else {
        try emit(token, &result)
        continue
      }
      if token.text == "__LINE__" {
        let line = String(source.line(of: token.position))
        try emit(Token(kind: .number, text: line, position: token.position), &result)
        continue
      }
      guard let macro = macros[token.text] else {
        try emit(token, &result)
        continue
      }
      var body = macro.body
      if let parameters = macro.parameters {
        guard let open = input.last, open.token.text == "(" else {
          try emit(token, &result)
          continue
        }
        let arguments = try arguments(of: token, from: &input, count: parameters.count)
        body = try substitute(arguments, for: parameters, in: macro.body, active)
      }
      made += body.count
      guard made <= Self.tokenLimit else {
        throw SourceError(token.position, "macros expand to more than a million words")
      }
      guard active.count < Self.nestingLimit else { throw tooDeep(token.position) }
      let inner = active.union([token.text])
      for var part in body.reversed() {
        part.position = token.position
        part.startsLine = false
        input.append((part, inner))
      }
    }
    return result
  }

  private func tooDeep(_ position: SourcePosition) -> SourceError {
    SourceError(position, "macros are nested more than \(Self.nestingLimit) deep")
  }

  private mutating func emit(_ token: Token, _ result: inout [Token]) throws(SourceError) {
    made += 1
    guard made <= Self.tokenLimit else {
      throw SourceError(token.position, "more than a million words")
    }
    result.append(token)
  }

  private func arguments(
    of macro: Token, from input: inout [(token: Token, active: Set<String>)], count: Int
  ) throws(SourceError) -> [[Token]] {
    input.removeLast()
    var arguments: [[Token]] = [[]]
    var nesting = 0
    while let (token, _) = input.popLast(), token.kind != .end {
      switch token.text {
      case ")" where nesting == 0:
        if count == 0, arguments == [[]] { arguments = [] }
        guard arguments.count == count else {
          throw SourceError(
            macro.position,
            "macro \(macro.text) takes \(count) arguments, not \(arguments.count)")
        }
        return arguments
      case "," where nesting == 0:
        arguments.append([])
        continue
      case "(": nesting += 1
      case ")": nesting -= 1
      default: break
      }
      arguments[arguments.count - 1].append(token)
    }
    throw SourceError(macro.position, "the arguments of macro \(macro.text) never end")
  }

  private mutating func substitute(
    _ arguments: [[Token]], for parameters: [String], in body: [Token], _ active: Set<String>
  ) throws(SourceError) -> [Token] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.nestingLimit else {
      throw tooDeep(body.first?.position ?? SourcePosition())
    }
    var expanded: [[Token]?] = arguments.map { _ in nil }
    var result: [Token] = []
    for token in body {
      guard token.kind == .identifier, let index = parameters.firstIndex(of: token.text) else {
        result.append(token)
        continue
      }
      let argument: [Token]
      if let known = expanded[index] {
        argument = known
      } else {
        argument = try expand(arguments[index], active: active)
        expanded[index] = argument
      }
      result += argument
      guard result.count <= Self.tokenLimit else {
        throw SourceError(token.position, "macros expand to more than a million words")
      }
    }
    return result
  }
}
