internal import TransitionImages
internal import TransitionKit

/// The bits of a sample of a film.
enum FilmDepth: String, Sendable, CaseIterable {
  /// One byte, dithered.
  case eight = "8"
  /// Two bytes, the lower one first.
  case ten = "10"

  var bits: Int { self == .eight ? 8 : 10 }
}

enum FilmCodec: String, Sendable, CaseIterable {
  case h264, h265, av1, vp9, prores

  /// The encoders that make it, the better one first.
  var encoders: [FilmEncoder] {
    switch self {
    case .h264: [.x264]
    case .h265: [.x265]
    case .av1: [.svtAV1, .aomAV1]
    case .vp9: [.vp9]
    case .prores: [.prores]
    }
  }

  var leastSide: Int { encoders.map(\.leastSide).min() ?? 2 }

  /// The depth in which it holds alpha; `nil` if it has none.
  var depthWithAlpha: FilmDepth? {
    switch self {
    case .h264, .h265, .av1: nil
    case .vp9: .eight
    case .prores: .ten
    }
  }

  /// The lengths of parts of its films, whose first frames cost most.
  var partLengths: PartLayout.Lengths {
    self == .av1
      ? PartLayout.Lengths(least: 8, most: 18, piece: 12)
      : PartLayout.Lengths(least: 4, most: 12, piece: 8)
  }

  /// The container of parts of its films, whichever the film's is.
  func partContainer(hasAlpha: Bool) -> Film.Container {
    switch self {
    case .prores: .mov
    // Only there it has alpha.
    case .vp9 where hasAlpha: .webm
    case .h264, .h265, .av1, .vp9: .mp4
    }
  }

  /// The depth of all its films; `nil` if there is a choice.
  var onlyDepth: FilmDepth? { self == .prores ? .ten : nil }

  /// Why its films have no quality to choose; `nil` if they do.
  var whyWithoutQuality: String? { self == .prores ? "ProRes has one quality" : nil }

  /// Options for ffmpeg that it needs in a container, whichever its encoder is, for samples of a
  /// form, if that is known.
  func options(in container: Film.Container, _ chroma: PlanarFormat.Chroma?) -> [String] {
    switch self {
    // Apple's players take no other name.
    case .h265 where [.mp4, .mov].contains(container): ["-tag:v", "hvc1"]
    // The encoder itself chooses a profile for samples of unknown form.
    case .prores: chroma.map { ["-profile:v", $0 == .full ? "4444" : "hq"] } ?? []
    default: []
    }
  }

  /// How many samples of color its films have, in a profile of its encoder if one is named.
  func chroma(hasAlpha: Bool, profile: String?) -> PlanarFormat.Chroma {
    guard self == .prores else { return .quarter }
    return hasAlpha || ["4", "5", "4444", "4444xq"].contains(profile) ? .full : .half
  }

  /// ffmpeg's name for the samples that it is made of.
  func pixelFormat(_ depth: FilmDepth, hasAlpha: Bool, profile: String? = nil) -> String {
    PlanarFormat(
      VideoColors(bits: depth.bits), chroma: chroma(hasAlpha: hasAlpha, profile: profile),
      hasAlpha: hasAlpha
    ).ffmpegName
  }
}

struct FilmEncoder: Sendable {
  /// The line that leads from `--quality` to an encoder's constant rate factor, which is smaller
  /// for better films.
  struct Scale: Sendable {
    /// The default quality, whose factor is stated.
    static let usualQuality = 90

    let usual: Double
    /// The distance between the factors of two qualities that are 10 apart.
    let step: Double
    let range: ClosedRange<Double>
    var takesFractions = false

    /// The factor of a quality, as ffmpeg reads it.
    func text(_ quality: Int) -> String {
      let exact = usual + step * Double(Self.usualQuality - quality) / 10
      let factor = min(max(exact, range.lowerBound), range.upperBound)
      // Hundredths, so that no digits come of binary fractions.
      let hundredths = Int((factor * 100).rounded())
      guard takesFractions, hundredths % 100 > 0 else { return "\(Int(factor.rounded()))" }
      let digits = "\(100 + hundredths % 100)".dropFirst()
      return "\(hundredths / 100).\(digits)"
    }
  }

  let name: String
  /// `nil` for an encoder without a constant rate factor.
  let scale: Scale?
  var leastSide = 2
  /// Options that it needs beside its factor.
  var others: [String] = []
  /// The number of its threads, so that its bytes are the same for any number of processors; `nil`
  /// where they are anyway. One of x264 and x265 has other bytes for each number; that of VP9 for
  /// one thread and for more.
  var threads: Int?
  /// Frames of fewer lines are made by one thread: x265 makes other bytes from run to run of those
  /// that are a few of its blocks high.
  var leastLinesOfThreads = 0
  /// The options of its fastest preset, for drafts.
  var fastest: [String] = []
  /// Options for a part of a film, beside one thread: groups of pictures that need no other part,
  /// and the same header and bytes for each, whichever processor makes it.
  var partOptions: [String] = []
  /// Options that its factor needs to be one.
  var factorOptions: [String] = []
  /// The options that each set a constant quantizer; empty if it has none.
  var quantizerOptions: [String] = []
  /// The options that keep every sample; empty if it cannot.
  var losslessOptions: [String] = []
  /// The options in its own syntax.
  var parameters: [String] = []
  /// Whether it may leave frames out without a word: libaom does so where noise is too much for it.
  var mayLoseFrames = false

  /// The encoder as it makes frames of a size.
  func suited(to size: Size) -> FilmEncoder {
    var encoder = self
    if size.height < leastLinesOfThreads { encoder.threads = 1 }
    return encoder
  }

