internal import TransitionImages
internal import TransitionSystem

/// The words that a shell offers after the name of a picture and a colon.
extension Completions {
  /// Words that can replace a word with a colon: with an option of that picture alone, or with an
  /// option's value. None if the word names no picture.
  static func itemCandidates(for word: String, _ settings: Settings) -> [String] {
    guard let colon = word.lastIndex(of: ":"), FileStatus(Path(expandingTilde: word)) == nil else {
      return []
    }
    let (before, last) = (String(word[..<colon]), String(word[word.index(after: colon)...]))
    let options = settings.ofItems.map(\.definition)
    func option(_ name: some StringProtocol) -> OptionDefinition? {
      options.first { $0.name == name }
    }
    let divided = DividedWord(before, at: { option($0) != nil }, isWhole: { _ in false })
    let name = Path(expandingTilde: divided.name)
    guard FileStatus(name) != nil || ColorSource(Path(divided.name)) != nil,
      !divided.values.contains(where: { option($0.name)?.takesRest ?? false })
    else { return [] }
    let found: [String]
    if let sign = last.firstIndex(of: "=") {
      let (lead, value) = (String(last[...sign]), String(last[last.index(after: sign)...]))
      let values = option(last[..<sign])?.completion.candidates(for: value) ?? []
      found = values.filter { $0 != file }.map { lead + $0 }
    } else {
      let names = divided.values.map(\.name)
      found = options.map(\.name).filter { !names.contains($0) }.map { $0 + "=" }
    }
    return found.filter { $0.hasPrefix(last) }.map { "\(before):\($0)" }
  }
}
