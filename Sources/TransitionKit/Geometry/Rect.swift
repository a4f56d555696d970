/// An axis-parallel rectangle in pixels, with its origin at the bottom left.
public struct Rect: Sendable, Hashable {
  /// The left edge.
  public var x: Float
  /// The bottom edge.
  public var y: Float
  /// The extent to the right of `x`; zero or less means an empty rectangle.
  public var width: Float
  /// The extent above `y`; zero or less means an empty rectangle.
  public var height: Float

  /// Makes a rectangle from its bottom left corner and its size.
  public init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes the rectangle of a frame, from the origin.
  ///
  /// - Parameters:
  ///   - width: pixels across.
  ///   - height: pixels down.
  public init(width: Int, height: Int) {
    self.init(x: 0, y: 0, width: Float(width), height: Float(height))
  }

  /// The rectangle without area at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Whether the rectangle has no area.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The middle of the rectangle.
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// The four corners, counterclockwise from the bottom left.
  public var corners: [Point] {
    [
      Point(x: x, y: y), Point(x: x + width, y: y),
      Point(x: x + width, y: y + height), Point(x: x, y: y + height),
    ]
  }

  /// The interval that the rectangle covers along a unit vector: the least and the greatest
  /// scalar product of a corner with it.
  public func projection(on direction: Point) -> (min: Float, max: Float) {
    corners.reduce((min: .infinity, max: -.infinity)) { interval, corner in
      let u = corner.dot(direction)
      return (min(interval.min, u), max(interval.max, u))
    }
  }

  /// Where a line across a unit vector enters and leaves the rectangle.
  ///
  /// - Parameters:
  ///   - position: where the line crosses the vector, measured along it.
  ///   - direction: the vector.
  /// - Returns: an interval of the line, measured to the left of the vector; an empty one if the
  ///   line misses the rectangle.
  func chord(at position: Float, along direction: Point) -> (low: Float, high: Float) {
    var (low, high) = (-Float.infinity, Float.infinity)
    let (across, base) = (Point(x: -direction.y, y: direction.x), direction * position)
    // Each pair of sides limits the interval: base + t · across must lie between them.
    for (start, length, offset, slope) in [
      (x, width, base.x, across.x), (y, height, base.y, across.y),
    ] {
      if slope.magnitude < 1e-6 {
        if offset < start || offset > start + length { return (0, -.infinity) }
      } else {
        let (a, b) = ((start - offset) / slope, (start + length - offset) / slope)
        (low, high) = (max(low, min(a, b)), min(high, max(a, b)))
      }
    }
    return low < high ? (low, high) : (0, -.infinity)
  }

  /// The distance from a point to the corner farthest from it.
  public func farthestDistance(from point: Point) -> Float {
    corners.reduce(0) { max($0, ($1 - point).length) }
  }
}
