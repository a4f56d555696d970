internal import TransitionSystem

/// A picture on the command line, or a line of a list with options of it and of its transition.
struct Entry: Sendable {
  /// The path from the working folder, or the name of a color.
  var name: Path
  /// Its position in a list; `nil` on the command line.
  var position: ListPosition?
  var options = OptionValues()
  /// The transition to the next picture.
  var transition: Word?
  /// The parameters of the transition.
  var assignments: [Assignment] = []
  /// Whether it is one of a folder, to all of which its options are given.
  var isOfFolder = false

  /// Whether it is named on the command line, and nothing is said of it.
  var isPlain: Bool { position == nil && options.all.isEmpty }

  /// Whether it says something of the way to the next picture.
  var hasStep: Bool {
    transition != nil || !assignments.isEmpty
      || options.all.contains { $0.option.scope == .step }
  }
}

extension Entry {
  /// Reads an argument of the command line: a name, which may have options after colons.
  init(_ word: Word, _ settings: Settings, isDivided: Bool) throws(Failure) {
    let argument = isDivided ? try ItemArgument(word, settings) : nil
    name = try ValueReader.path().read(argument?.name ?? word.text, "a picture")
    options = argument?.options ?? OptionValues()
  }

  /// Reads a line of a list: its first word and the options behind it. Errors have a position.
  init(
    _ token: ListScanner.Token, _ arguments: Arguments, _ settings: Settings, in folder: Path
  ) throws(Failure) {
    let (bytes, itemOptions) = try Self.divided(token, settings, in: folder)
    name = try Self.name(bytes, token, in: folder)
    position = token.position
    options = try OptionValues(arguments, settings)
    for value in itemOptions.all { options.set(value) }
    transition = arguments.words(of: settings.$filters.definition).first
    assignments = try Assignment.all(in: arguments, settings, origin: .line)
    try Self.checkTwice(arguments, assignments)
  }

  /// The name that begins a line, and its options after colons.
  private static func divided(
    _ token: ListScanner.Token, _ settings: Settings, in folder: Path
  ) throws(Failure) -> ([UInt8], OptionValues) {
    guard token.bytes.contains(UInt8(ascii: ":")),
      let text = String(validating: token.bytes, as: UTF8.self)
    else { return (token.bytes, OptionValues()) }
    let argument = try ItemArgument(
      Word(text: text, position: token.position, folder: folder), settings)
    return (Array(argument.name.utf8), argument.options)
  }

  /// The path of a picture, or the color, that begins a line.
  private static func name(
    _ bytes: [UInt8], _ token: ListScanner.Token, in folder: Path
  ) throws(Failure) -> Path {
    guard let first = bytes.first else {
      throw .usage("the picture's name is empty", at: token.position)
    }
    if first == UInt8(ascii: "@") {
      let name = String(decoding: token.bytes, as: UTF8.self)
      throw .usage("a list holds no other list; ./\(name) is the picture", at: token.position)
    }
    let name = Path(bytes: bytes)
    if TitleSource.isNamed(name), token.losesLineBreak {
      throw .usage(
        "title: \\n needs quotes around the text: title:'first line\\nsecond'", at: token.position)
    }
    return ColorSource(name) == nil && !TitleSource.isNamed(name) ? name.resolved(in: folder) : name
  }

  /// Refuses an option that is given twice: one of a picture's own options has one value.
  private static func checkTwice(
    _ arguments: Arguments, _ assignments: [Assignment]
  ) throws(Failure) {
    var seen: Set<String> = []
    for value in arguments.values where value.option.form != .values || value.option.hasHelp {
      guard seen.insert(value.option.name).inserted else {
        throw .usage("\(value.label) is given twice on this line")
      }
    }
    for assignment in assignments where assignment.isSet {
      guard seen.insert("--set " + assignment.name).inserted else {
        throw .usage("\(assignment.label) is given twice on this line")
      }
    }
  }
}
