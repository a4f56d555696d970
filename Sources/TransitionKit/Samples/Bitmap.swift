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
    unsafe base + (row &* width &+ column) &* format.bytesPerPixel
  }

  /// The pixel in a column and a row, counted from the top left; transparent outside.
  @inline(__always)
  public func pixel(column: Int, row: Int) -> Pixel {
    guard column >= 0, column < width, row >= 0, row < height else { return .transparent }
    return unsafe decode(address(column: column, row: row))
  }

  /// The pixel that a point lies in; transparent outside the picture.
  @inline(__always)
  public subscript(_ point: Point) -> Pixel {
    guard point.x >= 0, point.x < Float(width), point.y >= 0, point.y < Float(height) else {
      return .transparent
    }
    return pixel(column: Int(point.x), row: height &- 1 &- Int(point.y))
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
    var x = point.x - 0.5
    var y = Float(height) - 0.5 - point.y
    switch border {
    case .transparent:
      guard x > -1, x < Float(width), y > -1, y < Float(height) else { return .transparent }
    case .repeated:
      // Written so that what is not a number becomes 0.
      x = x > 0 ? min(x, Float(width - 1)) : 0
      y = y > 0 ? min(y, Float(height - 1)) : 0
    }
    let column = Int(x + 1) &- 1
    let row = Int(y + 1) &- 1
    let u = x - Float(column)
    let v = y - Float(row)
    if column >= 0, column &+ 1 < width, row >= 0, row &+ 1 < height {
      let top = unsafe address(column: column, row: row)
      let bottom = unsafe top + width &* format.bytesPerPixel
      let step = format.bytesPerPixel
      return unsafe mix(
        mix(decode(top), decode(top + step), u), mix(decode(bottom), decode(bottom + step), u), v)
    }
    let last = border == .repeated
    func tap(_ column: Int, _ row: Int) -> Pixel {
      last
        ? pixel(column: min(column, width - 1), row: min(row, height - 1))
        : pixel(column: column, row: row)
    }
    return mix(
      mix(tap(column, row), tap(column + 1, row), u),
      mix(tap(column, row + 1), tap(column + 1, row + 1), u), v)
  }

  /// The working value of the pixel at an address, premultiplied.
  @inline(__always)
  private func decode(_ address: UnsafeRawPointer) -> Pixel {
    switch (format.depth, format.hasAlpha) {
    case (.eight, false):
      let p = unsafe address.assumingMemoryBound(to: UInt8.self)
      return unsafe Pixel(
        coding.decoding[Int(p[0])], coding.decoding[Int(p[1])], coding.decoding[Int(p[2])], 1)
    case (.eight, true):
      let p = unsafe address.assumingMemoryBound(to: UInt8.self)
      let color = unsafe Pixel(
        coding.decoding[Int(p[0])], coding.decoding[Int(p[1])], coding.decoding[Int(p[2])], 1)
      return unsafe color * (Float(p[3]) / 255)
    case (.sixteen, false):
      let p = unsafe address.assumingMemoryBound(to: UInt16.self)
      return unsafe Pixel(
        coding.decoding[Int(p[0])], coding.decoding[Int(p[1])], coding.decoding[Int(p[2])], 1)
    case (.sixteen, true):
      let p = unsafe address.assumingMemoryBound(to: UInt16.self)
      let color = unsafe Pixel(
        coding.decoding[Int(p[0])], coding.decoding[Int(p[1])], coding.decoding[Int(p[2])], 1)
      return unsafe color * (Float(p[3]) / 65535)
    }
  }
}
