import TestSupport
import Testing

@testable import TransitionKit

/// Runs across lines and rings, against the positions of their pixels in double precision.
@Suite struct RunTests {
  @Test func `has at least one pixel and no more than can be counted`() {
    let counts: [(length: Float, count: Int)] = [
      (-.infinity, 1), (-1, 1), (0, 1), (0.99, 1), (1, 2), (2.5, 3), (.nan, 1),
      (.infinity, 1 << 30 + 1),
    ]
    for (length, count) in counts { #expect(Run(.source, length).count == count, "\(length)") }
  }

  @Test func `across a line copies nothing that lies in the interval, and leaves nothing else out`()
  {
    var generator = SplitMix64(seed: 6)
    for _ in 0..<4000 {
      let step =
        [0, 1, -1, 1e-9, Float.random(in: -1...1, using: &generator)]
        .randomElement(using: &generator) ?? 0
      let start = Float.random(in: -20...20, using: &generator)
      let ends = (0..<2).map { _ in Float.random(in: -40...40, using: &generator) }.sorted()
      check(
        { Double(start) + $0 * Double(step) },
        Run(
          at: start, step: step, computing: (ends[0], ends[1]), low: .source, high: .target),
        ends)
    }
  }

  @Test func `across a ring copies nothing that lies in it, and leaves nothing else out`() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<4000 {
      let offset = Point(
        x: .random(in: -40...40, using: &generator),
        y: [0, .random(in: -30...30, using: &generator)].randomElement(using: &generator) ?? 0)
      let radii = (0..<2).map { _ in Float.random(in: -9...40, using: &generator) }.sorted()
      check(
        { column in
          let (x, y) = (Double(offset.x) + column, Double(offset.y))
          return (x * x + y * y).squareRoot()
        },
        Run(at: offset, computing: (radii[0], radii[1]), inside: .source, outside: .target),
        radii)
    }
  }

  /// Checks a run of pixels that each lie at a position: the source below the interval, the
  /// target above it.
  private func check(
    _ position: (Double) -> Double, _ run: Run, _ ends: [Float]
  ) {
    let (low, high, margin) = (Double(ends[0]), Double(ends[1]), 2 * Double(Run.margin))
    for column in 0..<min(run.count, 120) {
      switch run.fill {
      case .source: #expect(position(Double(column)) < low)
      case .target: #expect(position(Double(column)) > high)
      default: #expect(run.fill == .computed)
      }
    }
    // It begins as soon as it can, and ends where something else begins before the next pixel.
    let ahead = (0...100).map { position(Double(run.count) - Double($0) / 100) }
    switch run.fill {
    case .source: #expect(run.count > 120 || ahead.contains { $0 > low - margin })
    case .target: #expect(run.count > 120 || ahead.contains { $0 < high + margin })
    default: #expect(position(0) > low - margin && position(0) < high + margin)
    }
  }
}
