internal import Synchronization
internal import TransitionLibC

/// Another program, which reads what this one writes.
public final class ChildProcess: Sendable {
  /// How a program has ended.
  public struct Ending: Sendable {
    /// Its status; 128 and more for signals.
    public let status: Int32
    /// The last words that it wrote to stderr.
    public let lastWords: String
    /// Whether it read its input to the end.
    public let hasReadAll: Bool
  }

  /// The bytes of stderr that are kept, or those of stdout and stderr of a program that only speaks.
  private static let lastWordsLimits = (errors: 1000, output: 1 << 16)

  /// The program's input, until it is closed.
  private let input: File
  private let inputIsOpen = Mutex(true)
  /// The other end of the input. It stays open until the program has ended, to count the bytes that
  /// it has not read.
  private let unread: Int32
  /// The last words that the program writes to stderr.
  private let errors: BackgroundWork<[UInt8]>
  /// A pipe that is closed when the program has ended.
  private let hasEnded: Int32
  private let process: pid_t

  /// Programs that have not ended.
  private static let running = Mutex<Set<pid_t>>([])

  /// Starts a program of the `PATH`; `nil` if there is none of this name, or none that may be run.
  ///
  /// - Parameters:
  ///   - program: its name.
  ///   - arguments: what follows its name.
  /// - Throws: the reason why a program that is there cannot be started.
  public convenience init?(_ program: String, _ arguments: [[UInt8]]) throws(FileError) {
    try self.init(program, arguments, keepsOutput: false)
  }

  /// Runs a program of the `PATH` that reads nothing; `nil` if there is none of this name, or none
  /// that may be run.
  ///
  /// - Returns: how it has ended, with all that it wrote to stdout and stderr among its last words.
  /// - Throws: the reason why a program that is there cannot be started.
  public static func run(_ program: String, _ arguments: [[UInt8]]) throws(FileError) -> Ending? {
    guard let process = try ChildProcess(program, arguments, keepsOutput: true) else { return nil }
    process.closeInput()
    return process.wait()
  }

  private init?(_ program: String, _ arguments: [[UInt8]], keepsOutput: Bool) throws(FileError) {
    let (role, path) = ("the program", Path(program))
    var pipes: [(reading: Int32, writing: Int32)] = []
    func failure(_ error: FileError) -> FileError {
      for pipe in pipes { for end in [pipe.reading, pipe.writing] { close(end) } }
      return error
    }
    while pipes.count < 3 {
      guard let pipe = Pipe.open() else { throw failure(FileError(.create, role, path)) }
      pipes.append(pipe)
    }
    let (reading, writing) = pipes[0]
    let (readingErrors, writingErrors) = pipes[1]
    let (waiting, hasEnded) = pipes[2]
    errors = BackgroundWork {
      defer { for end in [readingErrors, waiting] { close(end) } }
      let limits = Self.lastWordsLimits
      return Self.lastWords(
        keepsOutput ? limits.output : limits.errors, of: readingErrors, until: waiting)
    }
    // A program whose words nobody reads would stand still in the middle of them.
    guard errors.isConcurrent else {
      throw failure(FileError(.create, role, path, code: EAGAIN))
    }
    let words = ([Array(program.utf8)] + arguments).map { $0.map(CChar.init(bitPattern:)) + [0] }
    let (status, process) = Self.running.withLock { running in
      var process: pid_t = 0
      let status = Self.spawn(
        words, input: reading, output: keepsOutput ? writingErrors : nil, errors: writingErrors,
        &process)
      if status == 0 { running.insert(process) }
      return (status, process)
    }
    close(writingErrors)
    guard status == 0 else {
      for end in [reading, writing, hasEnded] { close(end) }
      if [ENOENT, EACCES, ENOTDIR].contains(status) { return nil }
      // Resources may be there again; a file that is no program remains none.
      let isForNow = [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(status)
      throw FileError(isForNow ? .create : .run, role, path, code: status)
    }
    self.process = process
    self.hasEnded = hasEnded
    unread = reading
    input = File(descriptor: writing, role: program, path: path)
  }

  /// Reads a program's stderr until the program has ended. Programs that it has started may hold the
  /// stream open for longer.
  private static func lastWords(
    _ limit: Int, of stream: Int32, until hasEnded: Int32
  ) -> [UInt8] {
    var (words, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    // The most that a pipe can hold, of what was written before the end.
    var rest = 1 << 20
    while rest > 0 {
      var ends = [stream, hasEnded].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard File.uninterrupted({ unsafe poll(&ends, 2, -1) }) >= 0 else { break }
      if ends[0].revents != 0 {
        let count = File.uninterrupted { unsafe read(stream, &buffer, buffer.count) }
        guard count > 0 else { break }
        words = (words + buffer[..<count]).suffix(limit)
        if ends[1].revents != 0 { rest -= count }
      } else if ends[1].revents != 0 {
        break
      }
    }
    return words
  }

  /// Writes to the program.
  ///
  /// - Returns: whether it reads on; its status tells why it does not.
  public func write(_ bytes: [UInt8]) throws(FileError) -> Bool { try input.send(bytes) }

  /// Ends the program's input.
  public func closeInput() {
    inputIsOpen.withLock { isOpen in
      if isOpen { close(input.descriptor) }
      isOpen = false
    }
  }

  /// Waits until the program has ended; called once.
  public func wait() -> Ending {
    // Once it has been waited for, its number may be another program's: from then on nobody kills it.
    var info = unsafe siginfo_t()
    _ = File.uninterrupted { unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) }
    close(hasEnded)
    // A program that ends while more is to come has not waited for the end.
    let hasWaited = inputIsOpen.withLock { !$0 }
    var left: Int32 = 0
    let hasReadAll = unsafe hasWaited && ioctl(unread, UInt(FIONREAD), &left) == 0 && left == 0
    // From now on whoever writes learns that there is no reader.
    close(unread)
    let status = Self.running.withLock { [process] running in
      running.remove(process)
      var status: Int32 = 0
      _ = File.uninterrupted { unsafe waitpid(process, &status, 0) }
      return status
    }
    let signal = status & 0x7F
    return Ending(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      lastWords: String(decoding: errors.wait(), as: UTF8.self), hasReadAll: hasReadAll)
  }

  /// Ends the program at once, if it has not ended.
  public func kill() {
    Self.running.withLock { [process] running in
      if running.contains(process) { TransitionLibC.kill(process, SIGKILL) }
    }
  }

  /// Ends all programs that this one has started and lets no other begin, for a process that is about
  /// to end.
  public static func endAll(_ end: () -> Never) -> Never {
    running.withLock { processes in
      for process in processes {
        TransitionLibC.kill(process, SIGKILL)
        // Until it has ended it may make files.
        _ = File.uninterrupted { waitpid(process, nil, 0) }
      }
      end()
    }
  }

  private static func spawn(
    _ words: [[CChar]], input: Int32, output: Int32?, errors: Int32, _ process: inout pid_t
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
    if let output {
      unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
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
