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
  /// Colors of a picture, and those at the pixels' own centers.
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
    case .pick: 14
    case .fetch: 6
    case .load, .jump(.ifAny, _), .jump(.ifNone, _): 1
    // That of a sample depends on its kind.
    default: 0
    }
  }
}

/// What a sample is a color of, and the operands that it takes for that.
enum SampleKind: Sendable {
  /// The picture at a point: x, y.
  case point
  /// One of its levels at a point: x, y, level.
  case level
  /// The mean of a part of a row: where it begins, where it ends, and the row's y.
  case row
  /// The mean along a quadratic Bézier curve: x, y of its start, of its control point, of its end.
  case curve
  /// The mean in a disk: x and y of its center, and its radius in shares of the picture's height.
  case disk

  /// The time for a vector, in additions.
  var cost: Int {
    switch self {
    case .point: 64
    case .level, .row: 192
    case .curve, .disk: 1600
    }
  }
}

/// A sample's picture, the storage of its operands, and that of its red, green, blue and alpha,
/// none for those that are not wanted.
struct SampleColors<Storage: Sendable>: Sendable {
  var picture = 0
  var kind = SampleKind.point
  var operands: [Storage] = []
  var colors: [Storage] = []
  /// The picture that the instruction before has sampled at the same coordinates, if it has.
  var previous: Int?
}
