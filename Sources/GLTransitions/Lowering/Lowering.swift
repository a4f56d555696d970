/// Turns a typed program into a graph: inlines calls, unrolls loops of few iterations, and replaces
/// variables by their values.
///
/// Each component of a variable has a **slot** with its present value. A region that assigns to a
/// slot notes the old value in a journal; at its end the slots go back, and the branch or the loop
/// around it merges the values of both sides into new ones.
struct Lowering {
  /// The most calls inside each other.
  static let callLimit = 64
  /// The most values of a graph.
  static let sizeLimit = 200_000
  /// The most branches and loops inside each other.
  static let depthLimit = 512
  /// The most statements and expressions inside each other, calls included, which the stack bears.
  static let nestingLimit = 1_000
  /// The most scalars that statements and expressions have in all, each time that they are lowered.
  static let stepLimit = 4_000_000

  /// The pixels of a frame across and down.
  struct FrameSize: Sendable, Hashable {
    var width: Int
    var height: Int
    var ratio: Float { Float(width) / Float(height) }
  }

  /// All that a graph depends on beside the program: it stays the same from frame to frame.
  struct Bindings: Sendable, Hashable {
    /// The bits of each uniform's components.
    var uniforms: [[UInt32]]
    /// The frame's pixels across and down.
    var size: FrameSize
    /// Whether each picture is opaque: the source, the target, those of the samplers.
    var isOpaque: [Bool]
  }

  let program: TypedProgram
  let bindings: Bindings
  let assigned: AssignedVariables
  var builder = GraphBuilder()
  /// The value of each scalar of each variable.
  var slots: [Value]
  /// The first slot of each variable.
  private let firstSlots: Table<Variable, Int>
  /// The depth of the region in which each slot has been declared.
  private var slotDepths: [Int]
  /// The assignments to slots, to undo them at the end of a region.
  private var journal: [(slot: Int, old: Value)] = []
  var frames: [CallFrame] = []
  /// Loops that are not worth unrolling.
  var rolled: Set<SourcePosition> = []
  var position = SourcePosition()
  var steps = 0
  private var nesting = 0

  /// The function whose body is being lowered. Flags tell which pixels are still in it.
  struct CallFrame {
    /// The slots of its result.
    var result: Range<Int>
    /// The slot of the flag that is cleared by `return`.
    var live: Int
    var loops: [LoopFrame] = []

    /// The flag that tells whether the next statement is reached.
    var current: Int { loops.last?.iteration ?? live }
  }

  struct LoopFrame {
    /// Cleared by `break` and `return`.
    var live: Int
    /// Cleared by these and `continue`.
    var iteration: Int
  }

  static func lower(_ program: TypedProgram, _ bindings: Bindings) throws(SourceError) -> Graph {
    var lowering = Lowering(program, bindings)
    return try lowering.run()
  }

  private init(_ program: TypedProgram, _ bindings: Bindings) {
    self.program = program
    self.bindings = bindings
    assigned = AssignedVariables(program)
    var firstSlots = Table<Variable, Int>(repeating: 0, count: program.variables.count)
    var count = 0
    for variable in program.variables.handles {
      firstSlots[variable] = count
      count += program.variables[variable].type.count
    }
    self.firstSlots = firstSlots
    let zero = builder.constant(bits: 0)
    slots = Array(repeating: zero, count: count)
    slotDepths = Array(repeating: 0, count: count)
  }

  private mutating func run() throws(SourceError) -> Graph {
    for variable in program.variables.handles {
      let first = firstSlots[variable]
      let bits: [UInt32]
      switch program.variables[variable].storage {
      case .uniform(let uniform): bits = bindings.uniforms[Int(uniform.index)]
      case .picture(let picture): bits = [UInt32(picture)]
      case .given(let given):
        for (offset, value) in values(of: given).enumerated() {
          slots[first + offset] = value
        }
        continue
      default: continue
      }
      for (offset, bits) in bits.enumerated() {
        slots[first + offset] = builder.constant(bits: bits, isGiven: true)
      }
    }
    for global in program.globals { try declare(global) }
    let position = [builder.input(.x), builder.input(.y)]
    let color = try call(program.transition, [position])
    return builder.finish(color, at: program.functions[program.transition].position)
  }

  /// The components of a given variable.
  private mutating func values(of given: Variable.Given) -> [Value] {
    func known(_ number: Float) -> Value {
      builder.constant(bits: number.bitPattern, isGiven: true)
    }
    let size = [Float(bindings.size.width), Float(bindings.size.height)].map(known)
    switch given {
    case .progress: return [builder.input(.progress)]
    case .ratio: return [known(bindings.size.ratio)]
    case .resolution: return size
    case .fragmentPosition:
      let position = [builder.input(.x), builder.input(.y)]
      return builder.each(.multiply, [position, size]) + [known(0.5), known(1)]
    }
  }

