internal import TransitionSystem

/// The times of a film's pictures, which ffprobe reads.
enum FilmTimes {
  /// Makes sure that a film has a number of frames at a rate, each at its own time, to the unit in
  /// which its container counts.
  static func check(_ path: Path, frames count: Int, _ rate: FrameRate) throws(Failure) {
    func read(_ entry: String, _ body: (Substring) -> Void) throws(Failure) {
      let ending = try FFmpeg.fields(
        entry, ofStream: "v:0", .opening(path, Film.Container.demuxers), for: .film(path)
      ) { $0.first.map(body) }
      guard ending.status == 0 else { throw joined(ending.reason ?? "status \(ending.status)") }
    }
    var unit: FilmFile.Fraction?
    try read("stream=time_base") { unit = FilmProbe.fraction(String($0), "/") }
    var times: [Int] = []
    try read("packet=pts") { if let time = Int($0) { times.append(time) } }
    times.sort()
    guard let unit, times.count == count else {
      throw joined("\(times.count) of \(count) frames are there")
    }
    // Beside Opus, which begins a little before its first sample, ffmpeg shifts all pictures.
    let first = times.first ?? 0
    guard first >= 0, first * unit.numerator * 100 <= unit.denominator else {
      throw joined("its pictures do not begin at once")
    }
    for (index, time) in times.enumerated() {
      // Both in parts of a unit, of which it may be off by one.
      let ideal = Int128(index) * Int128(rate.seconds) * Int128(unit.denominator)
      let scale = Int128(rate.frames) * Int128(unit.numerator)
      guard (Int128(time - first) * scale - ideal).magnitude <= scale.magnitude else {
        throw joined("frame \(index) has another time than its own")
      }
    }
  }

  /// A sentence about a film of some frames that filters have made longer or shorter, or of more
  /// or fewer frames; `nil` if they have not.
  ///
  /// - Throws: that they have left no picture.
  static func remark(
    onFiltered path: Path, of frames: Int, in seconds: Double
  ) throws(Failure) -> String? {
    let (count, video) = try pictures(of: path)
    let rate = ["avg_frame_rate", "r_frame_rate"].lazy
      .compactMap { FilmProbe.fraction(video[$0], "/") }.first
    let length = rate.map { Double(count * $0.denominator) / Double($0.numerator) } ?? 0
    guard count > 0 else {
      throw .usage("--save-options: the filters leave no picture of the film")
    }
    guard (length - seconds).magnitude > 0.1 + seconds / 50 else {
      return count == frames
        ? nil : "--save-options: the filters make \(count) frames of \(frames)"
    }
    func text(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10) s" }
    return "--save-options: the filters make \(text(length)) of pictures of \(text(seconds))"
  }

  /// Makes sure that an encoder has left out no frame of a film.
  static func check(
    _ path: Path, has count: Int, madeBy encoder: FilmEncoder
  ) throws(Failure) {
    let made = try pictures(of: path).count
    guard made == count else {
      throw Failure(
        .cannotWrite,
        "\(encoder.name) has made \(made) of \(count) frames: another --codec, or a lower quality, "
          + "may make them all")
    }
  }

  /// The number of a film's pictures, and what its stream says of their rate.
  private static func pictures(
    of path: Path
  ) throws(Failure) -> (count: Int, stream: [String: String]) {
    let entries = ["stream": ["codec_type", "nb_read_packets", "avg_frame_rate", "r_frame_rate"]]
    let info = try MediaInfo(
      path, for: .film(path), Film.Container.demuxers, entries, ["-count_packets"])
    let video = info.video ?? [:]
    return (video["nb_read_packets"].flatMap { Int($0) } ?? 0, video)
  }

  private static func joined(_ reason: String) -> Failure {
    Failure(.cannotWrite, "ffmpeg could not join the parts of the film: \(reason)")
  }
}
