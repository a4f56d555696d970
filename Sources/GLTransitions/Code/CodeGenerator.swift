/// Generates code of a graph.
///
/// Values that are the same for all pixels of a frame are computed once a frame, those that are the
/// same in a row once a row. A condition that all pixels share is a jump; one that differs from
/// pixel to pixel makes a mask, and a side whose mask is empty is jumped over.
struct CodeGenerator {
  typealias Instruction = VirtualCode.Instruction
  typealias Label = InstructionKind.Label

  let graph: Graph
  /// How often the graph uses each value.
  let uses: Table<Graph.Definition, Int>
  let rates: Table<Graph.Definition, Rate>
  var code: VirtualCode

  /// The register of each value; none before it is computed.
  var homes: Table<Graph.Definition, Register>
  /// The multiplications that a following addition may absorb, by their results.
  var products: [Register: (rate: Rate, index: Int)] = [:]
  /// The first instruction of each list that no jump separates from the next one.
  var stretches = ByRate(repeating: 0)
  /// The number of branches around the next instruction.
  var branchDepth = 0
  private var labels: Int32 = 0

  static func generate(_ graph: Graph) throws(SourceError) -> Code {
    let (graph, uses) = DeadCode.removed(from: graph)
    var generator = CodeGenerator(graph, uses)
    generator.run()
    generator.code.coalesceCopies()
    return try RegisterAllocator.assign(generator.code, of: graph)
  }

  private init(_ graph: Graph, _ uses: Table<Graph.Definition, Int>) {
    self.graph = graph
    self.uses = uses
    rates = graph.rates()
    code = VirtualCode(graph)
    homes = Table(repeating: .none, count: graph.definitions.count)
  }

  private mutating func run() {
    for value in graph.definitions.handles where uses[value] > 0 {
      switch graph.definitions[value] {
      case .constant(let bits):
        homes[value] = register(.perFrame, isUniform: true, constant: bits)
      case .input(let input):
        homes[value] = register(rates[value], isUniform: input != .x)
        switch input {
        case .progress: code.progress = homes[value]
        case .y: code.y = homes[value]
        case .x: code.x = homes[value]
        }
      default: break
      }
    }
    emit(graph.root, .perPixel, mask: .none)
    code.results = graph.results.map { homes[$0] }
    loadColumns()
  }

  // MARK: Registers

  mutating func register(
    _ rate: Rate, isUniform: Bool, constant: UInt32? = nil
  ) -> Register {
    code.registers.add(VirtualRegister(rate: rate, isUniform: isUniform, constant: constant))
  }

  func rate(_ registers: [Register]) -> Rate {
    registers.reduce(.perFrame) { $0.union(code.registers[$1].rate) }
  }
  func isUniform(_ register: Register) -> Bool { code.registers[register].isUniform }

  // MARK: Instructions

  mutating func append(_ instruction: Instruction, _ rate: Rate) {
    code.instructions[rate].append(instruction)
  }

  mutating func operate(
    _ operation: Operation, _ rate: Rate, _ operands: [Register], into result: Register
  ) {
    append(
      Instruction(
        .operate(operation), isUniform: isUniform(result), result: result, operands[0],
        operands.count > 1 ? operands[1] : .none, operands.count > 2 ? operands[2] : .none),
      rate)
  }

  /// Applies an operation at a rate, into a new register.
  mutating func operate(
    _ operation: Operation, _ rate: Rate, _ operands: [Register]
  ) -> Register {
    let result = register(rate, isUniform: operands.allSatisfy(isUniform))
    operate(operation, rate, operands, into: result)
    return result
  }

  mutating func newLabel() -> Label {
    labels += 1
    return Label(number: labels - 1)
  }

  /// Appends a jump or a label.
  mutating func control(_ kind: InstructionKind, _ rate: Rate, _ register: Register = .none) {
    append(Instruction(kind, register), rate)
    stretches[rate] = code.instructions[rate].count
  }

  // MARK: Regions

