internal import Foundation
internal import ImageFiles

extension FileHandle {
  /// Opens a file to read, which is closed with the object; `nil` if that fails.
  convenience init?(reading path: Path) {
    let descriptor = unsafe open(path.cString, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.init(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
