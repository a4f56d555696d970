/// Assigns memory to virtual registers by linear scan: registers that do not live at the same time
/// share it.
///
/// A register lives from the first instruction that mentions it to the last:
///
///     0  a = add x, y          a  0–2        memory of a
///     1  b = multiply x, x     b  1–3        of b
///     2  c = add a, b          c  2–3        of a again: 2 reads it before it writes
///     3  d = sqrt c …
struct RegisterAllocator {
  private let virtual: VirtualCode
  private var offsets: Table<VirtualRegister, Int32>
  private var code: Code
  private var size: Int32 = 0

  /// The most vectors of all registers: 8,192 numbers of each pixel, 8 MB for each thread.
  private static let sizeLimit = 8_192 * Code.vectorsPerBlock

  /// The code with its registers assigned.
  static func assign(_ virtual: VirtualCode, of graph: Graph) throws(SourceError) -> Code {
    var allocator = RegisterAllocator(virtual, of: graph)
    return try allocator.run()
  }

  private init(_ virtual: VirtualCode, of graph: Graph) {
    self.virtual = virtual
    offsets = Table(repeating: -1, count: virtual.registers.count)
    code = Code(
      samples: Table(repeating: SampleColors(), count: graph.samples.count),
      lists: Table(repeating: [], count: graph.lists.count),
      loops: Table(repeating: SourcePosition(), count: graph.loops.count),
      position: graph.position)
    for loop in graph.loops.handles { code.loops[loop] = graph.loops[loop].position }
  }

  private mutating func run() throws(SourceError) -> Code {
    assignConstants()
    for rate in Rate.all {
      assign(rate)
      if rate == .perFrame { code.frameSize = Int(size) }
    }
    guard size <= Self.sizeLimit else {
      throw SourceError(
        code.position, "more than 8,192 numbers of a pixel are needed at the same time")
    }
    code.coordinateCopies = size
    code.size = Int(size) + 6 * Code.vectorsPerBlock
    for rate in Rate.all { code.instructions[rate] = finished(virtual.instructions[rate]) }
    code.planes = virtual.planes.map(operand)
    code.progress = operand(virtual.progress)
    code.y = operand(virtual.y)
    code.x = operand(virtual.x)
    code.results = virtual.results.map(operand)
    return code
  }

  private mutating func assignConstants() {
    var constants: [UInt32: Int32] = [:]
    for register in virtual.registers.handles {
      guard let bits = virtual.registers[register].constant else { continue }
      if let known = constants[bits] {
        offsets[register] = known
        continue
      }
      offsets[register] = size
      constants[bits] = size
      code.constants.append((size, bits))
      size += 1
    }
  }

  private func operand(_ register: Register) -> Code.Operand {
    if register.isNone { return .none }
    return Code.Operand(
      offset: offsets[register], stride: virtual.registers[register].isUniform ? 0 : 1)
  }

  // MARK: Lives

  /// The instructions between which a register keeps its value.
  private struct Life {
    var register: Register
    var first: Int
    var last: Int
  }

  private mutating func assign(_ rate: Rate) {
    let list = virtual.instructions[rate]
    let count = virtual.registers.count
    var first = Table<VirtualRegister, Int>(repeating: .max, count: count)
    var last = Table<VirtualRegister, Int>(repeating: -1, count: count)
    func touch(_ register: Register, _ index: Int) {
      first[register] = min(first[register], index)
      last[register] = max(last[register], index)
    }
    for (index, instruction) in list.enumerated() {
      virtual.forEachRegister(of: instruction) { touch($0, index) }
    }
    for input in [virtual.progress, virtual.y, virtual.x]
    where !input.isNone && virtual.registers[input].rate == rate {
      touch(input, -1)
    }
    // A register from before a loop lives to the loop's end, since each iteration reads it.
    for loop in Self.loops(in: list) {
      for index in loop {
        virtual.forEachRegister(of: list[index]) { register in
          if first[register] < loop.lowerBound {
            last[register] = max(last[register], loop.upperBound)
          }
        }
      }
    }
    for later in Rate.all where later.rawValue > rate.rawValue {
      for instruction in virtual.instructions[later] {
        virtual.forEachRegister(of: instruction) { last[$0] = .max }
      }
    }
    for result in virtual.results + virtual.planes { last[result] = .max }
    let lives = virtual.registers.handles
      .filter { register in
        let isOurs = virtual.registers[register].rate == rate
        return isOurs && virtual.registers[register].constant == nil && first[register] != .max
      }
      .map { Life(register: $0, first: first[$0], last: last[$0]) }
    assign(lives.filter { virtual.registers[$0.register].isUniform }, vectors: 1)
    assign(
      lives.filter { !virtual.registers[$0.register].isUniform },
      vectors: Int32(Code.vectorsPerBlock))
  }

