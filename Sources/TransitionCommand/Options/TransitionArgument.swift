internal import TransitionKit
internal import TransitionSystem

/// A transition as the command line names it, with what is said of its steps alone: `swipe`,
/// `random:swipe,heart`, `swipe:angle=45deg:count=1s`.
struct TransitionArgument: Sendable {
  /// All before the parameters.
  let name: String
  /// The names to choose among at random, none for the usual ones; `nil` if nothing is to be chosen.
  let choices: [String]?
  let assignments: [Assignment]
  let count: Length?
  let easing: Easing?

  /// The names that are a step's, whatever its transition: `duration` is a synonym of `count`.
  static let stepNames = ["count", "easing"]

  /// Divides an argument and reads what is a step's, without opening a file.
  init(_ text: String) throws(Failure) {
    let (name, parameters) = Self.divided(text)
    guard !name.isEmpty else { throw .usage("no transition is named before '\(text)'") }
    var assignments: [Assignment] = []
    var (count, easing): (Length?, Easing?)
    var seen: Set<String> = []
    for (parameter, text) in parameters {
      let (label, word) = ("\(name):\(parameter)", parameter.lowercased())
      guard seen.insert(word == "duration" ? "count" : word).inserted else {
        throw .usage("\(label) is given twice")
      }
      switch word {
      case "count", "duration":
        if word == "duration" {
          try Length.checkUnit(of: text, label, inFrames: "count=\(text)")
        }
        count = try ValueReader.length.read(text, label)
      case "easing": easing = try ValueReader.easing.read(text, label)
      default:
        assignments.append(
          Assignment(name: parameter, text: text, label: label, origin: .step))
      }
    }
    (self.name, self.assignments, self.count, self.easing) = (name, assignments, count, easing)
    choices = try Self.choices(name)
    if choices != nil, let other = assignments.first {
      throw .usage("\(other.label): random takes only count and easing for its steps")
    }
  }

  /// The name before the first `:name=`, then what each of those begins. The name of a file that there
  /// is may have some in it.
  static func divided(_ text: String) -> (name: String, parameters: [(name: String, text: String)])
  {
    // Scalars, since a combining mark that begins a value is a part of no sign before it.
    let begin = /:([A-Za-z0-9_\-]+)=/.matchingSemantics(.unicodeScalar)
    let marks = text.matches(of: begin)
    let ends = marks.map(\.range.lowerBound) + [text.endIndex]
    let first =
      marks.isEmpty
      ? 0
      : ends.indices.last { index in
        Filters.path(of: String(text[..<ends[index]])).flatMap { FileStatus($0) } != nil
      } ?? 0
    return (
      String(text[..<ends[first]]),
      zip(marks, ends.dropFirst()).dropFirst(first).map { mark, end in
        (String(mark.1), String(text[mark.range.upperBound..<end]))
      }
    )
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

  /// Refuses names of transitions that stand for nothing, without opening a file.
  func checkNames() throws(Failure) { try Filters.check(choices ?? [name]) }

  /// The filter that is named, or each of those to choose among once; `find` knows names.
  func filters(
    _ find: (String) throws(Failure) -> NamedFilter = Filters.named
  ) throws(Failure) -> [NamedFilter] {
    guard let choices else { return [try find(name)] }
    var filters: [NamedFilter] = []
    for name in choices {
      let filter = try find(name)
      if !filters.contains(where: { $0.identity == filter.identity }) { filters.append(filter) }
    }
    return choices.isEmpty ? RandomFilters.standard : filters
  }
}

extension Substring {
  fileprivate var withoutBlanksAround: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
