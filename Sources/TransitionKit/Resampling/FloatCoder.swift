/// Working values of any format as they are.
struct FloatCoder: SampleCoder {
  private let format: PixelFormat
  private let tables: TransferTables

  init(_ format: PixelFormat, _ workingSpace: WorkingSpace) {
    self.format = format
    tables = .shared(workingSpace, format)
  }

  func decode(
    _ bitmap: Bitmap, columns: Range<Int>, row: Int, into output: UnsafeMutablePointer<Float>
  ) {
    let first = unsafe bitmap.address(column: columns.lowerBound, row: row)
    switch format.depth {
    case .eight:
      unsafe decode(first.assumingMemoryBound(to: UInt8.self), columns.count, output)
    case .sixteen:
      unsafe decode(first.assumingMemoryBound(to: UInt16.self), columns.count, output)
    }
  }

  @inline(__always)
  private func decode(
    _ samples: UnsafePointer<some FixedWidthInteger>, _ pixels: Int,
    _ output: UnsafeMutablePointer<Float>
  ) {
    let decoding = unsafe tables.decoding
    guard format.hasAlpha else {
      for i in 0..<3 &* pixels { unsafe output[i] = decoding[Int(samples[i])] }
      return
    }
    let scale = 1 / Float(format.depth.maximum)
    for i in stride(from: 0, to: 4 &* pixels, by: 4) {
      let alpha = unsafe Float(samples[i &+ 3]) * scale
      for channel in 0..<3 {
        unsafe output[i &+ channel] = decoding[Int(samples[i &+ channel])] * alpha
      }
      unsafe output[i &+ 3] = alpha
    }
  }

  func encode(_ line: UnsafePointer<Float>, pixels: Int, into output: UnsafeMutableRawPointer) {
    switch format.depth {
    case .eight:
      let bytes = unsafe output.assumingMemoryBound(to: UInt8.self)
      if tables.isEven {
        unsafe encode(line, pixels, bytes) {
          let codes = tables.codes8($0)
          return SIMD4(UInt32(codes.0), UInt32(codes.1), UInt32(codes.2), UInt32(codes.3))
        }
      } else {
        unsafe encode(line, pixels, bytes, tables.codes16)
      }
    case .sixteen:
      unsafe encode(line, pixels, output.assumingMemoryBound(to: UInt16.self), tables.codes16)
    }
  }

  @inline(__always)
  private func encode<Sample: FixedWidthInteger>(
    _ line: UnsafePointer<Float>, _ pixels: Int, _ output: UnsafeMutablePointer<Sample>,
    _ codes: (Lanes) -> SIMD4<UInt32>
  ) {
    let count = pixels &* format.channels
    let maximum = Float(format.depth.maximum)
    for i in stride(from: 0, to: count, by: 4) {
      var values = unsafe UnsafeRawPointer(line + i).loadUnaligned(as: Lanes.self)
      let alpha = values.w
      // The kernels overshoot: coverage may exceed 1, and color has the same share too much.
      if format.hasAlpha { values = alpha > 0 ? values / alpha : Lanes() }
      var samples = codes(values)
      if format.hasAlpha { samples.w = UInt32(alpha.saturated * maximum + 0.5) }
      for lane in 0..<min(4, count &- i) {
        unsafe output[i &+ lane] = Sample(truncatingIfNeeded: samples[lane])
      }
    }
  }
}
