internal import TransitionSystem

/// A list that stands for pictures on a command line: `@trip.list`.
///
/// Each line names a picture, with options of that picture and of the way from it to the next. A
/// line that begins with an option is for the whole run.
struct ListFile: Sendable {
  /// Its path; `nil` for standard input.
  let path: Path?
  /// The folder that its names are relative to; empty for the working folder.
  let folder: Path
  private(set) var run: Arguments
  /// The lines of pictures, at least one.
  private(set) var entries: [Entry] = []

  /// Whether people probably mean a list by the name of a file.
  static func isNamedAsList(_ path: Path) -> Bool {
    ["list", "txt", "lst"].contains(path.fileExtension?.lowercased())
  }

  private static let mostBytes = 1 << 26

  /// The list that an argument names; `nil` if it is none.
  ///
  /// - Throws: that it cannot be read, or a usage error with its position.
  init?(_ argument: String, _ settings: Settings, _ names: OptionNames) throws(Failure) {
    guard argument.unicodeScalars.first == "@" else { return nil }
    let name = String(argument.unicodeScalars.dropFirst())
    guard !name.isEmpty else {
      throw .usage("@: name a list of pictures, such as @trip.list; ./@ is the file")
    }
    let path = name == "-" ? nil : Path(expandingTilde: name)
    self.path = path
    let ours = settings.ofItems.map(\.definition.name)
    let list = DividedWord(name, at: ours.contains) { FileStatus(Path(expandingTilde: $0)) != nil }
    if let value = list.values.first {
      throw .usage(
        "@\(list.name):\(value.name)=: a list takes no options: give --\(value.name) on its lines, or "
          + "for all")
    }
    WatchRound.reads([path].compactMap(\.self))
    let bytes = try Failure.from(
      file: File.read("the list", at: path ?? "/dev/stdin") { file throws(FileError) in
        try file.readAll(atMost: Self.mostBytes)
      })
    run = try Arguments([], names)
    // What is no ordinary file lies in no folder that anyone means: `@<(…)`.
    folder = path.map { FileStatus($0)?.kind == .file ? $0.directory : "" } ?? ""
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw .usage("the list \(path?.description ?? "on stdin") is UTF-16: save it as UTF-8")
    }
    for line in try ListScanner.lines(of: bytes, in: path) {
      if line[0].bytes.first == UInt8(ascii: "-") {
        try checkIsForRun(line[0])
        run.append(try options(in: line[...], names, of: [.picture, .step, .show]))
      } else {
        let options = try options(in: line.dropFirst(), names, of: [.line, .picture, .step])
        entries.append(try Entry(line[0], options, settings, in: folder))
      }
    }
    guard !entries.isEmpty else {
      throw .usage("no pictures are in the list \(path?.description ?? "on stdin")")
    }
  }

  /// Refuses what begins like an option and was probably meant for a picture.
  private func checkIsForRun(_ token: ListScanner.Token) throws(Failure) {
    let name = Path(bytes: token.bytes)
    if FileStatus(folder + name)?.kind == .file {
      throw .usage("\(name) is taken for options: ./\(name) is the picture", at: token.position)
    }
    guard let last = entries.last?.position, token.position.column > last.column else { return }
    throw .usage(
      "options of a picture stand on its line, or on the next after a backslash; those of the whole "
        + "show are not indented", at: token.position)
  }

  /// Refuses two values of an option for the whole show, in one list or in several.
  static func checkTwice(_ run: Arguments) throws(Failure) {
    var known: [String: Arguments.Value] = [:]
    for value in run.values where value.option.form != .values && value.option.group != .parameters
    {
      guard let first = known.updateValue(value, forKey: value.option.name),
        first.word.text != value.word.text, let position = first.word.position
      else { continue }
      throw .usage(
        "\(value.label) is \(first.word.text) for the whole show in line \(position.line)"
          + (position.list == value.word.position?.list
            ? "" : " of \(position.list?.description ?? "stdin")"))
    }
  }

  /// The options that some words of a line are, all of some scopes.
  private func options(
    in tokens: ArraySlice<ListScanner.Token>, _ names: OptionNames,
    of scopes: [OptionDefinition.Scope]
  ) throws(Failure) -> Arguments {
    var words: [Word] = []
    for token in tokens {
      guard let text = String(validating: token.bytes, as: UTF8.self) else {
        throw .usage(
          "this is not UTF-8: \(String(decoding: token.bytes, as: UTF8.self))", at: token.position)
      }
      words.append(Word(text: text, position: token.position, folder: folder))
    }
    let arguments = try Arguments(words, names)
    // A value stands in its option's word, or in the next.
    let losing = Set(
      zip(tokens, tokens.dropFirst()).filter { $1.losesLineBreak }.map(\.0.position)
        + tokens.filter(\.losesLineBreak).map(\.position))
    for value in arguments.values where value.option.holdsText {
      guard let position = value.word.position, losing.contains(position) else { continue }
      throw .usage("\(value.label): \\n needs quotes around the text: 'first line\\nsecond'")
    }
    if let word = arguments.plain.first {
      guard !word.text.contains(where: { "“”„‘’".contains($0) }) else {
        throw .usage(
          "'\(word.text)' has the quotes of printed text: those of a list are \" and '",
          at: word.position)
      }
      let hint =
        Suggestion.phrase(forDash: word.text)
        ?? (scopes.contains(.show)
          ? ": a picture begins its line" : ": quotes keep a name or a value with blanks together")
      throw .usage("'\(word.text)' belongs to no option\(hint)", at: word.position)
    }
    for value in arguments.values where !scopes.contains(value.option.scope) {
      let home =
        switch value.option.scope {
        case .show: "is for the whole run: give it a line of its own"
        case .line: "belongs on the line of a picture, or after its name and a colon"
        case .picture, .step, .run: "belongs on the command line"
        }
      throw .usage("\(value.label) \(home)")
    }
    return arguments
  }
}
