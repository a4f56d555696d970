/// A mixture of source and target that is the same for many pixels of a frame:
/// `source · S + target · D + mean · √(S · D) + white`, of pixels in the same column and row.
///
/// The weights multiply colors; coverage is mixed by their shares.
public struct Blend: Sendable, Hashable {
  /// The weight of the source's color, at least 0.
  public var source: Float
  /// The weight of the target's color, at least 0.
  public var target: Float
  /// The weight of the geometric mean of both, at least 0.
  public var mean: Float
  /// The weight of white, at least 0.
  public var white: Float

  /// Makes a mixture.
  public init(source: Float = 0, target: Float = 0, mean: Float = 0, white: Float = 0) {
    self.source = source
    self.target = target
    self.mean = mean
    self.white = white
  }

  /// The linear interpolation from source (0) to target (1).
  public static func mix(_ fraction: Float) -> Blend {
    Blend(source: 1 - fraction, target: fraction)
  }

  /// Half of that, and half of the square of the interpolation between square roots.
  public static func halfRoots(_ fraction: Float) -> Blend {
    let rest = 1 - fraction
    return Blend(
      source: 0.5 * rest * (1 + rest), target: 0.5 * fraction * (1 + fraction),
      mean: rest * fraction)
  }
}
