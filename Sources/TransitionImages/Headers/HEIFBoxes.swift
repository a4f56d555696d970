/// The boxes of a HEIC or AVIF file from a stranger: ISO/IEC 23008-12.
///
/// libheif reads all boxes but those of coded pictures, and keeps what is in them.
struct HEIFBoxes: FormatHeader {
  private(set) var defect: String?

  private static let mostBoxes = 1000
  /// Hundreds of times those of a picture of 50 megapixels in tiles.
  private static let mostBytes = 1_000_000

  init?(read: @escaping FileReader) {
    guard PictureType.isBounded else { return nil }
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
    }
  }
}
