/// A mask as heights: for each pixel of the frame the time, 0...1, at which it changes, and how
/// steeply that varies around it.
struct Relief: Sendable {
  let width: Int
  let height: Int
  /// Stretches of a row that are looked at together.
  let tiles: Int

  private let levels: [Float]
  private let shadowRadius: Float
  private let shadow: (x: Int, y: Int)
  /// For each tile, the time up to which all of it is source, and the times from which all of it
  /// is gone and from which none of it throws a shadow.
  private let bounds: [(whole: Float, gone: Float, unshaded: Float)]

  private static let tileWidth = 16

  /// - Parameters:
  ///   - mask: a picture, usually of the frame's size and else stretched to it, whose luminance in
  ///     linear light is the height; `nil` for built-in clouds.
  ///   - inputs: the pictures, for the frame's size.
  ///   - shadowRadius: the softness of the shadow.
  ///   - shadow: how far the shadow is moved to the right and up.
  init(
    _ mask: Bitmap?, for inputs: Inputs, shadowRadius: Float, shadow: (x: Int, y: Int)
  ) {
    let mask = mask?.reading(in: .linear)
    width = inputs.source.width
    height = inputs.source.height
    if let mask {
      var levels: [Float] = []
      levels.reserveCapacity(width * height)
      for row in 0..<height {
        for column in 0..<width {
          let pixel = mask.pixel(
            column: column * mask.width / width, row: row * mask.height / height)
          levels.append(pixel.luminance)
        }
      }
      self.levels = levels
    } else {
      levels = Self.clouds(width: width, height: height)
    }
    self.shadowRadius = shadowRadius
    self.shadow = shadow
    tiles = (width + Self.tileWidth - 1) / Self.tileWidth
    bounds = Self.bounds(levels, width: width, height: height, shadowRadius: shadowRadius)
  }

  private static func bounds(_ levels: [Float], width: Int, height: Int, shadowRadius: Float)
    -> [(whole: Float, gone: Float, unshaded: Float)]
  {
    var bounds: [(whole: Float, gone: Float, unshaded: Float)] = []
    bounds.reserveCapacity((width + tileWidth - 1) / tileWidth * height)
    for row in 0..<height {
      let line = row * width
      let below = row + 1 < height ? line + width : line
      var left = levels[line]
      for start in stride(from: 0, to: width, by: tileWidth) {
        var (lowest, highest, steepest) = (Float.infinity, -Float.infinity, Float(0))
        for column in start..<min(start &+ tileWidth, width) {
          let level = levels[line &+ column]
          let down = (level - levels[below &+ column]).magnitude
          let across = (level - left).magnitude
          left = level
          if level < lowest { lowest = level }
          if level > highest { highest = level }
          if down > steepest { steepest = down }
          if across > steepest { steepest = across }
        }
        let slope = steepest + 0.001
        // The extremes of what the pixels would give: all three rise with level and slope.
        bounds.append(
          (
            whole: lowest / (1 + slope), gone: (highest + slope) / (1 + slope),
            unshaded: highest + shadowRadius * slope / 2
          ))
      }
    }
    return bounds
  }

  /// What a stretch of a row, or a pixel, shows.
  enum State {
    /// Source everywhere.
    case whole
    /// Target everywhere, without shadow.
    case bare
    /// Something else.
    case mixed
  }

  /// The columns of a tile.
  func columns(of tile: Int) -> Range<Int> {
    tile * Self.tileWidth..<min((tile + 1) * Self.tileWidth, width)
  }

  /// What a tile of a row shows at a time; `mixed` when in doubt.
  func state(ofTile tile: Int, _ row: Int, at time: Float) -> State {
    let doubt: Float = 1e-5
    let tileBounds = bounds[row * tiles + tile]
    if time < tileBounds.whole - doubt { return .whole }
    guard time > tileBounds.gone + doubt else { return .mixed }
    let line = min(max(row + shadow.y, 0), height - 1) * tiles
    let columns = columns(of: tile)
    let first = min(max(columns.lowerBound - shadow.x, 0), width - 1) / Self.tileWidth
    let last = min(max(columns.upperBound - 1 - shadow.x, 0), width - 1) / Self.tileWidth
    let unshaded = max(bounds[line + first].unshaded, bounds[line + last].unshaded)
    return time > unshaded + doubt ? .bare : .mixed
  }

