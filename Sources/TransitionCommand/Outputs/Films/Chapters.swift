internal import TransitionImages
internal import TransitionSystem

/// The chapters of a film, which begin where titles, or all pictures, are alone. A part of a film
/// has none.
///
/// The first begins with the film, since MP4 and QuickTime know no other: that of the first title
/// if there are only colors before it, or else one with the name of what is shown.
struct Chapters: Sendable {
  private let chapters: [(name: String, frames: Range<Int>)]
  private let rate: FrameRate

  init(_ job: Job, ofAll: Bool, isPart: Bool = false) {
    rate = job.plan.rate
    guard !isPart else {
      chapters = []
      return
    }
    let items = Array(zip(job.show.items, job.plan.timeline.framesOfWords))
    var starts =
      items.compactMap { item, frames -> (name: String, start: Int)? in
        guard let frames, let name = Self.name(of: item, isWanted: ofAll) else { return nil }
        return (name, frames.lowerBound)
      }.sorted { $0.start < $1.start }
    if let first = starts.first, first.start > 0 {
      let before = items.filter {
        !$0.source.isColor && ($1?.lowerBound ?? first.start) < first.start
      }.min { ($0.1?.lowerBound ?? 0) < ($1.1?.lowerBound ?? 0) }
      if let name = before.flatMap({ Self.name(of: $0.0, isWanted: true) }) {
        starts.insert((name, 0), at: 0)
      } else {
        starts[0].start = 0
      }
    }
    let ends = starts.dropFirst().map(\.start) + [job.plan.timeline.count]
    chapters = zip(starts, ends).compactMap { chapter, end in
      chapter.start < end ? job.made(chapter.start..<end).map { (chapter.name, $0) } : nil
    }
  }

  /// The name of the chapter that an item begins: its title or, if each is to have one, its caption
  /// or its file's name.
  private static func name(of item: Item, isWanted: Bool) -> String? {
    let title = item.words.first { $0.kind == .title }
    let caption = item.texts.first { $0.kind == .caption }
    if let words = title ?? (isWanted ? caption : nil) {
      return words.text.lines.joined(separator: " ")
    }
    return isWanted && !item.source.isColor ? item.source.name.nameWithoutExtension : nil
  }

  /// The arguments with which ffmpeg reads chapters, and those with which it writes them.
  typealias Arguments = (input: FFmpeg.Arguments, output: [String])

  static let none: Arguments = (FFmpeg.Arguments([]), [])

  /// Hands over its arguments, to be read after a number of inputs; their file is there for as long
  /// as `body` takes.
  func withArguments<Value>(
    after inputs: Int, beside hidden: Path, _ body: (Arguments) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard !chapters.isEmpty else { return try body(Self.none) }
    return try AtomicFile.withTemporary(
      "the film's chapters", in: hidden.directory, holding: Array(metadata.utf8)
    ) { path throws(Failure) in
      let input = FFmpeg.Arguments(["-f", "ffmetadata", "-i"]) + .file(path)
      return try body((input, ["-map_chapters", "\(inputs)"]))
    }
  }

  /// As ffmpeg reads them, with times in frames.
  private var metadata: String {
    let texts = chapters.map { name, frames in
      // ffmpeg takes a backslash at the end of a line for one that goes on: a sign that joins words
      // follows it.
      let name = name.hasSuffix("\\") ? name + "\u{2060}" : name
      let title = name.map { "=;#\\\n".contains($0) ? "\\\($0)" : String($0) }.joined()
      return "[CHAPTER]\nTIMEBASE=\(rate.seconds)/\(rate.frames)\nSTART=\(frames.lowerBound)\n"
        + "END=\(frames.upperBound)\ntitle=\(title)\n"
    }
    return ";FFMETADATA1\n" + texts.joined()
  }
}
