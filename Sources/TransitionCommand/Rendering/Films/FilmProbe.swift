internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

struct FilmProbe {
  let path: Path
  private let status: FileStatus
  let info: MediaInfo
  /// All packets, where the others do not tell the length.
  let scan: PacketScan?
  /// The time of the first picture, and how long it waits after its packet, where packets do not
  /// tell it; `nil` where they do.
  let decoded: (start: Int, delay: Int)?

  /// Asks ffprobe.
  ///
  /// - Throws: that there is no such file, no ffprobe, or nothing that ffprobe can read.
  init(_ path: Path) throws(Failure) {
    guard let status = FileStatus(path) else {
      throw Failure.noFile(path, "the film")
    }
    guard status.kind == .file else {
      throw Failure(.badInput, "\(path) is no ordinary file, as films must be")
    }
    guard status.size > 0 else { throw Failure(.badInput, "\(path) is empty") }
    (self.path, self.status) = (path, status)
    // After the first packets, ffprobe goes beyond the end, and back from there to the last packet
    // from which decoding can begin.
    let ends = try? Self.info(path, ["-read_intervals", "%+#9,9999999%"])
    // Where that is cut off, it cannot go there, or nothing is shown from there on, as after an
    // edit, it reads all that is there.
    if let ends, ends.video == nil || ends.packets.dropFirst(9).contains(where: ends.isShown) {
      info = ends
    } else {
      info = try Self.info(path, [])
    }
    scan = try Self.scan(path, info)
    decoded = try Self.decoded(path, info)
  }

  /// The time of the first picture of a film whose packets have no times but those by which they
  /// are decoded, as in AVI: pictures that refer to later ones are shown later.
  private static func decoded(
    _ path: Path, _ info: MediaInfo
  ) throws(Failure) -> (start: Int, delay: Int)? {
    guard let index = info.video?["index"], let first = info.packets.first(where: info.isOfVideo),
      first["pts"] == nil, first["dts"] != nil
    else { return nil }
    // So many packets that no decoder holds back all of their pictures.
    let decoded = try MediaInfo(
      path, for: .film(path), containers,
      ["frame": ["best_effort_timestamp"], "packet": ["dts"]],
      ["-select_streams", index, "-read_intervals", "%+#64"])
    guard let start = units(decoded.frames.first?["best_effort_timestamp"]) else { return nil }
    return (start, max(0, start - (units(decoded.packets.first?["dts"]) ?? start)))
  }

  private static func scan(_ path: Path, _ info: MediaInfo) throws(Failure) -> PacketScan? {
    guard ["mpeg", "mpegts"].contains(info.whole["format_name"]), let video = info.video,
      let stream = video["index"].flatMap({ Int($0) }),
      let unit = fraction(video["time_base"], "/"),
      let start = units(video["start_pts"])
    else { return nil }
    let scan = try PacketScan(
      path, stream: stream, from: start, unitsPerSecond: max(1, unit.denominator / unit.numerator))
    if let restart = scan.restart {
      let time = Double(restart - start) * Double(unit.numerator) / Double(unit.denominator)
      throw Failure(
        .badInput,
        "\(path) is several films, one after the other: its times begin anew after "
          + "\(FilmTime(tenthsOf: time).text): name them one by one, or make one of them: "
          + "ffmpeg -i \(path.name) -c copy film.mp4")
    }
    return scan
  }

  private static func info(_ path: Path, _ options: [String]) throws(Failure) -> MediaInfo {
    let info = try MediaInfo(path, for: .film(path), containers, entries, options)
    guard info.ending.status == 0 else { throw unreadable(path, info.ending) }
    return info
  }

  /// The types of file that are opened: none that leads to others, such as a playlist.
  static let containers = [
    "mov", "matroska", "webm", "avi", "mpegts", "mpeg", "mpegvideo", "flv", "asf", "ogg", "mxf",
    "yuv4mpegpipe", "dv", "ivf", "nut", "rm", "gxf", "m4v", "h264", "hevc", "obu", "vc1", "mjpeg",
  ]

  static func opening(_ path: Path) -> FFmpeg.Arguments { .opening(path, containers) }

