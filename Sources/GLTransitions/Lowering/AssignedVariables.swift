/// The variables that functions and loops assign to. A loop's are known before it is lowered, since
/// each of them needs a phi.
struct AssignedVariables: Sendable {
  /// The variables that each function assigns to, its own among them.
  private var assigned: Table<TypedFunction, Set<Handle<Variable>>>

  init(_ program: TypedProgram) {
    assigned = Table(repeating: [], count: program.functions.count)
    // A function assigns to what its callees do: found by repetition, as often as calls are deep.
    var isStable = false
    var iterations = 0
    while !isStable, iterations <= Lowering.callLimit + 1 {
      isStable = true
      iterations += 1
      for function in program.functions.handles {
        var set: Set<Handle<Variable>> = []
        for statement in program.functions[function].body ?? [] { add(statement, &set) }
        if set != assigned[function] {
          assigned[function] = set
          isStable = false
        }
      }
    }
  }

  /// The variables that a loop assigns to, in the order of their declarations.
  func variables(of loop: TypedStatement.Loop) -> [Handle<Variable>] {
    var set: Set<Handle<Variable>> = []
    add(loop, &set)
    return set.sorted { $0.index < $1.index }
  }

  private func add(_ loop: TypedStatement.Loop, _ set: inout Set<Handle<Variable>>) {
    if let condition = loop.condition { add(condition, &set) }
    if let step = loop.step { add(step, &set) }
    add(loop.body, &set)
  }

  private func add(_ statement: TypedStatement, _ set: inout Set<Handle<Variable>>) {
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
      add(loop, &set)
    case .return(let value): if let value { add(value, &set) }
    case .break, .continue: break
    }
  }

  private func add(_ value: TypedExpression, _ set: inout Set<Handle<Variable>>) {
    switch value.kind {
    case .assignment(let target, _), .update(_, let target, _), .increment(let target, _, _):
      addTarget(target, &set)
    case .call(let function, let arguments):
      set.formUnion(assigned[function])
      // Arguments that only go in keep their values: a phi too many changes nothing.
      for argument in arguments { addTarget(argument, &set) }
    default: break
    }
    for part in value.parts { add(part, &set) }
  }

  private func addTarget(_ target: TypedExpression, _ set: inout Set<Handle<Variable>>) {
    switch target.kind {
    case .variable(let number): set.insert(number)
    case .components(let base, _), .index(let base, _): addTarget(base, &set)
    default: break
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

  /// Whether it may as well be computed where it is not needed: it assigns nothing and is short.
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
