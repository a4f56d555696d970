/// What the machine executes for a frame, for its columns, for each row and for each block of a row.
struct Code: Sendable {
  /// The numbers that are worked on at once: eight.
  typealias Group = SIMD8<Float>
  /// The groups of a block.
  static let blockGroups = 32

  struct Instruction: Sendable {
    enum Kind: UInt8, Sendable {
      case operate
      /// The element of a list that an index chooses.
      case pick
      /// The colors of a picture at places, and those at the pixels' own places.
      case sample, fetch
      case jump
      /// Conditional jumps: by a truth value that all pixels share, or by a mask.
      case jumpIfFalse, jumpIfTrue, jumpIfNone, jumpIfAny
      /// Sets a loop's count to 0; counts an iteration.
      case enter, count
      /// Takes what has been worked out for the columns of the block.
      case load
      case label, nothing
    }

    var kind: Kind
    var operation = Operation.copy
    /// Whether it works on one group, as the result is the same for all pixels.
    var isUniform = false
    /// Where the result goes and where the operands are, as numbers of groups; before registers
    /// are assigned, numbers of virtual registers.
    var result: Int32 = -1
    var a: Int32 = -1
    var b: Int32 = -1
    var c: Int32 = -1
    /// Whether each operand has a group for each group of the block, or one for all.
    var strideA: Int32 = 0
    var strideB: Int32 = 0
    var strideC: Int32 = 0
    /// A label, then the instruction to jump to; a number of a sample, list or loop.
    var extra: Int32 = 0
    /// How long it takes for a group, compared with an addition.
    var cost: Int32 = 0
    /// How long it takes to find out what to do; likewise.
    static let overhead = 8

    /// The cost of an instruction of its kind.
    var kindCost: Int {
      switch kind {
      case .operate: operation.cost
      case .sample: 64
      case .pick: 14
      case .fetch: 6
      case .load, .jumpIfAny, .jumpIfNone: 1
      default: 0
      }
    }
  }

  /// A sample: its picture and where red, green, blue and alpha go; -1 for what is not wanted.
  struct Sample: Sendable {
    var picture: Int
    var colors: [Int32]
    /// The picture that the instruction before has sampled at the same coordinates, if it has.
    var previous: Int?
  }

  /// What a block may cost: 100,000 additions a pixel.
  static let blockBudget = 100_000 * (blockGroups + Instruction.overhead)
  /// What a row or a frame may cost before its blocks: as much as eight of them.
  static let sharedBudget = 8 * blockBudget

  /// Where a number is, and whether it has a group for each group of the block.
  struct Place: Sendable {
    var offset: Int32
    var stride: Int32
  }

  var frame: [Instruction] = []
  var column: [Instruction] = []
  var row: [Instruction] = []
  var block: [Instruction] = []
  var samples: [Sample] = []
  var lists: [[Place]] = []
  /// Where each loop stands in the shader.
  var loops: [SourcePosition] = []
  /// Where the function stands that gives the color.
  var position = SourcePosition()
  /// The constants, each a group.
  var constants: [(offset: Int32, bits: UInt32)] = []
  var progress: Int32?
  var y: Int32?
  var x: Int32?
  /// What the columns keep for the blocks of all rows, in the order of the numbers of `load`.
  var planes: [Place] = []
  /// Registers of a block for what all pixels share where it is needed for each: two for
  /// coordinates, four for results.
  var scratch: Int32 = 0
  var spare: Int32 { scratch + 2 * Int32(Self.blockGroups) }
  var results: [Place] = []
  /// The groups that a frame keeps, and those of all registers.
  var frameSize = 0
  var size = 0

  /// Whether an execution may come to an end too early.
  var mayFail: Bool {
    func cost(_ list: [Instruction]) -> Int {
      list.reduce(0) { $0 + Instruction.overhead + Int($1.cost) * Self.blockGroups }
    }
    return !loops.isEmpty || [frame, column, row, block].contains { cost($0) > Self.blockBudget }
  }
}
