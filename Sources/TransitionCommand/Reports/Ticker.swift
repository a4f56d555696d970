internal import TransitionLocks
internal import TransitionSystem

/// Does something again and again on a thread of its own.
final class Ticker: Sendable {
  private let state = Monitor(false)
  private let end: @Sendable () -> Void

  /// Begins.
  ///
  /// - Parameters:
  ///   - first: the time until it is done first.
  ///   - pause: the time from one to the next.
  ///   - tick: does it. Where that waits, it may be stopped meanwhile.
  ///   - end: called once, when it is stopped.
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

  /// Stops it.
  func stop() {
    let wasStopped = state.withLock { isStopped in
      defer { isStopped = true }
      return isStopped
    }
    if !wasStopped { end() }
  }
}
