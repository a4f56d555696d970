/// A statement, as it is written or with its types.
struct Statement<Expression: Sendable, Declaration: Sendable>: Sendable {
  indirect enum Kind: Sendable {
    case block([Statement])
    case declaration(Declaration)
    case expression(Expression)
    /// `if`, `else if` and so on, and the statement after `else`.
    case conditional([Branch], Statement?)
    case loop(Loop)
    case `break`
    case `continue`
    case `return`(Expression?)
  }

  struct Branch: Sendable {
    var condition: Expression
    var body: Statement
  }

  /// Any loop: `for` has all of it.
  struct Loop: Sendable {
    var start: [Statement] = []
    /// Nil for a loop that only `break` or `return` ends.
    var condition: Expression?
    var step: Expression?
    var body: Statement
    /// Whether the condition is checked after the body.
    var isDoWhile = false
  }

  var kind: Kind
  var position: SourcePosition

  /// Whether there is a `return` in it.
  var returns: Bool {
    switch kind {
    case .return: true
    case .block(let statements): statements.contains(where: \.returns)
    case .conditional(let branches, let otherwise):
      branches.contains(where: \.body.returns) || otherwise?.returns ?? false
    case .loop(let loop): loop.body.returns
    default: false
    }
  }
}
