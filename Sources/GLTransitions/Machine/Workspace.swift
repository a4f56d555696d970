#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// What one thread needs to draw rows: registers, and rows of pictures.
@safe final class Workspace {
  let registers: UnsafeMutablePointer<Code.Group>
  let rows = PictureRows()

  init(_ size: Int) {
    unsafe registers = .allocate(capacity: max(size, 1))
    unsafe registers.initialize(repeating: Code.Group(repeating: 0), count: max(size, 1))
  }

  deinit { unsafe registers.deallocate() }
}

/// Workspaces that are free. Making one for each row took a quarter of the time.
@safe final class WorkspacePool: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var free: [Workspace] = []
  private let size: Int

  init(size: Int) {
    self.size = size
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Calls a function with a workspace that no other thread uses.
  func with<Result>(_ body: (Workspace) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    let found = free.popLast()
    unsafe pthread_mutex_unlock(mutex)
    let workspace = found ?? Workspace(size)
    let result = body(workspace)
    unsafe pthread_mutex_lock(mutex)
    free.append(workspace)
    unsafe pthread_mutex_unlock(mutex)
    return result
  }
}
