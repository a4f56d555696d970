extension Lowering {
  /// The iterations and the values that a loop may have to be unrolled.
  private static let unrolledIterations = 256
  private static let unrolledSize = 6_000
  /// The same if its iterations may end early.
  private static let unrolledExits = 8
  /// The conditions of a chain of `else if` that are inside each other.
  private static let nestedBranches = 16

  /// Lowers a call of a function; the arguments are the values of its parameters.
  mutating func call(
    _ number: Handle<TypedFunction>, _ arguments: [[Value]]
  ) throws(SourceError) -> [Value] {
    let function = program.functions[number]
    let zero = builder.constant(bits: 0)
    let first = slots.count
    for _ in 0..<function.returnType.count { _ = newSlot(zero) }
    let result = first..<slots.count
    for (parameter, values) in zip(function.parameters, arguments) {
      declare(parameter.variable, values)
    }
    frames.append(CallFrame(result: result, live: newSlot(builder.constant(true))))
    let outer = position
    try lower((function.body ?? [])[...])
    position = outer
    frames.removeLast()
    return result.map { slots[$0] }
  }

  private var current: Int { frames.last?.current ?? 0 }

  /// Lowers statements; those after a `return` that only some pixels reach become a branch.
  mutating func lower(_ statements: ArraySlice<TypedStatement>) throws(SourceError) {
    for (index, statement) in zip(statements.indices, statements) {
      try lower(statement)
      switch builder.truth(slots[current]) {
      case true?: continue
      case false?: return
      case nil:
        let rest = statements[(index + 1)...]
        if rest.isEmpty { return }
        return try branch(slots[current]) { lowering throws(SourceError) in
          try lowering.lower(rest)
        }
      }
    }
  }

  private mutating func clear(_ slots: [Int]) {
    let no = builder.constant(false)
    for slot in slots { set(slot, no) }
  }

  private mutating func lower(_ statement: TypedStatement) throws(SourceError) {
    position = statement.position
    try enter(1)
    defer { leave() }
    switch statement.kind {
    case .block(let statements): try lower(statements[...])
    case .declaration(let declaration): try declare(declaration)
    case .expression(let value): _ = try lower(value)
    case .conditional(let branches, let otherwise): try lower(branches[...], otherwise)
    case .loop(let loop): try lower(loop, at: statement.position)
    case .break, .continue:
      guard let loop = frames.last?.loops.last else { return }
      if case .break = statement.kind {
        clear([loop.live, loop.iteration])
      } else {
        clear([loop.iteration])
      }
    case .return(let value):
      guard let frame = frames.last else { return }
      if let value {
        for (slot, value) in zip(frame.result, try lower(value)) { set(slot, value) }
      }
      clear([frame.live] + frame.loops.flatMap { [$0.live, $0.iteration] })
    }
  }

  /// Lowers `if`, `else if` and so on. The parts of a long chain are branches one after the other,
  /// each for the pixels that the one before has left: inside each other, they would be too deep.
  private mutating func lower(
    _ branches: ArraySlice<TypedStatement.Branch>, _ otherwise: TypedStatement?
  ) throws(SourceError) {
    var rest = branches
    var isReached = builder.constant(true)
    while rest.count > Self.nestedBranches {
      let part = rest.prefix(Self.nestedBranches)
      rest = rest.dropFirst(Self.nestedBranches)
      let isLeft = newSlot(builder.constant(false))
      try branch(isReached) { lowering throws(SourceError) in
        try lowering.lower(part) { lowering throws(SourceError) in
          lowering.set(isLeft, lowering.builder.constant(true))
        }
      }
      isReached = slots[isLeft]
    }
    try branch(isReached) { lowering throws(SourceError) in
      try lowering.lower(rest) { lowering throws(SourceError) in
        if let otherwise { try lowering.lower(otherwise) }
      }
    }
  }

  private mutating func lower(
    _ branches: ArraySlice<TypedStatement.Branch>,
    otherwise: (inout Lowering) throws(SourceError) -> Void
  ) throws(SourceError) {
    var rest = branches
    while let first = rest.popFirst() {
      let condition = try lower(first.condition)[0]
      switch builder.truth(condition) {
      case true?: return try lower(first.body)
      case false?: continue
      case nil:
        let others = rest
        return try branch(
          condition, { lowering throws(SourceError) in try lowering.lower(first.body) },
          { lowering throws(SourceError) in
            try lowering.lower(others, otherwise: otherwise)
          })
      }
    }
    try otherwise(&self)
  }

  // MARK: Loops

  private mutating func lower(
    _ loop: TypedStatement.Loop, at position: SourcePosition
  ) throws(SourceError) {
    for statement in loop.start { try lower(statement) }
    if !rolled.contains(position) {
      // The copy takes about as long as so many steps. Work for nothing is work, too.
      try spend((builder.size + slots.count) / 8)
      let before = self
      let limit = builder.size + Self.unrolledSize
      if try unroll(loop, iteration: 0, limit: limit) { return }
      let (known, spent) = (rolled, steps)
      self = before
      rolled = known.union([position])
      steps = spent
    }
    try lowerRolled(loop, at: position)
  }

  private mutating func enterLoop() -> LoopFrame {
    let yes = builder.constant(true)
    let frame = LoopFrame(live: newSlot(yes), iteration: newSlot(yes))
    frames[frames.count - 1].loops.append(frame)
    return frame
  }

  private mutating func leaveLoop() { frames[frames.count - 1].loops.removeLast() }

  /// Lowers a loop iteration by iteration; false if that does not come to an end soon.
  private mutating func unroll(
    _ loop: TypedStatement.Loop, iteration: Int, limit: Int
  ) throws(SourceError) -> Bool {
    var iteration = iteration
    while true {
      if !loop.isDoWhile || iteration > 0, let condition = loop.condition {
        let value = try lower(condition)[0]
        switch builder.truth(value) {
        case false?: return true
        case nil: return false
        default: break
        }
      }
      iteration += 1
      guard iteration <= Self.unrolledIterations, builder.size <= limit else { return false }
      let frame = enterLoop()
      try lower([loop.body][...])
      leaveLoop()
      switch builder.truth(slots[frame.live]) {
      case true?: if let step = loop.step { _ = try lower(step) }
      case false?: return true
      case nil:
        // The other iterations are for those pixels that are left.
        guard iteration < Self.unrolledExits else { return false }
        var isDone = true
        try branch(slots[frame.live]) { lowering throws(SourceError) in
          if let step = loop.step { _ = try lowering.lower(step) }
          isDone = try lowering.unroll(loop, iteration: iteration, limit: limit)
        }
        return isDone
      }
    }
  }

  private mutating func lowerRolled(
    _ loop: TypedStatement.Loop, at position: SourcePosition
  ) throws(SourceError) {
    var isEntered = builder.constant(true)
    if !loop.isDoWhile, let condition = loop.condition { isEntered = try lower(condition)[0] }
    try branch(isEntered) { lowering throws(SourceError) in
      let assigned = lowering.assigned.variables(of: loop)
      try lowering.spend(assigned.visited)
      var carried = assigned.variables.flatMap { Array(lowering.range($0)) }
      if loop.body.returns, let frame = lowering.frames.last {
        carried += Array(frame.result) + [frame.live]
        carried += frame.loops.flatMap { [$0.live, $0.iteration] }
      }
      try lowering.repeating(carried, at: position) { lowering throws(SourceError) in
        let frame = lowering.enterLoop()
        try lowering.lower([loop.body][...])
        lowering.leaveLoop()
        try lowering.branch(lowering.slots[frame.live]) { lowering throws(SourceError) in
          if let step = loop.step { _ = try lowering.lower(step) }
          if let condition = loop.condition {
            let again = try lowering.lower(condition)[0]
            lowering.set(frame.live, again)
          }
        }
        return lowering.slots[frame.live]
      }
    }
  }
}
