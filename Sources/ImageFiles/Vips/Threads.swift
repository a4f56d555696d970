internal import CVips

/// Threads of the system, which may refuse them: where memory or processes are limited, work goes on
/// with those that are there.
public enum Threads {
  /// Works on several threads at once, this one among them, and waits until all is done.
  ///
  /// - Parameters:
  ///   - count: how often to work.
  ///   - limit: the greatest number of threads.
  ///   - work: called with 0..<count, once each and in this order.
  public static func perform(
    _ count: Int, atOnce limit: Int = .max, _ work: @escaping @Sendable (Int) -> Void
  ) {
    let shares = Shares(count, work)
    var threads: [UnsafeMutablePointer<GThread>] = unsafe []
    for _ in 1..<max(min(count, limit), 1) {
      guard let thread = unsafe begin({ shares.perform() }) else { break }
      unsafe threads.append(thread)
    }
    shares.perform()
    unsafe threads.forEach { _ = unsafe g_thread_join($0) }
  }

  /// The results of work on several threads at once, in order; parameters as of
  /// ``perform(_:atOnce:_:)``.
  public static func results<Result: Sendable>(
    of count: Int, atOnce limit: Int = .max, _ work: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let results = Results<Result>()
    perform(count, atOnce: limit) { results.add(work($0), at: $0) }
    return results.inOrder
  }

  /// Works on a thread of its own, for which nobody waits.
  ///
  /// - Returns: whether there is such a thread.
  public static func detach(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = unsafe begin(work) else { return false }
    unsafe g_thread_unref(thread)
    return true
  }

  private static func begin(_ work: @escaping @Sendable () -> Void)
    -> UnsafeMutablePointer<GThread>?
  {
    let task = unsafe Unmanaged.passRetained(Work(work))
    let thread = unsafe g_thread_try_new(
      "dotransition",
      { task in
        if let task = unsafe task {
          unsafe Unmanaged<Work>.fromOpaque(task).takeRetainedValue().body()
        }
        return nil
      }, unsafe task.toOpaque(), nil)
    if unsafe thread == nil { unsafe task.release() }
    return unsafe thread
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// What has been worked out, in any order.
  private final class Results<Result: Sendable>: @unchecked Sendable {
    private let gate = Gate()
    private var results: [(index: Int, result: Result)] = []

    func add(_ result: Result, at index: Int) {
      gate.pass { results.append((index, result)) }
    }

    var inOrder: [Result] {
      gate.pass { results.sorted { $0.index < $1.index }.map(\.result) }
    }
  }

  /// Pieces of work that threads take one after the other.
  private final class Shares: @unchecked Sendable {
    private let gate = Gate()
    private let count: Int
    private let work: @Sendable (Int) -> Void
    private var taken = 0

    init(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.work = work
    }

    func perform() {
      while let share = next() { work(share) }
    }

    private func next() -> Int? {
      gate.pass {
        guard taken < count else { return nil }
        defer { taken += 1 }
        return taken
      }
    }
  }
}
