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
    let (across, down) = (Self.blocks(picture.width), Self.blocks(picture.height))
    var isNew = [Bool](repeating: false, count: across * down)
    for row in 0..<picture.height {
      for block in 0..<across where !isNew[row / Self.side * across + block] {
        isNew[row / Self.side * across + block] = Self.differs(picture, before, row, block)
      }
    }
    let changed = isNew.indices.filter { isNew[$0] }
    let columns = Self.pixels(changed.map { $0 % across }, of: picture.width)
    let rows = Self.pixels(changed.map { $0 / across }, of: picture.height)
    (x, y) = (columns.lowerBound, rows.lowerBound)
    let count = Self.blocks(columns.count) * Self.blocks(rows.count)
    isPartial = !picture.format.hasAlpha && changed.count < count
    guard isPartial else {
      frame = Self.whole(picture, columns, rows)
      return
    }
    frame = Self.partial(picture, columns, rows) { [isNew] column, row in
      isNew[row / Self.side * across + column / Self.side]
    }
  }

  private static func blocks(_ pixels: Int) -> Int { (pixels + side - 1) / side }

  /// The pixels from the first of some blocks to the last one; a frame has at least one.
  private static func pixels(_ blocks: [Int], of count: Int) -> Range<Int> {
    let (first, last) = (blocks.min() ?? 0, blocks.max() ?? 0)
    return first * side..<min((last + 1) * side, count)
  }

  /// Whether two pictures differ in a row of a block.
  private static func differs(_ a: Bitmap, _ b: Bitmap, _ row: Int, _ block: Int) -> Bool {
    let column = block * side
    let bytes = min(side, a.width - column) * a.format.bytesPerPixel
    return unsafe memcmp(
      a.address(column: column, row: row), b.address(column: column, row: row), bytes) != 0
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
