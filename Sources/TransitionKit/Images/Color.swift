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

  /// The color in a working space, premultiplied.
  public func pixel(in space: WorkingSpace) -> Pixel {
    let working = [red, green, blue].map { Float(space.decode(Double($0))) * alpha }
    return Pixel(working[0], working[1], working[2], alpha)
  }
}