  private static let entries = [
    "packet": ["stream_index", "pts", "dts", "duration", "flags"],
    "stream": [
      "index", "codec_type", "codec_name", "width", "height", "pix_fmt", "sample_aspect_ratio",
      "field_order", "color_range", "color_space", "color_transfer", "color_primaries",
      "chroma_location", "r_frame_rate", "avg_frame_rate", "time_base", "start_pts", "duration_ts",
      "channels", "nb_frames",
    ],
    "stream_tags": ["rotate", "alpha_mode", "DURATION"],
    "format_tags": [
      "creation_time", "com.apple.quicktime.creationdate",
      "com.apple.quicktime.content.identifier",
    ],
    "stream_disposition": ["attached_pic", "default"],
    "stream_side_data": [
      "side_data_type", "rotation", "dv_profile", "dv_bl_signal_compatibility_id",
    ] + brightness,
    "format": ["format_name", "start_time", "duration"],
  ]

  /// The error of a file of which ffprobe says why it cannot be read.
  private static func unreadable(_ path: Path, _ ending: ChildProcess.Ending) -> Failure {
    if ending.isOfOtherType {
      let picture = try? ImageFile(path: path, role: "picture", pixelLimit: nil)
      if picture != nil {
        return Failure(
          .badInput,
          "\(path) is a picture with the name of a film: name it by its own type, such as .png")
      }
      return Failure(
        .badInput, "\(path) leads to other files, or is sound alone: a film holds its own pictures")
    }
    let reason = ending.reason ?? "status \(ending.status)"
    return Failure(.badInput, "\(path) is not a film that can be read: \(reason)")
  }

  /// The film that it is.
  ///
  /// - Throws: what it lacks, or why it is refused.
  func film(pixelLimit: Int?) throws(Failure) -> FilmFile {
    guard let video = info.video, let index = video["index"].flatMap({ Int($0) }) else {
      throw refused(
        info.sound == nil
          ? "has no pictures" : "has sound alone, and no pictures: --music takes it")
    }
    guard let width = video["width"].flatMap({ Int($0) }),
      let height = video["height"].flatMap({ Int($0) }), width > 0, height > 0,
      let pixelFormat = video["pix_fmt"]
    else { throw refused("has pictures of a type that this ffmpeg does not know") }
    let size = Self.size(of: video, width: width, height: height)
    if let pixelLimit, size.width * size.height > pixelLimit {
      throw refused(
        "is too large: \(size) pixels, more than \(pixelLimit); --max-pixels 0 lifts the "
          + "limit")
    }
    let names = info.whole["format_name"] ?? ""
    // Matroska has no times before zero: ffmpeg takes such pictures for later ones.
    if names.contains("matroska"), let first = info.packets.first(where: info.isOfVideo),
      first["pts"] == nil
    {
      throw refused(
        "begins with pictures before its time zero, which cannot be told apart: make it anew from "
          + "its source")
    }
    let decoder = Self.decoderOfAlpha(video)
    let colors = try colors(of: video, decoder == nil ? pixelFormat : "yuva420p", height: height)
    let unit = Self.fraction(video["time_base"], "/") ?? (numerator: 1, denominator: 1_000_000)
    // Of a Matroska of two or three pictures ffprobe tells no start.
    let start =
      decoded?.start ?? Self.units(video["start_pts"])
      ?? info.packets.filter(info.isOfVideo).compactMap { Self.units($0["pts"]) }.min() ?? 0
    let findsTimes = names.contains("mov") || names.contains("matroska")
    let (length, openEnd) = try length(of: video, from: start, unit, findsTimes: findsTimes)
    return FilmFile(
      path: path, version: status.version, stream: index, decoder: decoder,
      size: size, colors: colors,
      isInterlaced: ["tt", "bb", "tb", "bt"].contains(video["field_order"]),
      rate: Self.rate(of: video), start: start,
      // AVI counts the pictures as they are decoded, and the sound from the first of them on.
      startOfSound: names == "avi" ? start - (decoded?.delay ?? 0) : start, length: length,
      openEnd: openEnd, unit: unit,
      startOfFile: Self.micro(info.whole["start_time"]) ?? 0,
      dateTaken: Self.dateTaken(info.whole), damage: scan?.warning,
      contentIdentifier: Self.quickTimeTag("content.identifier", info.whole),
      findsTimes: findsTimes,
      sound: info.sound.flatMap { sound in
        let isLossless = Self.isLossless(sound["codec_name"])
        return sound["index"].flatMap { Int($0) }
          .map { (stream: $0, findsSamples: !(names.contains("matroska") && isLossless)) }
      })
  }

  /// When it was taken: QuickTime's own date has the camera's zone, and the other one is in UTC,
  /// but in AVI by the camera's clock.
  private static func dateTaken(_ whole: [String: String]) -> DateTaken? {
    let local = quickTimeTag("creationdate", whole).flatMap { DateTaken($0) }
    guard local == nil else { return local }
    return whole["tags.creation_time"].flatMap { DateTaken($0) }
  }

