internal import Foundation
internal import ImageFiles

/// What tells a file from every other on the machine, whatever names it has.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let inode: UInt64

  /// The identity of the file that a path leads to; `nil` if there is none.
  init?(_ path: Path) {
    var status = stat()
    guard unsafe stat(path.cString, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
