/// The options of one picture or one step, from a line of a list or behind a transition's name.
struct OptionValues: Sendable {
  /// A value, and how one would write it.
  struct Value: Sendable {
    let option: OptionDefinition
    let value: any Sendable
    let text: String
  }

  /// In the order in which the options are declared.
  private(set) var all: [Value] = []

  /// The values that some arguments give to options of pictures and steps.
  init(_ arguments: Arguments, _ settings: Settings) throws(Failure) {
    for setting in settings.ofParts {
      guard let value = arguments.values(of: setting.definition).last else { continue }
      all.append(try setting.read(value.word.text, as: value.label))
    }
  }

  init() {}

  /// Adds the value of an option that has none.
  mutating func add(_ value: Value) { all.append(value) }

  /// The value of an option; `nil` if it is not given here.
  subscript<T>(_ setting: Setting<T>) -> T? {
    // To an optional type, nothing would be a value, too.
    all.first { $0.option.name == setting.definition.name }.flatMap { $0.value as? T }
  }

  /// The value of an option, or else that of the run.
  func value<T>(_ setting: Setting<T>) -> T { self[setting] ?? setting.wrappedValue }

  /// The values that differ from those of the run.
  func differing(from settings: Settings) -> [Value] {
    let run = Dictionary(
      uniqueKeysWithValues: settings.ofParts.map { ($0.definition.name, $0.text) })
    return all.filter { $0.text != run[$0.option.name] ?? nil }
  }
}
