internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// A film that is made of parts, which stay in a folder.
///
/// A part is a closed group of pictures. Its name follows from what decides its frames and their
/// encoding, and not from its place, so that films that share what they show share parts. Each is
/// made by one thread and an encoder with one thread, as many at once as there are jobs, so that
/// its bytes are the same however it came about. The film is the parts, copied one after the other,
/// with the sound of the whole.
struct FilmOfParts {
  /// Frames of the timeline, from 0, and the key of what they are encoded to.
  private struct Part {
    let frames: Range<Int>
    let key: FrameKey
  }

  private let job: Job
  private let film: Film
  private let folder: PartFolder
  private let opened: OpenedShow
  private let hasAlpha: Bool
  private let encoder: FilmEncoder
  /// The container of the parts.
  private let container: Film.Container
  private let parts: [Part]
  /// The parts that are there, whole, by their keys.
  private let kept: [FrameKey: PartFile]

  private static let role = "a part of the film"

  /// Opens the pictures, and looks which parts are there.
  init(_ job: Job, _ film: Film, _ folder: PartFolder) throws(Failure) {
    (self.job, self.film, self.folder) = (job, film, folder)
    let identities = try FrameKeys.identities(job)
    opened = try OpenedShow(job)
    guard let identities else {
      throw Failure(
        .noInput, "--parts cannot tell pictures apart that are not ordinary files")
    }
    hasAlpha = try opened.hasAlpha() && film.holdsAlpha
    let size = film.size(of: opened.size)
    encoder = try film.encoding.encoder(hasAlpha: hasAlpha, size: size).ofParts
    container = film.encoding.codec(hasAlpha: hasAlpha).partContainer(hasAlpha: hasAlpha)
    try job.soundtrack?.check(film.encoding)
    let rawFormat = film.rawFormat(hasAlpha: hasAlpha, opened.depth)
    let words = film.arguments(
      encoder, rawFormat, nil, size: size, hasAlpha: hasAlpha, asPart: container, to: "part")
    let sample = try PartSample(of: film, encoder, rawFormat, hasAlpha: hasAlpha, in: container)
    let all = try Self.parts(
      opened, film.encoding.codec(hasAlpha: hasAlpha).partLengths,
      FrameKeys(opened, words.texts + [sample.text], identities))
    parts = Self.part(folder.shard, of: all)
    kept = Self.whole(parts, in: folder.path, atOnce: job.jobs)
  }

  // MARK: What there is to make

  private static func parts(
    _ opened: OpenedShow, _ lengths: PartLayout.Lengths, _ keys: FrameKeys
  ) -> [Part] {
    let plan = opened.job.plan
    let timeline = plan.timeline
    let layout = PartLayout(lengths, plan.rate)
    let items = opened.job.show.items
    // Other words on a picture are to make only one part again.
    let beginnings = timeline.beginnings(after: layout.rest) { item in
      items[item].isConstant && items[item].words.isEmpty
    }
    let places = beginnings.map { ($0.frame, keys.key(ofItem: $0.item)) }
    let ranges = layout.parts(of: timeline.count, places: places)
    return ranges.map { frames in
      var key = FrameKey(of: ["\(frames.count) frames"])
      // Frames that look the same have the same key.
      var (last, text) = (Timeline.Moment?.none, "")
      for moment in frames.lazy.map(timeline.moment) {
        if moment != last { (last, text) = (moment, keys.key(of: moment).text) }
        key = key.adding([text])
      }
      return Part(frames: frames, key: key)
    }
  }

  /// The parts of a shard: those whose middle is among its share of all frames.
  private static func part(_ shard: Shard, of parts: [Part]) -> [Part] {
    guard let last = parts.last else { return [] }
    let share = shard.positions(of: last.frames.upperBound)
    return parts.filter { part in
      share.contains((part.frames.lowerBound + part.frames.upperBound - 1) / 2)
    }
  }

  private static func whole(
    _ parts: [Part], in folder: Path, atOnce jobs: Int
  ) -> [FrameKey: PartFile] {
    let files = PartFile.all(in: folder)
    let keys = Array(Set(parts.map(\.key)))
    let found = Threads.results(of: keys.count, atOnce: jobs) { index in
      files[keys[index]]?.first { $0.isWhole(in: folder) }
    }
    return Dictionary(uniqueKeysWithValues: found.compactMap { $0.map { ($0.key, $0) } })
  }

  /// The numbers of the frames whose parts are not there.
  var missing: FrameSet {
    let first = job.plan.allNumbers.lowerBound
    return FrameSet(
      parts.lazy.filter { kept[$0.key] == nil }.flatMap(\.frames).map { first + $0 })
  }

  // MARK: Making it

