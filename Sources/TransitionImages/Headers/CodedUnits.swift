/// The units of which a coded picture in a HEIC or AVIF file is made.
///
/// Decoders keep a record of each, and decode pictures that nobody sees: 16 million units of two
/// bytes took one 3 GB, and 44,000 small pictures in an item 22 seconds. Nor do they stop at the
/// size that the file tells of an item: 80 tiles in 4,348 bytes took 70 seconds.
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

  /// The most pixels that the code may announce: twice those of the item.
  private let mostPixels: Int

  /// The units of items of a kind, and of so many pixels; `nil` if it is none of coded pictures.
  init?(_ kind: String, lengthSize: Int, pixels: Int) {
    switch kind {
    case "hvc1", "hev1": self.kind = .hevc(lengthSize: lengthSize)
    case "av01": self.kind = .av1
    default: return nil
    }
    // Code has whole blocks.
    mostPixels = 2 * pixels + 65_536
  }

  /// The reason why the units in parts of a file are more than a stranger's may be.
  func excess(of parts: [Range<Int>], _ read: FileReader) -> String? {
    let length = parts.reduce(0) { $0 + $1.count }
    if parts.count < 2 {
      let first = parts.first?.lowerBound ?? 0
      return excess(length) { read(first + $0, $1) }
    }
    // Units that go over from one part to the next are found among their bytes.
    guard length <= 1_000_000 else { return "HEIF in parts is not read" }
    return excess(of: parts.flatMap { read($0.lowerBound, $0.count) })
  }

  /// The same of units that come before them.
  func excess(of bytes: [UInt8]) -> String? {
    excess(bytes.count) { Array(bytes.dropFirst($0).prefix($1)) }
  }

  private func excess(_ length: Int, _ read: FileReader) -> String? {
    var (offset, units, pictures) = (0, 0, 0)
    while offset < length {
      guard let unit = unit(read(offset, 16)) else { return nil }
      units += 1
      if unit.content == .picture { pictures += 1 }
      guard units <= Self.mostUnits else {
        return "it has more than \(Self.mostUnits) units in a picture"
      }
      guard pictures <= Self.mostPictures else {
        return "it has more than \(Self.mostPictures) coded pictures in one"
      }
      let isTooLarge =
        unit.content == .sequence
        && pixels(of: read(offset + unit.start, min(unit.length, CodedPixels.most))) > mostPixels
      guard !isTooLarge else { return "a coded picture in it is larger than it says" }
      offset += unit.start + unit.length
    }
    return nil
  }

  /// The pixels that a unit about a sequence announces.
  private func pixels(of unit: [UInt8]) -> Int {
    switch kind {
    case .hevc: CodedPixels.hevc(unit[...]) ?? 0
    case .av1: CodedPixels.av1(unit[...]) ?? 0
    }
  }

  private enum Content { case sequence, picture, other }

  /// Where the unit that some bytes begin with starts behind its length, and what it has.
  private func unit(_ head: [UInt8]) -> (start: Int, length: Int, content: Content)? {
    switch kind {
    case .hevc(let size):
      guard head.count > size else { return nil }
      let length = head.prefix(size).reduce(0) { $0 << 8 | Int($1) }
      let type = head[size] >> 1 & 63
      if type == 33 { return (size, length, .sequence) }
      // Kinds below 32 are slices. The first of a picture says so behind two bytes of the unit.
      let isSlice = type < 32 && length > 2 && head.count > size + 2
      return (size, length, isSlice && head[size + 2] & 0x80 != 0 ? .picture : .other)
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
      let type = first >> 3 & 15
      return (
        head.count - rest.count, length,
        type == 1 ? .sequence : [3, 6].contains(type) ? .picture : .other
      )
    }
  }
}
