/// Makes instructions of a graph.
///
/// What is the same for all pixels of a frame is worked out once a frame, what is the same in a row
/// once a row. A condition that all pixels share is a jump; one that differs from pixel to pixel
/// makes a mask, and a side whose mask is empty is jumped over.
struct CodeGenerator {
  typealias Instruction = Code.Instruction

  /// The moment at which something is worked out: for what it is different.
  typealias Level = GraphAnalysis.Variation

  /// A register without a place yet.
  struct Register {
    var level: Level
    var isUniform: Bool
    var constant: UInt32?
  }

  /// What both sides of a branch may cost for doing without jumps.
  private static let cheapSides = 10

  let analysis: GraphAnalysis
  var graph: Graph { analysis.graph }
  var registers: [Register] = []
  var lists: [[Instruction]] = [[], [], [], []]
  var samples: [Code.Sample] = []
  var picks: [[Int32]] = []
  var loops: [SourcePosition] = []
  var progress: Int32?
  var x: Int32?
  var y: Int32?
  var results: [Int32] = []
  /// What the columns keep for the blocks.
  var planes: [Int32] = []

  /// The register of each value.
  private var homes: [Int32]
  /// The multiplication that has just been made of each value, to be made one with an addition.
  private var made: [Int32: (level: Level, index: Int)] = [:]
  /// Where the instructions begin that are executed together with the next one.
  private var segments = [0, 0, 0, 0]
  private var labels: Int32 = 0
  /// How many branches there are around what is being emitted.
  private var branchDepth = 0

  static func generate(_ graph: Graph) -> Code {
    var generator = CodeGenerator(GraphAnalysis(graph))
    generator.run()
    return RegisterAllocator.assign(&generator)
  }

  private init(_ analysis: GraphAnalysis) {
    self.analysis = analysis
    homes = Array(repeating: -1, count: analysis.graph.definitions.count)
  }

  private mutating func run() {
    for (index, definition) in graph.definitions.enumerated() {
      let value = Value(index: Int32(index))
      guard analysis.isNeeded(value) else { continue }
      switch definition {
      case .constant(let bits):
        homes[index] = register(.frame, isUniform: true, constant: bits)
      case .input(.progress):
        homes[index] = register(.frame, isUniform: true)
        progress = homes[index]
      case .input(.y):
        homes[index] = register(.rows, isUniform: true)
        y = homes[index]
      case .input(.x):
        homes[index] = register(.columns, isUniform: false)
        x = homes[index]
      default: break
      }
    }
    emit(graph.root, .block, mask: nil)
    results = graph.results.map { home($0) }
    exportColumns()
  }

  // MARK: Registers

  private mutating func register(
    _ level: Level, isUniform: Bool, constant: UInt32? = nil
  ) -> Int32 {
    registers.append(Register(level: level, isUniform: isUniform, constant: constant))
    return Int32(registers.count - 1)
  }

  private func home(_ value: Value) -> Int32 { homes[Int(analysis.resolve(value).index)] }
  private func level(_ register: Int32) -> Level {
    register < 0 ? .frame : registers[Int(register)].level
  }
  private func level(of registers: [Int32]) -> Level {
    registers.map(level).reduce(.frame) { $0.union($1) }
  }
  private func isUniform(_ register: Int32) -> Bool {
    register < 0 || registers[Int(register)].isUniform
  }
  private func resolve(_ value: Value) -> Value { analysis.resolve(value) }
  private func isNeeded(_ value: Value) -> Bool {
    analysis.isNeeded(value) && resolve(value) == value
  }

  // MARK: Instructions

  private mutating func append(_ instruction: Instruction, _ level: Level) {
    lists[Int(level.rawValue)].append(instruction)
  }

  private mutating func operate(
    _ operation: Operation, _ level: Level, _ operands: [Int32], into result: Int32
  ) {
    append(
      Instruction(
        kind: .operate, operation: operation, isUniform: isUniform(result), result: result,
        a: operands[0], b: operands.count > 1 ? operands[1] : -1,
        c: operands.count > 2 ? operands[2] : -1),
      level)
  }

  /// Works something out where its operands are known, into a new register.
  private mutating func operate(
    _ operation: Operation, _ level: Level, _ operands: [Int32]
  ) -> Int32 {
    let result = register(level, isUniform: operands.allSatisfy(isUniform))
    operate(operation, level, operands, into: result)
    return result
  }

