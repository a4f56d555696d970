extension Frame {
  /// The frame with samples of 8 bits, dithered if it has more.
  ///
  /// A sample is rounded up or down according to its position in a tile of blue noise, so that slow
  /// changes of color show no rings, and frames depend on nothing but themselves. The noise is half
  /// a code at most: samples that 8 bits can hold stay as they are.
  public func dithered() -> Frame {
    guard format.depth == .sixteen else { return self }
    let format = format.with(depth: .eight)
    return unsafe Frame(width: width, height: height, format: format) { columns, row, output in
      unsafe DitherTile.shared.reduce(
        pixels: columns.count, format, column: columns.lowerBound, row: row, into: output
      ) { unsafe fill(columns, row, $0) }
    }
  }
}
