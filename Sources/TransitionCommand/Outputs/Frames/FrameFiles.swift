internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A file for each frame.
struct FrameFiles: Output {
  /// The fate of a frame that is there.
  enum Existing {
    case replaced, kept, refused
    /// Kept if it is as it would be made, and else replaced, whoever made it.
    case renewed

    /// Whether those stay that are as they would be made.
    var isCompared: Bool { self == .kept || self == .renewed }
  }

  let pattern: PathPattern
  let encoding: Encoding
  let existing: Existing

  static let name = "files of frames"

  static func options(of settings: Settings) -> [any AnySetting] {
    [
      settings.$basename, settings.$type, settings.$padding,
      settings.$skipsExisting, settings.$listsMissing, settings.$startNumber,
      settings.$saveOptions, settings.$refusesExisting,
    ]
  }

  /// Reads the options; a plan with a single frame needs no number in its name.
  init?(_ settings: Settings, _ plan: Plan, _ destination: Destination?) throws(Failure) {
    let isNamed = destination != nil || settings.basename != nil
    guard isNamed || settings.contactSheet == nil else { return nil }
    guard let destination else {
      if let output = Destination.meant(by: settings.entries) {
        throw Destination.missing(output)
      }
      throw .usage(
        "missing -o: name a film such as film.mp4, an animation such as turn.webp, or a folder for "
          + "the frames")
    }
    guard !(settings.skipsExisting && settings.refusesExisting) else {
      throw .usage("--skip-existing keeps what --no-overwrite refuses: give one or the other")
    }
    existing =
      settings.watches
      ? .renewed
      : settings.skipsExisting ? .kept : settings.refusesExisting ? .refused : .replaced
    let type: FileType
    (pattern, type) =
      try destination.isFolder
      ? Self.numbered(in: destination.path, settings)
      : Self.named(destination, settings, isSingle: plan.isSingle)
    encoding = Encoding(
      type: type, quality: settings.quality, saveOptions: settings.saveOptions)
  }

  var sentence: String { "these are files, a frame in each" }
  var location: String { pattern.text.description }
  var typeName: String { "a \(type.suffix) file" }
  var type: FileType { encoding.type }
  var pictureType: FileType? { type }
  var holdsAlpha: Bool { type.holdsAlpha(with: encoding.saveOptions) }
  var holdsProfiles: Bool { type.holdsProfile(with: encoding.saveOptions) }
  var hasRate: Bool { false }
  var longestSide: Int? { type.longestSide }
  var bytesPerPixel: Int { type.encoderBytesPerPixel }
  var whyWithoutQuality: String? { type.isLossy ? nil : "\(type.suffix) files lose nothing" }

  func properties(hasAlpha: Bool) -> [(name: String, value: JSON)] {
    var properties: [(String, JSON)] = [
      ("output", .string(Destination.displayName(of: pattern.text))),
      ("type", .string(type.suffix)),
    ]
    if type.isLossy { properties.append(("quality", .number(encoding.quality))) }
    let options = encoding.saveOptions
    if !options.isEmpty { properties.append(("save-options", .string(options))) }
    return properties
  }

  func check(_ size: Size, _ plan: Plan) throws(Failure) { _ = try encoding.writer() }

  func use(of path: Path, _ plan: Plan) -> String? {
    if Location(pattern.prefix.directory) == Location(path) { return "the folder of the frames" }
    let number = pattern.digits == nil ? plan.chosen.first : pattern.number(of: path.name)
    guard let number, plan.chosen.contains(number) else { return nil }
    return Location(pattern.path(number)) == Location(path) ? "a frame's name" : nil
  }

  func open(_ job: Job, _ context: RenderContext, _ record: FrameRecordFile?) throws(Failure)
    -> any FrameWriter
  {
    let writer = try encoding.writer(for: context)
    // The last one has the longest name.
    try Failure.from(file: Folder.make(for: pattern.path(job.plan.allNumbers.upperBound)))
    let frames = try record?.begin(context.opened) ?? FrameRecordFile.Frames()
    if existing != .renewed { Console.remark(frames.remarks) }
    return FileWriter(pattern: pattern, writer: writer, record: record, frames: frames)
  }

