#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// A lock that threads pass one after the other, and that can be closed for good.
@safe final class Gate: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { unsafe pthread_mutex_init(mutex, nil) }

  /// Runs something that no other thread runs at the same time, and that none begins any more
  /// after ``close()``.
  func pass<Value>(_ body: () -> Value) -> Value {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits for the thread that is passing and lets no other one pass.
  func close() { unsafe pthread_mutex_lock(mutex) }

  deinit { unsafe mutex.deallocate() }
}
