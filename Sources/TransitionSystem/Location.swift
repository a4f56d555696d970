/// The location of a file that is there or is going to be, however its path is written: the deepest
/// of its folders that is there, and the names below that.
public struct Location: Hashable {
  private let folder: FileStatus.Identity?
  private let names: [ArraySlice<UInt8>]

  /// The location of a path without `..` after what is not there.
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
