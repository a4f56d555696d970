/// What is known of a graph's values: which are needed, which are the same, and what they vary with.
struct GraphAnalysis {
  /// What a value is different for.
  struct Variation: OptionSet {
    var rawValue: UInt8
    /// For the rows of a frame.
    static let rows = Variation(rawValue: 1)
    /// For the pixels of a row.
    static let columns = Variation(rawValue: 2)
    /// For frames only, and for every pixel.
    static let frame: Variation = []
    static let block: Variation = [.rows, .columns]
  }

  let graph: Graph
  /// The number of uses of each value that are needed.
  private(set) var uses: [Int]
  private(set) var variations: [Variation]
  /// The value that each is the same as.
  private var same: [Value]

  init(_ graph: Graph) {
    self.graph = graph
    same = graph.definitions.indices.map { Value(index: Int32($0)) }
    uses = Array(repeating: 0, count: graph.definitions.count)
    variations = Array(repeating: [], count: graph.definitions.count)
    findSame()
    findUses()
    findVariations()
  }

  func isNeeded(_ value: Value) -> Bool { uses[Int(value.index)] > 0 }

  /// The value that stands for this one.
  func resolve(_ value: Value) -> Value {
    var value = value
    while !value.isNone, same[Int(value.index)] != value { value = same[Int(value.index)] }
    return value
  }

  func isVarying(_ value: Value) -> Bool {
    variations[Int(value.index)].contains(.columns)
  }

  /// A loop's variable that no iteration changes is its initial value; a merge of two that are the same
  /// is that one.
  private mutating func findSame() {
    var isStable = false
    var rounds = 0
    while !isStable, rounds < 8 {
      isStable = true
      rounds += 1
      for loop in graph.loops {
        for carried in loop.carried where resolve(carried.phi) == carried.phi {
          let next = resolve(carried.next)
          if next == carried.phi || next == resolve(carried.initial) {
            same[Int(carried.phi.index)] = resolve(carried.initial)
            same[Int(carried.out.index)] = resolve(carried.initial)
            isStable = false
          }
        }
      }
      for branch in graph.branches {
        for merge in branch.merges where resolve(merge.value) == merge.value {
          if resolve(merge.yes) == resolve(merge.no) {
            same[Int(merge.value.index)] = resolve(merge.yes)
            isStable = false
          }
        }
      }
    }
  }

  private mutating func findUses() {
    var counts = uses
    var pending: [Value] = []
    func use(_ value: Value) {
      guard !value.isNone else { return }
      let value = resolve(value)
      counts[Int(value.index)] += 1
      if counts[Int(value.index)] == 1 { pending.append(value) }
    }
    for result in graph.results { use(result) }
    var seenSamples: Set<Int> = []
    var seenBranches: Set<Int> = []
    var seenLoops: Set<Int> = []
    var seenCarried: Set<Value> = []
    while let value = pending.popLast() {
      switch graph.definition(value) {
      case .constant, .input: break
      case .operation, .pick: graph.visitOperands(of: value, use)
      case .sample(let number, _):
        guard seenSamples.insert(number).inserted else { break }
        use(graph.samples[number].x)
        use(graph.samples[number].y)
      case .merge(let number, let index):
        let branch = graph.branches[number]
        if seenBranches.insert(number).inserted { use(branch.condition) }
        use(branch.merges[index].yes)
        use(branch.merges[index].no)
      case .phi(let number, let index), .out(let number, let index):
        let loop = graph.loops[number]
        if seenLoops.insert(number).inserted { use(loop.again) }
        let carried = loop.carried[index]
        guard seenCarried.insert(carried.phi).inserted else { break }
        use(carried.initial)
        use(carried.next)
        // Both are kept in one place.
        use(carried.phi)
        use(carried.out)
      }
    }
    uses = counts
  }

  private mutating func findVariations() {
    for (index, definition) in graph.definitions.enumerated() {
      if case .input(let input) = definition {
        variations[index] = input == .x ? .columns : input == .y ? .rows : []
      }
    }
    // Variations only grow, by two steps at most, so that this ends.
    var isStable = false
    while !isStable {
      isStable = true
      visit(graph.root, &isStable)
    }
  }

  private func variation(_ value: Value) -> Variation {
    value.isNone ? [] : variations[Int(resolve(value).index)]
  }

  private mutating func set(_ value: Value, _ variation: Variation, _ isStable: inout Bool) {
    let index = Int(value.index)
    guard !variations[index].isSuperset(of: variation) else { return }
    variations[index].formUnion(variation)
    isStable = false
  }

  private mutating func visit(_ region: Graph.Region, _ isStable: inout Bool) {
    for node in region.nodes {
      switch node {
      case .value(let value):
        var all: Variation = []
        graph.visitOperands(of: value) { all.formUnion(variation($0)) }
        set(value, all, &isStable)
      case .sample(let number):
        let sample = graph.samples[number]
        for color in sample.colors {
          set(color, variation(sample.x).union(variation(sample.y)), &isStable)
        }
      case .branch(let number):
        let branch = graph.branches[number]
        visit(branch.yes, &isStable)
        visit(branch.no, &isStable)
        for merge in branch.merges {
          let sides = variation(merge.yes).union(variation(merge.no))
          set(merge.value, sides.union(variation(branch.condition)), &isStable)
        }
      case .loop(let number):
        let loop = graph.loops[number]
        for carried in loop.carried { set(carried.phi, variation(carried.initial), &isStable) }
        visit(loop.body, &isStable)
        for carried in loop.carried {
          let all = variation(carried.next).union(variation(loop.again))
          set(carried.phi, all, &isStable)
          set(carried.out, variation(carried.phi), &isStable)
        }
      }
    }
  }
}
