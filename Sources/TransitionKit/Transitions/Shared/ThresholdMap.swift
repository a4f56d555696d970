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
  private let bounds: TileBounds

  /// What the remaining pieces throw, if anything does.
  struct Shadow {
    /// How far it is moved to the right.
    var x = 0
    /// How far it is moved up.
    var y = 0
    /// Its softness.
    var radius: Float = 0
  }

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
    bounds = TileBounds(
      of: levels, addedSlope: addedSlope, leastSlope: self.leastSlope, shadow, parallelFor)
  }

  /// What a row shows from a point on, as far as it certainly does: `whole` where there is nothing
  /// but source, `bare` where there is nothing but target without shadow.
  func run(at point: Point, _ time: Float, whole: Run.Fill, bare: Run.Fill) -> Run {
    let (column, row) = place(of: point)
    let (state, count) = bounds.state(column, row, at: time)
    return Run(
      state == .whole ? whole : state == .bare ? bare : .computed, Float(count - 1))
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
    // Rows are too far apart for the processor to foresee that the next one's will be needed.
    levels.prefetch(column, row &+ 2)
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
