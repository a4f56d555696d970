/// A mask as heights, for each pixel of the frame one of 0...1, and how steeply they vary.
struct HeightMap: Sendable {
  /// The slope of heights that rise both across and down.
  enum Slope {
    /// The greater one of both rises, as in Core Image.
    case greater
    /// The length of the gradient, so that an edge is as wide in every direction.
    case length
  }

  /// The heights alone.
  private let levels: FloatPlane
  /// Whether the heights leap. The three planes hold nothing of use if not: optional ones were
  /// counted up and down with every four pixels, which made wipes three times slower.
  private let hasLeaps: Bool
  private let slopes, beyond, shares: FloatPlane
  private let kind: Slope
  /// Added to all slopes.
  let addedSlope: Float
  /// The least of the slopes after that; none is 0.
  let leastSlope: Float

  var width: Int { levels.width }
  var height: Int { levels.height }

  init(_ mask: MaskValues, _ kind: Slope, addedSlope: Float, leastSlope: Float) {
    self.kind = kind
    (levels, hasLeaps) = (mask.plane, mask.leaps != nil)
    slopes = mask.leaps?.slopes ?? mask.plane
    beyond = mask.leaps?.beyond ?? mask.plane
    shares = mask.leaps?.shares ?? mask.plane
    (self.addedSlope, self.leastSlope) = (addedSlope, leastSlope)
  }

  /// The heights and slopes of a pixel and the three to its right. Unless the mask tells its own, a
  /// slope is the difference from the left and the lower neighbor, and some more. Beyond a side the
  /// last pixels are repeated.
  @inline(__always)
  subscript(_ column: Int, _ row: Int) -> (level: Lanes, slope: Lanes) {
    let row = min(max(row, 0), height &- 1)
    // The rows are too far apart for the processor to fetch the next one by itself.
    levels.prefetch(column, row &+ 2)
    if hasLeaps {
      slopes.prefetch(column, row &+ 2)
      shares.prefetch(column, row &+ 2)
      let (level, slope) = (lanes(of: levels, column, row), lanes(of: slopes, column, row))
      return (level, (slope + addedSlope).atLeast(leastSlope))
    }
    let below = min(row &+ 1, height &- 1)
    let (level, left, lower): (Lanes, Lanes, Lanes) =
      column > 0 && column <= width &- 4
      ? (
        levels.tile(column, row), levels.tile(column &- 1, row), levels.tile(column, below)
      )
      : (
        repeated(levels, column, row), repeated(levels, column, row, offset: -1),
        repeated(levels, column, below)
      )
    let (across, down) = ((level - left).magnitudes, (level - lower).magnitudes)
    let slope =
      kind == .length
      ? (across * across + down * down).squareRoot()
      : across.replacing(with: down, where: down .> across)
    return (level, (slope + addedSlope).atLeast(leastSlope))
  }

  /// The heights of four pixels after the leaps in them, and the shares of the pixels that lie
  /// there; `nil` where no leap is.
  @inline(__always)
  func leap(_ column: Int, _ row: Int) -> (level: Lanes, share: Lanes)? {
    guard hasLeaps else { return nil }
    let row = min(max(row, 0), height &- 1)
    let share = lanes(of: shares, column, row)
    return any(share .> 0) ? (lanes(of: beyond, column, row), share) : nil
  }

  @inline(__always)
  private func lanes(of plane: FloatPlane, _ column: Int, _ row: Int) -> Lanes {
    column >= 0 && column <= width &- 4
      ? plane.tile(column, row) : repeated(plane, column, row)
  }

  /// The numbers of four neighbors, some of which may lie beyond a side, or of those at an offset.
  @inline(never)
  private func repeated(
    _ plane: FloatPlane, _ column: Int, _ row: Int, offset: Int = 0
  ) -> Lanes {
    var numbers = Lanes()
    for lane in 0..<4 {
      let inside = min(max(column &+ lane, 0), width &- 1)
      numbers[lane] = plane[max(inside &+ offset, 0), row]
    }
    return numbers
  }
}
