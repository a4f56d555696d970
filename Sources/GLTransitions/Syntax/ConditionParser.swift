/// Evaluates the expression of an `#if`; names that are no macros are 0.
struct ConditionParser {
  private let tokens: [Token]
  private let position: SourcePosition
  private var index = 0
  private var depth = 0

  init(tokens: [Token], position: SourcePosition) {
    self.tokens = tokens
    self.position = position
  }

  mutating func parse() throws(SourceError) -> Int {
    let value = try binary(0)
    if index < tokens.count {
      throw SourceError(tokens[index].position, "#if: unexpected \(tokens[index].text)")
    }
    return value
  }

  /// The operators, the loosest first.
  private static let levels: [[String]] = [
    ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"],
    ["+", "-"], ["*", "/", "%"],
  ]

  private mutating func binary(_ level: Int) throws(SourceError) -> Int {
    guard level < Self.levels.count else { return try unary() }
    var left = try binary(level + 1)
    while index < tokens.count, Self.levels[level].contains(tokens[index].text) {
      let symbol = tokens[index]
      index += 1
      left = try apply(symbol, left, try binary(level + 1))
    }
    return left
  }

  private mutating func unary() throws(SourceError) -> Int {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Preprocessor.nestingLimit else {
      throw SourceError(position, "#if: nested more than \(Preprocessor.nestingLimit) deep")
    }
    guard index < tokens.count else { throw SourceError(position, "#if: expected a value") }
    let token = tokens[index]
    index += 1
    switch token.text {
    case "!": return try unary() == 0 ? 1 : 0
    case "-": return 0 &- (try unary())
    case "+": return try unary()
    case "~": return ~(try unary())
    case "(":
      let value = try binary(0)
      guard index < tokens.count, tokens[index].text == ")" else {
        throw SourceError(token.position, "#if: this parenthesis is not closed")
      }
      index += 1
      return value
    default: break
    }
    if token.kind == .identifier { return 0 }
    if token.kind == .number, case .int(let value)? = NumberForm(token.text) { return Int(value) }
    throw SourceError(token.position, "#if: expected a whole number, not \(token.text)")
  }

  private func apply(_ symbol: Token, _ a: Int, _ b: Int) throws(SourceError) -> Int {
    switch symbol.text {
    case "||": return a != 0 || b != 0 ? 1 : 0
    case "&&": return a != 0 && b != 0 ? 1 : 0
    case "|": return a | b
    case "^": return a ^ b
    case "&": return a & b
    case "==": return a == b ? 1 : 0
    case "!=": return a != b ? 1 : 0
    case "<": return a < b ? 1 : 0
    case ">": return a > b ? 1 : 0
    case "<=": return a <= b ? 1 : 0
    case ">=": return a >= b ? 1 : 0
    case "<<": return a << min(max(b, 0), 63)
    case ">>": return a >> min(max(b, 0), 63)
    case "+": return a &+ b
    case "-": return a &- b
    case "*": return a &* b
    default:
      guard b != 0 else { throw SourceError(symbol.position, "#if: division by zero") }
      return symbol.text == "/"
        ? a.dividedReportingOverflow(by: b).partialValue
        : a.remainderReportingOverflow(dividingBy: b).partialValue
    }
  }
}
