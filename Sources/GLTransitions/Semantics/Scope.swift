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
      let distance = isBeginning ? limit : distance(Array(name.utf8), Array(candidate.utf8), limit)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The number of letters to insert, remove or replace; above the limit, any number above it.
  private static func distance(_ a: [UInt8], _ b: [UInt8], _ limit: Int) -> Int {
    guard abs(a.count - b.count) <= limit, a.count <= 64 else { return limit + 1 }
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let change = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
