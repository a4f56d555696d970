internal import TransitionKit

/// The words that a shell offers while a command line is being typed.
///
/// The scripts that the shells load ask the tool itself, so that they offer what this version has,
/// and of the filters' parameters only those of the filter that has been chosen.
enum Completions {
  /// The shells that have a script.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// With this first argument the others are the words of an unfinished command line.
  fileprivate static let request = "---completion"

  /// The candidate that stands for the names of files.
  static let file = ":file"

  /// The answer to a script's question, a candidate a line; `nil` if the arguments are none.
  static func text(for arguments: [String]) -> String? {
    guard arguments.first == request else { return nil }
    return candidates(for: Array(arguments.dropFirst())).joined(separator: "\n")
  }

  /// Words that can replace the last one: options, or values of the option before it, or ``file``.
  static func candidates(for words: [String]) -> [String] {
    let settings = Settings()
    let options = settings.all.map(\.definition).filter(\.isListed)
    let (whole, typed) = glued(words)
    let (word, before, lead) = cut(whole)
    if let previous = before.last, let option = option(previous, among: options),
      !option.form.isFlag
    {
      var found = option.completion.candidates(for: word)
      if option.name == settings.$filters.definition.name {
        found = word.contains(":") ? transitionCandidates(for: word) : found
        // A transition can be a file, too, as can what follows its name in a word of its own.
        if found.isEmpty, !word.contains(":") || !typed.isEmpty { return [Self.file] }
      }
      return found.map { $0.hasPrefix(":") ? $0 : String((lead + $0).dropFirst(typed.count)) }
    }
    guard word.hasPrefix("-") else {
      let found = itemCandidates(for: word, settings)
      return found.isEmpty ? [Self.file] : found.map { String($0.dropFirst(typed.count)) }
    }
    let filters = zip(before, before.dropFirst())
      .filter { option($0.0, among: options)?.name == settings.$filters.definition.name }
      .flatMap { (try? TransitionArgument($0.1).filters()) ?? [] }.map(\.filter)
    let parameters = Set(filters.flatMap(\.parameters).map(\.option))
    return
      options
      .filter { filters.isEmpty || $0.group != .parameters || parameters.contains($0.name) }
      .flatMap { [$0.preferred.map { "--\($0)" }, $0.label].compactMap(\.self) }
      .filter { $0.hasPrefix(word) }
  }

  /// The words in one piece: bash cuts them at colons, and those that have any at equals signs,
  /// too.
  ///
  /// - Returns: the words, and what the last one has before the piece that is to be completed.
  private static func glued(_ words: [String]) -> (words: [String], typed: String) {
    var whole: [String] = []
    var typed = ""
    var isOpen = false
    for word in words {
      let last = whole.last ?? ""
      let joins = word == ":" || word == "=" && last.contains(":")
      if isOpen || joins, !whole.isEmpty {
        typed = joins ? last + word : last
        whole[whole.count - 1] = last + word
      } else {
        typed = ""
        whole.append(word)
      }
      isOpen = joins
    }
    return (whole, typed)
  }

  /// The word to complete and those before it, with a word of their own for each value: bash cuts
  /// `--name=value` in three, other shells not at all and want what leads to the value repeated.
  private static func cut(_ words: [String]) -> (word: String, before: [String], lead: String) {
    let parts = words.map { word -> [String] in
      guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return [word] }
      return [String(word[..<sign]), String(word[word.index(after: sign)...])]
    }
    var before = parts.dropLast().flatMap(\.self).filter { $0 != "=" }
    guard let last = parts.last else { return ("", [], "") }
    if last.count == 2 { before.append(last[0]) }
    let word = last[last.count - 1]
    return (word == "=" ? "" : word, before, last.count == 2 ? last[0] + "=" : "")
  }

  /// The option whose value an argument leaves open, by its letter or the beginning of its name.
  private static func option(_ argument: String, among options: [OptionDefinition])
    -> OptionDefinition?
  {
    guard !argument.contains("="), argument != "--",
      let read = try? Arguments(
        [argument, "x"].map { Word(text: $0) }, OptionNames(options)), read.plain.isEmpty,
      let last = read.values.last, last.word.text == "x"
    else { return nil }
    return last.option
  }
}

extension OptionDefinition.Completion {
  func candidates(for word: String) -> [String] {
    switch self {
    case .file: return [Completions.file]
    case .nothing: return []
    case .words(let words), .wordsOrFile(let words):
      let candidates = words.filter { $0.hasPrefix(word) }
      if candidates.isEmpty, case .wordsOrFile = self { return [Completions.file] }
      return candidates
    }
  }
}

extension Completions.Shell {
  var script: String {
    switch self {
    case .bash:
      """
      # Completions of dotransition for bash.
      _dotransition() {
        local IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]} candidates
        [[ "$word" != [:=] ]] || word=
        candidates=($("${COMP_WORDS[0]}" \(Completions.request) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
        case ${candidates[0]} in
          :file) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")) ;;
          *=) compopt -o nospace; COMPREPLY=("${candidates[@]}") ;;
          *) COMPREPLY=("${candidates[@]}") ;;
        esac
      }
      complete -F _dotransition dotransition
      """
    case .zsh:
      """
      #compdef dotransition
      # Completions of dotransition for zsh.
      _dotransition() {
        local -a candidates
        candidates=("${(@f)$("${words[1]}" \(Completions.request) "${(@)words[2,CURRENT]}" 2>/dev/null)}")
        case ${candidates[1]} in
          :file) compset -P '--*='; _files ;;
          '') ;;
          *=) compadd -S '' -- "${candidates[@]}" ;;
          *) compadd -- "${candidates[@]}" ;;
        esac
      }
      if [ "$funcstack[1]" = _dotransition ]; then _dotransition "$@"; else compdef _dotransition dotransition; fi
      """
    case .fish:
      """
      # Completions of dotransition for fish.
      function __dotransition
        set -l words (commandline -opc) (commandline -ct)
        set -l candidates ($words[1] \(Completions.request) $words[2..-1] 2>/dev/null)
        switch "$candidates[1]"
          case :file
            __fish_complete_path (commandline -ct)
          case '*'
            printf '%s\\n' $candidates
        end
      end
      complete -c dotransition -f -a '(__dotransition)'
      """
    }
  }
}
