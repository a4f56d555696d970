/// Builds a graph: folds constants, reuses common subexpressions, and moves loop-invariant
/// operations out of loops.
struct GraphBuilder {
  private(set) var graph = Graph()

  /// A region that is being filled.
  private struct Open {
    var nodes: [Graph.Node] = []
    var isLoop: Bool
    /// The values that are known in it only.
    var known: [Key] = []
  }

  private enum Key: Hashable {
    case constant(UInt32, isGiven: Bool)
    case input(Graph.Input)
    case operation(Operation, Value, Value, Value)
    case pick([Value], Value)
    case sample(picture: Int, SampleKind, [Value])
  }

  private var open: [Open] = [Open(isLoop: false)]
  private var known: [Key: Value] = [:]
  /// The depth of the region in which each value is defined.
  private var depths = Table<Graph.Definition, Int>(repeating: 0, count: 0)
  /// The range of each value, if it is known.
  private var ranges = Table<Graph.Definition, ValueRange?>(repeating: nil, count: 0)
  /// Constants that follow from the values of uniforms, not from the shader's text alone.
  private var given: Set<Value> = []

  /// The number of values so far, a measure of the program's size.
  var size: Int { graph.definitions.count }
  /// The number of regions that are open.
  var depth: Int { open.count }

  // MARK: Values

  private mutating func define(
    _ definition: Graph.Definition, depth: Int, range: ValueRange? = nil
  ) -> Value {
    ranges.append(range)
    depths.append(depth)
    return graph.definitions.add(definition)
  }

  private func depth(of value: Value) -> Int { value.isNone ? 0 : depths[value] }

  mutating func constant(bits: UInt32, isGiven: Bool = false) -> Value {
    let key = Key.constant(bits, isGiven: isGiven)
    if let value = known[key] { return value }
    let value = define(
      .constant(bits), depth: 0, range: ValueRange(Float(bitPattern: bits)))
    known[key] = value
    if isGiven { given.insert(value) }
    return value
  }

  mutating func constant(_ number: Float) -> Value { constant(bits: number.bitPattern) }
  mutating func constant(_ number: Int32) -> Value { constant(bits: UInt32(bitPattern: number)) }
  mutating func constant(_ truth: Bool) -> Value { constant(bits: truth ? .max : 0) }

  mutating func input(_ input: Graph.Input) -> Value {
    if let value = known[.input(input)] { return value }
    let value = define(.input(input), depth: 0, range: ValueRange(0, 1))
    known[.input(input)] = value
    return value
  }

  func bits(_ value: Value) -> UInt32? { graph.constant(value) }
  func truth(_ value: Value) -> Bool? { bits(value).map { $0 != 0 } }
  /// A constant that follows from the shader's text alone, as any compiler knows it.
  func literal(_ value: Value) -> Float? { given.contains(value) ? nil : number(value) }
  private func number(_ value: Value) -> Float? { bits(value).map(Float.init(bitPattern:)) }

  // MARK: Operations

  mutating func apply(
    _ operation: Operation, _ first: Value, _ second: Value = .none, _ third: Value = .none
  ) -> Value {
    var (a, b, c) = (first, second, third)
    if let x = bits(a), operation.arity < 2 || bits(b) != nil,
      operation.arity < 3 || bits(c) != nil
    {
      let y = operation.arity < 2 ? 0 : bits(b) ?? 0
      let z = operation.arity < 3 ? 0 : bits(c) ?? 0
      return constant(
        bits: Execution.result(of: operation, x, y, z),
        isGiven: [a, b, c].contains(where: given.contains))
    }
    if let value = simplified(operation, a, b, c) { return value }
    if operation.isCommutative, a.index > b.index { swap(&a, &b) }
    let key = Key.operation(operation, a, b, c)
    if let value = known[key] { return value }
    let range =
      operation == .multiply && a == b
      ? range(a)?.squared : ValueRange.results(of: operation, range(a), range(b), range(c))
    if let number = range?.constant {
      return constant(
        bits: number.bitPattern, isGiven: [a, b, c].contains(where: given.contains))
    }
    let lowest = max(depth(of: a), depth(of: b), depth(of: c))
    return insert(.operation(operation, a, b, c), key, lowest, isCheap: true, range)
  }

  /// Defines a value in the outermost region where that saves work.
  private mutating func insert(
    _ definition: Graph.Definition, _ key: Key, _ lowest: Int, isCheap: Bool,
    _ range: ValueRange?
  ) -> Value {
    let depth = depth(above: lowest, isCheap: isCheap)
    let value = define(definition, depth: depth, range: range)
    open[depth].nodes.append(.value(value))
    open[depth].known.append(key)
    known[key] = value
    return value
  }

