internal import TransitionKit

/// Options for ffmpeg in `--save-options`: `crf=23,preset=slow,vf=crop=10:10,format=yuv420p`.
struct FilmOptions: Sendable {
  let text: String
  private let options: [(name: String, value: String)]
  /// The arguments, `-k v` each.
  private(set) var arguments: [String] = []
  /// What sets the rate, in the order given. Those that encoders have by other names are not among
  /// the arguments.
  private(set) var rateControls: [RateControl] = []

  /// The filters for frames, which are not among the arguments: a second `-vf` would replace the
  /// first.
  var filters: [String] { values(of: "vf", "filter", "filter:v") }
  /// The filters for sound, which are not among them either: sound has filters of ours.
  var soundFilters: [String] { values(of: "af", "filter:a") }
  var soundEncoder: String? { values(of: "c:a", "codec:a", "acodec").last }
  /// Whether an option sets the quality of sound.
  var hasSoundRate: Bool { !values(of: "ab", "b:a", "q:a", "aq").isEmpty }
  var isSilent: Bool { values(of: "an").last.map { $0 != "0" } ?? false }
  var pixelFormat: String? { values(of: "pix_fmt", "pix_fmt:v").last.map(Self.fullName) }
  /// The samples that go to the encoder, if options name them: `pix_fmt=yuv444p`, or a last filter
  /// that does nothing else.
  var namedFormat: (format: String, option: String)? {
    if let pixelFormat { return (pixelFormat, "pix_fmt=\(pixelFormat)") }
    guard let format = filteredFormat, !format.contains("|"),
      let filter = filters.last?.split(separator: ",").last,
      ["format=\(format)", "format=pix_fmts=\(format)"].contains(String(filter))
    else { return nil }
    return (Self.fullName(of: format), "vf=\(filter)")
  }
  /// The bits of a sample, where they are known.
  var bits: Int? { (namedFormat?.format ?? usualFormat).map(Self.bits) }

  /// A format's name with the order of bytes, which ffmpeg takes for its own machine's if it is
  /// missing.
  private static func fullName(of format: String) -> String {
    let lacksOrder = format.contains(/(9|10|12|14|16|32|48|64)$/) && !format.hasPrefix("nv")
    return lacksOrder ? format + "le" : format
  }

  /// The bits of a sample, with which a format's name ends where they are more than a byte.
  private static func bits(of format: String) -> Int {
    fullName(of: format).firstMatch(of: /(\d+)[bl]e$/).flatMap { Int($0.1) } ?? 8
  }
  var encoder: String? { values(of: "c", "c:v", "codec", "codec:v", "vcodec").last }
  /// What is known of it.
  var named: NamedEncoder? { encoder.map(NamedEncoder.init) }
  /// Whether an MP4 or QuickTime film is a sequence of fragments.
  var fragments: Bool {
    values(of: "movflags").contains { flags in
      ["frag", "empty_moov", "dash"].contains(where: flags.contains)
    }
  }
  var profile: String? { values(of: "profile", "profile:v").last }
  /// The first option that x264 and x265 ignore without the size of a buffer, if there is none.
  var lackingBuffer: String? {
    let names = options.flatMap { option -> [Substring] in
      [option.name.prefix { $0 != ":" }] + RateControl.names(in: option.value)
    }
    if names.contains("bufsize") || names.contains("vbv-bufsize") { return nil }
    let limits: Set<Substring> = ["maxrate", "vbv-maxrate", "hrd", "nal-hrd"]
    return names.first(where: limits.contains).map { String($0) }
  }

  /// The arguments that decide pictures, and those that decide the sound or the file alone, which
  /// parts of a film do not have.
  var divided: (pictures: [String], others: [String]) {
    var (pictures, others) = ([String](), [String]())
    for index in stride(from: 0, to: arguments.count - 1, by: 2) {
      let parts = arguments[index].dropFirst().split(separator: ":").map(String.init)
      let isOther = parts.dropFirst().contains("a") || Self.ofSoundOrFile.contains(parts[0])
      let pair = arguments[index...index + 1]
      if isOther { others += pair } else { pictures += pair }
    }
    return (pictures, others)
  }

  private static let ofSoundOrFile: Set = [
    "ab", "ac", "acodec", "aq", "ar", "brand", "ch_layout", "channel_layout", "disposition",
    "metadata", "movflags", "sample_fmt", "tag", "vtag",
  ]

