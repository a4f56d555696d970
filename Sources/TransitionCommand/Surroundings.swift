internal import Foundation

/// What the tool asks of the process that it runs in, before it does anything.
enum Surroundings {
  /// Files that may have to be open at a time, whatever the job: pictures, frames, and what the
  /// system's libraries open for themselves, which end the process if they cannot.
  private static let files: rlim_t = 64
  /// Files that as many frames at once as `--jobs` allows may need.
  private static let manyFiles: rlim_t = 4096

  /// Makes the process fit for a run.
  ///
  /// - Throws: why it cannot be.
  static func prepare() throws(Failure) {
    // A reader who has gone away and a file that has grown too large are noticed where something
    // is written.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    holdStandardStreams()
    try allowFiles()
  }

  /// The arguments, without the program's name.
  ///
  /// - Throws: that one of them is not UTF-8, as file names of old systems are. ArgumentParser takes
  ///   strings, in which Swift replaces such bytes: the name would be that of another file.
  static func arguments() throws(Failure) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let text = unsafe String(validatingCString: bytes) else {
        throw .usage(
          "an argument is not UTF-8: \(unsafe String(cString: bytes)): rename the file, or name it "
            + "by a link")
      }
      arguments.append(text)
    }
    return arguments
  }

  /// Takes the place of streams that are closed, which the next file to be opened would take: a
  /// remark would end up in a picture. Writing to them remains an error.
  private static func holdStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
      // The lowest free number is given, which is this one.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

  /// Raises the limit of open files as far as it goes.
  private static func allowFiles() throws(Failure) {
    var limit = rlimit()
    guard unsafe getrlimit(Self.openFiles, &limit) == 0 else { return }
    if limit.rlim_cur < manyFiles {
      limit.rlim_cur = min(manyFiles, limit.rlim_max)
      _ = unsafe setrlimit(Self.openFiles, &limit)
    }
    guard limit.rlim_cur >= files else {
      throw Failure(
        .cannotCreate,
        "only \(limit.rlim_cur) files may be open at a time: ulimit -n \(files) allows enough")
    }
  }

  #if canImport(Darwin)
    private static let openFiles = RLIMIT_NOFILE
  #else
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}
