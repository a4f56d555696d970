/// Smooth value noise, its values spread evenly over 0...1 so that a transition in their order
/// proceeds at an even pace.
enum CloudNoise {
  /// The noise for a frame of a size in pixels, with cells of an eighth of its shorter side.
  static func plane(width: Int, height: Int) -> FloatPlane {
    let cell = max(1, Float(min(width, height)) / 8)
    let across = Int(Float(width) / cell) + 2
    let down = Int(Float(height) / cell) + 2
    var random = SplitMix64(seed: 0x5EED_C10D)
    let lattice = (0..<across * down).map { _ in random.nextUnit() }
    let columns = (0..<width).map { place((Float($0) + 0.5) / cell) }
    return FloatPlane(width: width, height: height) { row, numbers in
      // Counted from the bottom, so that the pattern hangs together when heights differ.
      let (line, part) = place((Float(height - row) - 0.5) / cell)
      let (low, high) = (line * across, min(line + 1, down - 1) * across)
      let corners = (0..<across).map {
        lattice[low + $0] * (1 - part) + lattice[high + $0] * part
      }
      for (column, (left, part)) in columns.enumerated() {
        numbers[column] = corners[left] + (corners[left + 1] - corners[left]) * part
      }
    }.equalized()
  }

  /// The cell of a position, and how far that is from its lower side to its upper one.
  private static func place(_ position: Float) -> (cell: Int, part: Float) {
    let cell = Int(position)
    return (cell, (position - Float(cell)).smoothstep)
  }
}
