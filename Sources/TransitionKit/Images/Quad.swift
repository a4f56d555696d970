/// The colors of four neighbors in a row, channel by channel.
@frozen public struct Quad: Sendable {
  /// The red of each, from left to right.
  public var red: Lanes
  /// The green of each.
  public var green: Lanes
  /// The blue of each.
  public var blue: Lanes
  /// The coverage of each.
  public var alpha: Lanes

  /// Makes each channel from its number, 0...3: red, green, blue, alpha.
  @inlinable @inline(__always)
  public init(_ channel: (Int) -> Lanes) {
    red = channel(0)
    green = channel(1)
    blue = channel(2)
    alpha = channel(3)
  }

  /// Makes each color from its place, 0...3, from left to right.
  @inlinable @inline(__always)
  public static func gathering(_ color: (Int) -> Pixel) -> Quad {
    let (a, b, c, d) = (color(0), color(1), color(2), color(3))
    return Quad { Lanes(a[$0], b[$0], c[$0], d[$0]) }
  }

  /// The channel of a number, 0...3.
  @inlinable @inline(__always)
  public subscript(_ channel: Int) -> Lanes {
    switch channel {
    case 0: red
    case 1: green
    case 2: blue
    default: alpha
    }
  }

  /// The color at a place, 0...3.
  @inlinable @inline(__always)
  public func pixel(_ place: Int) -> Pixel {
    Pixel(red[place], green[place], blue[place], alpha[place])
  }

  /// Whether nothing shows through any of the four but what rounding leaves.
  @inline(__always)
  var isOpaque: Bool { all(alpha .> 0.999_99) }

  /// The colors composited over others.
  @inlinable @inline(__always)
  public func over(_ backdrop: Quad) -> Quad { Quad { self[$0] + backdrop[$0] * (1 - alpha) } }
}

/// The linear interpolations from `a` (`fraction` 0) to `b` (`fraction` 1).
@inlinable @inline(__always)
public func mix(_ a: Quad, _ b: Quad, _ fraction: Lanes) -> Quad {
  Quad { a[$0] * (1 - fraction) + b[$0] * fraction }
}

/// A number for each of four neighbors in a row, from left to right.
public typealias Lanes = SIMD4<Float>

extension Lanes {
  /// The distances of four neighbors from the first of them, in pixels.
  @inlinable public static var neighbors: Lanes { Lanes(0, 1, 2, 3) }

  /// The numbers, but none below a limit; what is not a number becomes the limit.
  @inline(__always)
  func atLeast(_ limit: Float) -> Lanes {
    Lanes(repeating: limit).replacing(with: self, where: self .> limit)
  }

  /// The numbers limited to 0...1; 0 where they are not numbers.
  @inline(__always)
  var saturated: Lanes {
    let positive = atLeast(0)
    return positive.replacing(with: 1, where: positive .> 1)
  }

  /// The cubic step 3u² - 2u³ of the saturated numbers.
  @inline(__always)
  var smoothstep: Lanes {
    let u = saturated
    return u * u * (3 - 2 * u)
  }

  /// The numbers without their signs.
  @inline(__always)
  var magnitudes: Lanes { replacing(with: -self, where: self .< 0) }
}

extension Point {
  /// The scalar products of this point and the points one, two and three pixels to its right with a
  /// vector: their positions along it if its length is 1.
  @inline(__always)
  func neighborsDot(_ other: Point) -> Lanes {
    (x + Lanes.neighbors) * other.x + y * other.y
  }
}
