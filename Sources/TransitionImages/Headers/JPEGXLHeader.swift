/// What a JPEG XL file says of its picture and libvips does not pass on: ISO/IEC 18181-1 and -2.
struct JPEGXLHeader: FormatHeader {
  /// Whether there may be more than one frame.
  private let isAnimated: Bool

  /// What a bare codestream and a container begin with.
  static let signatures: [[UInt8]] = [
    [0xFF, 0x0A],
    [0, 0, 0, 0x0C] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A],
  ]

  init?(read: @escaping FileReader) {
    let isCodestream = read(0, 2) == Self.signatures[0]
    let bytes = isCodestream ? read(0, Self.headerBytes) : Self.codestream(read)
    guard bytes.starts(with: Self.signatures[0]) else {
      // It cannot be told.
      isAnimated = true
      return
    }
    var bits = Bits(bytes: bytes.dropFirst(2))
    bits.skipSize()
    // Most pictures are as usual, and say no more.
    guard !bits.flag(), bits.flag() else {
      isAnimated = false
      return
    }
    // How the picture is turned.
    _ = bits.next(3)
    if bits.flag() { bits.skipSize() }
    if bits.flag() { bits.skipPreview() }
    isAnimated = bits.flag()
  }

  /// What the header takes at most, and more.
  private static let headerBytes = 64

  /// The start of the codestream, which may be in parts, each after its number.
  private static func codestream(_ read: @escaping FileReader) -> [UInt8] {
    var bytes: [UInt8] = []
    for box in ISOBoxes(read) where ["jxlc", "jxlp"].contains(box.kind) {
      let start = box.content.lowerBound + (box.kind == "jxlp" ? 4 : 0)
      let count = min(headerBytes - bytes.count, max(0, box.content.upperBound - start))
      bytes += read(start, count)
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
    private let bytes: [UInt8]
    private var place = 0

    init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    mutating func next(_ count: Int) -> Int {
      var value = 0
      for bit in 0..<count {
        if place / 8 < bytes.count { value |= Int(bytes[place / 8] >> (place % 8) & 1) << bit }
        place += 1
      }
      return value
    }

    mutating func flag() -> Bool { next(1) == 1 }

    mutating func skipSize() { skipSides(small: [5], large: [9, 13, 18, 30]) }

    mutating func skipPreview() { skipSides(small: [0, 0, 5, 9], large: [6, 8, 10, 12]) }

    /// Skips a height, and a width if that is not a usual multiple of it; each is stored in one of
    /// some counts of bits.
    private mutating func skipSides(small: [Int], large: [Int]) {
      let counts = flag() ? small : large
      skip(counts)
      if next(3) == 0 { skip(counts) }
    }

    private mutating func skip(_ counts: [Int]) {
      _ = next(counts.count == 1 ? counts[0] : counts[next(2)])
    }
  }
}
