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
    try FrameImage(self, profile: nil).withPicture { picture throws(ImageFileError) in
      try ImageFileError.from { () throws(VipsError) in
        try picture.decoded()
          .scaled(width: width, height: height, inLightOf: format.encoding).decoded()
          .bitmap(workingSpace: .srgb, encoding: format.encoding)
      }
    }
  }
}
