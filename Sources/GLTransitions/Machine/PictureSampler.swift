import TransitionKit

/// The channels of a block of pixels, each in its own array.
@unsafe struct Planes {
  var red: UnsafeMutablePointer<Float>
  var green: UnsafeMutablePointer<Float>
  var blue: UnsafeMutablePointer<Float>
  var alpha: UnsafeMutablePointer<Float>

  init(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>, alpha: UnsafeMutablePointer<Float>
  ) {
    unsafe self.red = red
    unsafe self.green = green
    unsafe self.blue = blue
    unsafe self.alpha = alpha
  }

  /// Red, green, blue and alpha by their numbers.
  @inline(__always)
  subscript(_ channel: Int) -> UnsafeMutablePointer<Float> {
    switch channel {
    case 0: unsafe red
    case 1: unsafe green
    case 2: unsafe blue
    default: unsafe alpha
    }
  }
}

/// Some of the channels of a pixel.
struct ChannelSet: OptionSet, Hashable, Sendable {
  var rawValue: UInt8

  static let red = ChannelSet(rawValue: 1)
  static let green = ChannelSet(rawValue: 2)
  static let blue = ChannelSet(rawValue: 4)
  static let alpha = ChannelSet(rawValue: 8)
  static let color: ChannelSet = [.red, .green, .blue]
  static let all: ChannelSet = [.color, .alpha]
}

/// Reads blocks of working values, premultiplied, from a picture, as a texture or pixel by pixel.
///
/// Works on the picture's own bytes. Addresses, as these are inner loops: positions are clamped to
/// the picture before an address is made of them, and eight bytes are read at once only where the
/// picture has them. Planes of channels that are not asked for are not touched.
@safe struct PictureSampler: Sendable {
  /// Whether every alpha is 1.
  var isOpaque: Bool { !picture.format.hasAlpha }

  private typealias Floats = SIMD4<Float>

  /// The picture, with its only row or column twice, so that each pixel has neighbors.
  private let picture: Bitmap
  /// Pixels across and down of the picture as it was given.
  private let width: Float
  private let height: Float

  /// Pixels across and down.
  var columns: Int { Int(width) }
  var rows: Int { Int(height) }

  init(_ picture: Bitmap) {
    width = Float(picture.width)
    height = Float(picture.height)
    self.picture = picture.width > 1 && picture.height > 1 ? picture : Self.doubled(picture)
  }

  private static func doubled(_ picture: Bitmap) -> Bitmap {
    let (samples, channels) = (picture.samples, picture.format.channels)
    let (width, height) = (max(picture.width, 2), max(picture.height, 2))
    var doubled: [UInt16] = []
    for row in 0..<height {
      for column in 0..<width {
        let x = min(column, picture.width - 1)
        let start = (min(row, picture.height - 1) * picture.width + x) * channels
        doubled += samples[start..<start + channels]
      }
    }
    return Bitmap(
      width: width, height: height, format: picture.format, workingSpace: picture.workingSpace,
      samples: doubled)
  }

  // MARK: Textures

