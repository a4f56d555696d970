/// One frame of a sequence, whose pixels are drawn when and where they are asked for.
///
/// Any rectangles give the same bytes as the whole frame, on any thread.
@safe public struct Frame: Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// The layout of its pixels in memory.
  public let format: PixelFormat
  /// The planes that it shows, unchanged, for outputs that want just these; `nil` of most frames.
  public let planes: PlanarPicture?
  /// How it differs from its planes.
  package let planarChanges: [PlanarChange]
  /// The pictures of its size of which large parts of it are copies, pixel for pixel in their
  /// places: the one that it shows, or those of a transition that declares it.
  package let kept: [Bitmap]

  let fill: @Sendable (Range<Int>, Int, UnsafeMutableRawPointer) -> Void

  /// Stores a part of a row.
  ///
  /// - Parameters:
  ///   - columns: the part, within 0..<width.
  ///   - row: the row, 0..<height, counted from the top.
  ///   - bytes: takes the pixels, at least `columns.count * format.bytesPerPixel` bytes.
  /// - Precondition: columns and row lie in the frame and the bytes suffice.
  public func render(columns: Range<Int>, row: Int, into bytes: inout MutableRawSpan) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width)
    precondition(row >= 0 && row < height)
    precondition(bytes.byteCount >= columns.count * format.bytesPerPixel)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe fill(columns, row, base)
    }
  }

  /// Stores all pixels, row by row from the top.
  ///
  /// - Precondition: there is room for `width * height * format.bytesPerPixel` bytes.
  public func render(into bytes: inout MutableRawSpan) {
    precondition(bytes.byteCount >= width * height * format.bytesPerPixel)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for row in 0..<height {
        unsafe fill(0..<width, row, base + row * width * format.bytesPerPixel)
      }
    }
  }

  /// Draws all pixels and returns their bytes, which lie as ``format`` tells.
  public func bytes() -> [UInt8] { bytes(ofRows: 0..<height) }

  /// Draws some rows and returns their bytes, which lie as ``format`` tells, after some others.
  ///
  /// - Precondition: the rows lie in the frame.
  package func bytes(ofRows rows: Range<Int>, after bytes: ArraySlice<UInt8> = []) -> [UInt8] {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height)
    let rowBytes = width * format.bytesPerPixel
    let capacity = bytes.count + rows.count * rowBytes
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      count = capacity
      guard let base = output.baseAddress else { return }
      unsafe UnsafeMutableRawBufferPointer(output).copyBytes(from: bytes)
      let first = unsafe UnsafeMutableRawPointer(base) + bytes.count
      for (index, row) in rows.enumerated() {
        unsafe fill(0..<width, row, first + index * rowBytes)
      }
    }
  }

  /// Draws all pixels and returns them as a picture.
  public func bitmap(workingSpace: WorkingSpace = .linear) -> Bitmap {
    let storage = ByteStorage(byteCount: width * height * format.bytesPerPixel)
    for row in 0..<height {
      unsafe fill(0..<width, row, storage.base + row * width * format.bytesPerPixel)
    }
    return unsafe Bitmap(
      borrowing: UnsafeRawPointer(storage.base), owner: storage, width: width, height: height,
      format: format, workingSpace: workingSpace)
  }

  /// The frame that is a picture, with samples of at least some depth.
  public init(showing bitmap: Bitmap, depth: PixelFormat.Depth = .eight) {
    width = bitmap.width
    height = bitmap.height
    format = bitmap.format.atLeast(depth)
    planes = nil
    planarChanges = []
    kept = [bitmap]
    unsafe fill = { [format] columns, row, output in
      unsafe bitmap.copy(
        columns.count, column: columns.lowerBound, row: row, depth: format.depth, into: output)
    }
  }

  /// The frame whose rows something else draws.
  ///
  /// - Parameters:
  ///   - width: pixels across.
  ///   - height: pixels down.
  ///   - format: the layout of the pixels in memory.
  ///   - planes: those that it shows.
  ///   - planarChanges: how it differs from them.
  ///   - fill: stores the pixels of some columns of a row, counted from the top, at an address.
  @unsafe package init(
    width: Int, height: Int, format: PixelFormat, planes: PlanarPicture? = nil,
    planarChanges: [PlanarChange] = [],
    fill: @escaping @Sendable (Range<Int>, Int, UnsafeMutableRawPointer) -> Void
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.planes = planes
    self.planarChanges = planarChanges
    kept = []
    unsafe self.fill = fill
  }

  /// The frame that a kernel draws, which may keep many pixels of its pictures as they are.
  init(kernel: some PixelKernel, inputs: Inputs, keepsPixels: Bool = false) {
    width = inputs.source.width
    height = inputs.source.height
    format = inputs.frameFormat
    planes = nil
    planarChanges = []
    kept = keepsPixels ? [inputs.source, inputs.target] : []
    let renderer = RowRenderer(kernel, inputs)
    unsafe fill = { unsafe renderer.render(columns: $0, row: $1, into: $2) }
  }
}
