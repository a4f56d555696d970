internal import TransitionLibC

/// A file that data is written to, where an ordinary one is replaced: a character device, a FIFO,
/// or a descriptor that the process was started with.
enum SpecialFile {
  /// What has the path itself.
  case named
  case open(Int32)

  /// - Returns: `nil` if the path names none.
  init?(_ path: Path) {
    if let number = Self.descriptor(path) {
      self = .open(number)
    } else if FileStatus(path)?.kind == .stream {
      self = .named
    } else {
      return nil
    }
  }

  /// The descriptor that a path, or a link that it names, stands for: that of `/dev/stdout` is not
  /// where the system would lead, since ``StandardOutput`` has moved.
  private static func descriptor(_ path: Path) -> Int32? {
    var path = path
    // As many links as Linux follows.
    for _ in 0...40 {
      if let number = number(path.description) { return number }
      guard let target = Self.target(of: path) else { return nil }
      path = target.bytes.first == UInt8(ascii: "/") ? target : path.directory + target
    }
    return nil
  }

  private static func number(_ path: String) -> Int32? {
    let streams = ["stdin": STDIN_FILENO, "stdout": STDOUT_FILENO, "stderr": STDERR_FILENO]
    let folder = ["/dev/", "/dev/fd/", "/proc/self/fd/"].last(where: path.hasPrefix)
    guard let name = folder.map({ String(path.dropFirst($0.count)) }) else { return nil }
    return folder == "/dev/" ? streams[name] : Int32(name)
  }

  /// The target of a symbolic link; `nil` if a path is not that of one.
  static func target(of path: Path) -> Path? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path.cString, &bytes, bytes.count)
    return count > 0 ? Path(bytes: bytes.prefix(count).map { UInt8(bitPattern: $0) }) : nil
  }

  /// Writes what a file holds. One who reads and goes away has seen enough, which is not an error.
  func take(_ file: Path, _ role: String, as path: Path) throws(FileError) {
    let special: File
    switch self {
    case .open(STDOUT_FILENO):
      special = File(descriptor: StandardOutput.descriptor, role: role, path: path)
    case .open(let number):
      // What this process opened for itself, such as the pipe of its signals, is no output.
      let flags = fcntl(number, F_GETFD)
      let isInherited = flags >= 0 && flags & FD_CLOEXEC == 0
      guard isInherited else { throw FileError(.create, role, path, "Bad file descriptor") }
      special = File(descriptor: number, role: role, path: path)
    // A FIFO waits here for its reader.
    case .named: special = try File(role, at: path, to: .create, O_WRONLY | O_NOCTTY)
    }
    defer { if case .named = self { special.close() } }
    var isRead = true
    try File.read(role, at: file) { file throws(FileError) in
      try file.forEachPart { part throws(FileError) in
        if isRead { isRead = try special.send(part) }
      }
    }
  }
}
