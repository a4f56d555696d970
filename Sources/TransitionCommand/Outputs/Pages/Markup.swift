internal import TransitionImages
internal import TransitionSystem

/// Pieces of HTML.
enum Markup {
  /// Text that is nothing but text, between tags and in quoted attributes. What steers a reader,
  /// such as from right to left, is spelled out.
  static func text(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case _ where scalar.steersTerminals: escaped += scalar.escaped(asASCII: true)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// An element with some text; nothing if there is none.
  static func element(_ name: String, _ content: String?, _ attributes: String = "") -> String {
    guard let content, !content.isEmpty else { return "" }
    let start = attributes.isEmpty ? name : "\(name) \(attributes)"
    return "<\(start)>\(text(content))</\(name)>"
  }

  /// A picture within the page.
  static func image(_ webp: [UInt8], _ size: Size, alternative: String) -> String {
    "<img src=\"\(url(webp))\" width=\"\(size.width)\" height=\"\(size.height)\" decoding=\"async\" "
      + "alt=\"\(text(alternative))\">"
  }

  /// A moving picture, and the one that is shown instead of it to those who want no motion.
  static func motion(
    _ webp: [UInt8], still: [UInt8], _ size: Size, alternative: String
  ) -> String {
    "<picture><source media=\"(prefers-reduced-motion: reduce)\" srcset=\"\(url(still))\">"
      + image(webp, size, alternative: alternative) + "</picture>"
  }

  /// Words to type, with a button that copies them. A line breaks between words alone.
  static func command(_ words: [Path], id: String, label: String) -> String {
    let code = words.map { "<span>\(text(ShellWord.quoted($0)))</span>" }.joined(separator: " ")
    return "<div class=\"command\"><code id=\"\(id)\">\(code)</code>"
      + "<button type=\"button\" class=\"copy\" data-of=\"\(id)\" aria-label=\"\(text(label))\">"
      + "Copy</button></div>"
  }

  private static func url(_ webp: [UInt8]) -> String { "data:image/webp;base64," + base64(webp) }

  /// Bytes in the alphabet of RFC 4648.
  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0..<4 {
        text.append(
          digit <= group.count ? digits[bits >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
