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
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
