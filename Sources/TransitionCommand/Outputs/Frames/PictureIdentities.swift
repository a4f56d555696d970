internal import TransitionKit
internal import TransitionSystem

/// What tells the pictures of a job from others: of files, their contents; of films and of the
/// files of sequences, which may be large, their names, sizes and times of modification.
struct PictureIdentities: Sendable {
  private var texts: [GivenPicture: String] = [:]
  /// The versions of the files of sequences, first to last.
  private var versions: [GivenPicture: [FileVersion]] = [:]

  /// Looks at all pictures; `nil` if one is not an ordinary file, which cannot be read twice.
  init?(_ job: Job) {
    let pictures = job.render.allPictures
    let found = Threads.results(of: pictures.count, atOnce: job.jobs) { pictures[$0].identity }
    for (picture, identity) in zip(pictures, found) {
      guard let (text, versions) = identity else { return nil }
      texts[picture] = text
      self.versions[picture] = versions
    }
  }

  /// The text of one of the job's pictures; of a sequence without its files.
  subscript(_ picture: GivenPicture) -> String { texts[picture] ?? "" }

  /// The beginning of the texts of a sequence's files.
  static let filePrefix = "file "

  /// The text of each file of a sequence, first to last; none of what is no sequence.
  func files(of picture: GivenPicture) -> [String] {
    guard let sequence = picture.sequence, let versions = versions[picture] else { return [] }
    return versions.indices.map { Self.text(sequence.files[$0], versions[$0]) }
  }

  /// The text of the file that a frame of a sequence shows; `nil` of what is no sequence.
  func file(of frame: Int, in picture: GivenPicture) -> String? {
    guard let sequence = picture.sequence, let versions = versions[picture] else { return nil }
    let index = sequence.file(of: frame)
    return Self.text(sequence.files[index], versions[index])
  }

  private static func text(_ path: Path, _ version: FileVersion) -> String {
    "\(filePrefix)\(path), \(version.text)"
  }
}

extension FileVersion {
  /// Its numbers with blanks between them.
  fileprivate var text: String { numbers.map { String($0) }.joined(separator: " ") }
}

extension GivenPicture {
  /// The text that tells the picture from others, and the versions of a sequence's files; `nil` if
  /// a file cannot be read more than once.
  fileprivate var identity: (text: String, versions: [FileVersion])? {
    if let color { return ("color \(ParameterValue.color(color).text ?? "")", []) }
    if let film { return ("film \(film.text), \(film.film.version.text)", []) }
    guard let sequence else { return Fingerprint(name).map { ($0.text, []) } }
    var versions: [FileVersion] = []
    for path in sequence.files {
      guard let status = FileStatus(path), status.kind == .file else { return nil }
      versions.append(status.version)
    }
    // The same files in other frames are another sequence.
    return ("sequence \(name), \(NumberRange(numbers: sequence.range).text)", versions)
  }
}
