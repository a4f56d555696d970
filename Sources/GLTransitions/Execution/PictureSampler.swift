internal import TransitionIntrinsics
import TransitionKit

/// Reads blocks of working values, premultiplied, from a picture, as a texture or pixel by pixel.
///
/// A sample at a point mixes the four pixels around it, its **footprint**:
///
///      c-------d       bottom = a + (b - a) · x
///      |   :   |       top    = c + (d - c) · x
///      |···*   |       color  = bottom + (top - bottom) · y
///      |   :   | y
///      a-------b
///        x
///
/// A footprint is stored as the offset of pixel `a` in bytes, x and y.
///
/// Works on addresses of the picture's own bytes, as these are inner loops: points are clamped to
/// the picture before they become addresses, and eight bytes are read at once only where the
/// picture has them. Planes of channels that are not wanted are not touched.
@safe struct PictureSampler: Sendable {
  /// Whether every alpha is 1.
  var isOpaque: Bool { !picture.format.hasAlpha }

  private typealias Floats = SIMD4<Float>

  /// The picture, with its only row or column twice, so that each pixel has neighbors.
  private let picture: Bitmap
  /// Pixels across and down of the picture as it was given; of a level, perhaps with a part of one.
  let width: Float
  let height: Float

  /// The position of the last pixel's center, counted from the first one's; 0 where only a part of
  /// a pixel is seen, as of the last levels of a narrow picture.
  let end: SIMD2<Float>

  /// Pixels across and down.
  let columns: Int
  let rows: Int

  init(_ picture: Bitmap) {
    self.init(picture, width: Float(picture.width), height: Float(picture.height))
  }