  /// Sentences about an encoder that is not known, and options that only other types of file have.
  ///
  /// - Throws: that there is no ffmpeg, which is asked where an option is not a usual one.
  func remarks(for container: Film.Container) throws(Failure) -> [String] {
    var remarks: [String] = []
    if let encoder, named?.isKnown == false, try LocalEncoder(encoder) != nil {
      remarks.append(
        "--save-options c:v=\(encoder): an encoder that dotransition does not know: look at the "
          + "film")
    }
    let conversion = /\b(?:colorspace|colormatrix|zscale|out_range|out_color_matrix)\b/
    if tag == nil, filters.contains(where: { $0.contains(conversion) }) {
      remarks.append(
        "--save-options vf=: the film is tagged BT.709 of limited range: if a filter makes other "
          + "colors, say which with color_range, colorspace, color_primaries and color_trc")
    }
    let names = arguments.indices.filter { $0.isMultiple(of: 2) }
      .map { String(arguments[$0].dropFirst().prefix { $0 != ":" }) }
      .filter { !Self.usual.contains($0) }
    guard !names.isEmpty else { return remarks }
    let known = try FormatOptions(of: container)
    return remarks
      + names.filter(known.isForeign).map { name in
        let meant = Self.meant[name].map { ": \($0) is what films have" } ?? ""
        return "--save-options \(name) has no effect on a .\(container.rawValue) film\(meant)"
      }
  }

  /// Options of ffmpeg itself, or of encoders.
  private static let usual: Set = optionsLikeFilters.union(RateControl.nativeSyntax)
    .union(["cpu-used", "pix_fmt", "row-mt"]).subtracting(["movflags"])
  /// What readers of bare frames and of sound call otherwise.
  private static let meant = [
    "bit_rate": "b:v", "bitrate": "b:v", "channels": "ac", "framerate": "--fps",
    "pixel_format": "pix_fmt", "sample_rate": "ar", "video_size": "--size",
  ]

  private func values(of names: String...) -> [String] {
    options.filter { names.contains($0.name) }.map(\.value)
  }

  /// An option that says how many bits the pictures get.
  struct RateControl: Sendable {
    enum Kind: Sendable {
      case factor
      case quantizer
      case bitRate
      /// ffmpeg's scale of quality, -q.
      case scale
      /// The very samples.
      case lossless
      /// Among the options of the encoder's own syntax.
      case parameters
    }

    let kind: Kind
    let name: String
    /// The same without a stream.
    let plainName: String
    let value: String

    var text: String { "\(name)=\(value)" }

    /// Whether it sets a quality, which takes as many bits as it needs.
    var isConstant: Bool { [.factor, .quantizer, .lossless].contains(kind) }

    /// Reads an option of ffmpeg; `nil` if it does not set the rate.
    fileprivate init?(_ name: String, _ value: String) {
      (self.name, self.value) = (name, value)
      plainName = name.hasSuffix(":v") ? String(name.dropLast(2)) : name
      switch plainName {
      case "crf": kind = .factor
      case "qp": kind = .quantizer
      case "b", "vb": kind = .bitRate
      case "q", "qscale", "global_quality": kind = .scale
      case "lossless" where value != "0": kind = .lossless
      case _ where Self.nativeSyntax.contains(plainName):
        let names = Self.names(in: value.replacing("lossless=0", with: ""))
        guard names.contains(where: Self.parameters.contains) else { return nil }
        kind = .parameters
      default: return nil
      }
    }

    /// Options in the encoders' own syntax.
    fileprivate static let nativeSyntax = Set(
      FilmCodec.allCases.flatMap(\.encoders).flatMap(\.parameters))
    /// The names in their values: `crf`, `ref` in `crf=20:ref=3`.
    fileprivate static func names(in value: String) -> [Substring] {
      value.split(separator: ":").map { $0.prefix { $0 != "=" } }
    }
    /// Names of what sets the rate there.
    private static let parameters: Set<Substring> = [
      "bitrate", "cq-level", "crf", "end-usage", "lossless", "qp", "rc", "tbr",
    ]
  }

  /// The format of the samples that are asked for, or several to choose from; `nil` if none is.
  private var sampleFormat: String? { pixelFormat ?? filteredFormat }

  /// That of the last filter that names one. Gray is none: it says how frames look, and a film of
  /// gray samples is one that few programs show.
  private var filteredFormat: String? {
    let names = filters.flatMap { $0.matches(of: /format=(?:pix_fmts=)?([^,:;\[\]]+)/) }.map(\.1)
    return names.last.flatMap { $0.hasPrefix("gray") ? nil : String($0) }
  }

  /// Whether what is encoded is red, green and blue, which have no matrix and no limited range.
  var keepsRGB: Bool {
    sampleFormat.map { format in ["rgb", "bgr", "gbr"].contains { format.contains($0) } }
      ?? named?.isRGB ?? false
  }

