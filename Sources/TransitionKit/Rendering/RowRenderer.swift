/// Draws rows of a kernel's frame: copies and looks up the runs that the kernel knows beforehand,
/// and has it compute the rest.
///
/// The kernel divides a row into runs from left to right:
///
/// | run | pixels |
/// |---|---|
/// | source, target | copied from the same columns and row |
/// | blend | looked up in the blend's table; computed if there is none |
/// | copied | copied or looked up from a row that is moved or mirrored |
/// | computed | computed, in fours |
struct RowRenderer<Kernel: PixelKernel>: Sendable {
  private let kernel: Kernel
  private let source: Bitmap
  private let target: Bitmap
  private let own: Bitmap?
  /// The format of the frame.
  private let format: PixelFormat
  private let encoder: PixelEncoder
  /// Whether samples are dithered.
  private let dithers: Bool
  private let ditheringEncoder: DitheringEncoder?
  private let blends: [Blend]
  /// A table for each of the blends, or none at all.
  private let tables: [BlendTable]

  /// Makes a renderer of a kernel's frame.
  init(_ kernel: Kernel, _ inputs: Inputs) {
    self.kernel = kernel
    source = inputs.source
    target = inputs.target
    own = kernel.ownPicture
    format = inputs.frameFormat
    encoder = PixelEncoder(format: format, workingSpace: source.workingSpace)
    blends = kernel.blends
    dithers = inputs.dithers
    ditheringEncoder =
      inputs.dithers
      ? DitheringEncoder(format: format, workingSpace: source.workingSpace) : nil
    tables = BlendTable.tables(
      for: blends, source, depth: format.depth, forDithering: inputs.dithers)
  }

  /// Stores a part of a row. The bytes suffice for the columns.
  func render(columns: Range<Int>, row: Int, into output: UnsafeMutableRawPointer) {
    let (y, step) = (Float(source.height - row) - 0.5, format.bytesPerPixel)
    var column = columns.lowerBound
    var output = unsafe output
    while column < columns.upperBound {
      let rest = columns.upperBound - column
      // Computing fewer than four pixels is faster than asking for a run.
      guard rest >= 4 else {
        return unsafe compute(column..<columns.upperBound, row: row, y: y, into: output)
      }
      let run = kernel.run(at: Point(x: Float(column) + 0.5, y: y))
      var end = column + min(run.count, rest)
      switch run.fill {
      case .source: unsafe copy(source, column..<end, row: row, into: output)
      case .target: unsafe copy(target, column..<end, row: row, into: output)
      case .blend(let blend):
        guard let table = table(for: blend) else { fallthrough }
        let pixels = unsafe (
          source.address(column: column, row: row), target.address(column: column, row: row)
        )
        unsafe store(column..<end, row: row, into: output) {
          unsafe table.blend(
            pixels.0, pixels.1, samples: (end - column) * format.channels, into: $0)
        }
      case .computed:
        // In whole fours, which can be stored together.
        end = column + min((run.count + 3) & ~3, rest)
        // The next row is likely to be computed there, too, and the processor does not foresee it.
        source.prefetch(column..<end, row: row + 1)
        target.prefetch(column..<end, row: row + 1)
        unsafe compute(column..<end, row: row, y: y, into: output)
      case let .copied(picture, from, direction, beyond):
        unsafe copy(
          picture, from: from, step: direction, beyond: beyond, column..<end, row: row, into: output
        )
      }
      unsafe output += (end - column) * step
      column = end
    }
  }

  private func table(for blend: Blend) -> BlendTable? {
    tables.isEmpty ? nil : blends.firstIndex(of: blend).map { tables[$0] }
  }

  private func bitmap(_ picture: Run.Picture) -> Bitmap? {
    switch picture {
    case .source: source
    case .target: target
    case .own: own
    }
  }

  /// Stores samples of tables, which are dithered afterwards if they are to be.
  @inline(__always)
  private func store(
    _ columns: Range<Int>, row: Int, into output: UnsafeMutableRawPointer,
    _ store: (UnsafeMutableRawPointer) -> Void
  ) {
    guard dithers else { return unsafe store(output) }
    unsafe DitherTile.shared.reduce(
      pixels: columns.count, format, column: columns.lowerBound, row: row, into: output, store)
  }

  @inline(__always)
  private func compute(
    _ columns: Range<Int>, row: Int, y: Float, into output: UnsafeMutableRawPointer
  ) {
    // The encoder is not touched here: unwrapping it copies it, which short runs would feel.
    if dithers {
      unsafe computeDithered(columns, row: row, y: y, into: output)
    } else {
      unsafe compute(columns, y: y, into: output)
    }
  }

  @inline(never)
  private func computeDithered(
    _ columns: Range<Int>, row: Int, y: Float, into output: UnsafeMutableRawPointer
  ) {
    guard let encoder = ditheringEncoder else { return }
    var output = unsafe output
    for column in stride(from: columns.lowerBound, to: columns.upperBound, by: 4) {
      unsafe encoder.encode(
        kernel.colors(at: Point(x: Float(column) + 0.5, y: y)),
        count: min(columns.upperBound &- column, 4), column: column, row: row, to: output)
      unsafe output += 4 &* format.bytesPerPixel
    }
  }

