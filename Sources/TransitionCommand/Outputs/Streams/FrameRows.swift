internal import TransitionKit

/// The rows of a frame, in whichever depth, with its alpha or with one that is opaque.
struct FrameRows {
  private let frame: Frame
  private let columns: Range<Int>
  private var bytes: [UInt8] = []
  private var words: [UInt16] = []

  init(_ frame: Frame, columns: Range<Int>) {
    (self.frame, self.columns) = (frame, columns)
    let samples = columns.count * frame.format.channels
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
      frame.render(columns: columns, row: row, into: &raw)
    case .sixteen:
      var span = words.mutableSpan
      var raw = unsafe span.mutableBytes
      frame.render(columns: columns, row: row, into: &raw)
    }
  }

  private func adapt<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: [Sample], withAlpha: Bool
  ) -> [Sample] {
    guard withAlpha, !frame.format.hasAlpha else { return samples }
    var adapted: [Sample] = []
    adapted.reserveCapacity(columns.count * 4)
    for pixel in stride(from: 0, to: samples.count, by: 3) {
      for channel in 0..<3 { adapted.append(samples[pixel + channel]) }
      adapted.append(.max)
    }
    return adapted
  }
}