  private mutating func newLabel() -> Int32 {
    labels += 1
    return labels - 1
  }

  private mutating func control(
    _ kind: Instruction.Kind, _ level: Level, _ register: Int32 = -1, to label: Int32
  ) {
    append(Instruction(kind: kind, a: register, extra: label), level)
    segments[Int(level.rawValue)] = lists[Int(level.rawValue)].count
  }

  // MARK: Regions

  private mutating func emit(_ region: Graph.Region, _ current: Level, mask: Int32?) {
    // Both pictures are often sampled at the same coordinates, one right after the other here.
    var together: [[Value]: [Int]] = [:]
    for case .sample(let number) in region.nodes
    where graph.samples[number].colors.contains(where: isNeeded) {
      together[coordinates(number), default: []].append(number)
    }
    for node in region.nodes {
      switch node {
      case .value(let value): if isNeeded(value) { emit(value) }
      case .sample(let number):
        for (index, other) in (together.removeValue(forKey: coordinates(number)) ?? []).enumerated()
        {
          emitSample(other, isNext: index > 0)
        }
      case .branch(let number):
        let branch = graph.branches[number]
        guard branch.merges.contains(where: { isNeeded($0.value) }) else { continue }
        emit(branch, current, mask: mask)
      case .loop(let number):
        let loop = graph.loops[number]
        guard loop.carried.contains(where: { isNeeded($0.phi) }) else { continue }
        emit(loop, current, mask: mask)
      }
    }
  }

  private mutating func emit(_ value: Value) {
    switch graph.definition(value) {
    case .operation(let operation, let a, let b, let c):
      let operands = [a, b, c].prefix(operation.arity).map { home($0) }
      let level = level(of: operands)
      let index = Int(value.index)
      if operation == .add, let fused = fuse(operands, [a, b], level) {
        homes[index] = operate(.multiplyAdd, level, fused)
        return
      }
      homes[index] = operate(operation, level, operands)
      if operation == .multiply {
        made[homes[index]] = (level, lists[Int(level.rawValue)].count - 1)
      }
    case .pick(let list, let index):
      let elements = graph.lists[list].map { home($0) }
      let all = elements + [home(index)]
      let level = level(of: all)
      let result = register(level, isUniform: all.allSatisfy(isUniform))
      picks.append(elements)
      append(
        Instruction(
          kind: .pick, isUniform: isUniform(result), result: result, a: home(index),
          extra: Int32(picks.count - 1)),
        level)
      homes[Int(value.index)] = result
    default: break
    }
  }

  /// The operands of a·b + c for an addition, if one of its operands is a product that nobody else
  /// needs and that has just been worked out.
  private mutating func fuse(
    _ operands: [Int32], _ values: [Value], _ level: Level
  ) -> [Int32]? {
    for (index, operand) in operands.enumerated() {
      guard let product = made[operand], product.level == level,
        product.index >= segments[Int(level.rawValue)],
        analysis.uses[Int(resolve(values[index]).index)] == 1
      else { continue }
      let instruction = lists[Int(level.rawValue)][product.index]
      lists[Int(level.rawValue)][product.index].kind = .nothing
      made[operand] = nil
      return [instruction.a, instruction.b, operands[1 - index]]
    }
    return nil
  }

  private func coordinates(_ sample: Int) -> [Value] {
    [resolve(graph.samples[sample].x), resolve(graph.samples[sample].y)]
  }

  /// Samples a picture; `isNext` if the instruction before has sampled one at the same coordinates.
  private mutating func emitSample(_ number: Int, isNext: Bool) {
    let sample = graph.samples[number]
    let (u, v) = (home(sample.x), home(sample.y))
    let level = level(of: [u, v])
    let isUniform = isUniform(u) && isUniform(v)
    let isOwn = u == x && v == y && sample.picture < 2
    var colors: [Int32] = []
    for color in sample.colors {
      guard isNeeded(color) else {
        colors.append(-1)
        continue
      }
      homes[Int(color.index)] = register(level, isUniform: isUniform)
      colors.append(homes[Int(color.index)])
    }
    let follows = isNext && lists[Int(level.rawValue)].last?.kind == .sample
    let previous = follows ? samples.last?.picture : nil
    samples.append(Code.Sample(picture: sample.picture, colors: colors, previous: previous))
    append(
      Instruction(
        kind: isOwn ? .fetch : .sample, isUniform: isUniform, a: isOwn ? -1 : u,
        b: isOwn ? -1 : v, extra: Int32(samples.count - 1)),
      level)
  }

