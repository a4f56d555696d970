/// What a stream of frames looks like.
struct StreamFormat: Sendable {
  /// How pixels become bytes.
  enum Packing: String, Sendable, CaseIterable {
    case y4m, rgb24, rgba, rgb48, rgba64, ppm

    var holdsAlpha: Bool { self == .rgba || self == .rgba64 }

    /// What ffmpeg calls bare pixels of this kind.
    var ffmpegName: String {
      switch self {
      case .rgb48: "rgb48le"
      case .rgba64: "rgba64le"
      default: rawValue
      }
    }
  }

  /// How red, green and blue become luma and color differences.
  enum Matrix: String, Sendable, CaseIterable { case bt601, bt709 }

  /// How many pixels share a color in y4m.
  enum Chroma: String, Sendable, CaseIterable {
    case full = "444"
    case quarter = "420"
  }

  let packing: Packing
  let chroma: Chroma
  let matrix: Matrix
  let rate: FrameRate

  /// Bare pixels.
  init(_ packing: Packing, rate: FrameRate) {
    self.packing = packing
    self.rate = rate
    chroma = .full
    matrix = .bt601
  }

  init(_ settings: Settings) throws(Failure) {
    packing = settings.packing ?? .y4m
    for option in [settings.$chroma, settings.$matrix] as [any AnySetting]
    where option.isGiven && packing != .y4m {
      throw .usage(
        "\(option.definition.label) belongs to y4m: \(packing.rawValue) cannot hold it")
    }
    chroma = settings.chroma ?? .full
    matrix = settings.matrix ?? .bt601
    rate = settings.frameRate
  }
}
