public import TransitionKit

extension Frame {
  /// The frame scaled to a size, in its own format.
  ///
  /// - Parameters:
  ///   - width: pixels across, at least 1.
  ///   - height: pixels down, at least 1.
  /// - Returns: the scaled picture; for looking at, not for filters.
  /// - Throws: `library` if libvips fails.
  public func thumbnail(width: Int, height: Int) throws(ImageFileError) -> Bitmap {
    let whole = try FrameImage(self, profile: nil).withPicture { picture throws(ImageFileError) in
      try picture.decoded()
    }
    let (across, down) = (
      Double(width) / Double(self.width), Double(height) / Double(self.height)
    )
    var image = whole
    if format.hasAlpha { image = try image.premultiplied() }
    image = try image.resized(across: across, down: down)
    if format.hasAlpha { image = try image.unpremultiplied().rounded() }
    return try image.cast(to: whole.bandFormat).decoded().bitmap(workingSpace: .srgb)
  }
}
