internal import TransitionLocks
internal import TransitionSystem

/// The terminal, or whatever stdout and stderr are.
enum Console {
  static func print(_ text: String) throws(Failure) { _ = try write(Array((text + "\n").utf8)) }
  /// Text as UTF-8, to stdout: as it is for a program, harmless for a terminal.
  ///
  /// - Returns: whether its reader is still there.
  static func write(_ text: [UInt8]) throws(Failure) -> Bool {
    let bytes =
      StandardOutput.isTerminal
      ? Array(String(decoding: text, as: UTF8.self).withVisibleControls.utf8) : text
    return try Failure.from(file: StandardOutput.write(bytes))
  }
  /// Lines for people who want to know more, to stderr.
  static func note(_ text: String) {
    line.withLock { state in
      guard !state.isForPrograms else { return }
      StandardError.write(
        erasing(state.status) + text.withVisibleControls + "\n" + (state.status ?? ""))
    }
  }
  /// A remark, which ``writeRemarks()`` writes to stderr: once, however often it is made.
  static func remark(_ text: String) { remark([text]) }
  static func remark(_ texts: [String]) {
    line.withLock { state in
      for text in texts.map(\.onOneLine) where !state.remarks.contains(text) {
        state.remarks.append(text)
      }
    }
  }
  /// Writes the remarks that are held back. It is called when no error can come before the first
  /// frame, and at a good end: an error is one line.
  static func writeRemarks() {
    let texts = line.withLock { state in
      defer { state.written = state.remarks.count }
      return state.isQuiet ? [] : state.remarks[state.written...]
    }
    for text in texts {
      event { JSON.event("remark", [("message", .string(text))]) }
      if !isForPrograms, WatchRound.hasTaken(.remark(text)) { continue }
      note("dotransition: \(text)")
    }
  }
  static var remarks: [String] { line.withLock(\.remarks) }
  static func warn(_ text: String) { remark("warning: \(text)") }
  /// The end of a run, its `result` or its `error`, to a program that reads stderr.
  static func end(_ event: String, _ text: String, status: Int32) {
    line.withLock { state in
      guard state.isForPrograms else { return }
      StandardError.write(JSON.end(event, text, status: status))
      state.reportedStatus = status
    }
  }
  /// The reason for the end of the process, to stderr, unless it is empty: nothing is written after
  /// it. `end` ends it with a status: that of the last event, if there is one.
  static func lastWords(_ text: String, status: Int32, _ end: (Int32) -> Never) -> Never {
    line.withLock { state in
      if let status = state.reportedStatus { end(status) }
      let line = text.isEmpty ? "" : "dotransition: \(text)".withVisibleControls + "\n"
      StandardError.write(
        !state.isForPrograms
          ? erasing(state.status) + line
          : text.isEmpty ? "" : JSON.end("error", text, status: status))
      end(status)
    }
  }
  /// An event, to stderr. `event` is called once no other thread writes.
  static func event(_ event: () -> String?) {
    line.withLock { state in
      if state.isForPrograms, let event = event() { StandardError.write(event) }
    }
  }
  /// A line that stays below all others until it is replaced or, with `nil`, taken away. `text` is
  /// called once no other thread writes.
  static func status(_ text: () -> String?) {
    line.withLock { state in
      let text = text()
      if text == nil, state.status == nil { return }
      StandardError.write(erasing(state.status) + (text ?? ""))
      state.status = text
    }
  }

  /// Whether a program reads stderr: all that goes to it is a ``JSON/event(_:_:)``.
  static var isForPrograms: Bool {
    get { line.withLock(\.isForPrograms) }
    set { line.withLock { $0.isForPrograms = newValue } }
  }

  /// Whether remarks are not written.
  static var isQuiet: Bool {
    get { line.withLock(\.isQuiet) }
    set { line.withLock { $0.isQuiet = newValue } }
  }

  /// Whether stderr is a terminal that can do more than print.
  static var isTerminal: Bool {
    let type = String(decoding: ProcessSetup.environment("TERM"), as: UTF8.self)
    return StandardError.isTerminal && !type.isEmpty && type != "dumb"
  }

  private struct State {
    /// The line below all others.
    var status: String?
    var isForPrograms = false
    var isQuiet = false
    var remarks: [String] = []
    var written = 0
    /// The exit status in the last event.
    var reportedStatus: Int32?
  }

  private static let line = Monitor(State())

  private static func erasing(_ status: String?) -> String { status == nil ? "" : "\r\u{1b}[K" }
}

extension String {
  /// With a blank for each end of a line, which the name of a file may have.
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

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
