internal import Foundation

/// What goes to the terminal.
enum Console {
  /// Data, to stdout; a reader who has gone away has seen enough.
  static func print(_ text: String) throws(Failure) {
    let error = StandardOutput.write(Array((text + "\n").utf8))
    if error != 0, error != EPIPE { throw StandardOutput.failure(error) }
  }
  /// A remark, to stderr.
  static func note(_ text: String) { line.note(text) }
  /// A warning, to stderr.
  static func warn(_ text: String) { note("dotransition: warning: \(text)") }
  /// The reason for a failure, to stderr.
  static func error(_ text: String) { note("dotransition: \(text)") }
  /// A line that stays below all others until it is replaced or, with `nil`, taken away.
  static func status(_ text: String?) { line.status(text) }

  /// Whether stderr is a terminal that can do more than print.
  static var isTerminal: Bool {
    let type = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return isatty(STDERR_FILENO) != 0 && !type.isEmpty && type != "dumb"
  }

  /// Columns of the terminal.
  static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }

  private static let line = StatusLine()

  /// Keeps remarks and the status line apart, on whichever threads they are written.
  private final class StatusLine: @unchecked Sendable {
    private let lock = NSLock()
    private var text: String?

    func note(_ note: String) {
      lock.withLock { write(erasing + note.withVisibleControls + "\n" + (text ?? "")) }
    }

    func status(_ text: String?) {
      lock.withLock {
        if text == nil, self.text == nil { return }
        write(erasing + (text ?? ""))
        self.text = text
      }
    }

    private var erasing: String { text == nil ? "" : "\r\u{1b}[K" }

    private func write(_ text: String) {
      // A closed stream is no reason to fail.
      try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
  }
}

extension String {
  /// With control characters spelled out, `\u{1B}`, but for ends of lines: files' names could steer
  /// the terminal.
  fileprivate var withVisibleControls: String {
    unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control && scalar != "\n"
        ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }
}
