/// The code of one block of Deflate: bytes, and runs of one byte.
struct DeflateBlock {
  /// Four codes and seven waiting bits fit in 64 bits.
  private static let codeLimit = 14
  private static let endOfBlock = 256
  /// All symbols of bytes and lengths that Deflate has.
  private static let symbolCount = 286

  private let code: HuffmanCode
  private let runs: [Run]

  private struct Run {
    let start: Int
    let count: Int

    /// The run as matches of at most 258 bytes and at least 3.
    func forEachMatch(_ body: (Int) -> Void) {
      var rest = count
      while rest > 0 {
        let length = rest <= 258 ? rest : rest < 261 ? 255 : 258
        body(length)
        rest -= length
      }
    }
  }

  /// The symbol and the extra bits of a match's length (RFC 1951, 3.2.5).
  private struct Length {
    let symbol: Int
    let extra: Int
    let extraBits: Int

    static let all: [Length] = (0...258).map { Length($0) }

    private init(_ length: Int) {
      let offset = max(length - 3, 0)
      if offset < 8 || length == 258 {
        (symbol, extra, extraBits) = (length == 258 ? 285 : 257 + offset, 0, 0)
      } else {
        extraBits = Int.bitWidth - 3 - offset.leadingZeroBitCount
        symbol = 257 + 4 * extraBits + offset >> extraBits
        extra = offset & (1 << extraBits - 1)
      }
    }
  }

  /// Finds the runs and makes the code.
  init(_ input: Span<UInt8>) {
    // Neighbors count in tables of their own: a counter that has just been written would stall.
    var tables: [UInt32] = Array(repeating: 0, count: 4 * 256)
    var counts: [UInt32] = Array(repeating: 0, count: Self.symbolCount)
    var runs: [Run] = []
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
          let same = unsafe Self.repeated(base.load(fromByteOffset: i &- 1, as: UInt8.self))
          if word == same {
            let run = unsafe Run(start: i, count: Self.runLength(base, from: i, to: end, same))
            runs.append(run)
            i &+= run.count
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
    for byte in 0..<256 {
      counts[byte] = tables[byte] + tables[256 + byte] + tables[512 + byte] + tables[768 + byte]
    }
    counts[Self.endOfBlock] = 1
    for run in runs { run.forEachMatch { counts[Length.all[$0].symbol] += 1 } }
    self.runs = runs
    code = HuffmanCode(counts: counts, limit: Self.codeLimit)
  }

  private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The bytes from `start`, of which eight are known, that are all the same.
  private static func runLength(
    _ base: UnsafeRawPointer, from start: Int, to end: Int, _ same: UInt64
  ) -> Int {
    var i = start + 8
    while i + 8 <= end {
      let difference =
        unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: i, as: UInt64.self)) ^ same
      if difference != 0 { return i - start + difference.trailingZeroBitCount / 8 }
      i += 8
    }
    let byte = UInt8(truncatingIfNeeded: same)
    while i < end, unsafe base.load(fromByteOffset: i, as: UInt8.self) == byte { i += 1 }
    return i - start
  }

  /// Appends the block: its code, the bytes that the code was made for, and its end.
  func append(
    _ input: Span<UInt8>, isLast: Bool, bits: inout BitBuffer, to output: inout [UInt8]
  ) {
    appendHeader(isLast: isLast, bits: &bits, to: &output)
    let start = output.count
    // A byte takes at most fourteen bits; eight bytes are stored at a time.
    output += repeatElement(0, count: 2 * input.count + 16)
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
    // Runs need one distance. Two make its code a complete one, which every reader takes.
    let lengths = code.lengths.map(Int.init) + [1, 1]
    var counts: [UInt32] = Array(repeating: 0, count: 19)
    for length in lengths { counts[length] += 1 }
    let lengthCode = HuffmanCode(counts: counts, limit: 7)
    bits.append(isLast ? 1 : 0, count: 1, to: &output)
    bits.append(2, count: 2, to: &output)
    bits.append(Self.symbolCount - 257, count: 5, to: &output)
    bits.append(1, count: 5, to: &output)
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
    // Code and length of a byte lie side by side: one load takes both.
    let table = (0..<256).map { UInt64(code.codes[$0]) | UInt64(code.lengths[$0]) << 32 }
    unsafe table.withUnsafeBufferPointer { buffer in
      guard let table = buffer.baseAddress else { return }
      func entry(_ word: UInt32, _ byte: UInt32) -> UInt64 {
        unsafe table[Int(truncatingIfNeeded: word &>> (8 &* byte) & 255)]
      }
      var i = 0
      for run in runs + [Run(start: count, count: 0)] {
        while i &+ 4 <= run.start {
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
        while i < run.start {
          let byte = unsafe UInt32(input.load(fromByteOffset: i, as: UInt8.self))
          waiting |= (entry(byte, 0) & 0xFFFF) &<< waitingCount
          waitingCount &+= entry(byte, 0) &>> 32
          i &+= 1
        }
        store()
        run.forEachMatch { length in
          let length = Length.all[length]
          waiting |= UInt64(code.codes[length.symbol]) &<< waitingCount
          waitingCount &+= UInt64(code.lengths[length.symbol])
          waiting |= UInt64(length.extra) &<< waitingCount
          // The distance, one byte, is a bit that is 0.
          waitingCount &+= UInt64(length.extraBits) &+ 1
          store()
        }
        i &+= run.count
      }
    }
    bits = BitBuffer(bits: waiting, count: Int(waitingCount))
    return unsafe output - start
  }
}