  // MARK: Slots

  /// The slots of a variable.
  func range(_ variable: Handle<Variable>) -> Range<Int> {
    firstSlots[variable]..<firstSlots[variable] + program.variables[variable].type.count
  }

  mutating func set(_ slot: Int, _ value: Value) {
    guard slots[slot] != value else { return }
    journal.append((slot, slots[slot]))
    slots[slot] = value
  }

  mutating func newSlot(_ value: Value) -> Int {
    slots.append(value)
    slotDepths.append(builder.depth)
    return slots.count - 1
  }

  /// Gives a variable its first value.
  mutating func declare(_ variable: Handle<Variable>, _ values: [Value]) {
    for (slot, value) in zip(range(variable), values) {
      slotDepths[slot] = builder.depth
      set(slot, value)
    }
  }

  mutating func declare(_ declaration: TypedDeclaration) throws(SourceError) {
    let values: [Value]
    if let value = declaration.value {
      values = try lower(value)
    } else {
      let zero = builder.constant(bits: 0)
      values = Array(repeating: zero, count: range(declaration.variable).count)
    }
    declare(declaration.variable, values)
  }

  /// Begins a statement or an expression of some scalars, and checks the limits.
  mutating func enter(_ count: Int) throws(SourceError) {
    nesting += 1
    guard nesting <= Self.nestingLimit else {
      throw SourceError(
        position, "more than \(Self.nestingLimit) statements and expressions inside each other")
    }
    try spend(count)
  }

  /// Counts work on some scalars and a number of values that are about to be made, and checks the
  /// limits.
  mutating func spend(_ count: Int, making values: Int = 0) throws(SourceError) {
    steps += count
    guard steps <= Self.stepLimit, builder.size + values <= Self.sizeLimit else {
      throw SourceError(position, "the program is too large when its functions are put together")
    }
  }

  mutating func leave() { nesting -= 1 }

  // MARK: Regions

  /// Undoes the assignments since a mark of the journal, and returns the values that they made.
  private mutating func changes(since mark: Int) -> [Int: Value] {
    var changes: [Int: Value] = [:]
    while journal.count > mark, let (slot, old) = journal.popLast() {
      if changes[slot] == nil { changes[slot] = slots[slot] }
      slots[slot] = old
    }
    return changes
  }

  /// Lowers two sides of a branch and joins what they change.
  mutating func branch(
    _ condition: Value, _ yes: (inout Lowering) throws(SourceError) -> Void,
    _ no: (inout Lowering) throws(SourceError) -> Void = { _ in }
  ) throws(SourceError) {
    if let truth = builder.truth(condition) {
      if truth { try yes(&self) } else { try no(&self) }
      return
    }
    guard builder.depth < Self.depthLimit else {
      throw SourceError(position, "more than \(Self.depthLimit) branches inside each other")
    }
    let mark = journal.count
    builder.openRegion(isLoop: false)
    try yes(&self)
    let first = builder.closeRegion()
    let changed = changes(since: mark)
    builder.openRegion(isLoop: false)
    try no(&self)
    let second = builder.closeRegion()
    let otherwise = changes(since: mark)
    let touched = Set(changed.keys).union(otherwise.keys).sorted()
      .filter { slotDepths[$0] <= builder.depth }
    try spend(changed.count + otherwise.count, making: touched.count)
    let pairs = touched.map { (changed[$0] ?? slots[$0], otherwise[$0] ?? slots[$0]) }
    let values = builder.branch(condition, first, second, pairs)
    for (slot, value) in zip(touched, values) { set(slot, value) }
  }

  /// Lowers the body of a loop that is repeated until a flag is cleared.
  mutating func repeating(
    _ carried: [Int], at position: SourcePosition,
    _ body: (inout Lowering) throws(SourceError) -> Value
  ) throws(SourceError) {
    guard builder.depth < Self.depthLimit else {
      throw SourceError(position, "more than \(Self.depthLimit) branches inside each other")
    }
    try spend(carried.count, making: 2 * carried.count)
    let mark = journal.count
    let (loop, phis) = builder.openLoop(carried.map { slots[$0] }, at: position)
    for (slot, phi) in zip(carried, phis) { set(slot, phi) }
    let again = try body(&self)
    let next = carried.map { slots[$0] }
    let outs = builder.closeLoop(loop, next: next, again: again)
    _ = changes(since: mark)
    for (slot, value) in zip(carried, outs) { set(slot, value) }
  }
}
