/// The codec, depth and quality of a film, as far as the command line decides them. Which codec it
/// is may depend on whether frames have alpha.
struct FilmEncoding: Sendable {
  let container: Film.Container
  /// Options for ffmpeg after our own.
  let options: FilmOptions
  private let codec: FilmCodec?
  private let depth: FilmDepth?
  private let quality: Int
  private let isQualityGiven: Bool

  /// Reads the options of a film.
  ///
  /// - Throws: that they contradict each other.
  init(_ settings: Settings, in container: Film.Container) throws(Failure) {
    self.container = container
    options = try FilmOptions(settings.saveOptions)
    (codec, depth) = (settings.film.codec, settings.film.depth)
    (quality, isQualityGiven) = (settings.quality, settings.$quality.isGiven)
    try check()
  }

  private func check() throws(Failure) {
    if let codec {
      guard container.codecs.contains(codec) else {
        let others = Film.Container.allCases.filter { $0.codecs.contains(codec) }
        throw .usage(
          "--codec \(codec.rawValue): a .\(container.rawValue) film cannot hold it: name the film "
            + others.map { ".\($0.rawValue)" }.listed("or"))
      }
      if let encoder = options.encoder {
        throw .usage(
          "--codec \(codec.rawValue) and the encoder \(encoder) of --save-options: "
            + "give one or the other")
      }
      if let depth, let only = codec.onlyDepth, depth != only {
        throw .usage(
          "--depth \(depth.rawValue): \(codec.rawValue) always has \(only.rawValue) bits")
      }
    }
    try checkRate()
    if let encoder = options.encoder, let containers = options.named?.containers,
      !containers.contains(container)
    {
      throw .usage(
        "--save-options c:v=\(encoder): no program reads it in .\(container.rawValue): "
          + containers.map { ".\($0.rawValue)" }.listed("or"))
    }
    if let copied = options.copied {
      throw .usage(
        "--save-options \(copied)=copy: what a film has is made anew: name an encoder")
    }
    if let profile = options.profile, profile.contains("10"),
      bits(of: codec(hasAlpha: false)) == 8, options.filters.isEmpty
    {
      throw .usage("--save-options profile=\(profile): frames have 8 bits: give --depth 10, too")
    }
    if let depth, let bits = options.bits, bits != depth.bits {
      let other = options.namedFormat?.option ?? "c:v=\(options.encoder ?? "")"
      throw .usage(
        "--depth \(depth.rawValue) and \(other) of --save-options contradict each other")
    }
  }

  /// Refuses what would change nothing.
  private func checkRate(hasAlpha: Bool = false) throws(Failure) {
    let ours = codec(hasAlpha: hasAlpha).encoders
    let encoders = options.encoder == nil ? ours : [known(ours[0])].compactMap(\.self)
    let controls = options.rateControls
    let constant = controls.filter(\.isConstant)
    if constant.count > 1 {
      throw .usage(
        "--save-options \(constant.map(\.text).listed("and")): each sets the quality: give one")
    }
    guard let first = encoders.first, !encoders.contains(where: { $0.options(controls) != nil })
    else { return }
    let lacking = controls.first { control in
      !encoders.contains { $0.options([control]) != nil }
    }
    if let control = lacking {
      throw .usage(
        "--save-options \(control.text): \(first.name) does not take it: give "
          + first.controls.listed("or"))
    }
    throw .usage(
      "--save-options \(controls.map(\.text).listed("and")): \(first.name) takes one of them")
  }

  /// Refuses what an encoder that we do not know would ignore.
  private func checkRate(of local: LocalEncoder) throws(Failure) {
    let useless = options.rateControls.first { control in
      control.isConstant && !local.options.contains(control.plainName)
    }
    if let useless {
      throw .usage(
        "--save-options \(useless.text): \(local.name) has no such option: leave it out, or give b:v"
      )
    }
  }

  var holdsAlpha: Bool {
    guard container.canHoldAlpha, options.keepsAlpha ?? true else { return false }
    // Samples with alpha that an encoder of theirs is asked for.
    if options.encoder != nil, options.keepsAlpha == true { return true }
    guard let needed = (codec ?? container.codecWithAlpha)?.depthWithAlpha else { return false }
    return depth == nil || depth == needed
  }

  /// The codec of frames that keep alpha or have none.
  func codec(hasAlpha: Bool) -> FilmCodec {
    codec ?? (hasAlpha ? container.codecWithAlpha : nil) ?? container.codecs[0]
  }

