internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The captions of a show in a file of their own, beside what shows the pictures.
struct Subtitles: Sendable {
  private enum Format: String { case srt, vtt }

  let file: OutputFile
  private let format: Format

  /// - Returns: `nil` if nobody asks for it.
  init?(_ settings: Settings) throws(Failure) {
    guard let path = settings.words.subtitles else { return nil }
    guard let format = path.fileExtension.flatMap({ Format(rawValue: $0.lowercased()) }) else {
      throw .usage("--write-subtitles: \(path): the name ends in .srt or .vtt")
    }
    file = OutputFile(path: path, role: "the subtitle file", isKept: settings.refusesExisting)
    self.format = format
  }

  /// Refuses to write over inputs or another output.
  func check(_ outputs: Outputs, _ plan: Plan, inputs: [Path]) throws(Failure) {
    for output in outputs.all {
      guard let use = output.use(of: file.path, plan) else { continue }
      throw .usage("--write-subtitles: \(file.path) is \(use)")
    }
    try file.check(inputs: inputs)
  }

  /// Writes the file; it gets its name once `make` has made what shows the pictures, so that no
  /// new film is left beside an old file.
  func write(
    _ job: Job, _ make: () throws(Failure) -> Job.Outcome
  ) throws(Failure) -> Job.Outcome {
    try Failure.from(file: Folder.make(for: file.path))
    let text = text(job)
    var outcome = Job.success
    try AtomicFile.write(file.role, to: file.path) { file throws(Failure) in
      try Failure.from(file: file.write(Array(text.utf8)))
      outcome = try make()
    }
    return outcome
  }

  private func text(_ job: Job) -> String {
    let cues = zip(job.show.items, job.plan.timeline.framesOfWords).compactMap { item, frames in
      item.subtitle.flatMap { words in
        frames.flatMap(job.made).map { (frames: $0, lines: words.text.lines) }
      }
    }.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    let texts = cues.enumerated().map { index, cue in
      let times = [cue.frames.lowerBound, cue.frames.upperBound].map { frame in
        clock(job.plan.rate.milliseconds(before: frame))
      }
      let lines = cue.lines.map(format == .vtt ? Self.escaped : Self.unmarked).map(Self.unbroken)
      return "\(index + 1)\n\(times[0]) --> \(times[1])\n" + lines.joined(separator: "\n") + "\n"
    }
    return (format == .vtt ? ["WEBVTT\n"] + texts : texts).joined(separator: "\n")
  }

  /// `01:02:03,456`, of WebVTT with a point.
  private func clock(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map(\.twoDigits)
      .joined(separator: ":") + (format == .vtt ? "." : ",") + fraction
  }

  /// A line as WebVTT has it.
  private static func escaped(_ line: String) -> String {
    line.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// A line of SubRip, in which a sign that joins words keeps players from finding tags: it has no
  /// way to write them.
  private static func unmarked(_ line: String) -> String {
    let joiner = "\u{2060}"
    return line.replacing("-->", with: "--\(joiner)>").replacing("{\\", with: "{\(joiner)\\")
      .replacing("<", with: "<\(joiner)")
  }

  /// A line whose backslashes break no lines and are no blanks, as in SubStation Alpha, which
  /// ffmpeg makes of both.
  private static func unbroken(_ line: String) -> String {
    line.replacing(/\\(?=[Nnh])/, with: "\\\u{2060}")
  }
}

extension Job {
  /// Where frames of the show are in what is made: of files, and in a film of parts, each has its
  /// place in the whole; `nil` if none of them is made.
  func made(_ frames: Range<Int>) -> Range<Int>? {
    if files != nil || outputs.film?.parts != nil { return frames }
    let first = plan.allNumbers.lowerBound
    let start = plan.chosen.count(below: first + frames.lowerBound)
    let end = plan.chosen.count(below: first + frames.upperBound)
    return start < end ? start..<end : nil
  }
}
