internal import Synchronization
internal import TransitionSystem

/// The terminal, or whatever stdout and stderr are.
enum Console {
  /// Text, to stdout.
  static func print(_ text: String) throws(Failure) { _ = try write(Array((text + "\n").utf8)) }
  /// Text as UTF-8, to stdout: as it is for a program, harmless for a terminal.
  ///
  /// - Returns: whether its reader is still there.
  static func write(_ text: [UInt8]) throws(Failure) -> Bool {
    let bytes =
      StandardOutput.isTerminal
      ? Array(String(decoding: text, as: UTF8.self).withVisibleControls.utf8) : text
    return try Failure.from { () throws(FileError) in try StandardOutput.write(bytes) }
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
  /// The reason for the end of the process, to stderr: nothing is written after it.
  static func lastWords(_ text: String, _ end: () -> Never) -> Never {
    line.withLock { status in
      StandardError.write(erasing(status) + "dotransition: \(text)".withVisibleControls + "\n")
      end()
    }
  }
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
  /// With characters that steer a terminal spelled out, `\u{1B}`, but for ends of lines.
  fileprivate var withVisibleControls: String {
    guard unicodeScalars.contains(where: { $0.steersTerminals && $0 != "\n" }) else { return self }
    return unicodeScalars.map { scalar in
      scalar.steersTerminals && scalar != "\n" ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether it is no character to see, but a command, such as to move the cursor or to write from
  /// right to left: in the name of a file it can make a text look like another.
  var steersTerminals: Bool {
    // Most are ASCII, whose properties need not be looked up.
    isASCII
      ? value < 0x20 || value == 0x7F
      : properties.generalCategory == .control || properties.isBidiControl
  }
}
