internal import TransitionLibC

/// Scratch files.
public enum TemporaryFiles {
  /// Their folder: the one that `TMPDIR` names, or `/tmp`, with a slash at the end.
  static var folder: Path {
    let folder = ProcessSetup.environment("TMPDIR")
    return folder.isEmpty ? "/tmp/" : Path(bytes: folder) + "/"
  }

  static let role = "a temporary file"

  /// The words that say who chooses the folder.
  static let advice = "; TMPDIR names another folder"

  /// Finds out before the work begins whether a file of so many bytes can be made.
  public static func check(for bytes: Double) throws(FileError) {
    try AtomicFile.make(role, at: "/dev/null") { _ throws(FileError) in }
    var status = statvfs()
    // Some file systems do not know.
    guard unsafe statvfs(folder.cString, &status) == 0, status.f_blocks > 0 else { return }
    guard Double(status.f_bavail) * Double(status.f_frsize) >= bytes else {
      throw FileError(
        .write, role, folder, "\(Int(bytes) >> 10) kB are needed, more than are free" + advice)
    }
  }
}
