import Testing
import TransitionKit

@testable import TransitionCommand

/// Transitions that are dealt from a shuffled pack.
@Suite struct RandomFiltersTests {
  private static func deal(
    _ count: Int, of pack: [NamedFilter], seed: Int, areNamed: Bool = false
  ) -> [RandomFilters.Card] {
    var random = RandomFilters(seed: UInt64(seed))
    return (0..<count).map { _ in random.next(of: 0, among: pack, areNamed: areNamed) }
  }

  @Test func `all of ours have a family, and all but a few are dealt`() {
    for filter in Filters.all { #expect(filter.family != nil, "\(filter.name)") }
    let names = RandomFilters.all.map(\.name)
    #expect(
      Set(Filters.builtInNames).subtracting(names) == ["copymachine", "barsswipe", "accordionfold"])
    #expect(Set(names).count == names.count && RandomFilters.usual.count == 16)
  }

  @Test(arguments: [RandomFilters.usual, RandomFilters.all])
  func `no look comes again before half of the pack, and none after its like`(
    _ pack: [NamedFilter]
  ) {
    for seed in 0..<150 {
      let dealt = Self.deal(6 * pack.count, of: pack, seed: seed).map(\.index)
      let families = dealt.map { pack[$0].filter.family }
      #expect(zip(families, families.dropFirst()).allSatisfy { $0 != $1 }, "\(seed)")
      for start in stride(from: 0, to: dealt.count, by: pack.count) {
        #expect(Set(dealt[start..<start + pack.count]).count == pack.count)
      }
      for (position, card) in dealt.enumerated() {
        let others = dealt[max(0, position - pack.count / 2)..<position]
        #expect(!others.contains(card), "\(seed) at \(position)")
      }
    }
  }

  @Test func `a seed decides, and another one decides otherwise`() {
    let decks = (0..<20).map { Self.deal(10, of: RandomFilters.usual, seed: $0) }
    #expect(Set(decks).count == 20)
    #expect(decks[7] == Self.deal(10, of: RandomFilters.usual, seed: 7))
  }

  @Test func `directions take turns, but for looks that are named, or given one`() throws {
    let dealt = Self.deal(40, of: RandomFilters.usual, seed: 1)
    let turning = dealt.filter { card in
      RandomFilters.usual[card.index].filter.parameters.contains { $0.name == "angle" }
    }
    let straight = turning.filter { !RandomFilters.usual[$0.index].name.hasPrefix("page") }
    #expect(Set(straight.map(\.angle)) == [nil, "180deg", "90deg", "-90deg"])
    #expect(zip(turning, turning.dropFirst()).allSatisfy { $0.angle != $1.angle })
    for seed in 0..<50 {
      let degrees = Self.deal(100, of: RandomFilters.all, seed: seed).compactMap { card -> Int? in
        let parameters = RandomFilters.all[card.index].filter.parameters
        guard let angle = parameters.first(where: { $0.name == "angle" }) else { return nil }
        let usual = (angle.initial?.number ?? 0) * 180 / .pi
        return card.angle.map { Int($0.dropLast(3)) ?? 999 } ?? Int(usual.rounded())
      }
      #expect(zip(degrees, degrees.dropFirst()).allSatisfy { $0 != $1 }, "\(seed)")
    }
    let named = Self.deal(9, of: RandomFilters.usual, seed: 1, areNamed: true)
    #expect(named.allSatisfy { $0.angle == nil })
    let line = ["--transition", "random", "--angle", "45deg", "--seed", "2", "-o", "f%d.png"]
    let show = try Show(Settings(line + (0..<30).map { "\($0).png" }))
    for transition in show.transitions {
      let angle = transition.filter.parameters.first { $0.name == "angle" }
      #expect(angle.map { transition.writtenText(of: $0) == "45deg" } ?? true)
    }
  }
}
