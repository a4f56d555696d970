internal import TransitionIntrinsics

/// Red, green and blue of a row's pixels in 0...1, each channel by itself, with room for whole
/// eights.
@safe struct ColorRow {
  let pixels: Int
  /// The values of a channel: those of the pixels, and black ones.
  let room: Int
  private let storage: ByteStorage
  let red, green, blue: UnsafeMutablePointer<Float>

  /// Makes a row whose pixels are yet to be set.
  init(pixels: Int) {
    self.pixels = pixels
    room = (pixels + 7) & ~7
    storage = ByteStorage(byteCount: 3 * room * MemoryLayout<Float>.stride)
    unsafe red = storage.base.bindMemory(to: Float.self, capacity: 3 * room)
    unsafe (green, blue) = (red + room, red + 2 * room)
    for channel in 0..<3 {
      for i in pixels..<room { unsafe red[channel &* room &+ i] = 0 }
    }
  }

  /// Makes a row of pixels of three or four samples.
  init(_ samples: UnsafePointer<UInt16>, pixels: Int, channels: Int) {
    self.init(pixels: pixels)
    for channel in 0..<3 {
      let plane = unsafe red + channel * room
      for i in 0..<pixels {
        unsafe plane[i] = Float(samples[channels &* i &+ channel]) * (1 / 65535)
      }
    }
  }

  /// Stores the nearest samples of a format in its pixels, and leaves their alpha as it is.
  func store(_ output: UnsafeMutableRawPointer, _ format: PixelFormat) {
    switch format.depth {
    case .sixteen:
      let output = unsafe output.assumingMemoryBound(to: UInt16.self)
      unsafe store(output, channels: format.channels, white: 65535, block: 8) { pixel, place in
        unsafe store_words(words(red + pixel), words(green + pixel), words(blue + pixel), place)
      }
    case .eight:
      let output = unsafe output.assumingMemoryBound(to: UInt8.self)
      unsafe store(output, channels: format.channels, white: 255, block: 16) { pixel, place in
        unsafe store_bytes(bytes(red + pixel), bytes(green + pixel), bytes(blue + pixel), place)
      }
    }
  }

  /// Stores samples one by one, but of three channels as many pixels at once as make a block, which
  /// overlaps the next pixel by two bytes.
  @inline(__always)
  private func store<Sample: FixedWidthInteger>(
    _ output: UnsafeMutablePointer<Sample>, channels: Int, white: Float, block: Int,
    storeBlock: (_ pixel: Int, _ place: UnsafeMutablePointer<Sample>) -> Void
  ) {
    var whole = 0
    while channels == 3, whole + block < pixels {
      unsafe storeBlock(whole, output + 3 * whole)
      whole += block
    }
    for channel in 0..<3 {
      let plane = unsafe red + channel * room
      for i in whole..<pixels {
        let code = unsafe (plane[i] * white + 0x1p23).bitPattern
        unsafe output[channels &* i &+ channel] = Sample(truncatingIfNeeded: code)
      }
    }
  }

  /// The samples of four values, less a number: added to 2²³, a number's last bits are those of the
  /// nearest whole number.
  @inline(__always)
  private func samples(
    _ values: UnsafePointer<Float>, white: Float, less offset: Int32
  ) -> SIMD4<Int32> {
    let four = unsafe UnsafeRawPointer(values).loadUnaligned(as: SIMD4<Float>.self)
    let bits = unsafe unsafeBitCast(four * white + 0x1p23, to: SIMD4<Int32>.self)
    return bits &- (0x4b00_0000 &+ offset)
  }

  @inline(__always)
  private func words(_ values: UnsafePointer<Float>) -> SIMD8<Int16> {
    @inline(__always) func four(_ index: Int) -> SIMD4<Int32> {
      unsafe samples(values + index, white: 65535, less: 0x8000)
    }
    return narrow(four(0), four(4)) ^ Int16.min
  }

  @inline(__always)
  private func bytes(_ values: UnsafePointer<Float>) -> SIMD16<UInt8> {
    @inline(__always) func four(_ index: Int) -> SIMD4<Int32> {
      unsafe samples(values + index, white: 255, less: 0)
    }
    return narrow_to_bytes(narrow(four(0), four(4)), narrow(four(8), four(12)))
  }
}
