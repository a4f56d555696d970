/// A part of a picture: a rectangle in pixels from its top left corner, fractions included.
public struct PictureRegion: Sendable, Hashable {
  /// The distance of the left edge from that of the picture.
  public var x: Double
  /// The distance of the top edge from that of the picture.
  public var y: Double
  /// Pixels across.
  public var width: Double
  /// Pixels down.
  public var height: Double

  /// Makes a region from its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The pixels of the region to one of a frame that shows it, along the axis that has fewer.
  func ratio(width frameWidth: Int, height frameHeight: Int) -> Double {
    min(width / Double(frameWidth), height / Double(frameHeight))
  }
}

/// The linear interpolation from `a` (`fraction` 0) to `b` (`fraction` 1), exact at both.
func mix(_ a: PictureRegion, _ b: PictureRegion, _ fraction: Double) -> PictureRegion {
  func mix(_ a: Double, _ b: Double) -> Double { a * (1 - fraction) + b * fraction }
  return PictureRegion(
    x: mix(a.x, b.x), y: mix(a.y, b.y), width: mix(a.width, b.width),
    height: mix(a.height, b.height))
}