  /// The colors at texture coordinates, interpolated linearly between the four pixels around them:
  /// `GL_LINEAR` with `GL_CLAMP_TO_EDGE`.
  ///
  /// - Parameters:
  ///   - u: from 0 at the left edge to 1 at the right one; what is not a number is 0.
  ///   - v: from 0 at the bottom to 1 at the top; likewise.
  ///   - channels: those that are wanted; alpha of an opaque picture is 1.
  ///   - planes: take them; they may be where the coordinates are.
  ///   - count: places, a multiple of 8.
  ///   - places: room for these, each ``bytesPerPlace``.
  ///   - isPlaced: whether they are there already, from a call for a picture of the same shape.
  func sample(
    _ u: UnsafePointer<Float>, _ v: UnsafePointer<Float>, _ channels: ChannelSet,
    into planes: Planes, count: Int, places: UnsafeMutableRawPointer, isPlaced: Bool = false
  ) {
    switch (picture.format.depth, picture.format.hasAlpha, picture.workingSpace) {
    case (.eight, false, .srgb):
      unsafe sample(
        u, v, channels, planes, count, places, isPlaced, Texels8.self, OpaqueEncoded.self)
    case (.eight, true, .srgb):
      unsafe sample(
        u, v, channels, planes, count, places, isPlaced, Texels8.self, PremultipliedEncoded.self)
    case (.eight, false, .linear):
      unsafe sample(
        u, v, channels, planes, count, places, isPlaced, Texels8.self, OpaqueLinear.self)
    case (.eight, true, .linear):
      unsafe sample(
        u, v, channels, planes, count, places, isPlaced, Texels8.self, PremultipliedLinear.self)
    case (.sixteen, false, .srgb):
      unsafe sample(
        u, v, channels, planes, count, places, isPlaced, Texels16.self, OpaqueEncoded.self)
    case (.sixteen, true, .srgb):
      unsafe sample(
        u, v, channels, planes, count, places, isPlaced, Texels16.self, PremultipliedEncoded.self)
    case (.sixteen, false, .linear):
      unsafe sample(
        u, v, channels, planes, count, places, isPlaced, Texels16.self, OpaqueLinear.self)
    case (.sixteen, true, .linear):
      unsafe sample(
        u, v, channels, planes, count, places, isPlaced, Texels16.self, PremultipliedLinear.self)
    }
  }

  /// The bytes that ``sample(_:_:_:into:count:places:isPlaced:)`` needs for a place.
  static let bytesPerPlace = 16

  /// Whether places in another picture are those in this one.
  func hasShape(of other: PictureSampler) -> Bool {
    width == other.width && height == other.height && picture.format == other.picture.format
  }

  @inline(__always)
  private func sample<Texels: TexelLanes, Kind: PictureKind>(
    _ u: UnsafePointer<Float>, _ v: UnsafePointer<Float>, _ channels: ChannelSet,
    _ planes: Planes, _ count: Int, _ places: UnsafeMutableRawPointer, _ isPlaced: Bool,
    _: Texels.Type, _: Kind.Type
  ) {
    // A chunk's places first, then its colors: both chains of operations are so long that one after
    // the other, of a few pixels each, they keep the processor waiting.
    var start = 0
    while start < count {
      let size = min(count &- start, 64)
      let places = unsafe places + start &* Self.bytesPerPlace
      if !isPlaced {
        unsafe place(u + start, v + start, size, into: places, Texels.self, Kind.self)
      }
      unsafe mix(places, channels, planes, start, size, Texels.self, Kind.self)
      start &+= 64
    }
  }

  /// Stores where in the picture the lower left of the four pixels around each place is, in bytes from
  /// the bottom row, and then how much of those to its right and above are seen.
  @inline(__always)
  private func place<Texels: TexelLanes, Kind: PictureKind>(
    _ u: UnsafePointer<Float>, _ v: UnsafePointer<Float>, _ count: Int,
    into places: UnsafeMutableRawPointer, _: Texels.Type, _: Kind.Type
  ) {
    let bytesPerPixel = Texels.bytesPerSample &* (Kind.hasAlpha ? 4 : 3)
    let (columnStep, rowStep) = (Double(bytesPerPixel), -Double(picture.width &* bytesPerPixel))
    let (lastColumn, lastRow) = (Float(picture.width &- 2), Float(picture.height &- 2))
    let (u, v) = unsafe (UnsafeRawPointer(u), UnsafeRawPointer(v))
    var offset = 0
    while offset < count &* 4 {
      let (column, x) = unsafe Self.split(
        u.loadUnaligned(fromByteOffset: offset, as: Floats.self), width, last: lastColumn)
      // Rows are counted from the bottom here: the next one is earlier in memory.
      let (row, y) = unsafe Self.split(
        v.loadUnaligned(fromByteOffset: offset, as: Floats.self), height, last: lastRow)
      let bytes = Self.offsets(column, columnStep, row, rowStep)
      unsafe places.storeBytes(of: bytes, toByteOffset: 2 &* offset, as: SIMD4<Int>.self)
      unsafe places.storeBytes(of: x, toByteOffset: 512 &+ offset, as: Floats.self)
      unsafe places.storeBytes(of: y, toByteOffset: 768 &+ offset, as: Floats.self)
      offset &+= 16
    }
  }

