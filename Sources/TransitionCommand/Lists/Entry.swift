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

  /// Whether it says something of the way to the next picture.
  var hasStep: Bool {
    transition != nil || !assignments.isEmpty
      || options.all.contains { $0.option.scope == .step }
  }
}

extension Entry {
  /// Reads a line of a list: its first word and the options behind it. Errors have a position.
  init(
    _ token: ListScanner.Token, _ arguments: Arguments, _ settings: Settings, in folder: Path
  ) throws(Failure) {
    name = try Self.name(token, in: folder)
    position = token.position
    options = try OptionValues(arguments, settings)
    transition = arguments.words(of: settings.$filters.definition).first
    assignments = try Assignment.all(in: arguments, settings, origin: .line)
    try Self.checkTwice(arguments, assignments)
  }

  /// The path of a picture, or the color, that begins a line.
  private static func name(
    _ token: ListScanner.Token, in folder: Path
  ) throws(Failure) -> Path {
    guard let first = token.bytes.first else {
      throw .usage("the picture's name is empty", at: token.position)
    }
    if first == UInt8(ascii: "@") {
      let name = String(decoding: token.bytes, as: UTF8.self)
      throw .usage("a list holds no other list; ./\(name) is the picture", at: token.position)
    }
    let name = Path(bytes: token.bytes)
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
