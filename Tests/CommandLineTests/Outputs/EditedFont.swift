import Foundation

/// Fonts of TrueType, made into others.
enum EditedFont {
  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The tables of a font: their names with checksums, and where they are.
  private static func tables(
    of font: [UInt8]
  ) -> [(name: ArraySlice<UInt8>, sum: ArraySlice<UInt8>, range: Range<Int>)] {
    (0..<number(font[4..<6])).map { entry in
      let start = 12 + 16 * entry
      let offset = number(font[start + 8..<start + 12])
      let range = offset..<offset + number(font[start + 12..<start + 16])
      return (font[start..<start + 4], font[start + 4..<start + 8], range)
    }
  }

  /// The font as WOFF has it, whose tables need not be smaller.
  static func packedForTheWeb(_ font: [UInt8]) -> [UInt8] {
    let tables = tables(of: font)
    var (directory, contents): ([UInt8], [UInt8]) = ([], [])
    for (name, sum, range) in tables {
      directory += name + bytes(44 + 20 * tables.count + contents.count)
      directory += bytes(range.count) + bytes(range.count) + sum
      contents += font[range] + Array(repeating: 0, count: (4 - range.count % 4) % 4)
    }
    let header =
      Array("wOFF".utf8) + bytes(0x1_0000) + bytes(44 + directory.count + contents.count)
      + bytes(tables.count << 16) + bytes(12 + 16 * tables.count + contents.count)
      + Array(repeating: 0, count: 24)
    return header + directory + contents
  }

  /// The font with more room behind each letter.
  static func widened(_ font: [UInt8]) -> [UInt8] {
    let tables = tables(of: font)
    func start(of name: String) -> Int? {
      tables.first { $0.name.elementsEqual(name.utf8) }?.range.lowerBound
    }
    guard let header = start(of: "hhea"), let metrics = start(of: "hmtx") else { return font }
    var font = font
    for entry in 0..<number(font[header + 34..<header + 36]) {
      let place = metrics + 4 * entry
      font.replaceSubrange(
        place..<place + 2, with: bytes(number(font[place..<place + 2]) + 900).suffix(2))
    }
    return font
  }
}
