internal import TransitionVips

/// What people have written into a picture's file.
package struct PictureTexts: Sendable {
  /// What it shows: XMP's dc:description, else IPTC's caption, else the ImageDescription of EXIF
  /// or of TIFF.
  package let description: String?
  /// Its title: XMP's dc:title, else IPTC's object name.
  package let title: String?
  /// The city where it was taken, of IPTC or XMP.
  package let city: String?
}

extension ImageFile {
  /// What people have written into the file; `nil` if it is closed.
  package var texts: PictureTexts? {
    guard let header else { return nil }
    let xmp = XMPTexts(header.blob("xmp-data") ?? header.xmpOfHEIF ?? [])
    let iptc = IPTCTexts(header.blob("iptc-data") ?? [])
    // Of long texts libvips' own copy lacks the end.
    let exif = ExifBlock(header.blob("exif-data") ?? [])
    func first(_ texts: String?...) -> String? {
      texts.lazy.compactMap(\.self).first { !$0.allSatisfy(\.isWhitespace) }
    }
    return PictureTexts(
      description: first(
        xmp.text(of: "dc:description"), iptc.text(of: 120), exif.text(of: 0x10E).map(Self.decoded),
        header.text("image-description")),
      title: first(xmp.text(of: "dc:title"), iptc.text(of: 5)),
      city: first(iptc.text(of: 90), xmp.text(of: "photoshop:City")))
  }

  /// Of a longer text the beginning is more than frames have room for.
  fileprivate static let mostTextBytes = 4000

  /// A text of bytes that are UTF-8, or else Latin-1.
  fileprivate static func decoded(_ bytes: [UInt8]) -> String {
    guard String(validating: bytes, as: UTF8.self) == nil else { return decodedUTF8(bytes) }
    let latin = bytes.prefix(mostTextBytes).map { Unicode.Scalar($0) }
    return String(String.UnicodeScalarView(latin))
  }

  fileprivate static func decodedUTF8(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.prefix(mostTextBytes), as: UTF8.self)
  }
}

extension Picture {
  /// What libvips 8.14 does not know to be XMP: items of a MIME type, one by one.
  fileprivate var xmpOfHEIF: [UInt8]? {
    for number in 0..<8 {
      let bytes = blob("heif-mime-\(number)")
      if let bytes, bytes[...].place(of: Array("<x:xmpmeta".utf8)) != nil { return bytes }
    }
    return nil
  }

  fileprivate func text(_ name: String) -> String? {
    var text: UnsafePointer<CChar>?
    guard unsafe vips_image_get_typeof(image, name) != 0,
      unsafe vips_image_get_string(image, name, &text) == 0, let text = unsafe text
    else { return nil }
    let length = unsafe strnlen(text, ImageFile.mostTextBytes)
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
  }

  /// The most bytes of metadata that are read.
  private static let mostBytes = 1 << 20

  fileprivate func blob(_ name: String) -> [UInt8]? {
    var data: UnsafeRawPointer?
    var size = 0
    guard unsafe vips_image_get_typeof(image, name) != 0,
      unsafe vips_image_get_blob(image, name, &data, &size) == 0, let data = unsafe data,
      size <= Self.mostBytes
    else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: size))
  }
}

/// The properties of an XMP packet (ISO 16684-1) that hold text. Each byte is looked at a few times
/// at most, whatever stands in the packet.
struct XMPTexts {
  private let packet: [UInt8]

  init(_ bytes: [UInt8]) { packet = Self.escaped(bytes) }

  /// A packet whose sections of plain characters (`<![CDATA[…]]>`) are written as text is.
  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    let (start, end) = (Array("<![CDATA[".utf8), Array("]]>".utf8))
    var (plain, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
    while let first = rest.place(of: start), let last = rest[first.upperBound...].place(of: end) {
      plain += rest[..<first.lowerBound]
      for byte in rest[first.upperBound..<last.lowerBound] {
        switch byte {
        case UInt8(ascii: "&"): plain += Array("&amp;".utf8)
        case UInt8(ascii: "<"): plain += Array("&lt;".utf8)
        default: plain.append(byte)
        }
      }
      rest = rest[last.upperBound...]
    }
    return plain + rest
  }

  /// The text of a property under its usual prefix, in the language that is its default.
  func text(of name: String) -> String? {
    let name = Array(name.utf8)
    return (attribute(name) ?? element(name)).map { text in
      Self.unescaped(ImageFile.decodedUTF8(text)[...])
    }
  }

  /// The value of an attribute of what the packet describes.
  private func attribute(_ name: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = packet[...]
    while let place = rest.place(of: name) {
      rest = rest[place.upperBound...]
      guard place.lowerBound > 0, packet[place.lowerBound - 1].isSpace else { continue }
      var value = rest.drop(while: \.isSpace)
      guard value.popFirst() == UInt8(ascii: "=") else { continue }
      value = value.drop(while: \.isSpace)
      guard let quote = value.popFirst(), quote.isQuote else { continue }
      let text = value.prefix { !$0.isQuote && $0 != UInt8(ascii: "<") }
      if text.endIndex < packet.endIndex, packet[text.endIndex].isQuote { return text }
    }
    return nil
  }

