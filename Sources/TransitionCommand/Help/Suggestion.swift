/// Finds what a person probably meant.
enum Suggestion {
  /// ` (did you mean 'x'?)` with the nearest candidate, or nothing if none is near.
  static func phrase(for word: String, among candidates: [String]) -> String {
    let near = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
      .min { $0.1 < $1.1 }
    guard let (candidate, distance) = near, distance <= max(2, word.count / 3) else { return "" }
    return " (did you mean '\(candidate)'?)"
  }

  /// The number of characters to insert, delete or replace (Levenshtein).
  static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let replaced = diagonal + (character == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
