private import TransitionDeflate

/// Adler-32 as zlib streams have it (RFC 1950), of bytes that come piece by piece.
package struct Adler32 {
  package private(set) var value: UInt32 = 1
  package private(set) var count = 0

  package init() {}

  package mutating func update(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { bytes in
      // Without an address the checksum would begin anew.
      unsafe bytes.isEmpty ? value : libdeflate_adler32(value, bytes.baseAddress, bytes.count)
    }
    count += bytes.count
  }

  /// Adds the bytes that another checksum was made of.
  mutating func append(_ other: Adler32) {
    // Both begin with a sum of 1, and each byte of the other counts this sum once more.
    let modulus: UInt32 = 65521
    let before = (value & 0xFFFF + modulus - 1) % modulus
    let sum = (before + other.value & 0xFFFF) % modulus
    let counted = UInt32(UInt64(before) * UInt64(other.count) % UInt64(modulus))
    let sumOfSums = (value >> 16 + other.value >> 16 + counted) % modulus
    value = sumOfSums << 16 | sum
    count += other.count
  }
}

/// CRC-32 as PNG has it, of bytes that come piece by piece.
package struct CRC32 {
  package private(set) var value: UInt32 = 0

  package init() {}

  package mutating func update(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe bytes.isEmpty ? value : libdeflate_crc32(value, bytes.baseAddress, bytes.count)
    }
  }
}

extension UInt32 {
  /// The four bytes, the highest first.
  var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}

extension Int {
  /// The lowest bytes, the lowest of all first.
  func littleEndianBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}
