/// What films need to know of an encoder of ffmpeg that `--save-options` name.
struct NamedEncoder: Sendable {
  /// The samples that it gets where nothing else names them.
  enum Samples: Sendable {
    /// Planes of 4:2:0, as the encoders of our choice.
    case quarter
    /// Planes of a format of ffmpeg's, which are the ones that it takes.
    case planes(String)
    /// Planes of ProRes, which its profile decides.
    case prores
    /// What ffmpeg's scaler makes of colors.
    case scaled
    /// Red, green and blue of more than 8 bits.
    case deepColors
  }

  /// ffmpeg's name for the matrix that films have where an encoder can say which it is.
  static let usualMatrix = "bt709"

  let samples: Samples
  var mayHoldAlpha = false
  /// Whether it takes red, green and blue, which have no matrix and no limited range.
  var isRGB = false
  /// ffmpeg's name for the matrix by which players read its films.
  var matrix = usualMatrix
  /// The containers in which programs read its films; `nil` for all.
  var containers: [Film.Container]?
  var threads: Int?
  /// What the height must be a multiple of, where the encoder does not say so itself.
  var rowsOfBlock = 1
  private(set) var isKnown = true

  /// The encoder of a name; one of which nothing is known, if it is not in the table.
  init(_ name: String) {
    self = Self.table[name] ?? Self(.scaled)
    isKnown = Self.table[name] != nil
  }

  private init(
    _ samples: Samples, mayHoldAlpha: Bool = false, isRGB: Bool = false,
    matrix: String = usualMatrix, in containers: [Film.Container]? = nil, threads: Int? = nil,
    rowsOfBlock: Int = 1
  ) {
    (self.samples, self.mayHoldAlpha, self.isRGB) = (samples, mayHoldAlpha, isRGB)
    (self.matrix, self.containers, self.threads) = (matrix, containers, threads)
    self.rowsOfBlock = rowsOfBlock
  }

  private static let table: [String: NamedEncoder] = {
    let quarter = NamedEncoder(.quarter)
    let prores = NamedEncoder(.prores, mayHoldAlpha: true)
    let (deep, half) = (NamedEncoder(.planes("yuv422p10le")), NamedEncoder(.planes("yuv422p")))
    // It cannot say which matrix it has.
    let vp8 = NamedEncoder(.scaled, matrix: "smpte170m")
    return [
      "apng": NamedEncoder(.scaled, isRGB: true),
      "avrp": NamedEncoder(.deepColors, isRGB: true),
      "bitpacked": deep,
      // ffmpeg's encoder leaves to chance what is below the last whole block.
      "cfhd": NamedEncoder(.planes("yuv422p10le"), rowsOfBlock: 8), "dnxhd": half, "ffv1": quarter,
      "ffvhuff": quarter,
      "huffyuv": half, "jpeg2000": quarter, "libaom-av1": quarter, "libopenjpeg": quarter,
      "librav1e": quarter,
      // Elsewhere its films would never end.
      "libsvtav1": NamedEncoder(.quarter, in: [.mp4, .mkv, .webm]),
      "libvpx": vp8, "libvpx-vp9": NamedEncoder(.quarter, mayHoldAlpha: true), "libx264": quarter,
      "libx264rgb": NamedEncoder(.scaled, isRGB: true), "libx265": quarter, "magicyuv": quarter,
      // Nor can it say its matrix; and which of its threads is first would decide how many bits
      // each frame gets.
      "mjpeg": NamedEncoder(.scaled, matrix: "smpte170m", threads: 1),
      "mpeg2video": quarter, "mpeg4": quarter,
      "png": NamedEncoder(.scaled, mayHoldAlpha: true, isRGB: true), "prores": prores,
      "prores_aw": prores, "prores_ks": prores,
      "r10k": NamedEncoder(.deepColors, isRGB: true),
      "r210": NamedEncoder(.deepColors, isRGB: true),
      "qtrle": NamedEncoder(.scaled, mayHoldAlpha: true, isRGB: true, in: [.mov]),
      "rawvideo": NamedEncoder(.quarter, in: [.mkv]), "utvideo": quarter, "v210": deep,
      "v308": NamedEncoder(.planes("yuv444p")), "v410": NamedEncoder(.planes("yuv444p10le")),
      "vp8": vp8, "vp9": NamedEncoder(.scaled, mayHoldAlpha: true),
    ]
  }()
}
