internal import TransitionKit
internal import TransitionVips

/// The boxes of a HEIC or AVIF file: ISO/IEC 23008-12.
///
/// libheif reads all boxes but those of coded pictures, and keeps what is in them. What items there
/// are, what they are made of and where their bytes lie is in boxes of the box `meta`. It follows
/// items that are made of each other until its stack ends.
struct HEIFBoxes: FormatHeader {
  private(set) var defect: String?
  /// Whether colors are multiplied by alpha, which libvips does not tell.
  private var isPremultiplied = false
  private(set) var colorsOfHDR: VideoColors?

  private static let mostBoxes = 1000
  /// Hundreds of times those of a picture of 50 megapixels in tiles.
  private static let mostBytes = 1_000_000
  /// The most bytes of a list of items; libheif says what is wrong with a longer one.
  static let mostOfList = 10_000_000

  init?(read: @escaping FileReader) {
    var (boxes, bytes) = (0, 0)
    for box in ISOBoxes(read) {
      boxes += 1
      guard !PictureType.isBounded || boxes <= Self.mostBoxes else {
        defect = "it has more than \(Self.mostBoxes) boxes"
        return
      }
      guard !["mdat", "free", "skip"].contains(box.kind) else { continue }
      bytes += min(box.content.count, Self.mostBytes + 1)
      guard !PictureType.isBounded || bytes <= Self.mostBytes else {
        defect = "it has more than \(Self.mostBytes) bytes beside its pictures, as its boxes say"
        return
      }
      // A version and flags come before the boxes of `meta`.
      guard box.kind == "meta", box.content.count >= 4 else { continue }
      add(Array(ISOBoxes(read, in: box.content.dropFirst(4))), read)
      guard defect == nil else { return }
    }
  }

  func defect(of picture: Picture) -> String? {
    isPremultiplied && picture.bandFormat != VIPS_FORMAT_UCHAR
      ? "HEIF of more than 8 bits whose colors are multiplied by alpha is not read" : nil
  }

  func completed(_ picture: Picture) throws(VipsError) -> Picture {
    guard isPremultiplied, picture.hasAlpha else { return picture }
    return try picture.unpremultiplied(maximum: 255).rounded().cast(to: picture.bandFormat)
  }

  /// Reads the boxes of a `meta`, and finds the reason not to have libheif read its items.
  private mutating func add(_ boxes: [ISOBoxes.Box], _ read: FileReader) {
    func contents(_ kind: String) -> [[UInt8]] {
      boxes.filter { $0.kind == kind && $0.content.count <= Self.mostOfList }
        .map { read($0.content.lowerBound, $0.content.count) }
    }
    let references = contents("iref").map { (bytes: $0, boxes: Self.boxes(in: $0, from: 4)) }
    guard (references.map(\.boxes) + [boxes]).allSatisfy({ $0.count < ISOBoxes.most }) else {
      defect = "it has more than \(ISOBoxes.most - 1) references of items"
      return
    }
    if references.contains(where: { $0.boxes.contains { $0.kind == "prem" } }) {
      isPremultiplied = true
    }
    let derived = references.flatMap { Self.derived($0.bytes, $0.boxes) }
    guard Self.isShallow(derived) else {
      defect = "it has items that are made of each other"
      return
    }
    let properties = HEIFProperties(of: boxes, read)
    if let kind = properties?.unknownEssential {
      defect = "it has the property \(kind), which readers must know, and which is not known here"
      return
    }
    if PictureType.isBounded || !derived.isEmpty {
      let data = boxes.first { $0.kind == "idat" }?.content ?? 0..<0
      let places = contents("iloc").map { HEIFPlaces($0, data: data) }
      if PictureType.isBounded { defect = Self.excess(of: places) }
      guard defect == nil else { return }
      let parts = places.reduce(into: [:]) { $0.merge($1.parts) { $0 + $1 } }
      let kinds = Self.kinds(of: contents("iinf"))
      if PictureType.isBounded {
        defect = Self.excess(derived, parts, kinds, properties, read)
      }
      if defect == nil, let kinds { defect = Self.gap(derived, parts, kinds, properties, read) }
    }
    colorsOfHDR = properties?.colorsOfHDR
  }

