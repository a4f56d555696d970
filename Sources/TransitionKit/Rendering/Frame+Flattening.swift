/// Frames without alpha, for outputs that have none.
extension Frame {
  /// The frame over a color, opaque, as if the two were mixed in a working space.
  ///
  /// - Parameters:
  ///   - color: the color under alpha, without its own.
  ///   - space: the scale on which colors are mixed.
  /// - Returns: a frame of the same format without alpha; the frame itself if it has none.
  public func flattened(over color: Color, in space: WorkingSpace) -> Frame {
    guard format.hasAlpha else { return self }
    let opaque = format.with(alpha: false)
    var color = color
    color.alpha = 1
    let flattening = Flattening(
      encoder: PixelEncoder(format: opaque, workingSpace: space), tables: .shared(space, opaque),
      ink: color.samples(in: opaque), backdrop: color.pixel(in: space, of: opaque.encoding))
    return unsafe Frame(width: width, height: height, format: opaque) { columns, row, output in
      func flatten<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ type: Sample.Type
      ) {
        var samples = [Sample](repeating: 0, count: columns.count * 4)
        var span = samples.mutableSpan
        var bytes = unsafe span.mutableBytes
        render(columns: columns, row: row, into: &bytes)
        unsafe flattening.flatten(samples, into: output)
      }
      switch opaque.depth {
      case .eight: flatten(UInt8.self)
      case .sixteen: flatten(UInt16.self)
      }
    }
  }
}

/// What lies under alpha, and how it is mixed with colors.
private struct Flattening: Sendable {
  let encoder: PixelEncoder
  let tables: TransferTables
  /// The samples of the color under alpha.
  let ink: [UInt16]
  /// Its working value.
  let backdrop: Pixel

  /// Stores pixels of four samples without alpha.
  func flatten<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: [Sample], into output: UnsafeMutableRawPointer
  ) {
    var pixel = unsafe output.assumingMemoryBound(to: Sample.self)
    for start in stride(from: 0, to: samples.count, by: 4) {
      switch samples[start + 3] {
      case .max: for channel in 0..<3 { unsafe pixel[channel] = samples[start + channel] }
      case 0: for channel in 0..<3 { unsafe pixel[channel] = Sample(ink[channel]) }
      case let alpha:
        let opacity = Float(alpha) / Float(Sample.max)
        let color = unsafe SIMD4(
          tables.decoding[Int(samples[start])], tables.decoding[Int(samples[start + 1])],
          tables.decoding[Int(samples[start + 2])], 1)
        var mixed = mix(backdrop, Pixel(color), opacity)
        mixed.alpha = 1
        unsafe encoder.encode(mixed, to: UnsafeMutableRawPointer(pixel))
      }
      unsafe pixel += 3
    }
  }
}
