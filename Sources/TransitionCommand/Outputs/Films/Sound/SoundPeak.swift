internal import TransitionSystem

/// The loudest sample of a sound.
enum SoundPeak {
  /// Whether a sound has samples beyond 1, which only floating point holds. All of it is decoded.
  ///
  /// - Throws: what is wrong with some sound, or that ffmpeg does not tell.
  static func isAboveFullScale(_ soundtrack: Soundtrack) throws(Failure) -> Bool {
    let program = try FFmpeg.encoding(
      .init(arguments(soundtrack)), otherInputs: soundtrack.tracks.count)
    program.closeInput()
    let feed = SoundFeed(soundtrack, to: program)
    let feeding = Result { () throws(Failure) in try feed.begin() }
    if case .failure = feeding { program.kill() }
    let ending = program.wait()
    let failure = feed.end()
    try feeding.get()
    if let failure { throw failure }
    let levels = ["Max level: ", "Min level: "].compactMap { level(ending.lastWords, after: $0) }
    guard ending.status == 0, levels.count == 2 else {
      throw Failure(
        ending.lacksMemory ? .tooFewResources : .cannotWrite,
        "ffmpeg cannot measure the film's sound" + (ending.reason.map { ": \($0)" } ?? ""))
    }
    return levels.contains { $0.magnitude > 1 }
  }

  private static func arguments(_ soundtrack: Soundtrack) -> [String] {
    let measuring = "astats=measure_perchannel=none:measure_overall=Max_level+Min_level"
    let filter = (soundtrack.mix.map { $0 + "," } ?? "[1:a]") + measuring
    return ["-hide_banner", "-nostats", "-loglevel", "info", "-f", "s16le", "-i", "pipe:0"]
      + soundtrack.inputs + ["-filter_complex", filter + "[out]", "-map", "[out]"]
      + ["-f", "null", "-"]
  }

  private static func level(_ words: String, after name: String) -> Double? {
    guard let range = words.firstRange(of: name) else { return nil }
    return Double(words[range.upperBound...].prefix { !$0.isWhitespace })
  }
}