  /// Makes the parts that are not there and, unless they are a shard's, the film.
  ///
  /// - Returns: how it ended, in a sentence.
  func make(_ report: JobReport) throws(Failure) -> String {
    Console.remark(Remarks.ofFrames(opened, hasAlpha: hasAlpha))
    Console.remark(job.show.remarks(in: opened.canvas.bounds))
    Console.remark(try film.encoding.remarksOnOptions())
    Interruption.listen()
    var seen = Set(kept.keys)
    // Parts that show the same are made once.
    let missing = parts.filter { seen.insert($0.key).inserted }
    if missing.count > 3, let remark = remarkOnLengths() { Console.remark(remark) }
    let counts = Monitor(0)
    func frames(_ parts: [Part]) -> Int { parts.reduce(0) { $0 + $1.frames.count } }
    report.begin(
      JobReport.Work(count: frames(missing)) { counts.withLock(\.self) }, opened,
      hasAlpha: hasAlpha, kept: frames(parts) - frames(missing), canGoOn: true)
    defer { report.stop() }
    try Failure.from(file: Folder.make(for: folder.path + "part"))
    let made = try make(missing, report, counts)
    let isWhole = folder.shard == .whole
    if isWhole {
      try Failure.from(file: Folder.make(for: film.destination.path))
      let files = try alike(kept.merging(made) { _, new in new }, report, counts)
      try join(parts.compactMap { files[$0.key] })
      if folder.isCleaned { clean(keeping: Set(files.values)) }
    }
    report.stop()
    return report.end(
      partsMade: missing.count, kept: parts.count - missing.count,
      film: isWhole ? film.destination.path : nil)
  }

  /// Why many parts are made where there are those of an earlier show: where a length is no whole
  /// number of frames, one that changes moves all that follows by a part of a frame.
  private func remarkOnLengths() -> String? {
    let (rate, show) = (film.rate, job.show)
    let holds = show.items.compactMap { item -> Length? in
      if case .length(let length)? = item.extent.hold { length } else { nil }
    }
    let lengths = holds + show.steps.map(\.passage.count)
    let used = Set(parts.map(\.key))
    guard let length = lengths.first(where: { !rate.frames(in: $0).areExact }),
      PartFile.all(in: folder.path).keys.contains(where: { !used.contains($0) })
    else { return nil }
    return "\(length.text) is no whole number of frames at --fps \(rate.text): parts after another "
      + "length are made again; in frames, such as \(rate.frames(in: length).count), they stay"
  }

  /// Makes some parts, several at once, the longest first, so that the last ones end together.
  private func make(
    _ parts: [Part], _ report: JobReport, _ counts: Monitor<Int>
  ) throws(Failure) -> [FrameKey: PartFile] {
    guard !parts.isEmpty else { return [:] }
    let parts = parts.sorted { $0.frames.count > $1.frames.count }
    let atOnce = min(try opened.threads(areSeparate: true), parts.count)
    let state = Monitor((next: 0, files: [FrameKey: PartFile](), failure: Failure?.none))
    Threads.perform(on: atOnce) {
      while true {
        let index = state.withLock { state -> Int? in
          guard state.failure == nil, state.next < parts.count else { return nil }
          defer { state.next += 1 }
          return state.next
        }
        guard let index else { return }
        do throws(Failure) {
          let file = try make(parts[index], report, counts)
          state.withLock { $0.files[file.key] = file }
        } catch {
          state.withLock { $0.failure = $0.failure ?? error }
        }
      }
    }
    if let failure = state.withLock(\.failure) { throw failure }
    return state.withLock(\.files)
  }

  private func make(
    _ part: Part, _ report: JobReport, _ counts: Monitor<Int>
  ) throws(Failure) -> PartFile {
    let opened = opened.choosing(part.frames)
    let context = try RenderContext(opened, threads: 1)
    let made = Handover<PartFile>()
    let (folder, container) = (folder.path, container)
    let writer = try FilmWriter(
      film, encoder, nil, hasAlpha: hasAlpha, of: context, asPart: container
    ) { fill throws(Failure) in
      try AtomicFile.make(Self.role, in: folder) { hidden throws(Failure) in
        try fill(hidden)
        let header = try PartProbe(hidden, frames: part.frames.count).header
        guard let sum = PartFile.sum(of: hidden, part.key, header: header) else {
          throw Failure(.cannotWrite, "\(Self.role) cannot be read again: \(hidden)")
        }
        let file = PartFile(part.key, header: header, sum: sum, type: container)
        made.give(file)
        return file.name
      }
    }
    let queue = FrameQueue(opened.job.plan, for: [writer])
    do throws(Failure) {
      try queue.make(context, jobs: 1) { drawing, seconds in
        counts.withLock { $0 += drawing.numbers.count }
        report.made(drawing, seconds: seconds)
      }
    } catch {
      try writer.abandon()
      throw error
    }
    try writer.finish()
    return made.take()
  }

