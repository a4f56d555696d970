internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A film that is a picture of the show: what ffprobe tells of its streams.
struct FilmFile: Sendable {
  struct Colors: Sendable {
    /// What the film's own samples mean.
    let video: VideoColors
    /// Whether they are red, green and blue, without a matrix.
    let isRGB: Bool
    /// The form in which its frames are read: planes, or the colors that ffmpeg's scaler makes of
    /// everything else.
    let rawFormat: RawFormat
    /// The depth and the channels in which its frames can be kept.
    let format: PixelFormat
    let isGray: Bool
  }

  let path: Path
  /// The version that was probed.
  let version: FileVersion
  let stream: Int
  /// The decoder that is asked for; `nil` for ffmpeg's choice.
  let decoder: String?
  /// The size of frames, upright and in square pixels.
  let size: Size
  let colors: Colors
  let isInterlaced: Bool
  /// The frames in a second, as near as there is one number for them.
  let rate: FrameRate
  /// The time of the first picture, as a number of time units.
  let start: Int
  /// The time of the sound that is heard with it, as a number of time units.
  let startOfSound: Int
  /// The time units from its first picture to the end of the last one, at least 1.
  let length: Int
  /// The last picture, if its packet does not tell how long it is; `nil` elsewhere.
  let openEnd: OpenEnd?
  /// The length of a unit in seconds.
  let unit: Fraction
  /// The time at which the file begins, with sound or pictures, in millionths of a second.
  let startOfFile: Int
  /// When it was taken, if it tells.
  let dateTaken: DateTaken?
  /// What ffmpeg says of damage before a frame is read.
  let damage: String?
  /// What ties it to the picture of a Live Photo, if something does.
  let contentIdentifier: String?
  /// Whether a time is found without reading all before it.
  let findsTimes: Bool
  /// The number of the first stream with sound, and whether decoding can begin in its middle and be
  /// right to the sample; `nil` if there is none. Matroska counts thousandths of a second, so that
  /// sound whose samples are all kept is decoded from its beginning.
  let sound: (stream: Int, findsSamples: Bool)?

  /// A last picture of a length that no packet tells. ffmpeg's `fps` filter leaves it out, unless
  /// copies follow.
  struct OpenEnd: Sendable {
    /// When it begins, as a number of time units after the first picture.
    let start: Int
    /// The pictures in a second that ffmpeg counts.
    let rate: Fraction
  }

  /// A positive quotient.
  typealias Fraction = (numerator: Int, denominator: Int)

  /// How long it lasts, in millionths of a second.
  var duration: Int { micro(length) }

  /// A time of its own clock, which begins with its first picture, in units, or in some part of
  /// them.
  func units(at time: Int, dividedBy parts: Int = 1) -> Int {
    let scale = Int128(unit.numerator) * 1_000_000
    return Int((Int128(time) * Int128(unit.denominator) * Int128(parts) + scale / 2) / scale)
  }

  /// When the last picture begins, in millionths of a second after the first, if it is shown for a
  /// frame at least, however long it is.
  var startOfOpenEnd: Int? { openEnd.map { micro($0.start) } }

  /// How often ffmpeg must show the last picture again: one of open end so that it lasts as long as
  /// is estimated and for a frame of some rate, and what is to be a single frame so that it is one,
  /// however short it is.
  func copies(for rate: (frames: Int128, seconds: Int128), isSingle: Bool) -> Int128? {
    // Swift 6.2 drops the labels of what has no type.
    let counted: (numerator: Int, denominator: Int) =
      openEnd?.rate ?? (self.rate.frames, self.rate.seconds)
    func copies(in numerator: Int128, _ denominator: Int128) -> Int128 {
      let parts = denominator * Int128(counted.denominator)
      return (numerator * Int128(counted.numerator) + parts - 1) / parts
    }
    let ofFrame = copies(in: rate.seconds, rate.frames)
    guard let openEnd else { return isSingle ? min(1_000_000, ofFrame + 1) : nil }
    let estimate = copies(
      in: Int128(length - openEnd.start) * Int128(unit.numerator), Int128(unit.denominator))
    return min(1_000_000, max(estimate, ofFrame))
  }

  /// Some time units in millionths of a second.
  private func micro(_ units: Int) -> Int {
    Int(Int128(units) * Int128(unit.numerator) * 1_000_000 / Int128(unit.denominator))
  }

  /// The time of its first picture, in millionths of a second.
  var startTime: Int { micro(start) }
  /// The time of the sound that is heard with it, in millionths of a second.
  var soundStartTime: Int { micro(startOfSound) }

  /// Whether a file is a film by its name.
  static func isNamedAsFilm(_ path: Path) -> Bool {
    Film.isExtension(path.fileExtension?.lowercased() ?? "")
  }

  /// Whether a file is a film of QuickTime, Matroska or AVI by its first bytes, whatever its name.
  static func beginsAsFilm(_ path: Path) -> Bool {
    // A pipe has been read already, and may have nothing more.
    guard FileStatus(path)?.kind == .file else { return false }
    let bytes = try? File.read("film", at: path) { file throws(FileError) in
      try file.read(atMost: 12)
    }
    guard let bytes, bytes.count == 12 else { return false }
    let words = [bytes[0..<4], bytes[4..<8], bytes[8..<12]].map {
      String(decoding: $0, as: UTF8.self)
    }
    let brands = ["isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "qt  "]
    return words[1] == "ftyp" && brands.contains(words[2])
      || bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || words[0] == "RIFF" && words[2] == "AVI "
  }

  /// Reads what several films are, each path once.
  static func all(
    _ paths: [Path], pixelLimit: Int?
  ) -> [Path: Result<FilmFile, Failure>] {
    let paths = Array(Set(paths))
    let results = Threads.results(of: paths.count, atOnce: VipsLibrary.threads) { index in
      Result { () throws(Failure) in
        try FilmProbe(paths[index]).film(pixelLimit: pixelLimit)
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(paths, results))
  }
}
