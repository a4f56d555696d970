internal import TransitionKit

/// The rows of a frame, in whichever depth and with or without alpha.
struct FrameRows {
  private let frame: Frame
  private let columns: Int
  private let background: [Float]
  private var bytes: [UInt8] = []
  private var words: [UInt16] = []

  /// Prepares for the first columns of each row.
  init(_ frame: Frame, columns: Int, background: Color) {
    self.frame = frame
    self.columns = columns
    self.background = [background.red, background.green, background.blue]
    let samples = columns * frame.format.channels
    switch frame.format.depth {
    case .eight: bytes = Array(repeating: 0, count: samples)
    case .sixteen: words = Array(repeating: 0, count: samples)
    }
  }

  /// A row of 8-bit samples: red, green, blue and maybe alpha.
  mutating func bytes(_ row: Int, withAlpha: Bool) -> [UInt8] {
    draw(row)
    let samples =
      frame.format.depth == .eight
      ? bytes : words.map { UInt8((UInt32($0) * 255 + 32767) / 65535) }
    return adapt(samples, withAlpha: withAlpha)
  }

  /// A row of 16-bit samples: red, green, blue and maybe alpha.
  mutating func words(_ row: Int, withAlpha: Bool) -> [UInt16] {
    draw(row)
    let samples = frame.format.depth == .sixteen ? words : bytes.map { UInt16($0) * 257 }
    return adapt(samples, withAlpha: withAlpha)
  }

  private mutating func draw(_ row: Int) {
    let (frame, columns) = (frame, columns)
    // Any bytes are integers, which is what makes a span's bytes safe to write.
    switch frame.format.depth {
    case .eight:
      var span = bytes.mutableSpan
      var raw = unsafe span.mutableBytes
      frame.render(columns: 0..<columns, row: row, into: &raw)
    case .sixteen:
      var span = words.mutableSpan
      var raw = unsafe span.mutableBytes
      frame.render(columns: 0..<columns, row: row, into: &raw)
    }
  }

  private func adapt<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: [Sample], withAlpha: Bool
  ) -> [Sample] {
    let hasAlpha = frame.format.hasAlpha
    if hasAlpha == withAlpha { return samples }
    var adapted: [Sample] = []
    adapted.reserveCapacity(columns * 4)
    let ink = background.map { $0 * Float(Sample.max) }
    for pixel in stride(from: 0, to: samples.count, by: hasAlpha ? 4 : 3) {
      let alpha = hasAlpha ? Float(samples[pixel + 3]) / Float(Sample.max) : 1
      for channel in 0..<3 {
        let sample = samples[pixel + channel]
        adapted.append(
          hasAlpha ? Sample(Float(sample) * alpha + ink[channel] * (1 - alpha) + 0.5) : sample)
      }
      if withAlpha { adapted.append(.max) }
    }
    return adapted
  }
}

extension Frame {
  /// All pixels as they lie in memory.
  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: width * height * format.bytesPerPixel)
    var span = bytes.mutableSpan
    var rest = unsafe span.mutableBytes
    render(into: &rest)
    return bytes
  }
}