  /// The depth of the region for an operation whose operands are known at a depth: before the
  /// outermost loop in which it does not change. If it is not cheap, it stays behind its
  /// conditions.
  private func depth(above lowest: Int, isCheap: Bool) -> Int {
    var depth = open.count - 1
    if isCheap {
      let loop = open.indices.first { $0 > lowest && open[$0].isLoop }
      return loop.map { $0 - 1 } ?? depth
    }
    while depth > lowest, open[depth].isLoop { depth -= 1 }
    return depth
  }

  /// A simpler value that is always the same.
  private mutating func simplified(
    _ operation: Operation, _ a: Value, _ b: Value, _ c: Value
  ) -> Value? {
    switch operation {
    case .multiply:
      if number(b) == 1 { return a }
      if number(a) == 1 { return b }
      if number(b) == -1 { return apply(.negate, a) }
    case .divide:
      guard let divisor = number(b) else { return nil }
      if divisor == 1 { return a }
      // The reciprocal of a power of two is exact.
      if divisor.significand == 1, divisor.isNormal, (1 / divisor).isNormal {
        return apply(.multiply, a, constant(bits: (1 / divisor).bitPattern))
      }
    case .add:
      if isZero(b), isNotNegativeZero(a) || number(b)?.sign == .minus { return a }
      if isZero(a), isNotNegativeZero(b) || number(a)?.sign == .minus { return b }
    case .subtract:
      if isZero(b), number(b)?.sign == .plus || isNotNegativeZero(a) { return a }
    case .mix:
      // All of the first, and none of the second if that is finite; or the other way round.
      if number(c) == 0, range(b) != nil { return apply(.add, a, apply(.multiply, b, c)) }
      if number(c) == 1, range(a) != nil {
        return apply(.add, apply(.multiply, a, constant(Float(0))), b)
      }
    case .clamp:
      if ValueRange.isLess(range(a), than: range(b)) == false,
        ValueRange.isLess(range(c), than: range(a)) == false
      {
        return a
      }
    case .less: return ValueRange.isLess(range(a), than: range(b)).map { constant($0) }
    case .lessOrEqual: return ValueRange.isLess(range(b), than: range(a)).map { constant(!$0) }
    case .negate:
      if case .operation(.negate, let inner, _, _) = graph.definitions[a] { return inner }
    case .not:
      if case .operation(let inner, let x, let y, _) = graph.definitions[a] {
        if inner == .not { return x }
        if inner == .equal { return apply(.notEqual, x, y) }
        if inner == .notEqual { return apply(.equal, x, y) }
      }
    case .and:
      if let truth = truth(a) { return truth ? b : a }
      if let truth = truth(b) { return truth ? a : b }
      if a == b { return a }
    case .or:
      if let truth = truth(a) { return truth ? a : b }
      if let truth = truth(b) { return truth ? b : a }
      if a == b { return a }
    case .exclusiveOr:
      if let truth = truth(a) { return truth ? apply(.not, b) : b }
      if let truth = truth(b) { return truth ? apply(.not, a) : a }
    case .select:
      if let truth = truth(a) { return truth ? b : c }
      if b == c { return b }
      if let yes = truth(b), let no = truth(c), bits(b) == .max || bits(c) == .max {
        if yes, !no, bits(b) == .max { return a }
        if !yes, no, bits(c) == .max { return apply(.not, a) }
      }
      if case .operation(.not, let inner, _, _) = graph.definitions[a] {
        return apply(.select, inner, c, b)
      }
    case .intAdd:
      if bits(b) == 0 { return a }
      if bits(a) == 0 { return b }
    case .intSubtract:
      if bits(b) == 0 { return a }
    case .intMultiply, .intDivide:
      if bits(b) == 1 { return a }
      if operation == .intMultiply, bits(a) == 1 { return b }
    case .copy: return a
    default: break
    }
    return nil
  }

  private func range(_ value: Value) -> ValueRange? {
    value.isNone ? nil : ranges[value]
  }
  private func isZero(_ value: Value) -> Bool { range(value)?.isZero == true }
  private func isNotNegativeZero(_ value: Value) -> Bool {
    range(value)?.excludesNegativeZero == true
  }

