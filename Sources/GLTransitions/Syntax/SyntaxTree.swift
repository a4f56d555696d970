/// An expression as it is written.
struct Expression: Sendable {
  indirect enum Kind: Sendable {
    case int(Int32)
    case float(Float)
    case bool(Bool)
    case name(String)
    /// A function's or a type's name, and the arguments.
    case call(String, [Expression])
    /// `vec3[2](…)`, `vec3[](…)`.
    case arrayConstructor(String, Expression?, [Expression])
    /// `a.length()`.
    case arrayLength(Expression)
    case index(Expression, Expression)
    /// A component or a field, and the position of its name.
    case member(Expression, String, SourcePosition)
    case unary(UnaryOperator, Expression)
    case increment(Expression, isDecrement: Bool, isPrefix: Bool)
    case binary(BinaryOperator, Expression, Expression)
    /// With an operator for `+=` and the like.
    case assignment(BinaryOperator?, Expression, Expression)
    case conditional(Expression, Expression, Expression)
    case comma(Expression, Expression)
    case discard
  }

  var kind: Kind
  var position: SourcePosition
  /// The levels of nested operators and calls in it.
  var depth: Int = 0
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

/// The name of a type, or instead the definition of a structure.
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
  /// The offset of the comma or the semicolon after it.
  var end: Int
}

struct Declaration: Sendable {
  var isConstant = false
  var type: TypeSpecifier
  var declarators: [Declarator]
}

typealias StatementSyntax = Statement<Expression, Declaration>

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
  var body: [StatementSyntax]?
}

/// A declaration outside of functions.
struct TopLevel: Sendable {
  enum Kind: Sendable {
    case function(FunctionSyntax)
    case global(Declaration)
    case uniform(Declaration)
    /// A function of the program that draws transitions, such as `main`, whose body is skipped.
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
