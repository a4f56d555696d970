extension Bitmap {
  /// Returns a region of the picture in a size.
  ///
  /// Pixels are resampled once, with Catmull and Rom's kernel, which is wider where they become
  /// fewer, in the working space and premultiplied by alpha. Beyond the edges the pixels at the
  /// edges repeat.
  /// - Parameters:
  ///   - region: the region; its aspect need not be that of the size.
  ///   - width: pixels across, at least 1.
  ///   - height: pixels down, at least 1.
  /// - Returns: a picture in the same format and working space.
  public func resampled(_ region: PictureRegion, width: Int, height: Int) -> Bitmap {
    FixedCoder.suffices(for: format, workingSpace)
      ? ResampledPicture<Int16>(self).bitmap(of: region, width, height, format, workingSpace)
      : ResampledPicture<Float>(self).bitmap(of: region, width, height, format, workingSpace)
  }

  /// Makes a picture of the rows of a resampler, or of those of two, blended.
  ///
  /// - Parameters:
  ///   - resampler: the rows.
  ///   - other: other rows of the same size, and their share, 0...1.
  ///   - width: pixels across.
  ///   - height: pixels down.
  ///   - format: the layout of the pixels in memory.
  ///   - workingSpace: the scale on which filters see them.
  ///   - coder: stores the pixels.
  init<Number: ResampledNumber>(
    drawing resampler: RowResampler<Number>, _ other: (RowResampler<Number>, share: Double)?,
    width: Int, height: Int, _ format: PixelFormat, _ workingSpace: WorkingSpace,
    _ coder: Number.Coder
  ) {
    var resampler = resampler
    var other = other
    var weights: [Number] = []
    Number.append([1 - (other?.share ?? 0), other?.share ?? 0], to: &weights)
    let lines = SamplePlane<Number>(width: width, height: 3, channels: format.channels)
    let rowBytes = width * format.bytesPerPixel
    let storage = ByteStorage(byteCount: rowBytes * height)
    for row in 0..<height {
      let output = unsafe storage.base + row * rowBytes
      guard other != nil else {
        unsafe resampler.draw(row, sums: lines.row(0), encodedInto: output)
        continue
      }
      unsafe resampler.draw(row, into: lines.row(0))
      unsafe other?.0.draw(row, into: lines.row(1))
      let both = unsafe [UnsafePointer(lines.row(0)), UnsafePointer(lines.row(1))]
      unsafe both.withUnsafeBufferPointer { both in
        unsafe Number.sumRows(both, weights, count: width * format.channels, into: lines.row(2))
      }
      unsafe coder.encode(lines.row(2), pixels: width, into: output)
    }
    unsafe self.init(
      borrowing: UnsafeRawPointer(storage.base), owner: storage, width: width, height: height,
      format: format, workingSpace: workingSpace)
  }
}

extension Frame {
  /// Returns a region of the frame in a size, as ``Bitmap/resampled(_:width:height:)`` of its
  /// bitmap, but without ever having all of its pixels in memory.
  ///
  /// - Parameters:
  ///   - region: the region; its aspect need not be that of the size.
  ///   - width: pixels across, at least 1.
  ///   - height: pixels down, at least 1.
  ///   - workingSpace: the scale on which pixels are mixed.
  /// - Returns: a picture in the same format.
  public func resampled(
    _ region: PictureRegion, width: Int, height: Int, workingSpace: WorkingSpace = .linear
  ) -> Bitmap {
    FixedCoder.suffices(for: format, workingSpace)
      ? ResampledPicture<Int16>(self).bitmap(of: region, width, height, format, workingSpace)
      : ResampledPicture<Float>(self).bitmap(of: region, width, height, format, workingSpace)
  }
}

extension ResampledPicture {
  fileprivate func bitmap(
    of region: PictureRegion, _ width: Int, _ height: Int, _ format: PixelFormat,
    _ workingSpace: WorkingSpace
  ) -> Bitmap {
    let coder = Number.Coder(format, workingSpace)
    let resampler = resampler(
      coder, channels: format.channels, .sharp, region, width: width, height: height)
    return Bitmap(
      drawing: resampler, nil, width: width, height: height, format, workingSpace, coder)
  }
}
