internal import TransitionKit

/// An option of the command line: its definition, its default, and the value that was given.
///
/// An option is stated where it is declared, in ``Settings``, and nowhere else: the parser, the
/// checks of its range, help, manual, completions, the plan and the job's record are loops over
/// ``Settings``.
@propertyWrapper
final class Setting<Value: Sendable>: AnySetting {
  let definition: OptionDefinition
  private(set) var wrappedValue: Value
  private(set) var isGiven = false
  private let read: (_ texts: [String], _ label: String) throws(Failure) -> Value
  private let format: (Value) -> String?

  /// The option itself: `$count` of `count`.
  var projectedValue: Setting<Value> { self }

  var text: String? { format(wrappedValue) }

  var json: JSON? {
    switch wrappedValue {
    case let number as Int: .number(number)
    case let number as Double: .number(number)
    case let flag as Bool: .bool(flag)
    default: text.map { .string($0) }
    }
  }

  func set(_ texts: [String], as label: String) throws(Failure) {
    wrappedValue = try read(texts, label)
    isGiven = true
  }

  func read(_ text: String, as label: String) throws(Failure) -> OptionValues.Value {
    let value = try read([text], label)
    return OptionValues.Value(option: definition, value: value, text: format(value) ?? "")
  }

  /// Takes a value that follows from those of other options.
  func replace(by value: Value) { wrappedValue = value }

  init(
    _ definition: OptionDefinition, initial: Value,
    read: @escaping (_ texts: [String], _ label: String) throws(Failure) -> Value,
    format: @escaping (Value) -> String?
  ) {
    (self.definition, wrappedValue) = (definition, initial)
    (self.read, self.format) = (read, format)
  }
}

/// An option of any type of value.
protocol AnySetting: AnyObject {
  var definition: OptionDefinition { get }
  /// Whether the command line has it.
  var isGiven: Bool { get }
  /// The value as one would write it; `nil` if it is unset.
  var text: String? { get }
  /// The value in a report for programs; `nil` if it is unset.
  var json: JSON? { get }
  /// Reads what the command line says, all of it if the option collects, else the last. Errors call
  /// the option by a label, the name that the command line has for it.
  func set(_ texts: [String], as label: String) throws(Failure)
  /// Reads a value that is for a part of the show, and leaves its own as it is.
  func read(_ text: String, as label: String) throws(Failure) -> OptionValues.Value
}

extension Setting {
  /// An option that always has a value; what it is given is described by ``OptionDefinition``.
  convenience init(
    wrappedValue: Value, _ name: String, _ letter: Character? = nil,
    in group: OptionDefinition.Group,
    decidesPicture: Bool = false, scope: OptionDefinition.Scope? = nil,
    subject: OptionDefinition.Subject? = nil, _ reader: ValueReader<Value>, _ sentence: String,
    default defaultText: String? = nil, synonyms: [String] = [], preferred: String? = nil
  ) {
    self.init(
      OptionDefinition(
        name: name, letter: letter, placeholder: reader.placeholder, completion: reader.completion,
        group: group, decidesPicture: decidesPicture, scopeOverride: scope, subject: subject,
        sentence: sentence, range: reader.range,
        defaultText: defaultText ?? reader.text(wrappedValue), synonyms: synonyms,
        preferred: preferred),
      initial: wrappedValue,
      read: { texts, label throws(Failure) in try reader.read(texts.last ?? "", label) },
      format: { reader.text($0) })
  }

  /// An option that may be unset.
  convenience init<Wrapped: Sendable>(
    _ name: String, _ letter: Character? = nil, in group: OptionDefinition.Group,
    decidesPicture: Bool = false, scope: OptionDefinition.Scope? = nil,
    subject: OptionDefinition.Subject? = nil, _ reader: ValueReader<Wrapped>, _ sentence: String,
    default defaultText: String? = nil, form: OptionDefinition.Form = .value,
    synonyms: [String] = []
  ) where Value == Wrapped? {
    self.init(
      OptionDefinition(
        name: name, letter: letter, form: form, placeholder: reader.placeholder,
        completion: reader.completion, group: group, decidesPicture: decidesPicture,
        scopeOverride: scope,
        subject: subject, sentence: sentence, range: reader.range, defaultText: defaultText,
        synonyms: synonyms),
      initial: nil,
      read: { texts, label throws(Failure) in try reader.read(texts.last ?? "", label) },
      format: { $0.map(reader.text) })
  }

  /// An option that may be given again.
  convenience init<Element: Sendable>(
    _ name: String, _ letter: Character? = nil, in group: OptionDefinition.Group,
    scope: OptionDefinition.Scope? = nil, each reader: ValueReader<Element>, _ sentence: String,
    default defaultText: String? = nil, synonyms: [String] = [], preferred: String? = nil
  ) where Value == [Element] {
    self.init(
      OptionDefinition(
        name: name, letter: letter, form: .values, placeholder: reader.placeholder,
        completion: reader.completion, group: group, scopeOverride: scope, sentence: sentence,
        range: reader.range,
        defaultText: defaultText, synonyms: synonyms, preferred: preferred),
      initial: [],
      read: { texts, label throws(Failure) in
        try texts.map { text throws(Failure) in try reader.read(text, label) }
      },
      format: { $0.isEmpty ? nil : $0.map(reader.text).joined(separator: ", ") })
  }
}

extension Setting<Bool> {
  /// A flag, off unless given.
  convenience init(
    _ name: String, _ letter: Character? = nil, in group: OptionDefinition.Group,
    decidesPicture: Bool = false, scope: OptionDefinition.Scope? = nil, _ sentence: String,
    isInvertible: Bool = false, synonyms: [String] = []
  ) {
    self.init(
      OptionDefinition(
        name: name, letter: letter, form: isInvertible ? .invertibleFlag : .flag, group: group,
        decidesPicture: decidesPicture, scopeOverride: scope, sentence: sentence,
        synonyms: synonyms),
      initial: false, read: { texts, _ throws(Failure) in texts.last == "yes" },
      format: { $0 ? "yes" : "no" })
  }
}

extension Setting<String?> {
  /// The options of the filters' parameters, one for all that share a name.
  static var ofParameters: [Setting] {
    let parameters = Transitions.ours.flatMap(\.parameters)
    return Dictionary(parameters.map { ($0.option, $0) }) { first, _ in first }
      .sorted { $0.key < $1.key }.map { name, parameter in
        Setting(
          OptionDefinition(
            name: name, form: parameter.kind == .flag ? .flag : .value,
            placeholder: parameter.placeholder, completion: parameter.completion,
            group: .parameters, decidesPicture: true, sentence: parameter.sentence),
          initial: nil, read: { texts, _ in texts.last }, format: { $0 })
      }
  }
}

extension ParameterDescription {
  var placeholder: String { choices.isEmpty ? kind.placeholder : kind.placeholder + "|NAME" }

  fileprivate var completion: OptionDefinition.Completion {
    guard kind == .image else { return .nothing }
    return choices.isEmpty ? .file : .wordsOrFile(choices.compactMap(\.text))
  }
}
