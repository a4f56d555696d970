internal import TransitionKit

/// Gives registers their places: those that are not needed at the same time share one.
struct RegisterAllocator {
  private typealias Instruction = Code.Instruction

  private var generator: CodeGenerator
  private var offsets: [Int32]
  private var code = Code()
  private var size: Int32 = 0

  static func assign(_ generator: inout CodeGenerator) -> Code {
    for list in generator.lists.indices { generator.coalesceCopies(list) }
    var allocator = RegisterAllocator(generator)
    return allocator.run()
  }

  private init(_ generator: CodeGenerator) {
    self.generator = generator
    offsets = Array(repeating: -1, count: generator.registers.count)
  }

  private mutating func run() -> Code {
    var constants: [UInt32: Int32] = [:]
    for (index, register) in generator.registers.enumerated() {
      guard let bits = register.constant else { continue }
      if constants[bits] == nil {
        constants[bits] = size
        code.constants.append((size, bits))
        size += 1
      }
      offsets[index] = constants[bits] ?? 0
    }
    for level in generator.lists.indices {
      assign(level)
      if level == 0 { code.frameSize = Int(size) }
    }
    code.scratch = size
    code.size = Int(size) + 6 * Code.blockGroups
    code.frame = finished(0)
    code.row = finished(1)
    code.column = finished(2)
    code.block = finished(3)
    code.planes = generator.planes.map(place)
    code.samples = generator.samples.map { sample in
      Code.Sample(
        picture: sample.picture, colors: sample.colors.map { $0 < 0 ? -1 : offsets[Int($0)] },
        previous: sample.previous)
    }
    code.lists = generator.picks.map { $0.map(place) }
    code.loops = generator.loops
    code.position = generator.graph.position
    code.progress = generator.progress.map { offsets[Int($0)] }
    code.y = generator.y.map { offsets[Int($0)] }
    code.x = generator.x.map { offsets[Int($0)] }
    code.results = generator.results.map(place)
    return code
  }

  private func place(_ register: Int32) -> Code.Place {
    Code.Place(
      offset: offsets[Int(register)],
      stride: generator.registers[Int(register)].isUniform ? 0 : 1)
  }

  // MARK: Lives

  /// From where to where a register is needed.
  private struct Life {
    var register: Int32
    var first: Int
    var last: Int
  }

  private mutating func assign(_ level: Int) {
    let list = generator.lists[level]
    let count = generator.registers.count
    var first = Array(repeating: Int.max, count: count)
    var last = Array(repeating: -1, count: count)
    func touch(_ register: Int32, _ place: Int) {
      let index = Int(register)
      first[index] = min(first[index], place)
      last[index] = max(last[index], place)
    }
    let loops = Self.loops(in: list)
    for (place, instruction) in list.enumerated() {
      generator.forEachRegister(of: instruction) { touch($0, place) }
    }
    // What is needed in a loop that began after it was made is needed to the loop's end.
    for loop in loops {
      for place in loop {
        generator.forEachRegister(of: list[place]) { register in
          if first[Int(register)] < loop.lowerBound {
            last[Int(register)] = max(last[Int(register)], loop.upperBound)
          }
        }
      }
    }
    let inputs = [generator.progress, generator.y, generator.x, nil]
    if let input = inputs[level] { touch(input, -1) }
    for later in generator.lists.indices where later > level {
      for instruction in generator.lists[later] {
        generator.forEachRegister(of: instruction) { last[Int($0)] = .max }
      }
    }
    for result in generator.results + generator.planes { last[Int(result)] = .max }
    var lives: [Life] = []
    for (index, register) in generator.registers.enumerated()
    where register.constant == nil && Int(register.level.rawValue) == level && first[index] != .max
    {
      lives.append(Life(register: Int32(index), first: first[index], last: last[index]))
    }
    assign(lives.filter { generator.registers[Int($0.register)].isUniform }, groups: 1)
    assign(
      lives.filter { !generator.registers[Int($0.register)].isUniform },
      groups: Int32(Code.blockGroups))
  }

  /// The places from a label to the jump back to it.
  private static func loops(in list: [Instruction]) -> [Range<Int>] {
    var labels: [Int32: Int] = [:]
    var loops: [Range<Int>] = []
    for (place, instruction) in list.enumerated() {
      if instruction.kind == .label { labels[instruction.extra] = place }
      if [.jumpIfTrue, .jumpIfAny].contains(instruction.kind), let top = labels[instruction.extra] {
        loops.append(top..<place)
      }
    }
    return loops
  }

  private mutating func assign(_ lives: [Life], groups: Int32) {
    var free: [Int32] = []
    // The registers in use, the first to end last.
    var active: [Life] = []
    for life in lives.sorted(by: { ($0.first, $0.register) < ($1.first, $1.register) }) {
      while let ended = active.last, ended.last <= life.first {
        active.removeLast()
        free.append(offsets[Int(ended.register)])
      }
      if let place = free.popLast() {
        offsets[Int(life.register)] = place
      } else {
        offsets[Int(life.register)] = size
        size += groups
      }
      // Behind all that end later.
      active.insert(life, at: active.partitioningIndex { $0.last <= life.last })
    }
  }

