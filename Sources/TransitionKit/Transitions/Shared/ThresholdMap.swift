/// The time at which each pixel of a frame changes: its height, 0...1. The steeper the heights
/// around it, the more slowly it changes.
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
  ///   - mask: the heights.
  ///   - slope: the kind of slopes.
  ///   - addedSlope: added to all slopes.
  ///   - leastSlope: the least of the slopes after that; it is never less than a step of 16 bits.
  ///   - shadow: the shadow of the pieces that remain.
  ///   - parallelFor: runs the work on some rows.
  init(
    _ mask: MaskValues, _ slope: HeightMap.Slope, addedSlope: Float = 0, leastSlope: Float = 0,
    shadow: Shadow? = nil,
    _ parallelFor: ParallelFor?
  ) {
    heights = HeightMap(mask, slope, addedSlope: addedSlope, leastSlope: max(leastSlope, 0x1p-16))
    self.shadow = shadow ?? Shadow()
    bounds = TileBounds(of: heights, shadow, parallelFor)
  }

  /// The run from a point on: `whole` where there is nothing but source, `bare` where there is
  /// nothing but target without shadow.
  func run(at point: Point, _ time: Float, whole: Run.Fill, bare: Run.Fill) -> Run {
    let (column, row) = pixel(of: point)
    let (state, count) = bounds.state(column, row, at: time)
    return Run(
      state == .whole ? whole : state == .bare ? bare : .computed, Float(count - 1))
  }

  /// The shares of a picture in four neighbors, which a function gives for the remaining shares of
  /// the source: 1 until the time comes near the height, 0 soon after.
  @inline(__always)
  func shares(
    at point: Point, _ time: Float, _ share: (_ remaining: Lanes) -> Lanes
  ) -> Lanes {
    let (column, row) = pixel(of: point)
    let (level, slope) = heights[column, row]
    @inline(__always) func shares(_ level: Lanes) -> Lanes {
      // `margin` is the height above the time's threshold.
      let margin = level - (time * (1 + slope) - slope / 2)
      return share((0.5 + margin / slope).saturated)
    }
    guard let leap = heights.leap(column, row) else { return shares(level) }
    return mean(shares(level), shares(leap.level), leap.share)
  }

  /// The light on the target in four neighbors, 0...1, from the mask where it throws their shadows.
  @inline(__always)
  func light(at point: Point, _ time: Float) -> Lanes {
    let (column, row) = pixel(of: point)
    let (first, line) = (column &- shadow.x, row &+ shadow.y)
    let (level, slope, isBeyond) = shading(first, line)
    let softness = shadow.radius * slope
    @inline(__always) func light(_ level: Lanes) -> Lanes {
      let lateness = time - level
      if shadow.radius > 0 { return (0.5 + lateness / softness).saturated }
      return Lanes(repeating: 0).replacing(with: 1, where: lateness .>= 0)
    }
    guard let leap = heights.leap(first, line) else { return light(level) }
    return mean(
      light(level), light(leap.level), leap.share.replacing(with: 0, where: isBeyond))
  }

  /// What two shares of four pixels show together. Where both show the same it is exactly that.
  @inline(__always)
  private func mean(_ before: Lanes, _ after: Lanes, _ share: Lanes) -> Lanes {
    before + (after - before) * share
  }

  /// The heights and slopes of the pixels that throw shadows on four neighbors, and whether they
  /// lie beyond the mask. There all has changed from the beginning: nothing throws a shadow.
  @inline(__always)
  private func shading(
    _ first: Int, _ line: Int
  ) -> (level: Lanes, slope: Lanes, isBeyond: SIMDMask<SIMD4<Int32>>) {
    var (level, slope) = heights[first, line]
    var isBeyond = SIMDMask<SIMD4<Int32>>(repeating: false)
    let isOutside = line < 0 || line >= heights.height
    if isOutside || first < 0 || first > heights.width &- 4 {
      let columns = Float(first) + Lanes.neighbors
      isBeyond =
        isOutside ? SIMDMask(repeating: true) : columns .< 0 .| columns .>= Float(heights.width)
      level.replace(with: 0, where: isBeyond)
      slope.replace(with: max(heights.addedSlope, heights.leastSlope), where: isBeyond)
    }
    return (level, slope, isBeyond)
  }

  /// The pixel around a point of the frame.
  @inline(__always)
  private func pixel(of point: Point) -> (column: Int, row: Int) {
    (Int(point.x), heights.height &- 1 &- Int(point.y))
  }
}
