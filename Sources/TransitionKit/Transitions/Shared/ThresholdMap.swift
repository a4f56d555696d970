/// A mask as heights: for each pixel of the frame the time, 0...1, at which it changes, and how
/// steeply that varies around it.
struct ThresholdMap: Sendable {
  var width: Int { levels.width }
  var height: Int { levels.height }

  /// Added to all slopes.
  private let addedSlope: Float
  /// The least of the slopes after that; none is 0.
  private let leastSlope: Float
  private let levels: FloatPlane
  private let shadow: Shadow

  /// What the remaining pieces throw, if anything does.
  struct Shadow {
    /// How far it is moved to the right.
    var x = 0
    /// How far it is moved up.
    var y = 0
    /// Its softness.
    var radius: Float = 0
  }

  /// Pixels side by side whose bounds are kept together.
  private typealias Tile = SIMD8<Float>
  private static let tileWidth = Tile.scalarCount
  /// Tiles in a row.
  private let tiles: Int
  /// For each tile, the time up to which all of it is source, that from which all of it is target
  /// without shadow, and that from which it throws none.
  private let bounds: FloatPlane

  /// - Parameters:
  ///   - levels: the heights.
  ///   - addedSlope: added to all slopes.
  ///   - leastSlope: the least of the slopes after that; it is never less than a step of 16 bits.
  ///   - shadow: the shadow of what remains.
  ///   - parallelFor: runs the work on some rows.
  init(
    _ levels: FloatPlane, addedSlope: Float = 0, leastSlope: Float = 0, shadow: Shadow? = nil,
    _ parallelFor: ParallelFor?
  ) {
    self.levels = levels
    self.addedSlope = addedSlope
    self.leastSlope = max(leastSlope, 0x1p-16)
    self.shadow = shadow ?? Shadow()
    tiles = (levels.width + Self.tileWidth - 1) / Self.tileWidth
    let bounds = Self.bounds(
      levels, addedSlope, self.leastSlope, shadowRadius: self.shadow.radius, parallelFor)
    self.bounds =
      shadow.map { Self.shaded(bounds, $0, width: levels.width, parallelFor) } ?? bounds
  }

  /// The bounds without shadows.
  private static func bounds(
    _ levels: FloatPlane, _ addedSlope: Float, _ leastSlope: Float, shadowRadius: Float,
    _ parallelFor: ParallelFor?
  ) -> FloatPlane {
    let tiles = (levels.width + tileWidth - 1) / tileWidth
    // Rounding may have brought them together.
    let doubt: Float = 1e-5
    return FloatPlane(width: 3 * tiles, height: levels.height, parallelFor) { row, bounds in
      let below = min(row + 1, levels.height - 1)
      for tile in 0..<tiles {
        // A narrower picture's tile holds other pixels, too: the bounds are farther apart then, and
        // still bounds.
        let first = max(0, min(tile * tileWidth, levels.width - tileWidth))
        let here: Tile = levels.tile(first, row)
        // The first pixel has no left neighbor; the others' are in the pairs of the second tile.
        let beside: Tile = levels.tile(first > 0 ? first - 1 : min(1, levels.width - 1), row)
        let beneath: Tile = levels.tile(first, below)
        let lowest = here.least
        let highest = -(-here).least
        let across = (here - beside).magnitudes
        let down = (here - beneath).magnitudes
        let steepest = -(-across.replacing(with: down, where: down .> across)).least
        let slope = max(steepest + addedSlope, leastSlope)
        // The extremes of what the pixels would give: all three rise with level and slope.
        bounds[3 * tile] = lowest / (1 + slope) - doubt
        bounds[3 * tile + 1] = (highest + slope) / (1 + slope) + doubt
        bounds[3 * tile + 2] = highest + shadowRadius * slope / 2 + doubt
      }
    }
  }

  /// The bounds where the frame is `width` pixels wide and a shadow falls from one or two tiles on
  /// each.
  private static func shaded(
    _ bounds: FloatPlane, _ shadow: Shadow, width: Int, _ parallelFor: ParallelFor?
  ) -> FloatPlane {
    @Sendable func tile(_ column: Int) -> Int { min(max(column, 0), width - 1) / tileWidth }
    return FloatPlane(width: bounds.width, height: bounds.height, parallelFor) { row, numbers in
      let line = min(max(row + shadow.y, 0), bounds.height - 1)
      for index in 0..<bounds.width / 3 {
        let start = index * tileWidth - shadow.x
        let end = min(start + tileWidth, width - shadow.x)
        numbers[3 * index] = bounds[3 * index, row]
        numbers[3 * index + 1] = max(
          bounds[3 * index + 1, row], bounds[3 * tile(start) + 2, line],
          bounds[3 * tile(end - 1) + 2, line])
      }
    }
  }

