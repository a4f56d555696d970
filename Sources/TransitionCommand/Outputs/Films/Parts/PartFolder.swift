internal import TransitionSystem

/// The folder of a film's parts, as the options name it.
struct PartFolder: Sendable {
  /// Its path, with a slash at the end.
  let path: Path
  /// Which of the parts are made; the film is made by the run that makes all.
  let shard: Shard
  /// Whether parts are deleted that the finished film does not use.
  let isCleaned: Bool

  /// - Throws: that other options do not go with parts, or that it is a file.
  init(_ path: Path, _ settings: Settings, _ options: FilmOptions) throws(Failure) {
    let directory = path.bytes.last == UInt8(ascii: "/") ? path : path + "/"
    (self.path, shard, isCleaned) = (directory, settings.shard, settings.film.cleansParts)
    try Self.check(settings, options)
    switch FileStatus(path)?.kind {
    case .folder, nil: break
    default: throw Failure(.cannotCreate, "--parts: \(path) is a file, and a folder is wanted")
    }
  }

  private static func check(_ settings: Settings, _ options: FilmOptions) throws(Failure) {
    if settings.frames != nil || settings.time != nil {
      throw .usage("--parts makes a whole film: leave out --frames and --time")
    }
    if settings.contactSheet != nil {
      throw .usage("--contact-sheet beside --parts: give it in a run of its own, without --parts")
    }
    if settings.film.cleansParts, settings.shard != .whole {
      throw .usage("--clean-parts beside --shard: other parts may be of other shards")
    }
    func refuse(_ what: String, _ reason: String) -> Failure {
      .usage("--save-options \(what) beside --parts: \(reason)")
    }
    if let filter = options.filters.first {
      throw refuse("vf=\(filter)", "a filter may look at more than one part")
    }
    if let encoder = options.encoder {
      throw refuse("c:v=\(encoder)", "give --codec: only its encoders make parts that fit")
    }
    if let control = options.rateControls.first(where: { $0.kind == .bitRate }) {
      throw refuse(control.text, "a bit rate is one of the whole film: give --quality or crf")
    }
  }

  /// Whether no other option keeps a film from being made of parts.
  static func isPossible(_ settings: Settings, _ options: FilmOptions) -> Bool {
    (try? check(settings, options)) != nil
  }
}
