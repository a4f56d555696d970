/// Stores working pixels as samples of 8 bits, dithered: what ``PixelEncoder`` makes of them in 16
/// bits, but for some of the last of these, reduced by a ``DitherTile``.
struct DitheringEncoder: Sendable {
  /// The format of the stored samples.
  private let format: PixelFormat
  private let deep: PixelEncoder
  private let tables: TransferTables
  private let tile = DitherTile.shared

  /// Makes an encoder for a format of 8 bits.
  init(format: PixelFormat, workingSpace: WorkingSpace) {
    self.format = format
    let deepFormat = format.atLeast(.sixteen)
    deep = PixelEncoder(format: deepFormat, workingSpace: workingSpace)
    tables = .shared(workingSpace, deepFormat)
  }

  /// Stores the first of four pixels side by side, the first of them in a column and a row.
  @inline(never)
  func encode(
    _ pixels: Pixel4, count: Int = 4, column: Int, row: Int, to address: UnsafeMutableRawPointer
  ) {
    guard format.isPlain, !any(pixels.alpha .> 1) else {
      return unsafe encodeOneByOne(pixels, count, column, row, address)
    }
    let bytes = unsafe address.assumingMemoryBound(to: UInt8.self)
    for channel in 0..<3 {
      let codes = tile.codes(
        tables.nearCodes16(pixels[channel]), channel: channel, column: column, row: row)
      for lane in 0..<count {
        unsafe bytes[3 &* lane &+ channel] = UInt8(truncatingIfNeeded: codes[lane])
      }
    }
  }

  private func encodeOneByOne(
    _ pixels: Pixel4, _ count: Int, _ column: Int, _ row: Int, _ address: UnsafeMutableRawPointer
  ) {
    unsafe tile.reduce(pixels: count, format, column: column, row: row, into: address) { words in
      for lane in 0..<count {
        unsafe deep.encode(pixels.pixel(lane), to: words + lane &* deep.format.bytesPerPixel)
      }
    }
  }
}
