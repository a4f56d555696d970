internal import TransitionSystem

/// Divides a list into lines of words as a shell does, with quotes, backslashes and comments.
struct ListScanner {
  /// A word in bytes, since names of files may be any.
  struct Token {
    var bytes: [UInt8]
    let position: ListPosition
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

  /// The present byte; `nil` at the end.
  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func byte(after distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == .newline {
      (line, column) = (line + 1, 1)
    } else if self.byte.map({ $0 & 0xC0 != 0x80 }) ?? true {
      // A character ends before the first byte of the next one.
      column += 1
    }
  }

  /// The length of the end of a line here, in bytes; 0 if there is none.
  private var lineEnd: Int {
    if byte == .newline { return 1 }
    return byte == .carriageReturn && byte(after: 1) == .newline ? 2 : 0
  }

  private var isAtBlank: Bool {
    byte == .space || byte == .tab
      || byte == .carriageReturn && [nil, .newline].contains(byte(after: 1))
  }

  private mutating func lines() throws(Failure) -> [[Token]] {
    var lines: [[Token]] = []
    var words: [Token] = []
    while let byte {
      if byte == .newline {
        if !words.isEmpty { lines.append(words) }
        words = []
        advance()
      } else if isAtBlank {
        advance()
      } else if byte == .hash {
        try checkComment(isFirst: words.isEmpty)
        while let byte = self.byte, byte != .newline { advance() }
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
    while let byte, byte != .newline, !isAtBlank {
      switch byte {
      case 0: throw .usage("a zero byte is not text", at: position)
      case .quote, .doubleQuote:
        token.bytes += try text(to: byte, from: position) {
          byte == .doubleQuote && ($0 == byte || $0 == .backslash) ? $0 : nil
        }
      case .dollar where self.byte(after: 1) == .quote:
        let start = position
        advance()
        // In `$'…'` `\n` is the end of a line.
        token.bytes += try text(to: .quote, from: start) {
          $0 == .newline ? nil : $0 == UInt8(ascii: "n") ? .newline : $0
        }
      case .backslash:
        let start = position
        advance()
        guard let next = self.byte else {
          throw .usage("nothing follows the backslash", at: start)
        }
        let end = lineEnd
        for _ in 0..<max(1, end) { advance() }
        if end > 0 { continue }
        token.bytes.append(next)
      default:
        token.bytes.append(byte)
        advance()
      }
      isEmpty = false
    }
    return isEmpty ? nil : token
  }

  /// The bytes between two quotes on a line, the first of which is here. `escaped` gives what a
  /// backslash and a byte after it stand for; `nil` if for themselves.
  private mutating func text(
    to quote: UInt8, from start: ListPosition, _ escaped: (UInt8) -> UInt8?
  ) throws(Failure) -> [UInt8] {
    advance()
    var text: [UInt8] = []
    while let byte, byte != quote, byte != .newline {
      let value = byte == .backslash ? self.byte(after: 1).flatMap(escaped) : nil
      if value != nil { advance() }
      text.append(value ?? byte)
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
    guard [3, 4, 6, 8].contains(digits.count), rest.first.map(\.isBlank) ?? true else { return }
    let next = rest.first { $0 != .space && $0 != .tab && $0 != .carriageReturn }
    if isFirst, let next, next != .newline, next != .hyphen { return }
    let color = "#" + String(decoding: digits, as: UTF8.self)
    throw .usage("\(color) begins a comment: '\(color)' in quotes is the color", at: position)
  }
}

extension UInt8 {
  fileprivate static let tab = UInt8(ascii: "\t")
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let hash = UInt8(ascii: "#")
  fileprivate static let quote = UInt8(ascii: "'")
  fileprivate static let doubleQuote = UInt8(ascii: "\"")
  fileprivate static let dollar = UInt8(ascii: "$")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let hyphen = UInt8(ascii: "-")

  fileprivate var isBlank: Bool { [.space, .tab, .newline, .carriageReturn].contains(self) }
}
