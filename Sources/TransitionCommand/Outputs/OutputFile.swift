internal import TransitionSystem

/// One file that holds all frames: a contact sheet, an animation, a film.
struct OutputFile: Sendable {
  let path: Path
  /// Its name in errors: `the film`.
  let role: String
  /// Whether a file of this name must stay.
  let isKept: Bool

  /// Refuses to write over a folder or a picture that is read, or over anything if so asked.
  func check(inputs: [Path]) throws(Failure) {
    try Failure.from(file: Folder.check(for: path))
    guard let status = FileStatus(path) else { return }
    try status.checkIsReplaceable(path, by: role)
    if status.isAny(of: inputs) {
      throw Failure(.cannotCreate, "\(role) would overwrite an input: \(path)")
    }
    if isKept {
      throw Failure(.cannotCreate, "\(role) is there, and --no-overwrite is given: \(path)")
    }
  }
}

extension FileStatus {
  /// Whether it is the file that one of some paths leads to.
  func isAny(of paths: [Path]) -> Bool {
    paths.contains { FileStatus($0)?.identity == identity }
  }

  /// Refuses to write to what is neither a file nor a stream.
  func checkIsReplaceable(_ path: Path, by role: String) throws(Failure) {
    if AtomicFile.isSpecial(path) { return }
    switch kind {
    case .file, .stream: break
    case .folder: throw Failure(.cannotCreate, "a folder has the name of \(role): \(path)")
    case .other:
      throw Failure(.cannotCreate, "\(role) would be neither a file nor a stream: \(path)")
    }
  }
}
