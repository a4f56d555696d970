internal import TransitionKit
private import TransitionLibC

/// The part of a frame that is not as in the frame before.
struct FrameChange {
  /// The columns of what differs, of which the first is even.
  private let columns: Range<Int>
  /// The rows of what differs, of which the first is even.
  private let rows: Range<Int>
  /// Whether a block of ``columns`` and ``rows`` differs, from left to right and then down.
  private let newBlocks: [Bool]
  private let picture: Bitmap

  /// The pixels across, and down, of what lossy WebP encodes as one.
  private static let side = 16

  /// Compares a frame, sample for sample, with the one before it, of its size and format; all of it
  /// is new if there is none.
  init(of picture: Bitmap, since before: Bitmap?) {
    self.picture = picture
    guard let before else {
      (columns, rows, newBlocks) = (0..<picture.width, 0..<picture.height, [])
      return
    }
    let (columns, rows) = Self.changed(picture, before)
    let (across, down) = (Self.blocks(columns.count), Self.blocks(rows.count))
    var newBlocks = [Bool](repeating: false, count: across * down)
    for row in rows {
      let first = (row - rows.lowerBound) / Self.side * across
      for block in 0..<across where !newBlocks[first + block] {
        let start = columns.lowerBound + block * Self.side
        let part = start..<min(start + Self.side, columns.upperBound)
        newBlocks[first + block] = Self.differ(picture, before, part, row)
      }
    }
    (self.columns, self.rows, self.newBlocks) = (columns, rows, newBlocks)
  }

  /// The column of its left edge, which is even.
  var x: Int { columns.lowerBound }

  /// The row of its top edge, which is even.
  var y: Int { rows.lowerBound }

  var width: Int { columns.count }

  var height: Int { rows.count }

  /// Whether the frame before is to be seen through it, where blocks are as they were: never if
  /// frames have alpha, of which that would be a mix.
  var isPartial: Bool { !picture.format.hasAlpha && newBlocks.contains(false) }

  private static func blocks(_ pixels: Int) -> Int { (pixels + side - 1) / side }

  /// The least rectangle with all that differs, its top left corner even; a pixel if nothing does.
  private static func changed(_ a: Bitmap, _ b: Bitmap) -> (columns: Range<Int>, rows: Range<Int>) {
    let rows = (0..<a.height).filter { differ(a, b, 0..<a.width, $0) }
    guard let top = rows.first, let bottom = rows.last else { return (0..<1, 0..<1) }
    var (left, right) = (a.width - 1, 0)
    for row in rows {
      while left > 0, differ(a, b, 0..<left, row) { left -= 1 }
      while right < a.width - 1, differ(a, b, right + 1..<a.width, row) { right += 1 }
    }
    return (left & ~1..<right + 1, top & ~1..<bottom + 1)
  }

  /// Whether two pictures differ in some columns of a row.
  private static func differ(_ a: Bitmap, _ b: Bitmap, _ columns: Range<Int>, _ row: Int) -> Bool {
    let column = columns.lowerBound
    return unsafe memcmp(
      a.address(column: column, row: row), b.address(column: column, row: row),
      columns.count * a.format.bytesPerPixel) != 0
  }

  /// Whether the block of a pixel is new; not if there is no such pixel in the change.
  private func isNew(_ column: Int, _ row: Int) -> Bool {
    guard columns.contains(column), rows.contains(row) else { return false }
    return newBlocks[(row - y) / Self.side * Self.blocks(width) + (column - x) / Self.side]
  }

  /// The pixels of the change, with those of blocks that are as before.
  var whole: Frame {
    unsafe Frame(width: width, height: height, format: picture.format) {
      [picture, x, y] part, row, output in
      unsafe output.copyMemory(
        from: picture.address(column: x + part.lowerBound, row: y + row),
        byteCount: part.count * picture.format.bytesPerPixel)
    }
  }

  /// The pixels of a partial change, transparent where a block is as before.
  var cutOut: Frame { pixels(hasAlpha: true) { ($0, $1) } }

  /// The alpha of ``cutOut``, over black.
  var stencil: Frame { pixels(hasAlpha: true) { _, _ in nil } }

  /// The pixels of a partial change, and where a block is as before what is nearest of those beside
  /// it, or black.
  ///
  /// A decoder smooths where lossy blocks meet: the border of one that is seen would show if the
  /// next, which is not, were unlike it.
  var filled: Frame {
    pixels(hasAlpha: false) { isNew($0, $1) ? ($0, $1) : neighbor($0, $1) }
  }

  /// The pixel of a block that is new, above, left, below or right of the block of another one,
  /// that is nearest to this one; `nil` if no such block is new.
  private func neighbor(_ column: Int, _ row: Int) -> (column: Int, row: Int)? {
    let left = column - (column - x) % Self.side
    let top = row - (row - y) % Self.side
    if isNew(column, top - 1) { return (column, top - 1) }
    if isNew(left - 1, row) { return (left - 1, row) }
    if isNew(column, top + Self.side) { return (column, top + Self.side) }
    return isNew(left + Self.side, row) ? (left + Self.side, row) : nil
  }

  /// The change with pixels from where a function of their places tells, without alpha or with that
  /// of what is new.
  private func pixels(
    hasAlpha: Bool,
    from source: @escaping @Sendable (_ column: Int, _ row: Int) -> (column: Int, row: Int)?
  ) -> Frame {
    let format = PixelFormat(depth: picture.format.depth, hasAlpha: hasAlpha)
    return unsafe Frame(width: width, height: height, format: format) { part, row, output in
      func fill<Sample: FixedWidthInteger>(_ type: Sample.Type) {
        var output = unsafe output.assumingMemoryBound(to: type)
        for column in part {
          let pixel = unsafe source(x + column, y + row).map { place in
            unsafe picture.address(column: place.column, row: place.row)
              .assumingMemoryBound(to: type)
          }
          for channel in 0..<3 { unsafe output[channel] = pixel?[channel] ?? 0 }
          if hasAlpha { unsafe output[3] = isNew(x + column, y + row) ? .max : 0 }
          unsafe output += hasAlpha ? 4 : 3
        }
      }
      switch format.depth {
      case .eight: fill(UInt8.self)
      case .sixteen: fill(UInt16.self)
      }
    }
  }
}