  /// Emits a region whose jumps and labels are at a rate, for the pixels of a mask.
  mutating func emit(_ region: Graph.Region, _ current: Rate, mask: Register) {
    // Both pictures are often sampled at the same coordinates, one right after the other here.
    var together: [[Value]: [Handle<Graph.Sample>]] = [:]
    for case .sample(let sample) in region.nodes {
      together[graph.samples[sample].operands, default: []].append(sample)
    }
    for node in region.nodes {
      switch node {
      case .value(let value): emit(value)
      case .sample(let sample):
        let samples = together.removeValue(forKey: graph.samples[sample].operands) ?? []
        for (index, other) in samples.enumerated() { emit(other, isNext: index > 0) }
      case .branch(let branch): emit(graph.branches[branch], current, mask: mask)
      case .loop(let loop): emit(loop, current, mask: mask)
      }
    }
  }

  private mutating func emit(_ value: Value) {
    switch graph.definitions[value] {
    case .operation(let operation, let a, let b, let c):
      let values = [a, b, c].prefix(operation.arity)
      let operands = values.map { homes[$0] }
      let rate = rate(operands)
      if operation == .add, let fused = fuse(operands, [a, b], rate) {
        homes[value] = operate(.multiplyAdd, rate, fused)
        return
      }
      homes[value] = operate(operation, rate, operands)
      if operation == .multiply {
        products[homes[value]] = (rate, code.instructions[rate].count - 1)
      }
    case .pick(let list, let index):
      let elements = graph.lists[list].map { homes[$0] }
      let all = elements + [homes[index]]
      let rate = rate(all)
      let result = register(rate, isUniform: all.allSatisfy(isUniform))
      code.lists[list] = elements
      append(
        Instruction(.pick(list), isUniform: isUniform(result), result: result, homes[index]), rate)
      homes[value] = result
    default: break
    }
  }

  /// The operands of a·b + c for an addition, if one of its operands is a product without other
  /// uses in the same stretch; its instruction is removed.
  private mutating func fuse(
    _ operands: [Register], _ values: [Value], _ rate: Rate
  ) -> [Register]? {
    for (index, operand) in operands.enumerated() {
      guard let product = products[operand], product.rate == rate,
        product.index >= stretches[rate], uses[values[index]] == 1
      else { continue }
      let instruction = code.instructions[rate][product.index]
      code.instructions[rate][product.index].kind = .nothing
      products[operand] = nil
      return [instruction.a, instruction.b, operands[1 - index]]
    }
    return nil
  }

  /// Samples a picture; `isNext` if the instruction before has sampled one at the same coordinates.
  private mutating func emit(_ number: Handle<Graph.Sample>, isNext: Bool) {
    let sample = graph.samples[number]
    let operands = sample.operands.map { homes[$0] }
    let rate = rate(operands)
    let isUniform = operands.allSatisfy(isUniform)
    var colors: [Register] = []
    for color in sample.colors {
      if !color.isNone { homes[color] = register(rate, isUniform: isUniform) }
      colors.append(color.isNone ? .none : homes[color])
    }
    var previous: Int?
    if isNext, sample.kind == .point, case .sample(let last)? = code.instructions[rate].last?.kind {
      previous = code.samples[last].picture
    }
    code.samples[number] = SampleColors(
      picture: sample.picture, kind: sample.kind, operands: operands, colors: colors,
      previous: previous)
    let isOwn = sample.kind == .point && operands == [code.x, code.y] && sample.picture < 2
    append(Instruction(isOwn ? .fetch(number) : .sample(number), isUniform: isUniform), rate)
  }

  // MARK: Columns

  /// Lets blocks load the values that are computed for the columns, and the pixels' own x.
  private mutating func loadColumns() {
    var loaded: [Register: Register] = [:]
    var loads: [Instruction] = []
    func local(_ register: Register) -> Register {
      guard !register.isNone, code.registers[register].rate == .perColumn else { return register }
      if let known = loaded[register] { return known }
      let isUniform = isUniform(register)
      let new = self.register(.perPixel, isUniform: isUniform)
      loaded[register] = new
      loads.append(
        Instruction(.load(plane: Int32(code.planes.count)), isUniform: isUniform, result: new))
      code.planes.append(register)
      return new
    }
    var block = code.instructions[.perPixel]
    for index in block.indices {
      block[index].a = local(block[index].a)
      block[index].b = local(block[index].b)
      block[index].c = local(block[index].c)
      switch block[index].kind {
      case .pick(let list): code.lists[list] = code.lists[list].map(local)
      case .sample(let sample):
        code.samples[sample].operands = code.samples[sample].operands.map(local)
      default: break
      }
    }
    code.results = code.results.map(local)
    code.instructions[.perPixel] = loads + block
  }
}
