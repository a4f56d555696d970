internal import TransitionKit
internal import TransitionSystem

/// A transition as the command line names it, with what is said of its steps alone: `swipe`,
/// `random:swipe,heart`, `swipe:angle=45deg:count=1s`.
struct TransitionArgument: Sendable {
  /// All before the parameters.
  let name: String
  /// The names to choose among at random, none for the usual ones; `nil` for a fixed transition.
  let choices: [String]?
  let assignments: [Assignment]
  let options: OptionValues
  private let word: Word

  /// The names that are a step's, whatever its transition.
  static var stepNames: [String] { stepOptions(Settings()).map(\.definition.name) }

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
    for (parameter, text) in parameters {
      let assignment = Assignment(
        name: parameter, word: word.with(text), option: "\(name):\(parameter)", origin: .step)
      let key = parameter.lowercased()
      let option = stepOptions.first {
        [$0.definition.name, $0.definition.preferred].contains(key)
      }
      guard seen.insert(option?.definition.name ?? key).inserted else {
        throw .usage("\(assignment.label) is given twice")
      }
      if let option {
        options.add(try option.read(text, as: assignment.label))
      } else {
        assignments.append(assignment)
      }
    }
    (self.name, self.assignments, self.options) = (name, assignments, options)
    choices = try Failure.located(at: word.position) { () throws(Failure) in
      try Self.choices(name)
    }
    if choices != nil, let other = assignments.first {
      throw .usage("\(other.label): random takes only count and easing for its steps")
    }
  }

  /// The name before the first `:name=`, then what each of those begins. The name of a file that
  /// there is may have some in it.
  static func divided(
    _ text: String, in folder: Path = ""
  ) -> (name: String, parameters: [(name: String, text: String)]) {
    // Bytes, since a combining mark that begins a value is a part of no sign before it.
    let bytes = Array(text.utf8)
    let marks = marks(in: bytes)
    let ends = marks.map(\.lowerBound) + [bytes.count]
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let first =
      marks.isEmpty
      ? 0
      : ends.indices.last { index in
        // No path is longer.
        ends[index] <= 4096
          && Filters.path(of: part(0..<ends[index]), in: folder).flatMap { FileStatus($0) } != nil
      } ?? 0
    return (
      part(0..<ends[first]),
      zip(marks, ends.dropFirst()).dropFirst(first).map { mark, end in
        (part(mark.lowerBound + 1..<mark.upperBound - 1), part(mark.upperBound..<end))
      }
    )
  }

  /// Every `:name=`, from left to right.
  private static func marks(in bytes: [UInt8]) -> [Range<Int>] {
    var marks: [Range<Int>] = []
    var start = 0
    while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
      let name = bytes[(colon + 1)...].prefix(while: isOfName)
      let end = colon + 1 + name.count
      let isMark = !name.isEmpty && end < bytes.count && bytes[end] == UInt8(ascii: "=")
      if isMark { marks.append(colon..<end + 1) }
      start = isMark ? end + 1 : colon + 1
    }
    return marks
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  /// The names in `random:swipe,heart`; `nil` if a name is not `random`.
  private static func choices(_ name: String) throws(Failure) -> [String]? {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first.map({ Filters.folded(String($0)) }) == "random" else { return nil }
    guard parts.count > 1 else { return [] }
    let names = parts[1].split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.withoutBlanksAround) }
    guard !names.contains("") else {
      throw .usage("'\(name)': expected names with commas between them: random:dissolve,swipe")
    }
    return names
  }

  /// Refuses unknown and untrusted names of transitions without opening a file.
  func checkNames(_ settings: Settings) throws(Failure) {
    try Failure.located(at: word.position) { () throws(Failure) in
      let names = choices ?? [name]
      for name in names { try settings.checkTrust(transition: name) }
      try Filters.check(names, in: word.folder)
    }
  }

  /// The filter that is named, or each of those to choose among once.
  func filters(
    _ find: (String, Path) throws(Failure) -> NamedFilter = Filters.named
  ) throws(Failure) -> [NamedFilter] {
    try Failure.located(at: word.position) { () throws(Failure) in
      guard let choices else { return [try find(name, word.folder)] }
      var filters: [NamedFilter] = []
      for name in choices {
        let filter = try find(name, word.folder)
        if !filters.contains(where: { $0.identity == filter.identity }) { filters.append(filter) }
      }
      return choices.isEmpty ? RandomFilters.standard : filters
    }
  }
}

extension Substring {
  fileprivate var withoutBlanksAround: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
