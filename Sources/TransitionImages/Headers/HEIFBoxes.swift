/// The boxes of a HEIC or AVIF file: ISO/IEC 23008-12.
///
/// libheif reads all boxes but those of coded pictures, and keeps what is in them. What items there
/// are, what they are made of and where their bytes lie is in boxes of the box `meta`. It follows
/// items that are made of each other until its stack ends.
struct HEIFBoxes: FormatHeader {
  private(set) var defect: String?

  private static let mostBoxes = 1000
  /// Hundreds of times those of a picture of 50 megapixels in tiles.
  private static let mostBytes = 1_000_000
  /// The most bytes of a list of items; libheif says what is wrong with a longer one.
  private static let mostOfList = 10_000_000

  init?(read: @escaping FileReader) {
    let isBounded = PictureType.isBounded
    let mostOfFile = PictureType.mostBytes ?? .max
    var (boxes, bytes) = (0, 0)
    for box in ISOBoxes(read) {
      boxes += 1
      guard !isBounded || boxes <= Self.mostBoxes else {
        defect = "it has more than \(Self.mostBoxes) boxes"
        return
      }
      guard !["mdat", "free", "skip"].contains(box.kind) else { continue }
      bytes += Swift.min(box.content.count, Self.mostBytes + 1)
      guard !isBounded || bytes <= Self.mostBytes else {
        defect = "it has more than \(Self.mostBytes) bytes beside its pictures"
        return
      }
      // A version and flags come before the boxes of `meta`.
      guard box.kind == "meta", box.content.count >= 4 else { continue }
      let inner = ISOBoxes(read, in: box.content.dropFirst(4)).map { ($0.kind, $0.content) }
      func contents(_ kind: String) -> [[UInt8]] {
        inner.filter { $0.0 == kind && $0.1.count <= Self.mostOfList }
          .map { read($0.1.lowerBound, $0.1.count) }
      }
      let references = contents("iref").map { Self.sources($0) }
      guard inner.count < ISOBoxes.most, !references.contains(where: { $0 == nil }),
        Self.isShallow(references.flatMap { $0 ?? [] })
      else {
        defect = "it has items that are made of each other, or too many of them"
        return
      }
      guard isBounded else { continue }
      // Items may share bytes, and libheif keeps those of each item.
      guard contents("iloc").allSatisfy({ Self.bytesOfItems($0) <= mostOfFile }) else {
        defect = "it has more than \(mostOfFile) bytes in its items"
        return
      }
      let lists = contents("iinf").map { Self.kinds($0) }
      guard !lists.contains(where: { $0 == nil }) else {
        defect = "it has more than \(ISOBoxes.most - 1) items"
        return
      }
      let kinds = lists.reduce(into: [:]) { $0.merge($1 ?? [:]) { first, _ in first } }
      guard !kinds.values.contains(where: ["iden", "iovl"].contains) else {
        defect = "HEIF with overlays or copies of pictures is not read"
        return
      }
      let grids = references.flatMap { $0 ?? [] }.filter { kinds[$0.of] == "grid" }
      var tiles: Set<Int> = []
      let isPlain = grids.allSatisfy { grid in
        grid.sources.allSatisfy { tiles.insert($0).inserted && kinds[$0] != "grid" }
      }
      guard isPlain else {
        defect = "HEIF with a tile that is there twice, or is a grid itself, is not read"
        return
      }
    }
  }

  /// Whether items are made of others in a few steps, and none of itself.
  private static func isShallow(_ references: [(of: Int, sources: [Int])]) -> Bool {
    var rest = references
    for _ in 0..<16 where !rest.isEmpty {
      // Those that are made of plain pictures alone go first.
      let items = Set(rest.map(\.of))
      rest = rest.filter { $0.sources.contains(where: items.contains) }
    }
    return rest.isEmpty
  }

  /// The kinds of items, by their numbers, `nil` if there are too many: ISO/IEC 14496-12, 8.11.6.
  ///
  ///     offset  the content of `iinf`
  ///     0       a version, and flags of three bytes
  ///     4       the number of items, in two bytes, or in four from version 1 on
  ///             a box `infe` for each: a version, flags, its number in two bytes, or in four in
  ///             version 3, two bytes, and its kind: four letters
  private static func kinds(_ box: [UInt8]) -> [Int: String]? {
    guard box.count >= 8 else { return [:] }
    let boxes = ISOBoxes(
      { Array(box.dropFirst($0).prefix($1)) }, in: (box[0] == 0 ? 6 : 8)..<box.count)
    guard boxes.reduce(0, { count, _ in count + 1 }) < ISOBoxes.most else { return nil }
    return boxes.reduce(into: [:]) { kinds, entry in
      var rest = box[entry.content]
      guard entry.kind == "infe", let version = rest.first else { return }
      rest = rest.dropFirst(4)
      let id = number(&rest, version == 3 ? 4 : 2)
      if rest.count >= 6 {
        kinds[id] = String(decoding: rest.dropFirst(2).prefix(4), as: UTF8.self)
      }
    }
  }

  /// The items that others are made of, `nil` if there are too many: ISO/IEC 14496-12, 8.11.12.
  ///
  ///     offset  the content of `iref`
  ///     0       a version, and flags of three bytes
  ///     4       boxes, `dimg` among them: the number of an item, in two bytes, or in four in
  ///             version 1; how many it is made of, in two; and their numbers
  private static func sources(_ box: [UInt8]) -> [(of: Int, sources: [Int])]? {
    guard box.count >= 4 else { return [] }
    let size = box[0] == 0 ? 2 : 4
    let boxes = Array(ISOBoxes({ Array(box.dropFirst($0).prefix($1)) }, in: 4..<box.count))
    guard boxes.count < ISOBoxes.most else { return nil }
    return boxes.compactMap {
      reference in
      guard reference.kind == "dimg" else { return nil }
      var rest = box[reference.content]
      let (item, count) = (number(&rest, size), number(&rest, 2))
      return (item, (0..<min(count, rest.count / size)).map { _ in number(&rest, size) })
    }
  }

  /// Takes a number from the beginning of some bytes, at most 2⁴⁰.
  private static func number(_ bytes: inout ArraySlice<UInt8>, _ size: Int) -> Int {
    defer { bytes = bytes.dropFirst(size) }
    return Int(min(bytes.prefix(size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }, 1 << 40))
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
    var total = 0
    for _ in 0..<number(&rest, version < 2 ? 2 : 4) where !rest.isEmpty {
      rest = rest.dropFirst((version < 2 ? 2 : 4) + (version > 0 ? 2 : 0) + 2 + sizes[2])
      for _ in 0..<number(&rest, 2) where !rest.isEmpty {
        rest = rest.dropFirst(sizes[3] + sizes[0])
        total = min(total + number(&rest, sizes[1]), 1 << 62)
      }
    }
    return total
  }
}
