/// A picture that is shown at changing sizes.
///
/// Its frames may be drawn in any order and by several threads at once. Each is the same whatever
/// else is drawn.
public struct MovingPicture: Sendable {
  private let bitmap: Bitmap
  private let path: RegionPath
  private let width, height: Int

  /// Reads the part of a picture that a path passes, for frames of a size, and reduces it once if it
  /// is far too large for them.
  ///
  /// - Parameters:
  ///   - bitmap: the picture.
  ///   - path: the way; its regions lie in the picture and have the aspect of the frames.
  ///   - width: pixels across, of the frames, at least 1.
  ///   - height: pixels down, at least 1.
  public init(_ bitmap: Bitmap, along path: RegionPath, width: Int, height: Int) {
    (self.bitmap, self.path, self.width, self.height) = (bitmap, path, width, height)
  }

  /// The frame at a share of the way, 0...1, in the format and the working space of the picture.
  public func bitmap(at share: Double) -> Bitmap {
    bitmap.resampled(path.region(at: share), width: width, height: height)
  }
}
