/// Stores working pixels as samples of a format.
package struct PixelEncoder: Sendable {
  let format: PixelFormat
  private let tables: TransferTables
  /// Whether the format is plain, and buckets tell the codes.
  private let isPlain: Bool

  package init(format: PixelFormat, workingSpace: WorkingSpace) {
    self.format = format
    tables = .shared(workingSpace, format)
    isPlain = format.isPlain && tables.isEven
  }

  /// Stores a pixel.
  ///
  /// Where the coverage exceeds 1 the color is un-premultiplied, encoded and premultiplied again
  /// before it is clamped, as Core Image does with the lamp of its copy machine.
  @inline(never)
  package func encode(_ pixel: Pixel, to address: UnsafeMutableRawPointer) {
    let alpha = pixel.alpha
    if alpha > 1 {
      let encoded = tables.encoded((pixel / alpha).channels) * alpha
      for channel in 0..<3 { unsafe store(encoded[channel], channel: channel, to: address) }
    } else if isPlain {
      unsafe store8(pixel: pixel, to: address)
    } else {
      let color = format.hasAlpha ? (alpha > 0 ? pixel / alpha : .transparent) : pixel
      switch format.depth {
      case .eight where tables.isEven: unsafe store8(pixel: color, to: address)
      case .eight:
        let p = unsafe address.assumingMemoryBound(to: UInt8.self)
        let codes = tables.codes16(color.channels)
        for channel in 0..<3 { unsafe p[channel] = UInt8(truncatingIfNeeded: codes[channel]) }
      case .sixteen:
        let p = unsafe address.assumingMemoryBound(to: UInt16.self)
        let codes = tables.codes16(color.channels)
        unsafe p[0] = UInt16(truncatingIfNeeded: codes.x)
        unsafe p[1] = UInt16(truncatingIfNeeded: codes.y)
        unsafe p[2] = UInt16(truncatingIfNeeded: codes.z)
      }
    }
    if format.hasAlpha { unsafe store(alpha, channel: 3, to: address) }
  }

  /// Stores four pixels side by side.
  @inline(__always)
  func encode(_ pixels: Pixel4, to address: UnsafeMutableRawPointer) {
    let step = format.bytesPerPixel
    let isBright = pixels.alpha .> 1
    if isPlain, !any(isBright) {
      unsafe store8(pixels.red, to: address)
      unsafe store8(pixels.green, to: address + 1)
      unsafe store8(pixels.blue, to: address + 2)
    } else if !format.hasAlpha, format.depth == .sixteen, !any(isBright) {
      for channel in 0..<3 { unsafe store16(pixels[channel], to: address + 2 &* channel) }
    } else if !format.hasAlpha, all(isBright) {
      for channel in 0..<3 {
        unsafe store(bright: pixels[channel], pixels.alpha, channel: channel, to: address)
      }
    } else {
      for lane in 0..<4 { unsafe encode(pixels.pixel(lane), to: address + lane &* step) }
    }
  }

  /// Stores one channel of four pixels side by side whose coverages exceed 1.
  @inline(__always)
  private func store(
    bright value: Lanes, _ alpha: Lanes, channel: Int, to address: UnsafeMutableRawPointer
  ) {
    let encoded = tables.encoded(value / alpha) * alpha
    for lane in 0..<4 {
      unsafe store(
        encoded[lane], channel: channel, to: address + lane &* format.bytesPerPixel)
    }
  }

  /// Stores one channel of four pixels side by side.
  @inline(__always)
  private func store8(_ channel: Lanes, to address: UnsafeMutableRawPointer) {
    let p = unsafe address.assumingMemoryBound(to: UInt8.self)
    let codes = tables.codes8(channel)
    unsafe p[0] = codes.0
    unsafe p[3] = codes.1
    unsafe p[6] = codes.2
    unsafe p[9] = codes.3
  }

  @inline(__always)
  private func store16(_ channel: Lanes, to address: UnsafeMutableRawPointer) {
    let p = unsafe address.assumingMemoryBound(to: UInt16.self)
    let codes = tables.codes16(channel)
    for lane in 0..<4 { unsafe p[3 &* lane] = UInt16(truncatingIfNeeded: codes[lane]) }
  }

  @inline(__always)
  private func store8(pixel color: Pixel, to address: UnsafeMutableRawPointer) {
    let p = unsafe address.assumingMemoryBound(to: UInt8.self)
    let codes = tables.codes8(color.channels)
    unsafe p[0] = codes.0
    unsafe p[1] = codes.1
    unsafe p[2] = codes.2
  }

  @inline(__always)
  private func store(_ encoded: Float, channel: Int, to address: UnsafeMutableRawPointer) {
    let value = encoded.saturated * Float(format.depth.maximum) + 0.5
    switch format.depth {
    case .eight:
      unsafe address.assumingMemoryBound(to: UInt8.self)[channel] = UInt8(value)
    case .sixteen:
      unsafe address.assumingMemoryBound(to: UInt16.self)[channel] = UInt16(value)
    }
  }
}
