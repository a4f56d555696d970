internal import TransitionLibC

/// A pipe, which programs that this process starts do not get.
enum Pipe {
  /// The least descriptor of an end: those below it are given to programs in other meanings.
  private static let least: Int32 = 16

  /// Opens one; `nil` if the system refuses it.
  static func open() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    defer {
      let code = errno
      for end in ends { close(end) }
      errno = code
    }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, least) }
    guard moved.allSatisfy({ $0 >= 0 }) else {
      for end in moved where end >= 0 { close(end) }
      return nil
    }
    return (moved[0], moved[1])
  }

  /// Lets a pipe hold more, where the system allows it: frames are large.
  static func widen(_ end: Int32) {
    #if os(Linux)
      // F_SETPIPE_SZ, which not every C library declares.
      _ = fcntl(end, 1031, 1 << 20)
    #endif
  }
}
