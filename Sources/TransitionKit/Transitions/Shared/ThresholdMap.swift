/// The time at which each pixel of a frame changes: its height, 0...1. The steeper the heights around
/// it, the more slowly it changes.
struct ThresholdMap: Sendable {
  private let heights: HeightMap
  private let shadow: Shadow
  private let bounds: TileBounds

  /// The shadow of the pieces that remain.
  struct Shadow {
    /// Its distance to the right, in pixels.
    var x = 0
    /// Its distance upward, in pixels.
    var y = 0
    /// Its softness.
    var radius: Float = 0
  }

  /// - Parameters:
  ///   - levels: the heights.
  ///   - addedSlope: added to all slopes.
  ///   - leastSlope: the least of the slopes after that; it is never less than a step of 16 bits.
  ///   - shadow: the shadow of the pieces that remain.
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

  /// The run from a point on: `whole` where there is nothing but source, `bare` where there is nothing
  /// but target without shadow.
  func run(at point: Point, _ time: Float, whole: Run.Fill, bare: Run.Fill) -> Run {
    let (column, row) = pixel(of: point)
    let (state, count) = bounds.state(column, row, at: time)
    return Run(
      state == .whole ? whole : state == .bare ? bare : .computed, Float(count - 1))
  }

  /// The shares of the source in four neighbors: 1 until the time comes near the height, 0 soon after.
  @inline(__always)
  func remaining(at point: Point, _ time: Float) -> Lanes {
    // `margin` is the height above the time's threshold.
    let (column, row) = pixel(of: point)
    let (level, slope) = heights[column, row]
    let margin = level - (time * (1 + slope) - slope / 2)
    return (0.5 + margin / slope).saturated
  }

  /// The light on the target in four neighbors, 0...1, from the mask where it throws their shadows.
  @inline(__always)
  func light(at point: Point, _ time: Float) -> Lanes {
    let (lateness, softness) = lateness(at: point, time)
    if shadow.radius > 0 { return (0.5 + lateness / softness).saturated }
    return Lanes(repeating: 0).replacing(with: 1, where: lateness .>= 0)
  }

  /// The time since the pixels that throw shadows on four neighbors changed, and the time in which
  /// their shadows fade. Beyond the mask all has changed from the beginning: nothing throws one.
  @inline(__always)
  private func lateness(at point: Point, _ time: Float) -> (lateness: Lanes, softness: Lanes) {
    let (column, row) = pixel(of: point)
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
  private func pixel(of point: Point) -> (column: Int, row: Int) {
    (Int(point.x), heights.height &- 1 &- Int(point.y))
  }
}
