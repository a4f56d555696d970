/// Stores working pixels as samples of a format.
struct PixelEncoder: Sendable {
  let format: PixelFormat
  private let coding: SampleCoding

  init(format: PixelFormat, workingSpace: WorkingSpace) {
    self.format = format
    coding = .shared(workingSpace, format.depth)
  }

  /// Stores a pixel.
  ///
  /// Where the coverage exceeds 1 the color is un-premultiplied, encoded and premultiplied again
  /// before it is clamped, as Core Image does with the lamp of its copy machine.
  @inline(__always)
  func encode(_ pixel: Pixel, to address: UnsafeMutableRawPointer) {
    var pixel = pixel
    let alpha = pixel.alpha
    if alpha > 1 {
      for channel in 0..<3 {
        let encoded = coding.encoded(pixel[channel] / alpha) * alpha
        unsafe store(encoded: encoded, channel: channel, to: address)
      }
    } else {
      if format.hasAlpha { pixel = alpha > 0 ? pixel / alpha : .transparent }
      switch format.depth {
      case .eight:
        let p = unsafe address.assumingMemoryBound(to: UInt8.self)
        unsafe p[0] = coding.code8(pixel.x)
        unsafe p[1] = coding.code8(pixel.y)
        unsafe p[2] = coding.code8(pixel.z)
      case .sixteen:
        let p = unsafe address.assumingMemoryBound(to: UInt16.self)
        unsafe p[0] = coding.code16(pixel.x)
        unsafe p[1] = coding.code16(pixel.y)
        unsafe p[2] = coding.code16(pixel.z)
      }
    }
    if format.hasAlpha { unsafe store(encoded: alpha, channel: 3, to: address) }
  }

  @inline(__always)
  private func store(encoded: Float, channel: Int, to address: UnsafeMutableRawPointer) {
    let value = encoded.saturated * Float(format.depth.maximum) + 0.5
    switch format.depth {
    case .eight:
      unsafe address.assumingMemoryBound(to: UInt8.self)[channel] = UInt8(value)
    case .sixteen:
      unsafe address.assumingMemoryBound(to: UInt16.self)[channel] = UInt16(value)
    }
  }
}
