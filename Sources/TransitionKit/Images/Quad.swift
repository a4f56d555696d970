/// The colors of four neighbors in a row, from left to right.
@frozen public struct Quad: Sendable {
  /// The color of the leftmost pixel.
  public var first: Pixel
  /// The color of the pixel to its right.
  public var second: Pixel
  /// The color of the next one.
  public var third: Pixel
  /// The color of the rightmost pixel.
  public var fourth: Pixel

  /// Makes each color from its place, 0...3.
  @inlinable @inline(__always)
  public init(_ color: (Int) -> Pixel) {
    first = color(0)
    second = color(1)
    third = color(2)
    fourth = color(3)
  }

  /// The four coverages.
  @inline(__always)
  var alphas: Lanes { Lanes(first.alpha, second.alpha, third.alpha, fourth.alpha) }

  /// Whether nothing shows through any of the four.
  @inline(__always)
  var isOpaque: Bool {
    first.isOpaque && second.isOpaque && third.isOpaque && fourth.isOpaque
  }

  /// The color at a place, 0...3.
  @inlinable @inline(__always)
  public subscript(_ place: Int) -> Pixel {
    switch place {
    case 0: first
    case 1: second
    case 2: third
    default: fourth
    }
  }
}

/// The linear interpolations from `a` (`fraction` 0) to `b` (`fraction` 1).
@inlinable @inline(__always)
public func mix(_ a: Quad, _ b: Quad, _ fraction: Lanes) -> Quad {
  Quad { mix(a[$0], b[$0], fraction[$0]) }
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
