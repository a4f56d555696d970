internal import TransitionLibC
internal import TransitionLocks

/// Another program, which reads what this one writes, or writes what this one reads.
public final class ChildProcess: Sendable {
  /// How a program has ended.
  public struct Ending: Sendable {
    /// Its status; 128 and more for signals.
    public let status: Int32
    /// The last words that it wrote to stderr.
    public let lastWords: String
    /// Whether it read its input to the end, and every other one.
    public let hasReadAll: Bool

    /// The signal that has ended it, if one has.
    public var signal: Int32? { (129...192).contains(status) ? status - 128 : nil }

    /// Whether somebody told it to end. ffmpeg ends with 255 then.
    public var wasInterrupted: Bool {
      [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains(signal) || status == 255
    }

    /// Whether another attempt may succeed: the system ended it for lack of memory, it said that it
    /// lacks some, for itself or for its libraries, or somebody told it to end.
    public var isTemporary: Bool {
      signal == SIGKILL || wasInterrupted
        || status != 0
          && [
            "Cannot allocate memory", "failed to map segment", "malloc of size",
            "Memory allocation error",
          ].contains(where: lastWords.contains)
    }
  }

  /// What becomes of the bytes that a program writes to stdout.
  private enum Output {
    case discarded
    /// They are among its last words.
    case words
    /// This process reads them.
    case bytes
  }

  /// The bytes of stderr that are kept, or those of stdout and stderr of a program that only
  /// speaks.
  private static let lastWordsLimits = (errors: 4000, output: 1 << 16)

  /// An input of the program.
  private struct Input: Sendable {
    /// The end of a pipe that this process writes to.
    let writing: File
    /// The program's end. It stays open here until the program has ended, to count the bytes that
    /// it has not read.
    let unread: Int32
  }

  private let inputs: [Input]
  /// Whether each input is open.
  private let areOpen: Monitor<[Bool]>
  /// What the program writes to stdout, if this process reads it.
  private let output: File?
  /// The last words that the program writes to stderr.
  private let errors: BackgroundWork<[UInt8]>
  /// A pipe that is closed when the program has ended.
  private let hasEnded: Int32
  private let process: pid_t

  /// Programs that have not ended.
  private static let running = Monitor<Set<pid_t>>([])

  // Each of these returns `nil` if the `PATH` has no program of a name, or none that may be run; it
  // throws the reason why one that is there cannot be started.

  /// Starts a program that reads what this one writes: to stdin, and to some other inputs, from
  /// descriptor 3 on.
  public static func writing(
    _ program: String, _ arguments: [[UInt8]], otherInputs: Int = 0
  ) throws(FileError) -> ChildProcess? {
    try start(program, arguments, inputs: 1 + otherInputs, .discarded)
  }

  /// Starts a program whose stdout this one reads, and which reads nothing itself.
  public static func reading(
    _ program: String, _ arguments: [[UInt8]]
  ) throws(FileError) -> ChildProcess? {
    let process = try start(program, arguments, .bytes)
    process?.closeInput()
    return process
  }

  /// Runs a program that reads nothing. All that it wrote to stdout and stderr is among its last
  /// words.
  public static func run(_ program: String, _ arguments: [[UInt8]]) throws(FileError) -> Ending? {
    let process = try start(program, arguments, .words)
    process?.closeInput()
    return process?.wait()
  }

  private static func start(
    _ program: String, _ arguments: [[UInt8]], inputs count: Int = 1, _ kind: Output
  ) throws(FileError) -> ChildProcess? {
    do throws(FileError) {
      // One after the other: a program that is started while others' pipes are made could get them.
      return try running.withLock { running throws(FileError) in
        let child = try ChildProcess(program, arguments, inputs: count, kind)
        running.insert(child.process)
        return child
      }
    } catch {
      if [ENOENT, EACCES, ENOTDIR].contains(error.code) { return nil }
      throw error
    }
  }

  private init(
    _ program: String, _ arguments: [[UInt8]], inputs count: Int, _ kind: Output
  ) throws(FileError) {
    let path = Path(program)
    func file(_ descriptor: Int32) -> File {
      File(descriptor: descriptor, role: program, path: path)
    }
    var pipes: [(reading: Int32, writing: Int32)] = []
    func refusal(_ code: Int32) -> FileError {
      for pipe in pipes { for end in [pipe.reading, pipe.writing] { close(end) } }
      return FileError(.run, "the program", path, code: code)
    }
    // Its words, its end, its inputs, its output.
    while pipes.count < 2 + count + (kind == .bytes ? 1 : 0) {
      guard let pipe = Pipe.open() else { throw refusal(errno) }
      pipes.append(pipe)
    }
    let (readingErrors, writingErrors) = pipes[0]
    let (waiting, hasEnded) = pipes[1]
    let inputs = pipes[2..<2 + count]
    let output = kind == .bytes ? pipes[2 + count] : nil
    errors = BackgroundWork {
      defer { for end in [readingErrors, waiting] { close(end) } }
      let limits = Self.lastWordsLimits
      return Self.lastWords(
        kind == .words ? limits.output : limits.errors, of: readingErrors, until: waiting)
    }
    // A program whose words nobody reads would stand still in the middle of them.
    guard errors.isConcurrent else { throw refusal(EAGAIN) }
    var process: pid_t = 0
    let descriptors =
      inputs.enumerated().map { number, input in
        (input.reading, number == 0 ? STDIN_FILENO : STDERR_FILENO + Int32(number))
      }
      + [kind == .words ? writingErrors : output?.writing].compactMap(\.self).map {
        ($0, STDOUT_FILENO)
      } + [(writingErrors, STDERR_FILENO)]
    let status = Self.spawn(
      path, [Array(program.utf8)] + arguments, descriptors, discardsOutput: kind == .discarded,
      &process)
    guard status == 0 else {
      // The thread that waits for words closes its own ends.
      pipes.removeFirst(2)
      for end in [writingErrors, hasEnded] { close(end) }
      throw refusal(status)
    }
    close(writingErrors)
    if let output {
      close(output.writing)
      Pipe.widen(output.reading)
    }
    (self.process, self.hasEnded) = (process, hasEnded)
    self.inputs = inputs.map { Input(writing: file($0.writing), unread: $0.reading) }
    areOpen = Monitor(Array(repeating: true, count: count))
    self.output = output.map { file($0.reading) }
  }

