internal import TransitionLibC

/// The system's knowledge of a file.
public struct FileStatus: Sendable {
  /// The kind of a file.
  public enum Kind: Sendable {
    /// An ordinary file.
    case file
    /// A folder.
    case folder
    /// A character device or a FIFO.
    case stream
    /// Anything else, such as a disk or a socket.
    case other
  }

  /// The identity of a file, by which it is told from every other on the machine, whatever names it
  /// has.
  public struct Identity: Sendable, Hashable {
    let device: UInt64
    private let inode: UInt64

    fileprivate init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// The identity of the file, whatever its names are.
  public let identity: Identity
  /// The version of its content.
  public let version: FileVersion
  /// Its kind.
  public let kind: Kind
  /// The number of bytes.
  public let size: Int64
  /// Who may do what with it, as bits.
  public let permissions: UInt32

  /// The status of the file that a path leads to, or of the symbolic link itself if it is one and
  /// links are not followed; `nil` if there is none.
  public init?(_ path: Path, followsLinks: Bool = true) {
    var status = stat()
    let result =
      unsafe followsLinks ? stat(path.cString, &status) : lstat(path.cString, &status)
    guard result == 0 else { return nil }
    self.init(status)
  }

  /// The status of an open file; `nil` if the system does not tell.
  public init?(ofOpen descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
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
    permissions = UInt32(status.st_mode) & 0o7777
  }
}