  // MARK: Branches

  private mutating func emit(_ branch: Graph.Branch, _ current: Level, mask: Int32?) {
    branchDepth += 1
    defer { branchDepth -= 1 }
    let condition = home(branch.condition)
    let merges = branch.merges.filter { isNeeded($0.value) }
    if !isUniform(condition) {
      emitMasked(branch, merges, current, mask)
      return
    }
    let (otherwise, end) = (newLabel(), newLabel())
    let list = Int(current.rawValue)
    let start = lists[list].count
    control(.jumpIfFalse, current, condition, to: otherwise)
    emit(branch.yes, current, mask: mask)
    // Results that all sides know earlier are chosen earlier.
    var copies: [(merge: Graph.Merge, register: Int32)] = []
    let middle = lists[list].count
    control(.jump, current, to: end)
    control(.label, current, to: otherwise)
    emit(branch.no, current, mask: mask)
    for merge in merges {
      let operands = [condition, home(merge.yes), home(merge.no)]
      let level = level(of: operands)
      if level != current {
        homes[Int(merge.value.index)] = operate(.select, level, operands)
      } else {
        let isUniform = !analysis.isVarying(merge.value) && operands.allSatisfy(isUniform)
        let result = register(current, isUniform: isUniform)
        homes[Int(merge.value.index)] = result
        copies.append((merge, result))
      }
    }
    let yesIsEmpty = middle == start + 1
    let noIsEmpty = lists[list].count == middle + 2
    if copies.isEmpty, yesIsEmpty, noIsEmpty {
      lists[list].removeSubrange(start...)
      segments[list] = min(segments[list], start)
      return
    }
    // The copies of the first side stand before its jump.
    var first: [Instruction] = []
    for copy in copies {
      let no = home(copy.merge.no)
      operate(.copy, current, [no], into: copy.register)
      first.append(
        Instruction(
          kind: .operate, operation: .copy, isUniform: isUniform(copy.register),
          result: copy.register, a: home(copy.merge.yes)))
    }
    lists[list].insert(contentsOf: first, at: middle)
    made.removeAll()
    control(.label, current, to: end)
  }

  private mutating func emitMasked(
    _ branch: Graph.Branch, _ merges: [Graph.Merge], _ current: Level, _ mask: Int32?
  ) {
    let condition = home(branch.condition)
    let (yes, no) = (cost(branch.yes), cost(branch.no))
    if let yes, let no, yes + no <= Self.cheapSides {
      emit(branch.yes, current, mask: mask)
      emit(branch.no, current, mask: mask)
    } else {
      emitSide(branch.yes, current) { generator in
        guard let mask else { return condition }
        return generator.operate(.and, current, [mask, condition])
      }
      emitSide(branch.no, current) { generator in
        guard let mask else { return generator.operate(.not, current, [condition]) }
        return generator.operate(.andNot, current, [mask, condition])
      }
    }
    for merge in merges {
      let operands = [condition, home(merge.yes), home(merge.no)]
      homes[Int(merge.value.index)] = operate(.select, level(of: operands), operands)
    }
  }

  /// A side of a branch after a jump, if there is anything in it.
  private mutating func emitSide(
    _ region: Graph.Region, _ current: Level,
    _ makeMask: (inout CodeGenerator) -> Int32
  ) {
    let list = Int(current.rawValue)
    let start = lists[list].count
    let mask = makeMask(&self)
    let end = newLabel()
    control(.jumpIfNone, current, mask, to: end)
    let body = lists[list].count
    emit(region, current, mask: mask)
    if lists[list].count == body {
      lists[list].removeSubrange(start...)
      segments[list] = min(segments[list], start)
    } else {
      control(.label, current, to: end)
    }
  }

