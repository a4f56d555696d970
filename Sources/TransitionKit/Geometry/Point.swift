/// A position or a displacement in pixels: origin at the bottom left of the picture, y up.
///
/// The center of the pixel in column `i` and row `j` (row 0 at the top) of a picture `h` pixels
/// high is at `(i + 0.5, h - j - 0.5)`.
@frozen public struct Point: Sendable, Hashable {
  /// Pixels to the right of the left edge.
  public var x: Float
  /// Pixels above the bottom edge.
  public var y: Float

  /// Makes a point.
  @inlinable public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  /// The unit vector at an angle, in radians, counterclockwise from the x axis.
  ///
  /// Right angles give exact axes, which numbers for π cannot.
  public init(angle: Float) {
    func exact(_ value: Float) -> Float { value.magnitude < 1e-6 ? 0 : value }
    self.init(x: exact(.cos(angle)), y: exact(.sin(angle)))
  }

  /// The distance from the origin, in pixels; finite unless the distance itself is too large.
  public var length: Float { Float((Double(x) * Double(x) + Double(y) * Double(y)).squareRoot()) }

  /// The point some pixels to the right.
  @inlinable @inline(__always)
  public func right(_ pixels: Int) -> Point { Point(x: x + Float(pixels), y: y) }

  /// The scalar product, which is the signed length of this point along a unit vector.
  @inlinable public func dot(_ other: Point) -> Float { x * other.x + y * other.y }

  /// The sum of two points.
  @inlinable public static func + (a: Point, b: Point) -> Point {
    Point(x: a.x + b.x, y: a.y + b.y)
  }
  /// The displacement from `b` to `a`.
  @inlinable public static func - (a: Point, b: Point) -> Point {
    Point(x: a.x - b.x, y: a.y - b.y)
  }
  /// The point scaled about the origin.
  @inlinable public static func * (a: Point, factor: Float) -> Point {
    Point(x: a.x * factor, y: a.y * factor)
  }
}
