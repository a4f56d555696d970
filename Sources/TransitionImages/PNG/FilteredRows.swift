internal import TransitionKit

/// The rows of a frame as PNG compresses them, strip by strip: samples big-endian, a filter type
/// before each row.
struct FilteredRows {
  /// The differences that are stored instead of samples, by PNG's numbers.
  enum Filter: UInt8 {
    /// The samples themselves: letters and patterns are the same bytes wherever they stand.
    case none = 0
    /// Differences to the nearest of three neighbors. On photographs the choice of a filter for
    /// each row, by the sum of its differences, takes it nearly always.
    case paeth = 4
  }

  /// Rows drawn and filtered at a time: few enough to stay in the cache for the compressor, enough
  /// to find most of what repeats.
  private static let stripBytes = 1 << 18
  /// Rows are loaded and stored in whole vectors, and have one of zeros before them, where the
  /// pixel left of the first is read.
  private static let vector = 16

  private let frame: Frame
  private let rowBytes: Int
  private let rowsPerStrip: Int
  /// The bytes from one row of samples to the next.
  private let pitch: Int
  /// The row above the strip and its own rows, each after a vector of zeros.
  private var samples: [UInt8]
  private var rowCount = 0
  /// The rows that are not drawn yet.
  private var rows: Range<Int>
  /// The filtered strip, and room for more.
  private(set) var bytes: [UInt8]

  /// The bytes of the strip.
  var count: Int { rowCount * (rowBytes + 1) }

  /// - Parameters:
  ///   - frame: the picture.
  ///   - rows: some of its rows.
  init(_ frame: Frame, _ rows: Range<Int>) {
    self.frame = frame
    self.rows = rows
    rowBytes = frame.width * frame.format.bytesPerPixel
    rowsPerStrip = min(max(1, Self.stripBytes / (rowBytes + 1)), rows.count)
    pitch = Self.vector + (rowBytes + Self.vector - 1) / Self.vector * Self.vector
    samples = Array(repeating: 0, count: (rowsPerStrip + 1) * pitch)
    bytes = Array(repeating: 0, count: rowsPerStrip * (rowBytes + 1) + Self.vector)
    if rows.lowerBound > 0 { draw(rows.lowerBound - 1, to: 0) }
  }

  /// Draws the next strip and applies Paeth's filter.
  ///
  /// - Returns: whether there was one.
  mutating func drawNext() -> Bool {
    if rowCount > 0 {
      unsafe samples.withUnsafeMutableBytes { samples in
        unsafe samples.copyMemory(from: UnsafeRawBufferPointer(rebasing: samples.suffix(pitch)))
      }
    }
    rowCount = min(rowsPerStrip, rows.count)
    for (index, y) in rows.prefix(rowCount).enumerated() { draw(y, to: index + 1) }
    apply(.paeth)
    rows.removeFirst(rowCount)
    return rowCount > 0
  }

  private mutating func draw(_ y: Int, to index: Int) {
    let start = index * pitch + Self.vector
    unsafe samples.withUnsafeMutableBytes { samples in
      let row = unsafe UnsafeMutableRawBufferPointer(rebasing: samples[start...].prefix(rowBytes))
      var bytes = unsafe row.mutableBytes
      frame.render(columns: 0..<frame.width, row: y, into: &bytes)
      guard frame.format.depth == .sixteen else { return }
      let words = unsafe row.assumingMemoryBound(to: UInt16.self)
      for i in 0..<words.count { unsafe words[i] = words[i].bigEndian }
    }
  }

  /// Filters the strip, however it is filtered now.
  mutating func apply(_ filter: Filter) {
    let step = frame.format.bytesPerPixel
    unsafe samples.withUnsafeBytes { samples in
      unsafe bytes.withUnsafeMutableBytes { bytes in
        for index in 0..<rowCount {
          let offset = index * (rowBytes + 1)
          unsafe bytes[offset] = filter.rawValue
          for i in stride(from: 0, to: rowBytes, by: Self.vector) {
            let above = index * pitch + Self.vector + i
            func load(_ offset: Int) -> SIMD16<UInt8> {
              unsafe samples.loadUnaligned(fromByteOffset: offset, as: SIMD16.self)
            }
            var vector = load(above + pitch)
            if filter == .paeth {
              vector = Self.difference(
                vector, left: load(above + pitch - step), above: load(above),
                aboveLeft: load(above - step))
            }
            unsafe bytes.storeBytes(
              of: vector, toByteOffset: offset + 1 + i, as: SIMD16<UInt8>.self)
          }
        }
      }
    }
  }

  /// The differences of samples from the Paeth prediction of their neighbors, all in bytes.
  ///
  /// The prediction is the neighbor nearest to `left + above - aboveLeft`. That is never
  /// `aboveLeft` unless it lies between both others; and if it does, its distance is the difference
  /// of theirs.
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