  /// What a row shows from a point on, as far as it certainly does: `whole` where there is nothing
  /// but source, `bare` where there is nothing but target without shadow.
  func run(at point: Point, _ time: Float, whole: Run.Fill, bare: Run.Fill) -> Run {
    let (column, row) = place(of: point)
    let state = state(ofTile: column / Self.tileWidth, row, at: time)
    var tile = column / Self.tileWidth + 1
    while tile < tiles, self.state(ofTile: tile, row, at: time) == state { tile += 1 }
    return Run(
      state == .whole ? whole : state == .bare ? bare : .computed,
      Float(min(tile * Self.tileWidth, width) - column - 1))
  }

  private enum State { case whole, bare, mixed }

  /// What a tile of a row shows at a time; `mixed` when in doubt.
  @inline(__always)
  private func state(ofTile tile: Int, _ row: Int, at time: Float) -> State {
    time < bounds[3 &* tile, row] ? .whole : time > bounds[3 &* tile &+ 1, row] ? .bare : .mixed
  }

  /// How much of the source is left in four neighbors: 1 until the time comes near the height, 0
  /// soon after.
  @inline(__always)
  func remaining(at point: Point, _ time: Float) -> Lanes {
    // How far the heights are above the time's threshold.
    let (level, slope) = heights(place(of: point))
    let margin = level - (time * (1 + slope) - slope / 2)
    return (0.5 + margin / slope).saturated
  }

  /// How much light falls on the target in four neighbors, from the mask at the places that throw
  /// the shadow.
  @inline(__always)
  func light(at point: Point, _ time: Float) -> Lanes {
    let (lateness, softness) = lateness(at: point, time)
    if shadow.radius > 0 { return (0.5 + lateness / softness).saturated }
    return Lanes(repeating: 0).replacing(with: 1, where: lateness .>= 0)
  }

  /// How long the places that throw their shadows on neighbors have changed, and how long their
  /// shadows take to fade. Beyond the mask all has changed from the beginning: nothing throws one.
  @inline(__always)
  private func lateness(at point: Point, _ time: Float) -> (lateness: Lanes, softness: Lanes) {
    let (column, row) = place(of: point)
    let (first, line) = (column &- shadow.x, row &+ shadow.y)
    var (level, slope) = heights((first, line))
    if first < 0 || first > width &- 4 || line < 0 || line >= height {
      let columns = Float(first) + Lanes.neighbors
      let isBeyond =
        line < 0 || line >= height
        ? SIMDMask(repeating: true) : columns .< 0 .| columns .>= Float(width)
      level.replace(with: 0, where: isBeyond)
      slope.replace(with: max(addedSlope, leastSlope), where: isBeyond)
    }
    return (time - level, shadow.radius * slope)
  }

  /// The heights of neighbors, and how steep they are: the greater difference from the left and the
  /// lower neighbor, and some more. Beyond a side, the last pixels are repeated.
  @inline(__always)
  private func heights(_ place: (column: Int, row: Int)) -> (level: Lanes, slope: Lanes) {
    let (column, row) = (place.column, min(max(place.row, 0), height &- 1))
    let below = min(row &+ 1, height &- 1)
    let (level, left, lower): (Lanes, Lanes, Lanes) =
      column > 0 && column <= width &- 4
      ? (
        levels.tile(column, row), levels.tile(column &- 1, row), levels.tile(column, below)
      )
      : (repeated(column, row), repeated(column, row, offset: -1), repeated(column, below))
    let (across, down) = ((level - left).magnitudes, (level - lower).magnitudes)
    let slope = across.replacing(with: down, where: down .> across) + addedSlope
    return (level, slope.atLeast(leastSlope))
  }

  /// The pixel around a point of the frame.
  @inline(__always)
  private func place(of point: Point) -> (column: Int, row: Int) {
    (Int(point.x), height &- 1 &- Int(point.y))
  }

  /// The heights of neighbors of whom some may lie beyond a side, or of those by them.
  @inline(never)
  private func repeated(_ column: Int, _ row: Int, offset: Int = 0) -> Lanes {
    var heights = Lanes()
    for place in 0..<4 {
      let inside = min(max(column &+ place, 0), width &- 1)
      heights[place] = levels[max(inside &+ offset, 0), row]
    }
    return heights
  }
}

extension SIMD8<Float> {
  /// The numbers without their signs. The formula for four is seven times slower here.
  @inline(__always)
  fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }

  /// The least of the numbers.
  @inline(__always)
  fileprivate var least: Float {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    return Swift.min(Swift.min(four.x, four.y), Swift.min(four.z, four.w))
  }
}