  /// A tag of QuickTime's, in whose name ffprobe may write other periods.
  private static func quickTimeTag(_ name: String, _ whole: [String: String]) -> String? {
    let name = "com.apple.quicktime.\(name)"
    return whole["tags.\(name)"] ?? whole["tags." + name.replacing(".", with: "_")]
  }

  /// Whether a codec keeps every sample of sound.
  private static func isLossless(_ codec: String?) -> Bool {
    let names = ["alac", "flac", "mlp", "truehd", "tta", "wavpack"]
    return codec.map { $0.hasPrefix("pcm_") || names.contains($0) } ?? false
  }

  func refused(_ reason: String) -> Failure { Failure(.badInput, "\(path) \(reason)") }

  /// A decoder that knows alpha beside its pictures, which ffmpeg's own leave out.
  private static func decoderOfAlpha(_ video: [String: String]) -> String? {
    guard video["tags.alpha_mode"] == "1" else { return nil }
    return ["vp8": "libvpx", "vp9": "libvpx-vp9"][video["codec_name"]]
  }

  /// The size upright, in square pixels: the side that is too short is made longer.
  private static func size(of video: [String: String], width: Int, height: Int) -> Size {
    var size = Size(width: width, height: height)
    if let aspect = fraction(video["sample_aspect_ratio"], ":"),
      aspect.numerator != aspect.denominator
    {
      let ratio = Double(aspect.numerator) / Double(aspect.denominator)
      // What is far from any lens or screen is a mistake.
      if (0.1...10).contains(ratio) {
        size =
          ratio > 1
          ? Size(width: Int((Double(width) * ratio).rounded()), height: height)
          : Size(width: width, height: Int((Double(height) / ratio).rounded()))
      }
    }
    return isTurned(video) ? Size(width: size.height, height: size.width) : size
  }

  /// Whether its columns are shown as rows.
  static func isTurned(_ video: [String: String]) -> Bool {
    let angle =
      (video["side_data_list.side_data.rotation"] ?? video["tags.rotate"])
      .flatMap { Double($0) } ?? 0
    return (angle.magnitude.truncatingRemainder(dividingBy: 180) - 90).magnitude < 1
  }

  /// The rate, if all pictures are as long, or else the usual one that is next to it.
  private static func rate(of video: [String: String]) -> FrameRate {
    let rates = ["r_frame_rate", "avg_frame_rate"].compactMap { fraction(video[$0], "/") }
      .map { FrameRate(frames: $0.numerator, seconds: $0.denominator) }
    func value(_ rate: FrameRate) -> Double { Double(rate.frames) / Double(rate.seconds) }
    // The first has a frame for each picture, so that the average cannot be more.
    guard let average = rates.map(value).min() else { return .standard }
    let range = 1.0...1000.0
    // Of a constant rate some pictures may be missing.
    if let constant = rates.first, range.contains(value(constant)),
      value(constant) / average < (value(constant) < 61 ? 1.5 : 1.001),
      (1...1_000_000).contains(constant.frames), constant.seconds <= 1_000_000
    {
      return constant
    }
    let usual = [
      (10, 1), (12, 1), (15, 1), (24_000, 1001), (24, 1), (25, 1), (30_000, 1001), (30, 1),
      (48, 1), (50, 1), (60_000, 1001), (60, 1), (100, 1), (120, 1), (240, 1),
    ].map { FrameRate(frames: $0.0, seconds: $0.1) }
    func distance(_ rate: FrameRate) -> Double { (value(rate) / average - 1).magnitude }
    return usual.min { distance($0) < distance($1) } ?? .standard
  }

  /// A number of time units, of which there may be any: too many are none.
  static func units(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap(usable)
  }

  static func usable(_ units: Int) -> Int? { units.magnitude < 1 << 53 ? units : nil }

  /// A quotient whose parts are positive.
  static func fraction(_ text: String?, _ sign: Character) -> FilmFile.Fraction? {
    let parts = (text ?? "").split(separator: sign).map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ (1...Int(Int32.max)).contains($0) }) else {
      return nil
    }
    return (numerator: parts[0], denominator: parts[1])
  }

  static func micro(_ text: String?) -> Int? {
    guard let seconds = text.flatMap({ Double($0) }), seconds.magnitude < 1e9 else { return nil }
    return Int((seconds * 1e6).rounded())
  }
}
