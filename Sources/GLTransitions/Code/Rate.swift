/// How often a value changes, and so how often it is computed.
///
///     rate       changes with   is computed                   for example
///     perFrame   progress       once a frame                  progress * 2.0
///     perRow     uv.y           once a row                    sin(uv.y)
///     perColumn  uv.x           once a frame, in all columns  fract(uv.x * 9.0)
///     perPixel   both           for each pixel                uv.x * uv.y
struct Rate: OptionSet, Hashable, Sendable {
  var rawValue: UInt8

  static let perFrame: Rate = []
  static let perRow = Rate(rawValue: 1)
  static let perColumn = Rate(rawValue: 2)
  static let perPixel: Rate = [.perRow, .perColumn]

  static let all = (UInt8(0)..<4).map(Rate.init(rawValue:))

  /// Whether the pixels of a row may have different values.
  var differsInRow: Bool { contains(.perColumn) }
}

/// An element for each rate.
struct ByRate<Element> {
  private var elements: [Element]

  init(repeating element: Element) { elements = Array(repeating: element, count: 4) }

  subscript(_ rate: Rate) -> Element {
    get { elements[Int(rate.rawValue)] }
    _modify { yield &elements[Int(rate.rawValue)] }
  }
}

extension ByRate: Sendable where Element: Sendable {}

extension Graph {
  /// The rate of each value.
  func rates() -> Table<Definition, Rate> {
    var analysis = RateAnalysis(graph: self)
    return analysis.run()
  }
}

/// Finds rates: each value hands its own on to those that are made of it, until nothing changes.
/// Rates only grow, by two steps at most, so that this takes as long as there are uses.
private struct RateAnalysis {
  private let graph: Graph
  private var rates: Table<Graph.Definition, Rate>
  /// The values that are made of each: those of value `v` are `users[starts[v]..<starts[v + 1]]`.
  private var users: [Value] = []
  private var starts: [Int]
  private var pending: [Value] = []

  init(graph: Graph) {
    self.graph = graph
    let count = graph.definitions.count
    rates = Table(repeating: .perFrame, count: count)
    starts = Array(repeating: 0, count: count + 2)
    visitUses { operand, _ in starts[Int(operand.index) + 2] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    users = Array(repeating: .none, count: starts[count + 1])
    visitUses { operand, user in
      users[starts[Int(operand.index) + 1]] = user
      starts[Int(operand.index) + 1] += 1
    }
  }

  mutating func run() -> Table<Graph.Definition, Rate> {
    for value in graph.definitions.handles {
      guard case .input(let input) = graph.definitions[value] else { continue }
      add(input == .x ? .perColumn : input == .y ? .perRow : .perFrame, to: value)
    }
    while let value = pending.popLast() {
      for index in starts[Int(value.index)]..<starts[Int(value.index) + 1] {
        add(rates[value], to: users[index])
      }
    }
    return rates
  }

  private mutating func add(_ rate: Rate, to value: Value) {
    guard !rates[value].isSuperset(of: rate) else { return }
    rates[value].formUnion(rate)
    pending.append(value)
  }

  /// Visits each value with those that it is made of or whose loop or branch it depends on.
  private func visitUses(_ visit: (_ operand: Value, _ user: Value) -> Void) {
    for value in graph.definitions.handles {
      func use(_ operand: Value) { if !operand.isNone { visit(operand, value) } }
      switch graph.definitions[value] {
      case .constant, .input: break
      case .operation, .pick: graph.visitOperands(of: value, use)
      case .sample(let sample, _):
        for operand in graph.samples[sample].operands { use(operand) }
      case .merge(let branch, let index):
        // That of a merge which nothing needs may stand for another one by now: harmless.
        let merges = graph.branches[branch].merges
        guard merges.indices.contains(index) else { break }
        use(merges[index].yes)
        use(merges[index].no)
        use(graph.branches[branch].condition)
      case .phi(let loop, let index):
        let carried = graph.loops[loop].carried
        guard carried.indices.contains(index) else { break }
        use(carried[index].initial)
        use(carried[index].next)
        use(graph.loops[loop].again)
      case .out(let loop, let index):
        let carried = graph.loops[loop].carried
        if carried.indices.contains(index) { use(carried[index].phi) }
      }
    }
  }
}
