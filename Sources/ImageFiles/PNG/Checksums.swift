/// Adler-32 as zlib streams have it (RFC 1950).
struct Adler32 {
  private static let modulus: UInt32 = 65521
  private var sum: UInt32 = 1
  private var sumOfSums: UInt32 = 0
  private var count = 0

  var value: UInt32 { sumOfSums << 16 | sum }

  mutating func update(_ bytes: Span<UInt8>) {
    count += bytes.count
    unsafe bytes.withUnsafeBytes { bytes in
      // 4096 bytes overflow no lane: 256 vectors of bytes sum up to less than 1 << 16.
      for start in stride(from: 0, to: bytes.count, by: 4096) {
        unsafe add(UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(4096)))
      }
    }
  }

  /// Adds the bytes that another checksum was made of.
  mutating func append(_ other: Adler32) {
    // Both begin with a sum of 1, and each byte of the other counts this sum once more.
    let modulus = Int(Self.modulus)
    let begun = other.count % modulus * ((Int(sum) + modulus - 1) % modulus)
    sumOfSums = UInt32((Int(sumOfSums) + Int(other.sumOfSums) + begun) % modulus)
    sum = UInt32((Int(sum) + Int(other.sum) + modulus - 1) % modulus)
    count += other.count
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let vectors = bytes.count / 16
    var lanes = SIMD16<UInt16>()
    var lanesBefore = SIMD16<UInt32>()
    for i in 0..<vectors {
      let vector = unsafe bytes.loadUnaligned(fromByteOffset: 16 * i, as: SIMD16<UInt8>.self)
      lanesBefore &+= SIMD16<UInt32>(truncatingIfNeeded: lanes)
      lanes &+= SIMD16<UInt16>(truncatingIfNeeded: vector)
    }
    // A byte counts once in the sum, and once for each byte from it on in the sum of sums.
    sumOfSums += UInt32(16 * vectors) * sum + 16 * lanesBefore.wrappedSum()
    for lane in 0..<16 {
      sumOfSums += UInt32(16 - lane) * UInt32(lanes[lane])
      sum += UInt32(lanes[lane])
    }
    for i in 16 * vectors..<bytes.count {
      sum += UInt32(unsafe bytes[i])
      sumOfSums += sum
    }
    sum %= Self.modulus
    sumOfSums %= Self.modulus
  }
}

/// CRC-32 as PNG has it.
enum CRC32 {
  /// For each distance of a byte from the end of sixteen, what it does to the remainder.
  private static let tables: [UInt32] = {
    var tables = (0..<256 as Range<UInt32>).map { byte in
      var crc = byte
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
      return crc
    }
    for i in 256..<16 * 256 {
      let nearer = tables[i - 256]
      tables.append(nearer >> 8 ^ tables[Int(nearer & 255)])
    }
    return tables
  }()

  static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe tables.withUnsafeBufferPointer { tables in
        var crc = ~UInt32(0)
        var i = 0
        while i &+ 16 <= bytes.count {
          let low = unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self))
          let high = unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: i &+ 8, as: UInt64.self))
          let words = (low ^ UInt64(crc), high)
          crc = 0
          for k in 0..<8 {
            let shift = UInt64(8 &* k)
            crc ^= unsafe tables[(15 &- k) &<< 8 | Int(words.0 &>> shift & 255)]
            crc ^= unsafe tables[(7 &- k) &<< 8 | Int(words.1 &>> shift & 255)]
          }
          i &+= 16
        }
        while i < bytes.count {
          crc = unsafe crc >> 8 ^ tables[Int(crc & 255 ^ UInt32(bytes[i]))]
          i &+= 1
        }
        return ~crc
      }
    }
  }
}

extension UInt32 {
  /// The four bytes, the highest first.
  var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
