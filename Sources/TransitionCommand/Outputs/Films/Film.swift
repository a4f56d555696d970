internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

struct Film: Output {
  /// The types of film, each by its extension.
  enum Container: String, Sendable, CaseIterable {
    case mp4, mov, mkv, webm

    /// The codecs that it can hold; the first is the default.
    var codecs: [FilmCodec] {
      switch self {
      case .mp4: [.h264, .h265, .av1, .vp9]
      case .mov: [.h264, .h265, .prores]
      case .mkv: FilmCodec.allCases
      case .webm: [.vp9, .av1]
      }
    }

    /// The default for frames with alpha; `nil` if the default holds none.
    var codecWithAlpha: FilmCodec? {
      switch self {
      case .mp4, .mkv: nil
      case .mov: .prores
      case .webm: .vp9
      }
    }

    /// Whether it can hold alpha if its codec can.
    var canHoldAlpha: Bool { self != .mp4 }

    /// Whether it has no finer times.
    var countsMilliseconds: Bool { self == .mkv || self == .webm }

    /// ffmpeg's names for what reads all of them.
    static let demuxers = ["mov", "matroska"]

    /// ffmpeg's name for what writes it.
    var muxerName: String { self == .mkv ? "matroska" : rawValue }

    /// The arguments with which ffmpeg writes it; a part of a film is read from a file alone.
    func muxer(asPart isPart: Bool = false, fragmented isFragmented: Bool = false) -> [String] {
      switch self {
      case .mp4, .mov:
        // Written before the first fragment, the table would not say when the pictures begin.
        (isPart ? [] : ["-movflags", isFragmented ? "+delay_moov" : "+faststart"])
          + ["-f", muxerName]
      case .mkv, .webm: ["-f", muxerName]
      }
    }

    /// The extensions of films that are not made, by which people ask for one.
    static let others = [
      "3g2", "3gp", "asf", "avi", "divx", "dv", "f4v", "flv", "m2ts", "m2v", "m4v", "mpeg", "mpg",
      "mts", "mxf", "nut", "ogv", "ts", "vob", "wmv", "y4m",
    ]
  }

  let destination: OutputFile
  let rate: FrameRate
  let encoding: FilmEncoding
  /// The folder of the parts that it is made of; `nil` if it is made at once.
  let parts: PartFolder?
  /// What a remark adds of codecs with which it would hold alpha.
  var wayToKeepAlpha: String? {
    // A codec that would, beside an option that keeps it from that, need not be named.
    let codec = encoding.codec(hasAlpha: false)
    guard encoding.container.canHoldAlpha, codec.depthWithAlpha == nil else { return nil }
    let codecs = encoding.container.codecs.filter { $0.depthWithAlpha != nil }
    return "; --codec \(codecs.map(\.rawValue).listed("or")) keeps alpha"
  }

  /// A file that stands for them.
  var part: Path? { parts.map { $0.path + Path("part.\(encoding.container.rawValue)") } }
  /// Whether it is made at once and could be made of parts.
  private let couldHaveParts: Bool
  let isDraft: Bool
  /// Whether each picture begins a chapter.
  let hasAllChapters: Bool

  static let name = "a film"

  static func options(of settings: Settings) -> [any AnySetting] {
    [
      settings.$saveOptions, settings.film.$codec, settings.film.$depth, settings.$refusesExisting,
      settings.film.$isDraft, settings.$music, settings.$isMute, settings.$musicVolume,
      settings.$duck,
      settings.$loudness, settings.film.$parts, settings.film.$cleansParts,
      settings.film.$hasAllChapters,
    ] + (settings.film.parts == nil ? [] : [settings.$listsMissing, settings.$skipsExisting])
  }

  /// Whether films have an extension, also one of films that are not made.
  static func isExtension(_ name: String) -> Bool {
    Container(rawValue: name) != nil || Container.others.contains(name)
  }

  /// The film that the destination names by its extension.
  init?(_ settings: Settings, _ plan: Plan, _ destination: Destination?) throws(Failure) {
    guard let destination, let container = destination.fileExtension.flatMap(Container.init)
    else { return nil }
    self.destination = OutputFile(
      path: destination.path, role: "the film", isKept: settings.refusesExisting)
    rate = plan.rate
    encoding = try FilmEncoding(settings, in: container)
    isDraft = settings.film.isDraft
    hasAllChapters = settings.film.hasAllChapters
    let options = encoding.options
    parts = try settings.film.parts.map { path throws(Failure) in
      try PartFolder(path, settings, options)
    }
    couldHaveParts = parts == nil && PartFolder.isPossible(settings, options)
    if parts == nil, settings.film.cleansParts {
      throw .usage("--clean-parts belongs to --parts, which names the folder")
    }
  }

