/// One picture of the sequence, whose pixels are made when and where they are asked for.
///
/// Any rectangles give the same bytes as the whole frame, on any thread.
@safe public struct Frame: Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// How its pixels lie in memory.
  public let format: PixelFormat

  private let fill: @Sendable (Range<Int>, Int, UnsafeMutableRawPointer) -> Void

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

  /// All pixels, as samples in the order of the format.
  public func bitmap(workingSpace: WorkingSpace = .linear) -> Bitmap {
    let storage = ByteStorage(byteCount: width * height * format.bytesPerPixel)
    for row in 0..<height {
      unsafe fill(0..<width, row, storage.base + row * width * format.bytesPerPixel)
    }
    return unsafe Bitmap(
      borrowing: UnsafeRawPointer(storage.base), owner: storage, width: width, height: height,
      format: format, workingSpace: workingSpace)
  }

  /// The frame that is a picture.
  public init(showing bitmap: Bitmap) {
    width = bitmap.width
    height = bitmap.height
    format = bitmap.format
    unsafe fill = { columns, row, output in
      unsafe output.copyMemory(
        from: bitmap.address(column: columns.lowerBound, row: row),
        byteCount: columns.count * bitmap.format.bytesPerPixel)
    }
  }

  /// The frame that a kernel draws. Runs are copied and blended where the kernel says so, unless
  /// `copying` is false: then every pixel is computed, for tests.
  init<Kernel: PixelKernel>(kernel: Kernel, inputs: Inputs, copying: Bool = true) {
    let (source, target) = (inputs.source, inputs.target)
    width = source.width
    height = source.height
    format = source.format
    let renderer = KernelRenderer(
      kernel: kernel, source: source, target: target,
      encoder: PixelEncoder(format: source.format, workingSpace: source.workingSpace),
      tables: copying ? BlendTable.tables(for: kernel.blends, source) : [],
      copying: copying,
      slid: source.isPlain ? kernel.slidPicture.flatMap { $0.isPlain ? $0 : nil } : nil)
    unsafe fill = { unsafe renderer.render(columns: $0, row: $1, into: $2) }
  }
}

private struct KernelRenderer<Kernel: PixelKernel>: Sendable {
  let kernel: Kernel
  let source: Bitmap
  let target: Bitmap
  let encoder: PixelEncoder
  let tables: [BlendTable]
  let copying: Bool
  /// The picture that slides show, if its bytes are as the frame's.
  let slid: Bitmap?

  func render(columns: Range<Int>, row: Int, into output: UnsafeMutableRawPointer) {
    let bytesPerPixel = source.format.bytesPerPixel
    let y = Float(source.height - row) - 0.5
    var runs = Runs(width: source.width)
    if copying { kernel.runs(of: Row(y: y, width: source.width), into: &runs) }
    runs.append(.computed)
    var start = columns.lowerBound
    for run in runs.runs where run.end > start {
      let end = min(run.end, columns.upperBound)
      guard start < end else { break }
      let target = unsafe output + (start - columns.lowerBound) * bytesPerPixel
      switch run.fill {
      case .source:
        unsafe target.copyMemory(
          from: source.address(column: start, row: row), byteCount: (end - start) * bytesPerPixel)
      case .target:
        unsafe target.copyMemory(
          from: self.target.address(column: start, row: row),
          byteCount: (end - start) * bytesPerPixel)
      case .blend(let index) where index < tables.count:
        unsafe tables[index].blend(
          source.address(column: start, row: row), self.target.address(column: start, row: row),
          samples: (end - start) * source.format.channels, into: target)
      case .slid(let slide):
        let shown = slid.map { $0.columns(of: slide, within: start..<end) } ?? start..<start
        unsafe compute(start..<shown.lowerBound, y: y, into: target)
        if let slid, !shown.isEmpty {
          let table = slide.blend.flatMap { $0 < tables.count ? tables[$0] : nil }
          unsafe slid.copy(
            slide, shown, by: table, into: target + (shown.lowerBound - start) * bytesPerPixel)
        }
        unsafe compute(
          shown.upperBound..<end, y: y, into: target + (shown.upperBound - start) * bytesPerPixel)
      case .blend, .computed:
        unsafe compute(start..<end, y: y, into: target)
      }
      start = end
    }
  }

  @inline(never)
  private func compute(_ columns: Range<Int>, y: Float, into output: UnsafeMutableRawPointer) {
    // Copies that nothing else can reach, so that a byte stored cannot change them.
    let (kernel, encoder, step) = (self.kernel, self.encoder, source.format.bytesPerPixel)
    var output = unsafe output
    var column = columns.lowerBound
    while column < columns.upperBound {
      var count = min(4, columns.upperBound &- column)
      let point = Point(x: Float(column) + 0.5, y: y)
      if let quad = kernel.quad(at: point) {
        if count < 4 {
          for place in 0..<count {
            unsafe encoder.encode(quad.pixel(place), to: output + place &* step)
          }
        } else if column &+ 8 <= columns.upperBound, let next = kernel.quad(at: point.right(4)) {
          // Two at once: one can begin while the other waits for its roots and quotients.
          unsafe encoder.encode(quad, to: output)
          unsafe encoder.encode(next, to: output + 4 &* step)
          count = 8
        } else {
          unsafe encoder.encode(quad, to: output)
        }
      } else {
        for place in 0..<count {
          unsafe encoder.encode(kernel.color(at: point.right(place)), to: output + place &* step)
        }
      }
      column &+= count
      unsafe output += count &* step
    }
  }
}
