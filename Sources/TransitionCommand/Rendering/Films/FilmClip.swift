internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The part of a film that is shown, at a number of frames a second.
struct FilmClip: Source {
  let film: FilmFile
  /// The part of the film that is chosen, in millionths of a second of its own clock.
  let times: Range<Int>
  let showRate: FrameRate
  /// The number of frames, at least 1. Whether the film has so many is known when it has been read.
  let count: Int
  /// Whether its first frame is only looked at, as a sample, and may be the one beside it.
  let isSample: Bool
  /// The time at which it was to end, if that is after the film's end.
  private let lateEnd: FilmTime?

  /// - Throws: a usage error if nothing is left.
  init(_ film: FilmFile, from: FilmTime?, to: FilmTime?, rate: FrameRate) throws(Failure) {
    let (start, end) = (from?.micro ?? 0, min(to?.micro ?? film.duration, film.duration))
    guard start < film.duration else {
      throw .usage(
        "--from \(from?.text ?? "") is after the end of \(film.path), which lasts "
          + FilmTime(micro: film.duration).text)
    }
    guard start < end else {
      throw .usage(
        "--from \(from?.text ?? "0s"), --to \(to?.text ?? ""): nothing lies between them")
    }
    (self.film, isSample) = (film, false)
    showRate = rate
    lateEnd = to.flatMap { $0.micro > film.duration + 50_000 ? $0 : nil }
    times = start..<end
    let scale = Int128(rate.seconds) * 1_000_000
    count = max(1, Int((Int128(end - start) * Int128(rate.frames) + scale / 2) / scale))
  }

  private init(_ clip: FilmClip, from frame: Int) {
    (film, showRate, lateEnd, isSample) = (clip.film, clip.showRate, nil, true)
    times = clip.time(of: frame)..<max(clip.times.upperBound, clip.time(of: frame) + 1)
    count = clip.count - frame
  }

  /// The rest of the clip from a frame on, of which only that is looked at.
  func sample(at frame: Int) -> FilmClip { FilmClip(self, from: frame) }

  /// The time of a frame in the film, in millionths of a second.
  func time(of frame: Int) -> Int {
    times.lowerBound
      + Int(Int128(frame) * 1_000_000 * Int128(showRate.seconds) / Int128(showRate.frames))
  }
}

extension FilmClip {
  var name: Path { film.path }
  var noun: String { "film" }
  var subjects: Set<OptionDefinition.Subject> { count > 1 ? [.film] : [.film, .still] }
  var rate: FrameRate? { film.rate }
  var sound: FilmClip? { film.sound == nil ? nil : self }

  /// The part in words: `film boat.mp4, 3s to 9.5s`.
  var id: String {
    let ends = [times.lowerBound, times.upperBound].map { FilmTime(micro: $0).text }
    return "film \(film.path), \(ends[0]) to \(ends[1])"
  }

  var identity: SourceIdentity? {
    let colors = film.colors.video
    let meaning = colors.areSRGB ? "" : ", " + colors.text
    return SourceIdentity(text: "\(id), \(film.version.text)\(meaning)") { "frame \($0)" }
  }

  func remarks(at position: ListPosition?) -> [String] {
    lateEnd.map { end in
      [
        "\(position.prefix)--to \(end.text) is after the end of \(film.path), which lasts "
          + FilmTime(micro: film.duration).text
      ]
    } ?? []
  }

  var json: [(String, JSON)] {
    let members: [(String, JSON)] = [
      ("from", .number(Double(times.lowerBound) / 1e6)),
      ("to", .number(Double(times.upperBound) / 1e6)),
      ("frames", .number(count)), ("fps", .string(film.rate.text)),
      ("sound", .bool(film.sound != nil)),
    ]
    return [("path", .string(name)), ("film", .object(members))]
  }

  var details: String {
    let ends = [times.lowerBound, times.upperBound].map { PlanReport.clock(Double($0) / 1e6) }
    return ", \(count.counted("frame")), \(ends[0]) to \(ends[1])"
  }

  func text(ofFrame frame: Int) -> String? {
    count > 1 ? "\(name) \(FilmTime(micro: time(of: frame)).text)" : nil
  }

  func time(ofFrame frame: Int) -> Double? { Double(time(of: frame)) / 1e6 }

  func open(as role: String, pixelLimit: Int?, staysOpen: Bool) -> any OpenedSource { self }
}

extension FilmClip: OpenedSource {
  var image: ImageFile? { nil }
  var size: Size? { film.size }
  var format: PixelFormat { film.colors.format }
  var isGray: Bool { film.colors.isGray }
  var nameOfHDR: String? { film.colors.video.curve.nameOfHDR }
  var isClip: Bool { count > 1 }
  /// As ffmpeg writes a frame, and in red, green and blue.
  var bytesPerFrame: Int {
    film.colors.rawFormat.byteCount(film.size)
      + film.size.width * film.size.height * format.bytesPerPixel
  }

  func picture(keeping profile: ColorProfile?) throws(Failure) -> DecodedPicture {
    var reader = FilmReader(self, last: 0) { _ in }
    let bitmap = try reader.frame(0).bitmap
    return try Failure.from(image: .image(DecodedImage(bitmap, role: "the film", path: film.path)))
  }

  func footage(_ showing: Showing) -> Footage? {
    count > 1 ? FilmFootage(self, showing).picture : nil
  }
}
