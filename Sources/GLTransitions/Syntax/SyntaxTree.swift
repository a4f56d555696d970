/// An expression as it is written.
struct Expression: Sendable {
  indirect enum Kind: Sendable {
    case int(Int32)
    case float(Float)
    case bool(Bool)
    case name(String)
    /// A function's or a type's name and what stands between the parentheses.
    case call(String, [Expression])
    /// `vec3[2](…)`, `vec3[](…)`.
    case arrayConstructor(String, Expression?, [Expression])
    /// `a.length()`.
    case arrayLength(Expression)
    case index(Expression, Expression)
    /// A component or a field, and where its name stands.
    case member(Expression, String, SourcePosition)
    case unary(UnaryOperator, Expression)
    case increment(Expression, isDecrement: Bool, isPrefix: Bool)
    case binary(BinaryOperator, Expression, Expression)
    /// With an operator for `+=` and the like.
    case assignment(BinaryOperator?, Expression, Expression)
    case conditional(Expression, Expression, Expression)
    case comma(Expression, Expression)
  }

  var kind: Kind
  var position: SourcePosition
  /// How many expressions are inside each other.
  var depth: Int = 1
}

enum UnaryOperator: String, Sendable {
  case minus = "-"
  case plus = "+"
  case not = "!"
}

enum BinaryOperator: String, Sendable {
  case multiply = "*"
  case divide = "/"
  case add = "+"
  case subtract = "-"
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case and = "&&"
  case exclusiveOr = "^^"
  case or = "||"
}

/// The name of a type, or the definition of a structure in its place.
struct TypeSpecifier: Sendable {
  var name: String
  var position: SourcePosition
  var structure: StructureDefinition?
  /// The number in `vec3[9] c`.
  var arraySize: Expression?
}

struct StructureDefinition: Sendable {
  var name: String
  var position: SourcePosition
  var fields: [Declaration]
}

/// A variable of a declaration: `c[9] = …`.
struct Declarator: Sendable {
  var name: String
  var position: SourcePosition
  var arraySize: Expression?
  var initializer: Expression?
  /// The offset of what follows: a comma or a semicolon.
  var end: Int
}

struct Declaration: Sendable {
  var isConstant = false
  var type: TypeSpecifier
  var declarators: [Declarator]
}

struct Statement: Sendable {
  indirect enum Kind: Sendable {
    case empty
    case block([Statement])
    case declaration(Declaration)
    case expression(Expression)
    /// `if`, `else if` and so on, and what `else` says.
    case conditional([Branch], Statement?)
    case loop(Loop)
    case `break`
    case `continue`
    case `return`(Expression?)
    case discard
  }

  struct Branch: Sendable {
    var condition: Expression
    var body: Statement
  }

  /// Any loop: `for` has all of it.
  struct Loop: Sendable {
    var start: Statement?
    var condition: Expression?
    var step: Expression?
    var body: Statement
    /// Whether the condition is asked after the body.
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

struct Parameter: Sendable {
  enum Direction: Sendable { case `in`, out, inOut }
  var direction: Direction
  var type: TypeSpecifier
  /// Nil if it has none, which prototypes allow.
  var name: String?
  var arraySize: Expression?
  var position: SourcePosition
}

struct FunctionSyntax: Sendable {
  var returnType: TypeSpecifier
  var name: String
  var position: SourcePosition
  var parameters: [Parameter]
  /// Nil for a prototype.
  var body: [Statement]?
}

/// What stands outside of functions.
struct TopLevel: Sendable {
  enum Kind: Sendable {
    case function(FunctionSyntax)
    case global(Declaration)
    case uniform(Declaration)
    /// A function of the program that draws transitions, such as `main`, whose body is not looked at.
    case hostFunction(String)
    /// Variables between the stages of such a program: `varying`, `in` and the like.
    case hostVariables(String, Declaration)
  }

  var kind: Kind
  var position: SourcePosition
  /// All names in it, those that it declares among them.
  var names: Set<String>
}

extension TopLevel {
  /// The names that it declares, and where.
  var declared: [(name: String, position: SourcePosition)] {
    switch kind {
    case .function(let function): [(function.name, function.position)]
    case .hostFunction(let name): [(name, position)]
    case .global(let declaration), .uniform(let declaration), .hostVariables(_, let declaration):
      declaration.declarators.map { ($0.name, $0.position) }
        + (declaration.type.structure.map { [($0.name, $0.position)] } ?? [])
    }
  }
}
