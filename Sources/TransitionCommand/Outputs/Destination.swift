internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Where the frames of a job go, besides a contact sheet.
enum Destination: Sendable {
  case files(FrameFiles)
  case stream(StreamFormat)
  case film(Film)
  case animation(Animation)
  /// Only to the contact sheet.
  case sheetAlone

  /// The destination that a command line names, for frames of a plan.
  init(_ settings: Settings, _ plan: Plan) throws(Failure) {
    self = try Self.named(settings, plan)
    for (setting, owner) in misplaced(settings) where setting.isGiven {
      throw .usage("\(setting.definition.label) belongs to \(owner): \(reason)")
    }
  }

  private static func named(_ settings: Settings, _ plan: Plan) throws(Failure) -> Destination {
    if settings.output == "-" { return .stream(try StreamFormat(settings)) }
    if let path = settings.output {
      if let film = try Film(path, settings) { return .film(film) }
      if plan.allNumbers.count > 1, try OutputPattern(path).digits == nil,
        let animation = try Animation(path, settings)
      {
        return .animation(animation)
      }
    } else if settings.contactSheet != nil, settings.folder == nil, settings.basename == nil {
      return .sheetAlone
    }
    return .files(try FrameFiles(settings, isSingle: plan.allNumbers.count == 1))
  }

  /// Options that mean nothing here, and where they do.
  private func misplaced(_ settings: Settings) -> [(setting: any AnySetting, owner: String)] {
    let ofFiles: [any AnySetting] = [
      settings.$folder, settings.$basename, settings.$type, settings.$padding,
      settings.$skipsExisting, settings.$listsMissing,
    ]
    let ofStreams: [any AnySetting] = [settings.$packing, settings.$chroma, settings.$matrix]
    var misplaced: [(any AnySetting, String)] = []
    if case .files = self {} else { misplaced += ofFiles.map { ($0, "files of frames") } }
    if case .stream = self {} else { misplaced += ofStreams.map { ($0, "--output -") } }
    if case .animation = self {} else { misplaced.append((settings.$plays, "an animation")) }
    switch self {
    case .film, .animation: misplaced.append((settings.$startNumber, "files of frames"))
    case .stream:
      misplaced.append((settings.$saveOptions, "files"))
      misplaced.append((settings.$refusesExisting, "files"))
    case .sheetAlone: misplaced.append((settings.$saveOptions, "files of frames"))
    case .files: break
    }
    return misplaced
  }

  /// Why such options mean nothing.
  private var reason: String {
    switch self {
    case .files: "these are files, a frame in each"
    case .stream: "--output - writes a stream to stdout"
    case .film(let film): "\(film.file.path) is one film"
    case .animation(let animation): "\(animation.file.path) is one animation"
    case .sheetAlone: "--contact-sheet alone makes no frames; name them with -o and -b"
    }
  }

  /// The single file that it is, if it is one.
  var file: OutputFile? {
    switch self {
    case .film(let film): film.file
    case .animation(let animation): animation.file
    case .files, .stream, .sheetAlone: nil
    }
  }

  /// The type of file that each frame becomes; `nil` if none does.
  var frameType: FileType? {
    if case .files(let files) = self { files.type } else { nil }
  }

  /// What a frame takes while it is packed or encoded.
  var bytesPerPixel: Int {
    switch self {
    case .files(let files): files.type.encoderBytesPerPixel
    // Four samples of 16 bits, bare or in planes, and a few rows.
    case .stream, .film: 9
    // The samples of the frame, and of those that wait for the encoder.
    case .animation(let animation): animation.type.encoderBytesPerPixel + 16
    case .sheetAlone: 0
    }
  }

  /// The least depth that frames should have, whatever that of their pictures is.
  var depth: PixelFormat.Depth {
    switch self {
    case .film: .sixteen
    case .stream(let format): format.pixels.depth
    case .files, .animation, .sheetAlone: .eight
    }
  }

  /// Refuses frames that are too large or too small for what they become, and options that its
  /// encoder does not take.
  func check(_ size: Size, _ plan: Plan) throws(Failure) {
    switch self {
    case .files(let files): _ = try files.writer(profile: nil, background: .black)
    case .animation(let animation): try animation.check(size, FrameQueue.drawings(plan))
    case .film where size.width < 2 || size.height < 2:
      throw .usage("--output: a film of \(size) has too few pixels: 2x2 at least")
    case .film, .stream, .sheetAlone: break
    }
    let limit: Int? =
      switch self {
      case .files(let files): files.type.longestSide
      case .animation(let animation): animation.type.longestSide
      case .film(let film): film.longestSide
      case .stream, .sheetAlone: nil
      }
    guard let limit, max(size.width, size.height) > limit else { return }
    throw .usage(
      "the frames are \(size), and \(typeName) has at most \(limit) pixels a side: --size makes "
        + "them smaller")
  }

  /// Whether frames can stay in a profile that their pictures share.
  var holdsProfiles: Bool {
    switch self {
    case .files, .animation, .sheetAlone: true
    case .stream, .film: false
    }
  }

  /// Where the frames go, for people; `nil` if only to the contact sheet.
  var place: String? {
    switch self {
    case .files(let files): files.pattern.text.description
    case .stream: "stdout"
    case .film(let film): film.file.path.description
    case .animation(let animation): animation.file.path.description
    case .sheetAlone: nil
    }
  }
}
