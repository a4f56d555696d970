internal import TransitionSystem

/// A file of a font, TrueType or OpenType, of which the first face counts.
struct FontFile {
  /// The name of its family.
  let family: String
  /// A checksum of its bytes.
  let sum: String

  private static let role = "the font"
  private static let mostBytes = 200_000_000

  /// Reads a file.
  ///
  /// - Throws: that it cannot be read, or is no font that tells its name.
  init(_ path: Path) throws(ImageFileError) {
    func refused(_ detail: String) -> ImageFileError {
      .refused(role: Self.role, path: path, detail: detail)
    }
    let bytes = try File.read(Self.role, at: path) { file throws(ImageFileError) in
      do throws(FileError) {
        return try file.readAll(atMost: Self.mostBytes + 1)
      } catch { throw .file(error) }
    }
    guard bytes.count <= Self.mostBytes else {
      throw refused("it has more than \(Self.mostBytes) bytes")
    }
    guard let name = FontTables(bytes: bytes).family else {
      throw refused("it is no TrueType or OpenType font with a name")
    }
    family = name
    var (cyclic, sums) = (CRC32(), Adler32())
    cyclic.update(bytes.span)
    sums.update(bytes.span)
    sum = "\(cyclic.value) \(sums.value) \(bytes.count)"
  }
}

/// The bytes of a font, as tables.
private struct FontTables {
  let bytes: [UInt8]

  /// The name of the family, as the name table has it for most programs.
  var family: String? {
    guard let table = offset(of: "name"), let count = number(at: table + 2, 2),
      let texts = number(at: table + 4, 2)
    else { return nil }
    var names: [(rank: Int, text: String)] = []
    for index in 0..<count {
      let fields = (0..<6).compactMap { number(at: table + 6 + 12 * index + 2 * $0, 2) }
      guard fields.count == 6, [1, 16].contains(fields[3]) else { continue }
      let (platform, language) = (fields[0], fields[2])
      let start = table + texts + fields[5]
      guard start + fields[4] <= bytes.count else { continue }
      let part = bytes[start..<start + fields[4]]
      let text = platform == 1 ? String(validating: part, as: Unicode.ASCII.self) : Self.wide(part)
      guard let text, Self.isName(text) else { continue }
      // The name of four styles at most, in English, tells the face best.
      let rank =
        (fields[3] == 1 ? 0 : 4) + (platform == 3 && language == 0x409 ? 0 : platform == 1 ? 2 : 1)
      names.append((rank, text))
    }
    return names.min { $0.rank < $1.rank }?.text
  }

  private func offset(of table: String) -> Int? {
    var start = 0
    if bytes.starts(with: Array("ttcf".utf8)) {
      guard let first = number(at: 12, 4) else { return nil }
      start = first
    }
    guard let version = number(at: start, 4),
      [0x10000, 0x4F54_544F, 0x7472_7565].contains(version),
      let count = number(at: start + 4, 2)
    else { return nil }
    let record = (0..<count).lazy.map { start + 12 + 16 * $0 }.first { record in
      record + 16 <= bytes.count && bytes[record..<record + 4].elementsEqual(table.utf8)
    }
    return record.flatMap { number(at: $0 + 8, 4) }
  }

  /// A number of some bytes, the highest first.
  private func number(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func wide(_ bytes: ArraySlice<UInt8>) -> String? {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(validating: units, as: UTF16.self)
  }

  /// Whether Pango takes a text for one name.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || " .-_+&'0123456789".unicodeScalars.contains($0)
      }
  }
}
