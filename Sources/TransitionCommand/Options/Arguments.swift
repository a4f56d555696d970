/// The options and values of a command line, as the original's option parser took it: `-c20`,
/// `-vc20`, `--count=20`, `--Cou 20`. A line of a list has the same form.
struct Arguments {
  /// A value that an option has.
  struct Value {
    let option: OptionDefinition
    /// Its text, at the position of the option's name.
    let word: Word
    /// The name by which it is called.
    let name: String

    /// The option in errors, by a synonym if it is called so.
    var label: String {
      word.position.prefix + (option.synonyms.contains(name) ? "--" + name : option.label)
    }
  }

  /// The options that are given and their values, in the order in which they are given.
  private(set) var values: [Value] = []
  /// The arguments that belong to no option.
  private(set) var plain: [Word] = []
  /// How many of them, the last ones, stand after `--`: those are names and nothing else.
  private(set) var literalCount = 0

  private let names: OptionNames

  /// Reads a command line.
  ///
  /// Asking for help anywhere is asking for nothing else, whatever is wrong with the rest; of the
  /// other options only those stay that tell what help is wanted of. A single word after `--help`
  /// does so, too, which may be an option, and so does its value.
  /// - Throws: a usage error for an option that is unknown, that could be several, or that lacks
  ///   its value.
  init(_ words: [Word], _ names: OptionNames) throws(Failure) {
    self.names = names
    var failure: Failure?
    var help: Value?
    var topic: Word?
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.text == "--" {
        plain += rest
        literalCount = rest.count
        break
      }
      do throws(Failure) {
        guard let uses = try uses(in: word.text) else {
          plain.append(word)
          continue
        }
        for use in uses {
          if use.option.asksForHelp {
            help = help ?? Value(option: use.option, word: word.with("yes"), name: use.name)
            if topic == nil, let value = use.value, !value.isEmpty { topic = word.with(value) }
          } else {
            let text = try value(of: use, &rest)
            values.append(Value(option: use.option, word: word.with(text), name: use.name))
          }
        }
      } catch { failure = failure ?? error.located(at: word.position) }
    }
    if let help {
      values = [help] + values.filter(\.option.hasHelp)
      if topic == nil, words.count == 2 {
        let word = words[1]
        if word.text == plain.first?.text {
          topic = word
        } else if Self.isHelp(words[0].text), isName(word.text), !Self.isHelp(word.text) {
          topic = word.with(String(word.text.drop { $0 == "-" }))
        }
      }
      plain = topic.map { [$0] } ?? []
    } else if let failure {
      throw failure
    }
  }

  /// An option as often as it is given.
  func values(of option: OptionDefinition) -> [Value] {
    values.filter { $0.option.name == option.name }
  }

  func words(of option: OptionDefinition) -> [Word] { values(of: option).map(\.word) }

  mutating func append(_ others: Arguments) { values += others.values }

  mutating func remove(_ options: [OptionDefinition]) {
    let names = Set(options.map(\.name))
    values.removeAll { names.contains($0.option.name) }
  }

  /// The text of an option's value: what is attached to its name, or else the next word.
  private func value(
    of use: OptionNames.Use, _ rest: inout ArraySlice<Word>
  ) throws(Failure) -> String {
    let label = use.option.label
    switch use.option.form {
    case .flag, .invertibleFlag:
      guard use.value == nil else { throw .usage("\(label) takes no value") }
      return use.isNegated ? "no" : "yes"
    case .optionalValue:
      let isNext = rest.first.map { $0.text.unicodeScalars.first != "-" } ?? false
      return use.value ?? (isNext ? rest.removeFirst().text : "")
    case .value, .values:
      // A value may begin with a minus, and a file may be called -o, but nobody means help by one,
      // and nobody writes an option's name on a picture.
      let isNext =
        rest.first.map {
          !Self.isHelp($0.text) && !(use.option.holdsText && isName($0.text))
        } ?? false
      guard let value = use.value ?? (isNext ? rest.removeFirst().text : nil) else {
        throw .usage("\(label): expected a value: \(use.option.placeholder)")
      }
      return value
    }
  }

  private static func isHelp(_ argument: String) -> Bool { ["-h", "--help"].contains(argument) }

  /// Whether an argument is the name of an option, alone and whole.
  private func isName(_ argument: String) -> Bool {
    let scalars = argument.unicodeScalars
    if scalars.starts(with: "--".unicodeScalars) {
      return names.use(exactly: String(scalars.dropFirst(2)).lowercased()) != nil
    }
    return scalars.first == "-" && scalars.count == 2
      && scalars.last.map { names.option($0) != nil } ?? false
  }

  /// The options in an argument; `nil` if it is none.
  private func uses(in argument: String) throws(Failure) -> [OptionNames.Use]? {
    // Scalars, since a combining mark that begins a value is a part of no letter and of no sign.
    let scalars = argument.unicodeScalars
    guard scalars.first == "-", scalars.count > 1 else { return nil }
    guard scalars.starts(with: "--".unicodeScalars) else {
      try refuseName(scalars.dropFirst())
      return try letters(scalars.dropFirst(), in: argument)
    }
    let parts = scalars.dropFirst(2)
      .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    var use = try names.use(named: String(parts[0]).lowercased())
    if parts.count > 1 { use.value = String(parts[1]) }
    return [use]
  }

  /// Refuses the whole name of an option after a single hyphen. It would be read as letters, -loop
  /// as -l with more behind it and -size as the source `ize`, which nobody means.
  private func refuseName(_ letters: Substring.UnicodeScalarView) throws(Failure) {
    let word = String(letters.prefix { $0 != "=" })
    let name = word.lowercased()
    guard name.count > 1, let use = names.use(exactly: name), !use.option.asksForHelp else {
      return
    }
    throw .usage("unknown option: -\(word) (did you mean '--\(name)'?)")
  }

  /// Flags in a group, the last of which may be an option that takes the rest for its value.
  private func letters(
    _ letters: Substring.UnicodeScalarView, in argument: String
  ) throws(Failure) -> [OptionNames.Use] {
    var uses: [OptionNames.Use] = []
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = names.option(letter) else {
        let group = letters.count > 1 ? " in \(argument)" : ""
        throw .usage("unknown option: -\(letter)\(group)")
      }
      var use = OptionNames.Use(option: option, name: option.name)
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