  var file: OutputFile? { destination }
  var sentence: String { "\(location) is one film" }
  var typeName: String { encoding.typeName }
  var holdsAlpha: Bool { encoding.holdsAlpha }
  var holdsProfiles: Bool { false }
  /// Colors that are not rounded yet become better planes.
  var depth: PixelFormat.Depth { .sixteen }
  var bytesPerPixel: Int { FrameStream.bytesPerPixel }
  /// The most that common players show.
  static let largestSize = Size(width: 3840, height: 2160)
  var largestDefault: Size? { Self.largestSize }
  var whyWithoutQuality: String? { encoding.whyWithoutQuality }

  func properties(hasAlpha: Bool) -> [(name: String, value: JSON)] {
    [("output", .string(location))] + encoding.properties(hasAlpha: hasAlpha && holdsAlpha)
  }

  var endRemark: String? { isDraft ? "a draft of half the width and height" : nil }

  var adviceForLongRuns: String? {
    couldHaveParts
      ? "this takes minutes: with --parts FOLDER it can be interrupted, and after a change most of it "
        + "stays" : nil
  }

  func checkFiles(_ plan: Plan, inputs: [Path]) throws(Failure) {
    try file?.check(inputs: inputs)
    if let parts, Location(parts.path) == Location(destination.path) {
      throw .usage("--parts: \(destination.path) is the name of the film, and a folder is wanted")
    }
    if isDraft { try Draft.check(destination.path) }
  }

  func use(of path: Path, _ plan: Plan) -> String? {
    if let parts, Location(parts.path) == Location(path) { return "the folder of --parts" }
    return isNamed(path) ? "the name of --output, too" : nil
  }

  func check(_ size: Size, _ plan: Plan) throws(Failure) {
    let least = encoding.leastSide
    guard min(size.width, size.height) >= least else {
      throw .usage(
        "--output: \(typeName) of \(size) has too few pixels: \(least)x\(least) at least")
    }
    guard !encoding.container.countsMilliseconds || plan.rate.frames <= 1000 * plan.rate.seconds
    else {
      throw .usage(
        "--fps \(plan.rate.text): a .\(encoding.container.rawValue) film has times in milliseconds: "
          + "1000 at most, or name the film .mp4 or .mov")
    }
    let rows = encoding.options.named?.rowsOfBlock ?? 1
    guard self.size(of: size).height.isMultiple(of: rows) else {
      throw .usage(
        "--save-options c:v=\(encoding.options.encoder ?? ""): \(size): the height must be a "
          + "multiple of \(rows)")
    }
  }

  func open(_ job: Job, _ context: RenderContext, _ record: FrameRecordFile?) throws(Failure)
    -> any FrameWriter
  {
    let hasAlpha = context.format.hasAlpha && holdsAlpha
    let encoder = try encoding.encoder(hasAlpha: hasAlpha, size: self.size(of: context.size))
    try job.soundtrack?.check(encoding)
    try Failure.from(file: Folder.make(for: destination.path))
    let (role, path) = (destination.role, destination.path)
    return try FilmWriter(self, encoder, job.soundtrack, hasAlpha: hasAlpha, of: context) {
      fill throws(Failure) in
      try AtomicFile.make(role, at: path, fill)
    }
  }

  /// The greatest width and height that the encoders of our choice take; `nil` if the options may
  /// choose another one, or another size.
  var longestSide: Int? {
    let options = encoding.options
    let isOurs = options.encoder == nil && options.filters.isEmpty
    return isOurs && !options.arguments.contains("-s") ? 16_384 : nil
  }

  /// The size of films: 4:2:0 has no half columns and rows.
  func size(of frame: Size) -> Size {
    Size(width: frame.width & ~1, height: frame.height & ~1)
  }

  /// The form in which ffmpeg reads frames: planes if they are what its encoder takes, colors if
  /// its scaler has to make something else of them.
  ///
  /// - Parameters:
  ///   - hasAlpha: whether frames keep alpha.
  ///   - depth: that of the frames.
  /// - Returns: the form.
  func rawFormat(hasAlpha: Bool, _ depth: PixelFormat.Depth) -> RawFormat {
    let options = encoding.options
    let isOurs = options.encoder == nil || !hasAlpha && options.takesPlanes
    let name = options.pixelFormat ?? (isOurs ? encoding.pixelFormat(hasAlpha: hasAlpha) : nil)
    if options.filters.isEmpty, let name, let format = PlanarFormat(ffmpegName: name),
      holdsAlpha || !format.hasAlpha
    {
      return .planes(format)
    }
    // To opaque colors the scaler adds an alpha of its own, which may be 0.
    let isAdded = holdsAlpha && options.hasAlphaSamples == true
    let hasAlpha = hasAlpha || isAdded
    let deep = PixelFormat(depth: .sixteen, hasAlpha: hasAlpha)
    // Colors and grays of more than 8 bits are the only ones that the scaler takes as they are.
    if options.hasDeepColors { return .samples(deep) }
    guard depth == .sixteen else {
      return .samples(PixelFormat(depth: .eight, hasAlpha: hasAlpha))
    }
    return options.mayHaveDeepColors
      ? .samples(deep) : .samples(deep, white: RawFormat.scalersWhite)
  }

