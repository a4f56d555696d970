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

  private static let tileWidth = 8

  /// Pixels in a row.
  private let width: Int
  /// Tiles in a row.
  private let tiles: Int
  /// For each tile, the time up to which it is whole, that from which it is bare, and that from which
  /// it throws no shadow.
  private let times: FloatPlane

  /// - Parameters:
  ///   - heights: the heights and slopes that tell the change.
  ///   - shadow: the shadow of what remains.
  ///   - parallelFor: runs the work on some rows.
  init(of heights: HeightMap, _ shadow: ThresholdMap.Shadow?, _ parallelFor: ParallelFor?) {
    let (width, height) = (heights.width, heights.height)
    let tiles = (width + Self.tileWidth - 1) / Self.tileWidth
    (self.width, self.tiles) = (width, tiles)
    let shadowRadius = shadow?.radius ?? 0
    // Rounding may have brought them together.
    let doubt: Float = 1e-5
    let unshaded = FloatPlane(width: 3 * tiles, height: height, parallelFor) { row, times in
      for tile in 0..<tiles {
        let (low, lowSlope) = heights[tile * Self.tileWidth, row]
        let (high, highSlope) = heights[tile * Self.tileWidth + 4, row]
        func least(_ time: (Lanes, Lanes) -> Lanes) -> Float {
          let (a, b) = (time(low, lowSlope), time(high, highSlope))
          let c = a.replacing(with: b, where: b .< a)
          return min(min(c.x, c.y), min(c.z, c.w))
        }
        times[3 * tile] = least { $0 / (1 + $1) } - doubt
        times[3 * tile + 1] = doubt - least { -($0 + $1) / (1 + $1) }
        times[3 * tile + 2] = doubt - least { -$0 - shadowRadius * $1 / 2 }
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
