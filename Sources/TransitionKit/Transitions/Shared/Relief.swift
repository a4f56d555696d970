/// A mask as heights: for each pixel of the frame the time, 0...1, at which it changes, and how
/// steeply that varies around it.
struct Relief: Sendable {
  let width: Int
  let height: Int
  private let levels: [Float]

  /// - Parameters:
  ///   - mask: a picture of the frame's size, whose luminance in linear light is the height;
  ///     `nil` for built-in clouds.
  ///   - inputs: the pictures, for the frame's size.
  init(_ mask: Bitmap?, for inputs: Inputs) {
    let mask = mask?.reading(in: .linear)
    width = mask?.width ?? inputs.source.width
    height = mask?.height ?? inputs.source.height
    if let mask {
      var levels: [Float] = []
      levels.reserveCapacity(width * height)
      for row in 0..<height {
        for column in 0..<width { levels.append(mask.pixel(column: column, row: row).luminance) }
      }
      self.levels = levels
    } else {
      levels = Self.clouds(width: width, height: height)
    }
  }

  /// The height at a pixel inside the frame.
  @inline(__always)
  func level(_ column: Int, _ row: Int) -> Float { levels[row &* width &+ column] }

  /// The steepness at a pixel: the greater difference from its left and lower neighbors, never
  /// quite 0.
  @inline(__always)
  func slope(_ column: Int, _ row: Int) -> Float {
    let index = row &* width &+ column
    let here = levels[index]
    let left = column > 0 ? levels[index &- 1] : here
    let below = row &+ 1 < height ? levels[index &+ width] : here
    return max((here - left).magnitude, (here - below).magnitude) + 0.001
  }

  /// Smooth value noise with cells of an eighth of the shorter side, its values spread evenly over
  /// 0...1 so that the transition proceeds at an even pace.
  private static func clouds(width: Int, height: Int) -> [Float] {
    let cell = max(1, Float(min(width, height)) / 8)
    let across = Int(Float(width) / cell) + 2
    let down = Int(Float(height) / cell) + 2
    var random = SplitMix64(seed: 0x5EED_C10D)
    let lattice = (0..<across * down).map { _ in random.nextUnit() }
    let steps = (0..<width).map { column in
      let position = (Float(column) + 0.5) / cell
      return (cell: Int(position), part: (position - Float(Int(position))).smoothstep)
    }
    var levels = [Float](repeating: 0, count: width * height)
    let bins = 4096
    var counts = [Int](repeating: 0, count: bins + 1)
    for row in 0..<height {
      // Rows are counted from the bottom, so that the pattern hangs together when heights differ.
      let position = (Float(height - row) - 0.5) / cell
      let part = (position - Float(Int(position))).smoothstep
      let (low, high) = (Int(position) * across, min(Int(position) + 1, down - 1) * across)
      let line = (0..<across).map { lattice[low + $0] * (1 - part) + lattice[high + $0] * part }
      for (column, step) in steps.enumerated() {
        let next = min(step.cell + 1, across - 1)
        let level = line[step.cell] + (line[next] - line[step.cell]) * step.part
        levels[row * width + column] = level
        counts[Int(level * Float(bins))] += 1
      }
    }
    var sum = 0
    let ranks =
      counts.map { count -> Float in
        defer { sum += count }
        return Float(sum) / Float(width * height)
      } + [1]
    for index in levels.indices {
      let position = levels[index] * Float(bins)
      let bin = Int(position)
      levels[index] = ranks[bin] + (ranks[bin + 1] - ranks[bin]) * (position - Float(bin))
    }
    return levels
  }
}
