internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The part of a film that is shown, at a number of frames a second.
struct FilmClip: Source {
  let film: FilmFile
  /// The part of the film that is chosen, in millionths of a second of its own clock.
  let times: Range<Int>
  let showRate: FrameRate
  let speed: Speed
  /// The number of frames, at least 1. Whether the film has so many is known when it has been read.
  let count: Int
  /// Whether its frames are only looked at, as samples, and each may be the one beside it.
  let isSample: Bool
  /// The time at which it was to end, if that is after the film's end.
  private let lateEnd: FilmTime?

  /// - Throws: a usage error if nothing is left.
  init(
    _ film: FilmFile, from: FilmTime?, to: FilmTime?, rate: FrameRate, speed: Speed = .normal
  ) throws(Failure) {
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
    self.speed = speed
    // At its own speed it lasts so many thousandths of its length.
    let scale = Int128(rate.seconds) * 1000 * Int128(speed.thousandths)
    func frame(at time: Int) -> Int {
      Int((Int128(time) * Int128(rate.frames) + scale / 2) / scale)
    }
    var frames = frame(at: end - start)
    if let last = film.startOfOpenEnd, end == film.duration, start <= last {
      frames = max(frames, frame(at: last - start) + 1)
    }
    guard frames > 0 || speed == .normal else {
      throw .usage(
        "--speed \(speed.text) leaves no frame of \(film.path), of which "
          + "\(FilmTime(micro: end - start).text) are shown")
    }
    count = max(1, frames)
  }

  private init(_ clip: FilmClip, from frame: Int) {
    (film, showRate, lateEnd, isSample) = (clip.film, clip.showRate, nil, true)
    speed = clip.speed
    times = clip.time(of: frame)..<max(clip.times.upperBound, clip.time(of: frame) + 1)
    count = clip.count - frame
  }

  /// The rest of the clip from a frame on, of which only some are looked at.
  private func sample(at frame: Int) -> FilmClip { FilmClip(self, from: frame) }

  /// Looks at some of its frames, rising, as they are shown. One may be the one beside it, and they
  /// may come twice.
  func lookAt(
    _ frames: [Int], _ showing: Showing, _ body: (Bitmap) -> Void
  ) throws(Failure) {
    guard let last = frames.last else { return }
    var fitting: FilmFitting?
    func look(at frame: Int, _ pixels: PicturePixels) throws(Failure) {
      let known = if let fitting { fitting } else { try FilmFitting(pixels, of: self, showing) }
      fitting = known
      body(try known.fitted(pixels, at: frame, showing).bitmap)
    }
    // The first says for all what draws the eye.
    let frames = frames.first == 0 ? frames : [0] + frames
    // One reading decodes all between them; where they are far apart, each is sought.
    if time(of: last) - time(of: 0) <= Self.longestReading {
      var reader = FilmReader(sample(at: 0), last: last) { _ in }
      if try reader.read(frames, look) { return }
    }
    for frame in frames {
      var reader = FilmReader(sample(at: frame), last: 0) { _ in }
      try look(at: frame, reader.frame(0))
    }
  }

  private static let longestReading = 30_000_000

  /// The time of a frame in the film, in millionths of a second.
  func time(of frame: Int) -> Int {
    times.lowerBound
      + Int(
        Int128(frame) * 1000 * Int128(speed.thousandths) * Int128(showRate.seconds)
          / Int128(showRate.frames))
  }

  /// The samples that its sound lasts.
  var soundSamples: Int { SoundPlan.samples(micro: times.count * 1000 / speed.thousandths) }

  /// The rate at which its pictures are taken from the film: its own speed's is the show's.
  var sampling: (frames: Int128, seconds: Int128) {
    var (frames, seconds) = (
      Int128(showRate.frames) * 1000, Int128(showRate.seconds) * Int128(speed.thousandths)
    )
    var (a, b) = (frames, seconds)
    while b > 0 { (a, b) = (b, a % b) }
    (frames, seconds) = (frames / a, seconds / a)
    // ffmpeg's numbers have 31 bits, which only rates that nobody has do not fit in.
    while max(frames, seconds) > Int128(Int32.max) {
      (frames, seconds) = (max(1, frames / 2), max(1, seconds / 2))
    }
    return (frames, seconds)
  }

  /// Whether a frame is sought where it is the first that is shown: so late that it takes longer to
  /// read all before it.
  func isSought(_ frame: Int) -> Bool { film.findsTimes && showRate.duration(of: frame) > 2 }
}

extension FilmClip {
  var name: Path { film.path }
  var noun: String { "film" }
  var subjects: Set<OptionDefinition.Subject> {
    count > 1 ? [.film, .clip, .motion] : [.film, .clip, .motion, .still]
  }
  var rate: FrameRate? { film.rate }
  var sound: FilmClip? { film.sound == nil ? nil : self }

  var id: String { text(film.path) }

  /// The part in words, such as `film boat.mp4, 3s to 9.5s`.
  private func text(_ name: Path) -> String {
    let ends = [times.lowerBound, times.upperBound].map { FilmTime(micro: $0).text }
    return "film \(name), \(ends[0]) to \(ends[1])" + (speed == .normal ? "" : ", \(speed.text)")
  }

  var identity: SourceIdentity? {
    let colors = film.colors.video
    let meaning = colors.areSRGB ? "" : ", " + colors.text
    let content = Fingerprint(sampling: film.path).map { ", \($0.digits)" } ?? ""
    // Wherever it lies.
    let name = text(film.path.name)
    return SourceIdentity(text: "\(name), \(film.version.text)\(content)\(meaning)") {
      "frame \($0)"
    }
  }

  func remarks(at position: ListPosition?) -> [String] {
    let late = lateEnd.map { end in
      "\(position.prefix)--to \(end.text) is after the end of \(film.path), which lasts "
        + FilmTime(micro: film.duration).text
    }
    let damage = film.damage.map { FilmReader.remark(ofDamage: $0, in: film.path) }
    return [late, damage, FileEnding.remark(on: film.path)].compactMap(\.self)
  }

  var json: [(String, JSON)] {
    let members: [(String, JSON)] = [
      ("from", .number(Double(times.lowerBound) / 1e6)),
      ("to", .number(Double(times.upperBound) / 1e6)),
      ("frames", .number(count)), ("fps", .string(film.rate.text)),
      ("sound", .bool(film.sound != nil)),
    ]
    let otherSpeed: [(String, JSON)] = speed == .normal ? [] : [("speed", .string(speed.text))]
    return [("path", .string(name)), ("film", .object(members + otherSpeed))]
  }

  var details: String {
    let ends = [times.lowerBound, times.upperBound].map { PlanReport.clock(Double($0) / 1e6) }
    return ", \(count.counted("frame")), \(ends[0]) to \(ends[1])"
      + (speed == .normal ? "" : " at \(speed.text)")
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
