/// The options and values of a command line, as the original's option parser took it: `-c20`,
/// `-vc20`, `--count=20`, `--Cou 20`. A line of a list has the same form.
struct Arguments {
  /// An option as it is given.
  struct Given {
    let option: OptionDefinition
    /// Its value, at the position of its name.
    let word: Word
    /// The name by which it is called.
    let name: String

    /// The option in errors, by a synonym if it is called so.
    var label: String {
      word.position.prefix + (option.synonyms.contains(name) ? "--" + name : option.label)
    }
  }

  /// The options that are given and their values, in the order in which they are given.
  private(set) var values: [Given] = []
  /// The arguments that belong to no option.
  private(set) var plain: [Word] = []

  private let names: OptionNames

  /// Reads a command line.
  ///
  /// Asking for help anywhere is asking for nothing else, whatever is wrong with the rest; of the
  /// other options only those stay that tell what help is wanted of.
  /// - Parameters:
  ///   - words: the arguments, without the program's name.
  ///   - names: the options that there are.
  /// - Throws: a usage error for an option that is unknown, that could be several, or that lacks
  ///   its value.
  init(_ words: [Word], _ names: OptionNames) throws(Failure) {
    self.names = names
    var failure: Failure?
    var help: Given?
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.text == "--" {
        plain += rest
        break
      }
      do throws(Failure) {
        guard let uses = try uses(in: word.text) else {
          plain.append(word)
          continue
        }
        for use in uses {
          if use.option.asksForHelp {
            help = help ?? Given(option: use.option, word: word.with("yes"), name: use.name)
          } else {
            try take(use, word, &rest)
          }
        }
      } catch { failure = failure ?? error.located(at: word.position) }
    }
    if let help {
      values = [help] + values.filter(\.option.hasHelp)
      plain = []
    } else if let failure {
      throw failure
    }
  }

  /// An option as often as it is given.
  func values(of option: OptionDefinition) -> [Given] {
    values.filter { $0.option.name == option.name }
  }

  /// The values of an option.
  func words(of option: OptionDefinition) -> [Word] { values(of: option).map(\.word) }

  /// Adds the options of other arguments.
  mutating func append(_ others: Arguments) { values += others.values }

  /// Takes options away.
  mutating func remove(_ options: [OptionDefinition]) {
    let names = options.map(\.name)
    values.removeAll { names.contains($0.option.name) }
  }

  /// The options of other arguments, and those of these that the others do not give.
  func overridden(by others: Arguments) -> Arguments {
    let names = Set(others.values.map(\.option.name))
    var result = others
    result.values = values.filter { !names.contains($0.option.name) } + others.values
    return result
  }

  /// An option as an argument has it.
  private struct Use {
    let option: OptionDefinition
    /// The name by which it is called.
    let name: String
    /// The text that is attached to its name.
    var value: String?
    var isNegated = false
  }

  private mutating func take(
    _ use: Use, _ word: Word, _ rest: inout ArraySlice<Word>
  ) throws(Failure) {
    let option = use.option
    var value = use.value
    switch option.form {
    case .flag, .invertibleFlag:
      guard value == nil else { throw .usage("\(option.label) takes no value") }
      value = use.isNegated ? "no" : "yes"
    case .optionalValue:
      if value == nil, let next = rest.first?.text,
        !next.unicodeScalars.starts(with: "-".unicodeScalars)
      {
        value = rest.popFirst()?.text
      }
    case .value, .values:
      // A value may begin with a minus, but nobody means help by one.
      if value == nil, let next = rest.first?.text, next != "-h", next != "--help" {
        value = rest.popFirst()?.text
      }
      guard value != nil else {
        throw .usage("\(option.label): expected a value: \(option.placeholder)")
      }
    }
    values.append(Given(option: option, word: word.with(value ?? ""), name: use.name))
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
    let name = String(parts[0])
    let use = try names.use(of: name)
    return [
      Use(
        option: use.option, name: name.lowercased(),
        value: parts.count > 1 ? String(parts[1]) : nil, isNegated: use.isNegated)
    ]
  }

  /// Refuses the whole name of an option after a single hyphen. It would be read as letters, -loop
  /// as -l with more behind it and -size as the source `ize`, which nobody means.
  private func refuseName(_ letters: Substring.UnicodeScalarView) throws(Failure) {
    let given = String(letters.prefix { $0 != "=" })
    let name = given.lowercased()
    guard name.count > 1, let use = names.use(exactly: name), !use.option.asksForHelp else {
      return
    }
    throw .usage("unknown option: -\(given) (did you mean '--\(name)'?)")
  }

  /// Flags in a group, the last of which may be an option that takes the rest for its value.
  private func letters(
    _ letters: Substring.UnicodeScalarView, in argument: String
  ) throws(Failure) -> [Use] {
    var uses: [Use] = []
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = names.option(letter) else {
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