  /// What a pixel shows at a time; `mixed` when in doubt.
  @inline(__always)
  func state(_ column: Int, _ row: Int, at time: Float, isShaded: Bool) -> State {
    // The terms of ``remaining(_:_:at:)`` and ``light(_:_:at:)`` without their divisions.
    let half: Float = 0.5001
    let slope = slope(column, row)
    let ahead = level(column, row) - (time * (1 + slope) - slope / 2)
    if ahead > half * slope { return .whole }
    guard ahead < -half * slope else { return .mixed }
    guard isShaded else { return .bare }
    let caster = caster(column, row)
    let softness = shadowRadius * self.slope(caster.column, caster.row)
    return time - level(caster.column, caster.row) > half * softness ? .bare : .mixed
  }

  /// The pixel whose height throws its shadow on a pixel.
  @inline(__always)
  private func caster(_ column: Int, _ row: Int) -> (column: Int, row: Int) {
    (
      min(max(column &- shadow.x, 0), width &- 1), min(max(row &+ shadow.y, 0), height &- 1)
    )
  }

  /// How much of the source is left: 1 until the time comes near the height, 0 soon after.
  @inline(__always)
  func remaining(_ column: Int, _ row: Int, at time: Float) -> Float {
    let (level, slope) = (level(column, row), slope(column, row))
    let threshold = time * (1 + slope) - slope / 2
    return (0.5 + (level - threshold) / slope).saturated
  }

  /// How much light falls on the target, from the mask at the place that throws the shadow.
  @inline(__always)
  func light(_ column: Int, _ row: Int, at time: Float) -> Float {
    let (column, row) = caster(column, row)
    let level = level(column, row)
    let softness = shadowRadius * slope(column, row)
    return softness > 0 ? (0.5 + (time - level) / softness).saturated : time >= level ? 1 : 0
  }

  /// The height at a pixel inside the frame.
  @inline(__always)
  private func level(_ column: Int, _ row: Int) -> Float { levels[row &* width &+ column] }

  /// The steepness at a pixel: the greater difference from its left and lower neighbors, never
  /// quite 0.
  @inline(__always)
  private func slope(_ column: Int, _ row: Int) -> Float {
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
    /// One row of noise. Rows are counted from the bottom, so that the pattern hangs together when
    /// heights differ.
    func noise(_ row: Int, _ use: (Float) -> Void) {
      let position = (Float(height - row) - 0.5) / cell
      let part = (position - Float(Int(position))).smoothstep
      let (low, high) = (Int(position) * across, min(Int(position) + 1, down - 1) * across)
      let line = (0...across).map {
        let column = min($0, across - 1)
        return lattice[low + column] * (1 - part) + lattice[high + column] * part
      }
      for step in steps {
        let left = line[step.cell]
        use(left + (line[step.cell &+ 1] - left) * step.part)
      }
    }
    // Some hundred rows tell how the values are distributed.
    let bins = 4096
    var counts = [Int](repeating: 0, count: bins + 1)
    for row in stride(from: 0, to: height, by: max(1, height / 256)) {
      noise(row) { counts[Int($0 * Float(bins))] += 1 }
    }
    let total = Float(counts.reduce(0, +))
    var sum = 0
    let ranks =
      counts.map { count -> Float in
        defer { sum += count }
        return Float(sum) / total
      } + [1]
    var levels: [Float] = []
    levels.reserveCapacity(width * height)
    for row in 0..<height {
      noise(row) { value in
        let position = value * Float(bins)
        let bin = (position - 0.5).nearestIndex
        let low = ranks[bin]
        levels.append(low + (ranks[bin &+ 1] - low) * (position - Float(bin)))
      }
    }
    return levels
  }
}
