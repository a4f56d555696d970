import TransitionKit

/// Stores blocks of working values, premultiplied, as samples of a format: the same bytes as
/// `PixelEncoder` makes of each pixel once its channels are clamped to 0...1, NaN to 0.
///
/// Addresses, as in ``PictureSampler``: planes are read up to the next multiple of eight, bytes are
/// written for `count` pixels.
@safe struct PlaneEncoder: Sendable {
  private typealias Floats = SIMD8<Float>

  private let format: PixelFormat
  private let workingSpace: WorkingSpace
  private let encoder: PixelEncoder
  /// The color that shows through where the format has no alpha; `nil` for black.
  private let background: Pixel?

  init(format: PixelFormat, workingSpace: WorkingSpace, background: Color = .black) {
    self.format = format
    self.workingSpace = workingSpace
    self.background =
      format.hasAlpha || background == .black
      ? nil : background.pixel(in: workingSpace, of: format.encoding)
    encoder = PixelEncoder(format: format, workingSpace: workingSpace)
  }

  /// Stores pixels one after the other; alpha is not read where the format has none and nothing
  /// shows through.
  func encode(_ planes: Planes, count: Int, into bytes: UnsafeMutableRawPointer) {
    switch (workingSpace, format.depth, format.hasAlpha) {
    case (.linear, _, _): unsafe encodeOneByOne(planes, count, bytes)
    case (.srgb, .eight, false):
      unsafe encode(planes, count, bytes, bits: 8, hasAlpha: false)
    case (.srgb, .eight, true):
      unsafe encode(planes, count, bytes, bits: 8, hasAlpha: true)
    case (.srgb, .sixteen, false):
      unsafe encode(planes, count, bytes, bits: 16, hasAlpha: false)
    case (.srgb, .sixteen, true):
      unsafe encode(planes, count, bytes, bits: 16, hasAlpha: true)
    }
  }

  private func encodeOneByOne(
    _ planes: Planes, _ count: Int, _ bytes: UnsafeMutableRawPointer
  ) {
    let (hasAlpha, step) = (format.hasAlpha, format.bytesPerPixel)
    for i in 0..<count {
      @inline(__always) func clamped(_ x: Float) -> Float { x > 0 ? (x < 1 ? x : 1) : 0 }
      var pixel = unsafe Pixel(
        clamped(planes.red[i]), clamped(planes.green[i]), clamped(planes.blue[i]),
        hasAlpha || background != nil ? clamped(planes.alpha[i]) : 1)
      if let background {
        let hidden = 1 - pixel.alpha
        pixel = Pixel(
          clamped(pixel.red + hidden * background.red),
          clamped(pixel.green + hidden * background.green),
          clamped(pixel.blue + hidden * background.blue), 1)
      }
      unsafe encoder.encode(pixel, to: bytes + i &* step)
    }
  }

  @inline(__always)
  private func encode(
    _ planes: Planes, _ count: Int, _ bytes: UnsafeMutableRawPointer, bits: Int, hasAlpha: Bool
  ) {
    let maximum = Float((1 &<< bits) &- 1)
    let bytesPerPixel = bits / 8 * (hasAlpha ? 4 : 3)
    var output = unsafe bytes
    for start in stride(from: 0, to: count, by: 8) {
      @inline(__always) func clamped(_ plane: UnsafeMutablePointer<Float>) -> Floats {
        let x = unsafe UnsafeRawPointer(plane + start).loadUnaligned(as: Floats.self)
        let low = Floats(repeating: 0).replacing(with: x, where: x .> 0)
        return low.replacing(with: 1, where: low .> 1)
      }
      let isRead = hasAlpha || background != nil
      let alpha = isRead ? unsafe clamped(planes.alpha) : Floats(repeating: 1)
      @inline(__always) func codes(
        _ plane: UnsafeMutablePointer<Float>, _ under: Float
      ) -> SIMD8<UInt32> {
        var value = unsafe clamped(plane)
        if hasAlpha {
          value = Floats(repeating: 0).replacing(with: value / alpha, where: alpha .> 0)
          value = value.replacing(with: 1, where: value .> 1)
        } else if background != nil {
          value += (1 - alpha) * under
          value = value.replacing(with: 1, where: value .> 1)
        }
        return Self.nearestCodes(value, maximum)
      }
      let under = background ?? Pixel(0, 0, 0, 0)
      let (red, green, blue) = unsafe (
        codes(planes.red, under.red), codes(planes.green, under.green),
        codes(planes.blue, under.blue)
      )
      let opacity = hasAlpha ? (alpha * maximum + 0.5).wholeBelow.wholeNumber : SIMD8(repeating: 0)
      let last = min(count &- start, 8) &- 1
      if bits == 8 {
        let words = red | green &<< 8 | blue &<< 16 | opacity &<< 24
        unsafe store(words, last, bytesPerPixel, output)
      } else {
        let low = SIMD8<UInt64>(truncatingIfNeeded: red | green &<< 16)
        let high = SIMD8<UInt64>(truncatingIfNeeded: blue | opacity &<< 16)
        unsafe store(low | high &<< 32, last, bytesPerPixel, output)
      }
      unsafe output += 8 &* bytesPerPixel
    }
  }

  /// Stores pixels that are the low bytes of words, up to the last one. What each stores too much
  /// is overwritten by the next.
  @inline(__always)
  private func store<Word: FixedWidthInteger & SIMDScalar>(
    _ words: SIMD8<Word>, _ last: Int, _ bytesPerPixel: Int, _ output: UnsafeMutableRawPointer
  ) {
    if last == 7 {
      for lane in 0..<7 {
        unsafe output.storeBytes(
          of: words[lane].littleEndian, toByteOffset: lane &* bytesPerPixel, as: Word.self)
      }
    } else {
      for lane in 0..<last {
        unsafe output.storeBytes(
          of: words[lane].littleEndian, toByteOffset: lane &* bytesPerPixel, as: Word.self)
      }
    }
    let word = words[last]
    for byte in 0..<bytesPerPixel {
      unsafe output.storeBytes(
        of: UInt8(truncatingIfNeeded: word &>> Word(8 &* byte)),
        toByteOffset: last &* bytesPerPixel &+ byte, as: UInt8.self)
    }
  }

  /// The codes of numbers in 0...1: the least `c` with `value < (c + 0.5) / maximum` in floats.
  @inline(__always)
  private static func nearestCodes(_ value: Floats, _ maximum: Float) -> SIMD8<UInt32> {
    // So much more than nothing that rounding never comes out too low, and 1 too high at most.
    let near = value * maximum + 0x1p-8
    let isHigh = value .< (near.nearestWhole - 0.5) / maximum
    let code = near.wholeNumber
    return code.replacing(with: code &- 1, where: isHigh)
  }
}
