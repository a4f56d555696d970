internal import TransitionLibC

/// Folders.
public enum Folder {
  /// Makes the folder of a file, with its parents, if there is none.
  ///
  /// - Throws: what the system refuses, be it the length of the file's name, or of its path while
  ///   it is not finished.
  public static func make(for path: Path) throws(FileError) {
    for parent in path.folders {
      guard unsafe mkdir(parent.cString, 0o777) != 0 else { continue }
      let error = FileError(.create, "the output folder", path.directory)
      if FileStatus(parent)?.kind == .folder { continue }
      throw error.code == EEXIST
        ? FileError(.create, error.role, error.path, "Not a directory") : error
    }
    for name in [path, AtomicFile.hiddenPath(in: path.directory)] {
      var status = stat()
      if unsafe lstat(name.cString, &status) != 0, errno == ENAMETOOLONG {
        throw FileError(.create, "the output", path)
      }
    }
  }

  /// Refuses the path of a file in which `..` follows a folder that is not there: until somebody
  /// makes the folder it leads nowhere, and then to files that nobody has looked at.
  public static func check(for path: Path) throws(FileError) {
    var missing: Path?
    for folder in path.folders {
      if let missing, folder.bytes.suffix(4).elementsEqual("/../".utf8) {
        throw FileError(
          .create, "the output folder", path.directory,
          "'..' follows \(missing), which is not there: leave both out")
      }
      if missing == nil, FileStatus(folder) == nil { missing = folder }
    }
  }

  /// The names of what is in a folder, empty for the working directory; none if it cannot be read.
  public static func names(in folder: Path) -> Set<Path> {
    (try? names(in: folder == "" ? "." : folder, as: "the folder")) ?? []
  }

  /// The names of what is in a folder, with `.` and `..`; `role` is its meaning, for errors.
  public static func names(in folder: Path, as role: String) throws(FileError) -> Set<Path> {
    guard let stream = unsafe opendir(folder.cString) else {
      throw FileError(.read, role, folder)
    }
    defer { unsafe closedir(stream) }
    var names: Set<Path> = []
    while let entry = unsafe readdir(stream) {
      // The name may be longer than the array that the structure declares for it.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let name = unsafe UnsafeRawPointer(entry).advanced(by: offset)
      let length = unsafe strlen(name.assumingMemoryBound(to: CChar.self))
      names.insert(unsafe Path(bytes: UnsafeRawBufferPointer(start: name, count: length)))
    }
    return names
  }
}
