internal import TransitionKit

/// The properties of a HEIC or AVIF file's items, and what they say of the picture that is shown:
/// ISO/IEC 23008-12.
struct HEIFProperties {
  /// All of them: their kinds, and their bytes.
  private let all: [(kind: String, bytes: [UInt8])]
  /// The item that is shown.
  let primary: Int
  /// Those that items have, by their numbers from 0 on.
  private let indices: [Int: [Int]]
  /// Those that readers must know to show an item.
  private let essential: [Int: [Int]]
  /// The item that is shown, and one that it is made of.
  private let shown: [Int]
  /// The number of pixels that the file tells of items.
  private(set) var pixels: [Int: Int] = [:]
  /// The most that the code in their configurations announces.
  private(set) var configuredPixels: [Int: Int] = [:]

  /// Takes the boxes of a `meta`; `nil` if they do not say which item is shown.
  init?(of boxes: [ISOBoxes.Box], _ read: FileReader) {
    func content(_ kind: String) -> [UInt8]? {
      boxes.first { $0.kind == kind && $0.content.count <= HEIFBoxes.mostOfList }
        .map { read($0.content.lowerBound, $0.content.count) }
    }
    guard let choice = content("pitm"), let properties = content("iprp") else { return nil }
    var rest = choice.dropFirst(4)
    let item = HEIFBoxes.number(&rest, choice.first == 0 ? 2 : 4)
    // A grid may leave its colors to its tiles.
    let references = content("iref") ?? []
    let tile = HEIFBoxes.derived(references, HEIFBoxes.boxes(in: references, from: 4))
      .first { $0.item == item }?.sources.first
    primary = item
    shown = [item, tile].compactMap(\.self)
    let parts = HEIFBoxes.boxes(in: properties, from: 0)
    let list = parts.first { $0.kind == "ipco" }.map { Array(properties[$0.content]) } ?? []
    all = HEIFBoxes.boxes(in: list, from: 0).map { ($0.kind, Array(list[$0.content])) }
    var (indices, essential): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for box in parts where box.kind == "ipma" {
      for (item, own) in Self.indices(properties[box.content]) {
        indices[item, default: []] += own.map { $0.number - 1 }
        essential[item, default: []] += own.filter(\.isEssential).map { $0.number - 1 }
      }
    }
    (self.indices, self.essential) = (indices, essential)
    // Many items may share one.
    let areas = all.map { Self.pixels($0.kind, $0.bytes) }
    let configured = all.map { CodedUnits.pixels(inConfiguration: $0.kind, $0.bytes) }
    for (item, own) in indices {
      let own = own.filter(all.indices.contains)
      // Which of several counts is the decoder's choice.
      pixels[item] = own.compactMap { areas[$0] }.min()
      configuredPixels[item] = own.map { configured[$0] }.max()
    }
  }

  /// The properties of an item.
  private func properties(of item: Int) -> [(kind: String, bytes: [UInt8])] {
    (indices[item] ?? []).filter(all.indices.contains).map { all[$0] }
  }

  /// Whether an item is turned, mirrored and cut to size more than once each.
  var turnsTooOften: Bool {
    indices.keys.contains { item in
      properties(of: item).count { ["clap", "imir", "irot"].contains($0.kind) } > 3
    }
  }

  /// The properties that libheif uses, or that change nothing in a picture of one layer.
  private static let known: Set = [
    "a1lx", "a1op", "amve", "auxC", "av1C", "cclv", "clap", "clli", "cmpd", "colr", "hvcC", "imir",
    "irot", "ispe", "j2kH", "jpgC", "lhvC", "lsel", "mdcv", "oinf", "pasp", "pixi", "rloc", "tols",
    "uncC", "uuid", "vvcC",
  ]

  /// The kind of a property without which the picture must not be shown, and which is none of
  /// those; `nil` if it has none.
  var unknownEssential: String? {
    shown.flatMap { essential[$0] ?? [] }.filter(all.indices.contains).map { all[$0].kind }
      .first { !Self.known.contains($0) }
  }

