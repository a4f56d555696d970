internal import TransitionSystem

/// The programs of ffmpeg on the `PATH`.
enum FFmpeg: String {
  case ffmpeg, ffprobe

  /// What a program is run for.
  enum Purpose {
    case encoding
    case film(Path)
    case music(Path)

    /// The error of a program that is not there.
    fileprivate var missingProgram: Failure {
      let ways = "on the PATH: install them (apt-get install ffmpeg)"
      let message =
        switch self {
        case .encoding:
          "a film needs ffmpeg, which is not on the PATH: install it (apt-get install ffmpeg), or "
            + "write frames, or an animation such as film.webp"
        case .film(let path): "\(path) is a film, which needs ffmpeg and ffprobe \(ways)"
        case .music: "--music needs ffmpeg and ffprobe \(ways)"
        }
      return Failure(.missingProgram, message)
    }

    /// The file that is read, if one is.
    fileprivate var path: Path? {
      switch self {
      case .encoding: nil
      case .film(let path), .music(let path): path
      }
    }
  }

  /// Runs a program that reads nothing from this one.
  ///
  /// - Returns: how it has ended, with all that it wrote among its last words.
  /// - Throws: that it is not there, cannot be started, or lacked memory.
  func run(_ arguments: Arguments, for purpose: Purpose) throws(Failure) -> ChildProcess.Ending {
    try lasting(start(for: purpose, ChildProcess.run(rawValue, arguments.words)), for: purpose)
  }

  /// How it has ended, unless another attempt may succeed.
  private func lasting(
    _ ending: ChildProcess.Ending, for purpose: Purpose
  ) throws(Failure) -> ChildProcess.Ending {
    if let path = purpose.path, let failure = ending.temporaryFailure(of: self, reading: path) {
      throw failure
    }
    return ending
  }

  /// Starts a program whose stdout this process reads.
  func reading(
    _ arguments: Arguments, for purpose: Purpose
  ) throws(Failure) -> ChildProcess {
    try start(for: purpose, ChildProcess.reading(rawValue, arguments.words))
  }

  /// Starts ffmpeg, which encodes what this process writes to its stdin and to other inputs.
  static func encoding(
    _ arguments: Arguments, otherInputs: Int
  ) throws(Failure) -> ChildProcess {
    try ffmpeg.start(
      for: .encoding,
      ChildProcess.writing(ffmpeg.rawValue, arguments.words, otherInputs: otherInputs))
  }

  /// What ffmpeg says of its version and of its libraries'.
  ///
  /// - Throws: that it is not there, or does not tell.
  static func version(for purpose: Purpose) throws(Failure) -> String {
    let ending = try ffmpeg.run(.init(["-version"]), for: purpose)
    guard ending.status == 0 else {
      throw ending.temporaryFailure(at: "tells its version")
        ?? Failure(.cannotWrite, "ffmpeg does not tell its version (status \(ending.status))")
    }
    return ending.lastWords
  }

  /// Runs ffprobe, which prints entries of a stream, and hands over the fields of each line.
  ///
  /// - Returns: how it has ended.
  static func fields(
    _ entries: String, ofStream stream: String, _ input: Arguments, for purpose: Purpose,
    _ options: [String] = ["-v", "error"], _ body: ([Substring]) -> Void
  ) throws(Failure) -> ChildProcess.Ending {
    let words = options + ["-select_streams", stream, "-of", "csv=p=0", "-show_entries", entries]
    return try ffprobe.lines(Arguments(words) + input, for: purpose) { line in
      body(line.split(separator: ",", omittingEmptySubsequences: false))
    }
  }

  /// Runs a program, and hands over each line that it prints, but for empty ones.
  ///
  /// - Returns: how it has ended.
  func lines(
    _ arguments: Arguments, for purpose: Purpose, _ body: (Substring) -> Void
  ) throws(Failure) -> ChildProcess.Ending {
    let program = try reading(arguments, for: purpose)
    var rest: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var count = bytes.count
    while count == bytes.count {
      do throws(FileError) {
        count = try program.read(into: &bytes)
      } catch {
        program.kill()
        _ = program.wait()
        throw Failure(error)
      }
      rest += bytes[..<count]
      let end = count < bytes.count ? rest.count : (rest.lastIndex(of: 10).map { $0 + 1 } ?? 0)
      for line in rest[..<end].split(whereSeparator: { $0 == 10 || $0 == 13 }) {
        body(Substring(decoding: line, as: UTF8.self))
      }
      rest.removeFirst(end)
    }
    return try lasting(program.wait(), for: purpose)
  }

