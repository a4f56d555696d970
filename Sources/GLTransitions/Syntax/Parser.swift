/// Makes a syntax tree of tokens: declarations and functions. Statements and expressions are in
/// extensions.
struct Parser {
  /// The most statements, parentheses and the like inside each other.
  static let nestingLimit = 64
  /// The most operators of one expression inside each other: a long sum has many.
  static let depthLimit = 512

  let tokens: [Token]
  var index = 0
  var nesting = 0

  static func parse(_ tokens: [Token]) throws(SourceError) -> [TopLevel] {
    try checkKind(tokens)
    var parser = Parser(tokens: tokens)
    return try parser.file()
  }

  /// Refuses shaders of other kinds by what they begin with.
  private static func checkKind(_ tokens: [Token]) throws(SourceError) {
    if tokens.contains(where: { $0.text == "transition" }) { return }
    let others = ["main": "a whole fragment shader", "mainImage": "a shader for Shadertoy"]
    for (name, next) in zip(tokens, tokens.dropFirst()) where next.text == "(" {
      guard let kind = others[name.text] else { continue }
      throw SourceError(
        name.position,
        "this is \(kind); a transition is a function vec4 transition(vec2 uv) that returns the "
          + "color at uv, from getFromColor(uv), getToColor(uv) and progress")
    }
  }

  private init(tokens: [Token]) { self.tokens = tokens }

  // MARK: Words

  private static let end = Token(kind: .end, text: "", position: SourcePosition())

  func peek(_ ahead: Int = 0) -> Token {
    index + ahead < tokens.count ? tokens[index + ahead] : tokens.last ?? Self.end
  }

  func isNext(_ text: String, _ ahead: Int = 0) -> Bool {
    let token = peek(ahead)
    return token.text == text && token.kind != .end
  }

  mutating func advance() -> Token {
    let token = peek()
    index += 1
    return token
  }

  mutating func accept(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    index += 1
    return true
  }

  @discardableResult
  mutating func expect(_ text: String) throws(SourceError) -> Token {
    guard isNext(text) else {
      // A missing semicolon is reported at the end of the word before.
      let previous = index > 0 && index <= tokens.count ? tokens[index - 1] : peek()
      let position =
        text == ";"
        ? SourcePosition(offset: previous.position.offset + Int32(previous.text.utf8.count))
        : peek().position
      throw SourceError(
        position, "expected \(text) before \(Self.description(peek()))",
        suggestion: Self.symbols[peek().text].map { "the operator is \($0)" })
    }
    return advance()
  }

  /// Operators that have a name in other languages.
  private static let symbols = ["and": "&&", "or": "||", "not": "!", "xor": "^^"]

  static func description(_ token: Token) -> String {
    token.kind == .end ? "the end of the file" : token.text
  }

  mutating func expectName() throws(SourceError) -> Token {
    let token = peek()
    guard token.kind == .identifier, !Self.isKeyword(token.text) else {
      throw SourceError(token.position, "expected a name, not \(Self.description(token))")
    }
    return advance()
  }

  /// Goes one level deeper, unless that is too deep.
  mutating func enter() throws(SourceError) {
    nesting += 1
    if nesting > Self.nestingLimit {
      throw SourceError(peek().position, "nested more than \(Self.nestingLimit) deep")
    }
  }

  // MARK: Keywords

  static let typeNames = Set(Type.named.keys)
  static let precisions: Set<String> = ["lowp", "mediump", "highp"]
  private static let otherKeywords: Set<String> = [
    "attribute", "const", "uniform", "varying", "break", "continue", "do", "for", "while", "if",
    "else", "in", "out", "inout", "true", "false", "precision", "invariant", "discard", "return",
    "struct", "switch", "case", "default", "goto",
  ]

  static func isKeyword(_ word: String) -> Bool {
    typeNames.contains(word) || precisions.contains(word) || otherKeywords.contains(word)
  }

  // MARK: Declarations

