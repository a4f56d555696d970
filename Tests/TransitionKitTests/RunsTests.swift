import TestSupport
import Testing

@testable import TransitionKit

/// Stretches of a row.
@Suite("A row's stretches") struct RunsTests {
  @Test("cover the row, in order and none of them empty")
  func cover() {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let width = Int.random(in: 1...40, using: &generator)
      var runs = Runs(width: width)
      let ends = (0..<2).map { _ in Float.random(in: -60...60, using: &generator) }.sorted()
      let steps: [Float] = [1, -1, 0, 0.3, -1e-9, 1e-30, 7, -.infinity]
      runs.append(
        computing: (ends[0], ends[1]), from: .random(in: -20...20, using: &generator),
        step: steps.randomElement(using: &generator) ?? 1, low: .source, high: .target)
      #expect(runs.end == width)
      let bounds = [0] + runs.runs.map { $0.end }
      #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test("compute every column whose position is in the interval or next to it")
  func computed() {
    var generator = SplitMix64(seed: 6)
    for _ in 0..<2000 {
      let step = Float.random(in: -2...2, using: &generator)
      let start = Float.random(in: -20...20, using: &generator)
      let ends = (0..<2).map { _ in Float.random(in: -40...40, using: &generator) }.sorted()
      var runs = Runs(width: 30)
      runs.append(
        computing: (ends[0], ends[1]), from: start, step: step, low: .source, high: .target)
      for column in 0..<30 {
        let position = start + Float(column) * step
        let fill = runs.runs.first { column < $0.end }?.fill
        if position >= ends[0], position <= ends[1] { #expect(fill == .computed) }
        if fill == .source { #expect(position < ends[0]) }
        if fill == .target { #expect(position > ends[1]) }
      }
    }
  }

  @Test("of the same kind become one, and what has been passed is left alone")
  func joining() {
    var runs = Runs(width: 10)
    runs.append(.source, upTo: 3)
    runs.append(.source, upTo: 5)
    runs.append(.target, upTo: 4)
    runs.append(.target, upTo: 99)
    #expect(runs.runs == [.init(fill: .source, end: 5), .init(fill: .target, end: 10)])
  }
}
