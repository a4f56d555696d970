/// Work on a thread of its own whose result somebody waits for.
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
