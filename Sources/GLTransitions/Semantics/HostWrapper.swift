/// The parts of a shader that a program has put around a transition to draw it.
///
/// Many files hold a whole fragment shader: the transition, `main`, the program's own
/// `getFromColor` and `getToColor`, and the variables that only these use.
enum HostWrapper {
  /// The tree without these parts.
  static func removed(from tree: [TopLevel]) -> [TopLevel] {
    var kept: [TopLevel] = []
    var removed: Set<String> = []
    for item in tree {
      if case .hostFunction = item.kind {
        removed.formUnion(item.names)
      } else {
        kept.append(item)
      }
    }
    // What only removed parts use may be the only use of something else.
    var isStable = false
    var rounds = 0
    // Calls are no deeper than that in any shader that is drawn.
    while !isStable, rounds <= Lowering.callLimit {
      isStable = true
      rounds += 1
      var uses: [String: Int] = [:]
      for item in kept {
        for name in item.names.subtracting(item.declared.map(\.name)) {
          uses[name, default: 0] += 1
        }
      }
      var rest: [TopLevel] = []
      for var item in kept {
        let isRemoved = { (name: String) in
          name != "transition" && uses[name] == nil
            && (item.isHostVariable || removed.contains(name))
        }
        if !item.declared.contains(where: { isRemoved($0.name) }) {
          rest.append(item)
          continue
        }
        isStable = false
        if item.declared.allSatisfy({ isRemoved($0.name) }) {
          removed.formUnion(item.names)
        } else {
          let names = Set(item.declared.map(\.name).filter(isRemoved))
          removed.formUnion(names)
          item.remove(names)
          rest.append(item)
        }
      }
      kept = rest
    }
    return kept
  }
}

extension TopLevel {
  fileprivate var isHostVariable: Bool {
    if case .hostVariables = kind { return true }
    return false
  }

  /// Declares some names no more.
  fileprivate mutating func remove(_ removed: Set<String>) {
    names.subtract(removed)
    func rest(_ declaration: Declaration) -> Declaration {
      var declaration = declaration
      declaration.declarators.removeAll { removed.contains($0.name) }
      return declaration
    }
    switch kind {
    case .global(let declaration): kind = .global(rest(declaration))
    case .uniform(let declaration): kind = .uniform(rest(declaration))
    case .hostVariables(let storage, let declaration):
      kind = .hostVariables(storage, rest(declaration))
    case .function, .hostFunction: break
    }
  }
}
