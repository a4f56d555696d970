internal import Foundation
internal import ImageFiles

/// Folders that are written to.
enum Folder {
  /// Makes the folder of a file, with its parents, if there is none.
  static func make(for path: Path) throws(Failure) {
    let folder = path.directory.bytes
    for slash in folder.indices where folder[slash] == UInt8(ascii: "/") {
      let parent = Path(bytes: folder[...slash])
      guard unsafe mkdir(parent.cString, 0o777) != 0 else { continue }
      let error = errno
      var status = stat()
      if unsafe stat(parent.cString, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { continue }
      let reason = unsafe String(cString: strerror(error == EEXIST ? ENOTDIR : error))
      throw Failure(
        .cannotCreate, "cannot create the output folder: \(path.directory): \(reason)")
    }
  }

  /// The names of what is in a folder, empty for the working directory; none if it cannot be read.
  static func names(in folder: Path) -> [Path] {
    let folder = folder == "" ? "." : folder
    guard let stream = unsafe opendir(folder.cString) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [Path] = []
    while let entry = unsafe readdir(stream) {
      // The name may be longer than the array that the structure declares for it.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let name = unsafe UnsafeRawPointer(entry).advanced(by: offset)
      let length = unsafe strlen(name.assumingMemoryBound(to: CChar.self))
      names.append(unsafe Path(bytes: UnsafeRawBufferPointer(start: name, count: length)))
    }
    return names
  }
}
