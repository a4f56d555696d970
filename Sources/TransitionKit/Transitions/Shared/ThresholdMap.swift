/// When each pixel of a frame changes: at the time, 0...1, that is its height, and the more slowly the
/// steeper the heights are around it.
struct ThresholdMap: Sendable {
  private let heights: HeightMap
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
    heights = HeightMap(
      levels: levels, addedSlope: addedSlope, leastSlope: max(leastSlope, 0x1p-16))
    self.shadow = shadow ?? Shadow()
    bounds = TileBounds(of: heights, shadow, parallelFor)
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
    let (column, row) = place(of: point)
    let (level, slope) = heights[column, row]
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
    var (level, slope) = heights[first, line]
    let isOutside = line < 0 || line >= heights.height
    if isOutside || first < 0 || first > heights.width &- 4 {
      let columns = Float(first) + Lanes.neighbors
      let isBeyond =
        isOutside ? SIMDMask(repeating: true) : columns .< 0 .| columns .>= Float(heights.width)
      level.replace(with: 0, where: isBeyond)
      slope.replace(with: max(heights.addedSlope, heights.leastSlope), where: isBeyond)
    }
    return (time - level, shadow.radius * slope)
  }

  /// The pixel around a point of the frame.
  @inline(__always)
  private func place(of point: Point) -> (column: Int, row: Int) {
    (Int(point.x), heights.height &- 1 &- Int(point.y))
  }
}
