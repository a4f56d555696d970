/// The boxes of a container: ISO/IEC 14496-12.
enum ISOBoxes {
  /// Finds a box among the first ones.
  ///
  /// - Parameters:
  ///   - kinds: the types that it may have.
  ///   - read: gives the bytes of the file.
  /// - Returns: its type and the offset of its content.
  static func first(of kinds: [String], _ read: FileReader) -> (kind: String, content: Int)? {
    var offset = 0
    for _ in 0..<100 {
      let head = read(offset, 16)
      guard head.count == 16 else { return nil }
      func number(_ bytes: Range<Int>) -> UInt64 {
        head[bytes].reduce(0) { $0 << 8 | UInt64($1) }
      }
      let isLong = number(0..<4) == 1
      let kind = String(decoding: head[4..<8], as: UTF8.self)
      if kinds.contains(kind) { return (kind, offset + (isLong ? 16 : 8)) }
      let size = isLong ? number(8..<16) : number(0..<4)
      // No file is as long as numbers of 64 bits say.
      guard size >= 8, size < 1 << 48 else { return nil }
      offset += Int(size)
    }
    return nil
  }
}