  /// The files of all parts, with one header: those that another kind of processor has made, with
  /// another one, are made again.
  private func alike(
    _ files: [FrameKey: PartFile], _ report: JobReport, _ counts: Monitor<Int>
  ) throws(Failure) -> [FrameKey: PartFile] {
    let groups = Dictionary(grouping: files.values, by: \.header)
    guard groups.count > 1 else { return files }
    let usual = groups.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
    var seen: Set<FrameKey> = []
    let others = parts.filter { part in
      files[part.key]?.header != usual && seen.insert(part.key).inserted
    }
    let again = files.merging(try make(others, report, counts)) { _, new in new }
    guard Set(again.values.map(\.header)).count == 1 else {
      throw Failure(
        .cannotWrite,
        "the parts do not fit together, since other programs have made some of them: empty "
          + "\(folder.path)")
    }
    return again
  }

  /// Deletes parts that the film does not use.
  private func clean(keeping used: Set<PartFile>) {
    let unused = PartFile.all(in: folder.path).values.joined().filter { !used.contains($0) }
    // The film and the files that it is made of are no parts, whatever their names.
    let others = unused.isEmpty ? [] : [film.destination.path] + job.show.inputs
    let kept = Set(others.compactMap { FileStatus($0)?.identity })
    for path in unused.map({ folder.path + $0.name }) {
      if let identity = FileStatus(path)?.identity, kept.contains(identity) { continue }
      AtomicFile.remove(path)
    }
  }

  // MARK: Joining

  /// Copies the parts into the film, one after the other, and encodes its sound.
  private func join(_ files: [PartFile]) throws(Failure) {
    let soundtrack = try job.soundtrack?.measured()
    let rate = film.rate
    // Whole millionths of a second, whose sums are next to the times of frames.
    func micro(_ frame: Int) -> Int { rate.time(of: frame, perSecond: 1_000_000) }
    let lines = zip(parts, files).flatMap { part, file in
      let length = micro(part.frames.upperBound) - micro(part.frames.lowerBound)
      return Self.listed(file.name, in: folder.path) + Array("duration \(length)us\n".utf8)
    }
    try AtomicFile.withTemporary(
      "the list of the film's parts", in: folder.path, holding: lines
    ) { list throws(Failure) in
      let destination = film.destination
      try AtomicFile.make(destination.role, at: destination.path) { hidden throws(Failure) in
        let tracks = soundtrack?.tracks.count ?? 0
        let chapters = Chapters(job, ofAll: film.hasAllChapters)
        try chapters.withArguments(after: 1 + tracks, beside: hidden) { chapters throws(Failure) in
          let program = try FFmpeg.encoding(
            joining(list, soundtrack, chapters, to: hidden), otherInputs: tracks)
          program.closeInput()
          let feed = SoundFeed(soundtrack, to: program)
          let ending = try feed.run()
          guard ending.status == 0 else { throw FilmWriter.failure(ending, film.encoding.options) }
          Console.remark(feed.remarks)
        }
        try FilmTimes.check(hidden, frames: job.plan.timeline.count, rate)
      }
    }
  }

  /// A part in a list that is in the same folder. In a folder's name, ffmpeg takes `#` and what
  /// follows for something else; a whole path it leaves as it is, but that must be in one line.
  private static func listed(_ name: Path, in folder: Path) -> [UInt8] {
    let isCut = folder.bytes.contains { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") }
    let path = isCut ? Array("file:".utf8) + (folder + name).bytes : Array(name.bytes)
    let pieces = path.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    let quoted = Array(pieces.joined(separator: Array("'\\''".utf8)))
    return Array("file '".utf8) + quoted + Array("'\n".utf8)
  }

  private func joining(
    _ list: Path, _ sound: Soundtrack?, _ chapters: Chapters.Arguments, to hidden: Path
  ) -> FFmpeg.Arguments {
    let (encoding, rate) = (film.encoding, film.rate)
    let before = Film.beforeInputs(sound) + ["-f", "concat", "-safe", "0", "-i"]
    var words = chapters.output + (sound?.encoding(encoding) ?? ["-map", "0:v"])
    let codec = encoding.codec(hasAlpha: hasAlpha)
    words += ["-c:v", "copy"] + codec.options(in: encoding.container, nil)
    words += encoding.options.divided.others
    let (frames, seconds) = (rate.frames, rate.seconds)
    if container == .webm {
      // Parts in thousandths of a second do not add up: each time is rounded anew.
      let time = "round(round(PTS*TB*\(frames)/\(seconds))*\(seconds)/\(frames)/TB)"
      words += ["-bsf:v", "setts=pts=\(time):dts=\(time)"]
    } else if [.mp4, .mov].contains(encoding.container) {
      // The frames of a last part that is very short are decoded when they are shown. After others,
      // which are decoded ahead, that would be a pause, by which the film's mean rate was less.
      let time = "min(PTS\\,STARTDTS+round(N*\(seconds)/\(frames)/TB))"
      words += ["-bsf:v", "setts=pts=PTS:dts=\(time)"]
    }
    if film.isDraft { words += Draft.metadata }
    words +=
      ["-fflags", "+bitexact"] + encoding.container.muxer(fragmented: encoding.options.fragments)
    return .quietly + .init(before) + .file(list) + .init(sound?.inputs ?? []) + chapters.input
      + .init(words) + .file(hidden)
  }
}
