/// One block of Deflate: matches, the bytes between them, and a code made for both.
struct DeflateBlock {
  /// Four codes and seven waiting bits fit in 64 bits.
  private static let codeLimit = 14
  private static let endOfBlock = 256
  /// More bits than the header has, and room for the eight bytes that are stored at a time.
  private static let headerBytes = 400

  private let matches: [Match]
  /// Of bytes, the end and the lengths of matches.
  private let code: HuffmanCode
  private let distanceCode: HuffmanCode
  /// The size of the block without its header, in bits.
  let bitCount: Int

  /// A number of a match in the block: a symbol, and the bits that it leaves open
  /// (RFC 1951, 3.2.5).
  private struct Symbol {
    let index: Int
    let extra: Int
    let extraBits: Int

    init(length: Int) {
      // The longest has a symbol of its own.
      self = length == 258 ? Symbol(28, precision: 5) : Symbol(length - 3, precision: 2)
    }

    init(distance: Int) { self.init(distance - 1, precision: 1) }

    /// The symbol tells the number's highest bit and as many after it as `precision` says.
    private init(_ number: Int, precision: Int) {
      extraBits = max(Int.bitWidth - 1 - number.leadingZeroBitCount - precision, 0)
      index = extraBits << precision + number >> extraBits
      extra = number & (1 << extraBits - 1)
    }
  }

  /// Makes a block of bytes, which are not kept, and matches among them, in their order.
  init(_ input: Span<UInt8>, _ matches: [Match]) {
    var counts = Self.counts(of: input, between: matches) + Array(repeating: 0, count: 30)
    var distanceCounts: [UInt32] = Array(repeating: 0, count: 30)
    // Two distances make a complete code, which every reader takes.
    (counts[Self.endOfBlock], distanceCounts[0], distanceCounts[1]) = (1, 1, 1)
    var bitCount = 0
    for match in matches {
      let (length, distance) = (Symbol(length: match.length), Symbol(distance: match.distance))
      counts[Self.endOfBlock + 1 + length.index] += 1
      distanceCounts[distance.index] += 1
      bitCount += length.extraBits + distance.extraBits
    }
    code = HuffmanCode(counts: counts, limit: Self.codeLimit)
    distanceCode = HuffmanCode(counts: distanceCounts, limit: Self.codeLimit)
    for (counts, code) in [(counts, code), (distanceCounts, distanceCode)] {
      bitCount += zip(counts, code.lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
    }
    self.matches = matches
    self.bitCount = bitCount
  }

  /// How often each byte occurs between matches.
  private static func counts(of input: Span<UInt8>, between matches: [Match]) -> [UInt32] {
    // Neighbors count in tables of their own: a counter that has just been written would stall.
    var tables: [UInt32] = Array(repeating: 0, count: 4 * 256)
    var table = tables.mutableSpan
    let bytes = unsafe input.bytes
    var i = 0
    for match in matches + [Match(start: input.count, length: 0, distance: 1)] {
      while i &+ 4 <= match.start {
        let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: i, as: UInt32.self)
        unsafe table[unchecked: Int(word & 255)] &+= 1
        unsafe table[unchecked: 256 | Int(word &>> 8 & 255)] &+= 1
        unsafe table[unchecked: 512 | Int(word &>> 16 & 255)] &+= 1
        unsafe table[unchecked: 768 | Int(word &>> 24)] &+= 1
        i &+= 4
      }
      while i < match.start {
        table[Int(input[i])] += 1
        i &+= 1
      }
      i &+= match.length
    }
    return (0..<256).map { i in stride(from: i, to: 1024, by: 256).reduce(0) { $0 + tables[$1] } }
  }

  /// The bytes that matches stand for.
  var matchedCount: Int { matches.reduce(0) { $0 + $1.length } }