  init(_ picture: Bitmap, width: Float, height: Float) {
    (self.width, self.height) = (width, height)
    end = SIMD2(max(width - 1, 0), max(height - 1, 0))
    (columns, rows) = (picture.width, picture.height)
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
  ///   - u: from 0 at the left edge to 1 at the right one; NaN counts as 0.
  ///   - v: from 0 at the bottom to 1 at the top; likewise.
  ///   - channels: those that are wanted; alpha of an opaque picture is 1.
  ///   - planes: take them; they may be where the coordinates are.
  ///   - count: the number of points, a multiple of 8.
  ///   - footprints: room for these, each ``bytesPerFootprint``.
  ///   - isLocated: whether they are there already, from a call for a picture of the same shape.
  func sample(
    _ u: UnsafePointer<Float>, _ v: UnsafePointer<Float>, _ channels: ChannelSet,
    into planes: Planes, count: Int, footprints: UnsafeMutableRawPointer, isLocated: Bool = false
  ) {
    unsafe picture.run(
      SampleLoop(
        sampler: self, u: u, v: v, channels: channels, planes: planes, count: count,
        footprints: footprints, isLocated: isLocated))
  }

  @unsafe private struct SampleLoop: PictureLoop {
    let sampler: PictureSampler
    let u: UnsafePointer<Float>
    let v: UnsafePointer<Float>
    let channels: ChannelSet
    let planes: Planes
    let count: Int
    let footprints: UnsafeMutableRawPointer
    let isLocated: Bool

    @inline(__always)
    func run<Texels: TexelLanes>(_: Texels.Type, hasAlpha: Bool, isEncoded: Bool) {
      let decoder = unsafe Decoder<Texels>(
        sampler.picture, hasAlpha: hasAlpha, isEncoded: isEncoded)
      // A chunk's footprints first, then its colors: both chains of operations are so long that one
      // after the other, of a few pixels each, they keep the processor waiting.
      var start = 0
      while unsafe start < count {
        let size = unsafe min(count &- start, chunk)
        let footprints = unsafe footprints + start &* bytesPerFootprint
        if unsafe !isLocated {
          unsafe sampler.locate(
            u + start, v + start, size, into: footprints, Texels.bytesPerSample * (hasAlpha ? 4 : 3)
          )
        }
        // By far the most usual pictures.
        if Texels.bytesPerSample == 1 && !hasAlpha && isEncoded {
          unsafe sampler.mixBytes(footprints, channels, planes, start, size, decoder.scale)
        } else {
          unsafe sampler.mix(footprints, channels, planes, start, size, decoder)
        }
        start &+= chunk
      }
    }
  }

  /// The bytes of a footprint.
  static let bytesPerFootprint = 16

  /// The footprints that are located together, and how they are stored: all offsets, then all x, y.
  private static let chunk = 64
  private static let xOffset = 8 * chunk
  private static let yOffset = 12 * chunk

  /// Whether footprints in another picture are those in this one.
  func hasShape(of other: PictureSampler) -> Bool {
    width == other.width && height == other.height && picture.format == other.picture.format
  }

  /// Stores the footprints of points. Offsets count from the bottom row.
  @inline(__always)
  private func locate(
    _ u: UnsafePointer<Float>, _ v: UnsafePointer<Float>, _ count: Int,
    into footprints: UnsafeMutableRawPointer, _ bytesPerPixel: Int
  ) {
    let (columnStep, rowStep) = (Double(bytesPerPixel), -Double(picture.width &* bytesPerPixel))
    let (lastColumn, lastRow) = (Float(picture.width &- 2), Float(picture.height &- 2))
    let (u, v) = unsafe (UnsafeRawPointer(u), UnsafeRawPointer(v))
    var offset = 0
    while offset < count &* 4 {
      let (column, x) = unsafe Self.split(
        u.loadUnaligned(fromByteOffset: offset, as: Floats.self), width, end.x, last: lastColumn)
      // Rows are counted from the bottom here: the next one is earlier in memory.
      let (row, y) = unsafe Self.split(
        v.loadUnaligned(fromByteOffset: offset, as: Floats.self), height, end.y, last: lastRow)
      let bytes = Self.offsets(column, columnStep, row, rowStep)
      unsafe footprints.storeBytes(of: bytes, toByteOffset: 2 &* offset, as: SIMD4<Int>.self)
      unsafe footprints.storeBytes(of: x, toByteOffset: Self.xOffset &+ offset, as: Floats.self)
      unsafe footprints.storeBytes(of: y, toByteOffset: Self.yOffset &+ offset, as: Floats.self)
      offset &+= 16
    }
  }

  /// Stores the colors of footprints in a picture of three bytes a pixel, which are working values.
  @inline(__always)
  private func mixBytes(
    _ footprints: UnsafeMutableRawPointer, _ channels: ChannelSet, _ planes: Planes, _ start: Int,
    _ count: Int, _ scale: Float
  ) {
    // As in ``TexelLanes/pairs(_:_:_:_:_:isLower:)``, lower pairs begin two bytes later.
    let lower = unsafe picture.address(column: 0, row: picture.height &- 1) - 2
    let upper = unsafe picture.address(column: 0, row: picture.height &- 2)
    var lane = 0
    while lane < count {
      let x = unsafe footprints.load(fromByteOffset: Self.xOffset &+ lane &* 4, as: Floats.self)
      let y = unsafe footprints.load(fromByteOffset: Self.yOffset &+ lane &* 4, as: Floats.self)
      let colors = unsafe mix_of_bytes(lower, upper, footprints + lane &* 8, x, y)
      @inline(__always) func store(
        _ color: Floats, _ channel: ChannelSet, _ plane: UnsafeMutablePointer<Float>
      ) {
        guard channels.contains(channel) else { return }
        unsafe UnsafeMutableRawPointer(plane).storeBytes(
          of: color, toByteOffset: (start &+ lane) &* 4, as: Floats.self)
      }
      unsafe store(colors.red * scale, .red, planes.red)
      unsafe store(colors.green * scale, .green, planes.green)
      unsafe store(colors.blue * scale, .blue, planes.blue)
      unsafe store(Floats(repeating: 1), .alpha, planes.alpha)
      lane &+= 4
    }
  }

  /// Stores the colors of footprints.
  @inline(__always)
  private func mix<Texels: TexelLanes>(
    _ footprints: UnsafeMutableRawPointer, _ channels: ChannelSet, _ planes: Planes, _ start: Int,
    _ count: Int, _ decoder: Decoder<Texels>
  ) {
    let bytesPerPixel = Texels.bytesPerSample &* (decoder.hasAlpha ? 4 : 3)
    let bytesPerRow = picture.width &* bytesPerPixel
    let base = unsafe picture.address(column: 0, row: picture.height &- 1)
    var lane = 0
    while lane < count {
      let offset = (start &+ lane) &* 4
      let bytes = unsafe (footprints + lane &* 8).assumingMemoryBound(to: Int.self)
      let x = unsafe footprints.load(fromByteOffset: Self.xOffset &+ lane &* 4, as: Floats.self)
      let y = unsafe footprints.load(fromByteOffset: Self.yOffset &+ lane &* 4, as: Floats.self)
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
        guard channels.contains(ChannelSet(channel)) else { return }
        let color =
          decoder.isEncoded && !decoder.hasAlpha
          ? mixed(bias: Rounding.bias) { decoder.biased($0[channel]) }
          : mixed { decoder.premultiplied($0, channel) }
        unsafe UnsafeMutableRawPointer(plane).storeBytes(
          of: color * decoder.scale, toByteOffset: offset, as: Floats.self)
      }
      unsafe store(0, planes.red)
      unsafe store(1, planes.green)
      unsafe store(2, planes.blue)
      if channels.contains(.alpha) {
        let alpha =
          decoder.hasAlpha
          ? mixed { decoder.alpha($0) } * decoder.alphaScale : Floats(repeating: 1)
        unsafe UnsafeMutableRawPointer(planes.alpha).storeBytes(
          of: alpha, toByteOffset: offset, as: Floats.self)
      }
      lane &+= 4
    }
  }

