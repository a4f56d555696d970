import Testing

@testable import TransitionKit

/// Numbers in groups of four against those of `Double`, one by one.
@Suite struct LanesTests {
  @Test func `directions are those of the arc tangent`() {
    for degree in stride(from: 0.0, to: 360, by: 0.04) {
      let angle = degree / 180 * Double.pi
      for length in [1e-6, 1, 3e4] {
        let (x, y) = (Float(length * .cos(angle)), Float(length * .sin(angle)))
        let turn = Double(Lanes.turns(Lanes(repeating: x), Lanes(repeating: y))[2])
        let error = (turn - degree / 360).magnitude
        // A hair below the x axis counts as a whole turn.
        #expect(min(error, 1 - error) < 1e-6 / 3 + 1e-7, "at \(degree) degrees")
      }
    }
    #expect(Lanes.turns(Lanes(0, 1, 0, -1), Lanes(0, 0, 1, 0)) == Lanes(0, 0, 0.25, 0.5))
  }

  @Test func `positions are split into whole numbers and fractions`() {
    let positions: [Float] = [0, 0x1p-24, 0.5, 0.999_999_9, 1, 1.5, 2, 4095.75, 4096, 0x1p22 - 0.5]
    for position in positions {
      let (index, rest) = Lanes(repeating: position).split
      #expect(Float(index[1]) + rest[1] == position)
      #expect(rest[1] >= 0 && rest[1] <= 1)
    }
  }

  @Test func `conditions are summarized`() {
    for bits in 0..<16 {
      let lanes = Lanes(Float(bits & 1), Float(bits & 2), Float(bits & 4), Float(bits & 8))
      #expect(all(lanes .> 0) == (bits == 15))
      #expect(any(lanes .> 0) == (bits != 0))
    }
  }
}
