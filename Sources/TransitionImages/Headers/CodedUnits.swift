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
  /// Items may share bytes, so that each has many.
  private static let mostUnitsOfFile = 100_000

  /// The most pixels that the code may announce: twice those of the item.
  private let mostPixels: Int

  private init(kind: Kind, mostPixels: Int) { (self.kind, self.mostPixels) = (kind, mostPixels) }

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

  /// The most pixels that the units in an item's configuration announce, which come before its
  /// own: ISO/IEC 14496-15, 8.3.3, and the binding of AV1 to HEIF, 2.3.
  ///
  /// After 22 bytes `hvcC` has the number of lists, and of each the kind, the number of its units
  /// in two bytes, and the units, each after its length in two bytes. `av1C` has OBUs after four.
  static func pixels(inConfiguration kind: String, _ bytes: [UInt8]) -> Int {
    var most = 0
    if kind == "av1C" {
      let units = CodedUnits(kind: .av1, mostPixels: 0)
      var rest = bytes.dropFirst(4)
      while let unit = units.unit(Array(rest.prefix(16))) {
        rest = rest.dropFirst(unit.start)
        if unit.content == .sequence { most = max(most, CodedPixels.av1(rest) ?? 0) }
        rest = rest.dropFirst(unit.length)
      }
    } else if kind == "hvcC" {
      var rest = bytes.dropFirst(22)
      var lists = HEIFBoxes.number(&rest, 1)
      while lists > 0, !rest.isEmpty {
        lists -= 1
        rest = rest.dropFirst()
        var units = HEIFBoxes.number(&rest, 2)
        while units > 0, !rest.isEmpty {
          units -= 1
          let length = HEIFBoxes.number(&rest, 2)
          let unit = rest.prefix(min(length, CodedPixels.most))
          if isSequence(unit.first) { most = max(most, CodedPixels.hevc(unit) ?? 0) }
          rest = rest.dropFirst(length)
        }
      }
    }
    return most
  }

  /// Whether a unit of HEVC that begins with a byte is a sequence parameter set.
  private static func isSequence(_ first: UInt8?) -> Bool {
    first.map { $0 >> 1 & 63 == 33 } ?? false
  }

  static let tooLarge = "a coded picture in it is larger than it says"

  /// Whether the code of an item may announce so many pixels.
  func allows(_ pixels: Int) -> Bool { pixels <= mostPixels }

  /// The reason why the units in parts of a file are more than a stranger's may be. They are added
  /// to a total of all items.
  func excess(of parts: [Range<Int>], total: inout Int, _ read: FileReader) -> String? {
    let length = parts.reduce(0) { $0 + $1.count }
    if parts.count < 2 {
      let first = parts.first?.lowerBound ?? 0
      return excess(length, total: &total) { read(first + $0, $1) }
    }
    // Units that go over from one part to the next are found among their bytes.
    guard length <= 1_000_000 else { return "HEIF in parts is not read" }
    let joined = parts.flatMap { read($0.lowerBound, $0.count) }
    return excess(length, total: &total) { Array(joined.dropFirst($0).prefix($1)) }
  }

  private func excess(_ length: Int, total: inout Int, _ read: FileReader) -> String? {
    var (offset, units, pictures) = (0, 0, 0)
    while offset < length {
      guard let unit = unit(read(offset, 16)) else { return nil }
      units += 1
      total += 1
      guard total <= Self.mostUnitsOfFile else {
        return "it has more than \(Self.mostUnitsOfFile) units in all pictures"
      }
      if unit.content == .picture { pictures += 1 }
      guard units <= Self.mostUnits else {
        return "it has more than \(Self.mostUnits) units in a picture"
      }
      guard pictures <= Self.mostPictures else {
        return "it has more than \(Self.mostPictures) coded pictures in one"
      }
      guard unit.content != .sequence || allows(pixels(of: unit, at: offset, read)) else {
        return Self.tooLarge
      }
      offset += unit.start + unit.length
    }
    return nil
  }

  /// The pixels that a unit about a sequence announces.
  private func pixels(of unit: Unit, at offset: Int, _ read: FileReader) -> Int {
    let bytes = read(offset + unit.start, min(unit.length, CodedPixels.most))[...]
    return switch kind {
    case .hevc: CodedPixels.hevc(bytes) ?? 0
    case .av1: CodedPixels.av1(bytes) ?? 0
    }
  }

  private enum Content { case sequence, picture, other }

  /// Where a unit starts behind its length, and what it has.
  private typealias Unit = (start: Int, length: Int, content: Content)

  /// The unit that some bytes begin with.
  private func unit(_ head: [UInt8]) -> Unit? {
    switch kind {
    case .hevc(let size):
      guard head.count > size else { return nil }
      let length = head.prefix(size).reduce(0) { $0 << 8 | Int($1) }
      if Self.isSequence(head[size]) { return (size, length, .sequence) }
      // Kinds below 32 are slices. The first of a picture says so behind two bytes of the unit.
      let isSlice = head[size] >> 1 & 63 < 32 && length > 2 && head.count > size + 2
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
