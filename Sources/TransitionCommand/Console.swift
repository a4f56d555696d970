internal import Synchronization
internal import System

/// What goes to the terminal.
enum Console {
  /// Data, to stdout.
  static func print(_ text: String) throws(Failure) { _ = try write(Array((text + "\n").utf8)) }
  /// Data, to stdout.
  ///
  /// - Returns: whether somebody reads on.
  static func write(_ bytes: [UInt8]) throws(Failure) -> Bool {
    try Failure.from { () throws(FileError) in try StandardOutput.write(bytes) }
  }
  /// A remark, to stderr.
  static func note(_ text: String) {
    line.withLock { status in
      StandardError.write(erasing(status) + text.withVisibleControls + "\n" + (status ?? ""))
    }
  }
  /// A warning, to stderr.
  static func warn(_ text: String) { note("dotransition: warning: \(text)") }
  /// The reason for a failure, to stderr.
  static func error(_ text: String) { note("dotransition: \(text)") }
  /// A line that stays below all others until it is replaced or, with `nil`, taken away.
  ///
  /// - Parameter text: returns the line, once no other thread writes.
  static func status(_ text: () -> String?) {
    line.withLock { status in
      let text = text()
      if text == nil, status == nil { return }
      StandardError.write(erasing(status) + (text ?? ""))
      status = text
    }
  }

  /// Whether stderr is a terminal that can do more than print.
  static var isTerminal: Bool {
    let type = String(decoding: ProcessSetup.environment("TERM"), as: UTF8.self)
    return StandardError.isTerminal && !type.isEmpty && type != "dumb"
  }

  /// The status line, apart from which remarks are kept on whichever threads they are written.
  private static let line = Mutex<String?>(nil)

  private static func erasing(_ status: String?) -> String { status == nil ? "" : "\r\u{1b}[K" }
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