  /// Texture coordinates as the first of the two pixels around each and the part, 0...1, of the
  /// second.
  @inline(__always)
  private static func split(
    _ coordinate: Floats, _ size: Float, _ end: Float, last: Float
  ) -> (index: Floats, part: Floats) {
    let position = coordinate * size - 0.5
    // Written so that NaN becomes 0.
    let low = Floats(repeating: 0).replacing(with: position, where: position .> 0)
    let x = lesser(low, Floats(repeating: end))
    let index = without_fractions(lesser(x, Floats(repeating: last)))
    return (index, x - index)
  }

  /// The sums of two products of whole numbers: SSE2 multiplies no integers of this size.
  @inline(__always)
  private static func offsets(
    _ x: Floats, _ xStep: Double, _ y: Floats, _ yStep: Double
  ) -> SIMD4<Int> {
    @inline(__always) func wide(_ x: Floats) -> SIMD4<Double> {
      SIMD4(Double(x[0]), Double(x[1]), Double(x[2]), Double(x[3]))
    }
    let biased: SIMD4<Double> = wide(x) * xStep + Rounding.doubleBias
    let down: SIMD4<Double> = wide(y) * yStep
    return Rounding.whole(biased + down)
  }

  // MARK: Rows

  /// The pixels of some columns of a row, counted from the top, as they are.
  func fetch(columns: Range<Int>, row: Int, _ channels: ChannelSet, into planes: Planes) {
    unsafe picture.run(
      FetchLoop(sampler: self, columns: columns, row: row, channels: channels, planes: planes))
  }

  @unsafe private struct FetchLoop: PictureLoop {
    let sampler: PictureSampler
    let columns: Range<Int>
    let row: Int
    let channels: ChannelSet
    let planes: Planes

    @inline(__always)
    func run<Texels: TexelLanes>(_: Texels.Type, hasAlpha: Bool, isEncoded: Bool) {
      let decoder = unsafe Decoder<Texels>(
        sampler.picture, hasAlpha: hasAlpha, isEncoded: isEncoded)
      unsafe sampler.fetch(columns, row, channels, planes, decoder)
    }
  }

  @inline(__always)
  private func fetch<Texels: TexelLanes>(
    _ columns: Range<Int>, _ row: Int, _ channels: ChannelSet, _ planes: Planes,
    _ decoder: Decoder<Texels>
  ) {
    let step = Texels.bytesPerSample &* (decoder.hasAlpha ? 4 : 3)
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
        guard channels.contains(ChannelSet(channel)) else { return }
        unsafe store(decoder.premultiplied(texels, channel) * decoder.scale, plane)
      }
      unsafe store(0, planes.red)
      unsafe store(1, planes.green)
      unsafe store(2, planes.blue)
      if channels.contains(.alpha) {
        unsafe store(
          decoder.hasAlpha ? decoder.alpha(texels) * decoder.alphaScale : Floats(repeating: 1),
          planes.alpha)
      }
      unsafe address += 4 &* step
    }
  }
}
