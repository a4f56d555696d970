internal import TransitionKit
internal import TransitionSystem

/// A value for a parameter.
struct Assignment: Sendable {
  /// The parameter's name as it is written.
  let name: String
  let text: String
  /// Its name in errors and warnings: `--radius`, `--set radius`.
  let label: String

  init(name: String, text: String, label: String) {
    self.name = name
    self.text = text
    self.label = label
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
}
