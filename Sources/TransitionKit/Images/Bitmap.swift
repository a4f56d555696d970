internal import TransitionIntrinsics

/// A picture in memory, read-only and shared.
///
/// Rows run from the top, as in files; ``subscript(_:)`` and ``sample(at:beyond:)`` take Core
/// Image's coordinates, with the origin at the bottom left.
@safe public struct Bitmap: @unchecked Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// The layout of the pixels in memory.
  public let format: PixelFormat
  /// The scale of the pixels that ``subscript(_:)`` and ``sample(at:beyond:)`` give.
  public let workingSpace: WorkingSpace

  package let tables: TransferTables
  /// ``PixelFormat/isPlain``, kept for the inner loops.
  let isPlain: Bool
  let pixelStride: Int
  let rowStride: Int
  private let base: UnsafeRawPointer
  let owner: AnyObject
  /// What is made of the picture once and kept as long as it is there.
  package let annex: PictureAnnex

  /// Makes a picture of a copy of bytes, which lie as `format` tells.
  ///
  /// - Precondition: there are `width * height * format.bytesPerPixel` bytes.
  public init(
    width: Int, height: Int, format: PixelFormat, workingSpace: WorkingSpace = .linear,
    bytes: some Collection<UInt8>
  ) {
    let count = width * height * format.bytesPerPixel
    precondition(width > 0 && height > 0 && bytes.count == count)
    let storage = ByteStorage(byteCount: count)
    unsafe UnsafeMutableRawBufferPointer(start: storage.base, count: count).copyBytes(from: bytes)
    unsafe self.init(
      borrowing: UnsafeRawPointer(storage.base), owner: storage, width: width, height: height,
      format: format, workingSpace: workingSpace)
  }

  /// Makes a picture of bytes that someone else keeps.
  ///
  /// - Parameters:
  ///   - base: the first byte of the top row.
  ///   - owner: kept as long as the picture; it must keep the bytes, unchanged.
  ///   - width: pixels across, at least 1.
  ///   - height: pixels down, at least 1.
  ///   - format: the layout of the pixels in memory.
  ///   - workingSpace: the scale on which filters see them.
  @unsafe public init(
    borrowing base: UnsafeRawPointer, owner: AnyObject, width: Int, height: Int,
    format: PixelFormat, workingSpace: WorkingSpace
  ) {
    unsafe self.init(
      base: base, owner: owner, width: width, height: height, format: format,
      workingSpace: workingSpace, annex: PictureAnnex())
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
  public func reading(in space: WorkingSpace) -> Bitmap {
    unsafe Bitmap(
      base: base, owner: owner, width: width, height: height, format: format, workingSpace: space,
      annex: annex)
  }

  /// The same picture with an annex of its own: what an annex keeps must not keep that annex.
  package var withoutAnnex: Bitmap {
    unsafe Bitmap(
      base: base, owner: owner, width: width, height: height, format: format,
      workingSpace: workingSpace, annex: PictureAnnex())
  }

  private init(
    base: UnsafeRawPointer, owner: AnyObject, width: Int, height: Int, format: PixelFormat,
    workingSpace: WorkingSpace, annex: PictureAnnex
  ) {
    unsafe self.base = base
    self.owner = owner
    self.annex = annex
    self.width = width
    self.height = height
    self.format = format
    self.workingSpace = workingSpace
    tables = .shared(workingSpace, format)
    isPlain = format.isPlain
    pixelStride = format.bytesPerPixel
    rowStride = width * format.bytesPerPixel
  }

  /// The whole picture as a rectangle.
  public var bounds: Rect { Rect(width: width, height: height) }

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
  package func address(column: Int, row: Int) -> UnsafeRawPointer {
    unsafe base + (row &* rowStride &+ column &* pixelStride)
  }

  /// Has the processor fetch pixels that will be needed soon. They may lie outside the picture.
  func prefetch(_ columns: Range<Int>, row: Int) {
    let cacheLine = 64
    let first = unsafe address(column: columns.lowerBound, row: row)
    for offset in stride(from: 0, to: columns.count * pixelStride, by: cacheLine) {
      unsafe TransitionIntrinsics.prefetch(first + offset)
    }
  }

  /// Has the processor fetch pixels, from the one whose center is nearest to a point to the right.
  func prefetch(_ count: Int, from point: Point) {
    let column = (point.x - 0.5).nearestIndex
    let row = (Float(height) - 0.5 - point.y).nearestIndex
    guard contains(column, row) else { return }
    prefetch(column..<min(column &+ count, width), row: row)
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
  public func neighbors(at point: Point) -> Pixel4 {
    let column = (point.x - 0.5).nearestIndex
    let row = (Float(height) - 0.5 - point.y).nearestIndex
    guard isPlain, contains(column, row), column &+ 3 < width else {
      return neighbors(column: column, row: row)
    }
    let first = unsafe address(column: column, row: row)
    let samples = unsafe first.assumingMemoryBound(to: UInt8.self)
    return Pixel4 { channel in
      guard channel < 3 else { return Lanes(repeating: 1) }
      return unsafe tables.values(
        samples[channel], samples[channel &+ 3], samples[channel &+ 6], samples[channel &+ 9])
    }
  }

  /// The same, of any picture and anywhere.
  @inline(never)
  private func neighbors(column: Int, row: Int) -> Pixel4 {
    guard contains(column, row), column &+ 3 < width else {
      return Pixel4(each: { pixel(column: column &+ $0, row: row) })
    }
    let first = unsafe address(column: column, row: row)
    return Pixel4(each: { unsafe decode(first + $0 &* pixelStride) })
  }

  /// The working value of the pixel at an address, premultiplied.
  @inline(__always)
  func decode(_ address: UnsafeRawPointer) -> Pixel {
    let bytes = unsafe address.assumingMemoryBound(to: UInt8.self)
    // The format of photographs comes first, behind a single test.
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
      tables.decoding[Int(samples[0])], tables.decoding[Int(samples[1])],
      tables.decoding[Int(samples[2])], 1)
  }
}
