internal import GLTransitions
internal import TransitionKit

/// The options that there are, by all their names.
struct OptionNames {
  /// An option by one of its names.
  struct Use {
    let option: OptionDefinition
    /// Whether the name begins with `no-`.
    var isNegated = false
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
      .map { ("no-" + $0.name, Use(option: $0, isNegated: true)) }
    names = Dictionary(options.map { ($0.name, Use(option: $0)) } + negated) { first, _ in first }
    synonyms = Dictionary(
      options.flatMap { option in option.synonyms.map { ($0, Use(option: option)) } }
    ) { first, _ in first }
  }

  /// The option of a letter; `nil` if none has it.
  func option(_ letter: Unicode.Scalar) -> OptionDefinition? { letters[letter] }

  /// The option that has a name in lower case, or else the one that has it for a synonym; `nil` if
  /// none does.
  func use(exactly name: String) -> Use? { names[name] ?? synonyms[name] }

  /// The option that a name in any case stands for: the one that has it, or else the one that has
  /// it for a synonym, or else the only one whose name begins with it.
  func use(of given: String) throws(Failure) -> Use {
    let given = given.lowercased()
    if let exact = use(exactly: given) { return exact }
    let longer = names.filter { name, use in
      use.option.isListed && !given.isEmpty && name.utf8.starts(with: given.utf8)
    }
    guard longer.count <= 1 else {
      let names = options.flatMap { [$0.name, "no-" + $0.name] }.filter { longer[$0] != nil }
      throw .usage("ambiguous option: --\(given): \(names.map { "--" + $0 }.listed("or"))")
    }
    if let only = longer.values.first { return only }
    let known = options.filter { $0.isListed && $0.name.count > 1 }
      .flatMap { [$0.name] + $0.synonyms }.map { "--" + $0 }
    let hint =
      (Self.hints[given] ?? Self.shaderHint(given)).map { " (\($0))" }
      ?? Suggestion.phrase(for: "--" + given, among: known)
    throw .usage("unknown option: --\(given)\(hint)")
  }

  /// What does the work of options that other programs have, by their names.
  private static let hints: [String: String] = {
    let sound = "--music adds music to a film, --mute leaves out the sound of clips"
    var hints = [
      "audio": sound, "sound": sound,
      "preview": "--size 25% makes a small one, --contact-sheet a picture",
    ]
    for name in ["bitrate", "crf", "preset", "tune"] {
      hints[name] =
        "--quality, or an option of ffmpeg by --save-options, such as crf=23,preset=slow"
    }
    return hints
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
