/// Pixels as they are, in samples of the same or a greater depth.
extension Bitmap {
  /// Where its bytes are, which no other picture's are for as long as their owner is in memory.
  package var identity: (owner: AnyObject, address: UInt) {
    (owner, UInt(bitPattern: unsafe address(column: 0, row: 0)))
  }

  /// Stores pixels of a row.
  ///
  /// - Parameters:
  ///   - count: the number of pixels.
  ///   - column: the first of them.
  ///   - row: the row, counted from the top. All pixels lie in the picture.
  ///   - step: 1 if the others are to the right of the first, -1 if to its left.
  ///   - depth: the depth of the stored samples, at least that of the picture.
  ///   - output: has room for the pixels.
  func copy(
    _ count: Int, column: Int, row: Int, step: Int = 1, depth: PixelFormat.Depth,
    into output: UnsafeMutableRawPointer
  ) {
    let pixel = unsafe address(column: column, row: row)
    guard step < 0 else {
      return unsafe copy(count * format.channels, from: pixel, depth, into: output)
    }
    let bytesPerPixel = format.atLeast(depth).bytesPerPixel
    for index in 0..<count {
      unsafe copy(
        format.channels, from: pixel - index &* pixelStride, depth,
        into: output + index &* bytesPerPixel)
    }
  }

  @inline(__always)
  private func copy(
    _ samples: Int, from input: UnsafeRawPointer, _ depth: PixelFormat.Depth,
    into output: UnsafeMutableRawPointer
  ) {
    guard depth > format.depth else {
      return unsafe output.copyMemory(from: input, byteCount: samples * format.depth.rawValue / 8)
    }
    let bytes = unsafe input.assumingMemoryBound(to: UInt8.self)
    let words = unsafe output.assumingMemoryBound(to: UInt16.self)
    for i in 0..<samples { unsafe words[i] = UInt16(bytes[i]) &* 257 }
  }
}