  /// Pictures whose code nothing here reads, and newer releases of libheif decode.
  private static let otherCode: Set = ["avc1", "j2k1", "jpeg", "unci", "vvc1"]

  /// The reason why items are more than a stranger's may be; `nil` if they are not.
  private static func excess(of places: [HEIFPlaces]) -> String? {
    let mostOfFile = PictureType.mostBytes ?? .max
    // Items may share bytes, and libheif keeps those of each item.
    guard places.allSatisfy({ $0.byteCount <= mostOfFile }) else {
      return "it has more than \(mostOfFile) bytes in its items"
    }
    guard places.allSatisfy({ $0.count <= HEIFPlaces.most }) else {
      return "it has more than \(HEIFPlaces.most) parts of items"
    }
    return places.contains(where: \.hasNested) ? "HEIF with items in other items is not read" : nil
  }

  /// The same of items that lie in some parts of the file, and of their kinds, `nil` if these are
  /// too many.
  private static func excess(
    _ derived: [(item: Int, sources: [Int])], _ parts: [Int: [Range<Int>]],
    _ kinds: [Int: String]?, _ properties: HEIFProperties?, _ read: FileReader
  ) -> String? {
    guard properties?.turnsTooOften != true else {
      return "it has more than three turns and cuts of a picture"
    }
    guard let kinds else {
      return "it has more than \(ISOBoxes.most - 1) items"
    }
    guard !kinds.values.contains(where: ["iden", "iovl"].contains) else {
      return "HEIF with overlays or copies of pictures is not read"
    }
    if let kind = kinds.values.first(where: otherCode.contains) {
      return "HEIF with pictures of the kind \(kind) is not read"
    }
    let (pixels, configured) = (properties?.pixels ?? [:], properties?.configuredPixels ?? [:])
    let shown = properties.flatMap { pixels[$0.primary] } ?? 0
    var total = 0
    for (item, kind) in kinds {
      let units = CodedUnits(
        kind, lengthSize: properties?.lengthSize(of: item) ?? 4, pixels: pixels[item] ?? 0)
      guard let units else { continue }
      guard pixels[item] ?? 0 <= 2 * shown + 1_000_000 else {
        return "it has a picture larger than the one that it shows"
      }
      guard units.allows(configured[item] ?? 0) else { return CodedUnits.tooLarge }
      if let excess = units.excess(of: parts[item] ?? [], total: &total, read) { return excess }
    }
    let grids = derived.filter { kinds[$0.item] == "grid" }
    var tiles: Set<Int> = []
    let isPlain = grids.flatMap(\.sources)
      .allSatisfy { tiles.insert($0).inserted && kinds[$0] != "grid" }
    guard isPlain else {
      return "HEIF with a tile that is there twice, or is a grid itself, is not read"
    }
    for grid in grids {
      let most = 2 * (pixels[grid.item] ?? 0) + 1_000_000
      // Tiles at the edges go beyond them.
      guard grid.sources.reduce(0, { $0 + (pixels[$1] ?? 0) }) <= most else {
        return "its tiles are larger than their picture"
      }
      guard Grid(parts[grid.item] ?? [], read)?.area ?? 0 <= most else {
        return "its grid is larger than it says"
      }
    }
    return nil
  }

  /// The reason why tiles do not cover their picture, of which libheif leaves the rest black; `nil`
  /// if they do.
  private static func gap(
    _ derived: [(item: Int, sources: [Int])], _ parts: [Int: [Range<Int>]], _ kinds: [Int: String],
    _ properties: HEIFProperties?, _ read: FileReader
  ) -> String? {
    let grids = derived.filter { kinds[$0.item] == "grid" }
    let isCovered = grids.allSatisfy { item, tiles in
      guard let grid = Grid(parts[item] ?? [], read),
        let tile = tiles.first.flatMap({ properties?.size(of: $0) })
      else { return true }
      return tiles.count >= grid.rows * grid.columns && grid.columns * tile.width >= grid.width
        && grid.rows * tile.height >= grid.height
    }
    return isCovered ? nil : "its tiles do not cover the picture"
  }

