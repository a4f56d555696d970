/// A Gaussian blur of a plane of numbers, one axis after the other; beyond the border is 0.
struct GaussianBlur {
  private let weights: [Float]

  /// The cells on each side that a number spreads to.
  var radius: Int { weights.count / 2 }

  /// - Parameter deviation: the standard deviation, in cells, greater than 0.
  init(deviation: Float) {
    let radius = max(1, Int((3 * deviation).rounded(.up)))
    let bell = (-radius...radius).map { Float.exp(-Float($0 * $0) / (2 * deviation * deviation)) }
    let sum = bell.reduce(0, +)
    weights = bell.map { $0 / sum }
  }

  /// The blurred plane.
  func callAsFunction(_ plane: FloatPlane) -> FloatPlane {
    let radius = radius
    // The first pass leaves room at both sides, so that the second one finds 0 there.
    let down = FloatPlane(width: plane.width + 2 * radius, height: plane.height) { row, numbers in
      let rows = max(row - radius, 0)...min(row + radius, plane.height - 1)
      store(plane.width, into: &numbers, from: radius) { start in
        var sum = SIMD16<Float>()
        for other in rows { sum += plane.tile(start, other) * weights[other - row + radius] }
        return sum
      }
    }
    return FloatPlane(width: plane.width, height: plane.height) { row, numbers in
      store(plane.width, into: &numbers, from: 0) { start in
        var sum = SIMD16<Float>()
        for (tap, weight) in weights.enumerated() { sum += down.tile(start + tap, row) * weight }
        return sum
      }
    }
  }

  /// Stores tiles side by side, the first of them at a column.
  @inline(__always)
  private func store(
    _ width: Int, into numbers: inout MutableSpan<Float>, from column: Int,
    _ tile: (_ start: Int) -> SIMD16<Float>
  ) {
    for start in stride(from: 0, to: width, by: FloatPlane.tileWidth) {
      let sum = tile(start)
      for offset in start..<min(start + FloatPlane.tileWidth, width) {
        numbers[column + offset] = sum[offset - start]
      }
    }
  }
}
