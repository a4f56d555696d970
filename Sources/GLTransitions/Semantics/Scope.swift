/// The names that are visible at a position.
struct Scope {
  enum Symbol {
    case variable(Handle<Variable>)
    case functions
    case structure(StructureType)
  }

  private var levels: [[String: Symbol]] = [[:]]

  mutating func open() { levels.append([:]) }
  mutating func close() { levels.removeLast() }

  /// The innermost declaration of a name.
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
}
