internal import Synchronization
internal import TransitionLibC

/// A file to which processes on several machines add lines at the same time.
public final class SharedList: Sendable {
  private let file: File
  private let isAdding = Mutex(())

  /// Opens a file that is there.
  public init(_ role: String, at path: Path) throws(FileError) {
    let descriptor = unsafe open(path.cString, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.create, role, path) }
    file = File(descriptor: descriptor, role: role, path: path)
  }

  deinit { file.close() }

  /// Adds a line, all of it or nothing.
  public func add(_ line: String) throws(FileError) {
    try isAdding.withLock { _ throws(FileError) in
      // Network file systems know where a file ends only while they hold its lock. Where there are no
      // locks, lines of two machines may be lost in each other.
      let isLocked = flock(file.descriptor, LOCK_EX) == 0
      defer { if isLocked { flock(file.descriptor, LOCK_UN) } }
      let end = file.size
      do throws(FileError) {
        try file.write(Array((line + "\n").utf8))
      } catch {
        if let end { ftruncate(file.descriptor, off_t(end)) }
        throw error
      }
    }
  }
}