  /// Stores the colors at places.
  @inline(__always)
  private func mix<Texels: TexelLanes, Kind: PictureKind>(
    _ places: UnsafeMutableRawPointer, _ channels: ChannelSet, _ planes: Planes, _ start: Int,
    _ count: Int, _: Texels.Type, _: Kind.Type
  ) {
    let decoder = Decoder<Texels, Kind>(picture)
    let bytesPerPixel = Texels.bytesPerSample &* (Kind.hasAlpha ? 4 : 3)
    let bytesPerRow = picture.width &* bytesPerPixel
    let base = unsafe picture.address(column: 0, row: picture.height &- 1)
    var lane = 0
    while lane < count {
      let offset = (start &+ lane) &* 4
      let bytes = unsafe (places + lane &* 8).assumingMemoryBound(to: Int.self)
      let x = unsafe places.load(fromByteOffset: 512 &+ lane &* 4, as: Floats.self)
      let y = unsafe places.load(fromByteOffset: 768 &+ lane &* 4, as: Floats.self)
      let (a, b) = unsafe (base + bytes[0], base + bytes[1])
      let (c, d) = unsafe (base + bytes[2], base + bytes[3])
      let low = unsafe Texels.pairs(a, b, c, d, bytesPerPixel, isLower: true)
      let up = -bytesPerRow
      let high = unsafe Texels.pairs(a + up, b + up, c + up, d + up, bytesPerPixel, isLower: false)
      @inline(__always) func mixed(
        bias: Float = 0, _ value: (Texels) -> Floats
      ) -> Floats {
        let (lowLeft, highLeft) = (value(low.left), value(high.left))
        let bottom = (lowLeft - bias) + (value(low.right) - lowLeft) * x
        let top = (highLeft - bias) + (value(high.right) - highLeft) * x
        return bottom + (top - bottom) * y
      }
      @inline(__always) func store(_ channel: Int, _ plane: UnsafeMutablePointer<Float>) {
        guard channels.contains(ChannelSet(rawValue: 1 &<< UInt8(channel))) else { return }
        let color =
          Kind.hasAlpha
          ? mixed { decoder.color($0, channel) * decoder.alpha($0) }
          : Kind.isEncoded
            ? mixed(bias: 0x1p23) { decoder.biased($0[channel]) }
            : mixed { decoder.color($0, channel) }
        unsafe UnsafeMutableRawPointer(plane).storeBytes(
          of: color * decoder.scale, toByteOffset: offset, as: Floats.self)
      }
      unsafe store(0, planes.red)
      unsafe store(1, planes.green)
      unsafe store(2, planes.blue)
      if channels.contains(.alpha) {
        let alpha =
          Kind.hasAlpha
          ? mixed { decoder.alpha($0) } * decoder.alphaScale : Floats(repeating: 1)
        unsafe UnsafeMutableRawPointer(planes.alpha).storeBytes(
          of: alpha, toByteOffset: offset, as: Floats.self)
      }
      lane &+= 4
    }
  }

  /// Texture coordinates as the first of the two pixels around each and the part, 0...1, of the second.
  @inline(__always)
  private static func split(
    _ coordinate: Floats, _ size: Float, last: Float
  ) -> (index: Floats, part: Floats) {
    let position = coordinate * size - 0.5
    // Written so that what is not a number becomes 0.
    let low = Floats(repeating: 0).replacing(with: position, where: position .> 0)
    let x = low.replacing(with: size - 1, where: low .> size - 1)
    let nearest = (x + 0x1p23) - 0x1p23
    let below = nearest - Floats(repeating: 0).replacing(with: 1, where: nearest .> x)
    let floor = below.replacing(with: last, where: below .> last)
    return (floor, x - floor)
  }