  private func start<Result>(
    for purpose: Purpose, _ start: @autoclosure () throws(FileError) -> Result?
  ) throws(Failure) -> Result {
    // A signal that ends this process ends its programs, too.
    Interruption.listen()
    guard let result = try Failure.from(file: start()) else { throw purpose.missingProgram }
    return result
  }
}

extension FFmpeg {
  /// The arguments of a program: text and the bytes of paths.
  struct Arguments: Hashable {
    fileprivate(set) var words: [[UInt8]]

    init(_ texts: [String]) { words = texts.map { Array($0.utf8) } }

    var texts: [String] { words.map { String(decoding: $0, as: UTF8.self) } }

    /// A file, and nothing else that a name could mean to ffmpeg.
    static func file(_ path: Path) -> Arguments {
      var arguments = Arguments([])
      arguments.words = [Array("file:".utf8) + path.bytes]
      return arguments
    }

    /// Opens a file of some types, and no other file.
    static func opening(_ path: Path, _ containers: [String]) -> Arguments {
      let types = containers.joined(separator: ",")
      let words = ["-protocol_whitelist", "file", "-format_whitelist", types, "-i"]
      return Arguments(words) + file(path)
    }

    /// For decoders: only frames that others need, and those roughly.
    static let roughly = ["-skip_frame", "noref", "-skip_loop_filter", "all"]

    /// Says nothing but errors, and asks nothing.
    static let quietly = saying("error")
    /// Warns, too, of options that it ignores.
    static let warning = saying("level+warning")

    private static func saying(_ level: String) -> Arguments {
      Arguments(["-hide_banner", "-loglevel", level, "-nostdin"])
    }

    static func + (first: Arguments, second: Arguments) -> Arguments {
      var arguments = first
      arguments.words += second.words
      return arguments
    }
  }
}

extension ChildProcess.Ending {
  /// The lines of the last words of ffmpeg or ffprobe, without the names and the addresses of the
  /// parts that say them.
  var lines: [Substring] { messages.filter { !$0.isWarning }.map(\.text) }
  /// What it warns of, where lines have levels.
  var warnings: [Substring] { messages.filter(\.isWarning).map(\.text) }

  private var messages: [(text: Substring, isWarning: Bool)] {
    lastWords.split(whereSeparator: \.isNewline).map { line in
      var (text, isWarning) = (line, false)
      while text.hasPrefix("["), let end = text.firstRange(of: "] ") {
        isWarning = isWarning || text[..<end.lowerBound] == "[warning"
        text = text[end.upperBound...]
      }
      return (text, isWarning)
    }
  }

  /// The number that a filter tells last after a label: `Max level: 0.5`.
  func number(after label: String) -> Double? {
    lastWords.ranges(of: label).last.flatMap { range in
      let rest = lastWords[range.upperBound...].drop(while: \.isWhitespace)
      return Double(rest.prefix { !$0.isWhitespace })
    }
  }

  /// The reason among them, if they tell one.
  var reason: String? {
    let lines = lines.filter { line in
      !["format.", "streams.", "packets."].contains(where: line.hasPrefix)
        && !line.contains("Last message repeated")
    }
    // The end of an explanation says no more than that there is one.
    let telling = lines.filter { !$0.hasSuffix("Invalid data found when processing input") }
    return (telling.last ?? lines.last).map { String($0) }
  }

  /// The reason as it follows what has gone wrong; nothing if there is none.
  var citation: String { Self.citing(reason) }

  static func citing(_ reason: String?) -> String { reason.map { " (ffmpeg: \($0))" } ?? "" }

  /// The error of a program that was killed, or had too little memory, while it read a file:
  /// another attempt may succeed. `nil` if it ended otherwise.
  func temporaryFailure(of program: FFmpeg = .ffmpeg, reading path: Path) -> Failure? {
    let work = "reads \(path)"
    // It encodes what it reads as bare samples, for which it can lack nothing else.
    return lastWords.contains("Error while opening encoder")
      ? lackOfMemory(of: program, at: work, "has too little memory")
      : temporaryFailure(of: program, at: work)
  }

  /// The same of any work, as in "reads a.mp4".
  func temporaryFailure(of program: FFmpeg = .ffmpeg, at work: String) -> Failure? {
    guard isTemporary else { return nil }
    let way =
      signal.map { "was killed (signal \($0)), for lack of memory perhaps" }
      ?? (wasInterrupted ? "was told to end" : "has too little memory")
    return lackOfMemory(of: program, at: work, way)
  }

  private func lackOfMemory(of program: FFmpeg, at work: String, _ way: String) -> Failure {
    Failure(.tooFewResources, "\(program.rawValue), which \(work), \(way): try again")
  }

  /// Whether a file is none of the types that may be opened.
  var isOfOtherType: Bool { lastWords.contains("whitelist") }
}
