/// The colors of four pixels side by side, channel by channel.
@frozen public struct Pixel4: Sendable {
  /// The reds, premultiplied.
  public var red: Lanes
  /// The greens, premultiplied.
  public var green: Lanes
  /// The blues, premultiplied.
  public var blue: Lanes
  /// The coverages.
  public var alpha: Lanes

  /// Makes each channel from its number, 0...3: red, green, blue, alpha.
  @inlinable @inline(__always)
  public init(_ channel: (Int) -> Lanes) {
    red = channel(0)
    green = channel(1)
    blue = channel(2)
    alpha = channel(3)
  }

  /// Makes the color of each lane, 0...3, from left to right.
  @inlinable @inline(__always)
  public init(each color: (Int) -> Pixel) {
    let (a, b, c, d) = (color(0), color(1), color(2), color(3))
    self.init { Lanes(a[$0], b[$0], c[$0], d[$0]) }
  }

  /// Makes four times the same color.
  @inlinable @inline(__always)
  public init(repeating color: Pixel) { self.init { Lanes(repeating: color[$0]) } }

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

  /// The color of a lane, 0...3.
  @inlinable @inline(__always)
  public func pixel(_ lane: Int) -> Pixel {
    Pixel(red[lane], green[lane], blue[lane], alpha[lane])
  }

  /// The colors composited over others.
  @inlinable @inline(__always)
  public func over(_ backdrop: Pixel4) -> Pixel4 {
    Pixel4 { self[$0] + backdrop[$0] * (1 - alpha) }
  }
}

/// The linear interpolations from `a` (`fraction` 0) to `b` (`fraction` 1).
@inlinable @inline(__always)
public func mix(_ a: Pixel4, _ b: Pixel4, _ fraction: Lanes) -> Pixel4 {
  Pixel4 { a[$0] * (1 - fraction) + b[$0] * fraction }
}

/// The linear interpolations by the same fraction.
@inlinable @inline(__always)
public func mix(_ a: Pixel4, _ b: Pixel4, _ fraction: Float) -> Pixel4 {
  mix(a, b, Lanes(repeating: fraction))
}