  /// ffmpeg's name for the matrix by which players read what is encoded.
  var matrix: String { named?.matrix ?? NamedEncoder.usualMatrix }

  /// Whether what is encoded is gray, which ffmpeg's scaler makes of full range.
  var keepsGray: Bool { (pixelFormat ?? "").hasPrefix("gray") }

  /// Whether what is encoded is colors or grays of more than 8 bits.
  var hasDeepColors: Bool {
    if case .deepColors = named?.samples, sampleFormat == nil { return true }
    let formats = sampleFormat?.split(separator: "|").map(String.init) ?? []
    return formats.contains { format in
      ["rgb", "bgr", "gbr", "gray"].contains(where: format.contains) && Self.bits(of: format) > 8
    }
  }

  /// Whether it may be, as the encoder chooses: that of PNG has both.
  var mayHaveDeepColors: Bool { sampleFormat == nil && (keepsRGB || named?.isKnown == false) }

  /// Whether the samples that are asked for have alpha; `nil` if none are.
  var hasAlphaSamples: Bool? {
    sampleFormat.map { format in PixelFormat.ffmpegNamesOfAlpha.contains { format.contains($0) } }
  }

  /// Whether alpha stays with the encoder and the samples that are asked for; `nil` if that follows
  /// from the container. An encoder that does not take the samples is refused.
  var keepsAlpha: Bool? {
    // Of ProRes, the profiles of 4:2:2.
    let opaque = ["0", "1", "2", "3", "proxy", "lt", "standard", "hq"]
    if values(of: "alpha_bits").last == "0" || profile.map(opaque.contains) ?? false {
      return false
    }
    return hasAlphaSamples ?? named.flatMap { $0.mayHoldAlpha ? nil : false }
  }

  /// Whether frames get a pixel format that is not of our choice.
  var choosesFormat: Bool { sampleFormat != nil }

  /// Whether the encoder gets planes, as those of our choice do, unless frames have alpha.
  var takesPlanes: Bool {
    switch named?.samples {
    case .scaled, .deepColors: false
    case .planes, .prores, .quarter, nil: true
    }
  }

  /// The samples of an encoder that is asked for and takes no planes of 4:2:0; `nil` if not known.
  var usualFormat: String? {
    switch named?.samples {
    case .planes(let format): format
    case .prores: FilmCodec.prores.pixelFormat(.ten, hasAlpha: false, profile: profile)
    case .quarter, .scaled, .deepColors, nil: nil
    }
  }

  /// The option that has ffmpeg copy what it is given, which is bare; `nil` if none has.
  var copied: String? {
    [("c:v", encoder), ("c:a", soundEncoder)].first { $0.1 == "copy" }?.0
  }

  /// Whether ffmpeg may end before it has read all frames.
  var mayEndEarly: Bool { !filters.isEmpty || !soundFilters.isEmpty }

  init(_ text: String) throws(Failure) {
    self.text = text
    options = try Self.divide(text).map { name, value throws(Failure) in
      (try Self.plain(name), value)
    }
    for (name, value) in options {
      try Self.check(name, value)
      if ["vf", "filter", "filter:v", "af", "filter:a", "an"].contains(name) { continue }
      let control = RateControl(name, value)
      if let control { rateControls.append(control) }
      if control == nil || control?.kind == .parameters { arguments += ["-\(name)", value] }
    }
    // Filters may have made such colors.
    if filters.isEmpty, let tag {
      throw .usage("--save-options \(tag): \(Self.reasonOfColors)")
    }
  }

  /// The first option that says what the colors are called.
  var tag: String? {
    ["color_range", "colorspace", "color_primaries", "color_trc", "chroma_sample_location"]
      .first { arguments.contains("-\($0)") }
  }

  /// The name of an option without the number of its stream: a film has one of each kind.
  private static func plain(_ name: String) throws(Failure) -> String {
    guard let match = name.wholeMatch(of: /(.+:[vVa]):([0-9]+)/) else { return name }
    guard match.2 == "0" else {
      throw .usage(
        "--save-options \(name): a film has one stream of pictures and one of sound: \(match.1)")
    }
    return String(match.1)
  }

  /// Refuses options of the program ffmpeg that would choose other frames, other inputs or other
  /// files than those of the command line.
  private static func check(_ name: String, _ value: String) throws(Failure) {
    let plain = String(name.prefix { $0 != ":" })
    if RateControl.nativeSyntax.contains(plain) {
      let names = RateControl.names(in: value)
      if let file = names.first(where: parametersOfFiles.contains) {
        throw .usage("--save-options \(name)=\(file): a film is the only file that is written")
      }
      if let tag = names.first(where: parametersOfColors.contains) {
        throw .usage("--save-options \(name)=\(tag): \(reasonOfColors)")
      }
    }
    guard let refusal = refusals.first(where: { $0.names.contains(plain) }) else { return }
    throw .usage("--save-options \(name): \(refusal.reason)")
  }

