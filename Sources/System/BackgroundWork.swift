internal import Foundation

/// Work on a thread of its own whose result somebody waits for.
public final class BackgroundWork<Result: Sendable>: Sendable {
  private let state = State()
  private let work: @Sendable () -> Result
  private let hasThread: Bool

  /// Begins to work. Where the system has no thread left, the work is done once its result is asked
  /// for.
  public init(_ work: @escaping @Sendable () -> Result) {
    self.work = work
    hasThread = Threads.detach { [state] in state.store(work()) }
  }

  /// Whether the work goes on beside this thread's.
  public var isConcurrent: Bool { hasThread }

  /// Waits for the result.
  public func wait() -> Result { hasThread ? state.wait() : work() }

  private final class State: @unchecked Sendable {
    private let changed = NSCondition()
    private var result: Result?

    func store(_ result: Result) {
      changed.withLock {
        self.result = result
        changed.broadcast()
      }
    }

    func wait() -> Result {
      changed.withLock {
        while true {
          if let result { return result }
          changed.wait()
        }
      }
    }
  }
}
