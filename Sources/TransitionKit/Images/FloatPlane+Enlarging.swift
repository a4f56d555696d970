extension FloatPlane {
  /// The plane in a size that is at least its own, by cubic interpolation, limited to 0...1.
  ///
  /// The kernel is Catmull and Rom's; beyond its border the plane goes on as it ends.
  func enlarged(width newWidth: Int, height newHeight: Int, _ parallelFor: ParallelFor? = nil)
    -> FloatPlane
  {
    if (newWidth, newHeight) == (width, height) { return self }
    let columns = CubicTaps.all(from: width, to: newWidth)
    let rows = CubicTaps.all(from: height, to: newHeight)
    let wide = FloatPlane(width: newWidth, height: height, parallelFor) { row, numbers in
      for column in 0..<newWidth {
        let taps = columns[column]
        numbers[column] = (tile(taps.start, row) * taps.weights).sum()
      }
    }
    @Sendable func value(_ column: Int, _ row: Int) -> Lanes {
      let taps = rows[row]
      func line(_ tap: Int) -> Lanes {
        wide.tile(column, min(taps.start + tap, height - 1)) * taps.weights[tap]
      }
      return (line(0) + line(1) + line(2) + line(3)).saturated
    }
    return FloatPlane(width: newWidth, height: newHeight, parallelFor, fours: value)
  }
}

/// The four numbers in a row from which one in between is interpolated.
private struct CubicTaps {
  /// The first of them.
  let start: Int
  let weights: Lanes

  /// The taps for each of `newCount` numbers across `count`.
  static func all(from count: Int, to newCount: Int) -> [CubicTaps] {
    (0..<newCount).map { index in
      let position = (Float(index) + 0.5) * Float(count) / Float(newCount) - 0.5
      let before = position.rounded(.down)
      let u = position - before
      let kernel = Lanes(
        ((2 - u) * u - 1) * u, (3 * u - 5) * u * u + 2, ((4 - 3 * u) * u + 1) * u, (u - 1) * u * u)
      let start = min(max(Int(before) - 1, 0), max(count - 4, 0))
      var weights = Lanes()
      // Numbers beyond an end are those at the end.
      for tap in 0..<4 {
        weights[min(max(Int(before) - 1 + tap, 0), count - 1) - start] += kernel[tap] / 2
      }
      return CubicTaps(start: start, weights: weights)
    }
  }
}
