internal import Synchronization

/// What one thread needs to draw rows: registers, and rows of pictures.
@safe final class Workspace: @unchecked Sendable {
  let registers: UnsafeMutablePointer<Code.Group>
  let rows = PictureRows()

  init(_ size: Int) {
    unsafe registers = .allocate(capacity: max(size, 1))
    unsafe registers.initialize(repeating: Code.Group(repeating: 0), count: max(size, 1))
  }

  deinit { unsafe registers.deallocate() }
}

/// Workspaces that are free. Making one for each row took a quarter of the time.
final class WorkspacePool: Sendable {
  private let free = Mutex<[Workspace]>([])
  private let size: Int

  init(size: Int) { self.size = size }

  /// Calls a function with a workspace that no other thread uses.
  func with<Result>(_ body: (Workspace) -> Result) -> Result {
    let workspace = free.withLock { $0.popLast() } ?? Workspace(size)
    defer { free.withLock { $0.append(workspace) } }
    return body(workspace)
  }
}