  /// The sums of two products of whole numbers: SSE2 multiplies no integers of this size.
  @inline(__always)
  private static func offsets(
    _ x: Floats, _ xStep: Double, _ y: Floats, _ yStep: Double
  ) -> SIMD4<Int> {
    @inline(__always) func wide(_ x: Floats) -> SIMD4<Double> {
      SIMD4(Double(x[0]), Double(x[1]), Double(x[2]), Double(x[3]))
    }
    // Near 1.5 · 2⁵² the low bits of a Double are a whole number.
    let zero = 0x1.8p52
    let sum = (wide(x) * xStep + zero) + wide(y) * yStep
    return unsafe unsafeBitCast(sum, to: SIMD4<Int>.self) &- Int(zero.bitPattern)
  }

  // MARK: Rows

  /// The pixels of some columns of a row, counted from the top, as they are.
  func fetch(columns: Range<Int>, row: Int, _ channels: ChannelSet, into planes: Planes) {
    switch (picture.format.depth, picture.format.hasAlpha, picture.workingSpace) {
    case (.eight, false, .srgb):
      unsafe fetch(columns, row, channels, planes, Texels8.self, OpaqueEncoded.self)
    case (.eight, true, .srgb):
      unsafe fetch(columns, row, channels, planes, Texels8.self, PremultipliedEncoded.self)
    case (.eight, false, .linear):
      unsafe fetch(columns, row, channels, planes, Texels8.self, OpaqueLinear.self)
    case (.eight, true, .linear):
      unsafe fetch(columns, row, channels, planes, Texels8.self, PremultipliedLinear.self)
    case (.sixteen, false, .srgb):
      unsafe fetch(columns, row, channels, planes, Texels16.self, OpaqueEncoded.self)
    case (.sixteen, true, .srgb):
      unsafe fetch(columns, row, channels, planes, Texels16.self, PremultipliedEncoded.self)
    case (.sixteen, false, .linear):
      unsafe fetch(columns, row, channels, planes, Texels16.self, OpaqueLinear.self)
    case (.sixteen, true, .linear):
      unsafe fetch(columns, row, channels, planes, Texels16.self, PremultipliedLinear.self)
    }
  }

  @inline(__always)
  private func fetch<Texels: TexelLanes, Kind: PictureKind>(
    _ columns: Range<Int>, _ row: Int, _ channels: ChannelSet, _ planes: Planes, _: Texels.Type,
    _: Kind.Type
  ) {
    let decoder = Decoder<Texels, Kind>(picture)
    let step = Texels.bytesPerSample &* (Kind.hasAlpha ? 4 : 3)
    let end = unsafe picture.address(column: 0, row: picture.height)
    var address = unsafe picture.address(column: columns.lowerBound, row: row)
    for start in stride(from: 0, to: columns.count, by: 4) {
      let count = min(columns.count &- start, 4)
      let texels: Texels
      if unsafe count == 4 && address + (3 &* step &+ 8) <= end {
        texels = unsafe Texels(
          SIMD4(
            word(at: address), word(at: address + step), word(at: address + 2 &* step),
            word(at: address + 3 &* step)))
      } else {
        // The last columns, or the last bytes of the picture.
        var words = SIMD4<UInt64>()
        for lane in 0..<count {
          words[lane] = unsafe word(at: address + lane &* step, before: end)
        }
        texels = Texels(words)
      }
      @inline(__always) func store(_ value: Floats, _ plane: UnsafeMutablePointer<Float>) {
        if count == 4 {
          unsafe UnsafeMutableRawPointer(plane + start).storeBytes(of: value, as: Floats.self)
        } else {
          for lane in 0..<count { unsafe plane[start &+ lane] = value[lane] }
        }
      }
      @inline(__always) func store(_ channel: Int, _ plane: UnsafeMutablePointer<Float>) {
        guard channels.contains(ChannelSet(rawValue: 1 &<< UInt8(channel))) else { return }
        let color = decoder.color(texels, channel)
        unsafe store(
          (Kind.hasAlpha ? color * decoder.alpha(texels) : color) * decoder.scale, plane)
      }
      unsafe store(0, planes.red)
      unsafe store(1, planes.green)
      unsafe store(2, planes.blue)
      if channels.contains(.alpha) {
        unsafe store(
          Kind.hasAlpha ? decoder.alpha(texels) * decoder.alphaScale : Floats(repeating: 1),
          planes.alpha)
      }
      unsafe address += 4 &* step
    }
  }
}

