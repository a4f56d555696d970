internal import TransitionKit

/// Transitions that are dealt like cards, by a seed alone.
struct RandomFilters {
  /// The cards of `random`: looks that suit photographs. Files of these names are none of them, so
  /// that all machines deal alike.
  static let usual = [
    "dissolve", "drift", "push", "slide", "cover", "split", "zoom", "blur", "fadecolor", "swipe",
    "linear", "iris", "clouds", "lightleak", "pagecurlwithshadow", "cube",
  ].compactMap(Filters.builtIn)

  /// Those of `random:all`: of ours, all that look at home between photographs.
  static let all = Filters.builtInNames
    .filter { !["copymachine", "barsswipe", "accordionfold"].contains($0) }
    .compactMap(Filters.builtIn)

  /// A card that was dealt.
  struct Card: Hashable {
    let index: Int
    /// The angle that its turn gives it; `nil` for its own.
    var angle: String?
  }

  private var generator: SplitMix64
  private var packs: [Int: Pack] = [:]
  /// The look that was dealt last, of whichever pack.
  private var last: String?

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// The next of some transitions, which a number identifies.
  ///
  /// Each is dealt once before any again. Unless they are `named`, none comes again before half of
  /// the others, none follows another one of its family, and each that has a direction takes the
  /// next one.
  mutating func next(of number: Int, among choices: [NamedFilter], areNamed: Bool) -> Card {
    var pack = packs[number] ?? Pack(choices, areNamed: areNamed)
    let index = pack.deal(after: last, &generator)
    last = choices[index].identity
    defer { packs[number] = pack }
    return Card(index: index, angle: areNamed ? nil : pack.turn(choices[index]))
  }

  private struct Pack {
    private let names: [String]
    private let families: [String]
    /// How many others lie between a card and itself, at least.
    private let distance: Int
    /// Those that are not dealt yet, in the order in which they were shuffled.
    private var rest: [Int] = []
    private var dealt: [Int] = []
    private var turns = 0
    /// The angle of the last card that has one, in degrees.
    private var direction: Int?

    init(_ choices: [NamedFilter], areNamed: Bool) {
      names = choices.map(\.identity)
      families = choices.map { areNamed ? $0.identity : $0.filter.family?.rawValue ?? $0.identity }
      distance = areNamed ? min(1, choices.count - 1) : choices.count / 2
    }

    mutating func deal(after last: String?, _ generator: inout SplitMix64) -> Int {
      if rest.isEmpty { rest = names.indices.shuffled(using: &generator) }
      let recent = dealt.suffix(distance)
      let fresh = rest.filter { !recent.contains($0) && names[$0] != last }
      let fitting = fresh.filter { card in dealt.last.map { families[$0] } != families[card] }
      // Of a family that has more than half of the rest, two would follow one another in the end.
      let crowded = fitting.first { card in
        2 * rest.count { families[$0] == families[card] } > rest.count
      }
      let card = crowded ?? fitting.first ?? fresh.first ?? rest[0]
      rest.removeAll { $0 == card }
      dealt = dealt.suffix(distance) + [card]
      return card
    }

    /// The angle of a card: its own, from that half a turn, then a quarter to either side, but for
    /// the one before's.
    mutating func turn(_ card: NamedFilter) -> String? {
      guard let angle = card.filter.parameters.first(where: { $0.name == "angle" }) else {
        return nil
      }
      let usual = Int(((angle.initial?.number ?? 0) * 180 / .pi).rounded())
      var degrees = usual
      repeat {
        degrees = usual + [0, 180, 90, -90][turns % 4]
        if degrees > 180 { degrees -= 360 }
        turns += 1
      } while degrees == direction
      direction = degrees
      return degrees == usual ? nil : "\(degrees)deg"
    }
  }
}
