internal import TransitionKit

/// The words that a shell offers after the name of a transition and a colon.
extension Completions {
  /// Words that can replace a word with a colon: with another name among those to choose at random,
  /// with a parameter, or with a parameter's value.
  static func transitionCandidates(for word: String) -> [String] {
    guard let colon = word.lastIndex(of: ":") else { return [] }
    let (before, last) = (String(word[...colon]), String(word[word.index(after: colon)...]))
    let found = words(after: String(before.dropLast()), for: last)
    return found.filter { $0.hasPrefix(last) }.map { before + $0 }
  }

  /// The words that may begin as the last one does, after all before the last colon.
  private static func words(after before: String, for last: String) -> [String] {
    guard let argument = try? TransitionArgument(before) else { return [] }
    if argument.choices == .usual, !last.contains("="),
      TransitionArgument.divided(before).parameters.isEmpty
    {
      let names = last.lastIndex(of: ",").map { String(last[...$0]) } ?? ""
      let all = names.isEmpty ? ["all"] : []
      return (all + Filters.names).map { names + $0 }
        + TransitionArgument.stepNames.map { $0 + "=" }
    }
    guard let filters = try? argument.filters() else { return [] }
    let parameters = argument.choices == nil ? filters.flatMap { $0.filter.parameters } : []
    guard let sign = last.firstIndex(of: "=") else {
      let names = parameters.map(\.writtenName) + TransitionArgument.stepNames
      let named = TransitionArgument.divided(before).parameters.map(\.name)
      return names.filter { !named.contains($0) }.map { $0 + "=" }
    }
    let name = String(last[..<sign])
    let values =
      parameters.first { $0.writtenName == name }.map { parameter in
        parameter.kind == .flag ? ["yes", "no"] : parameter.choices.compactMap(\.text)
      } ?? (name == "easing" ? Easing.names : [])
    return values.map { "\(name)=\($0)" }
  }
}
