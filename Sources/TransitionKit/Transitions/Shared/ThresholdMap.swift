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
  private let shadowRadius: Float
  private let shadow: (x: Int, y: Int)

  /// Pixels side by side whose bounds are kept together.
  private typealias Tile = SIMD8<Float>
  private static let tileWidth = Tile.scalarCount
  /// Tiles in a row.
  private let tiles: Int
  /// For each tile, the time up to which all of it is source, and the times from which all of it
  /// is gone and from which none of it throws a shadow.
  private let bounds: [Bounds]
  private typealias Bounds = (whole: Float, gone: Float, unshaded: Float)

  /// - Parameters:
  ///   - levels: the heights.
  ///   - addedSlope: added to all slopes.
  ///   - leastSlope: the least of the slopes after that; it is never less than a step of 16 bits.
  ///   - shadowRadius: the softness of the shadow.
  ///   - shadow: how far the shadow is moved to the right and up.
  init(
    _ levels: FloatPlane, addedSlope: Float = 0, leastSlope: Float = 0, shadowRadius: Float = 0,
    shadow: (x: Int, y: Int) = (0, 0)
  ) {
    self.levels = levels
    self.addedSlope = addedSlope
    self.leastSlope = max(leastSlope, 0x1p-16)
    self.shadowRadius = shadowRadius
    self.shadow = shadow
    tiles = Self.tiles(across: levels.width)
    bounds = Self.bounds(levels, addedSlope, self.leastSlope, shadowRadius: shadowRadius)
  }

  private static func tiles(across width: Int) -> Int { (width + tileWidth - 1) / tileWidth }

  private static func bounds(
    _ levels: FloatPlane, _ addedSlope: Float, _ leastSlope: Float, shadowRadius: Float
  ) -> [Bounds] {
    var bounds: [Bounds] = []
    bounds.reserveCapacity(tiles(across: levels.width) * levels.height)
    for row in 0..<levels.height {
      let below = min(row + 1, levels.height - 1)
      for start in stride(from: 0, to: levels.width, by: Self.tileWidth) {
        // A narrower picture's tile holds pixels of the next row, too: the bounds are farther apart
        // then, and still bounds.
        let first = max(0, min(start, levels.width - Self.tileWidth))
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
        bounds.append(
          (
            whole: lowest / (1 + slope), gone: (highest + slope) / (1 + slope),
            unshaded: highest + shadowRadius * slope / 2
          ))
      }
    }
    return bounds
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
    let doubt: Float = 1e-5
    let tileBounds = bounds[row * tiles + tile]
    if time < tileBounds.whole - doubt { return .whole }
    guard time > tileBounds.gone + doubt else { return .mixed }
    let line = min(max(row + shadow.y, 0), height - 1) * tiles
    let start = tile * Self.tileWidth - shadow.x
    let end = min(start + Self.tileWidth, width - shadow.x)
    let first = min(max(start, 0), width - 1) / Self.tileWidth
    let last = min(max(end - 1, 0), width - 1) / Self.tileWidth
    let unshaded = max(bounds[line + first].unshaded, bounds[line + last].unshaded)
    return time > unshaded + doubt ? .bare : .mixed
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
    if shadowRadius > 0 { return (0.5 + lateness / softness).saturated }
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
    return (time - level, shadowRadius * slope)
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
