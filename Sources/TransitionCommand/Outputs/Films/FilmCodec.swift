/// A codec of films.
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

  /// The least width and height of its films.
  var leastSide: Int { encoders.map(\.leastSide).min() ?? 2 }

  /// The depth in which it holds alpha; `nil` if it has none.
  var depthWithAlpha: PlaneFormat.Depth? {
    switch self {
    case .h264, .h265, .av1: nil
    case .vp9: .eight
    case .prores: .ten
    }
  }

  /// The depth of all its films; `nil` if there is a choice.
  var onlyDepth: PlaneFormat.Depth? { self == .prores ? .ten : nil }

  /// Why its films have no quality to choose; `nil` if they do.
  var whyWithoutQuality: String? { self == .prores ? "ProRes has one quality" : nil }

  /// Options for ffmpeg that it needs in a container, whichever its encoder is.
  func options(in container: Film.Container, hasAlpha: Bool) -> [String] {
    switch self {
    // Apple's players take no other name.
    case .h265 where [.mp4, .mov].contains(container): ["-tag:v", "hvc1"]
    case .prores: ["-profile:v", hasAlpha ? "4444" : "hq"]
    default: []
    }
  }

  /// ffmpeg's name for the samples that it is made of.
  func pixelFormat(_ depth: PlaneFormat.Depth, hasAlpha: Bool) -> String {
    let chroma = self == .prores ? hasAlpha ? "444" : "422" : "420"
    return "yuv\(hasAlpha ? "a" : "")\(chroma)p" + (depth == .ten ? "10le" : "")
  }
}

/// An encoder of ffmpeg's.
struct FilmEncoder: Sendable {
  /// The line that leads from `--quality` to an encoder's constant rate factor, which is smaller for
  /// better films.
  struct Scale: Sendable {
    /// The default quality, whose factor is stated.
    static let usualQuality = 90

    /// Its factor.
    let usual: Double
    /// The distance between the factors of two qualities that are 10 apart.
    let step: Double
    /// The factors that the encoder takes.
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
  /// The least width and height that it takes.
  var leastSide = 2
  /// Options that it needs beside its factor.
  var others: [String] = []

  /// The options that choose it and its quality.
  func options(quality: Int) -> [String] {
    ["-c:v", name] + (scale.map { ["-crf", $0.text(quality)] } ?? []) + others
  }

  // The scales were measured with a show of photographs: films of one `--quality` have the same
  // PSNR, give or take half a decibel. That of x264, the measure, goes from 18 to 23 at 70.

  static let x264 = FilmEncoder(
    name: "libx264", scale: Scale(usual: 18, step: 2.5, range: 0...51, takesFractions: true))
  static let x265 = FilmEncoder(
    name: "libx265", scale: Scale(usual: 20, step: 2.6, range: 0...51, takesFractions: true),
    leastSide: 16, others: ["-x265-params", "log-level=error"])
  static let svtAV1 = FilmEncoder(
    name: "libsvtav1", scale: Scale(usual: 35, step: 5.6, range: 1...63), leastSide: 64,
    others: ["-preset", "6"])
  static let aomAV1 = FilmEncoder(
    name: "libaom-av1", scale: Scale(usual: 35, step: 5.6, range: 1...63),
    others: ["-b:v", "0", "-cpu-used", "6", "-row-mt", "1"])
  static let vp9 = FilmEncoder(
    name: "libvpx-vp9", scale: Scale(usual: 24, step: 4.2, range: 0...63),
    others: ["-b:v", "0", "-row-mt", "1"])
  static let prores = FilmEncoder(name: "prores_ks", scale: nil)
}
