internal import TransitionKit

/// The rows of a frame as PNG compresses them, strip by strip: samples big-endian, a filter type
/// before each row.
///
/// There are two choices for a strip: the Paeth filter, which on photographs has the smallest
/// differences in nearly every row and leaves zeros where a picture is flat, and no filter, which
/// leaves letters and patterns the same wherever they stand.
struct FilteredRows {
  /// Rows drawn and filtered at a time: few enough to stay in the cache for the compressor, enough
  /// to find most repetition within them.
  private static let stripBytes = 1 << 18
  /// Rows are loaded and stored in whole vectors.
  private static let vector = 16
  /// Zeros before each row: where the pixel left of the first is read.
  private static let margin = 16

  private let frame: Frame
  private let rowBytes: Int
  private let rowsPerStrip: Int
  /// The rows not yet drawn.
  private var rows: Range<Int>
  /// From the start of a row's samples to that of the next one's.
  private let pitch: Int
  /// The row above the strip, and its rows, each after its margin.
  private var samples: [UInt8]
  private var rowCount = 0

  /// The bytes of the strip.
  var count: Int { rowCount * (rowBytes + 1) }
  /// Whether the strip is the last one of the frame.
  var isLast: Bool { rows.lowerBound == frame.height }
  /// The strip with Paeth's filter, and room for a vector.
  private(set) var filtered: [UInt8]
  /// The strip without a filter, if ``copyPlain()`` made it.
  private(set) var plain: [UInt8] = []

  /// - Parameters:
  ///   - frame: the picture.
  ///   - rows: some of its rows.
  init(_ frame: Frame, _ rows: Range<Int>) {
    self.frame = frame
    self.rows = rows
    rowBytes = frame.width * frame.format.bytesPerPixel
    rowsPerStrip = min(max(1, Self.stripBytes / (rowBytes + 1)), rows.count)
    pitch = Self.margin + (rowBytes + Self.vector - 1) / Self.vector * Self.vector
    samples = Array(repeating: 0, count: (rowsPerStrip + 1) * pitch)
    filtered = Array(repeating: 0, count: rowsPerStrip * (rowBytes + 1) + Self.vector)
    if rows.lowerBound > 0 { draw(rows.lowerBound - 1, to: 0) }
  }

  /// Draws and filters the next strip.
  ///
  /// - Returns: whether there was one.
  mutating func drawNext() -> Bool {
    let last = rowCount * pitch
    for i in 0..<pitch where last > 0 { samples[i] = samples[last + i] }
    rowCount = min(rowsPerStrip, rows.count)
    for index in 0..<rowCount {
      draw(rows.lowerBound + index, to: index + 1)
      filter(index)
    }
    rows.removeFirst(rowCount)
    return rowCount > 0
  }

  private mutating func draw(_ y: Int, to index: Int) {
    let start = index * pitch + Self.margin
    unsafe samples.withUnsafeMutableBytes { bytes in
      let row = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + rowBytes])
      var samples = unsafe row.mutableBytes
      frame.render(columns: 0..<frame.width, row: y, into: &samples)
      guard frame.format.depth == .sixteen else { return }
      let words = unsafe row.assumingMemoryBound(to: UInt16.self)
      for i in 0..<words.count { unsafe words[i] = words[i].bigEndian }
    }
  }

  /// Makes ``plain``.
  mutating func copyPlain() {
    plain.removeAll(keepingCapacity: true)
    for index in 1..<rowCount + 1 {
      plain.append(0)
      plain += samples[index * pitch + Self.margin..<index * pitch + Self.margin + rowBytes]
    }
  }

  /// Stores the filter type and the differences of a row to their predictions.
  private mutating func filter(_ index: Int) {
    typealias Vector = SIMD16<UInt8>
    let (step, pitch, rowBytes) = (frame.format.bytesPerPixel, pitch, rowBytes)
    let offset = index * (rowBytes + 1)
    unsafe samples.withUnsafeBytes { samples in
      unsafe filtered.withUnsafeMutableBytes { filtered in
        unsafe filtered[offset] = 4
        for i in stride(from: 0, to: rowBytes, by: Self.vector) {
          let above = index * pitch + Self.margin + i
          let here = above + pitch
          let difference = unsafe Self.difference(
            samples.loadUnaligned(fromByteOffset: here, as: Vector.self),
            left: samples.loadUnaligned(fromByteOffset: here - step, as: Vector.self),
            above: samples.loadUnaligned(fromByteOffset: above, as: Vector.self),
            aboveLeft: samples.loadUnaligned(fromByteOffset: above - step, as: Vector.self))
          unsafe filtered.storeBytes(of: difference, toByteOffset: offset + 1 + i, as: Vector.self)
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
