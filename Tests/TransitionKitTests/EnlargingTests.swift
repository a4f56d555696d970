import Testing

@testable import TransitionKit

@Suite struct EnlargingTests {
  /// Catmull and Rom's kernel, by its definition.
  private static func kernel(_ x: Double) -> Double {
    let x = x.magnitude
    return x < 1
      ? 1.5 * x * x * x - 2.5 * x * x + 1 : x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
  }

  /// A line of numbers at a position between them.
  private static func value(_ numbers: [Double], at position: Double) -> Double {
    (-4...numbers.count + 4).reduce(0) { sum, index in
      sum + numbers[min(max(index, 0), numbers.count - 1)] * kernel(position - Double(index))
    }
  }

  @Test(arguments: [
    (7, 5, 16, 11), (1, 1, 9, 4), (2, 3, 2, 9), (5, 2, 33, 2), (40, 30, 41, 31),
  ])
  func `is the sum of the kernels`(_ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int) {
    var random = SplitMix64(seed: 7)
    let values = (0..<width * height).map { _ in 0.5 + random.nextSigned() / 2 }
    let plane = FloatPlane(width: width, height: height) { row, numbers in
      for column in 0..<width { numbers[column] = values[row * width + column] }
    }
    let enlarged = plane.enlarged(width: newWidth, height: newHeight)
    #expect((enlarged.width, enlarged.height) == (newWidth, newHeight))
    func position(_ index: Int, _ count: Int, _ newCount: Int) -> Double {
      (Double(index) + 0.5) * Double(count) / Double(newCount) - 0.5
    }
    for column in 0..<newWidth {
      let lines = (0..<height).map { line in
        Self.value(
          (0..<width).map { Double(plane[$0, line]) }, at: position(column, width, newWidth))
      }
      for row in 0..<newHeight {
        let expected = Self.value(lines, at: position(row, height, newHeight)).saturated
        #expect((Double(enlarged[column, row]) - expected).magnitude < 1e-5)
      }
    }
  }
}