  private mutating func file() throws(SourceError) -> [TopLevel] {
    var result: [TopLevel] = []
    while peek().kind != .end {
      if accept(";") { continue }
      if isNext("precision") {
        try precision()
        continue
      }
      let start = index
      let kind = try topLevel()
      let names = tokens[start..<index].filter { $0.kind == .identifier }.map(\.text)
      result.append(
        TopLevel(kind: kind, position: tokens[start].position, names: Set(names)))
    }
    return result
  }

  /// `precision highp float;`, which says nothing here.
  mutating func precision() throws(SourceError) {
    try expect("precision")
    guard Self.precisions.contains(peek().text) else {
      throw SourceError(peek().position, "expected lowp, mediump or highp")
    }
    index += 1
    guard Self.typeNames.contains(peek().text) else {
      throw SourceError(peek().position, "expected a type, not \(Self.description(peek()))")
    }
    index += 1
    try expect(";")
  }

  /// The functions of programs that draw transitions.
  private static let hostFunctions: Set<String> = ["main", "getFromColor", "getToColor"]
  private static let hostStorage: Set<String> = [
    "varying", "attribute", "in", "out", "flat", "smooth", "centroid", "invariant",
  ]

  private mutating func topLevel() throws(SourceError) -> TopLevel.Kind {
    if accept("layout") { try skip("(", ")") }
    if Self.hostStorage.contains(peek().text) {
      let storage = advance().text
      while Self.hostStorage.contains(peek().text) { index += 1 }
      skipPrecision()
      // `invariant gl_Position;` declares nothing new.
      if isNext(";", 1) {
        let name = try expectName()
        try expect(";")
        return .hostFunction(name.text)
      }
      let type = try typeSpecifier()
      return .hostVariables(storage, Declaration(type: type, declarators: try declarators()))
    }
    if accept("uniform") {
      skipPrecision()
      let type = try typeSpecifier()
      return .uniform(Declaration(type: type, declarators: try declarators()))
    }
    if isNext("const") { return .global(try declaration()) }
    skipPrecision()
    let type = try typeSpecifier()
    if peek(1).text == "(", peek().kind == .identifier {
      guard Self.hostFunctions.contains(peek().text) else { return .function(try function(type)) }
      let name = advance().text
      try skip("(", ")")
      if !accept(";") { try skip("{", "}") }
      return .hostFunction(name)
    }
    return .global(Declaration(type: type, declarators: try declarators()))
  }

  /// Skips what is between two words of a pair.
  private mutating func skip(_ open: String, _ close: String) throws(SourceError) {
    let start = try expect(open)
    var depth = 1
    while depth > 0 {
      guard peek().kind != .end else {
        throw SourceError(start.position, "this \(open) is never closed")
      }
      let word = advance().text
      if word == open { depth += 1 }
      if word == close { depth -= 1 }
    }
  }

  mutating func skipPrecision() {
    while Self.precisions.contains(peek().text) { index += 1 }
  }

  /// Whether a declaration begins here, not an expression.
  var isDeclaration: Bool {
    let token = peek()
    guard token.kind == .identifier else { return false }
    if ["const", "struct"].contains(token.text) || Self.precisions.contains(token.text) {
      return true
    }
    if Self.typeNames.contains(token.text) {
      // `vec3(1.0);` is an expression, `vec3[2] a;` is not, `vec3[2](…)` is.
      if isNext("(", 1) { return false }
      guard isNext("[", 1) else { return true }
      return nameAfterBrackets
    }
    guard !Self.isKeyword(token.text) else { return false }
    if peek(1).kind == .identifier { return !Self.isKeyword(peek(1).text) }
    return isNext("[", 1) && nameAfterBrackets
  }

  /// Whether a name follows `T[…]`.
  private var nameAfterBrackets: Bool {
    var (ahead, open) = (1, 0)
    while index + ahead < tokens.count {
      let text = peek(ahead).text
      if text == "[" { open += 1 }
      if text == "]" {
        open -= 1
        if open == 0 { return peek(ahead + 1).kind == .identifier }
      }
      if text == ";" || text == "{" { return false }
      ahead += 1
    }
    return false
  }

