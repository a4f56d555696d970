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

  /// Gives an option a value, instead of any that it has.
  mutating func set(_ value: Value) {
    all.removeAll { $0.option.name == value.option.name }
    all.append(value)
  }

  /// Leaves out the options that are not for any of some subjects.
  mutating func keep(for subjects: Set<OptionDefinition.Subject>) {
    all.removeAll { $0.option.subject.map { !subjects.contains($0) } ?? false }
  }

  /// The value of an option; `nil` if it is not given here.
  subscript<T>(_ setting: Setting<T>) -> T? {
    // To an optional type, nothing would be a value, too.
    all.first { $0.option.name == setting.definition.name }.flatMap { $0.value as? T }
  }

  /// The value of an option, or else that of the run.
  func value<T>(_ setting: Setting<T>) -> T { self[setting] ?? setting.wrappedValue }

  /// The values that differ from those of the run, in which pictures are held for a while.
  func differing(from settings: Settings, hold: Hold) -> [Value] {
    if all.isEmpty { return [] }
    var run = Dictionary(
      uniqueKeysWithValues: settings.ofParts.map { ($0.definition.name, $0.text) })
    run[settings.$hold.definition.name] = ValueReader.hold.text(hold)
    return all.filter { $0.text != run[$0.option.name] ?? nil }
  }
}
