/// The values that options have for one picture or one step: those that a line of a list, or the
/// words after a transition's name, give them.
struct OptionValues: Sendable {
  /// A value, and how one would write it.
  struct Given: Sendable {
    let option: OptionDefinition
    let value: any Sendable
    let text: String
  }

  /// In the order in which the options are declared.
  private(set) var all: [Given] = []

  /// The values that some arguments give to options of pictures and steps.
  init(_ arguments: Arguments, _ settings: Settings) throws(Failure) {
    for setting in settings.ofParts {
      guard let given = arguments.values(of: setting.definition).last else { continue }
      all.append(try setting.read(given.word.text, as: given.label))
    }
  }

  init() {}

  /// Adds the value of an option that has none.
  mutating func add(_ value: Given) { all.append(value) }

  /// The value of an option; `nil` if it is not given here.
  subscript<Value>(_ setting: Setting<Value>) -> Value? {
    // To an optional type, nothing would be a value, too.
    self[setting.definition].flatMap { $0 as? Value }
  }

  private subscript(_ option: OptionDefinition) -> (any Sendable)? {
    all.first { $0.option.name == option.name }?.value
  }

  /// The value of an option, or else that of the run.
  func value<Value>(_ setting: Setting<Value>) -> Value { self[setting] ?? setting.wrappedValue }

  /// Whether an option is given here.
  func gives(_ setting: any AnySetting) -> Bool { self[setting.definition] != nil }

  /// The values that differ from those of the run.
  func differing(from settings: Settings) -> [Given] {
    let run = Dictionary(
      uniqueKeysWithValues: settings.ofParts.map { ($0.definition.name, $0.text) })
    return all.filter { $0.text != run[$0.option.name] ?? nil }
  }
}
