/// A function of the language, with every shape of its arguments in one line.
struct Builtin: Sendable {
  /// The type of an argument or of the result.
  enum Pattern: Sendable, Hashable {
    /// A float or a vector, the same for all arguments.
    case any
    /// A vector of floats, the same for all arguments.
    case vector
    case ints, bools
    case matrix
    case exactly(Type)
  }

  var name: String
  var parameters: [Pattern]
  var result: Pattern
  /// Computes the result's components from those of the arguments.
  var make: @Sendable (inout GraphBuilder, [[Value]]) -> [Value]

  /// The types of the arguments and of the result for vectors of a size; nil if there are none.
  func signature(_ size: Int) -> (parameters: [Type], result: Type)? {
    guard size > 1 || !parameters.contains(where: { $0 != .any && !$0.isFixed }) else { return nil }
    func type(_ pattern: Pattern) -> Type {
      switch pattern {
      case .any, .vector: .vec(size)
      case .ints: .vector(of: .int, size)
      case .bools: .vector(of: .bool, size)
      case .matrix: .matrix(size)
      case .exactly(let type): type
      }
    }
    return (parameters.map(type), type(result))
  }

  /// The parameters as the specification of the language writes them.
  var parameterText: String {
    let names = parameters.map { pattern in
      switch pattern {
      case .any: "genType"
      case .vector: "vec"
      case .ints: "ivec"
      case .bools: "bvec"
      case .matrix: "mat"
      case .exactly(let type): type.name
      }
    }
    return "(\(names.joined(separator: ", ")))"
  }

  /// The sizes that have a signature of their own.
  var sizes: ClosedRange<Int> { parameters.allSatisfy(\.isFixed) ? 1...1 : 1...4 }

  static let named: [String: [Handle<Builtin>]] = Dictionary(
    grouping: all.handles, by: { all[$0].name })
}

extension Builtin.Pattern {
  fileprivate var isFixed: Bool {
    if case .exactly = self { return true }
    return false
  }
}

extension Builtin {
  private typealias Body = @Sendable (inout GraphBuilder, [[Value]]) -> [Value]

  /// Component by component; a scalar goes with every component.
  private static func each(_ operation: Operation) -> Body {
    { builder, arguments in builder.each(operation, arguments) }
  }

  /// Component by component, with the second argument first.
  private static func swapped(_ operation: Operation) -> Body {
    { builder, arguments in builder.each(operation, Array(arguments.reversed())) }
  }

  private static func row(
    _ name: String, _ parameters: [Pattern], _ result: Pattern, _ make: @escaping Body
  ) -> Builtin {
    Builtin(name: name, parameters: parameters, result: result, make: make)
  }

  /// All of chapter 8 of GLSL ES 1.00, and what GLSL 1.20 adds for matrices.
  static let all: [Builtin] =
    angles + exponentials + common + geometric + matrices + relations(.vector)
    + relations(.ints) + [
      row("equal", [.bools, .bools], .bools) { builder, v in
        builder.each(.not, [builder.each(.exclusiveOr, v)])
      },
      row("notEqual", [.bools, .bools], .bools, each(.exclusiveOr)),
      row("any", [.bools], .exactly(.bool)) { builder, v in [builder.reduce(.or, v[0])] },
      row("all", [.bools], .exactly(.bool)) { builder, v in [builder.reduce(.and, v[0])] },
      row("not", [.bools], .bools, each(.not)),
    ]

  private static let angles = [
    row("radians", [.any], .any) { builder, v in
      let factor = builder.constant(Float.pi / 180)
      return builder.each(.multiply, [v[0], [factor]])
    },
    row("degrees", [.any], .any) { builder, v in
      let factor = builder.constant(180 / Float.pi)
      return builder.each(.multiply, [v[0], [factor]])
    },
    row("sin", [.any], .any, each(.sine)),
    row("cos", [.any], .any, each(.cosine)),
    row("tan", [.any], .any, each(.tangent)),
    row("asin", [.any], .any, each(.arcSine)),
    row("acos", [.any], .any, each(.arcCosine)),
    row("atan", [.any, .any], .any, each(.arcTangent2)),
    row("atan", [.any], .any, each(.arcTangent)),
  ]

  private static let exponentials = [
    row("pow", [.any, .any], .any) { builder, v in
      v[0].indices.map { builder.power(v[0][$0], v[1][$0]) }
    },
    row("exp", [.any], .any, each(.exponential)),
    row("log", [.any], .any, each(.logarithm)),
    row("exp2", [.any], .any, each(.exponential2)),
    row("log2", [.any], .any, each(.logarithm2)),
    row("sqrt", [.any], .any, each(.squareRoot)),
    row("inversesqrt", [.any], .any, each(.inverseSquareRoot)),
  ]

  private static let float = Pattern.exactly(.float)

  private static let common = [
    row("abs", [.any], .any, each(.absolute)),
    row("sign", [.any], .any, each(.sign)),
    row("floor", [.any], .any, each(.floor)),
    row("ceil", [.any], .any, each(.ceiling)),
    row("fract", [.any], .any, each(.fraction)),
    row("mod", [.any, .any], .any, each(.modulo)),
    row("mod", [.any, float], .any, each(.modulo)),
    row("min", [.any, .any], .any, each(.minimum)),
    row("min", [.any, float], .any, each(.minimum)),
    row("max", [.any, .any], .any, each(.maximum)),
    row("max", [.any, float], .any, each(.maximum)),
    row("clamp", [.any, .any, .any], .any, each(.clamp)),
    row("clamp", [.any, float, float], .any, each(.clamp)),
    row("mix", [.any, .any, .any], .any, each(.mix)),
    row("mix", [.any, .any, float], .any, each(.mix)),
    row("step", [.any, .any], .any, step),
    row("step", [float, .any], .any, step),
    row("smoothstep", [.any, .any, .any], .any, smoothstep),
    row("smoothstep", [float, float, .any], .any, smoothstep),
  ]

