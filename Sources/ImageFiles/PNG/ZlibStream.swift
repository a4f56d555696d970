/// Compresses bytes piece by piece into one zlib stream (RFC 1950, RFC 1951).
///
/// It codes single bytes and runs of one byte, and looks for no other repetition: filtered
/// photographs have little, so the search would take most of the time. One piece becomes one block
/// with a code of its own. Measured on frames of 4 megapixels it takes half the time of ISA-L at
/// level 1 and a seventh of zlib's; files are 6 % smaller than ISA-L's where photographs mix, 3 %
/// larger where they stand alone, and up to two thirds larger for pages of text. The bytes are the
/// same on every machine.
struct ZlibStream {
  private var bits = BitBuffer()
  private var checksum = Adler32()
  private var isEmpty = true

  /// Compresses the next piece, and appends all its whole bytes.
  mutating func compress(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
    if isEmpty {
      // A window of 32 KB, the fastest compression.
      output += [0x78, 0x01]
      isEmpty = false
    }
    checksum.update(input)
    DeflateBlock(input).append(input, isLast: isLast, bits: &bits, to: &output)
    if isLast {
      bits.flush(into: &output)
      output += checksum.value.bigEndianBytes
    }
  }
}

/// Bits that do not fill a byte yet.
struct BitBuffer {
  /// The bits, the first lowest.
  var bits: UInt64 = 0
  /// How many there are.
  var count = 0

  /// Appends bits to a stream.
  mutating func append(_ value: Int, count: Int, to output: inout [UInt8]) {
    bits |= UInt64(value) << self.count
    self.count += count
    while self.count >= 8 {
      output.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      self.count -= 8
    }
  }

  /// Appends what is left, filled up with zeros.
  mutating func flush(into output: inout [UInt8]) {
    if count > 0 { append(0, count: 8 - count, to: &output) }
  }
}
