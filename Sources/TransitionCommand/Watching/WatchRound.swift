internal import TransitionLocks
internal import TransitionSystem

/// A round of `--watch`, as the process that makes it knows it: it tells the one that watches which
/// files it is going to read, and why it fails.
///
/// A process of its own for each round begins with nothing in memory, and can be ended where it
/// stands.
enum WatchRound {
  /// The first argument of such a process.
  static let word = "--watch-round"

  /// Something that the process reports, as three texts with a zero after each.
  enum Report {
    /// A file to watch, with its state before it was read.
    case file(Path, state: String)
    /// A sentence for people.
    case remark(String)
    /// What was made.
    case result(String)
    /// Why it fails, and whether a change of a file may cure it.
    case failure(String, isCurable: Bool)

    private var texts: (kind: String, [UInt8], String) {
      switch self {
      case .file(let path, let state): ("file", path.bytes, state)
      case .remark(let text): ("remark", Array(text.utf8), "")
      case .result(let text): ("result", Array(text.utf8), "")
      case .failure(let text, let isCurable):
        ("failure", Array(text.utf8), isCurable ? "curable" : "")
      }
    }

    var bytes: [UInt8] {
      let (kind, first, second) = texts
      return [Array(kind.utf8), first, Array(second.utf8)].flatMap { $0.filter { $0 != 0 } + [0] }
    }

    init?(_ texts: ArraySlice<[UInt8]>) {
      let words = texts.map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3 else { return nil }
      switch words[0] {
      case "file": self = .file(Path(bytes: texts[texts.startIndex + 1]), state: words[2])
      case "remark": self = .remark(words[1])
      case "result": self = .result(words[1])
      case "failure": self = .failure(words[1], isCurable: !words[2].isEmpty)
      default: return nil
      }
    }
  }

  private struct State {
    var pipe: ReportPipe?
    var files: Set<Path> = []
  }

  private static let state = Monitor(State())

  /// Whether this process makes one.
  static var isRunning: Bool { state.withLock { $0.pipe != nil } }

  /// Begins one if some arguments say so, and takes the word for it from them.
  static func begin(_ words: inout [[UInt8]]) {
    guard let first = words.first, first.elementsEqual(word.utf8), let pipe = ReportPipe() else {
      return
    }
    words.removeFirst()
    state.withLock { $0.pipe = pipe }
  }

  /// Tells of files that are going to be read, each once.
  static func reads(_ paths: [Path]) {
    state.withLock { state in
      guard let pipe = state.pipe else { return }
      for path in paths where state.files.insert(path).inserted {
        pipe.send(Report.file(path, state: WatchedFiles.state(of: path)).bytes)
      }
    }
  }

  /// Tells why it fails, if this process makes one.
  ///
  /// - Returns: whether it does.
  static func hasTaken(_ failure: Failure, _ text: String) -> Bool {
    state.withLock { state in
      guard let pipe = state.pipe else { return false }
      let isCurable =
        switch failure.status {
        // A command line stays what it is, and a list does not.
        case .usage:
          !text.hasPrefix("--watch") && state.files.contains { text.contains($0.description) }
        case .missingProgram, .cannotCreate, .defect: false
        default: true
        }
      pipe.send(Report.failure(text, isCurable: isCurable).bytes)
      return true
    }
  }

  /// Tells something for people, if this process makes one: whoever watches says nothing twice.
  ///
  /// - Returns: whether it does.
  static func hasTaken(_ report: Report) -> Bool {
    state.withLock { state in
      state.pipe?.send(report.bytes)
      return state.pipe != nil
    }
  }
}
