internal import TransitionImages
internal import TransitionSystem

/// A part of a film in a folder of parts. Its name is all that is known of it: the key of its
/// frames and of their encoding, and checksums of the encoder's header and of the file itself.
struct PartFile: Hashable, Sendable {
  let key: FrameKey
  let header: String
  let sum: String
  let type: Film.Container

  /// The checksum of a file that is the part of a key, which that of another part is not.
  static func sum(of path: Path, _ key: FrameKey, header: String) -> String? {
    Fingerprint(path).map { FrameKey(of: [key.text, header, $0.text]).text }
      .map { String($0.suffix(16)) }
  }

  var name: Path { Path("\(key.text)-\(header)-\(sum).\(type.rawValue)") }

  init(_ key: FrameKey, header: String, sum: String, type: Film.Container) {
    (self.key, self.header, self.sum, self.type) = (key, header, sum, type)
  }

  /// Reads a name; `nil` if it is none of a part.
  init?(named name: Path) {
    guard
      let match = name.description.wholeMatch(
        of: /([0-9a-f]{32})-([0-9a-f]{8})-([0-9a-f]{16})\.([a-z0-9]+)/),
      let key = FrameKey(String(match.1)), let type = Film.Container(rawValue: String(match.4))
    else { return nil }
    self.init(key, header: String(match.2), sum: String(match.3), type: type)
  }

  /// The parts in a folder, by their keys, those of a key by their names.
  static func all(in folder: Path) -> [FrameKey: [PartFile]] {
    let files = Folder.names(in: folder).compactMap(PartFile.init(named:))
    return Dictionary(grouping: files, by: \.key).mapValues { files in
      files.sorted { ($0.header, $0.sum) < ($1.header, $1.sum) }
    }
  }

  /// Whether its file is as it was made.
  func isWhole(in folder: Path) -> Bool {
    Self.sum(of: folder + name, key, header: header) == sum
  }
}

/// A part as ffprobe sees it.
struct PartProbe {
  /// A checksum of what a player must know before the first frame.
  let header: String

  /// Reads and decodes a part.
  ///
  /// - Throws: that it has another number of frames.
  init(_ path: Path, frames: Int) throws(Failure) {
    let entries = [
      "stream": [
        "codec_name", "profile", "width", "height", "pix_fmt", "level", "color_range",
        "color_space", "color_transfer", "color_primaries", "extradata_hash", "nb_read_packets",
        "nb_read_frames",
      ]
    ]
    // Of the frames between the first and the last, those that others need are decoded.
    let info = try MediaInfo(
      path, for: .film(path), Film.Container.demuxers, entries,
      ["-count_packets", "-count_frames", "-show_data_hash", "CRC32", "-threads", "1"]
        + FFmpeg.Arguments.roughly)
    var stream = info.streams.first ?? [:]
    let count = stream.removeValue(forKey: "nb_read_packets").flatMap { Int($0) } ?? 0
    let decoded = stream.removeValue(forKey: "nb_read_frames").flatMap { Int($0) } ?? 0
    guard info.ending.status == 0, info.ending.reason == nil, count == frames, decoded > 0 else {
      let reason = info.ending.reason ?? "\(decoded == 0 ? 0 : count) of \(frames) frames"
      throw Failure(.cannotWrite, "a part of the film cannot be read again: \(reason)")
    }
    let texts = stream.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    header = String(FrameKey(of: texts).text.suffix(8))
  }
}
