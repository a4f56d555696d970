internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A page of HTML to look at, in one file: the plan of a show in small pictures, or two pictures
/// with each of several transitions.
struct Page: Output {
  let destination: OutputFile
  private let quality: Int
  /// The names of the looks that it shows; `nil` for the plan of a show.
  private let looks: [String]?
  /// Whether what is transparent shows the page. An opaque background lies under it as in a film.
  let holdsAlpha: Bool
  /// The options that a command to copy repeats.
  let runOptions: [Path]

  static let fileExtension = "html"

  /// That of small pictures, unless somebody says otherwise.
  private static let standardQuality = 45

  /// Half the time of WebP's utmost effort, for a sixteenth more bytes.
  private static let encoding = "effort=4"

  static let name = "a page"

  static func options(of settings: Settings) -> [any AnySetting] {
    // What a film is made with may stand in its list.
    let others: [any AnySetting] = [
      settings.film.$isDraft, settings.film.$parts, settings.film.$cleansParts,
      settings.$listsMissing,
      settings.$skipsExisting,
    ]
    return Film.options(of: settings).filter { option in !others.contains { $0 === option } }
  }

  /// The page that the destination names by its extension.
  init?(_ settings: Settings, _ plan: Plan, _ destination: Destination?) throws(Failure) {
    guard let destination, destination.path.fileExtension?.lowercased() == Self.fileExtension else {
      return nil
    }
    guard destination.isPage else {
      if !destination.isFolder { return nil }
      throw .usage(
        settings.basename == nil
          ? "-o: \(destination.path) is a folder, and a page is one file: give it another name"
          : "-o: \(destination.path) is the name of a file, and with -b a folder is wanted: without "
            + "-b it is a page")
    }
    let parts: [any AnySetting] = [settings.$time, settings.$frames, settings.$shard]
    if let part = parts.first(where: \.isGiven) {
      throw .usage("\(part.definition.label) has no place on a page, which shows the whole")
    }
    self.destination = OutputFile(
      path: destination.path, role: "the page", isKept: settings.refusesExisting)
    quality = settings.$quality.isGiven ? settings.quality : Self.standardQuality
    looks = try Looks(settings, isPair: !plan.timeline.isShow)?.words.map(\.text)
    if looks != nil, settings.contactSheet != nil {
      throw .usage("--contact-sheet shows one transition: name it with --transition")
    }
    holdsAlpha = settings.background?.alpha != 1
    runOptions = PrintedList.runOptions(settings)
  }

  var file: OutputFile? { destination }
  var sentence: String { "\(location) is a page" }
  var typeName: String { "a page" }
  var holdsProfiles: Bool { false }
  var holdsDepth: Bool { false }
  var whyWithoutQuality: String? { nil }
  /// It shows what the film is to be.
  var largestDefault: Size? { Film.largestSize }
  /// Its pictures are small.
  var bytesPerPixel: Int { 0 }

  func properties(hasAlpha: Bool) -> [(name: String, value: JSON)] {
    [("output", .string(Destination.displayName(of: destination.path)))]
      + (looks.map { [("looks", .array($0.map { .string($0) }))] } ?? [])
  }

  /// The size of its pictures, in the aspect of a show.
  func cell(of frame: Size) -> Size {
    let box = looks == nil ? (long: 128, short: 72) : (long: 320, short: 180)
    let isUpright = frame.height > frame.width
    let (width, height) = isUpright ? (box.short, box.long) : (box.long, box.short)
    let scale = min(
      Double(width) / Double(frame.width), Double(height) / Double(frame.height), 1)
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    return Size(width: side(frame.width), height: side(frame.height))
  }

  func open(_ job: Job, _ context: RenderContext, _ record: FrameRecordFile?) throws(Failure)
    -> any FrameWriter
  {
    try begin()
    return try ShowPageWriter(self, context)
  }

  /// Makes its folder, and finds out whether the file can be made.
  func begin() throws(Failure) {
    try Failure.from(file: Folder.make(for: destination.path))
    try Failure.from(file: AtomicFile.check(destination.role, at: destination.path))
  }

  /// A frame as the page shows it.
  func shown(_ frame: Frame, over matte: Matte) -> Frame {
    holdsAlpha ? frame : matte.flattened(frame)
  }

  /// The writer of small pictures that do not move.
  func stills() throws(Failure) -> ImageWriter {
    try Failure.from(
      image: ImageWriter(type: FileType("webp"), quality: quality, saveOptions: Self.encoding))
  }

  /// An animated picture without frames, which are shown for some milliseconds each, again and
  /// again.
  func animation(
    _ size: Size, _ format: PixelFormat, delays: [Int]
  ) throws(Failure) -> WebPAnimation {
    let contents = ImageWriter.Animation(
      width: size.width, height: size.height,
      format: format.with(alpha: format.hasAlpha && holdsAlpha), delays: delays, plays: 0)
    return try Failure.from(
      image: WebPAnimation(contents, quality: quality, saveOptions: Self.encoding))
  }

  /// Writes the page, which appears when it is whole.
  func write(_ document: PageDocument) throws(Failure) {
    try AtomicFile.write(destination.role, to: destination.path) { file throws(Failure) in
      try Failure.from(file: file.write(Array(document.text.utf8)))
    }
  }
}

extension Destination {
  /// Whether it is the file of a page.
  var isPage: Bool {
    fileExtension == Page.fileExtension && (try? PathPattern(path, label))?.digits == nil
  }
}
