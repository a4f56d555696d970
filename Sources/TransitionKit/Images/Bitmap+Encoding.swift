/// Pictures in other encodings.
extension Bitmap {
  /// The picture in another encoding than sRGB. Colors that this does not have are cut off.
  ///
  /// - Precondition: the picture is in sRGB.
  public func converted(to encoding: RGBEncoding) -> Bitmap {
    precondition(format.encoding == .sRGB)
    guard encoding != .sRGB else { return self }
    let opaque = PixelFormat(depth: format.depth, hasAlpha: false, encoding: encoding)
    let encoder = PixelEncoder(format: opaque, workingSpace: .linear)
    let light = TransferTables.shared(.linear, format)
    // Red, green and blue of sRGB.
    let primaries = [Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1)]
      .map { encoding.light(ofSRGB: $0, isCutOff: false).raw.channels }
    let output = PixelFormat(depth: format.depth, hasAlpha: format.hasAlpha, encoding: encoding)
    return unsafe Frame(width: width, height: height, format: output) { columns, row, bytes in
      func convert<Sample: FixedWidthInteger>(_ type: Sample.Type) {
        var bytes = unsafe bytes
        for column in columns {
          let samples = unsafe address(column: column, row: row).assumingMemoryBound(to: type)
          var color = SIMD4<Float>()
          for channel in 0..<3 {
            unsafe color += primaries[channel] * light.decoding[Int(samples[channel])]
          }
          color.w = 1
          unsafe encoder.encode(Pixel(color), to: bytes)
          if format.hasAlpha {
            unsafe bytes.assumingMemoryBound(to: type)[3] = samples[3]
          }
          unsafe bytes += format.bytesPerPixel
        }
      }
      switch format.depth {
      case .eight: convert(UInt8.self)
      case .sixteen: convert(UInt16.self)
      }
    }.bitmap(workingSpace: workingSpace)
  }
}
