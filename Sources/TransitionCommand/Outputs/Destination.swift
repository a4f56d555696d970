internal import TransitionImages
internal import TransitionSystem

/// The output that `-o` or `--output` names: a folder for numbered frames, or anything else.
struct Destination: Sendable {
  /// As it is written, but `/dev/stdout` for a file that goes to stdout.
  let path: Path
  /// The option that names it, for errors.
  let label: String
  /// Whether it is a folder, in which `-b` and `-t` name the frames.
  let isFolder: Bool
  /// The extension of the file or the files, in lower case; `nil` for a folder.
  let fileExtension: String?

  /// - Returns: `nil` if the command line names no output.
  /// - Throws: a usage error if it names one twice.
  init?(_ settings: Settings) throws(Failure) {
    let (named, label, isFolder): (Path, String, Bool)
    switch (settings.folder, settings.output) {
    case (nil, nil): return nil
    case (_?, _?):
      throw .usage("--output stands instead of -o: give one or the other")
    case (nil, let output?):
      guard settings.basename == nil else {
        throw .usage("--output stands instead of -o and -b: give one or the other")
      }
      (named, label, isFolder) = (output, "--output", false)
    case (let folder?, nil):
      (named, label) = (folder, "-o")
      try Self.checkIsFile(folder)
      isFolder = settings.basename != nil || Self.isFolder(folder)
      if isFolder, settings.basename == nil { try Self.checkIsMeant(folder) }
    }
    (self.label, self.isFolder) = (label, isFolder)
    if !isFolder, let type = Self.typeForPipe(settings) {
      let isStandardOutput = named == "-" || named == Self.standardOutput
      if isStandardOutput, StandardOutput.isTerminal { throw Self.terminal(label) }
      path = isStandardOutput ? Self.standardOutput : named
      fileExtension = String(try FileType(named: type, "-t").suffix.dropFirst())
    } else {
      path = named == Self.standardOutput && !isFolder ? "-" : named
      fileExtension = isFolder ? nil : named.fileExtension?.lowercased()
    }
  }

  /// Refuses what would be made a folder, though nobody means one: an address, and a name that is
  /// nothing but a type, such as `.mp4`.
  private static func checkIsFile(_ path: Path) throws(Failure) {
    let text = path.description
    let scheme = text.utf8.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    if !scheme.isEmpty, text.utf8.dropFirst(scheme.count).starts(with: "://".utf8) {
      throw .usage("-o: \(text) is an address: name a file, or pipe -o - to what sends it")
    }
    let name = path.name
    if name.bytes.first == UInt8(ascii: "."), FileStatus(path) == nil,
      !isFolder(path.directory + Path("film\(name)"))
    {
      throw .usage("-o: \(text) is a type without a name before it, as in film\(name)")
    }
  }

  /// Refuses to put frames into a folder that is there under the name of a film.
  private static func checkIsMeant(_ folder: Path) throws(Failure) {
    guard Film.isExtension(folder.fileExtension?.lowercased() ?? "") else { return }
    throw Failure(
      .cannotCreate,
      "-o: a folder has this name: \(folder): give the file another one, or write \(folder)/ to put "
        + "frames into it")
  }

  /// The type of the file, one frame or an animation, that goes to stdout, into a pipe or to
  /// another special file without an extension; `nil` if none does.
  static func typeForPipe(_ settings: Settings) -> String? {
    guard let type = settings.type, let named = settings.output ?? settings.folder else {
      return nil
    }
    let isNameless = named.fileExtension == nil && AtomicFile.isSpecial(named)
    return named == "-" || isNameless ? type : nil
  }

  /// The error of an output that would fill a terminal.
  static func terminal(_ label: String) -> Failure {
    .usage("\(label) -: stdout is a terminal: pipe it into a program or a file")
  }

  /// Whether a path of `-o` is a folder's, not that of a stream, of a file or of a pattern.
  private static func isFolder(_ path: Path) -> Bool {
    if path == "-" { return false }
    if path.name == "" { return true }
    if let status = FileStatus(path) { return status.kind == .folder }
    if (try? PathPattern(path))?.digits != nil { return false }
    guard let ending = path.fileExtension?.lowercased() else { return true }
    return !Film.isExtension(ending) && ending != Page.fileExtension
      && (try? FileType(ending)) == nil
      && !ImageFile.isNamedAsPicture(path)
  }

  /// Whether a command line asks for numbered files, a frame in each.
  static func isNumbered(_ settings: Settings) -> Bool {
    guard let destination = (try? Destination(settings)) ?? nil, !destination.isStream else {
      return false
    }
    if destination.isFolder { return true }
    let isFilm = destination.fileExtension.flatMap(Film.Container.init) != nil
    return !isFilm && (try? PathPattern(destination.path))?.digits != nil
  }

  /// The file that stands for stdout.
  static let standardOutput: Path = "/dev/stdout"

  /// A path as people and programs are told it.
  static func displayName(of path: Path) -> String {
    path == standardOutput ? "-" : path.description
  }

  /// Whether the frames go to standard output.
  var isStream: Bool { path == "-" && !isFolder }

  /// The output that plain arguments end with, where people leave out `-o`: a file that is not
  /// there.
  static func meant(by entries: [Entry]) -> Path? {
    guard let entry = entries.last, entry.position == nil, case let last = entry.name,
      ColorSource(last) == nil, FileStatus(last) == nil,
      entries.count > 2 || Film.isExtension(last.fileExtension?.lowercased() ?? "")
    else { return nil }
    return last
  }

  /// The error of a pattern without files, which may be the output that people forget `-o` for.
  static func missing(_ picture: Entry, in settings: Settings, _ error: Failure) -> Failure {
    let hasOutput =
      settings.folder != nil || settings.output != nil || settings.contactSheet != nil
    guard !hasOutput, picture.position == nil, picture.name == settings.entries.last?.name,
      (try? PictureSequence(picture.name, range: nil, gaps: .hold)) == nil
    else { return error }
    if let output = meant(by: settings.entries) { return missing(output) }
    return settings.entries.count > 1
      ? error.followed(by: "; to make it, write -o \(picture.name)") : error
  }

  /// The error of a command line that names an output without `-o`.
  static func missing(_ output: Path) -> Failure {
    .usage("missing -o: to make \(output), write -o \(output)")
  }
}
