extension Bitmap {
  /// Returns a region of the picture in a size.
  ///
  /// Pixels are resampled once, with Catmull and Rom's kernel, which is wider where they become fewer,
  /// in the working space and premultiplied by alpha. Beyond the edges the pixels at the edges repeat.
  /// - Parameters:
  ///   - region: the region; its aspect need not be that of the size.
  ///   - width: pixels across, at least 1.
  ///   - height: pixels down, at least 1.
  /// - Returns: a picture in the same format and working space.
  public func resampled(_ region: PictureRegion, width: Int, height: Int) -> Bitmap {
    resampled(region, width, height, as: Float.self)
  }

  private func resampled<Number: ResampledNumber>(
    _ region: PictureRegion, _ width: Int, _ height: Int, as type: Number.Type
  ) -> Bitmap {
    let coder = Number.Coder(format, workingSpace)
    var resampler = RowResampler<Number>(
      .bitmap(self), coder, channels: format.channels, .catmullRom, region, width: width,
      height: height)
    let line = SamplePlane<Number>(width: width, height: 1, channels: format.channels)
    return unsafe Bitmap(width: width, height: height, as: self) { row, bytes in
      unsafe resampler.draw(row, into: line.row(0))
      unsafe coder.encode(line.row(0), pixels: width, into: bytes)
    }
  }

  /// Makes a picture row by row in the format and the working space of another.
  @unsafe init(
    width: Int, height: Int, as model: Bitmap,
    draw: (_ row: Int, _ bytes: UnsafeMutableRawPointer) -> Void
  ) {
    let rowBytes = width * model.format.bytesPerPixel
    let storage = ByteStorage(byteCount: rowBytes * height)
    for row in 0..<height { unsafe draw(row, storage.base + row * rowBytes) }
    unsafe self.init(
      borrowing: UnsafeRawPointer(storage.base), owner: storage, width: width, height: height,
      format: model.format, workingSpace: model.workingSpace)
  }
}