  /// What a region costs at most where it is executed for each block; nil if it is too much.
  private func cost(_ region: Graph.Region) -> Int? {
    var sum = 0
    for node in region.nodes {
      switch node {
      case .value(let value):
        guard isNeeded(value), analysis.variations[Int(value.index)] == .block else { continue }
        guard case .operation(let operation, _, _, _) = graph.definition(value) else { return nil }
        sum += operation.cost
      case .sample(let number):
        if graph.samples[number].colors.contains(where: isNeeded) { return nil }
      case .branch(let number):
        let branch = graph.branches[number]
        let merges = branch.merges.filter { isNeeded($0.value) }
        if merges.isEmpty { continue }
        guard analysis.isVarying(resolve(branch.condition)), let yes = cost(branch.yes),
          let no = cost(branch.no)
        else { return nil }
        sum += yes + no + merges.count
      case .loop(let number):
        if graph.loops[number].carried.contains(where: { isNeeded($0.phi) }) { return nil }
      }
      if sum > Self.cheapSides { return nil }
    }
    return sum
  }

  // MARK: Loops

  private mutating func emit(_ loop: Graph.Loop, _ outer: Level, mask: Int32?) {
    let carried = loop.carried.filter { isNeeded($0.phi) }
    let again = resolve(loop.again)
    // A loop that is not reached may have no end: it stays behind the jump of its branch.
    let current = level(of: loop, carried).union(branchDepth > 0 ? outer : [])
    var phis: [Int32] = []
    for variable in carried {
      let isUniform = !analysis.isVarying(variable.phi)
      let phi = register(current, isUniform: isUniform)
      homes[Int(variable.phi.index)] = phi
      homes[Int(variable.out.index)] = phi
      phis.append(phi)
      operate(.copy, current, [home(variable.initial)], into: phi)
    }
    let number = Int32(loops.count)
    loops.append(loop.position)
    let isMasked = analysis.isVarying(again)
    var live: Int32?
    if isMasked {
      let flag = register(current, isUniform: false)
      let initial = mask ?? register(.frame, isUniform: true, constant: .max)
      operate(.copy, current, [initial], into: flag)
      live = flag
    }
    append(Instruction(kind: .enter, extra: number), current)
    let top = newLabel()
    control(.label, current, to: top)
    append(Instruction(kind: .count, extra: number), current)
    emit(loop.body, current, mask: live ?? mask)
    // Variables that become others of the same loop are read before any is written.
    var next = carried.map { home($0.next) }
    for index in next.indices where phis.contains(next[index]) && next[index] != phis[index] {
      next[index] = operate(.copy, current, [next[index]])
    }
    for (phi, value) in zip(phis, next) where phi != value {
      if let live, !isUniform(phi) {
        operate(.select, current, [live, value, phi], into: phi)
      } else {
        operate(.copy, current, [value], into: phi)
      }
    }
    if let live {
      operate(.and, current, [live, home(again)], into: live)
      control(.jumpIfAny, current, live, to: top)
    } else {
      control(.jumpIfTrue, current, home(again), to: top)
    }
  }

  /// Where a loop is executed: before the current place if all of it is known there.
  private func level(of loop: Graph.Loop, _ carried: [Graph.Carried]) -> Level {
    var variation = analysis.variations[Int(resolve(loop.again).index)]
    for variable in carried { variation.formUnion(analysis.variations[Int(variable.phi.index)]) }
    var level = variation
    func include(_ value: Value) {
      guard !value.isNone else { return }
      let home = home(value)
      // What has no home yet is defined in the loop.
      if home >= 0 { level.formUnion(self.level(home)) }
    }
    for variable in carried {
      include(variable.initial)
      include(variable.next)
    }
    include(loop.again)
    visitUses(loop.body, include)
    return level
  }

  private func visitUses(_ region: Graph.Region, _ include: (Value) -> Void) {
    for node in region.nodes {
      switch node {
      case .value(let value):
        if isNeeded(value) { graph.visitOperands(of: value, include) }
      case .sample(let number):
        guard graph.samples[number].colors.contains(where: isNeeded) else { continue }
        include(graph.samples[number].x)
        include(graph.samples[number].y)
      case .branch(let number):
        let branch = graph.branches[number]
        let merges = branch.merges.filter { isNeeded($0.value) }
        if merges.isEmpty { continue }
        include(branch.condition)
        for merge in merges {
          include(merge.yes)
          include(merge.no)
        }
        visitUses(branch.yes, include)
        visitUses(branch.no, include)
      case .loop(let number):
        let loop = graph.loops[number]
        let carried = loop.carried.filter { isNeeded($0.phi) }
        if carried.isEmpty { continue }
        include(loop.again)
        for variable in carried {
          include(variable.initial)
          include(variable.next)
        }
        visitUses(loop.body, include)
      }
    }
  }
}
