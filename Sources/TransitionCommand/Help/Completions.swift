internal import TransitionKit

/// What a shell offers while a command line is being typed.
///
/// The scripts that the shells load ask the tool itself, so that they offer what this version has, and
/// of the filters' parameters only those of the filter that has been chosen.
enum Completions {
  /// The shells that have a script.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// With this first argument the others are the words of an unfinished command line.
  private static let request = "---completion"

  /// The answer to a script's question, a candidate a line; `nil` if the arguments are none.
  static func text(for arguments: [String]) -> String? {
    guard arguments.first == request else { return nil }
    return candidates(for: Array(arguments.dropFirst())).joined(separator: "\n")
  }

  /// What can stand in place of the last word: options, or values of the option before it; `:file` and
  /// `:directory` stand for the names of files and of folders.
  static func candidates(for words: [String]) -> [String] {
    let settings = Settings()
    let options = settings.all.map(\.definition).filter(\.isListed)
    let (word, before) = (words.last ?? "", words.dropLast())
    if let previous = before.last, let option = options.first(where: { $0.has(name: previous) }),
      !option.form.isFlag
    {
      return option.completion.candidates(for: word)
    }
    guard word.hasPrefix("-") else { return [":file"] }
    let filters = before.indices.dropLast().filter { before[$0] == "--transitionfilter" }
      .compactMap { Transitions.named(before[$0 + 1]) }
    let parameters = Set(filters.flatMap(\.parameters).map(\.option))
    return
      options
      .filter { filters.isEmpty || $0.group != .parameters || parameters.contains($0.name) }
      .map(\.label).filter { $0.hasPrefix(word) }
  }
}

extension OptionDefinition {
  fileprivate func has(name: String) -> Bool {
    name == label || letter.map { name == "-\($0)" } ?? false
  }
}

extension OptionDefinition.Completion {
  fileprivate func candidates(for word: String) -> [String] {
    switch self {
    case .nothing: return []
    case .file: return [":file"]
    case .directory: return [":directory"]
    case .words(let words): return words.filter { $0.hasPrefix(word) }
    case .wordsOrFile(let words):
      let candidates = words.filter { $0.hasPrefix(word) }
      return candidates.isEmpty ? [":file"] : candidates
    }
  }
}

extension Completions.Shell {
  /// The script that the shell loads.
  var script: String {
    switch self {
    case .bash:
      """
      # Completions of dotransition for bash.
      _dotransition() {
        local IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]} candidates
        candidates=($("${COMP_WORDS[0]}" ---completion "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
        case ${candidates[0]} in
          :file) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")) ;;
          :directory) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")) ;;
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
        candidates=("${(@f)$("${words[1]}" ---completion "${(@)words[2,CURRENT]}" 2>/dev/null)}")
        case ${candidates[1]} in
          :file) _files ;;
          :directory) _files -/ ;;
          '') ;;
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
        set -l candidates ($words[1] ---completion $words[2..-1] 2>/dev/null)
        switch "$candidates[1]"
          case :file
            __fish_complete_path (commandline -ct)
          case :directory
            __fish_complete_directories (commandline -ct) ''
          case '*'
            printf '%s\\n' $candidates
        end
      end
      complete -c dotransition -f -a '(__dotransition)'
      """
    }
  }
}
