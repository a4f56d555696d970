/// A mixture of source and target that is the same for many pixels of a frame:
/// `source · S + target · D + white`, of pixels in the same column and row.
///
/// The weights multiply colors; coverage is mixed by their shares.
public struct Blend: Sendable, Hashable {
  /// The weight of the source's color, at least 0.
  public var source: Float
  /// The weight of the target's color, at least 0.
  public var target: Float

  /// The weight of white, at least 0.
  public var white: Float

  /// Makes a mixture.
  public init(source: Float = 0, target: Float = 0, white: Float = 0) {
    self.source = source
    self.target = target
    self.white = white
  }

  /// The linear interpolation from source (0) to target (1).
  public static func mix(_ fraction: Float) -> Blend {
    Blend(source: 1 - fraction, target: fraction)
  }
}
