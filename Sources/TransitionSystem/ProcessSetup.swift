internal import TransitionLibC

/// The process that a program runs in, prepared once before anything else.
public enum ProcessSetup {
  /// Files that may have to be open at a time, whatever the job: pictures, frames, and what the
  /// system's libraries open for themselves, which end the process if they cannot.
  public static let neededFiles = 64
  /// Files that as many frames at once as `--jobs` allows may need.
  private static let manyFiles: rlim_t = 4096

  /// Makes the process fit for a run.
  ///
  /// - Returns: the number of files that may be open at a time.
  public static func prepare() -> Int {
    // A reader who has gone away and a file that has grown too large are noticed where something
    // is written.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    holdStandardStreams()
    StandardOutput.reserve()
    return allowFiles()
  }

  /// Opens standard streams that are closed. The next file to be opened would get their numbers,
  /// and a remark would end up in a picture. Writing to them remains an error.
  private static func holdStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
      // The lowest free number is given, which is this one.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

  /// Raises the limit of open files as far as it goes.
  private static func allowFiles() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(Self.openFiles, &limit) == 0 else { return neededFiles }
    if limit.rlim_cur < manyFiles {
      limit.rlim_cur = min(manyFiles, limit.rlim_max)
      _ = unsafe setrlimit(Self.openFiles, &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Ends the process at once, running nothing that others have registered.
  public static func end(status: Int32) -> Never { _exit(status) }

  #if canImport(Darwin)
    private static let openFiles = RLIMIT_NOFILE
  #else
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}

extension ProcessSetup {
  /// The arguments of the process as bytes, without the program's name, from those of `main`.
  public static func arguments(
    _ count: Int32, _ words: UnsafePointer<UnsafePointer<CChar>?>
  ) -> [[UInt8]] {
    // A program may be started without even a name.
    unsafe UnsafeBufferPointer(start: words, count: max(0, Int(count))).dropFirst()
      .compactMap { word in
        unsafe word.map {
          unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
      }
  }

  /// The bytes of a variable of the environment; none if there is no such variable.
  public static func environment(_ name: String) -> [UInt8] {
    guard let value = unsafe getenv(name) else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}