  /// The element of a list that an index chooses; beyond the ends the nearest one.
  mutating func pick(_ index: Value, _ list: [Value]) -> Value {
    guard let first = list.first, list.contains(where: { $0 != first }) else {
      return list.first ?? constant(bits: 0)
    }
    if let bits = bits(index) {
      return list[min(max(Int(Int32(bitPattern: bits)), 0), list.count - 1)]
    }
    let key = Key.pick(list, index)
    if let value = known[key] { return value }
    let lowest = max(depth(of: index), list.map(depth(of:)).max() ?? 0)
    let range = list.dropFirst().reduce(range(first)) { ValueRange.hull($0, self.range($1)) }
    return insert(
      .pick(graph.lists.add(list), index), key, lowest, isCheap: list.count <= 16, range)
  }

  /// A color of a picture.
  mutating func sample(
    _ picture: Int, _ kind: SampleKind, _ operands: [Value], isOpaque: Bool
  ) -> [Value] {
    let key = Key.sample(picture: picture, kind, operands)
    let sample: Handle<Graph.Sample>
    if let value = known[key], case .sample(let found, _) = graph.definitions[value] {
      sample = found
    } else {
      let inner = operands.map(depth(of:)).max() ?? 0
      let depth = depth(above: inner, isCheap: false)
      sample = graph.samples.add(
        Graph.Sample(picture: picture, kind: kind, operands: operands, colors: []))
      // Colors are 0 to 1, but for rounding.
      let range = ValueRange(0, 1.01)
      let colors = (0..<4).map { define(.sample(sample, $0), depth: depth, range: range) }
      graph.samples[sample].colors = colors
      open[depth].nodes.append(.sample(sample))
      open[depth].known.append(key)
      known[key] = colors[0]
    }
    var colors = graph.samples[sample].colors
    if isOpaque { colors[3] = constant(Float(1)) }
    return colors
  }

  // MARK: Regions

  mutating func openRegion(isLoop: Bool) { open.append(Open(isLoop: isLoop)) }

  mutating func closeRegion() -> Graph.Region {
    guard let region = open.popLast() else { return Graph.Region() }
    for key in region.known { known[key] = nil }
    return Graph.Region(nodes: region.nodes)
  }

  private mutating func append(_ node: Graph.Node) { open[open.count - 1].nodes.append(node) }

  /// Adds a branch and returns what each pair of values is after it.
  mutating func branch(
    _ condition: Value, _ yes: Graph.Region, _ no: Graph.Region, _ pairs: [(Value, Value)]
  ) -> [Value] {
    let number = Handle<Graph.Branch>(graph.branches.count)
    var merges: [Graph.Merge] = []
    // A pair without regions between is a selection.
    let isPlain = yes.nodes.isEmpty && no.nodes.isEmpty
    let values = pairs.map { (first, second) in
      // The condition itself is known on each side.
      let yes = first == condition ? constant(true) : first
      let no = second == condition ? constant(false) : second
      if yes == no { return yes }
      if isPlain || (bits(yes) != nil && bits(no) != nil) {
        return apply(.select, condition, yes, no)
      }
      let value = define(
        .merge(number, merges.count), depth: open.count - 1,
        range: ValueRange.hull(range(yes), range(no)))
      merges.append(Graph.Merge(value: value, yes: yes, no: no))
      return value
    }
    guard !merges.isEmpty else { return values }
    graph.branches.append(
      Graph.Branch(condition: condition, yes: yes, no: no, merges: merges))
    append(.branch(number))
    return values
  }

  /// Begins a loop in a new region and returns its variables at the beginning of an iteration.
  mutating func openLoop(_ initial: [Value], at position: SourcePosition) -> (
    loop: Handle<Graph.Loop>, phis: [Value]
  ) {
    let number = Handle<Graph.Loop>(graph.loops.count)
    let outer = open.count - 1
    openRegion(isLoop: true)
    let carried = initial.indices.map { index in
      Graph.Carried(
        phi: define(.phi(number, index), depth: outer + 1), initial: initial[index], next: .none,
        out: define(.out(number, index), depth: outer))
    }
    graph.loops.append(
      Graph.Loop(carried: carried, body: Graph.Region(), again: .none, position: position))
    return (number, carried.map(\.phi))
  }

  /// Ends a loop and returns its variables after the last iteration.
  mutating func closeLoop(_ loop: Handle<Graph.Loop>, next: [Value], again: Value) -> [Value] {
    graph.loops[loop].body = closeRegion()
    graph.loops[loop].again = again
    for (index, value) in next.enumerated() { graph.loops[loop].carried[index].next = value }
    append(.loop(loop))
    return graph.loops[loop].carried.map(\.out)
  }

  /// The finished graph.
  mutating func finish(_ results: [Value], at position: SourcePosition) -> Graph {
    graph.position = position
    graph.root = Graph.Region(nodes: open[0].nodes)
    graph.results = results
    return graph
  }
}
