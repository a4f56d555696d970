import TransitionKit

@inline(__always)
func word(at address: UnsafeRawPointer) -> UInt64 {
  unsafe UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
}

/// The eight bytes at an address, with those after the end of a picture as 0.
///
/// - Precondition: the picture has at least eight bytes, and the address is in it.
@inline(__always)
func word(at address: UnsafeRawPointer, before end: UnsafeRawPointer) -> UInt64 {
  let missing = unsafe max(address + 8 - end, 0)
  return unsafe word(at: address - missing) &>> UInt64(missing &* 8)
}

/// A loop over the pixels of a picture, which the compiler makes once for each kind of picture.
protocol PictureLoop {
  /// Runs the loop; all arguments are literals.
  func run<Texels: TexelLanes>(_: Texels.Type, hasAlpha: Bool, isEncoded: Bool)
}

extension Bitmap {
  /// Runs the loop that is made for this kind of picture.
  @inline(__always)
  func run(_ loop: some PictureLoop) {
    switch (format.depth, format.hasAlpha, workingSpace) {
    case (.eight, false, .srgb): loop.run(Texels8.self, hasAlpha: false, isEncoded: true)
    case (.eight, true, .srgb): loop.run(Texels8.self, hasAlpha: true, isEncoded: true)
    case (.eight, false, .linear): loop.run(Texels8.self, hasAlpha: false, isEncoded: false)
    case (.eight, true, .linear): loop.run(Texels8.self, hasAlpha: true, isEncoded: false)
    case (.sixteen, false, .srgb): loop.run(Texels16.self, hasAlpha: false, isEncoded: true)
    case (.sixteen, true, .srgb): loop.run(Texels16.self, hasAlpha: true, isEncoded: true)
    case (.sixteen, false, .linear): loop.run(Texels16.self, hasAlpha: false, isEncoded: false)
    case (.sixteen, true, .linear): loop.run(Texels16.self, hasAlpha: true, isEncoded: false)
    }
  }
}

/// Working values of the samples of four pixels, before the factor that all of a picture share.
struct Decoder<Texels: TexelLanes> {
  private let coding: TransferTables
  let hasAlpha: Bool
  /// Whether working values are the encoded ones.
  let isEncoded: Bool
  /// The factor of colors, premultiplied if there is alpha, and that of alpha.
  let scale: Float
  let alphaScale: Float

  @inline(__always)
  init(_ picture: Bitmap, hasAlpha: Bool, isEncoded: Bool) {
    self.hasAlpha = hasAlpha
    self.isEncoded = isEncoded
    coding = picture.tables
    let maximum = Float(picture.format.depth.maximum)
    alphaScale = 1 / maximum
    scale = 1 / ((isEncoded ? maximum : 1) * (hasAlpha ? maximum : 1))
  }

  @inline(__always)
  func color(_ texels: Texels, _ channel: Int) -> SIMD4<Float> {
    let codes = texels[channel]
    if isEncoded { return biased(codes) - Rounding.bias }
    return unsafe SIMD4(
      coding.decoding[Int(codes[0])], coding.decoding[Int(codes[1])],
      coding.decoding[Int(codes[2])], coding.decoding[Int(codes[3])])
  }

  /// Colors times alpha, if there is any.
  @inline(__always)
  func premultiplied(_ texels: Texels, _ channel: Int) -> SIMD4<Float> {
    hasAlpha ? color(texels, channel) * alpha(texels) : color(texels, channel)
  }

  @inline(__always)
  func alpha(_ texels: Texels) -> SIMD4<Float> { biased(texels[3]) - Rounding.bias }

  /// Codes plus ``Rounding/bias``, of which differences are exact.
  @inline(__always)
  func biased(_ codes: SIMD4<UInt32>) -> SIMD4<Float> { Rounding.biased(codes) }
}

/// Four pixels of samples of one depth.
protocol TexelLanes {
  static var bytesPerSample: Int { get }
  /// Makes four pixels, each the low bytes of a word.
  init(_ words: SIMD4<UInt64>)
  /// The samples of a channel.
  subscript(_ channel: Int) -> SIMD4<UInt32> { get }
  /// The pixels at four addresses and those to their right.
  ///
  /// A word of eight bytes holds a pair of pixels of 8 bits, and is longer than a pair without
  /// alpha. So that it stays in the picture, it begins earlier in the lower of two rows:
  ///
  ///     upper row   [r g b|r g b|· ·]
  ///     lower row   [· ·|r g b|r g b]
  static func pairs(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ c: UnsafeRawPointer, _ d: UnsafeRawPointer,
    _ bytesPerPixel: Int, isLower: Bool
  ) -> (left: Self, right: Self)
}

struct Texels8: TexelLanes {
  static var bytesPerSample: Int { 1 }
  private let words: SIMD4<UInt32>

  @inline(__always)
  init(_ words: SIMD4<UInt64>) { self.words = SIMD4(truncatingIfNeeded: words) }

  @inline(__always)
  subscript(_ channel: Int) -> SIMD4<UInt32> { words &>> UInt32(8 &* channel) & 0xff }

  @inline(__always)
  static func pairs(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ c: UnsafeRawPointer, _ d: UnsafeRawPointer,
    _ bytesPerPixel: Int, isLower: Bool
  ) -> (left: Texels8, right: Texels8) {
    let before = isLower ? 8 &- 2 &* bytesPerPixel : 0
    let words = unsafe SIMD4(
      word(at: a - before), word(at: b - before), word(at: c - before), word(at: d - before))
    return (
      Texels8(words &>> UInt64(8 &* before)),
      Texels8(words &>> UInt64(8 &* (before &+ bytesPerPixel)))
    )
  }
}

struct Texels16: TexelLanes {
  static var bytesPerSample: Int { 2 }
  private let words: SIMD4<UInt64>

  @inline(__always)
  init(_ words: SIMD4<UInt64>) { self.words = words }

  @inline(__always)
  subscript(_ channel: Int) -> SIMD4<UInt32> {
    SIMD4(truncatingIfNeeded: words &>> UInt64(16 &* channel)) & 0xffff
  }

  @inline(__always)
  static func pairs(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ c: UnsafeRawPointer, _ d: UnsafeRawPointer,
    _ bytesPerPixel: Int, isLower: Bool
  ) -> (left: Texels16, right: Texels16) {
    let before = isLower ? 8 &- bytesPerPixel : 0
    @inline(__always) func texels(_ column: Int) -> Texels16 {
      let offset = column &* bytesPerPixel &- before
      let words = unsafe SIMD4(
        word(at: a + offset), word(at: b + offset), word(at: c + offset), word(at: d + offset))
      return Texels16(words &>> UInt64(8 &* before))
    }
    return (texels(0), texels(1))
  }
}
