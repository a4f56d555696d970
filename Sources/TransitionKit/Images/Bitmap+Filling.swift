/// Pictures of one color.
extension Bitmap {
  /// Makes a picture of one color.
  ///
  /// - Parameters:
  ///   - color: the color; without alpha in the format, its own is left out.
  ///   - width: pixels across, at least 1.
  ///   - height: pixels down, at least 1.
  ///   - format: the layout of the pixels in memory.
  ///   - workingSpace: the scale on which filters see them.
  public init(
    filledWith color: Color, width: Int, height: Int, format: PixelFormat,
    workingSpace: WorkingSpace = .linear
  ) {
    precondition(width > 0 && height > 0)
    let rowBytes = width * format.bytesPerPixel
    let storage = ByteStorage(byteCount: rowBytes * height)
    let samples = color.samples(in: format)
    for column in 0..<width {
      let pixel = unsafe storage.base + column * format.bytesPerPixel
      for (channel, sample) in samples.enumerated() {
        switch format.depth {
        case .eight: unsafe pixel.assumingMemoryBound(to: UInt8.self)[channel] = UInt8(sample)
        case .sixteen: unsafe pixel.assumingMemoryBound(to: UInt16.self)[channel] = sample
        }
      }
    }
    for row in 1..<max(height, 1) {
      unsafe (storage.base + row * rowBytes).copyMemory(from: storage.base, byteCount: rowBytes)
    }
    unsafe self.init(
      borrowing: UnsafeRawPointer(storage.base), owner: storage, width: width, height: height,
      format: format, workingSpace: workingSpace)
  }
}

extension Color {
  /// The samples of a pixel of this color: in sRGB codes of 8 bits come out as they are, in 16 bits
  /// as well.
  public func samples(in format: PixelFormat) -> [UInt16] {
    let color = format.encoding.encoded(self)
    return [color.red, color.green, color.blue, alpha].prefix(format.channels).map {
      UInt16((Double($0.saturated) * Double(format.depth.maximum)).rounded())
    }
  }
}
