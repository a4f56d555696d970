internal import TransitionKit
internal import TransitionSystem

/// Hands frames to ffmpeg, which makes a film of them. Frames never touch the disk.
final class FilmWriter: FrameWriter {
  private let stream: StreamWriter
  private let program: ChildProcess
  private let work: BackgroundWork<Result<[String], Failure>>

  /// Makes a file whose hidden name a function fills.
  typealias Making =
    @Sendable (_ fill: (_ hidden: Path) throws(Failure) -> Void) throws(Failure) -> Void

  /// Starts ffmpeg with an encoder, which makes the film or, in a container of its own, a part.
  init(
    _ film: Film, _ encoder: FilmEncoder, _ soundtrack: Soundtrack?, hasAlpha: Bool,
    of context: RenderContext, asPart part: Film.Container? = nil, making make: @escaping Making
  ) throws(Failure) {
    if let remark = film.encoding.remark(hasAlpha: hasAlpha) { Console.remark(remark) }
    if part == nil { Console.remark(try film.encoding.remarksOnOptions()) }
    let rawFormat = film.rawFormat(hasAlpha: hasAlpha, context.opened.depth)
    let size = film.size(of: context.size)
    let rows = StreamEncoder(
      rawFormat: rawFormat, width: size.width, height: size.height, matte: context.matte)
    let count = context.opened.job.plan.chosen.count
    let job = context.opened.job
    let chapters = Chapters(job, ofAll: film.hasAllChapters, isPart: part != nil)
    let started = Handover<Result<ChildProcess, Failure>>()
    work = BackgroundWork {
      let remarks = Result { () throws(Failure) in
        var remarks: [String] = []
        let soundtrack = try soundtrack?.measured()
        try make { hidden throws(Failure) in
          let tracks = soundtrack?.tracks.count ?? 0
          let (ending, told) = try chapters.withArguments(after: 1 + tracks, beside: hidden) {
            chapters throws(Failure) in
            let program = try FFmpeg.encoding(
              film.arguments(
                encoder, rawFormat, soundtrack, size: size, hasAlpha: hasAlpha, asPart: part,
                chapters: chapters, to: hidden),
              otherInputs: tracks)
            let feed = SoundFeed(soundtrack, to: program)
            let ending = try feed.run { started.give(.success(program)) }
            return (ending, feed.remarks)
          }
          let isMade = FileStatus(hidden).map { $0.kind == .file && $0.size > 0 } ?? false
          guard ending.status == 0, isMade, ending.hasReadAll || film.encoding.options.mayEndEarly
          else {
            // A lack of the encoder explains all that ffmpeg says.
            _ = try film.encoding.localEncoder(hasAlpha: hasAlpha, size: size)
            throw Self.failure(ending, film.encoding.options)
          }
          remarks = told + Self.remarks(ending, film.encoding.options, encoder)
          if !film.encoding.options.filters.isEmpty {
            let seconds = film.rate.duration(of: count)
            let remark = try FilmTimes.remark(onFiltered: hidden, of: count, in: seconds)
            remarks += [remark].compactMap(\.self)
          } else if part == nil, let encoder = film.encoding.known(encoder), encoder.mayLoseFrames {
            try FilmTimes.check(hidden, has: count, madeBy: encoder)
          }
        }
        return remarks
      }
      // Where the program has started, this comes too late to count.
      if case .failure(let error) = remarks { started.give(.failure(error)) }
      return remarks
    }
    guard work.isConcurrent else {
      throw Failure.noThread(for: "ffmpeg")
    }
    let program = try started.take().get()
    self.program = program
    stream = StreamWriter(rows) { bytes throws(FileError) in try program.write(bytes) }
  }

  /// Words of ffmpeg about options, which it says before it takes a frame.
  private static let wordsAboutOptions = [
    "Unrecognized option", "Error setting option", "Error setting preset", "Error setting profile",
    "Unknown encoder", "Unknown pixel format", "No such filter", "Error reinitializing filters",
    "Error while opening encoder",
    // What libvpx finds with the first frame, such as a profile of other samples.
    "Error encoding frame: Invalid parameter",
    // Of a codec, or its tag, that the container cannot hold.
    "(incorrect codec parameters ?)", "Unable to find a suitable output format",
  ]

  /// Sentences about options that ffmpeg or its encoder ignores.
  private static func remarks(
    _ ending: ChildProcess.Ending, _ options: FilmOptions, _ encoder: FilmEncoder
  ) -> [String] {
    let name = options.encoder ?? encoder.name
    var remarks: [String] = []
    let needBuffer = [FilmEncoder.x264, .x265].map(\.name)
    if let option = options.lackingBuffer, needBuffer.contains(name) {
      remarks.append("--save-options \(option) has no effect: \(name) needs bufsize beside it")
    }
    remarks += ending.warnings.compactMap { warning in
      if let option = warning.firstMatch(of: /^Codec AVOption (\S+) .*has not been used/)?.1 {
        let named = options.arguments.filter { $0.dropFirst().prefix { $0 != ":" } == option }
        guard let first = named.first else { return nil }
        let ofSound = options.isSilent ? named.first { $0.hasSuffix(":a") } : nil
        return "--save-options \((ofSound ?? first).dropFirst()) has no effect: "
          + (ofSound == nil ? "\(name) has no such option" : "an leaves the sound out")
      }
      let isIgnored = ["Unknown option", "Error parsing option"].contains(where: warning.hasPrefix)
      return isIgnored ? "--save-options: \(name) ignores a part of them: \(warning)" : nil
    }
    return remarks
  }

  static func failure(
    _ ending: ChildProcess.Ending, _ options: FilmOptions
  ) -> Failure {
    // Some encoders also tell how they are.
    let lines = ending.lines.filter { !$0.contains("[info]") }
    func words(_ lines: ArraySlice<Substring>) -> String {
      lines.isEmpty ? "" : ": " + lines.joined(separator: "; ")
    }
    let aboutOptions = lines.firstIndex { wordsAboutOptions.contains(where: $0.contains) }
    if let aboutOptions, !options.text.isEmpty, !ending.isTemporary {
      // The line before may say more.
      let reason = words(lines[...aboutOptions].suffix(2))
      return .usage("--save-options: ffmpeg does not take them" + reason)
    }
    let isShort = ending.status == 0 && !ending.hasReadAll
    let reason =
      isShort
      ? "it did not read all frames"
      : ending.signal.map { "signal \($0)" } ?? "status \(ending.status)"
    return Failure(
      ending.isTemporary ? .tooFewResources : .cannotWrite,
      "ffmpeg could not make the film (\(reason))\(words(lines.suffix(3)))"
        + (ending.isTemporary ? ": try again" : ""))
  }

  var isOpen: Bool { stream.isOpen }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    try stream.pack(frame, for: drawing)
  }

  func frameFailed(_ drawing: Drawing) { stream.frameFailed(drawing) }

  func finish() throws(Failure) {
    program.closeInput()
    Console.remark(try work.wait().get())
  }

  func abandon() throws(Failure) {
    // A film that lacks frames is none; why ffmpeg reads no more is its own to tell.
    let isCut = stream.hasReader
    if isCut { program.kill() }
    program.closeInput()
    let result = work.wait()
    if !isCut { Console.remark(try result.get()) }
  }
}