  @inline(never)
  private func compute(_ columns: Range<Int>, y: Float, into output: UnsafeMutableRawPointer) {
    let step = format.bytesPerPixel
    var output = unsafe output
    var column = columns.lowerBound
    while column < columns.upperBound {
      let count = columns.upperBound &- column
      let point = Point(x: Float(column) + 0.5, y: y)
      let colors = kernel.colors(at: point)
      if count >= 8 {
        // Two at once: one can begin while the other waits for its roots and quotients.
        let next = kernel.colors(at: point.right(4))
        unsafe encoder.encode(colors, to: output)
        unsafe encoder.encode(next, to: output + 4 &* step)
        column &+= 8
        unsafe output += 8 &* step
      } else if count >= 4 {
        unsafe encoder.encode(colors, to: output)
        column &+= 4
        unsafe output += 4 &* step
      } else {
        for lane in 0..<count {
          unsafe encoder.encode(colors.pixel(lane), to: output + lane &* step)
        }
        return
      }
    }
  }

  /// Copies pixels of the same columns and row.
  private func copy(
    _ picture: Bitmap, _ columns: Range<Int>, row: Int, into output: UnsafeMutableRawPointer
  ) {
    unsafe copy(picture, columns.count, column: columns.lowerBound, row: row, into: output)
  }

  private func copy(
    _ picture: Bitmap, _ count: Int, column: Int, row: Int, step: Int = 1,
    into output: UnsafeMutableRawPointer
  ) {
    unsafe picture.copy(
      count, column: column, row: row, step: step, depth: format.depth, into: output)
    if format.hasAlpha { unsafe clearUncovered(count, output) }
  }

  /// Clears the color of pixels without coverage: computed ones have none either.
  private func clearUncovered(_ count: Int, _ pixels: UnsafeMutableRawPointer) {
    func clear<Word: FixedWidthInteger>(_ type: Word.Type) {
      let words = unsafe pixels.assumingMemoryBound(to: type)
      let alpha = Word(littleEndian: ~(~0 >> (Word.bitWidth / 4)))
      for i in 0..<count where unsafe words[i] & alpha == 0 { unsafe words[i] = 0 }
    }
    switch format.depth {
    case .eight: clear(UInt32.self)
    case .sixteen: clear(UInt64.self)
    }
  }

  /// Stores a run of a row that is a picture's, moved or mirrored:
  ///
  ///     columns  |-- beyond --|-- edge --|-------- inside --------|-- edge --|-- beyond --|
  ///     pixels       copied     computed    copied or looked up     computed     copied
  ///
  /// A pixel on an edge lies partly on the picture. Pixels between two of the picture's, side by
  /// side or one above the other, are looked up; without a table for them the whole run is
  /// computed.
  private func copy(
    _ name: Run.Picture, from start: Point, step: Int, beyond: Run.Picture,
    _ columns: Range<Int>, row: Int, into output: UnsafeMutableRawPointer
  ) {
    let size = format.bytesPerPixel
    func fill(_ part: Range<Int>, _ store: (UnsafeMutableRawPointer) -> Void) {
      if !part.isEmpty { unsafe store(output + (part.lowerBound - columns.lowerBound) * size) }
    }
    func compute(_ part: Range<Int>) {
      unsafe fill(part) {
        unsafe self.compute(part, row: row, y: Float(source.height - row) - 0.5, into: $0)
      }
    }
    func copyBeyond(_ part: Range<Int>) {
      let picture = beyond == .source ? source : target
      unsafe fill(part) { unsafe copy(picture, part, row: row, into: $0) }
    }
    guard let picture = bitmap(name), picture.format == source.format, beyond != .own,
      let (x, y, u, v) = picture.upperLeftPixel(of: start), u == 0 || v == 0
    else { return compute(columns) }
    let table = u + v == 0 ? nil : table(for: .mix(max(u, v)))
    guard u + v == 0 || table != nil else { return compute(columns) }
    // The first pixel shows that in column x and row y, mixed with the one to its right or below
    // it.
    let (right, below) = (u > 0 ? 1 : 0, v > 0 ? 1 : 0)
    guard y + below >= 0, y < picture.height else { return copyBeyond(columns) }
    guard y >= 0, y + below < picture.height else { return compute(columns) }
    // The column of the frame that shows the picture's first column, or its last one if mirrored.
    let first = columns.lowerBound + (step > 0 ? -x : x - (picture.width - 1 - right))
    func limited(_ column: Int) -> Int { min(max(column, columns.lowerBound), columns.upperBound) }
    let inside = limited(first)..<limited(first + picture.width - right)
    let touched = limited(first - right)..<limited(first + picture.width)
    copyBeyond(columns.lowerBound..<touched.lowerBound)
    compute(touched.lowerBound..<inside.lowerBound)
    unsafe fill(inside) { output in
      let column = x + step * (inside.lowerBound - columns.lowerBound)
      guard let table else {
        return unsafe copy(picture, inside.count, column: column, row: y, step: step, into: output)
      }
      let pixel = unsafe picture.address(column: column, row: y)
      let other = unsafe picture.address(column: column + right, row: y + below)
      unsafe store(inside, row: row, into: output) {
        unsafe table.blend(pixel, other, pixels: inside.count, step: step, into: $0)
      }
    }
    compute(inside.upperBound..<touched.upperBound)
    copyBeyond(touched.upperBound..<columns.upperBound)
  }
}
