internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Finds what a person probably meant.
enum Suggestion {
  /// The end of an error: ` (did you mean 'x'?)` with the nearest candidate, or with those that a
  /// synonym stands for; empty if none is near. Files are named with their folder.
  static func phrase(
    for word: String, among candidates: [String], synonyms: [String: [String]] = [:],
    in folder: Path = ""
  ) -> String {
    // Nobody means a name by so long a word, and it would take long to compare.
    guard word.utf8.count <= 200 else { return "" }
    let word = word.lowercased()
    let meant = (synonyms[word] ?? []).filter(candidates.contains)
    let found = meant.isEmpty ? nearest(to: word, among: candidates).map { [$0] } ?? [] : meant
    guard !found.isEmpty else { return "" }
    return " (did you mean \(found.map { "'\(folder)\($0)'" }.joined(separator: " or "))?)"
  }

  /// The end of an error about a file that is not there: a file beside it, or a color that the name
  /// of a picture may stand for.
  static func phrase(forMissing path: Path, mayBeColor: Bool) -> String {
    let name = "\(path.name)"
    if let hint = phrase(forDash: name) { return hint }
    if mayBeColor, "\(path)".hasPrefix("#") { return "; a color is #RGB, #RRGGBB or #RRGGBBAA" }
    // Whoever sent a list must not learn which files there are.
    guard !ImageFile.readsOnlySafeTypes else { return "" }
    let files = Folder.names(in: path.directory).map { "\($0)" }.sorted()
    // Strings are equal, too, if their accents are composed otherwise, as Macs do.
    if let file = files.first(where: { $0 == name }) {
      return file.utf8.elementsEqual(name.utf8)
        ? "; its link leads nowhere"
        : "; a file there has this name with accents composed otherwise, as Macs write them"
    }
    let colors = mayBeColor && path.directory == "" ? Color.names : []
    return phrase(for: name, among: colors + files, in: path.directory)
  }

  /// The end of an error about an option whose hyphens a word processor has made a dash; `nil` if a
  /// word is none.
  static func phrase(forDash word: String) -> String? {
    guard let first = word.first, "–—".contains(first) else { return nil }
    return "; an option begins with two hyphens: --" + word.drop { "–—-".contains($0) }
  }

  /// The candidate that differs by a slip or two, or else the shortest that begins with the word.
  private static func nearest(to word: String, among candidates: [String]) -> String? {
    let letters = Filters.folded(word)
    let near = candidates.map { (name: $0, distance: letters.editDistance(to: Filters.folded($0))) }
      .filter { $0.distance <= slips(max(word.count, $0.name.count)) }
      .min { $0.distance < $1.distance }
    if let near { return near.name }
    guard word.count >= 3 else { return nil }
    return candidates.filter { $0.lowercased().hasPrefix(word) }.min { $0.count < $1.count }
  }

  /// The slips that a word of some length may have: in a short one each makes another word.
  private static func slips(_ length: Int) -> Int {
    length < 3 ? 0 : length < 7 ? 1 : length < 12 ? 2 : 3
  }
}
