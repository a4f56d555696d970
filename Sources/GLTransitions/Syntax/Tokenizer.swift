/// Divides a text into tokens.
struct Tokenizer {
  /// The most characters of a name.
  private static let nameLimit = 1_024

  private let bytes: [UInt8]
  private var offset = 0
  private var startsLine = true
  private var followsSpace = false
  private(set) var tokens: [Token] = []
  private(set) var comments: [Comment] = []

  /// The tokens and the comments of a text.
  static func tokenize(_ source: SourceText) throws(SourceError) -> (
    tokens: [Token], comments: [Comment]
  ) {
    var tokenizer = Tokenizer(bytes: source.bytes)
    try tokenizer.run()
    return (tokenizer.tokens, tokenizer.comments)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ ahead: Int = 0) -> UInt8 {
    offset + ahead < bytes.count ? bytes[offset + ahead] : 0
  }

  private var position: SourcePosition { SourcePosition(offset: Int32(clamping: offset)) }

  private static let symbols: [[UInt8]] = [
    "<<=", ">>=", "++", "--", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "<<", ">>", "##",
  ].map { Array($0.utf8) }

  private static let single = Set("+-*/%<>=!~&|^?:;,.()[]{}#".utf8)

  private mutating func run() throws(SourceError) {
    while offset < bytes.count {
      let byte = byte()
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        startsLine = true
        offset += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C:
        followsSpace = true
        offset += 1
      case UInt8(ascii: "\\") where isLineEnd(1):
        // The line goes on in the next one.
        offset += self.byte(1) == UInt8(ascii: "\r") && self.byte(2) == UInt8(ascii: "\n") ? 3 : 2
        followsSpace = true
      case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"): skipLineComment()
      case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"): try skipComment()
      default: try takeWord(byte)
      }
    }
    tokens.append(Token(kind: .end, text: "", position: position, startsLine: true))
  }

  private func isLineEnd(_ ahead: Int) -> Bool {
    byte(ahead) == UInt8(ascii: "\n") || byte(ahead) == UInt8(ascii: "\r")
  }

  private mutating func skipLineComment() {
    let start = offset
    while offset < bytes.count, !isLineEnd(0) { offset += 1 }
    let text = String(decoding: bytes[start + 2..<offset], as: UTF8.self)
    comments.append(Comment(start: start, end: offset, text: text))
    followsSpace = true
  }

  private mutating func skipComment() throws(SourceError) {
    let (start, begin) = (offset, position)
    offset += 2
    while offset < bytes.count {
      if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        let text = String(decoding: bytes[start + 2..<offset], as: UTF8.self)
        offset += 2
        comments.append(Comment(start: start, end: offset, text: text))
        followsSpace = true
        return
      }
      offset += 1
    }
    throw SourceError(begin, "this comment never ends")
  }

  private mutating func takeWord(_ first: UInt8) throws(SourceError) {
    let (start, begin) = (offset, position)
    let kind: Token.Kind
    var text: String?
    if Self.isLetter(first) {
      while Self.isLetter(byte()) || Self.isDigit(byte()) { offset += 1 }
      kind = .identifier
      guard offset - start <= Self.nameLimit else {
        throw SourceError(begin, "a name of more than 1,024 characters")
      }
    } else if Self.isDigit(first) || first == UInt8(ascii: ".") && Self.isDigit(byte(1)) {
      takeNumber()
      kind = .number
    } else {
      let length =
        Self.symbols.first { symbol in
          symbol.indices.allSatisfy { byte($0) == symbol[$0] }
        }?.count ?? 1
      if length > 1 || Self.single.contains(first) {
        offset += length
        kind = .symbol
      } else {
        text = takeCharacter()
        kind = .unknown
      }
    }
    tokens.append(
      Token(
        kind: kind, text: text ?? String(decoding: bytes[start..<offset], as: UTF8.self),
        position: begin, startsLine: startsLine,
        followsSpace: followsSpace))
    startsLine = false
    followsSpace = false
  }

  /// Takes a number of any form; the parser checks it.
  private mutating func takeNumber() {
    while true {
      let byte = byte()
      let isExponent = byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
      if isExponent, self.byte(1) == UInt8(ascii: "+") || self.byte(1) == UInt8(ascii: "-"),
        Self.isDigit(self.byte(2))
      {
        offset += 2
      } else if Self.isDigit(byte) || Self.isLetter(byte) || byte == UInt8(ascii: ".") {
        offset += 1
      } else {
        return
      }
    }
  }

  /// Takes any character and returns it as a person can read it.
  private mutating func takeCharacter() -> String {
    let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    guard let first = text.unicodeScalars.first, first != "\u{FFFD}",
      SourceText.printable(String(first)) == String(first)
    else {
      offset += 1
      return "byte 0x" + String(bytes[offset - 1], radix: 16)
    }
    offset += String(first).utf8.count
    return String(first)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
