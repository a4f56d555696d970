internal import TransitionLibC

/// A pipe, which programs that this process starts do not get.
enum Pipe {
  /// Opens one; `nil` if the system refuses it.
  static func open() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
