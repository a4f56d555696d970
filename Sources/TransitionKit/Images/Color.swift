/// A color as people write it: sRGB components and opacity, each 0...1, not premultiplied.
public struct Color: Sendable, Hashable {
  /// Red, 0...1.
  public var red: Float
  /// Green, 0...1.
  public var green: Float
  /// Blue, 0...1.
  public var blue: Float
  /// The opacity, 0...1.
  public var alpha: Float

  /// Makes a color from components in 0...1.
  public init(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque white.
  public static let white = Color(1, 1, 1)
  /// Transparent black.
  public static let clear = Color(0, 0, 0, 0)
  /// Opaque black.
  public static let black = Color(0, 0, 0)

  /// The components as they are, neither converted nor premultiplied.
  ///
  /// Core Image adds the lights of its copy machine and flash this way.
  public var raw: Pixel { Pixel(red, green, blue, alpha) }

  /// The components in a working space of an encoding, which are taken as they are where that has
  /// the primaries of sRGB.
  public func raw(in space: WorkingSpace, of encoding: RGBEncoding) -> Pixel {
    (space == .linear ? encoding.light(ofSRGB: self) : encoding.encoded(self)).raw
  }

  /// The color in a working space of an encoding, premultiplied.
  public func pixel(in space: WorkingSpace, of encoding: RGBEncoding = .sRGB) -> Pixel {
    let color =
      space == .linear ? encoding.light(ofSRGB: space.decoded(self)) : encoding.encoded(self)
    return Pixel(color.red * alpha, color.green * alpha, color.blue * alpha, alpha)
  }
}
