internal import TransitionKit
internal import TransitionSystem

/// A value for a parameter.
struct Assignment: Sendable {
  /// The source of a value, the weakest first.
  enum Origin: Sendable {
    /// The name of a preset.
    case preset
    /// A line of a list that is for the whole run.
    case list
    /// An option of the command line, for all steps.
    case option
    /// The line of a picture in a list, for the step after it.
    case line
    /// The words after a transition's name, for the steps that it is for.
    case step
  }

  /// The parameter's name as it is written.
  let name: String
  /// The value, with its position and the folder that a path is relative to.
  let word: Word
  /// The parameter in sentences, as it is given: `--radius`, `--set radius`, `swipe:radius`.
  let option: String
  let origin: Origin

  var text: String { word.text }

  /// The parameters that some options give, in their order.
  static func all(
    in options: Arguments, _ settings: Settings, origin: Origin
  ) throws(Failure) -> [Assignment] {
    var assignments: [Assignment] = []
    func add(_ name: String, _ word: Word, _ option: String) {
      assignments.append(Assignment(name: name, word: word, option: option, origin: origin))
    }
    for value in options.values {
      let (option, word) = (value.option, value.word)
      if option.group == .parameters { add(option.name, word, option.label) }
      guard option.name == settings.$assigned.definition.name else { continue }
      let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .usage("\(value.label): '\(word.text)' is not NAME=VALUE, such as radius=60")
      }
      add(String(parts[0]), word.with(String(parts[1])), "--set \(parts[0])")
    }
    return assignments
  }

  /// Its name in errors and warnings: with its position, if it has one.
  var label: String { word.position.prefix + option }

  var isSet: Bool { option.hasPrefix("--set ") }

  /// The picture that it names, for a parameter.
  func picture(as role: String) -> GivenPicture {
    GivenPicture(role: role, source: ColorSource(Path(text)) ?? FileSource(name: word.path))
  }

  /// Whether it is for a parameter: the names of options are in any case, others exact.
  func isFor(_ parameter: ParameterDescription) -> Bool {
    parameter.hasOption ? name.lowercased() == parameter.option : name == parameter.name
  }

  /// The label with a value, as one would write it: `--radius 60`, `swipe:radius=60`.
  func with(_ text: String) -> String { word.position.prefix + written(text) }

  /// The same without its position.
  func written(_ text: String) -> String {
    option + (origin == .step || origin == .preset || isSet ? "=" : " ") + text
  }
}

extension ParameterDescription {
  /// The name by which a value is given: that of the option, or its own.
  var writtenName: String { hasOption ? option : name }
}
