/// How many pixels a picture has that the code of AV1 or HEVC announces.
///
/// A HEIC or AVIF file tells its size, too, but a decoder believes the code alone.
enum CodedPixels {
  /// Bytes that hold it, wherever among them it is.
  static let most = 512

  /// Reads the content of a sequence header, an OBU of AV1 (AV1 specification, 5.5).
  ///
  /// - Returns: the pixels of the largest frame; `nil` if the bytes end before it.
  static func av1(_ bytes: ArraySlice<UInt8>) -> Int? {
    var bits = BitReader(bytes)
    // The profile, and whether it is a still picture.
    bits.skip(4)
    if bits.flag() {
      bits.skip(5)
    } else {
      var lengthOfDelays = 0
      let hasTimes = bits.flag()
      if hasTimes {
        bits.skip(64)
        if bits.flag() { _ = bits.exponential() }
        if bits.flag() {
          lengthOfDelays = bits.number(5) + 1
          bits.skip(32 + 5 + 5)
        }
      }
      let hasFirstDelays = bits.flag()
      for _ in 0...bits.number(5) {
        bits.skip(12)
        // Higher levels have tiers.
        if bits.number(5) > 7 { bits.skip(1) }
        if lengthOfDelays > 0, bits.flag() { bits.skip(2 * lengthOfDelays + 1) }
        if hasFirstDelays, bits.flag() { bits.skip(4) }
      }
    }
    let lengths = (bits.number(4) + 1, bits.number(4) + 1)
    let sides = (bits.number(lengths.0) + 1, bits.number(lengths.1) + 1)
    return bits.area(sides)
  }

  /// Reads a sequence parameter set, a unit of HEVC (ITU-T H.265, 7.3.2.2), from its first byte on.
  ///
  /// - Returns: the pixels of each picture; `nil` if the bytes end before it.
  static func hevc(_ bytes: ArraySlice<UInt8>) -> Int? {
    var (content, zeros) = ([UInt8](), 0)
    for byte in bytes.dropFirst(2) {
      // A 3 behind two zeros only keeps them apart from what would be a mark.
      if byte != 3 || zeros < 2 { content.append(byte) }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    var bits = BitReader(content[...])
    bits.skip(4)
    let layers = bits.number(3)
    bits.skip(1 + 96)
    let present = (0..<layers).map { _ in (profile: bits.flag(), level: bits.flag()) }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    for layer in present { bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
    _ = bits.exponential()
    // Three planes of their own say so.
    if bits.exponential() == 3 { bits.skip(1) }
    let sides = (bits.exponential(), bits.exponential())
    return bits.area(sides)
  }
}

/// Takes bits from bytes, the highest one first; zeros after their end.
private struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func skip(_ count: Int) { position += count }

  mutating func flag() -> Bool { number(1) == 1 }

  /// A number of up to 32 bits.
  mutating func number(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in
      defer { position += 1 }
      let index = bytes.startIndex + position / 8
      let byte = index < bytes.endIndex ? Int(bytes[index]) : 0
      return value << 1 | byte >> (7 - position % 8) & 1
    }
  }

  /// A number whose zeros in front are as many as its other bits.
  mutating func exponential() -> Int {
    var zeros = 0
    while zeros < 32, !flag() { zeros += 1 }
    return 1 << zeros - 1 + number(zeros)
  }

  /// The product of two sides that have been read; `nil` beyond the end.
  func area(_ sides: (Int, Int)) -> Int? {
    position <= 8 * bytes.count ? min(sides.0, 1 << 24) * min(sides.1, 1 << 24) : nil
  }
}
