internal import TransitionKit
private import TransitionLibC

/// The part of a frame that is not as in the frame before.
struct FrameChange {
  /// The column of its left edge, which is even.
  let x: Int
  /// The row of its top edge, which is even.
  let y: Int
  /// The pixels of the change; transparent where a block in it is as before, if frames have no
  /// alpha.
  let frame: Frame
  /// Whether the frame before is to be seen through it.
  let isPartial: Bool

  /// The pixels across, and down, of what lossy WebP encodes as one.
  private static let side = 16

  /// Compares a frame, sample for sample, with the one before it, of its size and format; all of it
  /// is new if there is none.
  init(of picture: Bitmap, since before: Bitmap?) {
    guard let before else {
      (x, y, isPartial) = (0, 0, false)
      frame = Frame(showing: picture)
      return
    }
    let (columns, rows) = Self.changed(picture, before)
    (x, y) = (columns.lowerBound, rows.lowerBound)
    let (across, down) = (Self.blocks(columns.count), Self.blocks(rows.count))
    var isNew = [Bool](repeating: false, count: across * down)
    for row in rows {
      let first = (row - y) / Self.side * across
      for block in 0..<across where !isNew[first + block] {
        let start = x + block * Self.side
        let part = start..<min(start + Self.side, columns.upperBound)
        isNew[first + block] = Self.differ(picture, before, part, row)
      }
    }
    isPartial = !picture.format.hasAlpha && isNew.contains(false)
    guard isPartial else {
      frame = Self.whole(picture, columns, rows)
      return
    }
    frame = Self.partial(picture, columns, rows) { [isNew, x, y] column, row in
      isNew[(row - y) / Self.side * across + (column - x) / Self.side]
    }
  }

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

  /// A part of a picture.
  private static func whole(_ picture: Bitmap, _ columns: Range<Int>, _ rows: Range<Int>) -> Frame {
    unsafe Frame(width: columns.count, height: rows.count, format: picture.format) {
      part, row, output in
      unsafe output.copyMemory(
        from: picture.address(
          column: columns.lowerBound + part.lowerBound, row: rows.lowerBound + row),
        byteCount: part.count * picture.format.bytesPerPixel)
    }
  }

  /// A part of an opaque picture, transparent but for some of its pixels.
  private static func partial(
    _ picture: Bitmap, _ columns: Range<Int>, _ rows: Range<Int>,
    isOpaque: @escaping @Sendable (_ column: Int, _ row: Int) -> Bool
  ) -> Frame {
    let depth = picture.format.depth
    let format = PixelFormat(depth: depth, hasAlpha: true)
    return unsafe Frame(width: columns.count, height: rows.count, format: format) {
      part, row, output in
      let row = rows.lowerBound + row
      func fill<Sample: FixedWidthInteger>(_ type: Sample.Type) {
        var output = unsafe output.assumingMemoryBound(to: type)
        for column in part {
          let column = columns.lowerBound + column
          let pixel = unsafe picture.address(column: column, row: row)
            .assumingMemoryBound(to: type)
          for channel in 0..<3 { unsafe output[channel] = pixel[channel] }
          unsafe output[3] = isOpaque(column, row) ? .max : 0
          unsafe output += 4
        }
      }
      switch depth {
      case .eight: fill(UInt8.self)
      case .sixteen: fill(UInt16.self)
      }
    }
  }
}
