internal import TransitionKit

/// A sequence of choices that a seed alone decides, none of them twice in a row.
struct RandomFilters {
  private var generator: SplitMix64
  private var last: String?

  /// The filters to choose from unless some are named: those that show something between two
  /// pictures of one size.
  static let standard = Filters.all.filter { !$0.unitesSizes }
    .map { NamedFilter(name: $0.alias, filter: $0) }

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// The index of one of some different filters.
  mutating func next(among choices: [NamedFilter]) -> Int {
    let excluded = choices.count > 1 ? choices.firstIndex { $0.identity == last } : nil
    // One less than there are, for the last one is not chosen again.
    let others = excluded == nil ? choices.count : choices.count - 1
    var index = Int(generator.next() % UInt64(others))
    if let excluded, index >= excluded { index += 1 }
    last = choices[index].identity
    return index
  }
}
