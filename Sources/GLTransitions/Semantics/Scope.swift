internal import TransitionKit

/// The names that are visible at a place.
struct Scope {
  enum Symbol {
    case variable(Int)
    case functions
    case structure(StructureType)
  }

  private var levels: [[String: Symbol]] = [[:]]

  mutating func open() { levels.append([:]) }
  mutating func close() { levels.removeLast() }

  /// What the innermost declaration of a name says.
  func find(_ name: String) -> Symbol? {
    for level in levels.reversed() {
      if let symbol = level[name] { return symbol }
    }
    return nil
  }

  /// Declares a name, unless it is taken in the innermost scope.
  mutating func declare(_ name: String, _ symbol: Symbol) -> Bool {
    let last = levels.count - 1
    if let taken = levels[last][name] {
      if case .functions = taken, case .functions = symbol { return true }
      return false
    }
    levels[last][name] = symbol
    return true
  }

  /// The visible names.
  var names: [String] { levels.flatMap(\.keys) }

  /// The name among some that is most likely meant; nil if none is near.
  static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let limit = max(1, name.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in Set(names).sorted() where candidate != name {
      // An abbreviation is near, too: `refl` for `reflection`.
      let isBeginning =
        name.count >= 3 && candidate.lowercased().hasPrefix(name.lowercased())
      let isShort = abs(name.count - candidate.count) <= limit && name.count <= 64
      let distance =
        isBeginning ? limit : isShort ? name.editDistance(to: candidate) : limit + 1
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }
}
