/// A program whose names and types are known.
struct TypedProgram: Sendable {
  var variables: [Variable] = []
  var functions: [TypedFunction] = []
  /// The same, each after all that it calls.
  var calleesFirst: [Handle<TypedFunction>] = []
  /// The variables outside of functions with their initial values, in order.
  var globals: [TypedDeclaration] = []
  var uniforms: [Uniform] = []
  /// Warnings: no errors, but surely not meant.
  var remarks: [SourceError] = []
  /// The function that gives the color.
  var transition = Handle<TypedFunction>.none
}

/// A variable of any kind.
struct Variable: Sendable {
  enum Storage: Sendable, Equatable {
    /// Of a function or of the whole program.
    case ordinary
    case constant
    case uniform(Handle<Uniform>)
    /// Given by the frame.
    case given(Given)
    /// The picture of this number: 0 is the source, 1 the target.
    case picture(Int)
  }

  /// A value that a shader need not set.
  enum Given: String, Sendable, CaseIterable {
    case progress, ratio
    /// The pixels across and down.
    case resolution
    /// The pixel's center, from the lower left, as one of a flat picture at depth 0.
    case fragmentPosition = "gl_FragCoord"

    var type: Type {
      switch self {
      case .progress, .ratio: .float
      case .resolution: .vec(2)
      case .fragmentPosition: .vec(4)
      }
    }
  }

  var name: String
  var type: Type
  var storage = Storage.ordinary
  var position = SourcePosition()

  var isWritable: Bool { storage == .ordinary }
}

struct TypedDeclaration: Sendable {
  var variable: Handle<Variable>
  /// Without one, its value is unknown; here it is 0.
  var value: TypedExpression?
}

struct TypedFunction: Sendable {
  struct Parameter: Sendable {
    var variable: Handle<Variable>
    var type: Type
    var direction: GLTransitions.Parameter.Direction
  }

  var name: String
  var returnType: Type
  var parameters: [Parameter]
  /// Nil until it is defined.
  var body: [TypedStatement]?
  var position: SourcePosition
}

typealias TypedStatement = Statement<TypedExpression, TypedDeclaration>

struct TypedExpression: Sendable {
  indirect enum Kind: Sendable {
    /// The bits of each component.
    case constant([UInt32])
    case variable(Handle<Variable>)
    /// Some components, by their numbers: a swizzle or a field.
    case components(TypedExpression, [Int])
    case index(TypedExpression, TypedExpression)
    case negation(TypedExpression)
    case not(TypedExpression)
    /// Arithmetic of two operands, each of the result's shape or a scalar, or matrices.
    case arithmetic(Arithmetic, TypedExpression, TypedExpression)
    case comparison(Comparison, TypedExpression, TypedExpression)
    case equality(TypedExpression, TypedExpression, isNegated: Bool)
    case and(TypedExpression, TypedExpression)
    case or(TypedExpression, TypedExpression)
    case exclusiveOr(TypedExpression, TypedExpression)
    case conditional(TypedExpression, TypedExpression, TypedExpression)
    /// The value of an assignment is the assigned one.
    case assignment(TypedExpression, TypedExpression)
    /// `a += b`: the right side is computed before the left is read.
    case update(Arithmetic, TypedExpression, TypedExpression)
    case increment(TypedExpression, isDecrement: Bool, isPrefix: Bool)
    case comma(TypedExpression, TypedExpression)
    case call(Handle<TypedFunction>, [TypedExpression])
    case builtin(Handle<Builtin>, [TypedExpression])
    /// A color of a picture: the picture, then the operands that it takes.
    case sample(SampleKind, [TypedExpression])
    /// Scalars, vectors and matrices from others.
    case construction([TypedExpression])
    /// The parts of an array or a structure, one after the other.
    case aggregate([TypedExpression])
  }

  var kind: Kind
  var type: Type
  var position: SourcePosition
}

enum Arithmetic: Sendable, Hashable {
  case add, subtract, multiply, divide
}

enum Comparison: Sendable, Hashable {
  case less, lessOrEqual, greater, greaterOrEqual
}
