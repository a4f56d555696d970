internal import TransitionLocks
internal import TransitionSystem

/// Packed things on their way from the threads that make them to the one reader that takes them in
/// order. A thread waits with what it has made until there is room.
final class InOrder<Packed: Sendable>: Sendable {
  private struct State {
    /// Those that have come, by their indices.
    var packed: [Int: Packed] = [:]
    /// The index of the one that the reader takes next.
    var next = 0
    /// The first one that cannot be made: the reader gets nothing from there on.
    var end = Int.max
    /// Whether the reader has gone away.
    var isClosed = false
  }

  private let capacity: Int
  private let state = Monitor(State())

  /// - Parameter capacity: how many there is room for.
  init(capacity: Int) { self.capacity = capacity }

  /// Whether more are wanted.
  var isOpen: Bool { state.withLock { !$0.isClosed && $0.end == .max } }
  /// Whether the reader is still there.
  var hasReader: Bool { state.withLock { !$0.isClosed } }
  /// Whether some cannot be made, while the reader was there.
  var isCut: Bool { state.withLock { $0.end != .max } }

  /// Adds one as soon as there is room for it; says whether it is wanted.
  func add(_ packed: Packed, at index: Int) -> Bool {
    state.wait { [capacity] state in
      if state.isClosed || index >= state.end { return false }
      guard index < state.next + capacity else { return nil }
      state.packed[index] = packed
      return true
    }
  }

  /// Makes room: those before an index have been taken.
  func advance(to index: Int) {
    state.withLock { [capacity] state in
      guard index > state.next else { return }
      state.next = index
      // A reader may go back a little.
      for old in state.packed.keys where old <= index - capacity { state.packed[old] = nil }
    }
  }

  /// Waits for one; `nil` if it will not come.
  func wait(for index: Int) -> Packed? {
    advance(to: index)
    return state.wait { state -> Packed?? in
      if let packed = state.packed[index] { return packed }
      return state.isClosed || index >= state.end ? .some(nil) : nil
    }
  }

  /// Ends before one that cannot be made, unless the reader has gone away.
  func end(before index: Int) {
    state.withLock { if !$0.isClosed { $0.end = min($0.end, index) } }
  }

  /// Takes no more: the reader has gone away.
  func close() { state.withLock { $0.isClosed = true } }
}
