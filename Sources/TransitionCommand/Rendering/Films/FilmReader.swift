internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Reads the frames of a film forward, through ffmpeg, which runs from the first frame that is
/// asked for to the last.
struct FilmReader {
  private let clip: FilmClip
  /// The number of the last frame that is shown.
  private let last: Int
  private let form: FilmForm
  private let remark: @Sendable (String) -> Void

  private var program: ChildProcess?
  /// The number of the next frame that ffmpeg writes.
  private var position = 0
  /// The frame before it.
  private var newest: [UInt8]?
  private var failure: Failure?

  init(_ clip: FilmClip, last: Int, remark: @escaping @Sendable (String) -> Void) {
    (self.clip, self.last, self.remark) = (clip, last, remark)
    form = FilmForm(clip.film)
  }

  /// The frame of a number, at least that of the frame before; after the end of the film, its last
  /// one.
  ///
  /// - Throws: what is wrong with the film, each time once it has been found.
  mutating func frame(_ number: Int) throws(Failure) -> FilmFrame {
    if let failure { throw failure }
    guard number <= last else {
      throw Failure(.defect, "frame \(number) of \(clip.film.path) is asked for after the last one")
    }
    do throws(Failure) {
      while position <= number { try readNext() }
    } catch {
      failure = error
      close()
      throw error
    }
    if number >= last { close() }
    guard let newest else { throw ends(at: 0, nil) }
    return FilmFrame(form, clip.film.size, newest)
  }

  /// Ends ffmpeg, if it runs.
  mutating func close() {
    guard let program else { return }
    self.program = nil
    program.kill()
    note(program.wait())
  }

  private mutating func readNext() throws(Failure) {
    if position == 0 {
      program = try start()
    }
    defer { position += 1 }
    guard let program else { return }
    var bytes = [UInt8](repeating: 0, count: form.byteCount(clip.film.size))
    let count = try Failure.from(file: program.read(into: &bytes))
    guard count < bytes.count else {
      newest = bytes
      return
    }
    self.program = nil
    let ending = program.wait()
    if let lack = ending.lackOfMemory(reading: clip.film.path) { throw lack }
    // How many frames there are is an estimate: the last one stays for a moment, no longer.
    let missing = clip.showRate.duration(of: clip.count - position)
    guard ending.status == 0, position > 0, missing <= 0.5 || clip.count - position <= 2 else {
      throw ends(at: position, ending.reason)
    }
    note(ending)
  }

  private func start() throws(Failure) -> ChildProcess {
    guard FileStatus(clip.film.path)?.version == clip.film.version else {
      throw Failure(.badInput, "\(clip.film.path) has changed since the run began")
    }
    return try FFmpeg.reading(form.arguments(clip), for: .film(clip.film.path))
  }

  /// The error of a film that has fewer frames than its header promises.
  private func ends(at frame: Int, _ reason: String?) -> Failure {
    let micro = (clip.time(of: frame) + 5000) / 10_000 * 10_000
    let text =
      frame == 0
      ? "no frame of \(clip.film.path) can be read"
      : "\(clip.film.path) ends at \(FilmTime(micro: micro).text)"
    return Failure(
      .badInput,
      "\(text): the film is cut off or damaged" + (reason.map { " (ffmpeg: \($0))" } ?? ""))
  }

  /// Tells what ffmpeg complains of: frames that it has mended may look wrong.
  private func note(_ ending: ChildProcess.Ending) {
    guard let reason = ending.reason else { return }
    remark(
      "\(clip.film.path) is damaged, and frames of it may look wrong (ffmpeg: \(reason))")
  }
}
