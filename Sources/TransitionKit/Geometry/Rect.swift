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

  /// The distance from a point to the corner farthest from it.
  public func farthestDistance(from point: Point) -> Float {
    corners.reduce(0) { max($0, ($1 - point).length) }
  }
}
