internal import TransitionKit
internal import TransitionSystem

/// A value for a parameter.
struct Assignment: Sendable {
  /// The source of a value, the weakest first.
  enum Origin: Sendable {
    /// The name of a preset.
    case preset
    /// An option, for all steps.
    case option
    /// The words after a transition's name, for the steps that it is for.
    case step
  }

  /// The parameter's name as it is written.
  let name: String
  let text: String
  /// Its name in errors and warnings: `--radius`, `--set radius`, `swipe:radius`.
  let label: String
  let origin: Origin

  init(name: String, text: String, label: String, origin: Origin = .option) {
    self.name = name
    self.text = text
    self.label = label
    self.origin = origin
  }

  /// `NAME=VALUE`.
  init(set text: String) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw .usage("--set: '\(text)' is not NAME=VALUE, such as radius=60")
    }
    self.init(name: String(parts[0]), text: String(parts[1]), label: "--set \(parts[0])")
  }

  /// The value as a file's path.
  var path: Path { Path(expandingTilde: text) }

  /// Whether it is for a parameter: the names of options are in any case, others exact.
  func isFor(_ parameter: ParameterDescription) -> Bool {
    parameter.hasOption ? name.lowercased() == parameter.option : name == parameter.name
  }

  /// The label with a value, as one would write it: `--radius 60`, `swipe:radius=60`.
  func with(_ text: String) -> String {
    label + (origin == .option && !label.hasPrefix("--set ") ? " " : "=") + text
  }
}

extension ParameterDescription {
  /// The name by which a value is given: that of the option, or its own.
  var writtenName: String { hasOption ? option : name }
}
