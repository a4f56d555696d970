/// The segments of a JPEG file: ITU-T T.81, B.1.
///
///     a segment   FF, its kind, and, but for a few kinds, a length in two bytes that counts itself
///     entropy     after a start of scan, coded data, in which FF comes before 0 or the number
///                 of a restart
///
/// libjpeg says nothing of scans that are missing between others and the end: such a picture is
/// gray or coarse. Of a stranger's file all segments are looked at: libjpeg keeps those of text and
/// profiles in a list, and walks along it for each; and a scan of a progressive picture, which a
/// few bytes can be, goes over all pixels. ``ExifBlocks`` says what else takes time.
struct JPEGSegments: FormatHeader {
  private(set) var defect: String?
  /// The pixels that all scans have together, of a stranger's file.
  private var scannedPixels = 0

  /// More than six times those of the largest profile and picture of pictures.
  private static let mostSegments = 10_000
  /// Ten times those of usual progressive pictures.
  private static let mostScans = 100
  /// The pixels that all scans together may have: ten scans of twice the largest sensor.
  private static let mostScannedPixels = 2_000_000_000

  init?(read: @escaping FileReader) {
    let isBounded = PictureType.isBounded
    var (offset, count, scanCount) = (2, 0, 0)
    var scans = JPEGScans()
    var blocks = ExifBlocks()
    while count <= Self.mostSegments || !isBounded {
      let head = read(offset, 4)
      guard head.count >= 2 else { return }
      guard head[0] == 0xFF, ![0, 1, 0xFF].contains(head[1]), !(0xD0...0xD8).contains(head[1])
      else {
        guard let marker = Self.marker(after: offset, read) else { return }
        offset = marker
        continue
      }
      // The end of the picture.
      guard head[1] != 0xD9 else {
        if !scans.areWhole { defect = "it lacks a scan of its pixels" }
        return
      }
      guard head.count == 4 else { return }
      count += 1
      let size = max(2, Int(head[2]) << 8 | Int(head[3]))
      let start = offset + 4
      offset += 2 + size
      let isFrame =
        (0xC0...0xCF).contains(head[1]) && ![0xC4, 0xC8, 0xCC].contains(head[1])
      if isFrame {
        scans.begin(isProgressive: head[1] & 3 == 2, read(start, size - 2))
      } else if head[1] == 0xDA {
        scanCount += 1
        scans.add(read(start, size - 2))
        // As after the only scan of most pictures.
        guard isBounded || !scans.areWhole else { return }
      }
      guard isBounded else { continue }
      guard scanCount <= Self.mostScans else {
        defect = "it has more than \(Self.mostScans) scans"
        return
      }
      scannedPixels = scanCount * scans.pixels
      guard scannedPixels <= Self.mostScannedPixels else {
        defect = Self.tooManyScannedPixels
        return
      }
      let content = head[1] == 0xE1 ? read(start, size - 2) : []
      if content.starts(with: "Exif\0".utf8), !blocks.add(content) {
        defect = blocks.defect
        return
      }
    }
    defect = "it has more than \(Self.mostSegments) segments"
  }

  /// The reason not to decode the strips or tiles of a stranger's TIFF file, which may be the same
  /// bytes; `nil` if there is none.
  static func defect(
    ofPartsAt offsets: [Int], lengths: [Int], _ read: FileReader
  ) -> String? {
    var scannedPixels = 0
    for (offset, length) in zip(offsets, lengths) {
      let bytes = read(offset, length)
      guard let segments = Self(read: { Array(bytes.dropFirst($0).prefix($1)) }) else { continue }
      if let defect = segments.defect { return defect }
      scannedPixels += segments.scannedPixels
      if scannedPixels > mostScannedPixels { return tooManyScannedPixels }
    }
    return nil
  }

  private static var tooManyScannedPixels: String {
    "it has more than \(mostScannedPixels) pixels in its scans"
  }

  /// The next offset of a marker after one that is none, or begins no segment; `nil` at the end.
  private static func marker(after offset: Int, _ read: FileReader) -> Int? {
    var start = offset + 1
    while case let bytes = read(start, 1 << 16), bytes.count > 1 {
      let found = bytes.indices.dropLast().first { index in
        guard bytes[index] == 0xFF else { return false }
        let kind = bytes[index + 1]
        return kind > 1 && kind != 0xFF && !(0xD0...0xD8).contains(kind)
      }
      if let found { return start + found }
      start += bytes.count - 1
    }
    return nil
  }
}
