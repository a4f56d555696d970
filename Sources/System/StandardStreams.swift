internal import CLibrary

/// Where data goes.
public enum StandardOutput {
  public static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Writes all of some bytes.
  ///
  /// - Returns: whether somebody reads on: one who has gone away has seen enough, which is no error.
  public static func write(_ bytes: [UInt8]) throws(FileError) -> Bool {
    let file = File(descriptor: STDOUT_FILENO, role: "stdout", path: "-")
    do throws(FileError) {
      try file.write(bytes)
      return true
    } catch {
      if errno == EPIPE { return false }
      throw error
    }
  }
}

/// Where remarks go.
public enum StandardError {
  public static var isTerminal: Bool { isatty(STDERR_FILENO) != 0 }

  /// Columns of the terminal.
  public static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }

  /// Writes a text; a closed stream is no reason to fail.
  public static func write(_ text: String) {
    try? File(descriptor: STDERR_FILENO, role: "stderr", path: "-").write(Array(text.utf8))
  }
}
