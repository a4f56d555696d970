/// Working values of any format as they are.
struct FloatCoder: SampleCoder {
  private let format: PixelFormat
  private let tables: TransferTables

  init(_ format: PixelFormat, _ workingSpace: WorkingSpace) {
    self.format = format
    tables = .shared(workingSpace, format)
  }

  func decode(_ input: UnsafeRawPointer, pixels: Int, into output: UnsafeMutablePointer<Float>) {
    switch format.depth {
    case .eight: unsafe decode(input.assumingMemoryBound(to: UInt8.self), pixels, output)
    case .sixteen: unsafe decode(input.assumingMemoryBound(to: UInt16.self), pixels, output)
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
        unsafe encode(line, pixels, bytes) { tables.codes8($0) }
      } else {
        unsafe encode(line, pixels, bytes) { codes16($0) }
      }
    case .sixteen:
      unsafe encode(line, pixels, output.assumingMemoryBound(to: UInt16.self)) { codes16($0) }
    }
  }

  @inline(__always)
  private func codes16<Sample: FixedWidthInteger>(_ values: Lanes)
    -> (Sample, Sample, Sample, Sample)
  {
    let codes = tables.codes16(values)
    return (
      Sample(truncatingIfNeeded: codes.x), Sample(truncatingIfNeeded: codes.y),
      Sample(truncatingIfNeeded: codes.z), Sample(truncatingIfNeeded: codes.w)
    )
  }

  @inline(__always)
  private func encode<Sample: FixedWidthInteger>(
    _ line: UnsafePointer<Float>, _ pixels: Int, _ output: UnsafeMutablePointer<Sample>,
    _ codes: (Lanes) -> (Sample, Sample, Sample, Sample)
  ) {
    let count = pixels &* format.channels
    if format.hasAlpha {
      let maximum = Float(format.depth.maximum)
      for i in stride(from: 0, to: count, by: 4) {
        let pixel = unsafe Float.four(line + i)
        // The kernels overshoot: coverage may exceed 1, and color has the same share too much.
        let alpha = pixel.w
        let color = codes(alpha > 0 ? pixel / alpha : Lanes())
        let coverage = (alpha.saturated * maximum).nearestIndex
        unsafe output[i] = color.0
        unsafe output[i &+ 1] = color.1
        unsafe output[i &+ 2] = color.2
        unsafe output[i &+ 3] = Sample(truncatingIfNeeded: coverage)
      }
      return
    }
    let fours = count & ~3
    for i in stride(from: 0, to: fours, by: 4) {
      let samples = codes(unsafe Float.four(line + i))
      unsafe output[i] = samples.0
      unsafe output[i &+ 1] = samples.1
      unsafe output[i &+ 2] = samples.2
      unsafe output[i &+ 3] = samples.3
    }
    let last = codes(unsafe Float.four(line + fours))
    for (i, sample) in zip(fours..<count, [last.0, last.1, last.2]) { unsafe output[i] = sample }
  }
}
