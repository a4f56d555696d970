internal import TransitionKit

/// The option of a parameter, which all filters that have it share; each reads its text by itself.
final class ParameterSetting: AnySetting {
  let definition: OptionDefinition
  private(set) var text: String?

  var json: JSON? { text.map { .string($0) } }
  var isGiven: Bool { text != nil }

  init(_ parameter: ParameterDescription) {
    definition = OptionDefinition(
      name: parameter.option, letter: nil,
      form: parameter.kind == .flag ? .flag : .value,
      placeholder: parameter.placeholder, completion: parameter.completion, group: .parameters,
      decides: .picture, scope: .step, subject: nil, sentence: parameter.sentence, defaultText: nil,
      synonyms: [], preferred: nil)
  }

  func read(_ text: String, as label: String) -> OptionValues.Given {
    OptionValues.Given(option: definition, value: text, text: text)
  }

  func take(_ texts: [String], as label: String) throws(Failure) { text = texts.last }

  /// One for each parameter that some filter declares, by name.
  static var all: [ParameterSetting] {
    let parameters = Transitions.ours.flatMap(\.parameters)
    return Dictionary(parameters.map { ($0.option, $0) }) { first, _ in first }
      .sorted { $0.key < $1.key }.map { ParameterSetting($0.value) }
  }
}

extension ParameterDescription {
  /// The word for the value in a synopsis.
  var placeholder: String { choices.isEmpty ? kind.placeholder : kind.placeholder + "|NAME" }

  fileprivate var completion: OptionDefinition.Completion {
    guard kind == .image else { return .nothing }
    return choices.isEmpty ? .file : .wordsOrFile(choices.compactMap(\.text))
  }
}
