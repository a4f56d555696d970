internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Reads the frames of a film forward, through ffmpeg, which runs from a little before the first
/// frame that is asked for to the last.
struct FilmReader {
  private let clip: FilmClip
  /// The number of the last frame that is shown.
  private let last: Int
  private let remark: @Sendable (String) -> Void

  private var program: ChildProcess?
  /// Whether it begins within the film.
  private var isSought = false
  /// The number of the first frame that ffmpeg writes; `nil` before one is asked for.
  private var first: Int?
  /// The number of the next frame that it writes.
  private var position = 0
  /// The frame before it.
  private var newest: [UInt8]?
  private var failure: Failure?

  init(_ clip: FilmClip, last: Int, remark: @escaping @Sendable (String) -> Void) {
    (self.clip, self.last, self.remark) = (clip, last, remark)
  }

  /// The frame of a number, at least that of the frame before; after the end of the film, its last
  /// one.
  ///
  /// - Throws: what is wrong with the film, each time once it has been found.
  mutating func frame(_ number: Int) throws(Failure) -> PicturePixels {
    if let failure { throw failure }
    guard number <= last else {
      throw Failure(.defect, "frame \(number) of \(clip.film.path) is asked for after the last one")
    }
    if first == nil { begin(with: clip.isSought(number) ? number : 0) }
    do throws(Failure) {
      while position <= number { try readNext() }
    } catch {
      failure = error
      close()
      throw error
    }
    if number >= last { close() }
    guard let newest else { throw ends(at: 0, nil) }
    return PicturePixels(clip.film.colors, clip.film.size, newest)
  }

  mutating func close() {
    guard let program else { return }
    self.program = nil
    program.kill()
    note(program.wait())
  }

  private mutating func begin(with frame: Int) { (first, position) = (frame, frame) }

  private mutating func readNext() throws(Failure) {
    if position == first { program = try start() }
    guard let program else {
      position += 1
      return
    }
    var bytes = [UInt8](repeating: 0, count: clip.film.colors.rawFormat.byteCount(clip.film.size))
    let count = try Failure.from(file: program.read(into: &bytes))
    guard count < bytes.count else {
      newest = bytes
      position += 1
      return
    }
    self.program = nil
    let ending = program.wait()
    if let failure = ending.temporaryFailure(reading: clip.film.path) { throw failure }
    // No frame is so late. The last one stays, which those before it lead to.
    if position == first, position > 0 { return begin(with: 0) }
    // How many frames there are is an estimate: the last one stays for a moment, no longer.
    let missing = clip.showRate.duration(of: clip.count - position)
    let isAlmostWhole = clip.count - position <= 2
    guard ending.status == 0, position > 0, missing <= 0.5 || isAlmostWhole else {
      throw ends(at: position, ending.reason)
    }
    if !isAlmostWhole {
      remark(
        "\(clip.film.path) ends before it should, and its last picture stays for the rest: it is "
          + "cut off")
    }
    note(ending)
    position += 1
  }

  private mutating func start() throws(Failure) -> ChildProcess {
    guard FileStatus(clip.film.path)?.version == clip.film.version else {
      throw Failure.changed(clip.film.path)
    }
    isSought = soughtTime != nil
    return try FFmpeg.ffmpeg.reading(arguments(for: nil), for: .film(clip.film.path))
  }

  /// Where ffmpeg looks for the last frame from which decoding can begin, in microseconds of the
  /// file: well before the first that is shown, since the filter leaves out what comes too early.
  /// `nil` where it reads from the beginning.
  private var soughtTime: Int? {
    let film = clip.film
    let start = film.startTime + clip.time(of: position) - film.startOfFile - 1_000_000
    return film.findsTimes && start > 0 ? start : nil
  }

  /// Reads some frames of a sample, rising, in one go.
  ///
  /// - Returns: whether all of them are there. Those before the first that is missing have been
  ///   handed over.
  mutating func read(
    _ frames: [Int], _ body: (_ frame: Int, PicturePixels) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    position = frames.first ?? 0
    let program = try FFmpeg.ffmpeg.reading(arguments(for: frames), for: .film(clip.film.path))
    defer {
      program.kill()
      _ = program.wait()
    }
    var bytes = [UInt8](repeating: 0, count: clip.film.colors.rawFormat.byteCount(clip.film.size))
    for frame in frames {
      guard try Failure.from(file: program.read(into: &bytes)) == bytes.count else { return false }
      try body(frame, PicturePixels(clip.film.colors, clip.film.size, bytes))
    }
    return true
  }

