internal import Synchronization
internal import TransitionLibC

/// The stream for data.
public enum StandardOutput {
  private static let current = Atomic(STDOUT_FILENO)

  /// The stream by which data leaves the process.
  static var descriptor: Int32 { current.load(ordering: .sequentiallyConsistent) }

  /// Keeps the stream for this program's data: what libraries print, as libvips does where
  /// `VIPS_PROGRESS` or `VIPS_LEAK` is set, goes to stderr from now on.
  static func reserve() {
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard copy >= 0 else { return }
    current.store(copy, ordering: .sequentiallyConsistent)
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  /// Whether the stream leads to a terminal.
  public static var isTerminal: Bool { isatty(descriptor) != 0 }

  /// Writes all of some bytes.
  ///
  /// - Returns: whether the reader is still open.
  public static func write(_ bytes: [UInt8]) throws(FileError) -> Bool {
    try File(descriptor: descriptor, role: "stdout", path: "-").send(bytes)
  }
}

/// The stream for remarks.
public enum StandardError {
  /// Whether the stream leads to a terminal.
  public static var isTerminal: Bool { isatty(STDERR_FILENO) != 0 }

  /// Columns of the terminal.
  public static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }

  private static let failed = Atomic(false)

  /// Whether some text was lost, though the stream is open.
  public static var hasFailed: Bool { failed.load(ordering: .sequentiallyConsistent) }

  /// Writes a text; a closed stream is no reason to fail.
  public static func write(_ text: String) {
    let file = File(descriptor: STDERR_FILENO, role: "stderr", path: "-")
    do throws(FileError) {
      _ = try file.send(Array(text.utf8))
    } catch {
      failed.store(true, ordering: .sequentiallyConsistent)
    }
  }
}
