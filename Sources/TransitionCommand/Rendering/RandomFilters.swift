internal import TransitionKit

/// A sequence of filters that a seed alone decides, none of them twice in a row.
struct RandomFilters {
  private var generator: SplitMix64
  private var last: Int?

  /// The filters to choose from: those that show something between two pictures of one size.
  private static let choices = Filters.all.filter { !$0.unitesSizes }

  /// Whether a name stands for such a sequence, not for a filter.
  static func areNamed(by name: String) -> Bool { name.lowercased() == "random" }

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next() -> Filter {
    let choices = Self.choices
    // One less than there are, for the last one is not chosen again.
    let others = last == nil ? choices.count : choices.count - 1
    var index = Int(generator.next() % UInt64(others))
    if let last, index >= last { index += 1 }
    last = index
    return choices[index]
  }
}
