/// Makes the bytes of a kernel's rows: copies and looks up what the kernel knows beforehand, and has
/// it compute the rest.
struct RowRenderer<Kernel: PixelKernel>: Sendable {
  private let kernel: Kernel
  private let source: Bitmap
  private let target: Bitmap
  private let own: Bitmap?
  /// How the pixels that are stored lie in memory.
  private let format: PixelFormat
  private let encoder: PixelEncoder
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
    tables = BlendTable.tables(for: blends, source, depth: format.depth)
  }

  /// Stores a part of a row. The bytes suffice for the columns.
  func render(columns: Range<Int>, row: Int, into output: UnsafeMutableRawPointer) {
    let (y, step) = (Float(source.height - row) - 0.5, format.bytesPerPixel)
    var column = columns.lowerBound
    var output = unsafe output
    while column < columns.upperBound {
      let rest = columns.upperBound - column
      // Fewer than four pixels are computed sooner than asked for.
      guard rest >= 4 else {
        return unsafe compute(column..<columns.upperBound, y: y, into: output)
      }
      let run = kernel.run(at: Point(x: Float(column) + 0.5, y: y))
      var end = column + min(run.count, rest)
      switch run.fill {
      case .source: unsafe copy(source, column..<end, row: row, into: output)
      case .target: unsafe copy(target, column..<end, row: row, into: output)
      case .blend(let blend):
        guard let table = table(for: blend) else { fallthrough }
        unsafe table.blend(
          source.address(column: column, row: row), target.address(column: column, row: row),
          samples: (end - column) * format.channels, into: output)
      case .computed:
        // In whole fours, which can be stored together.
        end = column + min((run.count + 3) & ~3, rest)
        // The next row is likely to be computed there, too, and too far away to be foreseen.
        source.prefetch(column..<end, row: row + 1)
        target.prefetch(column..<end, row: row + 1)
        unsafe compute(column..<end, y: y, into: output)
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
        for place in 0..<count {
          unsafe encoder.encode(colors.pixel(place), to: output + place &* step)
        }
        return
      }
    }
  }

  /// Copies pixels to the same places.
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

  /// Copies a row of a picture that has been moved or mirrored. Pixels across its border are
  /// computed, and so is what lies between pixels if there is no table for it.
  private func copy(
    _ name: Run.Picture, from start: Point, step: Int, beyond: Run.Picture,
    _ columns: Range<Int>, row: Int, into output: UnsafeMutableRawPointer
  ) {
    let size = format.bytesPerPixel
    func fill(_ part: Range<Int>, _ store: (UnsafeMutableRawPointer) -> Void) {
      if !part.isEmpty { unsafe store(output + (part.lowerBound - columns.lowerBound) * size) }
    }
    func compute(_ part: Range<Int>) {
      unsafe fill(part) { unsafe self.compute(part, y: Float(source.height - row) - 0.5, into: $0) }
    }
    func ground(_ part: Range<Int>) {
      let picture = beyond == .source ? source : target
      unsafe fill(part) { unsafe copy(picture, part, row: row, into: $0) }
    }
    guard let picture = bitmap(name), picture.format == source.format, beyond != .own,
      let (x, y, u, v) = picture.place(of: start), u == 0 || v == 0
    else { return compute(columns) }
    let table = u + v == 0 ? nil : table(for: .mix(max(u, v)))
    guard u + v == 0 || table != nil else { return compute(columns) }
    // A pixel shows that in column x, and the one to its right or below if it lies between the two.
    let (right, below) = (u > 0 ? 1 : 0, v > 0 ? 1 : 0)
    guard y + below >= 0, y < picture.height else { return ground(columns) }
    guard y >= 0, y + below < picture.height else { return compute(columns) }
    let first = columns.lowerBound + (step > 0 ? -x : x - (picture.width - 1 - right))
    func column(_ place: Int) -> Int { min(max(place, columns.lowerBound), columns.upperBound) }
    let inside = column(first)..<column(first + picture.width - right)
    let touched = column(first - right)..<column(first + picture.width)
    ground(columns.lowerBound..<touched.lowerBound)
    compute(touched.lowerBound..<inside.lowerBound)
    unsafe fill(inside) { output in
      let column = x + step * (inside.lowerBound - columns.lowerBound)
      guard let table else {
        return unsafe copy(picture, inside.count, column: column, row: y, step: step, into: output)
      }
      let pixel = unsafe picture.address(column: column, row: y)
      let other = unsafe picture.address(column: column + right, row: y + below)
      unsafe table.blend(pixel, other, pixels: inside.count, step: step, into: output)
    }
    compute(inside.upperBound..<touched.upperBound)
    ground(touched.upperBound..<columns.upperBound)
  }
}
