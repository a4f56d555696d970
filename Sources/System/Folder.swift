internal import CLibrary

/// Folders.
public enum Folder {
  /// Makes the folder of a file, with its parents, if there is none.
  ///
  /// - Throws: what the system refuses, be it the length of the file's name, or of its path while it is
  ///   not finished.
  public static func make(for path: Path) throws(FileError) {
    let folder = path.directory.bytes
    for slash in folder.indices where folder[slash] == UInt8(ascii: "/") {
      let parent = Path(bytes: folder[...slash])
      guard unsafe mkdir(parent.cString, 0o777) != 0 else { continue }
      let reason = errno == EEXIST ? "Not a directory" : FileError.lastReason
      if FileStatus(parent)?.kind == .folder { continue }
      throw FileError(.create, "the output folder", path.directory, reason)
    }
    for name in [path, AtomicFile.hiddenPath(in: path.directory)] {
      var status = stat()
      if unsafe lstat(name.cString, &status) != 0, errno == ENAMETOOLONG {
        throw FileError(.create, "the output", path, FileError.lastReason)
      }
    }
  }

  /// Refuses the path of a file in which `..` follows a folder that is not there: until somebody makes
  /// the folder it leads nowhere, and then to files that nobody has looked at.
  public static func check(for path: Path) throws(FileError) {
    let folder = path.directory.bytes
    var start = 0
    var missing: Path?
    for slash in folder.indices where folder[slash] == UInt8(ascii: "/") {
      if let missing, folder[start..<slash].elementsEqual("..".utf8) {
        throw FileError(
          .create, "the output folder", path.directory,
          "'..' follows \(missing), which is not there: leave both out")
      }
      let parent = Path(bytes: folder[...slash])
      if missing == nil, FileStatus(parent) == nil { missing = parent }
      start = slash + 1
    }
  }

  /// The names of what is in a folder, empty for the working directory; none if it cannot be read.
  public static func names(in folder: Path) -> Set<Path> {
    let folder = folder == "" ? "." : folder
    guard let stream = unsafe opendir(folder.cString) else { return [] }
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

/// Where a file is or is going to be, however its path is written: below which folder that is there,
/// and by which names.
public struct Place: Hashable {
  private let folder: FileStatus.Identity?
  private let names: [ArraySlice<UInt8>]

  /// The place of a path without `..` behind what is not there.
  public init(_ path: Path) {
    let bytes = path.bytes
    var folder = FileStatus(".")
    var start = 0
    for slash in bytes.indices where bytes[slash] == UInt8(ascii: "/") {
      guard let status = FileStatus(Path(bytes: bytes[...slash])) else { break }
      (folder, start) = (status, slash + 1)
    }
    self.folder = folder?.identity
    names = bytes[start...].split(separator: UInt8(ascii: "/"))
      .filter { !$0.elementsEqual(".".utf8) }
  }
}

/// What the system knows of a file.
public struct FileStatus: Sendable {
  public enum Kind: Sendable {
    case file, folder
    /// A character device or a FIFO.
    case stream
    case other
  }

  /// What tells a file from every other on the machine, whatever names it has.
  public struct Identity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    fileprivate init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  public let identity: Identity
  public let version: FileVersion
  public let kind: Kind
  /// The number of bytes.
  public let size: Int64

  /// The status of the file that a path leads to, or of the symbolic link itself if it is one and
  /// links are not followed; `nil` if there is none.
  public init?(_ path: Path, followsLinks: Bool = true) {
    var status = stat()
    let result =
      unsafe followsLinks ? stat(path.cString, &status) : lstat(path.cString, &status)
    guard result == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    identity = Identity(status)
    version = FileVersion(status)
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFCHR, S_IFIFO: .stream
      default: .other
      }
    size = Int64(status.st_size)
  }
}
