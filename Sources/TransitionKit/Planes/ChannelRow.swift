/// A row of red, green and blue samples, each channel by itself, from which color differences are
/// made.
struct ChannelRow {
  let width: Int
  /// Each channel with its first and its last sample once more.
  private var samples: [UInt16]

  /// Makes a black row.
  init(_ width: Int) {
    self.width = width
    samples = Array(repeating: 0, count: 3 * (width + 2))
  }

  /// Passes the channels: pointers to their first samples.
  @inline(__always)
  func withChannels(
    _ body: (UnsafePointer<UInt16>, UnsafePointer<UInt16>, UnsafePointer<UInt16>) -> Void
  ) {
    let stride = width + 2
    unsafe samples.withUnsafeBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      unsafe body(first + 1, first + stride + 1, first + 2 * stride + 1)
    }
  }

  /// Takes pixels of three or four samples.
  mutating func set(_ pixels: [UInt16], channels: Int) {
    let (width, stride) = (width, width + 2)
    precondition(pixels.count == width * channels)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe pixels.withUnsafeBufferPointer { pixels in
        guard let pixel = pixels.baseAddress, let first = samples.baseAddress else { return }
        let red = unsafe first + 1
        let (green, blue) = unsafe (red + stride, red + 2 * stride)
        if channels == 3 {
          for i in 0..<width {
            unsafe red[i] = pixel[3 &* i]
            unsafe green[i] = pixel[3 &* i &+ 1]
            unsafe blue[i] = pixel[3 &* i &+ 2]
          }
        } else {
          for i in 0..<width {
            unsafe red[i] = pixel[4 &* i]
            unsafe green[i] = pixel[4 &* i &+ 1]
            unsafe blue[i] = pixel[4 &* i &+ 2]
          }
        }
        for channel in 0..<3 {
          let edge = unsafe first + channel * stride
          unsafe edge[0] = edge[1]
          unsafe edge[width + 1] = edge[width]
        }
      }
    }
  }

  /// Takes the means of its samples and those of a row of the same width.
  mutating func average(with other: ChannelRow) {
    precondition(other.width == width)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe other.samples.withUnsafeBufferPointer { others in
        for i in 0..<samples.count { unsafe samples[i] = Self.mean(samples[i], others[i]) }
      }
    }
  }

  /// Takes one sample for each two of a row.
  mutating func set(halving row: ChannelRow, _ siting: VideoColors.Siting) {
    let width = width
    let (stride, rowStride) = (width + 2, row.width + 2)
    precondition(width == (row.width + 1) / 2)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe row.samples.withUnsafeBufferPointer { others in
        guard let first = samples.baseAddress, let other = others.baseAddress else { return }
        for channel in 0..<3 {
          let output = unsafe first + channel * stride + 1
          let input = unsafe other + channel * rowStride + 1
          switch siting {
          case .left, .topLeft:
            // Weights of 1, 2 and 1.
            for i in 0..<width {
              let sides = unsafe Self.mean(input[2 &* i &- 1], input[2 &* i &+ 1])
              unsafe output[i] = unsafe Self.mean(input[2 &* i], sides)
            }
          case .center:
            for i in 0..<width {
              unsafe output[i] = unsafe Self.mean(input[2 &* i], input[2 &* i &+ 1])
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func mean(_ a: UInt16, _ b: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(a) &+ UInt32(b) &+ 1) &>> 1)
  }
}
