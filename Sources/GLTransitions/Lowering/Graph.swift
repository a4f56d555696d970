/// A number that a program computes for each pixel, once.
typealias Value = Handle<Graph.Definition>

/// A transition as operations on single numbers, in SSA form: functions are inlined, vectors
/// divided into components, variables replaced by the values that they have.
///
/// Nested regions tell what a program does for one pixel. Every value is defined once, before its
/// uses, in its region or in one around it. No operation can fail, so that any may be computed
/// where it is not needed; but a loop may have no end where it should not be entered.
///
/// This is a shader and its graph; `x` is an ``Input``, all other names are values:
///
///     float s = 0.0;                          loop 0: s1 = phi(initial 0, next s2),
///                                                     i1 = phi(0, i2)
///     for (int i = 0; i < 300; i++) {           c = less(x, 0.5)
///       if (uv.x < 0.5) s += 0.1;               branch 0 on c
///     }                                           yes: t = add(s1, 0.1)
///                                                 no:
///                                                 merge s2 = (yes t, no s1)
///                                               i2 = intAdd(i1, 1), again = intLess(i2, 300)
///                                             s3 = out(s1)
struct Graph: Sendable {
  enum Input: Hashable, Sendable { case x, y, progress }

  enum Definition: Sendable {
    case constant(UInt32)
    case input(Input)
    case operation(Operation, Value, Value, Value)
    /// The element of a list that an index chooses.
    case pick(Handle<[Value]>, Value)
    /// A component of a sample's color.
    case sample(Handle<Sample>, Int)
    /// A branch's merge: the value of one side or of the other.
    case merge(Handle<Branch>, Int)
    /// A variable of a loop, at the beginning of an iteration.
    case phi(Handle<Loop>, Int)
    /// The same after the last iteration.
    case out(Handle<Loop>, Int)
  }

  /// A color of a picture.
  struct Sample: Sendable {
    var picture: Int
    var kind: SampleKind
    /// What the kind takes.
    var operands: [Value]
    /// Red, green, blue and alpha; none for those that nothing depends on.
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

  /// A variable that iterations of a loop hand on.
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
    case sample(Handle<Sample>)
    case branch(Handle<Branch>)
    case loop(Handle<Loop>)
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
  /// The position of the function that returns them.
  var position = SourcePosition()

  func constant(_ value: Value) -> UInt32? {
    if case .constant(let bits) = definitions[value] { return bits }
    return nil
  }

  /// Visits the operands of an operation or a pick.
  func visitOperands(of value: Value, _ visit: (Value) -> Void) {
    switch definitions[value] {
    case .operation(_, let a, let b, let c):
      for operand in [a, b, c] where !operand.isNone { visit(operand) }
    case .pick(let list, let index):
      visit(index)
      for element in lists[list] { visit(element) }
    default: break
    }
  }

  /// Visits the operands of everything in a region, those in inner regions among them.
  func visitOperands(in region: Region, _ visit: (Value) -> Void) {
    for node in region.nodes {
      switch node {
      case .value(let value): visitOperands(of: value, visit)
      case .sample(let sample):
        for operand in samples[sample].operands { visit(operand) }
      case .branch(let number):
        let branch = branches[number]
        visit(branch.condition)
        for merge in branch.merges {
          visit(merge.yes)
          visit(merge.no)
        }
        visitOperands(in: branch.yes, visit)
        visitOperands(in: branch.no, visit)
      case .loop(let number): visitOperands(of: loops[number], visit)
      }
    }
  }

  /// Visits the operands of a loop and of everything in it.
  func visitOperands(of loop: Loop, _ visit: (Value) -> Void) {
    visit(loop.again)
    for variable in loop.carried {
      visit(variable.initial)
      visit(variable.next)
    }
    visitOperands(in: loop.body, visit)
  }
}
