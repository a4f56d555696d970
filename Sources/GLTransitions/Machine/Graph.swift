/// A number that a program works out for each pixel, once.
struct Value: Hashable, Sendable {
  var index: Int32
  static let none = Value(index: -1)
  var isNone: Bool { index < 0 }
}

/// A transition as operations on single numbers: functions are inlined, vectors divided, variables
/// replaced by the values that they have.
///
/// What a program does for one pixel is told by nested regions. Every value is defined once, before
/// its uses, in its region or in one around it. No operation can fail, so that any may be worked out
/// where it is not needed; but a loop may have no end where it should not be entered.
struct Graph: Sendable {
  enum Input: Hashable, Sendable { case x, y, progress }

  enum Definition: Sendable {
    case constant(UInt32)
    case input(Input)
    case operation(Operation, Value, Value, Value)
    /// The element of a list that an index chooses.
    case pick(Int, Value)
    /// A component of a sample's color.
    case sample(Int, Int)
    /// What a branch has come to.
    case merge(Int, Int)
    /// A variable of a loop, at the beginning of an iteration.
    case phi(Int, Int)
    /// The same after the last iteration.
    case out(Int, Int)
  }

  struct Sample: Sendable {
    var picture: Int
    var x: Value
    var y: Value
    var colors: [Value]
  }

  struct Merge: Sendable {
    var value: Value
    var yes: Value
    var no: Value
  }

  struct Branch: Sendable {
    var condition: Value
    var yes: Region
    var no: Region
    var merges: [Merge]
  }

  struct Carried: Sendable {
    var phi: Value
    var initial: Value
    var next: Value
    var out: Value
  }

  /// A body that is repeated as long as `again` is true at its end.
  struct Loop: Sendable {
    var carried: [Carried]
    var body: Region
    var again: Value
    var position: SourcePosition
  }

  enum Node: Sendable {
    case value(Value)
    case sample(Int)
    case branch(Int)
    case loop(Int)
  }

  struct Region: Sendable {
    var nodes: [Node] = []
  }

  var definitions: [Definition] = []
  var samples: [Sample] = []
  var lists: [[Value]] = []
  var branches: [Branch] = []
  var loops: [Loop] = []
  var root = Region()
  /// Red, green, blue and alpha.
  var results: [Value] = []
  /// Where the function stands that gives them.
  var position = SourcePosition()

  func definition(_ value: Value) -> Definition { definitions[Int(value.index)] }

  /// Visits what an operation or a choice is worked out from, which may be `none`.
  func visitOperands(of value: Value, _ visit: (Value) -> Void) {
    switch definition(value) {
    case .operation(_, let a, let b, let c):
      visit(a)
      visit(b)
      visit(c)
    case .pick(let list, let index):
      visit(index)
      for element in lists[list] { visit(element) }
    default: break
    }
  }

  func constant(_ value: Value) -> UInt32? {
    if case .constant(let bits) = definition(value) { return bits }
    return nil
  }
}
