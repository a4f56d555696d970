/// The boxes of a HEIC or AVIF file from a stranger: ISO/IEC 23008-12.
///
/// libheif reads all boxes but those of coded pictures, and keeps what is in them. What items there
/// are and where their bytes lie is in the box `iloc` of the box `meta`.
struct HEIFBoxes: FormatHeader {
  private(set) var defect: String?

  private static let mostBoxes = 1000
  /// Hundreds of times those of a picture of 50 megapixels in tiles.
  private static let mostBytes = 1_000_000

  init?(read: @escaping FileReader) {
    guard let mostOfFile = PictureType.mostBytes else { return nil }
    var (boxes, bytes) = (0, 0)
    for box in ISOBoxes(read) {
      boxes += 1
      guard boxes <= Self.mostBoxes else {
        defect = "it has more than \(Self.mostBoxes) boxes"
        return
      }
      guard !["mdat", "free", "skip"].contains(box.kind) else { continue }
      bytes += Swift.min(box.content.count, Self.mostBytes + 1)
      guard bytes <= Self.mostBytes else {
        defect = "it has more than \(Self.mostBytes) bytes beside its pictures"
        return
      }
      // A version and flags come before the boxes of `meta`.
      guard box.kind == "meta", box.content.count >= 4 else { continue }
      let content = box.content.dropFirst(4)
      for inner in ISOBoxes(read, in: content) where inner.kind == "iloc" {
        // Items may share bytes, and libheif keeps those of each item.
        guard
          Self.bytesOfItems(read(inner.content.lowerBound, inner.content.count)) <= mostOfFile
        else {
          defect = "it has more than \(mostOfFile) bytes in its items"
          return
        }
      }
    }
  }

  /// The number of bytes of all items, at most 2⁶²: ISO/IEC 14496-12, 8.11.3.
  ///
  ///     offset  the content of `iloc`
  ///     0       a version, and flags of three bytes
  ///     4       the sizes of numbers, four bits each: of offsets, lengths, bases and indices
  ///     6       the number of items, in two bytes; in four from version 2 on
  ///             each item: its number, as long; from version 1 on how it is made, in two bytes; a
  ///             file, in two bytes; a base; the number of its parts, in two bytes
  ///             each part: an index, from version 1 on; an offset; a length
  private static func bytesOfItems(_ box: [UInt8]) -> Int {
    guard box.count >= 6 else { return 0 }
    let version = box[0]
    let sizes = [box[4] >> 4, box[4] & 15, box[5] >> 4, version > 0 ? box[5] & 15 : 0].map(Int.init)
    var rest = box[6...]
    func number(_ size: Int) -> Int {
      defer { rest = rest.dropFirst(size) }
      return Int(min(rest.prefix(size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }, 1 << 40))
    }
    var total = 0
    for _ in 0..<number(version < 2 ? 2 : 4) where !rest.isEmpty {
      rest = rest.dropFirst((version < 2 ? 2 : 4) + (version > 0 ? 2 : 0) + 2 + sizes[2])
      for _ in 0..<number(2) where !rest.isEmpty {
        rest = rest.dropFirst(sizes[3] + sizes[0])
        total = min(total + number(sizes[1]), 1 << 62)
      }
    }
    return total
  }
}
