/// Pixels side by side in a row that are filled in one way, so that they need not be computed one
/// by one.
///
/// A run begins with the pixel that was asked for and holds for the pixels to its right whose
/// centers are at most `length` away. After it the kernel is asked again, so a run may be shorter
/// than it could be, but never longer.
public struct Run: Sendable {
  /// A way to fill pixels.
  public enum Fill: Sendable, Equatable {
    /// With whatever the kernel computes. The length only says when to ask again.
    case computed
    /// With the source's pixels of the same columns and row, unchanged.
    case source
    /// With the target's pixels of the same columns and row, unchanged.
    case target
    /// With one of the mixtures of source and target that the kernel declares.
    case blend(Blend)
    /// With the pixels of a picture from a point on, to the right if `step` is 1 and to the left if
    /// it is -1, interpolated along one axis in working values if the point is between their
    /// centers.
    ///
    /// Where that picture has no pixels, those of `beyond` in the same columns and row show.
    case copied(Picture, from: Point, step: Int, beyond: Picture)
  }

  /// A picture by name: a reference here would be counted up and down with every run.
  public enum Picture: Sendable, Equatable {
    /// The source.
    case source
    /// The target.
    case target
    /// The kernel's ``PixelKernel/ownPicture``.
    case own
  }

  /// The error that rounding of positions and distances may make, in pixels, in pictures of up to
  /// about 30,000 pixels across. Intervals that are computed are wider by this much on both sides.
  public static var margin: Float { 1 / 64 }

  /// The way in which its pixels are filled.
  public var fill: Fill
  /// The distance, in pixels, from the first pixel's center to the last one that is certain. Less
  /// than 1, or not a number, stands for the first pixel alone.
  public var length: Float

  /// Makes a run; without a length it goes on to the end of the row.
  @inlinable @inline(__always)
  public init(_ fill: Fill, _ length: Float = .infinity) {
    self.fill = fill
    self.length = length
  }

  /// The number of pixels, at least 1.
  var count: Int { length >= 1 ? Int(min(length, 0x1p30)) + 1 : 1 }
}

extension Run {
  /// Makes a run across something that changes along a line only.
  ///
  /// - Parameters:
  ///   - position: where the first pixel's center lies along the line, in pixels.
  ///   - step: the change of position from a pixel to the next, at most 1.
  ///   - interval: the positions that must be computed.
  ///   - low: the fill below the interval.
  ///   - high: the fill above it.
  public init(
    at position: Float, step: Float, computing interval: (low: Float, high: Float), low: Fill,
    high: Fill
  ) {
    let (least, greatest) = (interval.low - Run.margin, interval.high + Run.margin)
    let (fill, rising, falling): (Fill, Float, Float) =
      if position < least {
        (low, least, -.infinity)
      } else if position > greatest {
        (high, .infinity, greatest)
      } else {
        (.computed, greatest, least)
      }
    let length: Float =
      step > 0 ? (rising - position) / step : step < 0 ? (falling - position) / step : .infinity
    self.init(fill, length)
  }

  /// Makes a run across something that changes with the distance from a point only.
  ///
  /// - Parameters:
  ///   - offset: where the first pixel's center lies, seen from the point, in pixels.
  ///   - ring: the distances that must be computed.
  ///   - inside: the fill at smaller distances.
  ///   - outside: the fill at greater ones.
  public init(
    at offset: Point, computing ring: (inner: Float, outer: Float), inside: Fill, outside: Fill
  ) {
    let (inner, outer) = (ring.inner - Run.margin, ring.outer + Run.margin)
    let height = offset.y * offset.y
    let square = offset.x * offset.x + height
    // Half the chords that the two circles cut out of the row; not a number if they miss it.
    let near = inner > 0 ? (inner * inner - height).squareRoot() : .nan
    let far = outer > 0 ? (outer * outer - height).squareRoot() : .nan
    if outer < 0 || square > outer * outer {
      self.init(outside, offset.x < 0 && far >= 0 ? -offset.x - far : .infinity)
    } else if inner > 0, square < inner * inner {
      self.init(inside, near - offset.x)
    } else if offset.x < 0, near >= 0 {
      self.init(.computed, -offset.x - near)
    } else {
      self.init(.computed, far - offset.x)
    }
  }
}
