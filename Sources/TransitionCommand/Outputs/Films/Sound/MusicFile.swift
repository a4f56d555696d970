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
  /// Whether that ends before the file does.
  let isCutOff: Bool

  /// The types of file that are opened: none that leads to others, such as a playlist.
  private static let containers = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dsf", "dts", "eac3", "flac",
    "flv", "matroska", "mov", "mp3", "mpc", "mpc8", "mpeg", "mpegts", "mxf", "nut", "ogg", "rm",
    "tak", "tta", "voc", "w64", "wav", "webm", "wv",
  ]

  /// Whether a file is sound alone by its name.
  static func isNamedAsSound(_ path: Path) -> Bool {
    let types = ["mp3", "wav", "m4a", "flac", "ogg", "opus", "aac"]
    return types.contains(path.fileExtension?.lowercased() ?? "")
  }

  /// Asks ffprobe what a file is.
  ///
  /// - Throws: that there is no such file, no ffprobe, or no sound in it.
  init(_ song: Song) throws(Failure) {
    let path = song.path
    guard let status = FileStatus(path) else {
      throw Failure.noFile(path, "the music")
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
    if let remark = FileEnding.remark(on: path) { Console.remark(remark) }
    var seconds = (sound["duration"] ?? info.whole["duration"]).flatMap { Double($0) }
      .flatMap { (0..<1e9).contains($0) ? $0 : nil }
    // Beside pictures the file's own length may be theirs.
    if let length = seconds, sound["duration"] != nil || info.video == nil {
      let start = sound["start_time"].flatMap { Double($0) } ?? 0
      var packets: (end: Double, lacking: Double)?
      if Self.indexed.contains(where: { (info.whole["format_name"] ?? "").hasPrefix($0) }) {
        packets = try Self.packets(of: path, stream: index, from: max(0, start + length - 0.5))
      }
      // What is beyond the end cannot be sought.
      if packets == nil { packets = try Self.packets(of: path, stream: index) }
      if let end = packets.map({ $0.end - start }) {
        let isOther = (end - length).magnitude > 0.5
        let type = info.whole["format_name"] ?? ""
        if isOther, end < length, Self.tellsLength(path, type) {
          let times = [end, length].map { FilmTime(tenthsOf: $0).text }
          Console.remark("\(path) is cut off: it ends at \(times[0]), and should last \(times[1])")
        }
        // An MP3's own length has samples before its start, which are not heard.
        if isOther || ["aac", "mp3"].contains(type) { seconds = end }
      }
      if let lacking = packets?.lacking, lacking > 0 {
        let time = FilmTime(tenthsOf: lacking).text
        Console.remark("\(path) is damaged: \(time) of its sound are missing, and not heard")
        seconds = seconds.map { $0 - lacking }
      }
    }
    (self.song, version, stream) = (song, status.version, index)
    let whole = seconds.map { Int(($0 * 1e6).rounded()) }
    part = try song.part(of: whole)
    if let end = song.to, let whole, end.micro > whole + 50_000 {
      Console.remark(
        "--music: \(song.written) goes on after the end, which is at "
          + FilmTime(micro: whole).text)
    }
    duration = part?.count ?? whole
    isCutOff = part.map { $0.upperBound < whole ?? .max } ?? false
  }

  /// Whether a file tells its length, which ffprobe guesses of others from their first bits. Of MP3
  /// these have a header in the first frame, after a tag.
  private static func tellsLength(_ path: Path, _ type: String) -> Bool {
    guard type == "mp3" else { return type != "aac" }
    let start = try? File.read("music", at: path) { file throws(FileError) -> [UInt8] in
      let tag = try file.read(atMost: 10)
      let length = tag.dropFirst(6).reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
      try file.seek(to: tag.starts(with: "ID3".utf8) ? 10 + length : 0)
      return try file.read(atMost: 2048)
    }
    return ["Xing", "Info", "VBRI"].contains { start?.firstRange(of: Array($0.utf8)) != nil }
  }

  /// Types of file that tell where each sample lies: none is missing, and the last one can be
  /// sought.
  private static let indexed = ["aiff", "au", "caf", "mov", "w64", "wav"]

  /// What packets tell: a header may promise what is no longer there, or guess.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - stream: the number of the stream.
  ///   - start: the time from which packets are read.
  /// - Returns: in seconds the end of the last one, and how much is missing between them, of which
  ///   ffmpeg says nothing; `nil` if there are none.
  /// - Throws: that there is no ffprobe, or too little memory for it.
  private static func packets(
    of path: Path, stream: Int, from start: Double = 0
  ) throws(Failure) -> (end: Double, lacking: Double)? {
    var end: Double?
    var lacking = 0.0
    _ = try FFmpeg.fields(
      "packet=pts_time,duration_time", ofStream: "\(stream)", .opening(path, containers),
      for: .music(path), ["-v", "error", "-read_intervals", "\(start)%"]
    ) { fields in
      let times = fields.compactMap { Double($0) }
      guard times.count == 2, (0..<1e9).contains(times[0] + times[1]) else { return }
      // Shorter gaps are rounded times.
      if let end, times[0] - end > 0.1 { lacking += times[0] - end }
      end = times[0] + times[1]
    }
    return end.map { ($0, lacking) }
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
