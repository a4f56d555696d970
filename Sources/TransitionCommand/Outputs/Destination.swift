internal import TransitionImages
internal import TransitionSystem

/// The output that `-o` or `--output` names: a folder for numbered frames, or anything else.
struct Destination: Sendable {
  /// As it is written.
  let path: Path
  /// The option that names it, for errors.
  let label: String
  /// Whether it is a folder, in which `-b` and `-t` name the frames.
  let isFolder: Bool

  /// - Returns: `nil` if the command line names no output.
  /// - Throws: a usage error if it names one twice.
  init?(_ settings: Settings) throws(Failure) {
    switch (settings.folder, settings.output) {
    case (nil, nil): return nil
    case (_?, _?):
      throw .usage("--output stands instead of -o: give one or the other")
    case (nil, let output?):
      guard settings.basename == nil else {
        throw .usage("--output stands instead of -o and -b: give one or the other")
      }
      (path, label, isFolder) = (output, "--output", false)
    case (let named?, nil):
      (path, label) = (named, "-o")
      isFolder = settings.basename != nil || Self.isFolder(named)
    }
  }

  /// Whether a path of `-o` is a folder's, not that of a stream, of a file or of a pattern.
  private static func isFolder(_ path: Path) -> Bool {
    if path == "-" { return false }
    if path.name == "" { return true }
    if let status = FileStatus(path) { return status.kind == .folder }
    if (try? PathPattern(path))?.digits != nil { return false }
    guard let ending = path.fileExtension?.lowercased() else { return true }
    return !Film.isExtension(ending) && (try? FileType(ending)) == nil
      && !ImageFile.isNamedAsPicture(path)
  }

  /// Whether the frames go to standard output.
  var isStream: Bool { path == "-" && !isFolder }

  /// The extension of the file or the files, in lower case; `nil` for a folder.
  var fileExtension: String? { isFolder ? nil : path.fileExtension?.lowercased() }

  /// The output that plain arguments end with, where people leave out `-o`: a file that is not there.
  static func meant(by plain: [Settings.Plain]) -> Path? {
    guard let given = plain.last, given.line == nil, case let last = given.name,
      GivenPicture.color(of: last) == nil, FileStatus(last) == nil,
      plain.count > 2 || Film.isExtension(last.fileExtension?.lowercased() ?? "")
    else { return nil }
    return last
  }

  /// The error of a pattern without files, which may be the output that people forget `-o` for.
  static func missing(_ picture: Settings.Plain, in settings: Settings, _ error: Failure) -> Failure
  {
    let hasOutput =
      settings.folder != nil || settings.output != nil || settings.contactSheet != nil
    guard !hasOutput, picture.line == nil, picture.name == settings.plain.last?.name,
      (try? PictureSequence(picture.name, range: nil, gaps: .hold)) == nil
    else { return error }
    if let output = meant(by: settings.plain) { return missing(output) }
    return settings.plain.count > 1
      ? error.followed(by: "; to make it, write -o \(picture.name)") : error
  }

  /// The error of a command line that names an output without `-o`.
  static func missing(_ output: Path) -> Failure {
    .usage("missing -o: to make \(output), write -o \(output)")
  }
}