@inline(__always)
private func word(at address: UnsafeRawPointer) -> UInt64 {
  unsafe UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
}

/// The eight bytes at an address, those after the end of a picture as 0.
///
/// - Precondition: the picture has at least eight bytes, and the address is in it.
@inline(__always)
private func word(at address: UnsafeRawPointer, before end: UnsafeRawPointer) -> UInt64 {
  let missing = unsafe max(address + 8 - end, 0)
  return unsafe word(at: address - missing) &>> UInt64(missing &* 8)
}

/// What the compiler is to know of a picture: a loop for each.
private protocol PictureKind {
  static var hasAlpha: Bool { get }
  /// Whether working values are the encoded ones.
  static var isEncoded: Bool { get }
}

private enum OpaqueEncoded: PictureKind {
  static var hasAlpha: Bool { false }
  static var isEncoded: Bool { true }
}

private enum OpaqueLinear: PictureKind {
  static var hasAlpha: Bool { false }
  static var isEncoded: Bool { false }
}

private enum PremultipliedEncoded: PictureKind {
  static var hasAlpha: Bool { true }
  static var isEncoded: Bool { true }
}

private enum PremultipliedLinear: PictureKind {
  static var hasAlpha: Bool { true }
  static var isEncoded: Bool { false }
}

/// Working values of the samples of four pixels, before the factor that all of a picture share.
private struct Decoder<Texels: TexelLanes, Kind: PictureKind> {
  private let coding: TransferTables
  /// The factor of colors, premultiplied if there is alpha, and that of alpha.
  let scale: Float
  let alphaScale: Float

  @inline(__always)
  init(_ picture: Bitmap) {
    coding = picture.tables
    let maximum = Float(picture.format.depth.maximum)
    alphaScale = 1 / maximum
    scale = 1 / ((Kind.isEncoded ? maximum : 1) * (Kind.hasAlpha ? maximum : 1))
  }

  @inline(__always)
  func color(_ texels: Texels, _ channel: Int) -> SIMD4<Float> {
    let codes = texels[channel]
    if Kind.isEncoded { return biased(codes) - 0x1p23 }
    return unsafe SIMD4(
      coding.decoding[Int(codes[0])], coding.decoding[Int(codes[1])],
      coding.decoding[Int(codes[2])], coding.decoding[Int(codes[3])])
  }

  @inline(__always)
  func alpha(_ texels: Texels) -> SIMD4<Float> { biased(texels[3]) - 0x1p23 }

  /// Codes plus 2²³, of which differences are exact and conversions are bits.
  @inline(__always)
  func biased(_ codes: SIMD4<UInt32>) -> SIMD4<Float> {
    unsafe unsafeBitCast(codes | 0x4b00_0000, to: SIMD4<Float>.self)
  }
}

/// Four pixels of samples of one depth.
private protocol TexelLanes {
  static var bytesPerSample: Int { get }
  /// Makes four pixels, each the low bytes of a word.
  init(_ words: SIMD4<UInt64>)
  /// The samples of a channel.
  subscript(_ channel: Int) -> SIMD4<UInt32> { get }
  /// The pixels at four addresses and those to their right.
  ///
  /// Words reach beyond pairs of three samples by two bytes: before those of the lower of two rows,
  /// after those of the upper one, so that they stay in the picture.
  static func pairs(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ c: UnsafeRawPointer, _ d: UnsafeRawPointer,
    _ bytesPerPixel: Int, isLower: Bool
  ) -> (left: Self, right: Self)
}

private struct Texels8: TexelLanes {
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

private struct Texels16: TexelLanes {
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
