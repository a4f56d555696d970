/// Whether a JPEG XL file is animated, which libvips 8.14 does not tell: it shows the last frame.
/// ISO/IEC 18181-1 and -2.
///
/// A file is a codestream, or boxes that hold the parts of one. These are the first fields of a
/// codestream, in bits from the lowest of each byte:
///
///     16  FF 0A
///         size: 1 bit, whether it is small; the height; 3 bits, the shape, 0 if the width follows
///     1   all is as usual, and nothing follows
///     1   further fields follow
///     3   orientation
///     1   a size to be shown in follows
///     1   the size of a preview follows
///     1   the picture is animated
struct JPEGXLHeader: FormatHeader {
  /// Whether there may be more than one frame.
  private let isAnimated: Bool

  private static let start: [UInt8] = [0xFF, 0x0A]
  /// More bytes than the fields take.
  private static let headerBytes = 64

  init?(read: @escaping FileReader) {
    let isBare = read(0, 2) == Self.start
    let bytes = isBare ? read(0, Self.headerBytes) : Self.codestream(read)
    guard bytes.starts(with: Self.start) else {
      isAnimated = true
      return
    }
    var bits = Bits(bytes: Array(bytes.dropFirst(2)))
    bits.skipSize(small: [5], large: [9, 13, 18, 30])
    let isUsual = bits.next(1) == 1
    guard !isUsual, bits.next(1) == 1 else {
      isAnimated = false
      return
    }
    _ = bits.next(3)
    if bits.next(1) == 1 { bits.skipSize(small: [5], large: [9, 13, 18, 30]) }
    if bits.next(1) == 1 { bits.skipSize(small: [0, 0, 5, 9], large: [6, 8, 10, 12]) }
    isAnimated = bits.next(1) == 1
  }

  /// The start of the codestream, which may be in parts, each after its number.
  private static func codestream(_ read: @escaping FileReader) -> [UInt8] {
    var bytes: [UInt8] = []
    for box in ISOBoxes(read) where ["jxlc", "jxlp"].contains(box.kind) {
      let start = box.content.lowerBound + (box.kind == "jxlp" ? 4 : 0)
      bytes += read(start, min(headerBytes - bytes.count, max(0, box.content.upperBound - start)))
      if bytes.count == headerBytes { break }
    }
    return bytes
  }

  func defect(of picture: Picture) -> String? {
    // Loaders that know of its frames count them.
    isAnimated && picture.pages == nil
      ? "an animated JPEG XL is not read: its decoder shows the last frame" : nil
  }

  /// Bits from the lowest of each byte; behind the last are zeros.
  private struct Bits {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next(_ count: Int) -> Int {
      var value = 0
      for bit in position..<position + count where bit / 8 < bytes.count {
        value |= Int(bytes[bit / 8] >> (bit % 8) & 1) << (bit - position)
      }
      position += count
      return value
    }

    /// Skips a height, and a width unless the shape gives it. Either is in one of some counts of
    /// bits, which two bits before it choose if there are several.
    mutating func skipSize(small: [Int], large: [Int]) {
      let counts = next(1) == 1 ? small : large
      func skipSide(_ bits: inout Bits) {
        _ = bits.next(counts.count == 1 ? counts[0] : counts[bits.next(2)])
      }
      skipSide(&self)
      if next(3) == 0 { skipSide(&self) }
    }
  }
}
