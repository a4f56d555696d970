/// A mixture of source and target that is the same for many pixels of a frame:
/// `source · S + target · D`, of the pixels at the same place.
///
/// The weights multiply colors; coverage is mixed by their shares.
public struct Blend: Sendable, Hashable {
  /// The weight of the source's color, at least 0.
  public var source: Float
  /// The weight of the target's color, at least 0.
  public var target: Float

  /// Makes a mixture.
  public init(source: Float = 0, target: Float = 0) {
    self.source = source
    self.target = target
  }

  /// The linear interpolation from source (0) to target (1).
  public static func mix(_ fraction: Float) -> Blend {
    Blend(source: 1 - fraction, target: fraction)
  }

  /// The mixture of two pixels.
  public func callAsFunction(_ s: Pixel, _ d: Pixel) -> Pixel {
    var color = s * source + d * target
    color.alpha = (s.alpha * source + d.alpha * target) / (source + target)
    return color
  }
}
