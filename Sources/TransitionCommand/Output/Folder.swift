internal import Foundation

/// Folders that are written to.
enum Folder {
  /// Makes the folder of a file, with its parents, if there is none.
  static func make(for path: String) throws(Failure) {
    let directory = Path.directory(of: path)
    guard !directory.isEmpty else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        .cannotCreate,
        "cannot create the output folder: \(directory): \(error.localizedDescription)")
    }
  }
}
