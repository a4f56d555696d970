/// Pictures made of others.
extension Bitmap {
  /// A picture that lies in another one.
  public struct Part: Sendable {
    /// Its pixels.
    public let bitmap: Bitmap
    /// The column of its top left pixel; the part may reach beyond the edges.
    public let column: Int
    /// The row of its top left pixel, counted from the top.
    public let row: Int

    /// Makes a part.
    public init(_ bitmap: Bitmap, column: Int, row: Int) {
      self.bitmap = bitmap
      self.column = column
      self.row = row
    }
  }

  /// Makes a picture of parts on a color. Pixels are copied as they are: alpha is not mixed.
  ///
  /// - Parameters:
  ///   - parts: pictures of no greater depth, and of no alpha if the format has none. Later ones
  ///     hide those before them.
  ///   - color: the color of all else.
  ///   - width: pixels across, at least 1.
  ///   - height: pixels down, at least 1.
  ///   - format: the layout of the pixels in memory.
  ///   - workingSpace: the scale on which filters see them.
  /// - Returns: the one part itself, without a copy, if it is the whole picture in its format.
  public static func composed(
    of parts: [Part], over color: Color, width: Int, height: Int, format: PixelFormat,
    workingSpace: WorkingSpace
  ) -> Bitmap {
    precondition(parts.allSatisfy { $0.bitmap.format.depth <= format.depth })
    precondition(parts.allSatisfy { format.hasAlpha || !$0.bitmap.format.hasAlpha })
    func isWhole(_ part: Part) -> Bool {
      part.columns(width) == 0..<width && part.rows(height) == 0..<height
    }
    if parts.count == 1, let part = parts.first, isWhole(part), part.bitmap.format == format,
      (part.bitmap.width, part.bitmap.height) == (width, height)
    {
      return part.bitmap.reading(in: workingSpace)
    }
    let backdrop =
      parts.contains(where: isWhole)
      ? nil : Bitmap(filledWith: color, width: width, height: 1, format: format)
    return unsafe Frame(width: width, height: height, format: format) { columns, row, output in
      unsafe backdrop?.copy(
        columns.count, column: columns.lowerBound, row: 0, depth: format.depth, into: output)
      for part in parts where part.rows(height).contains(row) {
        let own = part.columns(width).clamped(to: columns)
        guard !own.isEmpty else { continue }
        unsafe part.bitmap.copy(
          own.count, column: own.lowerBound - part.column, row: row - part.row, as: format,
          into: output + (own.lowerBound - columns.lowerBound) * format.bytesPerPixel)
      }
    }.bitmap(workingSpace: workingSpace)
  }

  /// Stores pixels of a row in a format that has at least as much.
  private func copy(
    _ count: Int, column: Int, row: Int, as other: PixelFormat,
    into output: UnsafeMutableRawPointer
  ) {
    guard other.hasAlpha, !format.hasAlpha else {
      return unsafe copy(count, column: column, row: row, depth: other.depth, into: output)
    }
    let input = unsafe address(column: column, row: row)
    @inline(__always) func addAlpha<Old: FixedWidthInteger, New: FixedWidthInteger>(
      _ old: Old.Type, _ new: New.Type, _ factor: New
    ) {
      let samples = unsafe input.assumingMemoryBound(to: old)
      let pixels = unsafe output.assumingMemoryBound(to: new)
      for pixel in 0..<count {
        for channel in 0..<3 {
          unsafe pixels[4 &* pixel &+ channel] =
            New(truncatingIfNeeded: samples[3 &* pixel &+ channel]) &* factor
        }
        unsafe pixels[4 &* pixel &+ 3] = .max
      }
    }
    switch (format.depth, other.depth) {
    case (.eight, .eight): addAlpha(UInt8.self, UInt8.self, 1)
    case (.eight, .sixteen): addAlpha(UInt8.self, UInt16.self, 257)
    default: addAlpha(UInt16.self, UInt16.self, 1)
    }
  }
}

extension Bitmap.Part {
  /// The columns that it covers of a picture.
  fileprivate func columns(_ width: Int) -> Range<Int> {
    (column..<column + bitmap.width).clamped(to: 0..<width)
  }

  /// The rows that it covers of a picture.
  fileprivate func rows(_ height: Int) -> Range<Int> {
    (row..<row + bitmap.height).clamped(to: 0..<height)
  }
}
