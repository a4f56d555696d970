import TestSupport
import Testing

@testable import TransitionKit

/// A dissolve that leaps at neither end.
@Suite struct DissolveTests {
  /// The times of 25 steps.
  private static let times = (0...25).map { Double($0) / 25 }

  private static func dissolve(
    _ filter: Filter = Filter(DissolveTransition.self, .ours), at time: Double, _ inputs: Inputs
  ) -> Bitmap { filter.makeTransition().frame(at: time, of: inputs).bitmap() }

  @Test func `no step between flat pictures is large, and the first and the last are small`() {
    let codes: [UInt16] = [0, 10, 40, 128, 200, 255]
    for (a, b) in codes.flatMap({ a in codes.map { (a, $0) } }) where a != b {
      let inputs = Inputs(
        source: Bitmap(width: 1, height: 1, uniform: [a, a, a]),
        target: Bitmap(width: 1, height: 1, uniform: [b, b, b]))
      let shown = Self.times.map { Int(Self.dissolve(at: $0, inputs).samples[0]) }
      let steps = zip(shown, shown.dropFirst()).map { ($1 - $0) * (a < b ? 1 : -1) }
      #expect(steps.allSatisfy { (0...18).contains($0) }, "\(a) to \(b): \(steps)")
      #expect(max(steps[0], steps[24]) < 6, "\(a) to \(b): \(steps)")
    }
  }

  @Test func `half way it is hardly darker than the darker picture`() {
    // Where one is bright the other is dark.
    let (a, b) = (
      Bitmap(width: 64, height: 48) { u, v in [u, v, u * v] },
      Bitmap(width: 64, height: 48) { u, v in [0.9 - 0.9 * u, 0.8 - 0.8 * v, 0.2] }
    )
    func light(_ picture: Bitmap) -> Double {
      picture.samples.reduce(0) { $0 + Reference.decode(Double($1) / 255, .linear) }
    }
    let half = light(Self.dissolve(at: 0.5, Inputs(source: a, target: b)))
    #expect(half >= 0.7 * min(light(a), light(b)))
  }

  @Test func `encoded values, Core Image's name and an easing have even steps`() {
    let ours = Filter(DissolveTransition.self, .ours)
    #expect(ours.hasPace && !Filter(DissolveTransition.self).hasPace)
    let (black, white) = (
      Bitmap(width: 1, height: 1, uniform: [0, 0, 0]),
      Bitmap(width: 1, height: 1, uniform: [255, 255, 255])
    )
    let inputs = Inputs(source: black, target: white)
    let encoded = Inputs(source: black.reading(in: .srgb), target: white.reading(in: .srgb))
    let easing = (try? Easing("ease-in")) ?? .linear
    let even = Self.dissolve(Filter(DissolveTransition.self), at: 0.2, inputs)
    let eased = ours.makeTransition(easedBy: easing).frame(at: 0.2, of: inputs).bitmap()
    #expect(easing != .linear && eased.difference(from: even) == nil)
    #expect(Self.dissolve(at: 0.2, inputs).difference(from: even) != nil)
    #expect(Self.dissolve(at: 0.2, encoded).samples == [51, 51, 51])
  }
}
