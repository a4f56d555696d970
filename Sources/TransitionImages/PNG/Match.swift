/// Bytes that repeat earlier ones.
struct Match {
  /// The offset of the first byte.
  let start: Int
  /// How many there are, 3...258.
  let length: Int
  /// How far back the earlier ones begin, in bytes.
  let distance: Int

  /// Deflate's longest distance.
  static let window = 1 << 15
  /// Deflate's longest match.
  private static let maximum = 258
  /// Shorter matches are hardly shorter than the codes of their bytes.
  private static let minimum = 5
  /// A run that is taken without a search.
  private static let longRun = 32
  /// Earlier offsets that are compared, at most, the nearest first: zlib's level 6 compares 128,
  /// libdeflate's 35.
  private static let attempts = 64

  /// Finds matches from first to last and takes the longest at each offset, of equals the nearest.
  static func all(in input: Span<UInt8>) -> [Match] {
    let bytes = unsafe input.bytes
    let end = bytes.byteCount
    var matches: [Match] = []
    // The last offset of each hash, and for each offset the one before it with the same hash.
    let hashBits = UInt64.bitWidth - (min(max(end, 256), window) - 1).leadingZeroBitCount
    var headArray: [Int32] = Array(repeating: -1, count: 1 << hashBits)
    var linkArray = headArray
    var heads = headArray.mutableSpan
    var links = linkArray.mutableSpan
    var i = 0
    // Eight bytes are loaded at each offset.
    while i &+ 8 <= end {
      // The hash has as many bits as indices have, and every offset in the tables is less than `i`.
      let hash = hash(bytes, i, bits: hashBits)
      var earlier = unsafe Int(heads[unchecked: hash])
      unsafe links[unchecked: i & (window - 1)] = Int32(truncatingIfNeeded: earlier)
      unsafe heads[unchecked: hash] = Int32(truncatingIfNeeded: i)
      var (longest, distance) = (minimum - 1, 1)
      let run = i > 0 ? length(bytes, at: i, distance: 1, end: end) : 0
      if run >= longRun {
        longest = run
      } else {
        longest = max(longest, run)
        var left = attempts
        while earlier > i &- window, earlier >= 0, left > 0, longest < min(maximum, end &- i) {
          // A longer match has the byte that ends the longest one so far.
          if unsafe input[unchecked: earlier &+ longest] == input[unchecked: i &+ longest] {
            let found = length(bytes, at: i, distance: i &- earlier, end: end)
            if found > longest { (longest, distance) = (found, i &- earlier) }
          }
          earlier = unsafe Int(links[unchecked: earlier & (window - 1)])
          left &-= 1
        }
        guard longest >= minimum else {
          i &+= 1
          continue
        }
        var k = i &+ 1
        while k < i &+ longest, k &+ 8 <= bytes.byteCount {
          let hash = Self.hash(bytes, k, bits: hashBits)
          unsafe links[unchecked: k & (window - 1)] = heads[unchecked: hash]
          unsafe heads[unchecked: hash] = Int32(truncatingIfNeeded: k)
          k &+= 1
        }
      }
      matches.append(Match(start: i, length: longest, distance: distance))
      i &+= longest
    }
    return matches
  }

  /// Finds runs of one byte: fast, and nearly all that filtered photographs repeat.
  static func runs(in input: Span<UInt8>) -> [Match] {
    let bytes = unsafe input.bytes
    let end = bytes.byteCount
    var runs: [Match] = []
    var i = 1
    while i &+ 8 <= end {
      // Eight bytes that are those one before them are nine of a kind.
      let (word, before) = unsafe (
        bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: i, as: UInt64.self),
        bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: i &- 1, as: UInt64.self)
      )
      if word == before {
        let length = length(bytes, at: i, distance: 1, end: end)
        runs.append(Match(start: i, length: length, distance: 1))
        i &+= length
      } else {
        i &+= 8
      }
    }
    return runs
  }

  private static func hash(_ bytes: RawSpan, _ offset: Int, bits: Int) -> Int {
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
    let key = word.littleEndian &<< UInt64(64 - 8 * minimum)
    return Int(truncatingIfNeeded: (key &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 - bits))
  }

  /// How many bytes from `start`, before `end`, are those `distance` before them, but for the last
  /// seven; no more than a match can hold.
  @inline(__always)
  private static func length(
    _ bytes: RawSpan, at start: Int, distance: Int, end: Int
  ) -> Int {
    var i = start
    while i &+ 8 <= end, i &- start < maximum {
      let difference =
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: i, as: UInt64.self)
        ^ bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: i &- distance, as: UInt64.self)
      if difference != 0 {
        return min(i &- start &+ difference.littleEndian.trailingZeroBitCount / 8, maximum)
      }
      i &+= 8
    }
    return min(i &- start, maximum)
  }
}