  /// ffmpeg's name for the samples that the encoder is given.
  func pixelFormat(hasAlpha: Bool) -> String {
    if !hasAlpha, let usual = options.usualFormat { return usual }
    let codec = codec(hasAlpha: hasAlpha)
    return codec.pixelFormat(depth(of: codec), hasAlpha: hasAlpha, profile: options.profile)
  }

  private func depth(of codec: FilmCodec) -> FilmDepth {
    codec.onlyDepth ?? depth ?? .eight
  }

  /// The bits of a sample, by the options or else by the codec.
  private func bits(of codec: FilmCodec) -> Int { options.bits ?? depth(of: codec).bits }

  var leastSide: Int { options.encoder == nil ? codec(hasAlpha: false).leastSide : 2 }

  /// The encoder of our choice for frames of a size.
  ///
  /// Nearly every ffmpeg has the default ones, and says so if it does not: asking it takes as long
  /// as a few frames.
  /// - Throws: that the local ffmpeg lacks what is asked for.
  func encoder(hasAlpha: Bool, size: Size) throws(Failure) -> FilmEncoder {
    if let tag = options.tag, isProRes(hasAlpha: hasAlpha) {
      throw .usage(
        "--save-options \(tag): ProRes is of limited range, and has the tags of the frames that it "
          + "gets: let vf= end with setparams=color_primaries=bt2020, or the like")
    }
    let usual = encoders(hasAlpha: hasAlpha, size: size).first
    guard codec == nil, depth == nil, options.namedFormat == nil, let usual,
      known(usual) != nil || !options.rateControls.contains(where: \.isConstant)
    else { return suited(try localEncoder(hasAlpha: hasAlpha, size: size), to: size) }
    return suited(usual, to: size)
  }

  private func isProRes(hasAlpha: Bool) -> Bool {
    guard let named = options.named else { return codec(hasAlpha: hasAlpha) == .prores }
    return if case .prores = named.samples { true } else { false }
  }

  /// An encoder as it makes frames of a size, with the threads of the one that replaces it: from
  /// how many on a film is another one each time depends on the encoder.
  private func suited(_ encoder: FilmEncoder, to size: Size) -> FilmEncoder {
    var suited = encoder.suited(to: size)
    if let other = known(encoder) { suited.threads = other.suited(to: size).threads }
    return suited
  }

  /// The encoders of our choice that take frames of a size, the best first.
  private func encoders(hasAlpha: Bool, size: Size) -> [FilmEncoder] {
    codec(hasAlpha: hasAlpha).encoders.filter { encoder in
      min(size.width, size.height) >= encoder.leastSide
        && encoder.options(options.rateControls) != nil
    }
  }

  /// The best of them that the local ffmpeg has.
  ///
  /// - Throws: that it has none, or none for the depth.
  func localEncoder(hasAlpha: Bool, size: Size) throws(Failure) -> FilmEncoder {
    let codec = codec(hasAlpha: hasAlpha)
    if let encoder = options.encoder {
      if let local = try LocalEncoder(encoder) {
        try checkPixelFormat(of: local)
        if let depth, !options.choosesFormat, !local.takes(pixelFormat(hasAlpha: false)) {
          throw .usage("--depth \(depth.rawValue): \(local.whatItTakes)")
        }
        if known(codec.encoders[0]) == nil { try checkRate(of: local) }
      }
      return codec.encoders[0]
    }
    // Whether frames have alpha, for which ProRes may be chosen, is known once pictures are open.
    try checkRate(hasAlpha: hasAlpha)
    let format = pixelFormat(hasAlpha: hasAlpha)
    let able = encoders(hasAlpha: hasAlpha, size: size)
    guard !able.isEmpty else {
      throw .usage(
        "--save-options \(options.text): no encoder of \(codec.rawValue) takes it for frames of "
          + "\(size)")
    }
    var shallow: [String] = []
    for encoder in able {
      guard let local = try LocalEncoder(encoder.name) else { continue }
      try checkPixelFormat(of: local)
      if options.choosesFormat || local.takes(format) { return encoder }
      shallow.append(encoder.name)
    }
    let others = container.codecs.filter { $0 != codec }.map { "--codec \($0.rawValue)" }
    let way = "choose \(others.listed("or")), or install another ffmpeg"
    guard shallow.isEmpty else {
      let names = shallow.listed("and")
      throw Failure(.missingProgram, "\(names) of this ffmpeg does not take \(format): \(way)")
    }
    let names = able.map(\.name).listed("or")
    throw Failure(.missingProgram, "this ffmpeg has no encoder \(names): \(way)")
  }

