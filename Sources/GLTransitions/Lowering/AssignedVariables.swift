/// The variables that functions and loops assign to. A loop's are known before it is lowered, since
/// each of them needs a phi.
struct AssignedVariables: Sendable {
  /// The variables that each function assigns to, its own among them.
  private var assigned: Table<TypedFunction, VariableSet>
  private let count: Int

  init(_ program: TypedProgram) {
    count = program.variables.count
    assigned = Table(repeating: VariableSet(count: count), count: program.functions.count)
    // A function assigns to what its callees do, which come before it.
    for function in program.calleesFirst {
      var set = VariableSet(count: count)
      for statement in program.functions[function].body ?? [] { add(statement, &set) }
      assigned[function] = set
    }
  }

  /// The variables that a loop assigns to.
  func variables(of loop: TypedStatement.Loop) -> VariableSet {
    var set = VariableSet(count: count)
    add(loop, &set)
    return set
  }

  private func add(_ loop: TypedStatement.Loop, _ set: inout VariableSet) {
    if let condition = loop.condition { add(condition, &set) }
    if let step = loop.step { add(step, &set) }
    add(loop.body, &set)
  }

  private func add(_ statement: TypedStatement, _ set: inout VariableSet) {
    set.visited += 1
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

  private func add(_ value: TypedExpression, _ set: inout VariableSet) {
    set.visited += 1
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

  private func addTarget(_ target: TypedExpression, _ set: inout VariableSet) {
    switch target.kind {
    case .variable(let number): set.insert(number)
    case .components(let base, _), .index(let base, _): addTarget(base, &set)
    default: break
    }
  }
}

/// Some of the variables of a program, as bits: a thousand functions with ten thousand variables
/// each are small.
struct VariableSet: Sendable {
  /// The statements and expressions that were searched for them.
  var visited = 0
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ variable: Handle<Variable>) {
    words[Int(variable.index) / 64] |= 1 << UInt64(variable.index % 64)
  }

  mutating func formUnion(_ other: VariableSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// The variables in the order of their declarations.
  var variables: [Handle<Variable>] {
    var result: [Handle<Variable>] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(Handle(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return result
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
      .comma(let a, let b):
      [a, b]
    case .conditional(let a, let b, let c): [a, b, c]
    case .call(_, let list), .builtin(_, let list), .sample(_, let list), .construction(let list),
      .aggregate(let list):
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
