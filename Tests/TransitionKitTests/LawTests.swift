import TestSupport
import Testing

@testable import TransitionKit

/// What is true of every transition, whatever its parameters.
@Suite("Every transition") struct LawTests {
  @Test(
    "A1: is exactly the source at 0 and before, exactly the target at 1 and after",
    arguments: Transitions.all)
  func ends(filter: Filter) throws {
    for situation in try Situation.all(of: filter) {
      for time in [-1, -0.0, 0, 1, 1.5, .infinity] {
        let expected = time < 0.5 ? situation.inputs.source : situation.inputs.target
        let difference = situation.frame(at: time).bitmap().difference(from: expected)
        #expect(difference == nil, "at \(time): \(situation)")
      }
    }
  }

  @Test(
    "A5, B4, D1: has finite colors everywhere, with any parameters, however close to its ends",
    arguments: Transitions.all)
  func finite(filter: Filter) throws {
    for situation in try Situation.all(of: filter, count: 30) {
      for time in situation.times {
        let transition = try #require(situation.transition as? any KernelTransition)
        let colors = colors(of: transition, at: time, of: situation.inputs)
        let wrong = colors.first { pixel in
          !(0..<4).allSatisfy { pixel[$0].isFinite } || pixel.alpha < 0
        }
        #expect(wrong == nil, "at \(time): \(situation)")
      }
    }
  }

  @Test("C2: draws something with numbers as large as they can be", arguments: Transitions.all)
  func extremes(filter: Filter) throws {
    for seed in 0..<24 as Range<UInt64> {
      let situation = try Situation(filter, seed: seed, wildness: .extreme)
      for time in situation.times {
        let frame = situation.frame(at: time).bitmap()
        #expect(frame.difference(from: situation.frame(at: time).bitmap()) == nil, "\(situation)")
      }
    }
  }

  @Test("D5: gives the same bytes in one piece and in any pieces", arguments: Transitions.all)
  func pieces(filter: Filter) throws {
    var generator = SplitMix64(seed: 1)
    for situation in try Situation.all(of: filter) {
      let frame = situation.frame(at: situation.times[1])
      for row in 0..<frame.height {
        let cuts = (0..<3).map { _ in Int.random(in: 0...frame.width, using: &generator) }.sorted()
        let pieces = zip([0] + cuts, cuts + [frame.width]).flatMap { start, end in
          frame.bytes(columns: start..<end, row: row)
        }
        let whole = frame.bytes(columns: 0..<frame.width, row: row)
        #expect(pieces == whole, "row \(row) cut at \(cuts): \(situation)")
      }
    }
  }

  @Test("E4, E13: is the same twice, and on many threads", arguments: Transitions.all)
  func repeats(filter: Filter) async throws {
    for seed in 0..<6 as Range<UInt64> {
      let first = try Situation(filter, seed: seed).frame(at: 0.4).bitmap()
      try await withThrowingTaskGroup(of: Bitmap.self) { group in
        for _ in 0..<3 {
          group.addTask { try Situation(filter, seed: seed).frame(at: 0.4).bitmap() }
        }
        for try await again in group { #expect(again.difference(from: first) == nil) }
      }
    }
  }

  @Test("copies and looks up exactly what it would compute", arguments: Transitions.all)
  func copies(filter: Filter) throws {
    for situation in try Situation.all(of: filter, count: 30) {
      for time in situation.times { try checkCopies(in: situation, at: time) }
    }
    // Large enough for tables.
    for seed in [3, 6, 9] as [UInt64] {
      let situation = try Situation(filter, seed: seed, size: (160, 139), format: .rgb8)
      try checkCopies(in: situation, at: situation.times[1])
    }
  }

  private func checkCopies(in situation: Situation, at time: Double) throws {
    let transition = try #require(situation.transition as? any KernelTransition)
    let computed = frame(of: transition, at: time, of: situation.inputs, copying: false)
    let difference = situation.frame(at: time).bitmap().difference(from: computed.bitmap())
    #expect(difference == nil, "at \(time): \(situation)")
  }

  @Test(
    "B1: shows one color where both pictures are of that color, but for light and shadow",
    arguments: Transitions.all, PixelFormat.all)
  func uniform(filter: Filter, format: PixelFormat) throws {
    // These have light that no parameter turns off.
    guard
      !["Disintegrate", "Flash", "PageCurl", "Ripple"].contains(where: {
        filter.description.contains($0)
      })
    else { return }
    let dark = ["opacity", "shadowDensity", "shadowAmount", "foldShadowAmount"]
    let values = filter.parameters.filter { dark.contains($0.name) }
      .map { (parameter: $0, value: ParameterValue.number(0)) }
    let color: [UInt16] = format.depth == .eight ? [200, 3, 255, 129] : [200, 30000, 65535, 40001]
    let picture = Bitmap(width: 23, height: 16, format: format, uniform: color)
    let inputs = Inputs(source: picture, target: picture)
    let transition = try filter.transition(with: values).prepared(for: inputs)
    for time in stride(from: 0.05, to: 1, by: 0.15) {
      let frame = transition.frame(at: time, of: inputs).bitmap()
      // One translucent picture over another one is less translucent, of the same color.
      #expect(frame.difference(from: picture, channels: 0..<3) == nil)
    }
  }

  @Test(
    "moves on: it is neither picture half-way, whatever the pictures' size",
    arguments: Transitions.all, [(240, 180), (640, 360)])
  func movesOn(filter: Filter, size: (Int, Int)) {
    let inputs = Inputs(codedWidth: size.0, height: size.1)
    let transition = filter.makeTransition().prepared(for: inputs)
    var seen: Set<[UInt8]> = []
    for time in [0, 0.25, 0.5, 0.75, 1] {
      let frame = transition.frame(at: time, of: inputs)
      let rows = [size.1 / 5, size.1 / 2, size.1 * 4 / 5]
      seen.insert(rows.flatMap { frame.bytes(columns: 0..<frame.width, row: $0) })
    }
    #expect(seen.count >= 4)
  }
}

/// The colors of a frame at all centers of pixels and at their corners.
private func colors<T: KernelTransition>(
  of transition: T, at time: Double, of inputs: Inputs
) -> [Pixel] {
  let kernel = transition.kernel(at: Float(time), of: inputs)
  let (width, height) = (inputs.source.width, inputs.source.height)
  return (0..<2 * height).flatMap { row in
    (0..<2 * width).map { kernel.color(at: Point(x: Float($0) / 2, y: Float(row) / 2)) }
  }
}

/// A frame with or without copied stretches.
private func frame<T: KernelTransition>(
  of transition: T, at time: Double, of inputs: Inputs, copying: Bool
) -> Frame {
  Frame(kernel: transition.kernel(at: Float(time), of: inputs), inputs: inputs, copying: copying)
}
