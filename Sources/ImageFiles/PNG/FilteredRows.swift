internal import TransitionKit

/// The rows of a frame as PNG compresses them: samples big-endian, filtered, a filter type before
/// each row.
///
/// All rows take the Paeth filter. On photographs the choice of a filter for each row, by the sum of
/// its differences, takes Paeth nearly always; and where a picture is flat or repeats its left or
/// upper neighbor, Paeth leaves zeros like the simpler filters.
struct FilteredRows {
  /// Rows drawn and filtered at a time: few enough to stay in the cache for the compressor.
  private static let stripBytes = 1 << 17
  /// Zeros before each row: where the pixel left of the first is read.
  private static let margin = 16
  /// Room after each row: vectors are stored whole.
  private static let vector = 16

  private let frame: Frame
  private let rowBytes: Int
  private let rowsPerStrip: Int
  private var rows: Range<Int>
  private var row: [UInt8]
  private var above: [UInt8]
  private var strip: [UInt8]

  /// - Parameters:
  ///   - frame: the picture.
  ///   - rows: some of its rows.
  init(_ frame: Frame, _ rows: Range<Int>) {
    self.frame = frame
    self.rows = rows
    rowBytes = frame.width * frame.format.bytesPerPixel
    rowsPerStrip = min(max(1, Self.stripBytes / (rowBytes + 1)), rows.count)
    row = Array(repeating: 0, count: Self.margin + rowBytes + Self.vector)
    above = row
    strip = Array(repeating: 0, count: rowsPerStrip * (rowBytes + 1) + Self.vector)
    if rows.lowerBound > 0 {
      draw(rows.lowerBound - 1)
      swap(&row, &above)
    }
  }

  /// Draws and filters the next strip.
  ///
  /// - Parameter body: takes its bytes, and whether it is the last one of the frame.
  /// - Returns: whether there was one.
  mutating func nextStrip(_ body: (Span<UInt8>, _ isLast: Bool) -> Void) -> Bool {
    let next = rows.prefix(rowsPerStrip)
    guard !next.isEmpty else { return false }
    for (index, y) in next.enumerated() {
      draw(y)
      filter(to: index * (rowBytes + 1))
      swap(&row, &above)
    }
    rows.removeFirst(next.count)
    body(
      strip.span.extracting(first: next.count * (rowBytes + 1)), next.upperBound == frame.height)
    return true
  }

  private mutating func draw(_ y: Int) {
    unsafe row.withUnsafeMutableBytes { row in
      let samples = unsafe UnsafeMutableRawBufferPointer(
        rebasing: row[Self.margin..<Self.margin + rowBytes])
      var bytes = unsafe samples.mutableBytes
      frame.render(columns: 0..<frame.width, row: y, into: &bytes)
      guard frame.format.depth == .sixteen else { return }
      let words = unsafe samples.assumingMemoryBound(to: UInt16.self)
      for i in 0..<words.count { unsafe words[i] = words[i].bigEndian }
    }
  }

  /// Stores the filter type and the differences of ``row`` to their predictions.
  private mutating func filter(to offset: Int) {
    typealias Vector = SIMD16<UInt8>
    let step = frame.format.bytesPerPixel
    unsafe row.withUnsafeBytes { row in
      unsafe above.withUnsafeBytes { above in
        unsafe strip.withUnsafeMutableBytes { strip in
          unsafe strip[offset] = 4
          for i in stride(from: 0, to: rowBytes, by: Self.vector) {
            let here = Self.margin + i
            let difference = unsafe Self.difference(
              row.loadUnaligned(fromByteOffset: here, as: Vector.self),
              left: row.loadUnaligned(fromByteOffset: here - step, as: Vector.self),
              above: above.loadUnaligned(fromByteOffset: here, as: Vector.self),
              aboveLeft: above.loadUnaligned(fromByteOffset: here - step, as: Vector.self))
            unsafe strip.storeBytes(of: difference, toByteOffset: offset + 1 + i, as: Vector.self)
          }
        }
      }
    }
  }

  /// What is left of samples after the Paeth prediction from their neighbors, all in bytes.
  ///
  /// The prediction is the neighbor nearest to `left + above - aboveLeft`. That is never `aboveLeft`
  /// unless it lies between both others; and if it does, its distance is the difference of theirs.
  @inline(__always)
  private static func difference(
    _ sample: SIMD16<UInt8>, left: SIMD16<UInt8>, above: SIMD16<UInt8>, aboveLeft: SIMD16<UInt8>
  ) -> SIMD16<UInt8> {
    let toLeft = distance(above, aboveLeft)
    let toAbove = distance(left, aboveLeft)
    let isBetween = (left .< aboveLeft) .^ (above .< aboveLeft)
    let toAboveLeft = SIMD16(repeating: 255)
      .replacing(with: distance(toLeft, toAbove), where: isBetween)
    let prediction = aboveLeft.replacing(with: above, where: toAbove .<= toAboveLeft)
      .replacing(with: left, where: (toLeft .<= toAbove) .& (toLeft .<= toAboveLeft))
    return sample &- prediction
  }

  @inline(__always)
  private static func distance(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
    (a &- b).replacing(with: b &- a, where: a .< b)
  }
}
