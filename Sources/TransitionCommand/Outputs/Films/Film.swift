internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A film, which ffmpeg makes.
struct Film: Output {
  /// The types of film, each by its extension.
  enum Container: String, CaseIterable {
    case mp4, mov, mkv, webm

    var holdsAlpha: Bool { self == .webm || self == .mov }

    /// The extensions of films that are not made, by which people ask for one.
    static let others = ["avi", "flv", "m4v", "mpeg", "mpg", "ogv", "wmv"]
  }

  let destination: OutputFile
  let container: Container
  let rate: FrameRate
  /// Options for ffmpeg after our own.
  let options: FilmOptions

  static let name = "a film"

  static func options(of settings: Settings) -> [any AnySetting] {
    [settings.$saveOptions, settings.$refusesExisting]
  }

  /// Whether films have an extension, also one of films that are not made.
  static func isExtension(_ name: String) -> Bool {
    Container(rawValue: name) != nil || Container.others.contains(name)
  }

  /// The film that the destination names by its extension.
  init?(_ settings: Settings, _ plan: Plan, _ destination: Destination?) throws(Failure) {
    guard let destination, let container = destination.fileExtension.flatMap(Container.init)
    else { return nil }
    self.container = container
    self.destination = OutputFile(
      path: destination.path, role: "the film", isKept: settings.refusesExisting)
    rate = settings.frameRate
    options = try FilmOptions(settings.saveOptions)
  }

  var file: OutputFile? { destination }
  var sentence: String { "\(location) is one film" }
  var location: String { destination.path.description }
  var typeName: String { "a .\(container.rawValue) film" }
  var holdsAlpha: Bool { container.holdsAlpha }
  var holdsProfiles: Bool { false }
  /// Colors that are not rounded yet become better planes.
  var depth: PixelFormat.Depth { .sixteen }
  var bytesPerPixel: Int { FrameStream.bytesPerPixel }
  var whyWithoutQuality: String? { "a film takes --save-options crf=23" }

  func losses(from size: Size) -> [String] {
    Self.size(of: size) == size
      ? [] : ["films have an even width and height: the last row or column is left out"]
  }

  func check(_ size: Size, _ plan: Plan) throws(Failure) {
    guard size.width >= 2, size.height >= 2 else {
      throw .usage("--output: a film of \(size) has too few pixels: 2x2 at least")
    }
  }

  func open(_ job: Job, _ context: RenderContext, _ record: JobRecordFile?) throws(Failure)
    -> any FrameWriter
  {
    try destination.makeFolder()
    return try FilmWriter(self, of: context)
  }

  /// The greatest width and height that the encoders of our choice take; `nil` if the options may
  /// choose another one, or another size.
  var longestSide: Int? {
    let isOurs = options.encoder == nil && options.filters.isEmpty
    return isOurs && !options.arguments.contains("-s") ? 16_384 : nil
  }

  /// The size of films: 4:2:0 has no half columns and rows.
  static func size(of frames: Size) -> Size {
    Size(width: frames.width & ~1, height: frames.height & ~1)
  }

  /// The form in which ffmpeg reads frames: planes if they are what its encoder takes, colors if its scaler has to make
  /// something else of them.
  func pixels(hasAlpha: Bool) -> FrameStream.Pixels {
    let isOurs = options.encoder == nil || !hasAlpha && options.takesPlanes
    let name = options.pixelFormat ?? (isOurs ? codec(hasAlpha).pixelFormat : nil)
    if options.filters.isEmpty, let format = name.flatMap(PlaneFormat.init(ffmpegName:)) {
      return .planes(format)
    }
    return .samples(PixelFormat(depth: .sixteen, hasAlpha: hasAlpha))
  }

  /// The encoder of our choice, its options, and what it is given.
  private func codec(_ hasAlpha: Bool) -> (options: [String], pixelFormat: String) {
    switch (container, hasAlpha) {
    case (.webm, _):
      (
        ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1"],
        hasAlpha ? "yuva420p" : "yuv420p"
      )
    case (.mov, true): (["-c:v", "prores_ks", "-profile:v", "4444"], "yuva444p10le")
    default: (["-c:v", "libx264", "-crf", "18"], "yuv420p")
    }
  }

  /// The arguments with which ffmpeg makes the film of bare pixels that it reads.
  func arguments(_ pixels: FrameStream.Pixels, size: Size, hasAlpha: Bool, to hidden: Path)
    -> [[UInt8]]
  {
    var colors = ["-color_primaries", "bt709", "-color_trc", "bt709"]
    if !options.keepsRGB {
      colors += ["-colorspace", "bt709", "-color_range", "tv", "-chroma_sample_location", "left"]
    }
    // Without being told, ffmpeg ends well with half a film when the disk is full, and with none.
    var words = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]
    words += ["-xerror", "-abort_on", "empty_output"]
    words += ["-f", "rawvideo", "-pixel_format", pixels.ffmpegName, "-video_size", "\(size)"]
    words += ["-framerate", "\(rate.frames)/\(rate.seconds)"]
    // Some encoders take the colors of the frames, not of options.
    if case .planes = pixels {
      words += colors + ["-i", "pipe:0"]
    } else {
      // For each scaler that ffmpeg puts before, between and after the filters. Its way from one kind
      // of red, green and blue to another leads through the matrix, too.
      let scaling =
        "sws_flags=accurate_rnd+full_chroma_int:in_color_matrix=bt709:out_color_matrix=bt709"
        + ":out_h_chr_pos=0;"
      let matrix = options.keepsRGB ? [] : ["setparams=colorspace=bt709"]
      let filters =
        ["setparams=color_primaries=bt709:color_trc=bt709"] + options.filters + matrix
      words += ["-i", "pipe:0", "-vf", scaling + filters.joined(separator: ",")]
    }
    let muxer: [String] =
      switch container {
      case .mp4, .mov: ["-movflags", "+faststart", "-f", container.rawValue]
      case .mkv: ["-f", "matroska"]
      case .webm: ["-f", "webm"]
      }
    let codec = codec(hasAlpha)
    let choosesFormat = options.filters.contains { $0.contains("format=") }
    // Matroska's random numbers would make each film another file.
    words += colors + ["-fflags", "+bitexact"]
    words += codec.options + (choosesFormat ? [] : ["-pix_fmt", codec.pixelFormat])
    words += options.arguments + muxer
    return words.map { Array($0.utf8) } + [Array("file:".utf8) + hidden.bytes]
  }
}

extension FrameStream.Pixels {
  /// ffmpeg's name for them.
  fileprivate var ffmpegName: String {
    switch self {
    case .samples(let format):
      switch (format.depth, format.hasAlpha) {
      case (.eight, false): "rgb24"
      case (.eight, true): "rgba"
      case (.sixteen, false): "rgb48le"
      case (.sixteen, true): "rgba64le"
      }
    case .pixmaps: "ppm"
    case .planes(let format): format.ffmpegName
    }
  }
}
