private import TransitionDeflate

/// The files that an SVG file draws on, none of which libvips' decoder reads: it would leave out what
/// they show.
struct SVGLinks: FormatHeader {
  /// None are its own: libvips tells that a file is SVG.
  static let signatures: [[UInt8]] = []

  private(set) var defect: String?

  init?(read: @escaping FileReader) {
    let piece = 1 << 20
    var (bytes, part): ([UInt8], [UInt8]) = ([], [])
    repeat {
      part = read(bytes.count, piece)
      bytes += part
    } while part.count == piece
    var text = SVGText(Self.isCompressed(bytes) ? Self.inflated(bytes) : bytes)
    guard let link = text.nextLink() else { return }
    defect =
      "it shows \(link), which is not read: put that into the file as 'data:', or convert the "
      + "drawing to PNG"
  }

  private static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// What a gzip file holds; nothing if it is none, or as large as no drawing is.
  private static func inflated(_ bytes: [UInt8]) -> [UInt8] {
    // The last four bytes are the size.
    let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard size <= 1 << 28, let decompressor = unsafe libdeflate_alloc_decompressor() else {
      return []
    }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var content = [UInt8](repeating: 0, count: size)
    let result = unsafe libdeflate_gzip_decompress(
      decompressor, bytes, bytes.count, &content, size, nil)
    return result == LIBDEFLATE_SUCCESS ? content : []
  }
}

/// The text of an SVG file, read as far as it names other files.
private struct SVGText {
  private let bytes: [UInt8]
  private var place = 0
  /// The name of the element that began last.
  private var element = ""

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next file that something is drawn from; `nil` if there is none.
  mutating func nextLink() -> String? {
    while place < bytes.count {
      let text = text(before: "<")
      if element == "style", let link = Self.link(inStyle: text) { return link }
      if skip("!--") {
        _ = self.text(before: "-->")
      } else if skip("![CDATA[") {
        let text = self.text(before: "]]>")
        if element == "style", let link = Self.link(inStyle: text) { return link }
      } else if skip("!") {
        skipDeclaration()
      } else if let link = linkInTag() {
        return link
      }
    }
    return nil
  }

  /// A declaration of a document's type may hold others.
  private mutating func skipDeclaration() {
    var depth = 1
    while depth > 0, place < bytes.count {
      if bytes[place] == UInt8(ascii: "<") { depth += 1 }
      if bytes[place] == UInt8(ascii: ">") { depth -= 1 }
      place += 1
    }
  }

  /// A file that a tag names; `nil` if it names none, at its end.
  private mutating func linkInTag() -> String? {
    element = name()
    while place < bytes.count, !skip(">") {
      let attribute = name()
      skipSpaces()
      guard skip("=") else {
        // A slash, a question mark, or what is no XML.
        if attribute.isEmpty { place += 1 }
        continue
      }
      skipSpaces()
      guard skip("\"") || skip("'") else { continue }
      let value = text(before: bytes[place - 1] == UInt8(ascii: "'") ? "'" : "\"")
      // What a picture leads to, or would do elsewhere, is no part of it.
      if attribute == "href", !["a", "script"].contains(element), let link = Self.file(value) {
        return link
      }
      if let link = Self.link(inStyle: value) { return link }
    }
    return nil
  }

  /// A name without its prefix.
  private mutating func name() -> String {
    skipSpaces()
    let start = place
    while place < bytes.count, !"<>/=\"' \t\r\n".utf8.contains(bytes[place]) { place += 1 }
    let name = String(decoding: bytes[start..<place], as: UTF8.self)
    return name.split(separator: ":").last.map(String.init) ?? ""
  }

  private mutating func skipSpaces() {
    while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) { place += 1 }
  }

  /// Goes on behind a word if the text continues with it.
  private mutating func skip(_ word: String) -> Bool {
    guard bytes[place...].starts(with: word.utf8) else { return false }
    place += word.utf8.count
    return true
  }

  /// Goes on behind a word, or to the end.
  private mutating func text(before word: String) -> ArraySlice<UInt8> {
    let start = place
    while let end = bytes[place...].firstIndex(where: { $0 == word.utf8.first }) {
      place = end
      if skip(word) { return bytes[start..<end] }
      place += 1
    }
    place = bytes.count
    return bytes[start...]
  }

  /// A file that a style names, by `url()` or `@import`. Fonts of its own are never used: others take
  /// their place.
  private static func link(inStyle text: ArraySlice<UInt8>) -> String? {
    guard mayHoldLinks(text) else { return nil }
    let style = String(decoding: text, as: UTF8.self)
      .replacing(/(?i)@font-face\s*\{[^}]*\}/, with: "")
    let reference = /(?i)(?:(?:@import\s+)?url\(|@import)\s*(?:["']|&\w+;)?\s*([^"')&;]*)/
    for match in style.matches(of: reference) {
      if let file = file(Array(match.1.utf8)[...]) { return file }
    }
    return nil
  }

  /// Whether a style is worth a closer look: most attributes are something else.
  private static func mayHoldLinks(_ text: ArraySlice<UInt8>) -> Bool {
    let lowercase: UInt8 = 0x20
    return text.indices.contains { place in
      text[place] == UInt8(ascii: "@")
        || text[place] == UInt8(ascii: "(") && place >= text.startIndex + 3
          && text[place - 3..<place].map { $0 | lowercase } == Array("url".utf8)
    }
  }

  /// A reference, if it is to another file.
  private static func file(_ reference: ArraySlice<UInt8>) -> String? {
    let reference = reference.drop { " \t\r\n".utf8.contains($0) }
    let start = String(decoding: reference.prefix(200), as: UTF8.self)
    let isOwn = start.isEmpty || start.hasPrefix("#") || start.lowercased().hasPrefix("data:")
    return isOwn ? nil : start
  }
}
