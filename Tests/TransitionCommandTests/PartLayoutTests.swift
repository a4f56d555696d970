import Testing

@testable import TransitionCommand

/// Where the parts of a film begin.
struct PartLayoutTests {
  private let layout = PartLayout(
    PartLayout.Lengths(least: 4, most: 12, piece: 8), FrameRate(frames: 10, seconds: 1))

  /// Places every so many frames, with keys that follow from numbers.
  private func places(_ frames: [Int], _ names: [Int]? = nil) -> [PartLayout.Place] {
    frames.enumerated().map { ($1, FrameKey(of: ["\(names?[$0] ?? $0)"])) }
  }

  @Test func `a short film is one part`() {
    #expect(layout.parts(of: 39, places: places([10, 20, 30])) == [0..<39])
    #expect(layout.parts(of: 1, places: []) == [0..<1])
  }

  @Test func `a part begins at the place with the smallest key from 4 s up to 8 s`() {
    let all = places([10, 39, 40, 55, 79, 80, 100])
    let near = all[2...4].min { $0.key < $1.key }
    #expect(layout.parts(of: 110, places: all).first == 0..<(near?.frame ?? 0))
  }

  @Test func `where there is none, it begins at the next one`() {
    #expect(layout.parts(of: 130, places: places([30, 90, 120])).prefix(1) == [0..<90])
  }

  @Test func `a long item is cut from its own beginning`() {
    // The item begins at 20, so that its pieces do, too, whatever comes before it.
    #expect(
      layout.parts(of: 320, places: places([20, 300])) == [
        0..<100, 100..<180, 180..<300, 300..<320,
      ])
    #expect(layout.parts(of: 250, places: []) == [0..<80, 80..<160, 160..<250])
  }

  @Test func `shows that differ in one place fall into step again`() {
    let keys = (0..<200).map { $0 * 7919 % 1009 }
    let steps = (1...200).map { $0 * 20 }
    let plain = layout.parts(of: 4020, places: places(steps, keys))
    // One picture more at the beginning moves all that follow by 2 s.
    let longer = layout.parts(of: 4040, places: places([20] + steps.map { $0 + 20 }, [5] + keys))
    let moved = Set(longer.map { $0.lowerBound - 20..<$0.upperBound - 20 })
    #expect(plain.count { !moved.contains($0) } < 10)
    for parts in [plain, longer] {
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      #expect(parts.allSatisfy { $0.count <= 120 })
    }
  }
}
