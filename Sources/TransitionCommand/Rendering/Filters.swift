internal import System
internal import TransitionKit

/// The transitions that a command line can name.
enum Filters {
  /// Every transition that has a name, in the order in which they are listed.
  static var all: [Filter] { Transitions.all }

  /// The transition of a name.
  static func named(_ name: String) throws(Failure) -> Filter {
    if let filter = Transitions.named(name) { return filter }
    let names = all.flatMap { [$0.name, $0.alias] }
    throw .usage(
      "unknown filter: \(name)\(Suggestion.phrase(for: name, among: names)); -l lists the filters")
  }
}
