/// When tiles of some pixels side by side, whose change a ``ThresholdMap`` tells, have not begun it and
/// when they have ended it: bounds of what would be computed for each pixel.
struct TileBounds: Sendable {
  enum State {
    /// All of it is source.
    case whole
    /// All of it is target without shadow.
    case bare
    /// Perhaps neither.
    case mixed
  }

  private typealias Tile = SIMD8<Float>
  private static let tileWidth = Tile.scalarCount

  /// Pixels in a row.
  private let width: Int
  /// Tiles in a row.
  private let tiles: Int
  /// For each tile, the time up to which it is whole, that from which it is bare, and that from which
  /// it throws no shadow.
  private let times: FloatPlane

  /// - Parameters:
  ///   - levels: the heights.
  ///   - addedSlope: added to all slopes.
  ///   - leastSlope: the least of the slopes after that.
  ///   - shadow: the shadow of what remains.
  ///   - parallelFor: runs the work on some rows.
  init(
    of levels: FloatPlane, addedSlope: Float, leastSlope: Float, _ shadow: ThresholdMap.Shadow?,
    _ parallelFor: ParallelFor?
  ) {
    let (width, height) = (levels.width, levels.height)
    let tiles = (width + Self.tileWidth - 1) / Self.tileWidth
    (self.width, self.tiles) = (width, tiles)
    let shadowRadius = shadow?.radius ?? 0
    // Rounding may have brought them together.
    let doubt: Float = 1e-5
    let unshaded = FloatPlane(width: 3 * tiles, height: height, parallelFor) { row, times in
      for tile in 0..<tiles {
        // A narrower picture's tile holds other pixels, too: the bounds are farther apart then, and
        // still bounds.
        let first = max(0, min(tile * Self.tileWidth, width - Self.tileWidth))
        let here: Tile = levels.tile(first, row)
        // The first pixel has no left neighbor; the others' are in the pairs of the second tile.
        let beside: Tile = levels.tile(first > 0 ? first - 1 : min(1, width - 1), row)
        let beneath: Tile = levels.tile(first, min(row + 1, height - 1))
        let (lowest, highest) = (here.least, -(-here).least)
        let (across, down) = ((here - beside).magnitudes, (here - beneath).magnitudes)
        let steepest = -(-across.replacing(with: down, where: down .> across)).least
        let slope = max(steepest + addedSlope, leastSlope)
        // The extremes of what the pixels would give: all three rise with level and slope.
        times[3 * tile] = lowest / (1 + slope) - doubt
        times[3 * tile + 1] = (highest + slope) / (1 + slope) + doubt
        times[3 * tile + 2] = highest + shadowRadius * slope / 2 + doubt
      }
    }
    guard let shadow else {
      times = unshaded
      return
    }
    @Sendable func tile(of column: Int) -> Int {
      min(max(column, 0), width - 1) / Self.tileWidth
    }
    times = FloatPlane(width: 3 * tiles, height: height, parallelFor) { row, times in
      let line = min(max(row + shadow.y, 0), height - 1)
      for index in 0..<tiles {
        // What throws a shadow on a tile lies in one or two others.
        let start = index * Self.tileWidth - shadow.x
        let last = min(start + Self.tileWidth, width - shadow.x) - 1
        times[3 * index] = unshaded[3 * index, row]
        times[3 * index + 1] = max(
          unshaded[3 * index + 1, row], unshaded[3 * tile(of: start) + 2, line],
          unshaded[3 * tile(of: last) + 2, line])
      }
    }
  }

  /// The state of a pixel at a time, and how many pixels from it on certainly share it.
  func state(_ column: Int, _ row: Int, at time: Float) -> (State, count: Int) {
    var tile = column / Self.tileWidth
    let first = state(ofTile: tile, row, at: time)
    repeat { tile += 1 } while tile < tiles && state(ofTile: tile, row, at: time) == first
    return (first, min(tile * Self.tileWidth, width) - column)
  }

  @inline(__always)
  private func state(ofTile tile: Int, _ row: Int, at time: Float) -> State {
    time < times[3 &* tile, row] ? .whole : time > times[3 &* tile &+ 1, row] ? .bare : .mixed
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