  /// A declaration of variables up to its semicolon.
  mutating func declaration() throws(SourceError) -> Declaration {
    var declaration = try declarationStart()
    declaration.declarators = try declarators()
    return declaration
  }

  /// A declaration up to its first name.
  mutating func declarationStart() throws(SourceError) -> Declaration {
    skipPrecision()
    let isConstant = accept("const")
    skipPrecision()
    return Declaration(isConstant: isConstant, type: try typeSpecifier(), declarators: [])
  }

  private mutating func declarators() throws(SourceError) -> [Declarator] {
    var result: [Declarator] = []
    if accept(";") { return result }
    repeat {
      let name = try expectName()
      let size = try arraySize()
      let initializer = accept("=") ? try assignment() : nil
      result.append(
        Declarator(
          name: name.text, position: name.position, arraySize: size, initializer: initializer,
          end: Int(peek().position.offset)))
    } while accept(",")
    try expect(";")
    return result
  }

  /// `[9]`, if it is there; `[]` needs an initializer, which tells the number.
  private mutating func arraySize() throws(SourceError) -> Expression? {
    guard isNext("[") else { return nil }
    let open = advance()
    if accept("]") { return Expression(kind: .int(0), position: open.position) }
    let size = try conditional()
    try expect("]")
    if isNext("[") { throw SourceError(peek().position, "arrays of arrays are not supported") }
    return size
  }

  mutating func typeSpecifier() throws(SourceError) -> TypeSpecifier {
    let token = peek()
    if token.text == "struct" {
      let structure = try structure()
      return TypeSpecifier(
        name: structure.name, position: token.position, structure: structure,
        arraySize: try arraySize())
    }
    guard token.kind == .identifier,
      Self.typeNames.contains(token.text) || !Self.isKeyword(token.text)
    else {
      throw SourceError(token.position, "expected a type, not \(Self.description(token))")
    }
    index += 1
    return TypeSpecifier(name: token.text, position: token.position, arraySize: try arraySize())
  }

  private mutating func structure() throws(SourceError) -> StructureDefinition {
    let keyword = try expect("struct")
    let name = isNext("{") ? "" : try expectName().text
    try expect("{")
    try enter()
    var fields: [Declaration] = []
    while !isNext("}") {
      guard peek().kind != .end else {
        throw SourceError(keyword.position, "this struct never ends")
      }
      let field = try declaration()
      for declarator in field.declarators where declarator.initializer != nil {
        throw SourceError(declarator.position, "a field cannot have an initial value")
      }
      fields.append(field)
    }
    nesting -= 1
    try expect("}")
    return StructureDefinition(name: name, position: keyword.position, fields: fields)
  }

  private mutating func function(_ type: TypeSpecifier) throws(SourceError) -> FunctionSyntax {
    let name = try expectName()
    try expect("(")
    var parameters: [Parameter] = []
    if isNext("void"), isNext(")", 1) { index += 1 }
    if !isNext(")") {
      repeat { try parameters.append(parameter()) } while accept(",")
    }
    try expect(")")
    var body: [StatementSyntax]?
    if !accept(";") {
      guard isNext("{") else {
        throw SourceError(peek().position, "expected { or ; after the parameters of \(name.text)")
      }
      body = try block()
    }
    return FunctionSyntax(
      returnType: type, name: name.text, position: name.position, parameters: parameters,
      body: body)
  }

  private mutating func parameter() throws(SourceError) -> Parameter {
    var direction = Parameter.Direction.in
    skipPrecision()
    let isConstant = accept("const")
    switch peek().text {
    case "in": index += 1
    case "out", "inout":
      if isConstant { throw SourceError(peek().position, "a const parameter cannot be written") }
      direction = advance().text == "out" ? .out : .inOut
    default: break
    }
    _ = accept("const")
    skipPrecision()
    let type = try typeSpecifier()
    let token = peek()
    let name = token.kind == .identifier ? try expectName().text : nil
    return Parameter(
      direction: direction, type: type, name: name, arraySize: try arraySize(),
      position: token.position)
  }
}
