/// A frame of a film as luma and two color differences.
public struct PlanarPicture: Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// How its samples are stored.
  public let format: PlanarFormat
  /// The planes one after the other, row by row from the top: luma, blue and red difference, alpha.
  public let bytes: [UInt8]

  /// Makes a picture of its planes.
  ///
  /// - Precondition: the sides are at least 1, there are as many bytes as
  ///   ``PlanarFormat/byteCount(width:height:)`` says, and samples of 8 bits are 4:2:0 without
  ///   alpha.
  public init(width: Int, height: Int, format: PlanarFormat, bytes: [UInt8]) {
    precondition(width > 0 && height > 0)
    precondition(bytes.count == format.byteCount(width: width, height: height))
    precondition(format.colors.bits > 8 || format.chroma == .quarter && !format.hasAlpha)
    self.width = width
    self.height = height
    self.format = format
    self.bytes = bytes
  }

  /// The columns of a color difference.
  var chromaWidth: Int { format.chromaWidth(width) }

  /// The rows of a color difference.
  var chromaHeight: Int { format.chromaHeight(height) }

  /// The least format that holds its pixels in red, green and blue.
  public var pixelFormat: PixelFormat {
    PixelFormat(depth: format.colors.bits > 8 ? .sixteen : .eight, hasAlpha: format.hasAlpha)
  }

  /// The picture in red, green and blue, which are taken for sRGB as they are.
  public func bitmap(workingSpace: WorkingSpace = .linear) -> Bitmap {
    Frame(showing: self).bitmap(workingSpace: workingSpace)
  }
}

extension Frame {
  /// The frame that a planar picture is. Rows are converted when they are rendered.
  ///
  /// Samples of 16 bits tell more than those of 8: they are not rounded to codes. Planes of more
  /// than 8 bits always become 16. Colors of other primaries or curves become sRGB.
  public init(showing planes: PlanarPicture, depth: PixelFormat.Depth = .eight) {
    let format = planes.pixelFormat.atLeast(depth)
    let light = LightConverter(planes.format.colors)
    guard planes.format.colors.bits > 8 else {
      // Light is made of samples of 16 bits.
      let converter = PlanarConverter(planes, depth: light == nil ? format.depth : .sixteen)
      unsafe self.init(planes, format, light) { columns, row, output in
        unsafe converter.convert(planes, columns: columns, row: row, into: output)
      }
      return
    }
    let converter = DeepPlanarConverter(planes.format)
    guard let light, !format.hasAlpha else {
      unsafe self.init(planes, format, light) { columns, row, output in
        unsafe converter.convert(planes, columns: columns, row: row, into: output)
      }
      return
    }
    unsafe self.init(
      width: planes.width, height: planes.height, format: format, planes: planes
    ) { columns, row, output in
      let colors = converter.row(planes, columns: columns, row: row)
      light.convert(colors)
      unsafe colors.store(output, format)
    }
  }

  /// The frame whose rows a function makes: samples of 16 bits if they are to become light.
  private init(
    _ planes: PlanarPicture, _ format: PixelFormat, _ light: LightConverter?,
    convert: @escaping @Sendable (Range<Int>, Int, UnsafeMutableRawPointer) -> Void
  ) {
    guard let light else {
      unsafe self.init(
        width: planes.width, height: planes.height, format: format, planes: planes, fill: convert)
      return
    }
    unsafe self.init(
      width: planes.width, height: planes.height, format: format, planes: planes
    ) { columns, row, output in
      let storage = ByteStorage(byteCount: columns.count * format.channels * 2)
      unsafe convert(columns, row, storage.base)
      let samples = unsafe storage.base.assumingMemoryBound(to: UInt16.self)
      unsafe light.convert(samples, pixels: columns.count, format, into: output)
    }
  }
}

extension Bitmap {
  /// The picture with its samples, red, green and blue of other colors, brought to sRGB.
  package func converted(from colors: VideoColors) -> Bitmap {
    guard let light = LightConverter(colors) else { return self }
    let (format, deep) = (format, format.atLeast(.sixteen))
    let frame = unsafe Frame(width: width, height: height, format: format) { columns, row, output in
      let storage = ByteStorage(byteCount: columns.count * deep.bytesPerPixel)
      unsafe self.copy(
        columns.count, column: columns.lowerBound, row: row, depth: .sixteen, into: storage.base)
      let samples = unsafe storage.base.assumingMemoryBound(to: UInt16.self)
      unsafe light.convert(samples, pixels: columns.count, format, into: output)
    }
    return frame.bitmap(workingSpace: workingSpace)
  }
}
