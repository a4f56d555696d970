internal import GLTransitions
internal import TransitionKit

/// The options and values of a command line, as the original's option parser took it: `-c20`, `-vc20`,
/// `--count=20`, `--Cou 20`.
struct Arguments {
  /// The options that are given and their values, in the order in which they are given.
  private(set) var values: [(option: OptionDefinition, text: String)] = []
  /// The name by which each of them is called.
  private var names: [String] = []
  /// The arguments that belong to no option.
  private(set) var plain: [String] = []

  private let options: [OptionDefinition]

  /// Reads a command line.
  ///
  /// Asking for help anywhere is asking for nothing else, whatever is wrong with the rest; of the other
  /// options only those stay that tell what help is wanted of.
  /// - Parameters:
  ///   - arguments: the arguments, without the program's name.
  ///   - options: the options that there are.
  /// - Throws: a usage error for an option that is unknown, that could be several, or that lacks its
  ///   value.
  init(_ arguments: [String], options: [OptionDefinition]) throws(Failure) {
    self.options = options
    var failure: Failure?
    var help: OptionDefinition?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        plain += rest
        break
      }
      do throws(Failure) {
        guard let uses = try uses(in: argument) else {
          plain.append(argument)
          continue
        }
        for use in uses {
          if use.option.asksForHelp { help = help ?? use.option } else { try take(use, &rest) }
        }
      } catch { failure = failure ?? error }
    }
    if let help {
      let subjects = values.filter(\.option.hasHelp)
      (values, names) = ([(help, "yes")] + subjects, [help.name] + subjects.map(\.option.name))
      plain = []
    } else if let failure {
      throw failure
    }
  }

  /// The values of an option.
  func texts(of option: OptionDefinition) -> [String] {
    values.filter { $0.option.name == option.name }.map(\.text)
  }

  /// The name by which the command line calls an option, for errors: a synonym if it does so.
  func label(of option: OptionDefinition) -> String {
    let last = values.lastIndex { $0.option.name == option.name }
    guard let name = last.map({ names[$0] }), option.synonyms.contains(name) else {
      return option.label
    }
    return "--" + name
  }

  /// An option as a command line has it.
  private struct Use {
    let option: OptionDefinition
    /// The name by which it is called.
    let name: String
    /// The text that is attached to its name.
    var value: String?
    /// Whether its name begins with `no-`.
    var isNegated = false
  }

  private mutating func take(_ use: Use, _ rest: inout ArraySlice<String>) throws(Failure) {
    let option = use.option
    var value = use.value
    switch option.form {
    case .flag, .invertibleFlag:
      guard value == nil else { throw .usage("\(option.label) takes no value") }
      value = use.isNegated ? "no" : "yes"
    case .optionalValue:
      if value == nil, let next = rest.first, !next.unicodeScalars.starts(with: "-".unicodeScalars)
      {
        value = rest.popFirst()
      }
    case .value, .values:
      // A value may begin with a minus, but nobody means help by one.
      if value == nil, rest.first != "-h", rest.first != "--help" { value = rest.popFirst() }
      guard value != nil else {
        throw .usage("\(option.label): expected a value: \(option.placeholder)")
      }
    }
    values.append((option, value ?? ""))
    names.append(use.name)
  }

  /// The options in an argument; `nil` if it is none.
  private func uses(in argument: String) throws(Failure) -> [Use]? {
    // Scalars, since a combining mark that begins a value is a part of no letter and of no sign.
    let scalars = argument.unicodeScalars
    guard scalars.first == "-", scalars.count > 1 else { return nil }
    guard scalars.starts(with: "--".unicodeScalars) else {
      try refuseName(scalars.dropFirst())
      return try letters(scalars.dropFirst(), in: argument)
    }
    let parts = scalars.dropFirst(2)
      .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    var use = try option(named: String(parts[0]))
    use.value = parts.count > 1 ? String(parts[1]) : nil
    return [use]
  }

  /// Every option that a name in lower case may stand for, by all names but its synonyms.
  private func uses(as given: String) -> [(name: String, use: Use)] {
    options.flatMap { option in
      [(name: option.name, use: Use(option: option, name: given))]
        + (option.form == .invertibleFlag
          ? [(name: "no-" + option.name, use: Use(option: option, name: given, isNegated: true))]
          : [])
    }
  }

  /// The option that has a name in lower case, or else the one that has it for a synonym; `nil` if
  /// none does.
  private func use(exactly given: String) -> Use? {
    if let exact = uses(as: given).first(where: { $0.name == given }) { return exact.use }
    return options.first { $0.synonyms.contains(given) }.map { Use(option: $0, name: given) }
  }

  /// Refuses the whole name of an option after a single hyphen. It would be read as letters, -loop
  /// as -l with more behind it and -size as the source `ize`, which nobody means.
  private func refuseName(_ letters: Substring.UnicodeScalarView) throws(Failure) {
    let given = String(letters.prefix { $0 != "=" })
    let name = given.lowercased()
    guard name.count > 1, let use = use(exactly: name), !use.option.asksForHelp else { return }
    throw .usage("unknown option: -\(given) (did you mean '--\(name)'?)")
  }

  /// The option that a name in any case stands for: the one that has it, or else the one that has it
  /// for a synonym, or else the only one whose name begins with it.
  private func option(named given: String) throws(Failure) -> Use {
    let given = given.lowercased()
    if let exact = use(exactly: given) { return exact }
    let longer = uses(as: given).filter { name, use in
      use.option.isListed && !given.isEmpty && name.utf8.starts(with: given.utf8)
    }
    guard longer.count <= 1 else {
      let names = longer.map { "--" + $0.name }
      throw .usage(
        "ambiguous option: --\(given): \(names.listed("or"))")
    }
    if let only = longer.first { return only.use }
    let names = options.filter { $0.isListed && $0.name.count > 1 }
      .flatMap { [$0.name] + $0.synonyms }.map { "--" + $0 }
    let hint =
      (Self.hints[given] ?? Self.shaderHint(given)).map { " (\($0))" }
      ?? Suggestion.phrase(for: "--" + given, among: names)
    throw .usage("unknown option: --\(given)\(hint)")
  }

  /// What does the work of options that other programs have, by their names.
  private static let hints: [String: String] = {
    let sound = "films have no sound: ffmpeg can add it"
    var hints = [
      "audio": sound, "music": sound,
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

  /// Flags in a group, the last of which may be an option that takes the rest for its value.
  private func letters(
    _ letters: Substring.UnicodeScalarView, in argument: String
  ) throws(Failure) -> [Use] {
    var uses: [Use] = []
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = options.first(where: { $0.letter == Character(letter) }) else {
        let group = letters.count > 1 ? " in \(argument)" : ""
        throw .usage("unknown option: -\(letter)\(group)")
      }
      var use = Use(option: option, name: option.name)
      if !option.form.isFlag, !rest.isEmpty {
        use.value = String(rest.first == "=" ? rest.dropFirst() : rest)
        rest = rest[rest.endIndex...]
      }
      uses.append(use)
      if option.asksForHelp { break }
    }
    return uses
  }
}
