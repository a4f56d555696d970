internal import TransitionKit

/// A position in a shader's text: the offset of a byte.
struct SourcePosition: Hashable, Sendable {
  var offset: Int32 = 0
}

/// A shader's text, as bytes.
///
/// Lines end with LF, CR or both. Bytes that are no UTF-8 are allowed in comments.
struct SourceText: Sendable {
  let bytes: [UInt8]
  /// The offsets at which the lines begin.
  private let lineStarts: [Int]

  init(_ bytes: [UInt8]) {
    // A byte order mark is no part of the text.
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    var starts = [0]
    for (offset, byte) in self.bytes.enumerated() {
      let next = offset + 1 < self.bytes.count ? self.bytes[offset + 1] : 0
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n") {
        starts.append(offset + 1)
      }
    }
    lineStarts = starts
  }

  /// The line of a position, counted from 1.
  func line(of position: SourcePosition) -> Int {
    let offset = Int(position.offset)
    return max(lineStarts.partitioningIndex { $0 > offset }, 1)
  }

  /// The bytes of a line, counted from 1, without its end.
  private func bytes(ofLine line: Int) -> ArraySlice<UInt8> {
    guard line >= 1, line <= lineStarts.count else { return [] }
    let end = line < lineStarts.count ? lineStarts[line] : bytes.count
    var slice = bytes[lineStarts[line - 1]..<end]
    while let last = slice.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      slice.removeLast()
    }
    return slice
  }

  /// The error as the user sees it.
  func diagnostic(_ error: SourceError) -> GLError {
    let line = line(of: error.position)
    let start = line <= lineStarts.count ? lineStarts[line - 1] : 0
    let end = min(max(Int(error.position.offset), start), bytes.count)
    // Nobody reads a line as long as a book, and each of many remarks would have one.
    let isShort = bytes(ofLine: line).count <= 10_000
    let text = isShort ? String(decoding: bytes(ofLine: line), as: UTF8.self) : ""
    let before = bytes[start..<end]
    // Characters, or what begins a scalar: fast.
    let column =
      isShort
      ? String(decoding: before, as: UTF8.self).count : before.count { $0 & 0xC0 != 0x80 }
    return GLError(
      line: line, column: column + 1, message: error.message, suggestion: error.suggestion,
      sourceLine: Self.printable(text))
  }

  /// A line with nothing in it that could control a terminal; each character stays one.
  static func printable(_ text: String) -> String {
    String(
      text.map { character in
        let isControl = character.unicodeScalars.contains { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
          default: false
          }
        }
        return isControl ? " " : character
      })
  }

  /// The text after `// Author:` and the like, in the first comment that has it, and where that is.
  func remark(_ label: String) -> (text: String, position: SourcePosition)? {
    for line in lineStarts.indices {
      let text = String(decoding: bytes(ofLine: line + 1), as: UTF8.self)
      guard let comment = Self.afterComment(text) else { continue }
      let parts = comment.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, Self.trimmed(parts[0]).lowercased() == label.lowercased() {
        let value = Self.trimmed(parts[1])
        let position = SourcePosition(offset: Int32(truncatingIfNeeded: lineStarts[line]))
        if !value.isEmpty { return (Self.printable(value), position) }
      }
    }
    return nil
  }

  private static func afterComment(_ line: String) -> Substring? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    guard text.hasPrefix("//") || text.hasPrefix("/*") || text.hasPrefix("*") else { return nil }
    return text.drop { $0 == "/" || $0 == "*" || $0 == " " || $0 == "\t" }
  }

  /// A text without the spaces around it.
  static func trimmed(_ text: some StringProtocol) -> String {
    var slice = text[...]
    while let first = slice.first, first.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return String(slice)
  }
}
