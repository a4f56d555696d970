/// What a JPEG XL file says of its picture and libvips does not pass on: ISO/IEC 18181-1 and -2.
struct JPEGXLHeader {
  /// Whether there may be more than one frame.
  let isAnimated: Bool

  /// What a bare codestream and a container begin with.
  static let signatures: [[UInt8]] = [
    [0xFF, 0x0A],
    [0, 0, 0, 0x0C] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A],
  ]

  /// Reads the start of the codestream; `nil` if the bytes are not those of a JPEG XL file.
  ///
  /// - Parameter read: gives so many bytes from an offset, or fewer at the end of the file.
  init?(read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    guard let start = Self.codestream(read) else { return nil }
    let bytes = read(start, 64)
    guard bytes.starts(with: Self.signatures[0]) else { return nil }
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

  /// Where the codestream begins: at once, or in one of the first boxes of a container.
  private static func codestream(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Int? {
    let container = Self.signatures[1]
    guard read(0, container.count) == container else { return 0 }
    var offset = container.count
    for _ in 0..<100 {
      let head = read(offset, 16)
      guard head.count == 16 else { return nil }
      func number(_ bytes: Range<Int>) -> UInt64 {
        head[bytes].reduce(0) { $0 << 8 | UInt64($1) }
      }
      let isLong = number(0..<4) == 1
      let content = offset + (isLong ? 16 : 8)
      switch Array(head[4..<8]) {
      case Array("jxlc".utf8): return content
      // A part of the codestream, after its number.
      case Array("jxlp".utf8): return content + 4
      default: break
      }
      let size = isLong ? number(8..<16) : number(0..<4)
      // No file is as long as numbers of 64 bits say.
      guard size >= 8, size < 1 << 48 else { return nil }
      offset += Int(size)
    }
    return nil
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
