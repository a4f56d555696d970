internal import TransitionSystem

/// What ffprobe says of a film or of music.
struct MediaFacts {
  /// What it says of the whole, by names: `format_name`.
  private(set) var whole: [String: String] = [:]
  /// What it says of each stream, in their order: `codec_type`, `tags.rotate`.
  private(set) var streams: [[String: String]] = []
  /// What it says of packets, as many as its words leave room for.
  private(set) var packets: [[String: String]] = []
  /// How it has ended: with a status other than 0 if it cannot read the file.
  let ending: ChildProcess.Ending

  /// Asks ffprobe; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - containers: the types of file that may be opened.
  ///   - entries: the sections and names that it is asked for.
  ///   - options: further options of ffprobe.
  /// - Throws: that the system does not run it.
  init?(
    _ path: Path, _ containers: [String], _ entries: [String: [String]], _ options: [String] = []
  ) throws(FileError) {
    let entries = entries.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value.joined(separator: ","))" }.joined(separator: ":")
    let words = ["-v", "error", "-of", "flat", "-show_entries", entries] + options
    _ = Self.endsWithThisProcess
    let ending = try ChildProcess.run(
      "ffprobe", words.map { Array($0.utf8) } + Self.opening(path, containers))
    guard let ending else { return nil }
    self.ending = ending
    read(ending.lastWords)
  }

  /// Lets signals that end this process end ffprobe, too: it runs before a job hears them.
  private static let endsWithThisProcess: Void = Signals.awaitEnd { number in
    ChildProcess.endAll { ProcessSetup.end(status: 128 + number) }
  }

  /// The arguments with which ffmpeg's programs open a file of some types, and no other file.
  static func opening(_ path: Path, _ containers: [String]) -> [[UInt8]] {
    let types = containers.joined(separator: ",")
    let words = ["-protocol_whitelist", "file", "-format_whitelist", types, "-i"]
    let file: [UInt8] = Array("file:".utf8) + path.bytes
    return words.map { Array($0.utf8) } + [file]
  }

  /// The arguments with which ffmpeg says nothing but errors, and asks nothing.
  static let quietly = ["-hide_banner", "-loglevel", "error", "-nostdin"]

  /// Takes lines such as `streams.stream.0.codec_name="h264"`.
  private mutating func read(_ text: String) {
    var lists: [Substring: [Int: [String: String]]] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let keys = parts[0].split(separator: ".")
      let value = String(parts[1].first == "\"" ? parts[1].dropFirst().dropLast() : parts[1])
      guard value != "N/A", value != "unknown" else { continue }
      if keys.first == "format" {
        whole[keys.dropFirst().joined(separator: ".")] = value
      } else if keys.count > 3, let index = Int(keys[2]) {
        // Numbers of side data mean nothing.
        let name = keys.dropFirst(3).filter { Int($0) == nil }.joined(separator: ".")
        lists[keys[0], default: [:]][index, default: [:]][name] = value
      }
    }
    func list(_ name: Substring) -> [[String: String]] {
      (lists[name] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }
    (streams, packets) = (list("streams"), list("packets"))
  }

  /// The first stream with sound.
  var sound: [String: String]? {
    streams.first { $0["codec_type"] == "audio" && $0["channels"] != "0" }
  }

  /// Whether a packet belongs to that of the pictures.
  func isOfVideo(_ packet: [String: String]) -> Bool {
    packet["stream_index"] != nil && packet["stream_index"] == video?["index"]
  }

  /// The first stream of pictures that are no cover of a record.
  var video: [String: String]? {
    streams.first { $0["codec_type"] == "video" && $0["disposition.attached_pic"] != "1" }
  }
}

extension ChildProcess.Ending {
  /// The reason among the last words of ffmpeg or ffprobe, if they tell one.
  var reason: String? {
    let lines = lastWords.split(whereSeparator: \.isNewline).map { line -> Substring in
      // Without the name and the address of the part that says it.
      line.firstRange(of: "] ").map { line[$0.upperBound...] } ?? line
    }.filter { line in !["format.", "streams.", "packets."].contains(where: line.hasPrefix) }
    // The end of an explanation says no more than that there is one.
    let telling = lines.filter { !$0.hasSuffix("Invalid data found when processing input") }
    return (telling.last ?? lines.last).map { String($0) }
  }

  /// The error of a program that was killed, or had too little memory, while it read a file:
  /// another attempt may succeed. `nil` if it ended otherwise.
  func lackOfMemory(_ program: String, _ path: Path) -> Failure? {
    guard lacksMemory else { return nil }
    let way =
      signal.map { "was killed (signal \($0)), for lack of memory perhaps" }
      ?? "has too little memory"
    return Failure(.tooFewResources, "\(program), which reads \(path), \(way): try again")
  }

  /// Whether a file is none of the types that may be opened.
  var isOfOtherType: Bool { lastWords.contains("whitelist") }
}
