/// The way of a moving picture from one region to another of the same aspect.
///
/// The width goes geometrically, so that the picture grows at an even pace to the eye, and the
/// center linearly in the width. So one point of the picture stays fixed in the frame, and all
/// others move along straight lines.
public struct RegionPath: Sendable, Hashable {
  /// The region at the beginning.
  public let from: PictureRegion
  /// The region at the end.
  public let to: PictureRegion

  /// Makes a way between two regions of the same aspect.
  public init(from: PictureRegion, to: PictureRegion) {
    self.from = from
    self.to = to
  }

  /// The region at a share of the way, 0...1.
  public func region(at share: Double) -> PictureRegion {
    let share = share.saturated
    let growth = Double.log(to.width / from.width)
    // The share of the difference in width. The quotient of such differences would lose digits
    // where the widths are nearly equal; this one does not.
    let part = Double.exponentialLessOne(share * growth) / Double.exponentialLessOne(growth)
    return mix(from, to, part.isFinite ? part.saturated : share)
  }

  /// The smallest region that holds all regions of the way.
  ///
  /// Each edge is a linear function of one number that goes from 0 to 1. So it stays between its
  /// two ends, and the two regions at the ends reach as far as all of them.
  public var bounds: PictureRegion {
    let (left, top) = (min(from.x, to.x), min(from.y, to.y))
    return PictureRegion(
      x: left, y: top, width: max(from.x + from.width, to.x + to.width) - left,
      height: max(from.y + from.height, to.y + to.height) - top)
  }
}
