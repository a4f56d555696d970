internal import TransitionLibC
internal import TransitionLocks

/// Threads of the system, which may refuse them: where memory or processes are limited, work goes
/// on with those that are there.
public enum Threads {
  /// The size of a thread's stack, whatever `ulimit -s` and the system's default are: 512 kB on
  /// macOS, 128 kB with musl.
  static let stackSize = 8 << 20

  /// Works on several threads at once, so many at most and this one among them, each until there is
  /// nothing left to do, and waits until all is done.
  public static func perform(on count: Int, _ work: @escaping @Sendable () -> Void) {
    var threads: [Thread] = []
    for _ in 1..<max(count, 1) {
      guard let thread = start(work) else { break }
      threads.append(thread)
    }
    work()
    for thread in threads { thread.join() }
  }

  /// Works on several threads at once, this one among them, and waits until all is done; `work` is
  /// called with 0..<count, once each and in this order.
  public static func perform(
    _ count: Int, atOnce limit: Int = .max, _ work: @escaping @Sendable (Int) -> Void
  ) {
    let rest = Monitor(0..<count)
    perform(on: min(count, limit)) {
      while let index = rest.withLock({ $0.popFirst() }) { work(index) }
    }
  }

  /// The results of such work, in order.
  public static func results<Result: Sendable>(
    of count: Int, atOnce limit: Int = .max, _ work: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let results = Monitor<[(index: Int, result: Result)]>([])
    perform(count, atOnce: limit) { index in
      let result = work(index)
      results.withLock { $0.append((index, result)) }
    }
    return results.withLock { $0.sorted { $0.index < $1.index }.map(\.result) }
  }

  /// The number of threads, up to `count`, that the system allows now beside those that there are.
  public static func available(upTo count: Int) -> Int {
    let end = Handover<Void>()
    var threads: [Thread] = []
    while threads.count < count, let thread = start({ end.take() }) { threads.append(thread) }
    end.give(())
    for thread in threads { thread.join() }
    return threads.count
  }

  /// Works on a thread of its own, for which nobody waits.
  ///
  /// - Returns: whether there is such a thread.
  public static func detach(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(work) else { return false }
    thread.detach()
    return true
  }

  /// Lets time pass.
  public static func sleep(_ duration: Duration) {
    _ = Monitor(()).wait(atMost: duration) { _ in Never?.none }
  }

  /// Starts a thread, which the caller must join or detach; `nil` if the system refuses it.
  private static func start(_ work: @escaping @Sendable () -> Void) -> Thread? {
    let task = unsafe Unmanaged.passRetained(Work(work))
    guard let thread = unsafe Thread(task.toOpaque()) else {
      unsafe task.release()
      return nil
    }
    return thread
  }

  fileprivate final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

// The C libraries disagree on what a thread is: a number, or a pointer, whose use is unsafe.
#if canImport(Darwin)
  @safe private struct Thread {
    private let thread: pthread_t

    init?(_ work: UnsafeMutableRawPointer) {
      var thread: pthread_t?
      let status = unsafe withStackSize { attributes in
        unsafe pthread_create(
          &thread, attributes,
          { work in
            unsafe Unmanaged<Threads.Work>.fromOpaque(work).takeRetainedValue().body()
            return nil
          }, work)
      }
      guard status == 0, let thread = unsafe thread else { return nil }
      unsafe self.thread = thread
    }

    func join() { unsafe pthread_join(thread, nil) }
    func detach() { unsafe pthread_detach(thread) }
  }
#else
  private struct Thread {
    private let thread: pthread_t

    init?(_ work: UnsafeMutableRawPointer) {
      var thread = pthread_t()
      let status = unsafe withStackSize { attributes in
        unsafe pthread_create(
          &thread, attributes,
          { work in
            if let work = unsafe work {
              unsafe Unmanaged<Threads.Work>.fromOpaque(work).takeRetainedValue().body()
            }
            return nil
          }, work)
      }
      guard status == 0 else { return nil }
      self.thread = thread
    }

    func join() { pthread_join(thread, nil) }
    func detach() { pthread_detach(thread) }
  }
#endif

/// Calls a function with the attributes of a thread whose stack has ``Threads/stackSize`` bytes.
private func withStackSize(
  _ create: (UnsafePointer<pthread_attr_t>) -> Int32
) -> Int32 {
  var attributes = pthread_attr_t()
  let status = unsafe pthread_attr_init(&attributes)
  guard status == 0 else { return status }
  defer { unsafe pthread_attr_destroy(&attributes) }
  unsafe pthread_attr_setstacksize(&attributes, Threads.stackSize)
  return unsafe create(&attributes)
}