  /// The instructions from a label to the jump back to it.
  private static func loops(in list: [VirtualCode.Instruction]) -> [Range<Int>] {
    var labels: [InstructionKind.Label: Int] = [:]
    var loops: [Range<Int>] = []
    for (index, instruction) in list.enumerated() {
      if case .label(let label) = instruction.kind { labels[label] = index }
      if case .jump(_, let label) = instruction.kind, let top = labels[label] {
        loops.append(top..<index)
      }
    }
    return loops
  }

  /// Assigns registers of some vectors each.
  private mutating func assign(_ lives: [Life], vectors: Int32) {
    var free: [Int32] = []
    // The registers by their ends, the next to end last. One that has no memory yet does not end.
    var active = lives.sorted { ($0.last, $0.register.index) > ($1.last, $1.register.index) }
    for life in lives.sorted(by: {
      ($0.first, $0.register.index) < ($1.first, $1.register.index)
    }) {
      while let ended = active.last, ended.last <= life.first, offsets[ended.register] >= 0 {
        active.removeLast()
        free.append(offsets[ended.register])
      }
      if let offset = free.popLast() {
        offsets[life.register] = offset
      } else {
        offsets[life.register] = size
        size += vectors
      }
    }
  }

  // MARK: Instructions

  /// Instructions with operands instead of registers, and with their numbers instead of labels.
  private mutating func finished(
    _ list: [VirtualCode.Instruction]
  ) -> [Instruction<Code.Operand>] {
    typealias Label = InstructionKind.Label
    var targets: [Label: Label] = [:]
    var count: Int32 = 0
    for instruction in list {
      switch instruction.kind {
      case .label(let label): targets[label] = Label(number: count)
      case .nothing: break
      default: count += 1
      }
    }
    var result: [Instruction<Code.Operand>] = []
    for instruction in list {
      var kind = instruction.kind
      switch kind {
      case .label, .nothing: continue
      case .sample(let sample), .fetch(let sample):
        code.samples[sample] = SampleColors(
          picture: virtual.samples[sample].picture, kind: virtual.samples[sample].kind,
          operands: virtual.samples[sample].operands.map(operand),
          colors: virtual.samples[sample].colors.map(operand),
          previous: virtual.samples[sample].previous)
      case .pick(let list): code.lists[list] = virtual.lists[list].map(operand)
      case .jump(let condition, let label):
        kind = .jump(condition, targets[label] ?? Label(number: count))
      default: break
      }
      // Operands that an operation lacks have an address, too, which is not read.
      func addressed(_ register: Register) -> Code.Operand {
        register.isNone ? Code.Operand(offset: 0, stride: 0) : operand(register)
      }
      var cost = Int32(kind.cost)
      if case .sample(let sample) = kind { cost = Int32(code.samples[sample].kind.cost) }
      result.append(
        Instruction(
          kind: kind, isUniform: instruction.isUniform, result: addressed(instruction.result),
          a: addressed(instruction.a), b: addressed(instruction.b), c: addressed(instruction.c),
          cost: cost))
    }
    return result
  }
}
