internal import TransitionSystem

/// Words as a shell takes them, for people to copy: what they hold is taken for nothing else, and
/// none of it is hidden.
enum ShellWord {
  /// A word, quoted if it must be.
  static func quoted(_ word: Path) -> String {
    let text = String(validating: word.bytes, as: UTF8.self)
    guard let text, !text.unicodeScalars.contains(where: \.steersTerminals) else {
      return "$'" + word.bytes.map(escaped).joined() + "'"
    }
    if !text.isEmpty, text.unicodeScalars.allSatisfy(isPlain) { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ",", ":", "=", "%", "@", "+": true
    default: scalar.value >= 0x80 && !scalar.properties.isWhitespace
    }
  }

  /// A byte between `$'` and `'`: what is not plain ASCII in three octal digits.
  private static func escaped(_ byte: UInt8) -> String {
    let scalar = Unicode.Scalar(byte)
    guard byte < 0x20 || byte >= 0x7F || scalar == "'" || scalar == "\\" else {
      return String(scalar)
    }
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