  // MARK: Instructions

  private func finished(_ level: Int) -> [Instruction] {
    let list = generator.lists[level]
    var targets: [Int32: Int32] = [:]
    var count: Int32 = 0
    for instruction in list {
      switch instruction.kind {
      case .label: targets[instruction.extra] = count
      case .nothing: break
      default: count += 1
      }
    }
    var result: [Instruction] = []
    for var instruction in list where instruction.kind != .label && instruction.kind != .nothing {
      func assign(_ register: Int32) -> (Int32, Int32) {
        guard register >= 0 else { return (0, 0) }
        return (
          offsets[Int(register)], generator.registers[Int(register)].isUniform ? 0 : 1
        )
      }
      (instruction.a, instruction.strideA) = assign(instruction.a)
      (instruction.b, instruction.strideB) = assign(instruction.b)
      (instruction.c, instruction.strideC) = assign(instruction.c)
      instruction.result = assign(instruction.result).0
      instruction.cost = Int32(instruction.kindCost)
      switch instruction.kind {
      case .jump, .jumpIfFalse, .jumpIfTrue, .jumpIfNone, .jumpIfAny:
        instruction.extra = targets[instruction.extra] ?? count
      default: break
      }
      result.append(instruction)
    }
    return result
  }
}

extension CodeGenerator {
  /// Calls a function with each register that an instruction reads or writes.
  func forEachRegister(of instruction: Instruction, _ body: (Int32) -> Void) {
    for register in [instruction.a, instruction.b, instruction.c, instruction.result]
    where register >= 0 {
      body(register)
    }
    switch instruction.kind {
    case .pick: for register in picks[Int(instruction.extra)] { body(register) }
    case .sample, .fetch:
      for register in samples[Int(instruction.extra)].colors where register >= 0 { body(register) }
    default: break
    }
  }

  /// Lets blocks load what is worked out for the columns, and where the pixels are.
  mutating func exportColumns() {
    var loaded: [Int32: Int32] = [:]
    var loads: [Instruction] = []
    func local(_ register: Int32) -> Int32 {
      guard register >= 0, registers[Int(register)].level == .columns else { return register }
      if let known = loaded[register] { return known }
      let isUniform = registers[Int(register)].isUniform
      registers.append(Register(level: .block, isUniform: isUniform))
      let new = Int32(registers.count - 1)
      loaded[register] = new
      loads.append(
        Instruction(kind: .load, isUniform: isUniform, result: new, extra: Int32(planes.count)))
      planes.append(register)
      return new
    }
    let last = lists.count - 1
    for index in lists[last].indices {
      lists[last][index].a = local(lists[last][index].a)
      lists[last][index].b = local(lists[last][index].b)
      lists[last][index].c = local(lists[last][index].c)
      if lists[last][index].kind == .pick {
        let pick = Int(lists[last][index].extra)
        picks[pick] = picks[pick].map(local)
      }
    }
    results = results.map(local)
    lists[last].insert(contentsOf: loads, at: 0)
  }

  /// Lets what is only made to be copied be made in its place.
  mutating func coalesceCopies(_ list: Int) {
    let instructions = lists[list]
    var touches: [Int32: Int] = [:]
    for other in lists {
      for instruction in other {
        forEachRegister(of: instruction) { touches[$0, default: 0] += 1 }
      }
    }
    for result in results + planes { touches[result, default: 0] += 2 }
    // Where each register has last been touched, and where it has been made, in this stretch.
    var touched: [Int32: Int] = [:]
    var made: [Int32: Int] = [:]
    var renamed: [(place: Int, copy: Int)] = []
    for (place, instruction) in instructions.enumerated() {
      switch instruction.kind {
      case .label, .jump, .jumpIfFalse, .jumpIfTrue, .jumpIfNone, .jumpIfAny:
        made.removeAll()
      case .operate where instruction.operation == .copy:
        let (source, target) = (instruction.a, instruction.result)
        if let start = made[source], touches[source] == 2, touched[target] ?? -1 <= start,
          registers[Int(source)].isUniform == registers[Int(target)].isUniform,
          registers[Int(source)].level == registers[Int(target)].level
        {
          renamed.append((start, place))
          touched[target] = place
          continue
        }
        made[target] = place
      case .operate, .pick, .load: made[instruction.result] = place
      case .sample, .fetch:
        for color in samples[Int(instruction.extra)].colors where color >= 0 { made[color] = place }
      default: break
      }
      forEachRegister(of: instruction) { touched[$0] = place }
    }
    for (place, copy) in renamed {
      let (source, target) = (instructions[copy].a, instructions[copy].result)
      lists[list][copy].kind = .nothing
      lists[list][copy].a = -1
      lists[list][copy].result = -1
      if lists[list][place].result == source {
        lists[list][place].result = target
      } else {
        let sample = Int(lists[list][place].extra)
        for index in samples[sample].colors.indices where samples[sample].colors[index] == source {
          samples[sample].colors[index] = target
        }
      }
    }
  }
}
