internal import GLTransitions
internal import TransitionKit

/// The options that there are, by all their names.
struct OptionNames {
  /// An option as an argument has it.
  struct Use {
    let option: OptionDefinition
    /// The name by which it is called, in lower case.
    var name: String
    /// Whether the name begins with `no-`.
    var isNegated = false
    var value: String?
  }

  let options: [OptionDefinition]
  /// By letters.
  private let letters: [Unicode.Scalar: OptionDefinition]
  /// By names in lower case, without synonyms.
  private let names: [String: Use]
  private let synonyms: [String: Use]

  init(_ options: [OptionDefinition]) {
    self.options = options
    letters = Dictionary(
      options.compactMap { option in option.letter?.unicodeScalars.first.map { ($0, option) } }
    ) { first, _ in first }
    let negated = options.filter { $0.form == .invertibleFlag }
      .map { Use(option: $0, name: "no-" + $0.name, isNegated: true) }
    func table(_ uses: [Use]) -> [String: Use] {
      Dictionary(uses.map { ($0.name, $0) }) { first, _ in first }
    }
    names = table(options.map { Use(option: $0, name: $0.name) } + negated)
    synonyms = table(
      options.flatMap { option in option.synonyms.map { Use(option: option, name: $0) } })
  }

  /// The option of a letter; `nil` if none has it.
  func option(_ letter: Unicode.Scalar) -> OptionDefinition? { letters[letter] }

  /// The option that has a name in lower case, or else the one that has it for a synonym.
  func use(exactly name: String) -> Use? { names[name] ?? synonyms[name] }

  /// The option that a name in lower case stands for: the one that has it, or else the one that has
  /// it for a synonym, or else the only one whose name begins with it.
  func use(named word: String) throws(Failure) -> Use {
    if let exact = use(exactly: word) { return exact }
    let longer = names.filter { name, use in
      use.option.isListed && !word.isEmpty && name.utf8.starts(with: word.utf8)
    }
    guard longer.count <= 1 else {
      let names = options.flatMap { [$0.name, "no-" + $0.name] }.filter { longer[$0] != nil }
      throw .usage("ambiguous option: --\(word): \(names.map { "--" + $0 }.listed("or"))")
    }
    if var only = longer.values.first {
      only.name = word
      return only
    }
    let known = options.filter { $0.isListed && $0.name.count > 1 }
      .flatMap { [$0.name] + $0.synonyms }.map { "--" + $0 }
    let hint =
      (Self.hints[word] ?? Self.shaderHint(word)).map { " (\($0))" }
      ?? Suggestion.phrase(for: "--" + word, among: known)
    throw .usage("unknown option: --\(word)\(hint)")
  }

  /// What does the work of options that other programs have, by their names.
  private static let hints: [String: String] = {
    let sound = "--music adds music to a film, --mute leaves out the sound of clips"
    let encoder = "--quality, or an option of ffmpeg by --save-options, such as crf=23,preset=slow"
    return [
      "audio": sound, "sound": sound, "bitrate": encoder, "crf": encoder, "preset": encoder,
      "tune": encoder, "preview": "--size 25% makes a small one, --contact-sheet a picture",
    ]
  }()

  /// The way to a parameter of shipped shaders; `nil` if none has it.
  private static func shaderHint(_ name: String) -> String? {
    let owners = ShippedTransitions.all.filter { filter in
      filter.parameters.contains { $0.name.lowercased() == name }
    }.map(\.name)
    guard let owner = owners.first else { return nil }
    return "it belongs to \(owners.listed("and")): --set \(name)=, or \(owner):\(name)="
  }
}
