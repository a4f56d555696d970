/// The directories of a file's EXIF blocks (CIPA DC-008, 4.5), each a list of entries as in TIFF
/// files, some of which are the offsets of further directories.
///
/// libexif reads a directory as often as an entry says where it is, and keeps what an entry holds
/// for each.
struct ExifBlocks {
  /// The reason not to read them, in a sentence; `nil` if there is none.
  private(set) var defect: String?
  private var count = 0

  /// The most bytes of a block; a JPEG file has room for 65,533.
  static let mostBytes = 1_000_000
  private static let mostBlocks = 16
  /// The first two, and those of EXIF, GPS and interoperability.
  private static let mostDirectories = 16
  private static let mostEntries = 10_000

  /// Reads the directories of one more block, with or without `Exif` before it.
  ///
  /// - Returns: whether nothing is wrong with any block so far.
  mutating func add(_ bytes: [UInt8]) -> Bool {
    count += 1
    if defect == nil {
      let excess =
        count > Self.mostBlocks ? "\(Self.mostBlocks) blocks of EXIF" : Self.excess(bytes)
      defect = excess.map { "it has more than \($0)" }
    }
    return defect == nil
  }

  private static func excess(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= mostBytes else { return "\(mostBytes) bytes of EXIF" }
    let block = ExifBlock(bytes)
    func number(_ offset: Int, _ count: Int) -> Int? { block.number(offset, count) }
    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8]
    var waiting = [number(4, 4)].compactMap(\.self)
    var (directories, read, held) = (0, 0, 0)
    while let offset = waiting.popLast() {
      directories += 1
      guard directories <= mostDirectories else { return "\(mostDirectories) directories of EXIF" }
      let entries = min(number(offset, 2) ?? 0, max(0, block.bytes.count - offset - 2) / 12)
      read += entries
      guard read <= mostEntries else { return "\(mostEntries) entries of EXIF" }
      for index in 0..<entries {
        let entry = offset + 2 + 12 * index
        guard let tag = number(entry, 2), let type = number(entry + 2, 2),
          let count = number(entry + 4, 4), let value = number(entry + 8, 4)
        else { break }
        if [0x8769, 0x8825, 0xA005].contains(tag) { waiting.append(value) }
        let size = count * (sizes[type] ?? 0)
        // What lies elsewhere is not read.
        if size > 4, value + size <= block.bytes.count { held += size }
      }
      if let next = number(offset + 2 + 12 * entries, 4), next > 0, directories == 1 {
        waiting.append(next)
      }
    }
    // No two entries need the same bytes.
    let most = 2 * block.bytes.count + 65_536
    return held > most ? "\(most) bytes in the entries of its EXIF" : nil
  }
}

/// A block of EXIF, whose numbers begin with the lowest byte or with the highest.
struct ExifBlock {
  let bytes: [UInt8]
  private let isLittle: Bool

  /// A block with or without `Exif` before it.
  init(_ bytes: [UInt8]) {
    let prefix = Array("Exif\0\0".utf8)
    self.bytes = Array(bytes.dropFirst(bytes.starts(with: prefix) ? prefix.count : 0))
    isLittle = self.bytes.first == UInt8(ascii: "I")
  }

  /// A number of some bytes; `nil` beyond the end.
  func number(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let digits = bytes[offset..<offset + count]
    return isLittle ? digits.reversed().number : digits.number
  }

  /// The bytes of a text in the first directory, up to a zero.
  func text(of tag: Int) -> [UInt8]? {
    guard let start = number(4, 4), let entries = number(start, 2) else { return nil }
    for entry in (0..<entries).map({ start + 2 + 12 * $0 }) where number(entry, 2) == tag {
      // Of ASCII, or of UTF-8 as EXIF 3.0 has it.
      guard let type = number(entry + 2, 2), [2, 129].contains(type),
        let count = number(entry + 4, 4), let value = number(entry + 8, 4)
      else { return nil }
      let offset = count > 4 ? value : entry + 8
      guard offset <= bytes.count, count <= bytes.count - offset else { return nil }
      return Array(bytes[offset..<offset + count].prefix { $0 != 0 })
    }
    return nil
  }
}