  /// The encoder as it makes parts of films.
  var ofParts: FilmEncoder {
    var encoder = self
    encoder.others += partOptions
    encoder.threads = 1
    return encoder
  }

  /// The options that choose it and, unless something else does, its quality.
  func options(quality: Int?) -> [String] {
    let factor = quality.flatMap { quality in scale.map { ["-crf", $0.text(quality)] } }
    return ["-c:v", name] + others + Self.threads(threads)
      + (factor.map { $0 + factorOptions } ?? [])
  }

  /// The option for a number of threads.
  static func threads(_ number: Int?) -> [String] { number.map { ["-threads:v", "\($0)"] } ?? [] }

  /// Its options for controls of the rate; `nil` if it lacks one of them, or takes only one.
  func options(_ controls: [FilmOptions.RateControl]) -> [String]? {
    let bitRates = controls.filter { $0.kind == .bitRate }
    let others = controls.filter { $0.kind != .bitRate }
    if bitRates.contains(where: { $0.value == "0" }) {
      // With a factor it means that there is no bit rate; alone it would be the encoder's default.
      if others.isEmpty { return nil }
    } else if !bitRates.isEmpty, others.contains(where: \.isConstant) {
      // An encoder whose factor needs a bit rate of 0 takes another one as its limit.
      let takesLimit = factorOptions.contains("-b:v") && others.allSatisfy { $0.kind == .factor }
      if !takesLimit { return nil }
    }
    var options: [String] = []
    // The last of two bit rates counts.
    for control in others + bitRates {
      guard let more = self.options(control) else { return nil }
      options += more
    }
    return options
  }

  /// Its options for a control of the rate; `nil` if it has none.
  private func options(_ control: FilmOptions.RateControl) -> [String]? {
    switch control.kind {
    case .parameters: return parameters.contains(control.plainName) ? [] : nil
    case .factor where scale?.range.contains(Double(control.value) ?? -1) ?? false:
      return factorOptions + ["-crf", control.value]
    case .quantizer where control.value == "0" && !losslessOptions.isEmpty: return losslessOptions
    case .quantizer where !quantizerOptions.isEmpty && (1...255).contains(Int(control.value) ?? 0):
      return factorOptions + quantizerOptions.flatMap { [$0, control.value] }
    case .bitRate where scale != nil: return ["-b:v", control.value]
    case .scale where scale == nil: return ["-q:v", control.value]
    case .lossless where !losslessOptions.isEmpty: return losslessOptions
    default: return nil
    }
  }

  /// The controls of its rate, as they are given.
  var controls: [String] {
    guard let scale else { return ["q:v=N"] }
    let bounds = "\(Int(scale.range.lowerBound)) to \(Int(scale.range.upperBound))"
    return ["crf=\(bounds)", "qp=N", "b:v=4M"] + (losslessOptions.isEmpty ? [] : ["lossless=1"])
  }

  // The scales were measured with a show of photographs: films of one `--quality` have the same
  // PSNR, give or take half a decibel. That of x264, the measure, goes from 18 to 23 at 70.

  static let x264 = FilmEncoder(
    name: "libx264", scale: Scale(usual: 18, step: 2.5, range: 0...51, takesFractions: true),
    threads: 8, fastest: ["-preset", "ultrafast"],
    partOptions: ["-x264-params", "threads=1:open-gop=0:stitchable=1:cpu-independent=1"],
    quantizerOptions: ["-qp"], losslessOptions: ["-qp", "0"],
    parameters: ["x264-params", "x264opts"])
  static let x265 = FilmEncoder(
    name: "libx265", scale: Scale(usual: 20, step: 2.6, range: 0...51, takesFractions: true),
    leastSide: 16, others: ["-x265-params", "log-level=error"], threads: 4,
    leastLinesOfThreads: 256,
    fastest: ["-preset", "ultrafast"],
    partOptions: ["-x265-params", "pools=1:frame-threads=1:open-gop=0:info=0"],
    quantizerOptions: ["-qp"], losslessOptions: ["-x265-params", "lossless=1"],
    parameters: ["x265-params"])
  static let svtAV1 = FilmEncoder(
    name: "libsvtav1", scale: Scale(usual: 35, step: 5.6, range: 1...63), leastSide: 64,
    others: ["-preset", "6"], fastest: ["-preset", "12"],
    partOptions: ["-svtav1-params", "lp=1"], quantizerOptions: ["-qp"],
    parameters: ["svtav1-params"])
  static let aomAV1 = FilmEncoder(
    name: "libaom-av1", scale: Scale(usual: 35, step: 5.6, range: 0...63),
    others: ["-cpu-used", "6", "-row-mt", "1"], fastest: ["-cpu-used", "8"],
    factorOptions: ["-b:v", "0"],
    quantizerOptions: ["-crf", "-qmin", "-qmax"],
    losslessOptions: ["-crf", "0", "-b:v", "0", "-aom-params", "lossless=1"],
    parameters: ["aom-params"], mayLoseFrames: true)
  static let vp9 = FilmEncoder(
    name: "libvpx-vp9", scale: Scale(usual: 24, step: 4.2, range: 0...63),
    others: ["-row-mt", "1"], threads: min(max(2, VipsLibrary.threads), 16),
    fastest: ["-deadline", "realtime", "-cpu-used", "8"], factorOptions: ["-b:v", "0"],
    quantizerOptions: ["-crf", "-qmin", "-qmax"],
    losslessOptions: ["-crf", "0", "-b:v", "0", "-lossless", "1"])
  static let prores = FilmEncoder(name: "prores_ks", scale: nil)
}
