/// Smooth value noise, its values spread evenly over 0...1 so that a transition in their order
/// proceeds at an even pace.
enum CloudNoise {
  /// The noise for a frame, with cells of an eighth of its shorter side.
  static func plane(for layout: FrameLayout, _ parallelFor: ParallelFor?) -> FloatPlane {
    let (width, height) = (layout.width, layout.height)
    let cell = max(1, Float(min(width, height)) / 8)
    let across = Int(Float(width) / cell) + 2
    let down = Int(Float(height) / cell) + 2
    var random = SplitMix64(seed: 0x5EED_C10D)
    let lattice = (0..<across * down).map { _ in random.nextUnit() }
    let columns = (0..<width).map { split((Float($0) + 0.5) / cell) }
    // Counted from the bottom, so that the pattern hangs together when heights differ.
    let rows = (0..<height).map { split((Float(height - $0) - 0.5) / cell) }
    let parts = FloatPlane(width: width, height: 1) { _, numbers in
      for column in 0..<width { numbers[column] = columns[column].part }
    }
    // For each column, the values on one side of its cell.
    func corners(_ side: Int) -> FloatPlane {
      FloatPlane(width: width, height: down) { line, numbers in
        for column in 0..<width {
          numbers[column] = lattice[line * across + columns[column].cell + side]
        }
      }
    }
    let (left, right) = (corners(0), corners(1))
    @Sendable func noise(_ column: Int, _ row: Int) -> Lanes {
      let (line, part) = rows[row]
      let next = min(line + 1, down - 1)
      func side(_ corners: FloatPlane) -> Lanes {
        corners.tile(column, line) * (1 - part) + corners.tile(column, next) * part
      }
      let start = side(left)
      return start + (side(right) - start) * parts.tile(column, 0)
    }
    return FloatPlane(width: width, height: height, parallelFor, equalizing: noise)
  }

  /// The cell of a position, and the smoothed share of the way from its lower side to its upper one.
  private static func split(_ position: Float) -> (cell: Int, part: Float) {
    let cell = Int(position)
    return (cell, (position - Float(cell)).smoothstep)
  }
}
