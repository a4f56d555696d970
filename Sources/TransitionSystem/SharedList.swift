internal import TransitionLibC
internal import TransitionLocks

/// A file to which processes on several machines add lines at the same time, and which one of them
/// may replace by another that begins otherwise.
public final class SharedList: Sendable {
  private let role: String
  private let path: Path
  private let heading: [UInt8]
  /// The open file; `nil` once a file of its name that begins in the same way is gone. Only who
  /// holds this lock adds.
  private let file: Monitor<File?>

  /// Opens a file that is there; `role` is what it is, for errors. What is added to it belongs to
  /// the heading with which it begins: a file that takes its place gets no more lines, unless it
  /// begins with the same bytes.
  public init(_ role: String, at path: Path, heading: [UInt8] = []) throws(FileError) {
    (self.role, self.path, self.heading) = (role, path, heading)
    file = Monitor(try File(role, at: path, to: .create, Self.adding))
  }

  deinit { file.withLock { $0?.close() } }

  private static let adding = O_RDWR | O_APPEND

  /// The most files that one after the other take each other's place before a lock counts as held.
  /// Where a file has another identity each time, it is never the same as before.
  private static let mostAttempts = 50

  /// Adds a line, all of it or nothing; nothing, too, if the file is gone, or replaced by one that
  /// begins otherwise.
  public func add(_ line: String) throws(FileError) {
    try file.withLock { file throws(FileError) in
      for _ in 0..<Self.mostAttempts {
        guard let current = file else { return }
        let isAdded = try Self.locking(current) { () throws(FileError) in
          guard Self.isThere(current) else { return false }
          try Self.add(line, to: current)
          return true
        }
        if isAdded { return }
        current.close()
        file = successor
      }
    }
  }

  /// The file that has taken the place of another, if it begins in the same way.
  private var successor: File? {
    guard let file = try? File(role, at: path, to: .create, Self.adding) else { return nil }
    if let start = try? file.read(atMost: heading.count), start == heading { return file }
    file.close()
    return nil
  }

  private static func add(_ line: String, to file: File) throws(FileError) {
    let end = file.size
    // Half a line, of a process or a machine that ended, is to stay one of its own.
    var isCutOff = false
    if let end, end > 0 {
      try file.seek(to: Int64(end - 1))
      isCutOff = try file.read(atMost: 1) != Array("\n".utf8)
    }
    do throws(FileError) {
      try file.write(Array(((isCutOff ? "\n" : "") + line + "\n").utf8))
    } catch {
      if let end { ftruncate(file.descriptor, off_t(end)) }
      throw error
    }
  }

  /// Whether the name of an open file is still its own.
  private static func isThere(_ file: File) -> Bool {
    FileStatus(file.path, followsLinks: false)?.identity == file.status?.identity
  }

  /// Does something while no other process adds to an open file.
  ///
  /// Network file systems know where a file ends only while they hold its lock. Where there are no
  /// locks, lines of two machines may be lost in each other.
  private static func locking<Result, Failure: Error>(
    _ file: File, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isLocked = File.uninterrupted { flock(file.descriptor, LOCK_EX) } == 0
    defer { if isLocked { flock(file.descriptor, LOCK_UN) } }
    return try body()
  }

  /// Does something once while no other process adds to the file of a name, or holds it in the same
  /// way; `body` may put another file in its place.
  public static func holding<Result, Failure: FileErrorCarrier>(
    _ role: String, at path: Path, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var attempt = 0
    while true {
      attempt += 1
      let file = try Failure.from(file: File(role, at: path, to: .create, adding))
      defer { file.close() }
      let result = try locking(file) { () throws(Failure) -> Result? in
        // Whoever held the lock until now may have put another file in its place.
        guard isThere(file) || attempt >= mostAttempts else { return nil }
        return try body()
      }
      if let result { return result }
    }
  }
}
