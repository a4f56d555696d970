/// A color in the working space, premultiplied: red, green, blue, alpha, each nominally 0...1.
@frozen public struct Pixel: Sendable, Hashable {
  /// Red, green, blue and alpha.
  public var channels: SIMD4<Float>

  /// Makes a color of its channels.
  @inlinable @inline(__always)
  public init(_ channels: SIMD4<Float>) { self.channels = channels }

  /// Makes a color of its premultiplied components and its coverage.
  @inlinable @inline(__always)
  public init(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float) {
    channels = SIMD4(red, green, blue, alpha)
  }

  /// No color and no coverage, as outside of every picture.
  @inlinable public static var transparent: Pixel { Pixel(SIMD4(repeating: 0)) }

  /// Opaque white.
  @inlinable public static var white: Pixel { Pixel(SIMD4(repeating: 1)) }

  /// The channel of a number, 0...3.
  @inlinable @inline(__always)
  public subscript(_ channel: Int) -> Float {
    get { channels[channel] }
    set { channels[channel] = newValue }
  }

  /// Red, premultiplied.
  @inlinable public var red: Float { channels.x }
  /// Green, premultiplied.
  @inlinable public var green: Float { channels.y }
  /// Blue, premultiplied.
  @inlinable public var blue: Float { channels.z }

  /// The coverage, 0...1.
  @inlinable public var alpha: Float {
    get { channels.w }
    set { channels.w = newValue }
  }

  /// The luminance of linear light with the primaries of sRGB (ITU-R BT.709), premultiplied.
  @inline(__always)
  package var luminance: Float { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// This pixel composited over another one.
  @inlinable @inline(__always)
  public func over(_ backdrop: Pixel) -> Pixel { self + backdrop * (1 - alpha) }

  /// The sum, channel by channel.
  @inlinable @inline(__always)
  public static func + (a: Pixel, b: Pixel) -> Pixel { Pixel(a.channels + b.channels) }

  /// All channels multiplied by a number.
  @inlinable @inline(__always)
  public static func * (a: Pixel, factor: Float) -> Pixel { Pixel(a.channels * factor) }

  /// All channels divided by a number.
  @inlinable @inline(__always)
  public static func / (a: Pixel, divisor: Float) -> Pixel { Pixel(a.channels / divisor) }
}

/// The linear interpolation from `a` (`fraction` 0) to `b` (`fraction` 1).
@inlinable @inline(__always)
public func mix(_ a: Pixel, _ b: Pixel, _ fraction: Float) -> Pixel {
  a * (1 - fraction) + b * fraction
}
