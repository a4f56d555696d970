internal import TransitionLocks

/// The code of a program for the bindings that were used last, so that each is compiled once.
///
/// Bindings hold all that code depends on: transitions that differ in their pictures only share it.
final class CodeCache: Sendable {
  /// Code that is compiled by whoever needs it first, while the others wait.
  private final class Entry: Sendable {
    let code = Monitor<Result<Code, GLError>?>(nil)
  }

  private struct State {
    var entries: [Lowering.Bindings: Entry] = [:]
    /// The bindings, those first that were used longest ago.
    var order: [Lowering.Bindings] = []
    var compilations = 0
  }

  /// The most bindings that are kept: code is small, but a show may have thousands of transitions.
  static let limit = 32
  private let state = Monitor(State())

  /// How often code has been compiled.
  var compilations: Int { state.withLock(\.compilations) }

  /// Returns the code for some bindings; `compile` makes it, if it is not there.
  func code(
    for bindings: Lowering.Bindings, compile: () throws(GLError) -> Code
  ) throws(GLError) -> Code {
    try entry(for: bindings).code.withLock { code in
      if let code { return code }
      state.withLock { $0.compilations += 1 }
      let compiled = Result { () throws(GLError) in try compile() }
      code = compiled
      return compiled
    }.get()
  }

  private func entry(for bindings: Lowering.Bindings) -> Entry {
    state.withLock { state in
      let entry = state.entries[bindings] ?? Entry()
      state.entries[bindings] = entry
      state.order.removeAll { $0 == bindings }
      state.order.append(bindings)
      if state.order.count > Self.limit { state.entries[state.order.removeFirst()] = nil }
      return entry
    }
  }
}
