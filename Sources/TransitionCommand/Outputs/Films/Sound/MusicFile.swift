internal import TransitionSystem

/// A file whose sound lies under that of a film.
struct MusicFile: Sendable, Hashable {
  let song: Song
  var path: Path { song.path }
  /// The version that was probed.
  let version: FileVersion
  /// The number of the stream that is heard.
  let stream: Int
  /// The length of what is heard, in millionths of a second; `nil` if the file does not tell.
  let duration: Int?
  /// The part that is heard, in millionths of a second; `nil` for all of it.
  let part: Range<Int>?

  /// The types of file that are opened: none that leads to others, such as a playlist.
  private static let containers = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dsf", "dts", "eac3", "flac",
    "flv", "matroska", "mov", "mp3", "mpc", "mpc8", "mpeg", "mpegts", "mxf", "nut", "ogg", "rm",
    "tak", "tta", "voc", "w64", "wav", "webm", "wv",
  ]

  /// Asks ffprobe what a file is.
  ///
  /// - Throws: that there is no such file, no ffprobe, or no sound in it.
  init(_ song: Song) throws(Failure) {
    let path = song.path
    guard let status = FileStatus(path) else {
      throw Failure(.noInput, "cannot read the music: \(path): No such file or directory")
    }
    guard status.kind == .file else {
      throw Failure(.badInput, "--music: \(path) is no ordinary file, as music must be")
    }
    let info = try MediaInfo(
      path, for: .music(path), Self.containers,
      [
        "stream": ["index", "codec_type", "channels", "start_time", "duration"],
        "stream_disposition": ["attached_pic", "default"], "format": ["format_name", "duration"],
      ])
    guard info.ending.status == 0 else { throw Self.unreadable(path, info.ending) }
    guard let sound = info.sound, let index = sound["index"].flatMap({ Int($0) }) else {
      throw Failure(
        .badInput,
        info.video != nil
          ? "--music: \(path) has pictures and no sound" : "--music: \(path) has no sound")
    }
    var seconds = (sound["duration"] ?? info.whole["duration"]).flatMap { Double($0) }
      .flatMap { (0..<1e9).contains($0) ? $0 : nil }
    // Beside pictures the file's own length may be theirs.
    if let length = seconds, sound["duration"] != nil || info.video == nil {
      let start = sound["start_time"].flatMap { Double($0) } ?? 0
      var end: Double?
      // MP3 is sought by its rate, which may change.
      if info.whole["format_name"] != "mp3" {
        end = try Self.end(of: path, stream: index, from: max(0, start + length - 0.5))
      }
      // What is beyond the end cannot be sought.
      if end == nil { end = try Self.end(of: path, stream: index) }
      if let end = end.map({ $0 - start }), (end - length).magnitude > 0.5 {
        if end < length {
          let times = [end, length].map { FilmTime(tenthsOf: $0).text }
          Console.remark("\(path) is cut off: it ends at \(times[0]), and should last \(times[1])")
        }
        seconds = end
      }
    }
    (self.song, version, stream) = (song, status.version, index)
    let whole = seconds.map { Int(($0 * 1e6).rounded()) }
    part = try song.part(of: whole)
    duration = part?.count ?? whole
  }

  /// The end of the last packet, in seconds: a header may tell what is no longer there, or guess.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - stream: the number of the stream.
  ///   - start: the time from which packets are read.
  /// - Returns: `nil` if there are none.
  /// - Throws: that there is no ffprobe, or too little memory for it.
  private static func end(
    of path: Path, stream: Int, from start: Double = 0
  ) throws(Failure) -> Double? {
    var end: Double?
    _ = try FFmpeg.fields(
      "packet=pts_time,duration_time", ofStream: "\(stream)", .opening(path, containers),
      for: .music(path), ["-v", "error", "-read_intervals", "\(start)%"]
    ) { fields in
      let times = fields.compactMap { Double($0) }
      let sum = times.reduce(0, +)
      if times.count == 2, (0..<1e9).contains(sum) { end = sum }
    }
    return end
  }

  private static func unreadable(_ path: Path, _ ending: ChildProcess.Ending) -> Failure {
    Failure(
      .badInput,
      "--music: \(path) is not a file of sound that can be read"
        // It would name all types that are read.
        + (ending.isOfOtherType ? "" : ending.citation))
  }

  /// The arguments with which ffmpeg plays it, after those that come first.
  ///
  /// - Parameter count: how often; `nil` for again and again.
  /// - Returns: them.
  func playing(_ count: Int?) -> FFmpeg.Arguments {
    // Its pictures may be many, and a cover would be one.
    let before = count == 1 ? ["-vn"] : ["-stream_loop", "\((count ?? 0) - 1)", "-vn"]
    return .init(before) + .opening(path, Self.containers) + .init(["-map", "0:\(stream)"])
  }

  /// The filters that leave the part that is heard, of samples whose times begin at 0.
  var cutting: [String] {
    part.map { part in
      let ends = [part.lowerBound, part.upperBound].map { SoundPlan.samples(micro: $0) }
      return ["atrim=start_sample=\(ends[0]):end_sample=\(ends[1])", Soundtrack.evenly]
    } ?? []
  }

  /// Decodes its beginning: what is repeated must have a sample at least.
  ///
  /// - Throws: that it cannot be decoded.
  func check() throws(Failure) {
    let ending = try FFmpeg.ffmpeg.run(
      .quietly + .opening(path, Self.containers)
        + .init(["-map", "0:\(stream)", "-frames:a", "1", "-f", "framecrc", "pipe:1"]),
      for: .music(path))
    // A line for each packet, after those that begin with a number sign.
    let isHeard = ending.lastWords.split(whereSeparator: \.isNewline).contains {
      $0.hasPrefix("0,")
    }
    guard ending.status == 0, isHeard else { throw Self.unreadable(path, ending) }
  }
}
