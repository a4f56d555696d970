/// Text in lines of at most 80 characters.
enum Wrapped {
  static func text(_ text: String, indent: Int, ending: String = "") -> String {
    let margin = String(repeating: " ", count: indent)
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if indent + last.count + 1 + word.count + ending.count > 80 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = "\(last) \(word)"
      }
    }
    return lines.map { margin + $0 }.joined(separator: ending + "\n")
  }

  /// A command line for the shell, continued with backslashes.
  static func shell(_ command: String, indent: Int) -> String {
    text(command, indent: indent, ending: " \\")
      .replacing(
        " \\\n" + String(repeating: " ", count: indent),
        with: " \\\n"
          + String(repeating: " ", count: indent + 2))
  }
}
