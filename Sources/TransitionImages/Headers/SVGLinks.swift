private import TransitionDeflate

/// The links of an SVG file to other files. libvips hands librsvg a stream without a name, so that
/// it opens none of them and leaves out what they show.
struct SVGLinks: FormatHeader {
  private(set) var defect: String?

  init?(read: @escaping FileReader) {
    let piece = 1 << 20
    var (bytes, part): ([UInt8], [UInt8]) = ([], [])
    repeat {
      part = read(bytes.count, piece)
      bytes += part
    } while part.count == piece
    let isCompressed = bytes.starts(with: [0x1F, 0x8B])
    var text = SVGText(isCompressed ? Self.inflated(bytes) : bytes)
    guard let link = text.firstLink() else { return }
    defect =
      "it shows \(link), which is not read: put that into the file as 'data:', or convert the "
      + "drawing to PNG"
  }

  /// The content of a gzip file; nothing if it is none, or as large as no drawing is.
  private static func inflated(_ bytes: [UInt8]) -> [UInt8] {
    // The last four bytes are the size.
    let size = bytes.suffix(4).reversed().number
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

/// The text of an SVG file, read as far as it names other files: in attributes named `href`, also
/// those of `xml-stylesheet`, and by
/// `url()` or `@import` in styles, which are attributes or the text of a `style` element.
private struct SVGText {
  /// The bytes that have not been read.
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The first file that something is drawn from; `nil` if there is none.
  mutating func firstLink() -> String? {
    // The name of the element that began last.
    var element = ""
    while !rest.isEmpty {
      let text = take(until: "<")
      if element == "style", let link = Self.link(inStyle: text) { return link }
      switch rest.first {
      case UInt8(ascii: "!") where rest.starts(with: "!--".utf8): _ = take(until: "-->")
      case UInt8(ascii: "!") where rest.starts(with: "![CDATA[".utf8):
        let text = take(until: "]]>")
        if element == "style", let link = Self.link(inStyle: text) { return link }
      case UInt8(ascii: "?") where rest.starts(with: "?xml-stylesheet".utf8):
        while let (name, value) = nextAttribute() {
          if name == "href", let link = Self.file(value) { return link }
        }
      // Other declarations name no files that are drawn.
      case UInt8(ascii: "!"), UInt8(ascii: "?"): break
      default:
        element = Self.localName(rest.prefix { !">/ \t\r\n".utf8.contains($0) })
        while let (name, value) = nextAttribute() {
          // Where a picture leads to, or what it would run elsewhere, is no part of it.
          let isShown = name == "href" && element != "a" && element != "script"
          if let link = isShown ? Self.file(value) : nil { return link }
          if let link = Self.link(inStyle: value) { return link }
        }
      }
    }
    return nil
  }

  /// Returns the bytes before a word, or all, and goes on behind the word.
  private mutating func take(until word: String) -> ArraySlice<UInt8> {
    let start = rest
    while !rest.isEmpty {
      rest = rest.drop { $0 != word.utf8.first }
      if rest.starts(with: word.utf8) { break }
      rest = rest.dropFirst()
    }
    defer { rest = rest.dropFirst(word.utf8.count) }
    return start[..<rest.startIndex]
  }

  /// The next attribute of a tag; `nil` at its end.
  private mutating func nextAttribute() -> (name: String, value: ArraySlice<UInt8>)? {
    let head = rest.prefix { !"\"'>".utf8.contains($0) }
    rest = rest.dropFirst(head.count)
    guard let quote = rest.popFirst(), quote != UInt8(ascii: ">") else { return nil }
    let value = rest.prefix { $0 != quote }
    rest = rest.dropFirst(value.count + 1)
    let name = head.split { " \t\r\n=".utf8.contains($0) }.last
    return (Self.localName(name ?? []), value)
  }

  /// A name without its prefix.
  private static func localName(_ name: ArraySlice<UInt8>) -> String {
    String(decoding: name, as: UTF8.self).split(separator: ":").last.map(String.init) ?? ""
  }

  /// The file that a style names. Fonts of its own are never used: the system's replace them.
  private static func link(inStyle text: ArraySlice<UInt8>) -> String? {
    // Most attributes have neither character, and some are long.
    guard text.contains(where: { "@(".utf8.contains($0) }) else { return nil }
    let whole = String(decoding: text, as: UTF8.self)
    guard whole.contains("@") || whole.lowercased().contains("url(") else { return nil }
    let style = withoutFontFaces(whole)
    let reference = /(?i)(?:(?:@import\s+)?url\(|@import)\s*(?:["']|&\w+;)?\s*([^"')&;]*)/
    for match in style.matches(of: reference) {
      if let file = file(Array(match.1.utf8)[...]) { return file }
    }
    return nil
  }

  /// A style without the fonts that it declares, read once from the beginning to the end.
  private static func withoutFontFaces(_ style: String) -> String {
    let bytes = Array(style.utf8)
    let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
    let word = Array("@font-face".utf8)
    var (kept, index) = ([UInt8](), 0)
    while index < bytes.count {
      var next = index
      if index < end, bytes[index] == word[0],
        bytes[index...].prefix(word.count).map({ $0 | 0x20 }).elementsEqual(word.map { $0 | 0x20 })
      {
        next += word.count
        while next < end, " \t\r\n\u{C}".utf8.contains(bytes[next]) { next += 1 }
        next = next < end && bytes[next] == UInt8(ascii: "{") ? next : index
      }
      if next > index {
        while bytes[next] != UInt8(ascii: "}") { next += 1 }
        index = next + 1
      } else {
        kept.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// A reference, if it is to another file.
  private static func file(_ reference: ArraySlice<UInt8>) -> String? {
    let reference = reference.drop { " \t\r\n".utf8.contains($0) }
    let start = String(decoding: reference.prefix(200), as: UTF8.self)
    let isOwn = start.isEmpty || start.hasPrefix("#") || start.lowercased().hasPrefix("data:")
    return isOwn ? nil : start
  }
}
