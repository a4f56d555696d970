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

/// Finds rates by repetition. They only grow, by two steps at most, so that this ends.
private struct RateAnalysis {
  private let graph: Graph
  private var rates: Table<Graph.Definition, Rate>
  private var isStable = false

  init(graph: Graph) {
    self.graph = graph
    rates = Table(repeating: .perFrame, count: graph.definitions.count)
  }

  mutating func run() -> Table<Graph.Definition, Rate> {
    for value in graph.definitions.handles {
      if case .input(let input) = graph.definitions[value] {
        rates[value] = input == .x ? .perColumn : input == .y ? .perRow : .perFrame
      }
    }
    while !isStable {
      isStable = true
      visit(graph.root)
    }
    return rates
  }

  private mutating func add(_ rate: Rate, to value: Value) {
    guard !rates[value].isSuperset(of: rate) else { return }
    rates[value].formUnion(rate)
    isStable = false
  }

  private mutating func visit(_ region: Graph.Region) {
    for node in region.nodes {
      switch node {
      case .value(let value):
        var all: Rate = []
        graph.visitOperands(of: value) { all.formUnion(rates[$0]) }
        add(all, to: value)
      case .sample(let number):
        let sample = graph.samples[number]
        for color in sample.colors where !color.isNone {
          add(rates[sample.x].union(rates[sample.y]), to: color)
        }
      case .branch(let number):
        let branch = graph.branches[number]
        visit(branch.yes)
        visit(branch.no)
        for merge in branch.merges {
          let sides = rates[merge.yes].union(rates[merge.no])
          add(sides.union(rates[branch.condition]), to: merge.value)
        }
      case .loop(let number):
        let loop = graph.loops[number]
        for carried in loop.carried { add(rates[carried.initial], to: carried.phi) }
        visit(loop.body)
        for carried in loop.carried {
          add(rates[carried.next].union(rates[loop.again]), to: carried.phi)
          add(rates[carried.phi], to: carried.out)
        }
      }
    }
  }
}
