internal import TransitionLocks
internal import TransitionSystem

/// Does something again and again on a thread of its own.
final class Ticker: Sendable {
  private let state = Monitor(false)
  private let end: @Sendable () -> Void

  /// Begins. `tick` may find it stopped where it waits; `end` is called once.
  init(
    after first: Duration, every pause: Duration, _ tick: @escaping @Sendable (Ticker) -> Void,
    atEnd end: @escaping @Sendable () -> Void
  ) {
    self.end = end
    // Without a thread nothing is done.
    _ = Threads.detach { [self] in
      var next = first
      while state.wait(atMost: next, until: { $0 ? () : nil }) == nil {
        tick(self)
        next = pause
      }
    }
  }

  var isStopped: Bool { state.withLock(\.self) }

  func stop() {
    let wasStopped = state.withLock { isStopped in
      defer { isStopped = true }
      return isStopped
    }
    if !wasStopped { end() }
  }
}
