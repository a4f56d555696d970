public import TransitionKit
internal import TransitionVips

extension DecodedImage {
  /// The picture as it moves in a frame.
  ///
  /// - Parameters:
  ///   - motion: the parts that it shows at first and at last.
  ///   - canvas: the frame.
  ///   - format: as in ``fitted(to:format:workingSpace:)``.
  ///   - seconds: how long it is seen.
  /// - Returns: what its frames are made from. Light is mixed.
  /// - Throws: `undecodable` if libvips cannot convert it; `tooLarge` if it is a drawing that would
  ///   need too many pixels.
  public func moving(
    _ motion: Motion, in canvas: Canvas, format: PixelFormat, seconds: Double
  ) throws(ImageFileError) -> MovingPicture {
    let focus = try named { () throws(VipsError) in try focusPoint(in: canvas) }
    let path = motion.path(
      width: width, height: height, canvas: canvas, focus: focus, seconds: seconds)
    let (bitmap, scale) = try bitmap(for: path, in: canvas, format: format)
    return MovingPicture(
      bitmap, along: path.scaled(across: scale.across, down: scale.down), width: canvas.width,
      height: canvas.height)
  }

  /// The picture's pixels; those of a drawing are made anew, so many that none is enlarged much.
  private func bitmap(
    for path: RegionPath, in canvas: Canvas, format: PixelFormat
  ) throws(ImageFileError) -> (Bitmap, scale: (across: Double, down: Double)) {
    let least = min(path.from.width, path.to.width)
    let scale = min(
      Double(canvas.width) / least, Self.longestDrawing / Double(max(width, height)))
    let drawing = try drawn(
      width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    return try named { () throws(VipsError) in
      let picture = drawing ?? picture
      let converted = try Self.convert(picture, from: self.format, to: format)
      let bitmap = try (converted === self.picture ? converted : converted.decoded())
        .bitmap(workingSpace: .linear, encoding: format.encoding)
      return (
        bitmap,
        (Double(picture.width) / Double(width), Double(picture.height) / Double(height))
      )
    }
  }

  /// Pixels that the longer side of a drawing has at most: it is in memory as a whole.
  private static let longestDrawing = 8192.0
}

extension RegionPath {
  /// The path in a picture of another size.
  fileprivate func scaled(across: Double, down: Double) -> RegionPath {
    func scaled(_ region: PictureRegion) -> PictureRegion {
      PictureRegion(
        x: region.x * across, y: region.y * down, width: region.width * across,
        height: region.height * down)
    }
    return RegionPath(from: scaled(from), to: scaled(to))
  }
}