  /// Frames in a folder, with names of `-b` and `-t`.
  private static func numbered(
    in folder: Path, _ settings: Settings
  ) throws(Failure) -> (PathPattern, FileType) {
    try checkIsFolder(folder)
    let basename = Path(settings.basename ?? "frame")
    guard basename != "" else { throw .usage("-b: the frames' names begin with nothing") }
    guard basename.name == basename else {
      throw .usage("-b: '\(basename)' contains a slash; name the folder with -o")
    }
    let type = try FileType(named: settings.type ?? "public.tiff", "-t")
    let pattern = PathPattern(
      directory: folder, basename: basename, digits: settings.padding ?? 3,
      suffix: Path(type.suffix))
    return (pattern, type)
  }

  /// Refuses a new folder with the name of a file: no one wants pictures in a folder `film.mp4`.
  private static func checkIsFolder(_ folder: Path) throws(Failure) {
    guard let ending = folder.fileExtension?.lowercased(), FileStatus(folder)?.kind != .folder
    else { return }
    let file = PathPattern(literally: folder)
    let frames = "-o \(file.numbered(elseAs: "").text), without -b, names a file for each frame"
    let right: String
    if Film.Container(rawValue: ending) != nil {
      right = "without -b it is a film"
    } else if Film.Container.others.contains(ending) {
      right = "-o \(file.renamed("mp4").text), without -b, is a film"
    } else if Animation.extensions.contains(ending) {
      right = "without -b it is an animation; \(frames)"
    } else {
      // With -b also the name of a pattern is a folder's.
      guard (try? FileType(ending)) != nil, (try? PathPattern(folder))?.digits == nil else {
        return
      }
      right = frames
    }
    throw .usage("-o: \(folder) is the name of a file, and with -b a folder is wanted: \(right)")
  }

  /// Frames whose names a pattern gives, or one frame by its name.
  private static func named(
    _ destination: Destination, _ settings: Settings, isSingle: Bool
  ) throws(Failure) -> (PathPattern, FileType) {
    let (output, label) = (destination.path, destination.label)
    if let padding = settings.padding {
      throw .usage("--padding belongs to -b; in \(output) write %0\(padding)d")
    }
    let pattern = try PathPattern(output, label)
    let named = try settings.type.map { name throws(Failure) in try FileType(named: name, "-t") }
    let type = try destination.fileExtension.map { name throws(Failure) in
      try FileType(named: name, label)
    }
    if pattern.digits == nil {
      // Of a frame that --frames chooses, the next run may choose another.
      if !isSingle || settings.frames != nil { try checkHasNoMark(pattern, destination) }
      try checkIsFile(pattern, destination, elseAs: (named ?? type)?.suffix ?? ".png", isSingle)
    }
    guard let type = type ?? named else {
      throw .usage("\(label): \(output) has no extension: add one such as .png")
    }
    guard named == nil || named == type else {
      throw .usage("-t \(settings.type ?? "") contradicts the extension of \(output)")
    }
    return (pattern, type)
  }

  /// Refuses a single `#`, which is no number here.
  private static func checkHasNoMark(
    _ file: PathPattern, _ destination: Destination
  ) throws(Failure) {
    guard file.prefix.name.bytes.contains(UInt8(ascii: "#")) else { return }
    throw .usage(
      "\(destination.label): \(destination.path) has one # for the number, and programs disagree "
        + "on its digits: write #### or %04d")
  }

  /// Refuses a folder, and one file for many frames.
  private static func checkIsFile(
    _ file: PathPattern, _ destination: Destination, elseAs suffix: String, _ isSingle: Bool
  ) throws(Failure) {
    let (output, label) = (destination.path, destination.label)
    if file.prefix.name == "" || !isSingle && FileStatus(file.prefix)?.kind == .folder {
      let folder = file.prefix.name == "" ? file.prefix : file.prefix + "/"
      let frame = PathPattern(literally: folder + Path("frame" + suffix))
      let right =
        isSingle
        ? "\(frame.text) names the frame"
        : "-o \(output) puts frames into it, and \(label) "
          + "\(frame.numbered(elseAs: suffix).text) names a file for each frame"
      throw .usage("\(label): \(output) is a folder: \(right)")
    }
    guard !isSingle else { return }
    guard output != Destination.standardOutput else {
      throw .usage(
        "\(label) - takes one file with -t: one frame (--time), or an animation (-t webp, -t gif); "
          + "without -t it is a stream of frames")
    }
    if let pattern = try? PathPattern(file.prefix), pattern.digits != nil {
      throw .usage(
        "\(label): \(output) has no number, as %% is a percent sign: \(pattern.text) names a file "
          + "for each frame")
    }
    throw .usage(
      "\(label): \(output) is one file for many frames: \(file.numbered(elseAs: suffix).text) "
        + "names a file for each; \(file.renamed("mp4").text) is a film, "
        + "\(file.renamed("webp").text) an animation, "
        + "and --time makes one frame")
  }

