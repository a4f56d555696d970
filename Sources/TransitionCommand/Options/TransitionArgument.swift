internal import TransitionKit
internal import TransitionSystem

/// A transition as the command line names it, with what is said of its steps alone: `swipe`,
/// `random:swipe,heart`, `swipe:angle=45deg:count=1s`.
struct TransitionArgument: Sendable {
  /// All before the parameters.
  let name: String
  /// Those that are dealt at random; `nil` for a fixed transition.
  let choices: Choices?
  let assignments: [Assignment]
  let options: OptionValues
  private let word: Word

  enum Choices: Equatable, Sendable {
    case usual, all
    case named([String])

    var names: [String] { if case .named(let names) = self { names } else { [] } }
    var areNamed: Bool { !names.isEmpty }
  }

  /// The names that are a step's, whatever its transition.
  static var stepNames: [String] { stepDefinitions.flatMap(\.longNames) }

  private static let stepDefinitions = stepOptions(Settings()).map(\.definition)

  /// The way to write a parameter after a transition's name: `width`, and `set=count` where its
  /// name is that of an option of the step.
  static func name(of parameter: ParameterDescription) -> String {
    let name = parameter.writtenName
    let isOption = stepDefinitions.contains { $0.isNamed(name) }
    return isOption || name == set ? "\(set)=\(name)" : name
  }

  /// Gives a parameter a value, as `--set` does: `set=count=12`.
  private static let set = "set"

  private static func stepOptions(_ settings: Settings) -> [any AnySetting] {
    settings.ofParts.filter { $0.definition.scope == .step }
  }

  init(_ text: String) throws(Failure) { try self.init(Word(text: text), Settings()) }

  /// Divides an argument and reads what is a step's, without opening a file.
  init(_ word: Word, _ settings: Settings) throws(Failure) {
    self.word = word
    let (name, parameters) = Self.divided(word.text, in: word.folder)
    guard !name.isEmpty else {
      throw .usage("no transition is named before '\(word.text)'", at: word.position)
    }
    var assignments: [Assignment] = []
    var options = OptionValues()
    let stepOptions = Self.stepOptions(settings)
    var seen: Set<String> = []
    for (key, value) in parameters {
      let isSet = key.lowercased() == Self.set
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard !isSet || parts.count == 2 && !parts[0].isEmpty else {
        throw .usage("\(name):set: '\(value)' is not NAME=VALUE", at: word.position)
      }
      let (parameter, text) = isSet ? (String(parts[0]), String(parts[1])) : (key, value)
      let label = "\(name):\(isSet ? "\(key)=" : "")\(parameter)"
      let assignment = Assignment(
        name: parameter, word: word.with(text), option: label, origin: .step)
      let option = isSet ? nil : stepOptions.first { $0.definition.isNamed(parameter) }
      guard seen.insert(option?.definition.label ?? parameter.lowercased()).inserted else {
        throw .usage("\(assignment.label) is given twice")
      }
      if let option {
        options.set(try option.read(text, as: assignment.label))
      } else {
        assignments.append(assignment)
      }
    }
    (self.name, self.assignments, self.options) = (name, assignments, options)
    choices = try Failure.located(at: word.position, Self.choices(name))
    if choices != nil, let other = assignments.first {
      let names = Self.stepNames.listed("and")
      throw .usage("\(other.label): random takes only \(names) for its steps")
    }
  }

  /// The name before the first `:name=`, then what each of those begins. The name of a file that
  /// there is may have some in it.
  static func divided(
    _ text: String, in folder: Path = ""
  ) -> (name: String, parameters: [(name: String, text: String)]) {
    let word = DividedWord(text) {
      Filters.path(of: $0, in: folder).flatMap { FileStatus($0) } != nil
    }
    return (word.name, word.values)
  }

  /// The names in `random:swipe,heart`; `nil` if a name is not `random`.
  private static func choices(_ name: String) throws(Failure) -> Choices? {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first.map({ Filters.folded(String($0)) }) == "random" else { return nil }
    guard parts.count > 1 else { return .usual }
    let names = parts[1].split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0).replacing(/^ +| +$/, with: "") }
    guard !names.contains("") else {
      throw .usage("'\(name)': expected names with commas between them: random:dissolve,swipe")
    }
    return names.count == 1 && Filters.folded(names[0]) == "all" ? .all : .named(names)
  }

  /// Refuses unknown and untrusted names of transitions without opening a file.
  func checkNames(_ settings: Settings) throws(Failure) {
    let names = choices?.names ?? [name]
    for name in names {
      try Failure.located(at: word.position, settings.checkTrust(transition: name))
    }
    try Failure.located(at: word.position, Filters.check(names, in: word.folder))
  }

  /// The filter that is named, or each of those to choose among once.
  func filters(
    _ find: (String, Path) throws(Failure) -> NamedFilter = Filters.named
  ) throws(Failure) -> [NamedFilter] {
    if choices == .usual { return RandomFilters.usual }
    if choices == .all { return RandomFilters.all }
    var filters: [NamedFilter] = []
    for name in choices?.names ?? [name] {
      let filter = try Failure.located(at: word.position, find(name, word.folder))
      if !filters.contains(where: { $0.identity == filter.identity }) { filters.append(filter) }
    }
    return filters
  }
}