  /// What names files among the options of the encoders' own syntax.
  private static let parametersOfFiles: Set<Substring> = [
    "analysis-load", "analysis-reuse-file", "analysis-save", "csv", "dump-yuv", "log-file", "pass",
    "recon", "stats",
  ]

  /// What only calls the colors otherwise.
  private static let parametersOfColors: Set<Substring> = [
    "chroma-sample-position", "chromaloc", "color-primaries", "color-range", "colormatrix",
    "colorprim", "fullrange", "matrix-coefficients", "range", "transfer",
    "transfer-characteristics",
  ]
  private static let reasonOfColors =
    "films have the colors of BT.709, with chroma at the left, and are tagged so: "
    + "pix_fmt=yuvj420p makes the full range, and vf= converts colors"

  private static let refusals: [(names: Set<String>, reason: String)] = [
    (
      [
        "aframes", "bsf", "copyts", "dframes", "enc_time_base", "fps_mode", "fpsmax",
        "frame_drop_threshold", "frames", "fs", "itsoffset", "itsscale", "output_ts_offset", "r",
        "re", "readrate", "shortest", "skip_frame", "ss", "sseof", "start_at_zero", "stream_loop",
        "t", "target", "time_base", "timelimit", "timestamp", "to", "vframes", "vsync",
      ],
      "a film has each frame of the show once: --frames, --duration and --fps choose them"
    ),
    (
      [
        "attach", "discard", "dn", "filter_complex", "filter_complex_script", "filter_script", "i",
        "lavfi", "map", "map_channel", "map_chapters", "map_metadata", "program", "sn", "vn",
      ],
      "a film has the pictures of the show and its sound: vf and af filter them, and an leaves the "
        + "sound out"
    ),
    (
      [
        "dump", "dump_attachment", "f", "n", "pass", "passlogfile", "progress", "report",
        "sdp_file", "stats", "stdin", "vstats", "vstats_file", "y",
      ],
      "a film is one file, whose name and type --output gives"
    ),
  ]

  /// Divides options where a comma and `name=` begin one. All other commas belong to values.
  private static func divide(_ text: String) throws(Failure) -> [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    for piece in text.split(separator: ",") {
      let name = piece.prefix { $0 != "=" }
      if name.count < piece.count, isOption(name, after: options.last) {
        options.append((String(name), String(piece.dropFirst(name.count + 1))))
      } else if piece == "an" {
        // The only option that is taken without a value.
        options.append(("an", ""))
      } else if let last = options.indices.last {
        options[last].value += ",\(piece)"
      } else {
        throw .usage("--save-options: '\(piece)' is not an option of ffmpeg, such as crf=23")
      }
    }
    return options
  }

  /// Whether what stands before `=` is the name of an option.
  private static func isOption(
    _ name: Substring, after last: (name: String, value: String)?
  ) -> Bool {
    func isPart(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber || "_-:".contains(character))
    }
    // One option of x264 begins with a number.
    guard let first = name.first, first.isASCII, first.isLetter || name == "8x8dct",
      name.allSatisfy(isPart)
    else { return false }
    guard let last else { return true }
    // In a filter a comma after a backslash is no end.
    if last.value.hasSuffix("\\") { return false }
    guard ["vf", "af"].contains(last.name) || last.name.hasPrefix("filter")
    else { return true }
    // A chain of filters goes on with names of letters and digits. Options mostly have other names.
    return name.contains { "_-:".contains($0) } || optionsLikeFilters.contains(String(name))
  }

  /// Options of ffmpeg and its encoders whose names could be those of filters, and are none.
  private static let optionsLikeFilters: Set<String> = [
    "ab", "ac", "acodec", "af", "an", "aq", "ar", "aspect", "b", "bf", "bufsize", "c", "codec",
    "coder", "crf", "deadline", "f", "g", "level", "lossless", "map", "maxrate", "metadata",
    "minrate", "movflags", "n", "pass", "preset", "profile", "q", "qmax", "qmin", "qp", "quality",
    "r", "refs", "s", "speed", "ss", "subq", "t", "tag", "threads", "to", "trellis", "tune",
    "usage", "vcodec", "vf", "vframes", "vtag", "x264opts", "y",
  ]
}
