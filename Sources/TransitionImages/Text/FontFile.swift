internal import TransitionSystem

/// A file of a font, of which the first face counts.
struct FontFile {
  /// The family by which it is found.
  let family: String
  /// A checksum of its bytes.
  let sum: String

  static let role = "the font"
  private static let mostBytes = 200_000_000

  /// Reads a file.
  ///
  /// - Throws: that it cannot be read, or is no font.
  init(_ path: Path) throws(ImageFileError) {
    func refused(_ detail: String) -> ImageFileError {
      .refused(role: Self.role, path: path, detail: detail)
    }
    let bytes = try File.read(Self.role, at: path) { file throws(ImageFileError) in
      // It is opened again by its name.
      guard file.status?.kind == .file else { throw refused("it is no ordinary file") }
      return try ImageFileError.from(file: file.readAll(atMost: Self.mostBytes))
    }
    var (cyclic, sums) = (CRC32(), Adler32())
    cyclic.update(bytes.span)
    sums.update(bytes.span)
    sum = "\(cyclic.value) \(sums.value) \(bytes.count)"
    family = "dotransition \(cyclic.value)"
    guard let characters = InstalledFonts.add(path, as: family) else {
      throw refused("it is no font")
    }
    // Words would be drawn with another font without a word.
    guard Self.signatures.contains(where: bytes.starts) else {
      throw refused("it is no font of TrueType or OpenType, unpacked, as it must be")
    }
    guard Self.hasGlyphCount(bytes) else { throw refused("it has no number of glyphs") }
    guard characters > 0 else { throw refused("it has no table of characters") }
  }

  /// With what files begin that Pango draws with: of TrueType, OpenType, several fonts, and the
  /// resources of a Macintosh.
  private static let signatures: [[UInt8]] = [
    [0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8), [0, 0, 1, 0],
  ]

  /// Whether a file tells how many glyphs it has, if it is one font of TrueType or OpenType: in the
  /// table `maxp`, whose entry is one of 16 bytes behind the first 12.
  private static func hasGlyphCount(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0, 1, 0, 0]) || bytes.starts(with: Array("OTTO".utf8)) else {
      return true
    }
    let count = bytes.dropFirst(4).prefix(2).number
    return (0..<count).contains { entry in
      bytes.dropFirst(12 + 16 * entry).starts(with: Array("maxp".utf8))
    }
  }
}
