/// Where a file is or is going to be, however its path is written: below which folder that is there,
/// and by which names.
public struct Place: Hashable {
  private let folder: FileStatus.Identity?
  private let names: [ArraySlice<UInt8>]

  /// The place of a path without `..` after what is not there.
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
