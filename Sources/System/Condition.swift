internal import CLibrary

/// A lock with which threads wait for what others change.
@safe public final class Condition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  public init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  public func lock() { unsafe pthread_mutex_lock(mutex) }
  public func unlock() { unsafe pthread_mutex_unlock(mutex) }

  public func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Waits, without the lock, until another thread wakes this one; now and then without reason.
  public func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Waits likewise, but not for long.
  public func wait(seconds: Double) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let end = Double(time.tv_nsec) / 1e9 + seconds
    time.tv_sec += Int(end)
    time.tv_nsec = Int(end.truncatingRemainder(dividingBy: 1) * 1e9)
    unsafe pthread_cond_timedwait(condition, mutex, &time)
  }

  /// Wakes all threads that wait.
  public func wake() { unsafe pthread_cond_broadcast(condition) }
}
