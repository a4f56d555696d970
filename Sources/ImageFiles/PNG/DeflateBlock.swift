/// One block of Deflate: bytes, matches, and a code made for them.
struct DeflateBlock {
  /// Four codes and seven waiting bits fit in 64 bits.
  private static let codeLimit = 14
  private static let endOfBlock = 256
  /// All symbols of bytes and lengths that Deflate has, and those of distances.
  private static let symbolCounts = (286, 30)

  /// Of bytes, the end and the lengths of matches.
  private let code: HuffmanCode
  private let distanceCode: HuffmanCode
  private let matches: [Match]
  /// The size of the block without its header.
  let bitCount: Int

  /// What stands for a number in a match: a symbol, and the bits that it leaves open
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

    /// - Parameter precision: the bits after the highest that the symbol tells.
    private init(_ number: Int, precision: Int) {
      extraBits = max(Int.bitWidth - 1 - number.leadingZeroBitCount - precision, 0)
      index = extraBits << precision + number >> extraBits
      extra = number & (1 << extraBits - 1)
    }
  }

  /// Makes a block with runs of one byte for matches: fast, and nearly as small as any for filtered
  /// photographs.
  init(runsIn input: Span<UInt8>) {
    // Neighbors count in tables of their own: a counter that has just been written would stall.
    var tables: [UInt32] = Array(repeating: 0, count: 4 * 256)
    var runs: [Match] = []
    unsafe input.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let end = bytes.count
      unsafe tables.withUnsafeMutableBufferPointer { tables in
        guard let table = tables.baseAddress else { return }
        func count(_ index: Int, _ word: UInt64, _ byte: UInt64) {
          unsafe table[index &<< 8 | Int(truncatingIfNeeded: word &>> (8 &* byte) & 255)] &+= 1
        }
        unsafe table[Int(base.load(as: UInt8.self))] += 1
        var i = 1
        while i &+ 8 <= end {
          let word = unsafe UInt64(
            littleEndian: base.loadUnaligned(fromByteOffset: i, as: UInt64.self))
          let before = unsafe UInt64(base.load(fromByteOffset: i &- 1, as: UInt8.self))
          if word == before &* 0x0101_0101_0101_0101 {
            let length = unsafe Match.length(RawSpan(_unsafeBytes: bytes), at: i, distance: 1)
            runs.append(Match(start: i, length: length, distance: 1))
            i &+= length
          } else {
            count(0, word, 0)
            count(1, word, 1)
            count(2, word, 2)
            count(3, word, 3)
            count(0, word, 4)
            count(1, word, 5)
            count(2, word, 6)
            count(3, word, 7)
            i &+= 8
          }
        }
        while i < end {
          unsafe table[Int(base.load(fromByteOffset: i, as: UInt8.self))] &+= 1
          i &+= 1
        }
      }
    }
    self.init(
      byteCounts: (0..<256).map {
        tables[$0] + tables[256 + $0] + tables[512 + $0] + tables[768 + $0]
      }, runs)
  }

  /// Makes a block with all matches that are found.
  init(matchesIn input: Span<UInt8>) {
    let matches = Match.all(in: input)
    var counts: [UInt32] = Array(repeating: 0, count: 256)
    var i = 0
    for match in matches + [Match(start: input.count, length: 0, distance: 1)] {
      while i < match.start {
        counts[Int(input[i])] += 1
        i += 1
      }
      i += match.length
    }
    self.init(byteCounts: counts, matches)
  }

  private init(byteCounts: [UInt32], _ matches: [Match]) {
    var counts = byteCounts + Array(repeating: 0, count: Self.symbolCounts.0 - 256)
    var distanceCounts: [UInt32] = Array(repeating: 0, count: Self.symbolCounts.1)
    // Two distances make a complete code, which every reader takes.
    (counts[Self.endOfBlock], distanceCounts[0], distanceCounts[1]) = (1, 1, 1)
    var bitCount = 0
    for match in matches {
      Self.forEachPart(of: match) { length, distance in
        counts[257 + length.index] += 1
        distanceCounts[distance.index] += 1
        bitCount += length.extraBits + distance.extraBits
      }
    }
    code = HuffmanCode(counts: counts, limit: Self.codeLimit)
    distanceCode = HuffmanCode(counts: distanceCounts, limit: Self.codeLimit)
    for (counts, code) in [(counts, code), (distanceCounts, distanceCode)] {
      bitCount += zip(counts, code.lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
    }
    self.matches = matches
    self.bitCount = bitCount
  }

  /// The share of the bytes that matches stand for.
  func matchedShare(of count: Int) -> Double {
    Double(matches.reduce(0) { $0 + $1.length }) / Double(count)
  }

  /// A match as several of at most 258 bytes and at least 3.
  private static func forEachPart(of match: Match, _ body: (Symbol, Symbol) -> Void) {
    var rest = match.length
    while rest > 0 {
      let length = rest <= 258 ? rest : rest < 261 ? 255 : 258
      body(Symbol(length: length), Symbol(distance: match.distance))
      rest -= length
    }
  }

  /// Appends the block: its code, the bytes that the code was made for, and its end.
  func append(
    _ input: Span<UInt8>, isLast: Bool, bits: inout BitBuffer, to output: inout [UInt8]
  ) {
    appendHeader(isLast: isLast, bits: &bits, to: &output)
    let start = output.count
    // Eight bytes are stored at a time.
    output += repeatElement(0, count: bitCount / 8 + 16)
    let count = unsafe input.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        guard let from = input.baseAddress, let to = output.baseAddress else {
          return 0
        }
        return unsafe encode(from, count: input.count, bits: &bits, to: to + start)
      }
    }
    output.removeLast(output.count - start - count)
    bits.append(
      Int(code.codes[Self.endOfBlock]), count: Int(code.lengths[Self.endOfBlock]), to: &output)
  }

  /// Appends the type of the block and the lengths of all codes (RFC 1951, 3.2.7).
  private func appendHeader(isLast: Bool, bits: inout BitBuffer, to output: inout [UInt8]) {
    let distances = (distanceCode.lengths.lastIndex { $0 > 0 } ?? 0) + 1
    let lengths = (code.lengths + distanceCode.lengths.prefix(distances)).map(Int.init)
    var counts: [UInt32] = Array(repeating: 0, count: 19)
    for length in lengths { counts[length] += 1 }
    let lengthCode = HuffmanCode(counts: counts, limit: 7)
    bits.append(isLast ? 1 : 0, count: 1, to: &output)
    bits.append(2, count: 2, to: &output)
    bits.append(Self.symbolCounts.0 - 257, count: 5, to: &output)
    bits.append(distances - 1, count: 5, to: &output)
    bits.append(15, count: 4, to: &output)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
      bits.append(Int(lengthCode.lengths[symbol]), count: 3, to: &output)
    }
    for length in lengths {
      bits.append(
        Int(lengthCode.codes[length]), count: Int(lengthCode.lengths[length]), to: &output)
    }
  }

  /// Stores the codes of all bytes.
  ///
  /// - Returns: the number of bytes stored; fewer than eight bits are left in `bits`.
  private func encode(
    _ input: UnsafeRawPointer, count: Int, bits: inout BitBuffer, to start: UnsafeMutableRawPointer
  ) -> Int {
    var output = unsafe start
    var waiting = bits.bits
    var waitingCount = UInt64(bits.count)
    /// Stores the whole bytes that wait.
    func store() {
      unsafe output.storeBytes(of: waiting.littleEndian, as: UInt64.self)
      unsafe output += Int(truncatingIfNeeded: waitingCount &>> 3)
      waiting &>>= waitingCount & ~7
      waitingCount &= 7
    }
    func append(_ code: HuffmanCode, _ index: Int, _ symbol: Symbol) {
      waiting |= UInt64(code.codes[index]) &<< waitingCount
      waitingCount &+= UInt64(code.lengths[index])
      waiting |= UInt64(symbol.extra) &<< waitingCount
      waitingCount &+= UInt64(symbol.extraBits)
    }
    // Code and length of a byte lie side by side: one load takes both.
    let table = (0..<256).map { UInt64(code.codes[$0]) | UInt64(code.lengths[$0]) << 32 }
    unsafe table.withUnsafeBufferPointer { buffer in
      guard let table = buffer.baseAddress else { return }
      func entry(_ word: UInt32, _ byte: UInt32) -> UInt64 {
        unsafe table[Int(truncatingIfNeeded: word &>> (8 &* byte) & 255)]
      }
      var i = 0
      for match in matches + [Match(start: count, length: 0, distance: 1)] {
        while i &+ 4 <= match.start {
          let word = unsafe UInt32(
            littleEndian: input.loadUnaligned(fromByteOffset: i, as: UInt32.self))
          let (a, b) = (entry(word, 0), entry(word, 1))
          let (c, d) = (entry(word, 2), entry(word, 3))
          // Two pairs join independently of each other, which is shorter than one after another.
          let low = a & 0xFFFF | (b & 0xFFFF) &<< (a &>> 32)
          let high = c & 0xFFFF | (d & 0xFFFF) &<< (c &>> 32)
          let lowCount = a &>> 32 &+ b &>> 32
          waiting |= (low | high &<< lowCount) &<< waitingCount
          waitingCount &+= lowCount &+ c &>> 32 &+ d &>> 32
          store()
          i &+= 4
        }
        while i < match.start {
          let byte = unsafe UInt32(input.load(fromByteOffset: i, as: UInt8.self))
          waiting |= (entry(byte, 0) & 0xFFFF) &<< waitingCount
          waitingCount &+= entry(byte, 0) &>> 32
          i &+= 1
        }
        store()
        Self.forEachPart(of: match) { length, distance in
          append(code, 257 &+ length.index, length)
          append(distanceCode, distance.index, distance)
          store()
        }
        i &+= match.length
      }
    }
    bits = BitBuffer(bits: waiting, count: Int(waitingCount))
    return unsafe output - start
  }
}