  /// 0 where x < edge, else 1.
  private static let step: Body = { builder, v in
    let isBelow = builder.each(.less, [v[1], v[0]])
    let (zero, one) = (builder.constant(Float(0)), builder.constant(Float(1)))
    return isBelow.map { builder.apply(.select, $0, zero, one) }
  }

  /// 3t² - 2t³, where t is the share of x between the edges.
  private static let smoothstep: Body = { builder, v in
    let (zero, one) = (builder.constant(Float(0)), builder.constant(Float(1)))
    let (two, three) = (builder.constant(Float(2)), builder.constant(Float(3)))
    let rise = builder.each(.subtract, [v[2], v[0]])
    let width = builder.each(.subtract, [v[1], v[0]])
    let share = builder.each(.divide, [rise, width])
    return share.map { share in
      let t = builder.apply(.clamp, share, zero, one)
      let factor = builder.apply(.subtract, three, builder.apply(.multiply, two, t))
      return builder.apply(.multiply, builder.apply(.multiply, t, t), factor)
    }
  }

  private static let vec3 = Pattern.exactly(.vec(3))

  private static let geometric = [
    row("length", [.any], float) { builder, v in [builder.length(v[0])] },
    row("distance", [.any, .any], float) { builder, v in
      [builder.length(builder.each(.subtract, v))]
    },
    row("dot", [.any, .any], float) { builder, v in [builder.dot(v[0], v[1])] },
    row("cross", [vec3, vec3], vec3) { builder, v in
      (0..<3).map { i in
        let (j, k) = ((i + 1) % 3, (i + 2) % 3)
        let first = builder.apply(.multiply, v[0][j], v[1][k])
        return builder.apply(.subtract, first, builder.apply(.multiply, v[1][j], v[0][k]))
      }
    },
    row("normalize", [.any], .any) { builder, v in
      if v[0].count == 1 { return builder.each(.sign, v) }
      let factor = builder.apply(.inverseSquareRoot, builder.dot(v[0], v[0]))
      return builder.each(.multiply, [v[0], [factor]])
    },
    row("faceforward", [.any, .any, .any], .any) { builder, v in
      let isFacing = builder.apply(
        .less, builder.dot(v[2], v[1]), builder.constant(Float(0)))
      return v[0].map { builder.apply(.select, isFacing, $0, builder.apply(.negate, $0)) }
    },
    row("reflect", [.any, .any], .any) { builder, v in
      let two = builder.constant(Float(2))
      let factor = builder.apply(.multiply, two, builder.dot(v[1], v[0]))
      return builder.each(.subtract, [v[0], builder.each(.multiply, [v[1], [factor]])])
    },
    row("refract", [.any, .any, float], .any) { builder, v in
      let (zero, one) = (builder.constant(Float(0)), builder.constant(Float(1)))
      let (eta, cosine) = (v[2][0], builder.dot(v[1], v[0]))
      let rest = builder.apply(.subtract, one, builder.apply(.multiply, cosine, cosine))
      let squared = builder.apply(.multiply, builder.apply(.multiply, eta, eta), rest)
      let k = builder.apply(.subtract, one, squared)
      let factor = builder.apply(
        .add, builder.apply(.multiply, eta, cosine), builder.apply(.squareRoot, k))
      let isReflected = builder.apply(.less, k, zero)
      return v[0].indices.map { i in
        let bent = builder.apply(
          .subtract, builder.apply(.multiply, eta, v[0][i]),
          builder.apply(.multiply, factor, v[1][i]))
        return builder.apply(.select, isReflected, zero, bent)
      }
    },
  ]

  private static let matrices =
    [
      row("matrixCompMult", [.matrix, .matrix], .matrix, each(.multiply)),
      row("transpose", [.matrix], .matrix) { _, v in
        let size = v[0].count == 4 ? 2 : v[0].count == 9 ? 3 : 4
        return v[0].indices.map { v[0][$0 % size * size + $0 / size] }
      },
    ]
    + (2...4).map { size in
      row(
        "outerProduct", [.exactly(.vec(size)), .exactly(.vec(size))], .exactly(.matrix(size))
      ) { builder, v in
        (0..<size * size).map { builder.apply(.multiply, v[0][$0 % size], v[1][$0 / size]) }
      }
    }

  /// The comparisons of vectors component by component.
  private static func relations(_ pattern: Pattern) -> [Builtin] {
    let isInt = pattern == .ints
    let less = isInt ? Operation.intLess : .less
    let lessOrEqual = isInt ? Operation.intLessOrEqual : .lessOrEqual
    let both = [pattern, pattern]
    return [
      row("lessThan", both, .bools, each(less)),
      row("lessThanEqual", both, .bools, each(lessOrEqual)),
      row("greaterThan", both, .bools, swapped(less)),
      row("greaterThanEqual", both, .bools, swapped(lessOrEqual)),
      row("equal", both, .bools, each(isInt ? .intEqual : .equal)),
      row("notEqual", both, .bools, each(isInt ? .intNotEqual : .notEqual)),
    ]
  }
}
