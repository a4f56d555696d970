/// The times at which tiles of eight pixels side by side begin and end the change that a
/// ``ThresholdMap`` tells, no later and no earlier than any of their pixels.
///
///     time   0 ──────── wholeUntil ──────── bareFrom ──────── 1
///     tile      source               mixed             target
struct TileBounds: Sendable {
  enum State {
    /// All of it is source.
    case whole
    /// All of it is target without shadow.
    case bare
    /// Perhaps neither.
    case mixed
  }

  /// The times at which a tile changes.
  private struct Times {
    /// Before then all of it is source.
    var wholeUntil: Float
    /// After then all of it is target, and nothing throws a shadow on it.
    var bareFrom: Float
    /// After then it throws no shadow itself.
    var shadowUntil: Float

    /// The numbers of a tile's times in a row of a plane.
    static var count: Int { 3 }

    init(wholeUntil: Float, bareFrom: Float, shadowUntil: Float) {
      self.wholeUntil = wholeUntil
      self.bareFrom = bareFrom
      self.shadowUntil = shadowUntil
    }

    @inline(__always)
    init(ofTile tile: Int, _ row: Int, in plane: FloatPlane) {
      let first = Self.count &* tile
      wholeUntil = plane[first, row]
      bareFrom = plane[first &+ 1, row]
      shadowUntil = plane[first &+ 2, row]
    }

    func store(forTile tile: Int, in numbers: inout MutableSpan<Float>) {
      let first = Self.count * tile
      numbers[first] = wholeUntil
      numbers[first + 1] = bareFrom
      numbers[first + 2] = shadowUntil
    }
  }

  private static let tileWidth = 8

  /// Pixels in a row.
  private let width: Int
  /// Tiles in a row.
  private let tiles: Int
  /// The times of each tile.
  private let times: FloatPlane

  /// - Parameters:
  ///   - heights: the heights and slopes that tell the change.
  ///   - shadow: the shadow of the pieces that remain.
  ///   - parallelFor: runs the work on some rows.
  init(of heights: HeightMap, _ shadow: ThresholdMap.Shadow?, _ parallelFor: ParallelFor?) {
    let (width, height) = (heights.width, heights.height)
    let tiles = (width + Self.tileWidth - 1) / Self.tileWidth
    (self.width, self.tiles) = (width, tiles)
    let shadowRadius = shadow?.radius ?? 0
    let unshaded = FloatPlane(width: Times.count * tiles, height: height, parallelFor) {
      row, numbers in
      for tile in 0..<tiles {
        Self.times(ofTile: tile, row, heights, shadowRadius).store(forTile: tile, in: &numbers)
      }
    }
    guard let shadow else {
      times = unshaded
      return
    }
    @Sendable func shadowUntil(_ column: Int, _ row: Int) -> Float {
      let tile = min(max(column, 0), width - 1) / Self.tileWidth
      return Times(ofTile: tile, row, in: unshaded).shadowUntil
    }
    times = FloatPlane(width: Times.count * tiles, height: height, parallelFor) { row, numbers in
      let line = min(max(row + shadow.y, 0), height - 1)
      for tile in 0..<tiles {
        var times = Times(ofTile: tile, row, in: unshaded)
        // One or two other tiles throw their shadows on this one.
        let first = tile * Self.tileWidth - shadow.x
        let last = min(first + Self.tileWidth, width - shadow.x) - 1
        times.bareFrom = max(times.bareFrom, shadowUntil(first, line), shadowUntil(last, line))
        times.store(forTile: tile, in: &numbers)
      }
    }
  }

  /// The times of a tile on which no other throws a shadow.
  private static func times(
    ofTile tile: Int, _ row: Int, _ heights: HeightMap, _ shadowRadius: Float
  ) -> Times {
    let (low, high) = (tile * tileWidth, tile * tileWidth + 4)
    let ((lowLevel, lowSlope), (highLevel, highSlope)) = (heights[low, row], heights[high, row])
    // Where no leap is, the heights once more.
    let lowBeyond = heights.leap(low, row)?.level ?? lowLevel
    let highBeyond = heights.leap(high, row)?.level ?? highLevel
    func least(_ time: (Lanes, Lanes) -> Lanes) -> Float {
      let (a, b) = (time(lowLevel, lowSlope), time(highLevel, highSlope))
      let (c, d) = (time(lowBeyond, lowSlope), time(highBeyond, highSlope))
      let (first, second) = (
        a.replacing(with: b, where: b .< a), c.replacing(with: d, where: d .< c)
      )
      let e = first.replacing(with: second, where: second .< first)
      return min(min(e.x, e.y), min(e.z, e.w))
    }
    // Times that rounding may have brought together are kept apart.
    let doubt: Float = 1e-5
    return Times(
      wholeUntil: least { $0 / (1 + $1) } - doubt,
      bareFrom: doubt - least { -($0 + $1) / (1 + $1) },
      shadowUntil: doubt - least { -$0 - shadowRadius * $1 / 2 })
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
    let times = Times(ofTile: tile, row, in: times)
    return time < times.wholeUntil ? .whole : time > times.bareFrom ? .bare : .mixed
  }
}