  /// The numbers of those frames whose names are taken in the folder, by whatever it is, rising.
  func occupied(_ frames: FrameSet) -> [Int] {
    func isOccupied(_ number: Int) -> Bool { status(number) != nil }
    guard pattern.digits != nil else { return frames.numbers.filter(isOccupied) }
    // One listing is faster than a question for each frame, above all on a network.
    let names = Folder.names(in: pattern.directory)
    guard !names.isEmpty else {
      // There is no such folder, or one that may be written to, but not listed.
      let isHidden = FileStatus(pattern.directory + ".") != nil
      return isHidden ? frames.numbers.filter(isOccupied) : []
    }
    let likely = Set(names.flatMap(pattern.numbers).filter(frames.contains))
    return likely.filter(isOccupied).sorted()
  }

  /// The numbers of those frames that are there: files with something in them. Since frames get
  /// their names when they are whole, that is enough.
  func finished(_ frames: FrameSet) -> [Int] {
    occupied(frames).filter { status($0).map { $0.kind == .file && $0.size != 0 } ?? false }
  }

  /// The status of the file with a frame's name; `nil` if there is none.
  func status(_ number: Int) -> FileStatus? {
    FileStatus(pattern.path(number), followsLinks: false)
  }

  func checkFiles(_ plan: Plan, inputs: [Path]) throws(Failure) {
    try Failure.from(file: Folder.check(for: pattern.path(0)))
    let identities = Set(inputs.lazy.compactMap { FileStatus($0)?.identity })
    for number in occupied(plan.chosen) {
      let path = pattern.path(number)
      let status = FileStatus(path)
      try status?.checkIsReplaceable(path, by: "a frame")
      if existing.isCompared, AtomicFile.isSpecial(path) {
        throw .usage("--skip-existing keeps files, and no frame stays in \(path)")
      }
      if let identity = status?.identity, identities.contains(identity) {
        throw Failure(.cannotCreate, "the output would overwrite an input: \(path)")
      }
      if existing == .refused {
        throw Failure(.cannotCreate, "a frame is there, and --no-overwrite is given: \(path)")
      }
    }
    try FrameRecordFile.check(pattern, inputs: inputs)
  }
}

/// Writes each frame to a file of its own.
private struct FileWriter: FrameWriter {
  let pattern: PathPattern
  let writer: ImageWriter
  let record: FrameRecordFile?
  let frames: FrameRecordFile.Frames

  func wants(_ number: Int) -> Bool { !frames.kept.contains(number) }

  var canGoOn: Bool { frames.isRecorded }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    var first: (path: Path, version: FileVersion)?
    for number in drawing.numbers where wants(number) {
      let path = pattern.path(number)
      var version: FileVersion?
      func note(_ noted: FileVersion) throws(FileError) {
        version = noted
        try frames.add(number, noted, at: drawing.moment)
      }
      // What went to a stream cannot be read again, and another process may have written over the
      // file.
      if let first, !AtomicFile.isSpecial(first.path) {
        let isCopied = try Failure.from(
          file: AtomicFile.copy(first.path, of: first.version, "frame", to: path, noting: note))
        if isCopied { continue }
      }
      try Failure.from(image: writer.write(frame, "frame", to: path, noting: note))
      first = version.map { (path, $0) }
    }
    // An encoder draws the frame while it writes the file.
    return {}
  }

  /// Each frame counts by itself.
  func frameFailed(_ drawing: Drawing) {}

  func finish() { record?.finish() }
}

extension FileType {
  /// The type that an option names.
  init(named name: String, _ option: String) throws(Failure) {
    do {
      self = try FileType(name)
    } catch {
      guard case .unknownType = error else { throw Failure(error) }
      let type = name.lowercased().drop { $0 == "." }
      if let container = Film.Container(rawValue: String(type)) {
        throw .usage(
          "\(option): \(type) is a type of film: --output film.\(container.rawValue) makes one")
      }
      if Film.Container.others.contains(String(type)) {
        throw .usage(
          "\(option): films of type '\(type)' are not made: --output film.mp4 (.mov, .mkv, .webm)")
      }
      throw .usage(
        "\(option): cannot write files of type '\(name)'"
          + Suggestion.phrase(for: name, among: FileType.suggestions)
          + ": expected public.tiff, public.png, public.jpeg, webp, …")
    }
  }
}