  /// Reads a program's stderr until the program has ended. Programs that it has started may hold
  /// the stream open for longer.
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
        let count = File.uninterrupted { unsafe TransitionLibC.read(stream, &buffer, buffer.count) }
        guard count > 0 else { break }
        words = (words + buffer[..<count]).suffix(limit)
        if ends[1].revents != 0 { rest -= count }
      } else if ends[1].revents != 0 {
        break
      }
    }
    return words
  }

  /// Writes to an input of the program, 0 for stdin; tells whether it reads on. Its status tells
  /// why it does not.
  public func write(_ bytes: [UInt8], to number: Int = 0) throws(FileError) -> Bool {
    try inputs[number].writing.send(bytes)
  }

  /// Ends an input of the program, 0 for stdin.
  public func closeInput(_ number: Int = 0) {
    areOpen.withLock { areOpen in
      if areOpen[number] { close(inputs[number].writing.descriptor) }
      areOpen[number] = false
    }
  }

  /// Reads what the program writes to stdout, as many bytes as there is room for.
  ///
  /// - Returns: the number of bytes: fewer only if there are no more.
  /// - Precondition: the program was started with ``reading(_:_:)``, and runs.
  public func read(into bytes: inout [UInt8]) throws(FileError) -> Int {
    try output?.read(into: &bytes) ?? 0
  }

  /// Waits until the program has ended; called once.
  public func wait() -> Ending {
    // Once it has been waited for, its number may be another program's: from then on nobody kills
    // it.
    var info = unsafe siginfo_t()
    _ = File.uninterrupted { unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) }
    close(hasEnded)
    // A program that ends while more is to come has not waited for the end.
    let hasWaited = areOpen.withLock { !$0.contains(true) }
    let hasReadAll =
      hasWaited
      && inputs.allSatisfy { input in
        var left: Int32 = 0
        return unsafe ioctl(input.unread, UInt(FIONREAD), &left) == 0 && left == 0
      }
    // From now on whoever writes learns that there is no reader.
    for input in inputs { close(input.unread) }
    output?.close()
    let status = Self.running.withLock { [process] running in
      running.remove(process)
      return Self.exitStatus(of: process)
    }
    return Ending(
      status: status,
      lastWords: String(decoding: errors.wait(), as: UTF8.self), hasReadAll: hasReadAll)
  }

  /// Waits until a child of this process has ended; called once for each.
  ///
  /// - Returns: its status; 128 and more for signals.
  static func exitStatus(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    _ = File.uninterrupted { unsafe waitpid(process, &status, 0) }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Ends the program at once, if it has not ended.
  public func kill() {
    Self.running.withLock { [process] running in
      if running.contains(process) { TransitionLibC.kill(process, SIGKILL) }
    }
  }

  /// Ends all programs that this one has started and lets no other begin, for a process that is
  /// about to end.
  public static func endAll(_ end: () -> Never) -> Never {
    running.withLock { processes in
      for process in processes { TransitionLibC.kill(process, SIGKILL) }
      // Until it has ended it may make files.
      for process in processes { _ = File.uninterrupted { waitpid(process, nil, 0) } }
      end()
    }
  }

  /// Starts a program with some of this process's descriptors under numbers of its own.
  ///
  /// - Returns: the number of the reason if it cannot be started.
  static func spawn(
    _ program: Path, _ words: [[UInt8]], _ descriptors: [(here: Int32, there: Int32)],
    discardsOutput: Bool = false, _ process: inout pid_t
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
    if discardsOutput {
      unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    for (here, there) in descriptors {
      unsafe posix_spawn_file_actions_adddup2(&actions, here, there)
    }
    // This process ignores signals that others count on.
    var ignored = sigset_t()
    unsafe sigemptyset(&ignored)
    for signal in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&ignored, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &ignored)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let copies = unsafe words.map { word in
      unsafe strdup(word.map(CChar.init(bitPattern:)) + [0])
    }
    defer { unsafe copies.forEach { unsafe free($0) } }
    let arguments = unsafe copies + [nil]
    return unsafe posix_spawnp(&process, program.cString, &actions, &attributes, arguments, environ)
  }
}
