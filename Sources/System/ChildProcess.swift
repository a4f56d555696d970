internal import CLibrary
internal import Synchronization

/// Another program, which reads what this one writes.
public final class ChildProcess: Sendable {
  /// What the program reads, until it is closed.
  private let input: File
  private let inputIsOpen = Mutex(true)
  private let errors: BackgroundWork<[UInt8]>
  private let process: pid_t

  /// Programs that have not ended.
  private static let running = Mutex<Set<pid_t>>([])

  /// Starts a program of the `PATH`; `nil` if there is none of this name, or none that may be run.
  ///
  /// - Parameters:
  ///   - program: its name.
  ///   - arguments: what follows its name.
  /// - Throws: why a program that is there cannot be started.
  public init?(_ program: String, _ arguments: [[UInt8]]) throws(FileError) {
    let path = Path(program)
    func failure(_ code: Int32) -> FileError {
      FileError(.create, "the program", path, unsafe String(cString: strerror(code)))
    }
    guard let (reading, writing) = Pipe.open() else { throw failure(errno) }
    guard let (readingErrors, writingErrors) = Pipe.open() else {
      let error = errno
      for end in [reading, writing] { close(end) }
      throw failure(error)
    }
    let words = ([Array(program.utf8)] + arguments).map { $0.map(CChar.init(bitPattern:)) + [0] }
    let (status, process) = Self.running.withLock { running in
      var process: pid_t = 0
      let status = Self.spawn(words, input: reading, errors: writingErrors, &process)
      if status == 0 { running.insert(process) }
      return (status, process)
    }
    for end in [reading, writingErrors] { close(end) }
    guard status == 0 else {
      for end in [writing, readingErrors] { close(end) }
      if [ENOENT, EACCES, ENOTDIR].contains(status) { return nil }
      throw failure(status)
    }
    self.process = process
    input = File(descriptor: writing, role: program, path: path)
    let output = File(descriptor: readingErrors, role: program, path: path)
    errors = BackgroundWork {
      defer { close(output.descriptor) }
      return (try? output.readAll()) ?? []
    }
  }

  /// Writes to the program.
  ///
  /// - Returns: whether it reads on; why it does not, its status tells.
  public func write(_ bytes: [UInt8]) throws(FileError) -> Bool { try input.send(bytes) }

  /// Ends what the program reads.
  public func closeInput() {
    inputIsOpen.withLock { isOpen in
      if isOpen { close(input.descriptor) }
      isOpen = false
    }
  }

  /// Waits until the program has ended.
  ///
  /// - Returns: its status, 128 and more for signals, and what it wrote to stderr.
  public func wait() -> (status: Int32, errors: String) {
    let text = String(decoding: errors.wait(), as: UTF8.self)
    // Once it has been waited for, its number may be another program's: from then on nobody kills it.
    var info = unsafe siginfo_t()
    _ = File.uninterrupted { unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) }
    let status = Self.running.withLock { [process] running in
      running.remove(process)
      var status: Int32 = 0
      _ = File.uninterrupted { unsafe waitpid(process, &status, 0) }
      return status
    }
    let signal = status & 0x7F
    return (signal == 0 ? (status >> 8) & 0xFF : 128 + signal, text)
  }

  /// Ends the program at once, if it has not ended.
  public func kill() {
    Self.running.withLock { [process] running in
      if running.contains(process) { CLibrary.kill(process, SIGKILL) }
    }
  }

  /// Ends all programs that this one has started and lets no other begin, for a process that is about
  /// to end.
  public static func endAll(_ end: () -> Never) -> Never {
    running.withLock { processes in
      for process in processes {
        CLibrary.kill(process, SIGKILL)
        // Until it has ended it may make files.
        _ = File.uninterrupted { waitpid(process, nil, 0) }
      }
      end()
    }
  }

  private static func spawn(
    _ words: [[CChar]], input: Int32, errors: Int32, _ process: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // This process ignores signals that others count on.
    var ignored = sigset_t()
    unsafe sigemptyset(&ignored)
    for signal in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&ignored, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &ignored)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let copies = unsafe words.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    let arguments = unsafe copies + [nil]
    return unsafe posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ)
  }
}
