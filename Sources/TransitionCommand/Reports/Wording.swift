/// Pieces of sentences.
extension [String] {
  /// All of them with commas, and a word before the last: `.mp4, .mov or .mkv`.
  func listed(_ conjunction: String) -> String {
    guard count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + self[count - 1]
  }
}

extension Int {
  /// The number with a noun: `1 frame`, `30 frames`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

  /// The number, 0...99, with a zero before it if it has one digit.
  var twoDigits: String { (self < 10 ? "0" : "") + String(self) }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All of its hexadecimal digits, two for a byte.
  var hexadecimal: String {
    let text = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - text.utf8.count) + text
  }
}

extension String {
  /// The text with blanks after it, up to a width.
  func filled(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The words in lines of at most 80 characters.
  func wrapped(indent: Int, ending: String = "") -> String {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, indent + last.count + 1 + word.count + ending.count <= 80 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    let margin = String(repeating: " ", count: indent)
    return (lines.isEmpty ? [""] : lines).map { margin + $0 }.joined(separator: ending + "\n")
  }

  /// A command line for the shell, continued with backslashes.
  var wrappedCommand: String {
    wrapped(indent: 2, ending: " \\").replacing(" \\\n  ", with: " \\\n    ")
  }
}
