/// What statements change: found before a loop is lowered, whose variables must be known.
struct Effects: Sendable {
  /// The variables that each function changes, its own among them.
  private var changed: [Set<Int>]

  init(_ program: TypedProgram) {
    changed = Array(repeating: [], count: program.functions.count)
    // Callees come into it by repetition, at most as often as calls are deep.
    var isStable = false
    var iterations = 0
    while !isStable, iterations <= Lowering.callLimit + 1 {
      isStable = true
      iterations += 1
      for (number, function) in program.functions.enumerated() {
        var set: Set<Int> = []
        for statement in function.body ?? [] { add(statement, &set) }
        if set != changed[number] {
          changed[number] = set
          isStable = false
        }
      }
    }
  }

  /// The variables that a loop changes.
  func variables(of loop: TypedStatement.Loop) -> Set<Int> {
    var set: Set<Int> = []
    if let condition = loop.condition { add(condition, &set) }
    if let step = loop.step { add(step, &set) }
    add(loop.body, &set)
    return set
  }

  private func add(_ statement: TypedStatement, _ set: inout Set<Int>) {
    switch statement.kind {
    case .block(let statements): for statement in statements { add(statement, &set) }
    case .declaration(let declaration):
      set.insert(declaration.variable)
      if let value = declaration.value { add(value, &set) }
    case .expression(let value): add(value, &set)
    case .conditional(let branches, let otherwise):
      for branch in branches {
        add(branch.condition, &set)
        add(branch.body, &set)
      }
      if let otherwise { add(otherwise, &set) }
    case .loop(let loop):
      for statement in loop.start { add(statement, &set) }
      set.formUnion(variables(of: loop))
    case .return(let value): if let value { add(value, &set) }
    case .break, .continue: break
    }
  }

  private func add(_ value: TypedExpression, _ set: inout Set<Int>) {
    switch value.kind {
    case .assignment(let target, _), .update(_, let target, _), .increment(let target, _, _):
      addTarget(target, &set)
    case .call(let function, let arguments):
      set.formUnion(changed[function])
      // Which of them are written does not matter: others keep their values.
      for argument in arguments { addTarget(argument, &set) }
    default: break
    }
    for part in value.parts { add(part, &set) }
  }

  private func addTarget(_ target: TypedExpression, _ set: inout Set<Int>) {
    switch target.kind {
    case .variable(let number): set.insert(number)
    case .components(let base, _), .index(let base, _): addTarget(base, &set)
    default: break
    }
  }

  /// Whether a statement may end the function, its loop or its iteration.
  static func leaves(_ statement: TypedStatement) -> Bool {
    switch statement.kind {
    case .return: true
    case .block(let statements): statements.contains(where: leaves)
    case .conditional(let branches, let otherwise):
      branches.contains { leaves($0.body) } || otherwise.map(leaves) ?? false
    case .loop(let loop): leaves(loop.body)
    default: false
    }
  }
}

extension TypedExpression {
  /// The expressions in it.
  var parts: [TypedExpression] {
    switch kind {
    case .constant, .variable: []
    case .components(let a, _), .negation(let a), .not(let a), .increment(let a, _, _): [a]
    case .index(let a, let b), .arithmetic(_, let a, let b), .comparison(_, let a, let b),
      .equality(let a, let b, _), .and(let a, let b), .or(let a, let b),
      .exclusiveOr(let a, let b), .assignment(let a, let b), .update(_, let a, let b),
      .comma(let a, let b), .sample(let a, let b):
      [a, b]
    case .conditional(let a, let b, let c): [a, b, c]
    case .call(_, let list), .builtin(_, let list), .construction(let list), .aggregate(let list):
      list
    }
  }

  /// Whether it may as well be worked out where it is not needed: it changes nothing and is short.
  var isTrivial: Bool {
    var budget = 24
    return isTrivial(&budget)
  }

  private func isTrivial(_ budget: inout Int) -> Bool {
    switch kind {
    case .assignment, .update, .increment, .call, .sample: return false
    case .builtin: budget -= 4 * type.count
    case .variable, .constant, .components: break
    default: budget -= type.count
    }
    guard budget > 0 else { return false }
    for part in parts where !part.isTrivial(&budget) { return false }
    return true
  }
}
