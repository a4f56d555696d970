/// The location of a file that is there or is going to be, however its path is written: the deepest
/// of its folders that is there, and the names below that.
public struct Location: Hashable {
  private let folder: FileStatus.Identity?
  private let names: [ArraySlice<UInt8>]

  /// The location of a path without `..` after what is not there.
  public init(_ path: Path) {
    var (folder, start) = (FileStatus("."), 0)
    for parent in path.folders {
      guard let status = FileStatus(parent) else { break }
      (folder, start) = (status, parent.bytes.count)
    }
    self.folder = folder?.identity
    names = path.bytes[start...].split(separator: UInt8(ascii: "/"))
      .filter { !$0.elementsEqual(".".utf8) }
  }
}
