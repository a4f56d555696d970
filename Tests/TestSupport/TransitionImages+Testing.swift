internal import TransitionImages
public import TransitionKit
internal import TransitionSystem

extension Bitmap {
  /// Reads a picture from a file.
  public init(readingFrom path: String) throws {
    self = try ImageFile(path: Path(path), role: "picture", pixelLimit: nil).decode()
      .bitmap(workingSpace: .linear)
  }

  /// Writes the picture to a file of the type of its extension.
  public func write(to path: String, saveOptions: String = "") throws {
    let type = try FileType(String(path[(path.lastIndex(of: ".") ?? path.startIndex)...]))
    try ImageWriter(type: type, saveOptions: saveOptions)
      .write(Frame(showing: self), "picture", to: Path(path))
  }
}
