/// The units of which a coded picture in a HEIC or AVIF file is made.
///
/// Decoders keep a record of each, and decode pictures that nobody sees: 16 million units of two
/// bytes took one 3 GB, and 44,000 small pictures in an item 22 seconds.
struct CodedUnits {
  private enum Kind {
    /// ISO/IEC 23008-2, each after its length.
    case hevc(lengthSize: Int)
    /// The OBUs of AV1.
    case av1
  }

  private let kind: Kind
  /// More than the slices of the largest picture, and more pictures than layers.
  private static let (mostUnits, mostPictures) = (2000, 8)

  /// The units of items of a kind; `nil` if it is none of coded pictures.
  init?(_ kind: String, lengthSize: Int) {
    switch kind {
    case "hvc1", "hev1": self.kind = .hevc(lengthSize: lengthSize)
    case "av01": self.kind = .av1
    default: return nil
    }
  }

  /// The reason why the units in parts of a file are more than a stranger's may be.
  func excess(of parts: [Range<Int>], _ read: FileReader) -> String? {
    let length = parts.reduce(0) { $0 + $1.count }
    let isWhole = parts.count < 2
    // Units that go over from one part to the next are found among their bytes.
    guard isWhole || length <= 1_000_000 else { return "HEIF in parts is not read" }
    let joined = isWhole ? [] : parts.flatMap { read($0.lowerBound, $0.count) }
    let first = parts.first?.lowerBound ?? 0
    var (offset, units, pictures) = (0, 0, 0)
    while offset < length {
      let head = isWhole ? read(first + offset, 16) : Array(joined.dropFirst(offset).prefix(16))
      guard let unit = unit(head) else { return nil }
      units += 1
      if unit.isPicture { pictures += 1 }
      guard units <= Self.mostUnits else {
        return "it has more than \(Self.mostUnits) units in a picture"
      }
      guard pictures <= Self.mostPictures else {
        return "it has more than \(Self.mostPictures) coded pictures in one"
      }
      offset += unit.length
    }
    return nil
  }

  /// The length of the unit that some bytes begin with, and whether it begins a picture.
  private func unit(_ head: [UInt8]) -> (length: Int, isPicture: Bool)? {
    switch kind {
    case .hevc(let size):
      guard head.count > size else { return nil }
      let length = head.prefix(size).reduce(0) { $0 << 8 | Int($1) }
      // Kinds below 32 are slices. The first of a picture says so behind two bytes of the unit.
      let isSlice = head[size] >> 1 & 63 < 32 && length > 2 && head.count > size + 2
      return (size + length, isSlice && head[size + 2] & 0x80 != 0)
    case .av1:
      guard let first = head.first else { return nil }
      var rest = head.dropFirst(first & 4 == 0 ? 1 : 2)
      // Without a length it is the last one.
      guard first & 2 != 0 else { return nil }
      var length = 0
      for shift in stride(from: 0, to: 56, by: 7) {
        guard let byte = rest.popFirst() else { return nil }
        length |= Int(byte & 0x7f) << shift
        if byte & 0x80 == 0 { break }
      }
      // A frame's header, and a frame.
      return (head.count - rest.count + length, [3, 6].contains(first >> 3 & 15))
    }
  }
}
