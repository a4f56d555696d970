/// Work on a thread of its own whose result somebody waits for.
///
/// The thread's stack has ``Threads/stackSize`` bytes, while that of the first thread is as small
/// as `ulimit -s` says: deep recursion is background work even if its result is needed at once.
public final class BackgroundWork<Result: Sendable>: Sendable {
  private let result = Handover<Result>()
  private let work: @Sendable () -> Result
  private let hasThread: Bool

  /// Begins to work. Where the system has no thread left, the work is done once its result is asked
  /// for.
  public init(_ work: @escaping @Sendable () -> Result) {
    self.work = work
    hasThread = Threads.detach { [result] in result.give(work()) }
  }

  /// Whether the work goes on beside this thread's.
  public var isConcurrent: Bool { hasThread }

  /// Waits for the result.
  public func wait() -> Result { hasThread ? result.take() : work() }
}
