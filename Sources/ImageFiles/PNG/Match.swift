/// Bytes that repeat earlier ones.
struct Match {
  /// Where they begin.
  let start: Int
  /// How many there are; Deflate takes more than 258 for several matches.
  let length: Int
  /// How far back the earlier ones begin, in bytes.
  let distance: Int

  /// Deflate's longest distance.
  private static let window = 1 << 15
  /// Shorter matches are hardly shorter than the codes of their bytes.
  private static let minimum = 5
  /// A match that ends the search: few are longer, and hardly one would be found.
  private static let sufficient = 258
  /// Earlier places that are compared, at most, the nearest first: zlib's level 6 compares 128,
  /// libdeflate's 35.
  private static let attempts = 64

  /// Finds matches from first to last and takes the longest at each place, of equals the nearest.
  static func all(in input: Span<UInt8>) -> [Match] {
    let bytes = unsafe input.bytes
    let end = bytes.byteCount
    var matches: [Match] = []
    // The last place of each hash, and for each place the one before it with the same hash.
    let hashBits = UInt64.bitWidth - (min(max(end, 256), window) - 1).leadingZeroBitCount
    var heads: [Int32] = Array(repeating: -1, count: 1 << hashBits)
    var links: [Int32] = Array(repeating: -1, count: window)
    var next = 0
    // Eight bytes are loaded at each place.
    for i in 0..<max(end - 7, 0) {
      let hash = hash(bytes, i, bits: hashBits)
      let head = heads[hash]
      (heads[hash], links[i & (window - 1)]) = (Int32(truncatingIfNeeded: i), head)
      guard i == next else { continue }
      var (longest, distance) = (minimum - 1, 1)
      if i > 0 { longest = max(longest, length(bytes, at: i, distance: 1)) }
      var place = Int(head)
      var left = attempts
      while longest < sufficient, left > 0, place >= 0, place > i &- window,
        i &+ longest < end
      {
        // A longer match has the byte that ends the longest one so far.
        if input[place &+ longest] == input[i &+ longest] {
          let found = length(bytes, at: i, distance: i &- place)
          if found > longest { (longest, distance) = (found, i &- place) }
        }
        place = Int(links[place & (window - 1)])
        left &-= 1
      }
      if longest >= minimum {
        matches.append(Match(start: i, length: longest, distance: distance))
        next = i &+ longest
      } else {
        next = i &+ 1
      }
    }
    return matches
  }

  private static func hash(_ bytes: RawSpan, _ place: Int, bits: Int) -> Int {
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
    let key = word.littleEndian &<< UInt64(64 - 8 * minimum)
    return Int(truncatingIfNeeded: (key &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 - bits))
  }

  /// How many bytes from `start` are those `distance` before them.
  @inline(__always)
  static func length(_ bytes: RawSpan, at start: Int, distance: Int) -> Int {
    var i = start
    while i &+ 8 <= bytes.byteCount {
      let difference =
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self)
        ^ bytes.unsafeLoadUnaligned(fromByteOffset: i &- distance, as: UInt64.self)
      if difference != 0 {
        return i &- start &+ difference.littleEndian.trailingZeroBitCount / 8
      }
      i &+= 8
    }
    while i < bytes.byteCount,
      unsafe bytes.unsafeLoad(fromByteOffset: i, as: UInt8.self)
        == bytes.unsafeLoad(fromByteOffset: i &- distance, as: UInt8.self)
    { i &+= 1 }
    return i &- start
  }
}
