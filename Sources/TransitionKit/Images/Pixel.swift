/// A color in the working space, premultiplied: red, green, blue, alpha, each nominally 0...1.
public typealias Pixel = SIMD4<Float>

extension Pixel {
  /// No color and no coverage: what lies outside every picture.
  @inlinable public static var transparent: Pixel { Pixel(repeating: 0) }

  /// Opaque white.
  @inlinable public static var white: Pixel { Pixel(repeating: 1) }

  /// The coverage, 0...1.
  @inlinable public var alpha: Float {
    get { w }
    set { w = newValue }
  }

  /// Whether nothing shows through but what rounding leaves.
  @inline(__always)
  var isOpaque: Bool { w > 0.999_99 }

  /// The luminance of linear light with the primaries of sRGB (ITU-R BT.709), premultiplied.
  @inline(__always)
  var luminance: Float { 0.2126 * x + 0.7152 * y + 0.0722 * z }

  /// This pixel composited over another one.
  @inlinable @inline(__always)
  public func over(_ backdrop: Pixel) -> Pixel { self + backdrop * (1 - w) }

  /// The same coverage with its colors multiplied by a factor.
  @inlinable @inline(__always)
  public func scalingColor(by factor: Float) -> Pixel {
    self * Pixel(factor, factor, factor, 1)
  }
}

/// The linear interpolation from `a` (`fraction` 0) to `b` (`fraction` 1).
@inlinable @inline(__always)
public func mix(_ a: Pixel, _ b: Pixel, _ fraction: Float) -> Pixel {
  a * (1 - fraction) + b * fraction
}