  /// Appends the block of an input. Before it, `bits` are those that do not fill a byte, then its
  /// own.
  func append(_ input: Span<UInt8>, bits: inout BitBuffer, to output: inout [UInt8]) {
    var count = output.count
    output += repeatElement(0, count: bitCount / 8 + Self.headerBytes)
    store(input, &bits, to: &output, at: &count)
    output.removeLast(output.count - count)
  }

  /// Stores the type of the block and the lengths of all codes (RFC 1951, 3.2.7).
  private func storeHeader(
    _ bits: inout BitBuffer, to output: inout MutableRawSpan, at count: inout Int
  ) {
    let distances = (distanceCode.lengths.lastIndex { $0 > 0 } ?? 0) + 1
    let lengths = (code.lengths + Array(distanceCode.lengths[..<distances])).map { Int($0) }
    var counts: [UInt32] = Array(repeating: 0, count: 19)
    for length in lengths { counts[length] += 1 }
    let lengthCode = HuffmanCode(counts: counts, limit: 7)
    // Not the last block, with codes of its own.
    var fields = [(0, 1), (2, 2), (code.lengths.count - 257, 5), (distances - 1, 5), (15, 4)]
    fields += [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
      .map { (Int(lengthCode.lengths[$0]), 3) }
    fields += lengths.map { (Int(lengthCode.codes[$0]), Int(lengthCode.lengths[$0])) }
    for (value, width) in fields {
      bits.append(UInt64(value), UInt64(width))
      bits.store(to: &output, at: &count)
    }
  }

  /// Stores the header, the codes of matches and of the bytes between them, and the end.
  private func store(
    _ input: Span<UInt8>, _ buffer: inout BitBuffer, to array: inout [UInt8], at count: inout Int
  ) {
    var span = array.mutableSpan
    var output = unsafe span.mutableBytes
    storeHeader(&buffer, to: &output, at: &count)
    // Code and length of a byte lie side by side: one load takes both.
    let entries = (0..<256).map { UInt64(code.codes[$0]) | UInt64(code.lengths[$0]) << 32 }
    let table = entries.span
    let bytes = unsafe input.bytes
    var (bits, offset) = (buffer, count)
    var i = 0
    for match in matches + [Match(start: input.count, length: 0, distance: 1)] {
      while i &+ 4 <= match.start {
        let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: i, as: UInt32.self)
          .littleEndian
        let a = unsafe table[unchecked: Int(word & 255)]
        let b = unsafe table[unchecked: Int(word &>> 8 & 255)]
        let c = unsafe table[unchecked: Int(word &>> 16 & 255)]
        let d = unsafe table[unchecked: Int(word &>> 24)]
        // Two pairs join independently of each other, which is shorter than one after another.
        let low = a & 0xFFFF | (b & 0xFFFF) &<< (a &>> 32)
        let high = c & 0xFFFF | (d & 0xFFFF) &<< (c &>> 32)
        let lowCount = a &>> 32 &+ b &>> 32
        bits.append(low | high &<< lowCount, lowCount &+ c &>> 32 &+ d &>> 32)
        bits.store(to: &output, at: &offset)
        i &+= 4
      }
      while i < match.start {
        bits.append(table[Int(input[i])] & 0xFFFF, table[Int(input[i])] &>> 32)
        i &+= 1
      }
      bits.store(to: &output, at: &offset)
      guard match.length > 0 else { break }
      let (length, distance) = (Symbol(length: match.length), Symbol(distance: match.distance))
      bits.append(code, Self.endOfBlock + 1 + length.index)
      bits.append(UInt64(length.extra), UInt64(length.extraBits))
      bits.append(distanceCode, distance.index)
      bits.append(UInt64(distance.extra), UInt64(distance.extraBits))
      bits.store(to: &output, at: &offset)
      i &+= match.length
    }
    bits.append(code, Self.endOfBlock)
    bits.store(to: &output, at: &offset)
    (buffer, count) = (bits, offset)
  }
}