  /// A picture of tiles: ISO/IEC 23008-12, 6.6.2.3.
  ///
  /// It begins with a version, flags, of which the last one is for long numbers, the numbers of
  /// rows and columns less one, a byte each, and the width and the height, in two bytes each, or in
  /// four.
  private struct Grid {
    let rows, columns, width, height: Int

    /// Reads one from some places of the file; `nil` if there are too few bytes.
    init?(_ parts: [Range<Int>], _ read: FileReader) {
      let head = parts.reduce(into: []) { head, part in
        head += read(part.lowerBound, min(part.count, 12 - head.count))
      }
      guard head.count >= 8 else { return nil }
      let size = head[1] & 1 == 1 ? 4 : 2
      var rest = head.dropFirst(4)
      (rows, columns) = (Int(head[2]) + 1, Int(head[3]) + 1)
      (width, height) = (number(&rest, size), number(&rest, size))
    }

    var area: Int { min(width, 1 << 24) * min(height, 1 << 24) }
  }

  /// The kinds of all items of lists; `nil` if these are too long.
  private static func kinds(of items: [[UInt8]]) -> [Int: String]? {
    // The number of items is of two bytes, or of four.
    let items = items.map {
      (bytes: $0, boxes: boxes(in: $0, from: $0.first == 0 ? 6 : 8))
    }
    guard items.allSatisfy({ $0.boxes.count < ISOBoxes.most }) else { return nil }
    return items.reduce(into: [:]) {
      $0.merge(Self.kinds($1.bytes, $1.boxes)) { first, _ in first }
    }
  }

  /// The boxes among bytes.
  static func boxes(in bytes: [UInt8], from start: Int) -> [ISOBoxes.Box] {
    guard bytes.count >= start else { return [] }
    return Array(ISOBoxes({ Array(bytes.dropFirst($0).prefix($1)) }, in: start..<bytes.count))
  }

  /// Whether items are made of others in a few steps, and none of itself.
  private static func isShallow(_ derived: [(item: Int, sources: [Int])]) -> Bool {
    var rest = derived
    for _ in 0..<16 where !rest.isEmpty {
      // Those that are made of plain pictures alone go first.
      let items = Set(rest.map(\.item))
      rest = rest.filter { $0.sources.contains(where: items.contains) }
    }
    return rest.isEmpty
  }

  /// The kinds of items, by their numbers: ISO/IEC 14496-12, 8.11.6.
  ///
  /// A box `infe` of the content of `iinf` is a version, flags of three bytes, the item's number,
  /// in two bytes or, in version 3, in four, two bytes, and its kind: four letters.
  private static func kinds(_ content: [UInt8], _ boxes: [ISOBoxes.Box]) -> [Int: String] {
    boxes.reduce(into: [:]) { kinds, entry in
      var rest = content[entry.content]
      guard entry.kind == "infe", let version = rest.first else { return }
      rest = rest.dropFirst(4)
      let item = number(&rest, version == 3 ? 4 : 2)
      if rest.count >= 6 {
        kinds[item] = String(decoding: rest.dropFirst(2).prefix(4), as: UTF8.self)
      }
    }
  }

  /// The items that are made of others: ISO/IEC 14496-12, 8.11.12.
  ///
  /// A box `dimg` of the content of `iref`, which begins with its version, is the number of an
  /// item, in two bytes or, in version 1, in four; how many it is made of, in two; and their
  /// numbers.
  static func derived(
    _ content: [UInt8], _ boxes: [ISOBoxes.Box]
  ) -> [(item: Int, sources: [Int])] {
    let size = content.first == 0 ? 2 : 4
    return boxes.filter { $0.kind == "dimg" }.map { reference in
      var rest = content[reference.content]
      let (item, count) = (number(&rest, size), number(&rest, 2))
      return (item, (0..<min(count, rest.count / size)).map { _ in number(&rest, size) })
    }
  }

  /// Takes a number from the beginning of some bytes, at most 2⁴⁰.
  static func number(_ bytes: inout ArraySlice<UInt8>, _ size: Int) -> Int {
    defer { bytes = bytes.dropFirst(size) }
    return Int(min(bytes.prefix(size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }, 1 << 40))
  }
}