  private func checkPixelFormat(of encoder: LocalEncoder) throws(Failure) {
    guard let named = options.namedFormat, !encoder.takes(named.format) else { return }
    throw .usage("--save-options \(named.option): \(encoder.whatItTakes)")
  }

  /// The options of ffmpeg that choose the encoder, its quality and its samples, ours before those
  /// of `--save-options`.
  func arguments(
    _ encoder: FilmEncoder, hasAlpha: Bool, in container: Film.Container, isDraft: Bool = false,
    isPart: Bool = false
  ) -> [String] {
    let codec = codec(hasAlpha: hasAlpha)
    let controls = options.rateControls
    let rate =
      known(encoder)?.options(controls) ?? controls.flatMap { ["-\($0.name)", $0.value] }
    let isOurs = isOurs(encoder)
    var words: [String] = []
    // Many other encoders understand a constant rate factor.
    if isOurs || encoder.scale != nil {
      let quality = isOurs ? quality : FilmEncoder.Scale.usualQuality
      words = encoder.options(quality: controls.isEmpty ? quality : nil)
    }
    if isOurs {
      if isDraft { words += encoder.fastest }
      let chroma = codec.chroma(hasAlpha: hasAlpha, profile: options.profile)
      words += codec.options(in: container, options.choosesFormat ? nil : chroma)
    }
    words += rate + FilmEncoder.threads(options.named?.threads)
    if !options.choosesFormat {
      words += ["-pix_fmt", pixelFormat(hasAlpha: hasAlpha)]
    }
    return Self.joiningParameters(
      words + (isPart ? options.divided.pictures : options.arguments))
  }

  /// The encoder that makes the film, if we know it: ours, or one that `--save-options` name.
  func known(_ encoder: FilmEncoder) -> FilmEncoder? {
    guard let name = options.encoder else { return encoder }
    return FilmCodec.allCases.flatMap(\.encoders).first { $0.name == name }
  }

  /// Options in the encoders' own syntax joined to one: ffmpeg takes the last of a name.
  private static func joiningParameters(_ words: [String]) -> [String] {
    var joined: [String] = []
    for pair in stride(from: 0, to: words.count - 1, by: 2) {
      let (name, value) = (words[pair], words[pair + 1])
      if name.hasSuffix("-params"), let index = joined.firstIndex(of: name) {
        joined[index + 1] += ":" + value
      } else {
        joined += [name, value]
      }
    }
    return joined
  }

  /// Whether frames go to an encoder that `--save-options` do not replace by another one.
  private func isOurs(_ encoder: FilmEncoder) -> Bool {
    options.encoder == nil || options.encoder == encoder.name
  }

  /// Why `--quality` does nothing, whatever the frames are; `nil` if it may do something.
  var whyWithoutQuality: String? {
    if let control = options.rateControls.first {
      return "--save-options set the rate: \(control.text)"
    }
    if let encoder = options.encoder, !container.codecs[0].encoders.contains(where: isOurs) {
      return "\(encoder) takes its own in --save-options"
    }
    return codec.flatMap(\.whyWithoutQuality)
  }

  /// A sentence about a `--quality` that does nothing because of the frames' alpha.
  func remark(hasAlpha: Bool) -> String? {
    guard isQualityGiven, whyWithoutQuality == nil else { return nil }
    return codec(hasAlpha: hasAlpha).whyWithoutQuality.map {
      "--quality has no effect on the film, which keeps alpha: \($0)"
    }
  }

  /// Sentences about options that only other types of film have.
  func remarksOnOptions() throws(Failure) -> [String] { try options.remarks(for: container) }

  func properties(hasAlpha: Bool) -> [(name: String, value: JSON)] {
    let codec = codec(hasAlpha: hasAlpha)
    var properties: [(String, JSON)] = []
    if options.encoder == nil { properties.append(("codec", .string(codec.rawValue))) }
    if !options.choosesFormat {
      properties.append(("depth", .number(bits(of: codec))))
    }
    if (whyWithoutQuality ?? codec.whyWithoutQuality) == nil {
      properties.append(("quality", .number(quality)))
    }
    if !options.text.isEmpty { properties.append(("save-options", .string(options.text))) }
    return properties
  }

  /// All that is chosen, for people: `a .webm film (vp9, 10 bits)`.
  var typeName: String {
    let bits = depth.map { "\($0.rawValue) bits" }
    let chosen = [codec?.rawValue, bits, options.encoder, options.pixelFormat]
      .compactMap(\.self).joined(separator: ", ")
    return "a .\(container.rawValue) film" + (chosen.isEmpty ? "" : " (\(chosen))")
  }
}