  /// The arguments with which ffmpeg writes the frames of the clip from the next one on, or some of
  /// them, upright and at the show's rate.
  private func arguments(for chosen: [Int]?) -> FFmpeg.Arguments {
    let film = clip.film
    var words = ["-copyts"]
    if let soughtTime { words += ["-noaccurate_seek", "-ss", "\(Double(soughtTime) / 1e6)"] }
    // Half of the frames between the keyframe before it and a sample are needed by no other.
    if clip.isSample { words += FFmpeg.Arguments.roughly }
    if let decoder = film.decoder { words += ["-c:v", decoder] }
    // In the film's own units of time: those of what the next filter makes are halves. AVI's are
    // whole pictures, within which a clip may begin.
    let parts = film.unit.numerator * 1000 > film.unit.denominator ? 1000 : 1
    var filters = parts == 1 ? [] : ["settb=intb/\(parts)"]
    let zero = film.start * parts + film.units(at: clip.times.lowerBound, dividedBy: parts)
    filters.append("setpts=PTS-(\(zero))")
    if film.isInterlaced { filters.append("bwdif=mode=send_frame:deint=interlaced") }
    let rate = clip.sampling
    if let copies = film.copies(for: rate, isSingle: clip.count == 1) {
      filters.append("tpad=stop=\(copies):stop_mode=clone")
    }
    filters.append("fps=fps=\(rate.frames)/\(rate.seconds):start_time=0")
    // The filter before counts from 0, whatever it gets first: a later start would be rounded.
    if let chosen {
      let frames = chosen.map { "eq(pts,\($0))" }.joined(separator: "+")
      // One after the other: ffmpeg would fill the gaps.
      filters += ["select='\(frames)'", "setpts=N"]
    } else {
      if position > 0 { filters.append("trim=start_pts=\(position)") }
      filters.append("setpts=PTS-STARTPTS")
    }
    filters.append(Self.scaling(film))
    let output = [
      "-map", "0:\(film.stream)", "-vf", filters.joined(separator: ","), "-f", "rawvideo",
      "pipe:1",
    ]
    return .quietly + .init(words) + FilmProbe.opening(film.path) + .init(output)
  }

  /// The filters that bring all frames to one size, with square pixels, and to one form.
  private static func scaling(_ film: FilmFile) -> String {
    let colors = film.colors
    var scaler = "scale=\(film.size.width):\(film.size.height)"
    let range = colors.video.range == .full ? "full" : "limited"
    var name = colors.rawFormat.ffmpegName
    switch colors.rawFormat {
    case .planes(let format):
      scaler += ":flags=bicubic+accurate_rnd:in_range=\(range):out_range=\(range)"
      // The same samples; the older name keeps their range.
      if format.colors.bits == 8, colors.video.range == .full { name = "yuvj420p" }
    case .samples:
      scaler += ":flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"
      if !colors.isRGB {
        scaler += ":in_color_matrix=\(colors.video.matrix.rawValue):in_range=\(range)"
      }
      // Straight from grays the scaler would leave white at 65280 of 65535, and ignore the range of
      // one byte.
      if colors.isGray, colors.format.depth == .sixteen || colors.video.range == .limited {
        scaler += ",format=" + (colors.format.depth == .sixteen ? "gbrp16le" : "ya8")
      }
    }
    return scaler + ",format=" + name
  }

  /// The error of a film that has fewer frames than its header promises.
  private func ends(at frame: Int, _ reason: String?) -> Failure {
    let micro = (clip.time(of: frame) + 5000) / 10_000 * 10_000
    if frame == 0, reason == nil, clip.times.lowerBound > 0 {
      return .usage(
        "--from \(FilmTime(micro: clip.times.lowerBound).text): no frame of \(clip.film.path) "
          + "begins after it")
    }
    let text =
      frame == 0
      ? "no frame of \(clip.film.path) can be read"
      : "\(clip.film.path) ends at \(FilmTime(micro: micro).text)"
    return Failure(
      .badInput,
      "\(text): the film is cut off or damaged" + ChildProcess.Ending.citing(reason))
  }

  /// Tells what ffmpeg complains of: frames that it has mended may look wrong.
  private func note(_ ending: ChildProcess.Ending) {
    guard let reason = ending.reason else { return }
    // Of open groups the first pictures lack those before them, and are not shown.
    let isOfStart = ending.lines.allSatisfy { line in
      Self.lossesOfStart.contains(where: line.contains)
    }
    if isSought, isOfStart { return }
    remark(Self.remark(ofDamage: reason, in: clip.film.path))
  }

  /// What ffmpeg's decoders say of pictures that refer to others before the first.
  private static let lossesOfStart = [
    "mmco: unref short failure", "reference picture missing during reorder",
    "Missing reference picture", "co located POCs unavailable", "Could not find ref with POC",
    "number of reference frames",
  ]

  static func remark(ofDamage reason: String, in path: Path) -> String {
    "\(path) is damaged, and frames of it may look wrong" + ChildProcess.Ending.citing(reason)
  }
}
