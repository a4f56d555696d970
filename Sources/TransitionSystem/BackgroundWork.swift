internal import TransitionLocks

/// Work on a thread of its own whose result somebody waits for.
///
/// The thread's stack has ``Threads/stackSize`` bytes, while that of the first thread is as small
/// as `ulimit -s` says: deep recursion is background work even if its result is needed at once.
public final class BackgroundWork<Result: Sendable>: Sendable {
  private let result = Handover<Result>()
  /// The work, until somebody does it.
  private let work: Monitor<(@Sendable () -> Result)?>
  private let hasThread: Bool

  /// Begins to work. Where the system has no thread left, the work is done once its result is asked
  /// for.
  public init(_ work: @escaping @Sendable () -> Result) {
    let work = Monitor(Optional(work))
    self.work = work
    hasThread = Threads.detach { [result] in Self.perform(work).map(result.give) }
  }

  /// Whether the work goes on beside this thread's.
  public var isConcurrent: Bool { hasThread }

  /// Waits for the result. What the work alone kept is then released.
  public func wait() -> Result {
    if !hasThread { Self.perform(work).map(result.give) }
    return result.take()
  }

  /// Does the work if nobody has begun it.
  private static func perform(_ work: Monitor<(@Sendable () -> Result)?>) -> Result? {
    work.withLock { $0.take() }?()
  }
}
