/// The instructions that the machine executes for a frame, for its columns, for each row and for
/// each block of a row.
///
/// Registers lie in one array of vectors. One for values that all pixels of a block share takes a
/// vector; any other takes a vector for each eight pixels of a block:
///
///     vector   0     1     2     3…34                35…66         …
///              0.5   2.0   uv.y  uv.x (32 vectors)   a temporary
///              constants   row   block               block
struct Code: Sendable {
  /// Numbers that are computed at once: a lane for each of eight pixels.
  typealias Vector = SIMD8<Float>
  /// The vectors of a block.
  static let vectorsPerBlock = 32

  /// A register in memory: its first vector, and whether it has one for each vector of a block (1)
  /// or one for all (0).
  struct Operand: Sendable {
    var offset: Int32
    var stride: Int32

    static let none = Operand(offset: -1, stride: 0)
    var isNone: Bool { offset < 0 }
  }

  /// The most that a block may cost: 100,000 additions a pixel.
  static let blockBudget = 100_000 * (vectorsPerBlock + Instruction<Operand>.overhead)
  /// The most that a row or a frame may cost before its blocks: as much as eight of them.
  static let sharedBudget = 8 * blockBudget

  var instructions = ByRate<[Instruction<Operand>]>(repeating: [])
  var samples: Table<Graph.Sample, SampleColors<Operand>>
  var lists: Table<[Value], [Operand]>
  /// The position of each loop in the shader.
  var loops: Table<Graph.Loop, SourcePosition>
  /// The position of the function that returns the color.
  var position: SourcePosition
  var constants: [(offset: Int32, bits: UInt32)] = []
  var progress = Operand.none
  var y = Operand.none
  var x = Operand.none
  /// The values of the columns that blocks of all rows load, in the order of their planes.
  var planes: [Operand] = []
  /// Registers in which a value that all pixels share is repeated for each: two for coordinates,
  /// four for results.
  var coordinateCopies: Int32 = 0
  var resultCopies: Int32 { coordinateCopies + 2 * Int32(Self.vectorsPerBlock) }
  var results: [Operand] = []
  /// The vectors that a frame keeps, and those of all registers.
  var frameSize = 0
  var size = 0

  /// Whether an execution may fail: it has a loop, or its instructions alone cost too much.
  var mayFail: Bool {
    Rate.all.contains { rate in
      let list = instructions[rate]
      let cost = list.reduce(0) {
        $0 + Instruction<Operand>.overhead + Int($1.cost) * Self.vectorsPerBlock
      }
      return cost > Self.blockBudget
        || list.contains { if case .count = $0.kind { true } else { false } }
    }
  }
}

/// A register without a location in memory yet.
struct VirtualRegister: Sendable {
  var rate: Rate
  /// Whether all pixels of a block share its value.
  var isUniform: Bool
  var constant: UInt32?
}

typealias Register = Handle<VirtualRegister>

/// Code of virtual registers, each of them a value or a variable of a loop.
struct VirtualCode {
  typealias Instruction = GLTransitions.Instruction<Register>

  var registers: [VirtualRegister] = []
  var instructions = ByRate<[Instruction]>(repeating: [])
  var samples: Table<Graph.Sample, SampleColors<Register>>
  var lists: Table<[Value], [Register]>
  var progress = Register.none
  var x = Register.none
  var y = Register.none
  var results: [Register] = []
  var planes: [Register] = []

  init(_ graph: Graph) {
    samples = Table(repeating: SampleColors(), count: graph.samples.count)
    lists = Table(repeating: [], count: graph.lists.count)
  }

  /// Calls a function with each register that an instruction reads or writes.
  func forEachRegister(of instruction: Instruction, _ body: (Register) -> Void) {
    for register in [instruction.a, instruction.b, instruction.c, instruction.result]
    where !register.isNone {
      body(register)
    }
    switch instruction.kind {
    case .pick(let list): for register in lists[list] { body(register) }
    case .sample(let sample):
      for register in samples[sample].operands { body(register) }
      fallthrough
    case .fetch(let sample):
      for register in samples[sample].colors where !register.isNone { body(register) }
    default: break
    }
  }
}

extension Instruction where Storage == Register {
  init(
    _ kind: InstructionKind, isUniform: Bool = false, result: Register = .none,
    _ a: Register = .none, _ b: Register = .none, _ c: Register = .none
  ) {
    self.init(kind: kind, isUniform: isUniform, result: result, a: a, b: b, c: c)
  }
}
