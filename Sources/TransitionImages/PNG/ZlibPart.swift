/// A part of a zlib stream (RFC 1950, RFC 1951), compressed piece by piece.
///
/// A part ends with a whole byte, so that parts can be compressed at the same time.
struct ZlibPart {
  /// The compressed bytes.
  private(set) var data: [UInt8]
  /// Of what has been compressed.
  private(set) var checksum = Adler32()
  private var bits = BitBuffer()

  /// Makes an empty part.
  init(isFirst: Bool) {
    // A window of 32 KB, the fastest compression.
    data = isFirst ? [0x78, 0x01] : []
  }

  /// Appends the block of the next piece.
  mutating func append(_ block: DeflateBlock, of input: Span<UInt8>) {
    checksum.update(input)
    block.append(input, bits: &bits, to: &data)
  }

  /// Ends the part with a block that stores nothing.
  mutating func end(isLast: Bool) {
    bits.append(isLast ? 1 : 0, 3)
    bits.flush(into: &data)
    data += [0, 0, 0xFF, 0xFF]
  }
}

/// Bits that do not fill a byte yet.
struct BitBuffer {
  /// The bits, the first lowest.
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

  /// Appends bits: as many as make 64 with those that wait, at most.
  @inline(__always)
  mutating func append(_ value: UInt64, _ count: UInt64) {
    bits |= value &<< self.count
    self.count &+= count
  }

  /// Appends the code of a symbol.
  @inline(__always)
  mutating func append(_ code: HuffmanCode, _ symbol: Int) {
    append(UInt64(code.codes[symbol]), UInt64(code.lengths[symbol]))
  }

  /// Stores whole bytes. Eight are written; the last of them mean nothing.
  ///
  /// It is not checked that there is room for them, which would slow photographs by a tenth: who
  /// stores codes has counted their bits.
  @inline(__always)
  mutating func store(to output: inout MutableRawSpan, at offset: inout Int) {
    unsafe output.storeBytes(of: bits.littleEndian, toUncheckedByteOffset: offset, as: UInt64.self)
    offset &+= Int(truncatingIfNeeded: count &>> 3)
    bits &>>= count & ~7
    count &= 7
  }

  /// Appends what is left, filled up with zeros.
  mutating func flush(into output: inout [UInt8]) {
    for shift in stride(from: 0, to: count, by: 8) {
      output.append(UInt8(truncatingIfNeeded: bits &>> shift))
    }
    self = BitBuffer()
  }
}
