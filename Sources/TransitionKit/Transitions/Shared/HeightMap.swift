/// A mask as heights, for each pixel of the frame one of 0...1, and how steeply they vary.
struct HeightMap: Sendable {
  /// The heights alone.
  let levels: FloatPlane
  /// Added to all slopes.
  var addedSlope: Float = 0
  /// The least of the slopes after that; none is 0.
  let leastSlope: Float

  var width: Int { levels.width }
  var height: Int { levels.height }

  /// The heights and slopes of a pixel and the three to its right. A slope is the greater difference
  /// from the left and the lower neighbor, and some more. Beyond a side the last pixels are repeated.
  @inline(__always)
  subscript(_ column: Int, _ row: Int) -> (level: Lanes, slope: Lanes) {
    let row = min(max(row, 0), height &- 1)
    let below = min(row &+ 1, height &- 1)
    // The rows are too far apart for the processor to fetch the next one by itself.
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

  /// The heights of four neighbors, some of which may lie beyond a side, or of those at an offset.
  @inline(never)
  private func repeated(_ column: Int, _ row: Int, offset: Int = 0) -> Lanes {
    var heights = Lanes()
    for lane in 0..<4 {
      let inside = min(max(column &+ lane, 0), width &- 1)
      heights[lane] = levels[max(inside &+ offset, 0), row]
    }
    return heights
  }
}
