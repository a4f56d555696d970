/// Smooth value noise with cells of an eighth of the shorter side, its values spread evenly over
/// 0...1 so that a transition in their order proceeds at an even pace.
struct CloudNoise {
  private let height: Int
  private let cell: Float
  private let across: Int
  private let down: Int
  private let lattice: [Float]
  /// For each cell of a row, the columns that begin in it.
  private let cells: [Range<Int>]
  /// For each column, how far it is from the left side of its cell to the right one.
  private let parts: [Float]

  /// The noise for a frame of a size in pixels.
  init(width: Int, height: Int) {
    let cell = max(1, Float(min(width, height)) / 8)
    let across = Int(Float(width) / cell) + 2
    let down = Int(Float(height) / cell) + 2
    var random = SplitMix64(seed: 0x5EED_C10D)
    lattice = (0..<across * down).map { _ in random.nextUnit() }
    let positions = (0..<width).map { (Float($0) + 0.5) / cell }
    parts = positions.map { ($0 - Float(Int($0))).smoothstep }
    var cells: [Range<Int>] = []
    for cell in 0..<across {
      let first = cells.last?.upperBound ?? 0
      cells.append(first..<(positions[first...].firstIndex { Int($0) > cell } ?? width))
    }
    self.cells = cells
    (self.height, self.cell, self.across, self.down) = (height, cell, across, down)
  }

  /// The values, spread evenly.
  func plane() -> FloatPlane {
    let ranks = ranks()
    return FloatPlane(width: parts.count, height: height) { row, numbers in
      noise(row) { column, value in
        let position = value * Float(Self.bins)
        let bin = (position - 0.5).nearestIndex
        let low = ranks[bin]
        numbers[column] = low + (ranks[bin &+ 1] - low) * (position - Float(bin))
      }
    }
  }

  private static let bins = 4096

  /// For each of the bins that the values fall into, the share of values that lie below it.
  private func ranks() -> [Float] {
    // Some hundred rows tell how the values are distributed.
    var counts = [Int](repeating: 0, count: Self.bins + 1)
    for row in stride(from: 0, to: height, by: max(1, height / 256)) {
      noise(row) { counts[Int($1 * Float(Self.bins))] += 1 }
    }
    let total = Float(counts.reduce(0, +))
    var sum = 0
    return counts.map { count in
      defer { sum += count }
      return Float(sum) / total
    } + [1]
  }

  /// One row of noise. Rows are counted from the bottom, so that the pattern hangs together when
  /// heights differ.
  @inline(__always)
  private func noise(_ row: Int, _ use: (_ column: Int, _ value: Float) -> Void) {
    let position = (Float(height - row) - 0.5) / cell
    let part = (position - Float(Int(position))).smoothstep
    let (low, high) = (Int(position) * across, min(Int(position) + 1, down - 1) * across)
    func corner(_ cell: Int) -> Float {
      let column = min(cell, across - 1)
      return lattice[low + column] * (1 - part) + lattice[high + column] * part
    }
    for (index, columns) in cells.enumerated() {
      let left = corner(index)
      let slope = corner(index + 1) - left
      for column in columns { use(column, left + slope * parts[column]) }
    }
  }
}
