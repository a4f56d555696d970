/// A picture in memory, read-only and shared: what every filter reads.
///
/// Rows run from the top, as in files; ``subscript(_:)`` and ``sample(at:)`` take Core Image's
/// coordinates, with the origin at the bottom left. The one flip between both is here.
@safe public struct Bitmap: @unchecked Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// How the pixels lie in memory.
  public let format: PixelFormat
  /// The scale of the pixels that ``subscript(_:)`` and ``sample(at:)`` give.
  public let workingSpace: WorkingSpace

  let coding: SampleCoding
  /// ``PixelFormat/isPlain``, kept for the inner loops.
  let isPlain: Bool
  private let pixelStride: Int
  private let rowStride: Int
  private let base: UnsafeRawPointer
  private let owner: AnyObject

  /// Makes a picture of bytes that someone else keeps.
  ///
  /// - Parameters:
  ///   - base: the first byte of the top row.
  ///   - owner: kept as long as the picture; it must keep the bytes, unchanged.
  ///   - width: pixels across, at least 1.
  ///   - height: pixels down, at least 1.
  ///   - format: how the pixels lie in memory.
  ///   - workingSpace: the scale on which filters see them.
  @unsafe public init(
    borrowing base: UnsafeRawPointer, owner: AnyObject, width: Int, height: Int,
    format: PixelFormat, workingSpace: WorkingSpace
  ) {
    unsafe self.init(
      base: base, owner: owner, width: width, height: height, format: format,
      workingSpace: workingSpace)
  }

  /// Makes a picture of samples, each 0...maximum of the depth, in the order of `format`.
  ///
  /// - Precondition: there are `width * height * format.channels` samples.
  public init(
    width: Int, height: Int, format: PixelFormat, workingSpace: WorkingSpace = .linear,
    samples: [UInt16]
  ) {
    precondition(width > 0 && height > 0 && samples.count == width * height * format.channels)
    let storage = ByteStorage(byteCount: samples.count * format.depth.rawValue / 8)
    switch format.depth {
    case .eight:
      let bytes = unsafe storage.base.assumingMemoryBound(to: UInt8.self)
      for (i, sample) in samples.enumerated() { unsafe bytes[i] = UInt8(clamping: sample) }
    case .sixteen:
      let words = unsafe storage.base.assumingMemoryBound(to: UInt16.self)
      for (i, sample) in samples.enumerated() { unsafe words[i] = sample }
    }
    unsafe self.init(
      borrowing: UnsafeRawPointer(storage.base), owner: storage, width: width, height: height,
      format: format, workingSpace: workingSpace)
  }

  /// The same picture on another scale.
  func reading(in space: WorkingSpace) -> Bitmap {
    unsafe Bitmap(
      base: base, owner: owner, width: width, height: height, format: format, workingSpace: space)
  }

  private init(
    base: UnsafeRawPointer, owner: AnyObject, width: Int, height: Int, format: PixelFormat,
    workingSpace: WorkingSpace
  ) {
    unsafe self.base = base
    self.owner = owner
    self.width = width
    self.height = height
    self.format = format
    self.workingSpace = workingSpace
    coding = .shared(workingSpace, format.depth)
    isPlain = format.isPlain
    pixelStride = format.bytesPerPixel
    rowStride = width * format.bytesPerPixel
  }

  /// The whole picture as a rectangle.
  public var bounds: Rect { Rect(x: 0, y: 0, width: Float(width), height: Float(height)) }

  /// The samples of a picture, in the order of its format.
  public var samples: [UInt16] {
    let count = width * height * format.channels
    return (0..<count).map { i in
      switch format.depth {
      case .eight: UInt16(unsafe base.load(fromByteOffset: i, as: UInt8.self))
      case .sixteen: unsafe base.load(fromByteOffset: 2 * i, as: UInt16.self)
      }
    }
  }

  /// The address of a pixel that lies in the picture.
  @inline(__always)
  func address(column: Int, row: Int) -> UnsafeRawPointer {
    unsafe base + (row &* rowStride &+ column &* pixelStride)
  }

  /// The pixel in a column and a row, counted from the top left; transparent outside.
  @inline(__always)
  public func pixel(column: Int, row: Int) -> Pixel {
    guard contains(column, row) else { return .transparent }
    return unsafe decode(address(column: column, row: row))
  }

  @inline(__always)
  private func contains(_ column: Int, _ row: Int) -> Bool {
    UInt(bitPattern: column) < UInt(bitPattern: width)
      && UInt(bitPattern: row) < UInt(bitPattern: height)
  }

  /// The pixel whose center is nearest to a point; transparent outside the picture.
  @inline(__always)
  public subscript(_ point: Point) -> Pixel {
    pixel(column: (point.x - 0.5).nearestIndex, row: (Float(height) - 0.5 - point.y).nearestIndex)
  }

  /// The pixels whose centers are nearest to a point and to the points one, two and three pixels to
  /// its right; transparent outside the picture.
  @inline(__always)
  public func neighbors(at point: Point) -> Quad {
    let column = (point.x - 0.5).nearestIndex
    let row = (Float(height) - 0.5 - point.y).nearestIndex
    guard contains(column, row), column &+ 3 < width else {
      return Quad.gathering { pixel(column: column &+ $0, row: row) }
    }
    let first = unsafe address(column: column, row: row)
    guard isPlain else { return Quad.gathering { unsafe decode(first + $0 &* pixelStride) } }
    let samples = unsafe first.assumingMemoryBound(to: UInt8.self)
    return Quad { channel in
      guard channel < 3 else { return Lanes(repeating: 1) }
      return unsafe coding.values(
        samples[channel], samples[channel &+ 3], samples[channel &+ 6], samples[channel &+ 9])
    }
  }

  /// What lies beyond the border of a picture.
  public enum Border: Sendable {
    /// Nothing.
    case transparent
    /// The nearest pixel of the border, repeated.
    case repeated
  }

  /// The color at a point, interpolated linearly between the four pixels around it.
  @inline(__always)
  public func sample(at point: Point, beyond border: Border = .transparent) -> Pixel {
    let x = point.x - 0.5
    let y = Float(height) - 0.5 - point.y
    let (column, u) = Self.split(x)
    let (row, v) = Self.split(y)
    guard x.magnitude < 0x1p22, y.magnitude < 0x1p22,
      UInt(bitPattern: column) < UInt(bitPattern: width &- 1),
      UInt(bitPattern: row) < UInt(bitPattern: height &- 1)
    else { return sampleNearBorder(x, y, border) }
    let top = unsafe address(column: column, row: row)
    let bottom = unsafe top + rowStride
    if isPlain { return unsafe plainMix(top, u, v) }
    // Movements along an axis are frequent and need half as many pixels.
    if u == 0 { return unsafe mix(decode(top), decode(bottom), v) }
    let upper = unsafe mix(decode(top), decode(top + pixelStride), u)
    if v == 0 { return upper }
    return unsafe mix(upper, mix(decode(bottom), decode(bottom + pixelStride), u), v)
  }

  /// The colors at four points: the same as ``sample(at:beyond:)`` gives for each.
  @inline(__always)
  public func samples(at x: Lanes, _ y: Lanes, beyond border: Border = .transparent) -> Quad {
    let (column, row) = (x - 0.5, Float(height) - 0.5 - y)
    let isInside =
      column .>= 0 .& column .< Float(width - 1) .& row .>= 0 .& row .< Float(height - 1)
      .& column .< 0x1p22 .& row .< 0x1p22
    guard isPlain, all(isInside) else { return samplesOneByOne(x, y, border) }
    let (columns, u) = column.split
    let (rows, v) = row.split
    @inline(__always) func corner(_ place: Int) -> UnsafePointer<UInt8> {
      unsafe address(column: Int(columns[place]), row: Int(rows[place]))
        .assumingMemoryBound(to: UInt8.self)
    }
    let corners = unsafe (corner(0), corner(1), corner(2), corner(3))
    let weights = ((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
    return Quad { channel in
      guard channel < 3 else { return Lanes(repeating: 1) }
      @inline(__always) func decoded(_ offset: Int) -> Lanes {
        let place = offset &+ channel
        return unsafe coding.values(
          corners.0[place], corners.1[place], corners.2[place], corners.3[place])
      }
      let above = decoded(0) * weights.0 + decoded(3) * weights.1
      let below = decoded(rowStride) * weights.2 + decoded(rowStride &+ 3) * weights.3
      return above + below
    }
  }

  @inline(never)
  private func samplesOneByOne(_ x: Lanes, _ y: Lanes, _ border: Border) -> Quad {
    Quad.gathering { sample(at: Point(x: x[$0], y: y[$0]), beyond: border) }
  }

  /// The color at a point like ``sample(at:beyond:)``, but the values that are interpolated are the
  /// encoded ones, premultiplied, as Core Image's bars and accordion have it.
  @inline(__always)
  public func sampleEncoded(at point: Point, beyond border: Border = .transparent) -> Pixel {
    decoded(reading(in: .srgb).sample(at: point, beyond: border))
  }

  /// The colors at four points: the same as ``sampleEncoded(at:beyond:)`` gives for each.
  @inline(__always)
  public func samplesEncoded(at x: Lanes, _ y: Lanes, beyond border: Border = .transparent) -> Quad
  {
    decoded(reading(in: .srgb).samples(at: x, y, beyond: border))
  }

  /// The working value of an encoded color, both premultiplied.
  @inline(__always)
  func decoded(_ encoded: Pixel) -> Pixel {
    let alpha = encoded.alpha
    guard alpha > 0 else { return .transparent }
    var color = coding.decoded(encoded / alpha) * alpha
    color.alpha = alpha
    return color
  }

  /// The working values of four encoded colors, likewise.
  @inline(__always)
  func decoded(_ encoded: Quad) -> Quad {
    let alpha = encoded.alpha
    // What has no coverage has no color either, whatever it is divided by.
    let divisor = alpha.replacing(with: 1, where: alpha .<= 0)
    return Quad { $0 < 3 ? coding.decoded(encoded[$0] / divisor) * alpha : alpha }
  }

  /// The mixture of four pixels of a plain picture, channel by channel: each sample is decoded into
  /// the register that weighs it, which takes fewer instructions than building four pixels.
  @inline(__always)
  private func plainMix(_ top: UnsafeRawPointer, _ u: Float, _ v: Float) -> Pixel {
    let upper = unsafe top.assumingMemoryBound(to: UInt8.self)
    let lower = unsafe upper + rowStride
    let decoding = unsafe coding.decoding
    let weights = ((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
    func mixed(_ channel: Int) -> Float {
      let above =
        unsafe decoding[Int(upper[channel])] * weights.0
        + decoding[Int(upper[channel &+ 3])] * weights.1
      let below =
        unsafe decoding[Int(lower[channel])] * weights.2
        + decoding[Int(lower[channel &+ 3])] * weights.3
      return above + below
    }
    return Pixel(mixed(0), mixed(1), mixed(2), 1)
  }

  /// The color where some of the four pixels may lie beyond the border.
  @inline(never)
  private func sampleNearBorder(_ x: Float, _ y: Float, _ border: Border) -> Pixel {
    switch border {
    case .transparent:
      guard x > -1, x < Float(width), y > -1, y < Float(height) else { return .transparent }
      let (column, u) = Self.split(x)
      let (row, v) = Self.split(y)
      return blend(u, v) { pixel(column: column + $0, row: row + $1) }
    case .repeated:
      // Written so that what is not a number becomes 0.
      let (column, u) = Self.split(x > 0 ? min(x, Float(width - 1)) : 0)
      let (row, v) = Self.split(y > 0 ? min(y, Float(height - 1)) : 0)
      return blend(u, v) {
        pixel(column: min(column + $0, width - 1), row: min(row + $1, height - 1))
      }
    }
  }

  /// A position of at least -1 as the whole number below it and the rest, 0..<1.
  @inline(__always)
  private static func split(_ position: Float) -> (index: Int, rest: Float) {
    let index = (position + 0.5).nearestIndex &- 1
    let rest = position - Float(index)
    // Halves are rounded to even numbers, so that half of the whole numbers come out one too low.
    return rest >= 1 ? (index &+ 1, rest - 1) : (index, rest)
  }

  private func blend(_ u: Float, _ v: Float, _ tap: (Int, Int) -> Pixel) -> Pixel {
    mix(mix(tap(0, 0), tap(1, 0), u), mix(tap(0, 1), tap(1, 1), u), v)
  }

  /// The columns of a row, of some, in which a slide shows this picture's inside along one axis; none
  /// if it moves along both.
  func columns(of slide: Slide, within columns: Range<Int>) -> Range<Int> {
    let none = columns.lowerBound..<columns.lowerBound
    let (x, y) = (slide.start.x - 0.5, Float(height) - 0.5 - slide.start.y)
    guard x.magnitude < 0x1p22, y >= 0, y < Float(height - 1) else { return none }
    let (first, u) = (Int(x.rounded(.down)), x - x.rounded(.down))
    guard u == 0 || y == y.rounded(.down) else { return none }
    // Column c shows the pixels first ± c and the next one, which must lie in the picture.
    let (low, high) =
      slide.isMirrored ? (first - (width - 2), first) : (-first, width - 2 - first)
    let start = max(columns.lowerBound, min(low, columns.upperBound))
    return start..<max(start, min(high + 1, columns.upperBound))
  }

  /// Stores what a slide shows in some columns, all of them among ``columns(of:within:)``: the same
  /// bytes as ``sample(at:beyond:)`` and the encoder give, of a plain picture.
  func copy(
    _ slide: Slide, _ columns: Range<Int>, by table: BlendTable?,
    into output: UnsafeMutableRawPointer
  ) {
    let x =
      slide.start.x - 0.5
      + (slide.isMirrored ? -Float(columns.lowerBound) : Float(columns.lowerBound))
    let (column, u) = Self.split(x)
    let (row, v) = Self.split(Float(height) - 0.5 - slide.start.y)
    var here = unsafe address(column: column, row: row).assumingMemoryBound(to: UInt8.self)
    let next = u == 0 ? rowStride : pixelStride
    let part = u == 0 ? v : u
    let rest = 1 - part
    let step = slide.isMirrored ? -pixelStride : pixelStride
    let coding = coding
    var output = unsafe output.assumingMemoryBound(to: UInt8.self)
    if let codes = table?.codes(between: part) {
      unsafe codes.withUnsafeBufferPointer { codes in
        guard let code = codes.baseAddress else { return }
        for _ in columns {
          for channel in 0..<3 {
            let pair = unsafe Int(here[channel]) << 8 | Int(here[next &+ channel])
            unsafe output[channel] = code[pair]
          }
          unsafe here += step
          unsafe output += 3
        }
      }
      return
    }
    for _ in columns {
      for channel in 0..<3 {
        let a = unsafe coding.decoding[Int(here[channel])] * rest
        let b = unsafe coding.decoding[Int(here[next &+ channel])] * part
        unsafe output[channel] = coding.code8(mixed: a + b)
      }
      unsafe here += step
      unsafe output += 3
    }
  }

  /// The working value of the pixel at an address, premultiplied.
  @inline(__always)
  private func decode(_ address: UnsafeRawPointer) -> Pixel {
    let bytes = unsafe address.assumingMemoryBound(to: UInt8.self)
    // What photographs are comes first, behind a single test.
    if isPlain { return unsafe color(bytes) }
    if format.depth == .eight { return unsafe color(bytes) * (Float(bytes[3]) / 255) }
    let words = unsafe address.assumingMemoryBound(to: UInt16.self)
    let color = unsafe color(words)
    return unsafe format.hasAlpha ? color * (Float(words[3]) / 65535) : color
  }

  /// The working value of three samples, opaque.
  @inline(__always)
  private func color(_ samples: UnsafePointer<some FixedWidthInteger>) -> Pixel {
    unsafe Pixel(
      coding.decoding[Int(samples[0])], coding.decoding[Int(samples[1])],
      coding.decoding[Int(samples[2])], 1)
  }
}
