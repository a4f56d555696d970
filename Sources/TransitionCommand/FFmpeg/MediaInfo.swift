internal import TransitionSystem

/// What ffprobe says of a film or of music.
struct MediaInfo {
  /// What it says of the whole, by names: `format_name`.
  private(set) var whole: [String: String] = [:]
  /// What it says of each stream, in their order: `codec_type`, `tags.rotate`.
  private(set) var streams: [[String: String]] = []
  /// What it says of packets, as many as its words leave room for.
  private(set) var packets: [[String: String]] = []
  /// What it says of decoded pictures.
  private(set) var frames: [[String: String]] = []
  /// How it has ended: with a status other than 0 if it cannot read the file.
  let ending: ChildProcess.Ending

  /// Asks ffprobe about a file of some types for names, by their sections.
  ///
  /// - Throws: that there is no ffprobe, or too little memory for it.
  init(
    _ path: Path, for purpose: FFmpeg.Purpose, _ containers: [String],
    _ entries: [String: [String]], _ options: [String] = []
  ) throws(Failure) {
    let entries = entries.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value.joined(separator: ","))" }.joined(separator: ":")
    let words = ["-v", "error", "-of", "flat", "-show_entries", entries] + options
    ending = try FFmpeg.ffprobe.run(.init(words) + .opening(path, containers), for: purpose)
    read(ending.lastWords)
  }

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
        lists[keys[1], default: [:]][index, default: [:]][name] = value
      }
    }
    func list(_ name: Substring) -> [[String: String]] {
      (lists[name] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }
    (streams, packets, frames) = (list("stream"), list("packet"), list("frame"))
  }

  /// The stream of sound that players take: the first of those that are a default, or else of all.
  var sound: [String: String]? {
    Self.usual(streams.filter { $0["codec_type"] == "audio" && $0["channels"] != "0" })
  }

  private static func usual(_ streams: [[String: String]]) -> [String: String]? {
    streams.first { $0["disposition.default"] == "1" } ?? streams.first
  }

  /// Whether a packet belongs to that of the pictures.
  func isOfVideo(_ packet: [String: String]) -> Bool {
    packet["stream_index"] != nil && packet["stream_index"] == video?["index"]
  }

  /// Whether a packet is a picture that is shown: those with the flag D are decoded for others
  /// alone, as before and after the edits of QuickTime.
  func isShown(_ packet: [String: String]) -> Bool {
    isOfVideo(packet) && !(packet["flags"] ?? "").contains("D")
  }

  /// The stream of pictures that players take, and no cover of a record.
  var video: [String: String]? {
    Self.usual(
      streams.filter { $0["codec_type"] == "video" && $0["disposition.attached_pic"] != "1" })
  }
}
