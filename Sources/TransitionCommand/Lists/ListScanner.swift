internal import TransitionSystem

/// Divides a list into lines of words as a shell does, with quotes, backslashes and comments.
struct ListScanner {
  /// A word in bytes, since names of files may be any.
  struct Token {
    var bytes: [UInt8]
    let position: ListPosition
    /// Whether a backslash before an n stands without quotes, and so for nothing.
    var losesLineBreak = false
  }

  private let bytes: [UInt8]
  private let list: Path?
  private var index = 0
  private var line = 1
  private var column = 1

  /// The lines of a list that have words, each with its words.
  ///
  /// - Throws: a usage error for a quote that is not closed, and for a comment that is probably a
  ///   color.
  static func lines(of bytes: [UInt8], in list: Path?) throws(Failure) -> [[Token]] {
    var scanner = ListScanner(bytes: bytes, list: list)
    // Editors of Windows begin a text so.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.index = 3 }
    return try scanner.lines()
  }

  private init(bytes: [UInt8], list: Path?) { (self.bytes, self.list) = (bytes, list) }

  private var position: ListPosition { ListPosition(list: list, line: line, column: column) }

  /// The present byte, as the character of its number; `nil` at the end.
  private var byte: Unicode.Scalar? { byte(after: 0) }

  private func byte(after distance: Int) -> Unicode.Scalar? {
    index + distance < bytes.count ? Unicode.Scalar(bytes[index + distance]) : nil
  }

  private mutating func advance() {
    let isLineEnd = byte == "\n"
    index += 1
    if isLineEnd {
      (line, column) = (line + 1, 1)
    } else if byte.map({ $0.value & 0xC0 != 0x80 }) ?? true {
      // A character ends before the first byte of the next one.
      column += 1
    }
  }

  /// The length of the end of a line here, in bytes; 0 if there is none.
  private var lineEnd: Int {
    if byte == "\n" { return 1 }
    return byte == "\r" && byte(after: 1) == "\n" ? 2 : 0
  }

  private var isAtBlank: Bool {
    byte == " " || byte == "\t" || byte == "\r" && [nil, "\n"].contains(byte(after: 1))
  }

  private mutating func lines() throws(Failure) -> [[Token]] {
    var lines: [[Token]] = []
    var words: [Token] = []
    while let byte {
      if byte == "\n" {
        if !words.isEmpty { lines.append(words) }
        words = []
        advance()
      } else if isAtBlank {
        advance()
      } else if byte == "#" {
        try checkComment(isFirst: words.isEmpty)
        while let byte = self.byte, byte != "\n" { advance() }
      } else if let word = try word() {
        words.append(word)
      }
    }
    if !words.isEmpty { lines.append(words) }
    return lines
  }

  /// A word up to the next blank; `nil` if there is only a backslash and the end of the line.
  private mutating func word() throws(Failure) -> Token? {
    var token = Token(bytes: [], position: position)
    var isEmpty = true
    while let byte, byte != "\n", !isAtBlank {
      switch byte {
      case "\0": throw .usage("a zero byte is not text", at: position)
      case "'", "\"":
        token.bytes += try text(to: byte, from: position) {
          byte == "\"" && ($0 == byte || $0 == "\\") ? $0 : nil
        }
      case "$" where self.byte(after: 1) == "'":
        let start = position
        advance()
        // In `$'…'` `\n` is the end of a line.
        token.bytes += try text(to: "'", from: start) {
          $0 == "\n" ? nil : $0 == "n" ? "\n" : $0
        }
      case "\\":
        let start = position
        advance()
        guard index < bytes.count else {
          throw .usage("nothing follows the backslash", at: start)
        }
        let (next, end) = (bytes[index], lineEnd)
        for _ in 0..<max(1, end) { advance() }
        if end > 0 { continue }
        if next == UInt8(ascii: "n") { token.losesLineBreak = true }
        token.bytes.append(next)
      default:
        token.bytes.append(bytes[index])
        advance()
      }
      isEmpty = false
    }
    return isEmpty ? nil : token
  }

  /// The bytes between two quotes on a line, the first of which is here. `escaped` gives what a
  /// backslash and a byte after it stand for; `nil` if for themselves.
  private mutating func text(
    to quote: Unicode.Scalar, from start: ListPosition,
    _ escaped: (Unicode.Scalar) -> Unicode.Scalar?
  ) throws(Failure) -> [UInt8] {
    advance()
    var text: [UInt8] = []
    while let byte, byte != quote, byte != "\n" {
      let value = byte == "\\" ? self.byte(after: 1).flatMap(escaped) : nil
      if value != nil { advance() }
      text.append(UInt8(truncatingIfNeeded: (value ?? byte).value))
      advance()
    }
    guard byte == quote else {
      throw .usage("the quote that begins here has no end on its line", at: start)
    }
    advance()
    return text
  }

  private func checkComment(isFirst: Bool) throws(Failure) {
    let digits = bytes[(index + 1)...].prefix {
      Character(UnicodeScalar($0)).isHexDigit && $0 < 0x80
    }
    let rest = bytes[(index + 1 + digits.count)...]
    guard [3, 4, 6, 8].contains(digits.count), rest.first.map(" \t\n\r".utf8.contains) ?? true
    else { return }
    let next = rest.first { !" \t\r".utf8.contains($0) }
    if isFirst, let next, !"\n-".utf8.contains(next) { return }
    let color = "#" + String(decoding: digits, as: UTF8.self)
    throw .usage("\(color) begins a comment: '\(color)' in quotes is the color", at: position)
  }
}