  /// What an element holds, or of several languages that of the default one, else the first.
  private func element(_ name: [UInt8]) -> ArraySlice<UInt8>? {
    guard let start = opening(name, in: packet[...])?.upperBound else { return nil }
    var rest = packet[start...]
    let ending = Array("</".utf8) + name
    while let place = rest.place(of: ending) {
      rest = rest[place.upperBound...]
      guard rest.drop(while: \.isSpace).first == UInt8(ascii: ">") else { continue }
      let content = packet[start..<place.lowerBound]
      return item(of: content) ?? content
    }
    return nil
  }

  /// The text of a list of languages.
  private func item(of content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var first: ArraySlice<UInt8>?
    var rest = content
    while let tag = opening(Array("rdf:li".utf8), in: rest) {
      rest = rest[tag.upperBound...]
      let text = rest.prefix { $0 != UInt8(ascii: "<") }
      if content[tag].place(of: Array("x-default".utf8)) != nil { return text }
      first = first ?? text
    }
    return first
  }

  /// The first opening tag of a name, up to its end.
  private func opening(_ name: [UInt8], in text: ArraySlice<UInt8>) -> Range<Int>? {
    var rest = text
    let beginning = [UInt8(ascii: "<")] + name
    while let place = rest.place(of: beginning) {
      rest = rest[place.upperBound...]
      guard let next = rest.first, next.isSpace || next == UInt8(ascii: ">") else { continue }
      return rest.firstIndex(of: UInt8(ascii: ">")).map { place.lowerBound..<$0 + 1 }
    }
    return nil
  }

  /// A text with its references replaced: `&amp;`, `&#233;`.
  static func unescaped(_ text: Substring) -> String {
    var (plain, rest) = ("", text)
    while let start = rest.firstIndex(of: "&") {
      plain += rest[..<start]
      rest = rest[rest.index(after: start)...]
      let name = rest.prefix(10).prefix { $0 != ";" }
      guard name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let text = character(name)
      else {
        plain += "&"
        continue
      }
      plain += text
      rest = rest[rest.index(after: name.endIndex)...]
    }
    return plain + rest
  }

  private static func character(_ name: Substring) -> String? {
    let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    if let text = named[String(name)] { return text }
    let number =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    return number.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}

/// The texts of IPTC's application record (IIM 4.2), alone or among Photoshop's resources.
struct IPTCTexts {
  private var texts: [UInt8: [UInt8]] = [:]
  private var isUTF8 = false

  init(_ bytes: [UInt8]) {
    var rest = Self.resource(of: bytes)
    // A marker, the record, the number of the data, and their length.
    while rest.count >= 5, rest[rest.startIndex] == 0x1C {
      let head = Array(rest.prefix(5))
      let count = Int(head[3]) << 8 | Int(head[4])
      guard count < 0x8000, rest.count >= 5 + count else { break }
      let data = Array(rest.dropFirst(5).prefix(count))
      if head[1] == 1, head[2] == 90 { isUTF8 = data == [0x1B, 0x25, 0x47] }
      if head[1] == 2, texts[head[2]] == nil { texts[head[2]] = data }
      rest = rest.dropFirst(5 + count)
    }
  }

  /// The text of a number; those that are not UTF-8 are taken for Latin-1.
  func text(of number: UInt8) -> String? {
    texts[number].map { bytes in
      isUTF8 ? ImageFile.decodedUTF8(bytes) : ImageFile.decoded(bytes)
    }
  }

  /// The records among Photoshop's resources, or the bytes themselves.
  private static func resource(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let heading = Array("Photoshop 3.0\0".utf8)
    guard bytes.starts(with: heading) else { return bytes[...] }
    var rest = bytes.dropFirst(heading.count)
    while rest.count >= 12, rest.starts(with: Array("8BIM".utf8)) {
      let head = Array(rest.prefix(7))
      // A name of an even length with the byte that counts it.
      let name = (Int(head[6]) + 2) & ~1
      guard rest.count >= 10 + name else { break }
      let size = Array(rest.dropFirst(6 + name).prefix(4)).reduce(0) { $0 << 8 | Int($1) }
      let data = rest.dropFirst(10 + name)
      guard data.count >= size else { break }
      if head[4] == 4, head[5] == 4 { return data.prefix(size) }
      rest = data.dropFirst((size + 1) & ~1)
    }
    return []
  }
}

extension ArraySlice<UInt8> {
  /// The first place of some bytes, in a tenth of the time of the standard library's `firstRange`.
  fileprivate func place(of bytes: [UInt8]) -> Range<Int>? {
    var rest = self
    while let start = rest.firstIndex(of: bytes[0]) {
      rest = rest[start...]
      if rest.starts(with: bytes) { return start..<start + bytes.count }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension UInt8 {
  /// Whether it is white space in XML.
  fileprivate var isSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
