internal import TransitionKit
internal import TransitionSystem

/// Texts that tell the pictures of a job from others: of files, by their contents; of the files of
/// sequences, which may be large, by their names, sizes and times of modification.
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

  /// The text of one of the job's pictures.
  subscript(_ picture: GivenPicture) -> String { texts[picture] ?? "" }

  /// The versions of the files of a sequence.
  func versions(of picture: GivenPicture) -> [FileVersion] { versions[picture] ?? [] }
}

extension GivenPicture {
  /// The text that tells the picture from others, and the versions of a sequence's files; `nil` if a
  /// file cannot be read more than once.
  fileprivate var identity: (text: String, versions: [FileVersion])? {
    if let color { return ("color \(ParameterValue.color(color).text ?? "")", []) }
    guard let sequence else { return Fingerprint(name).map { ($0.text, []) } }
    var list: [UInt8] = []
    var versions: [FileVersion] = []
    for path in sequence.files {
      guard let status = FileStatus(path), status.kind == .file else { return nil }
      versions.append(status.version)
      list += path.bytes + Array(" \(status.version.numbers)\n".utf8)
    }
    // The same files in other frames are another sequence.
    let range = NumberRange(numbers: sequence.range).text
    return ("\(Fingerprint(list).text) of names and times, \(range)", versions)
  }
}
