/// Removes what no result depends on from a graph, and values that always equal another one.
struct DeadCode {
  private var graph: Graph
  /// The value that each is the same as.
  private var same: Table<Graph.Definition, Value>
  /// The number of uses of each value by those that remain.
  private var uses: Table<Graph.Definition, Int>

  /// The graph that remains, and how often it uses each value.
  static func removed(
    from graph: Graph
  ) -> (graph: Graph, uses: Table<Graph.Definition, Int>) {
    var pass = DeadCode(graph)
    pass.findSame()
    pass.countUses()
    pass.rewrite()
    return (pass.graph, pass.uses)
  }

  private init(_ graph: Graph) {
    self.graph = graph
    same = Table(repeating: .none, count: graph.definitions.count)
    uses = Table(repeating: 0, count: graph.definitions.count)
  }

  private func isNeeded(_ value: Value) -> Bool { uses[value] > 0 }

  /// The value that stands for this one.
  private func resolve(_ value: Value) -> Value {
    var value = value
    while !value.isNone, !same[value].isNone { value = same[value] }
    return value
  }

  /// A loop's variable that no iteration changes is its initial value; a merge of two that are the
  /// same is that one.
  private mutating func findSame() {
    var isStable = false
    var rounds = 0
    while !isStable, rounds < 8 {
      isStable = true
      rounds += 1
      for loop in graph.loops {
        for carried in loop.carried where same[carried.phi].isNone {
          let next = resolve(carried.next)
          let initial = resolve(carried.initial)
          if next == carried.phi || next == initial {
            same[carried.phi] = initial
            same[carried.out] = initial
            isStable = false
          }
        }
      }
      for branch in graph.branches {
        for merge in branch.merges where same[merge.value].isNone {
          let yes = resolve(merge.yes)
          if yes == resolve(merge.no) {
            same[merge.value] = yes
            isStable = false
          }
        }
      }
    }
  }

  private mutating func countUses() {
    var uses = uses
    var pending: [Value] = []
    func use(_ value: Value) {
      let value = resolve(value)
      uses[value] += 1
      if uses[value] == 1 { pending.append(value) }
    }
    for result in graph.results { use(result) }
    var seenSamples: Set<Handle<Graph.Sample>> = []
    var seenBranches: Set<Handle<Graph.Branch>> = []
    var seenLoops: Set<Handle<Graph.Loop>> = []
    var seenCarried: Set<Value> = []
    while let value = pending.popLast() {
      switch graph.definitions[value] {
      case .constant, .input: break
      case .operation, .pick: graph.visitOperands(of: value, use)
      case .sample(let number, _):
        guard seenSamples.insert(number).inserted else { break }
        for operand in graph.samples[number].operands { use(operand) }
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
        // Both share a register.
        use(carried.phi)
        use(carried.out)
      }
    }
    self.uses = uses
  }

  /// Leaves out what is not needed, and makes all operands those that stand for them.
  private mutating func rewrite() {
    for value in graph.definitions.handles {
      switch graph.definitions[value] {
      case .operation(let operation, let a, let b, let c):
        graph.definitions[value] = .operation(operation, resolve(a), resolve(b), resolve(c))
      case .pick(let list, let index): graph.definitions[value] = .pick(list, resolve(index))
      default: break
      }
    }
    graph.lists = graph.lists.map { $0.map(resolve) }
    graph.results = graph.results.map(resolve)
    for sample in graph.samples.handles {
      graph.samples[sample].operands = graph.samples[sample].operands.map(resolve)
      graph.samples[sample].colors = graph.samples[sample].colors.map { isNeeded($0) ? $0 : .none }
    }
    for number in graph.branches.handles {
      graph.branches[number].condition = resolve(graph.branches[number].condition)
      graph.branches[number].merges = graph.branches[number].merges
        .filter { isNeeded($0.value) }
        .map { Graph.Merge(value: $0.value, yes: resolve($0.yes), no: resolve($0.no)) }
      for (index, merge) in graph.branches[number].merges.enumerated() {
        graph.definitions[merge.value] = .merge(number, index)
      }
    }
    for number in graph.loops.handles {
      graph.loops[number].again = resolve(graph.loops[number].again)
      graph.loops[number].carried = graph.loops[number].carried
        .filter { isNeeded($0.phi) }
        .map {
          Graph.Carried(
            phi: $0.phi, initial: resolve($0.initial), next: resolve($0.next), out: $0.out)
        }
      for (index, carried) in graph.loops[number].carried.enumerated() {
        graph.definitions[carried.phi] = .phi(number, index)
        graph.definitions[carried.out] = .out(number, index)
      }
    }
    // Regions refer to what is left of samples, branches and loops.
    for number in graph.branches.handles {
      graph.branches[number].yes = remaining(graph.branches[number].yes)
      graph.branches[number].no = remaining(graph.branches[number].no)
    }
    for number in graph.loops.handles {
      graph.loops[number].body = remaining(graph.loops[number].body)
    }
    graph.root = remaining(graph.root)
  }

  private func remaining(_ region: Graph.Region) -> Graph.Region {
    Graph.Region(
      nodes: region.nodes.filter { node in
        switch node {
        case .value(let value): isNeeded(value)
        case .sample(let sample): graph.samples[sample].colors.contains { !$0.isNone }
        case .branch(let branch): !graph.branches[branch].merges.isEmpty
        case .loop(let loop): !graph.loops[loop].carried.isEmpty
        }
      })
  }
}
