internal import TransitionLibC

/// A value that threads change under a lock, and whose changes other threads wait for.
///
/// ``withLock(_:)`` and a wait that has ended wake all waiting threads. A change that `wait` makes
/// in vain, while its condition does not hold, wakes nobody.
///
/// The system's lock and not Swift's, whose order ThreadSanitizer does not see. The value is behind
/// a pointer, because it takes changes of a generic object's property for changes of the object.
@safe public final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// The value, and the number of threads that wait for a change.
  private let storage = UnsafeMutablePointer<(state: State, waiting: Int)>.allocate(capacity: 1)

  /// Makes a monitor of a value.
  public init(_ state: sending State) {
    unsafe storage.initialize(to: (state, 0))
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Reads or changes the value.
  public func withLock<Value, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    lock()
    defer { unlock() }
    return try unsafe body(&storage.pointee.state)
  }

  /// Waits until `body` returns a value. The lock is held while `body` runs, not between its calls.
  public func wait<Value>(until body: (inout State) -> Value?) -> Value {
    lock()
    defer { unlock() }
    while true {
      if let value = unsafe body(&storage.pointee.state) { return value }
      unsafe storage.pointee.waiting += 1
      unsafe pthread_cond_wait(changed, mutex)
      unsafe storage.pointee.waiting -= 1
    }
  }

  /// Waits likewise, for a limited time; returns `nil` when it is over.
  public func wait<Value>(
    atMost limit: Duration, until body: (inout State) -> Value?
  ) -> Value? {
    lock()
    defer { unlock() }
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + Int(limit.components.attoseconds / 1_000_000_000)
    end.tv_sec += Int(limit.components.seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while true {
      if let value = unsafe body(&storage.pointee.state) { return value }
      unsafe storage.pointee.waiting += 1
      let status = unsafe pthread_cond_timedwait(changed, mutex, &end)
      unsafe storage.pointee.waiting -= 1
      if status == ETIMEDOUT { return unsafe body(&storage.pointee.state) }
    }
  }

  private func lock() { unsafe pthread_mutex_lock(mutex) }

  private func unlock() {
    if unsafe storage.pointee.waiting > 0 { unsafe pthread_cond_broadcast(changed) }
    unsafe pthread_mutex_unlock(mutex)
  }
}
