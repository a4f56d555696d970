/// A step of the machine, done for all lanes of a block or for one vector that they share.
///
/// `Storage` names operands: virtual registers as the ``CodeGenerator`` makes it, operands in
/// memory once the ``RegisterAllocator`` has assigned them.
struct Instruction<Storage: Sendable>: Sendable {
  var kind: InstructionKind
  /// Whether it works on one vector, as the result is the same for all pixels.
  var isUniform = false
  var result: Storage
  var a: Storage
  var b: Storage
  var c: Storage
  /// Its time for a vector, in additions.
  var cost: Int32 = 0
  /// The time of decoding it; likewise.
  static var overhead: Int { 8 }
}

enum InstructionKind: Sendable {
  case operate(Operation)
  /// The element of a list that the index `a` chooses.
  case pick(Handle<[Value]>)
  /// The colors of a picture, perhaps of its level `c`, at the points (`a`, `b`), and those at the
  /// pixels' own centers.
  case sample(Handle<Graph.Sample>)
  case fetch(Handle<Graph.Sample>)
  case jump(Condition, Label)
  /// Sets a loop's count to 0; counts an iteration.
  case enter(Handle<Graph.Loop>)
  case count(Handle<Graph.Loop>)
  /// Takes the block's part of a plane, a value computed for all columns of the frame.
  case load(plane: Int32)
  case label(Label)
  case nothing

  /// The number of a label; in finished code, that of the instruction to jump to.
  struct Label: Hashable, Sendable {
    var number: Int32
  }

  /// The condition of a jump on `a`: a truth value that all pixels share, or a mask.
  enum Condition: Sendable {
    case always, ifFalse, ifTrue, ifNone, ifAny
  }

  var isSample: Bool {
    if case .sample = self { return true }
    return false
  }

  /// The cost of an instruction of this kind.
  var cost: Int {
    switch self {
    case .operate(let operation): operation.cost
    case .sample: 64
    case .pick: 14
    case .fetch: 6
    case .load, .jump(.ifAny, _), .jump(.ifNone, _): 1
    default: 0
    }
  }
}

/// A sample's picture and the storage of its red, green, blue and alpha, none for those that are
/// not wanted.
struct SampleColors<Storage: Sendable>: Sendable {
  var picture = 0
  var colors: [Storage] = []
  /// The picture that the instruction before has sampled at the same coordinates, if it has.
  var previous: Int?
  /// Whether the instruction has a level, `c`, and so samples two of them.
  var hasLevel = false
  /// Whether `c` is instead where a part of a row ends, of which the mean is sampled.
  var isMean = false
}