  /// The filters for frames of bare colors. One that names its input,
  /// `movie=logo.png[l];[in][l]overlay`, is a graph of its own, which takes what the one before it
  /// makes.
  private var filtering: String {
    var graph = "setparams=color_primaries=bt709:color_trc=bt709"
    for (index, filter) in encoding.options.filters.enumerated() {
      guard filter.contains("[in]") else {
        graph += "," + filter
        continue
      }
      let (before, after) = ("[before\(index)]", "[after\(index)]")
      graph += before + ";" + filter.replacing("[in]", with: before).replacing("[out]", with: after)
      if filter.contains("[out]") { graph += ";\(after)null" }
    }
    return graph
  }

  /// The arguments before those of a film's inputs, and perhaps those of its sound.
  static func beforeInputs(_ sound: Soundtrack?) -> [String] {
    // Without being told, ffmpeg ends well with half a film when the disk is full, and with none.
    ["-y", "-xerror", "-abort_on", "empty_output"]
      // Beside other inputs ffmpeg 5 would read eight frames ahead, 100 MB of 4K.
      + (sound == nil ? [] : ["-thread_queue_size", "0"])
  }

  /// The arguments with which ffmpeg makes the film, or a part of it in a container of its own, of
  /// the bare pixels, and the bare sound, that it reads.
  func arguments(
    _ encoder: FilmEncoder, _ rawFormat: RawFormat, _ sound: Soundtrack?, size: Size,
    hasAlpha: Bool, asPart part: Container? = nil, chapters: Chapters.Arguments = Chapters.none,
    to hidden: Path
  ) -> FFmpeg.Arguments {
    let options = encoding.options
    var colors = ["-color_primaries", "bt709", "-color_trc", "bt709"]
    if !options.keepsRGB {
      colors += [
        "-colorspace", options.matrix, "-color_range", "tv", "-chroma_sample_location", "left",
      ]
    }
    var inputs = Self.beforeInputs(sound)
    inputs += ["-f", "rawvideo", "-pixel_format", rawFormat.ffmpegName, "-video_size", "\(size)"]
    // The first option gives frames their times; without the second ffmpeg takes rates near 120 and
    // 240 for these, and makes more frames or fewer.
    inputs += ["-framerate", "-r"].flatMap { [$0, "\(rate.frames)/\(rate.seconds)"] }
    var words: [String] = []
    // Some encoders take the colors of the frames, not of options.
    if case .planes = rawFormat {
      inputs += colors
    } else {
      // For each scaler that ffmpeg puts before, between and after the filters. Its way from one
      // kind of red, green and blue to another leads through the matrix, too.
      let scaling =
        "sws_flags=accurate_rnd+full_chroma_int:in_color_matrix=bt709:out_color_matrix="
        + options.matrix + ":out_h_chr_pos=0;"
      let matrix = options.keepsRGB ? [] : ["setparams=colorspace=\(options.matrix)"]
      words += ["-vf", scaling + ([filtering] + matrix).joined(separator: ",")]
    }
    inputs += ["-i", "pipe:0"] + (sound?.inputs ?? [])
    // Matroska's random numbers would make each film another file.
    words += colors + (options.keepsGray ? ["-color_range", "pc"] : []) + ["-fflags", "+bitexact"]
    if part != nil { words += ["-flags:v", "+bitexact"] }
    let container = part ?? encoding.container
    if isDraft { words += Draft.metadata }
    words += encoding.arguments(
      encoder, hasAlpha: hasAlpha, in: container, isDraft: isDraft, isPart: part != nil)
    words +=
      (sound?.encoding(encoding) ?? [])
      + container.muxer(asPart: part != nil, fragmented: options.fragments)
    return (options.text.isEmpty ? .quietly : .warning) + .init(inputs) + chapters.input
      + .init(chapters.output + words) + .file(hidden) + .init(sound?.readingOn ?? [])
  }
}
