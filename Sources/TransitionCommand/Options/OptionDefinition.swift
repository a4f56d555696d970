/// All that can be said of an option without its value.
struct OptionDefinition: Sendable {
  /// Whether an option takes a value.
  enum Form: Sendable, Equatable {
    case flag
    /// Also taken with `--no-`.
    case invertibleFlag
    case value
    /// May stand without a value, too.
    case optionalValue
    /// May be given again: values collect.
    case values

    var isFlag: Bool { self == .flag || self == .invertibleFlag }
  }

  /// The words that a shell offers as a value.
  enum Completion: Sendable, Equatable {
    case nothing, file
    case words([String])
    /// Words as long as one of them begins so, and else files.
    case wordsOrFile([String])
  }

  /// The titles under which options are listed, in their order.
  enum Group: String, CaseIterable, Sendable {
    case show = "Pictures and transitions"
    case time = "Time"
    case output = "Output"
    case sound = "Sound of films"
    case look = "Size and color"
    case words = "Words and marks"
    case frames = "Numbered frames, and parts of a show"
    case streams = "Streams"
    case running = "Reports and running"
    case help = "Help"
    case original = "As in the original"
    case parameters = "Parameters of the filters"

    /// The scope of most of its options.
    var scope: Scope {
      switch self {
      case .parameters: .step
      case .show, .time, .look, .words, .output, .sound, .streams: .show
      case .frames, .running, .help, .original: .run
      }
    }
  }

  /// The least part of a show for which an option can be given, which says where it may stand.
  enum Scope: Sendable {
    /// One picture: after a colon, or on its line in a list.
    case line
    /// One picture: after a colon, on its line in a list, or for all.
    case picture
    /// The way from one picture to the next: on the line of the first, or for all.
    case step
    /// The whole show: on a line of its own in a list, or on the command line.
    case show
    /// A run of the program: on the command line alone.
    case run
  }

  /// The sources that an option of a picture is for, as a sentence names them.
  enum Subject: String, Sendable {
    case still = "pictures that stand still"
    case sequence = "numbered files, such as plate.%04d.png"
    case film = "films, such as boat.mp4"
    case clip = "films and numbered files"
    case motion = "pictures, films and numbered files"
  }

  /// Without hyphens: `start-number`; a single letter if it has no other name.
  let name: String
  /// The short name: `c` of `-c`.
  var letter: Character?
  var form = Form.value
  /// The word for the value in a synopsis; empty for a flag.
  var placeholder = ""
  var completion = Completion.nothing
  let group: Group
  /// Whether it decides the picture that a frame of a number shows, so that plans tell its value:
  /// not only which frames are made, where they go, how they are encoded, and what is reported.
  var decidesPicture = false
  /// The scope, if it is not that of the group.
  var scopeOverride: Scope?
  /// The sources that it is for; `nil` if it is for all.
  var subject: Subject?
  /// One sentence that says what the option does.
  let sentence: String
  /// From which value to which, as help states it; empty if that goes without saying.
  var range = ""
  /// The default as help states it.
  var defaultText: String?
  /// Other names under which people look for it, taken like its own but not offered.
  var synonyms: [String] = []
  /// Whether after a colon its value goes on to the end of the word: a text, which may hold colons.
  var takesRest = false
  /// The one of them that help shows first, if it is shorter or plainer than the name.
  var preferred: String?

  /// Whether it has a name, in any case.
  func isNamed(_ other: String) -> Bool { longNames.contains(other.lowercased()) }

  /// The names that stand for it, in full.
  var longNames: [String] { [name, preferred].compactMap(\.self) }

  var scope: Scope { scopeOverride ?? group.scope }

  /// The option as an error names it.
  var label: String { (name.count == 1 ? "-" : "--") + name }

  /// Whether it asks for help, and so for nothing else.
  var asksForHelp: Bool { name == "help" || name == "h" }

  /// Whether its values have help of their own: `--transition swipe --help`.
  var hasHelp: Bool { name == "transitionfilter" }

  /// Whether its value is a text, in which a backslash has a meaning.
  var holdsText: Bool { placeholder == ValueReader.template.placeholder && group == .words }

  var isListed: Bool { !sentence.isEmpty }

  /// The names that help and manual list, short ones first.
  var names: [String] {
    (letter.map { ["-\($0)"] } ?? []) + (preferred.map { ["--\($0)"] } ?? [])
      + (name.count == 1 ? [] : [(form == .invertibleFlag ? "--[no-]" : "--") + name])
  }

  /// The name that is shown where there is room for one.
  var shortestName: String {
    preferred.map { "--\($0)" } ?? letter.map { "-\($0)" } ?? label
  }

  /// The value as help and manual show it; `nil` for a flag.
  var shownPlaceholder: String? {
    switch form {
    case .flag, .invertibleFlag: nil
    case .value, .values: placeholder
    case .optionalValue: "[\(placeholder)]"
    }
  }

  /// The options that help and manual list, under their titles, without the parameters of filters.
  static var listed: [(group: Group, options: [OptionDefinition])] {
    let all = Settings().all.map(\.definition).filter(\.isListed)
    return Group.allCases.filter { $0 != .parameters }.map { group in
      (group, all.filter { $0.group == group })
    }
  }

  var sentenceWithRange: String {
    let normally = defaultText.map { $0.isEmpty ? "" : "default: \($0)" } ?? ""
    return sentence.with(remarks: [normally, range].filter { !$0.isEmpty })
  }
}