  /// The size of an item that is neither turned nor cut, if the file tells it.
  func size(of item: Int) -> (width: Int, height: Int)? {
    let properties = properties(of: item)
    guard !properties.contains(where: { ["clap", "irot"].contains($0.kind) }) else { return nil }
    return properties.lazy.compactMap { Self.size($0.kind, $0.bytes) }.first
  }

  /// The number of pixels that a property tells; `nil` if it tells none.
  private static func pixels(_ kind: String, _ bytes: [UInt8]) -> Int? {
    size(kind, bytes).map { $0.width * $0.height }
  }

  /// The size that a property tells, 2²⁴ at most.
  ///
  /// A box `ispe` is a version, flags of three bytes, and the width and height in four bytes each.
  private static func size(_ kind: String, _ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard kind == "ispe", bytes.count >= 12 else { return nil }
    return (min(bytes[4..<8].number, 1 << 24), min(bytes[8..<12].number, 1 << 24))
  }

  /// The bytes of a unit's length in an item that is coded by HEVC, which its configuration tells.
  func lengthSize(of item: Int) -> Int {
    let configuration = properties(of: item).first { $0.kind == "hvcC" && $0.bytes.count > 21 }
    return configuration.map { Int($0.bytes[21] & 3) + 1 } ?? 4
  }

  /// The numbers of properties, from 1 on, by those of items.
  ///
  /// A box `ipma` is a version, flags of three bytes, the number of entries, in four, and of each
  /// the number of an item, in two bytes, in four from version 1 on; how many properties it has, in
  /// one; and their numbers, in one, or two if the last flag is set, of which the first bit says
  /// that the property is essential.
  private static func indices(
    _ box: ArraySlice<UInt8>
  ) -> [Int: [(number: Int, isEssential: Bool)]] {
    guard box.count >= 8, let version = box.first else { return [:] }
    let isWide = box[box.startIndex + 3] & 1 == 1
    var rest = box.dropFirst(4)
    var indices: [Int: [(number: Int, isEssential: Bool)]] = [:]
    var entries = HEIFBoxes.number(&rest, 4)
    while entries > 0, !rest.isEmpty {
      entries -= 1
      let item = HEIFBoxes.number(&rest, version < 1 ? 2 : 4)
      let count = HEIFBoxes.number(&rest, 1)
      let first = isWide ? 0x8000 : 0x80
      let own = (0..<count).map { _ in
        let number = HEIFBoxes.number(&rest, isWide ? 2 : 1)
        return (number & (first - 1), number & first != 0)
      }
      indices[item, default: []] += own
    }
    return indices
  }

  private func first(_ kind: String, _ condition: ([UInt8]) -> Bool = { _ in true }) -> [UInt8]? {
    shown.flatMap(properties).first { $0.kind == kind && condition($0.bytes) }?.bytes
  }

  /// The meaning of samples that are HDR, whose matrix and range the decoder knows; `nil` of all
  /// others.
  ///
  /// A box `colr` is the letters `nclx`, and in two bytes each the primaries, the curve and the
  /// matrix; `clli` begins with the brightest light of all pixels; and `mdcv` has that of the
  /// screen after 16 bytes, in four, in parts of 1/10,000.
  var colorsOfHDR: VideoColors? {
    guard
      let color = first("colr", { $0.count >= 10 && $0.starts(with: Array("nclx".utf8)) })
    else { return nil }
    let primaries = VideoPrimaries(code: color[4..<6].number) ?? .bt2020
    let curve: VideoColors.Curve
    switch color[6..<8].number {
    case 16:
      let pixels = first("clli", { $0.count >= 2 }).map { Double($0[0..<2].number) }
      let screen = first("mdcv", { $0.count >= 20 }).map { Double($0[16..<20].number) / 10_000 }
      curve = .pq(brightest: (pixels, screen))
    case 18: curve = .hlg
    default: return nil
    }
    return VideoColors(primaries: primaries, curve: curve, range: .full)
  }
}
