internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Writes frames to files.
struct FileOutput: Output {
  let pattern: OutputPattern
  let writer: ImageWriter
  /// The numbers of frames that are there and stay.
  let kept: Set<Int>
  /// Where they are listed; `nil` if nowhere.
  let list: SharedList?

  func wants(_ number: Int) -> Bool { !kept.contains(number) }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    var first: Path?
    for number in drawing.numbers where wants(number) {
      let path = pattern.path(number)
      func note(_ version: FileVersion) throws(FileError) {
        try list?.add(JobRecord.line(number, version))
      }
      // What went to a stream cannot be read again.
      if let first, !AtomicFile.isSpecial(first) {
        try Failure.from { () throws(FileError) in
          try AtomicFile.copy(first, "frame", to: path, noting: note)
        }
      } else {
        try Failure.from { () throws(ImageFileError) in
          try writer.write(frame, "frame", to: path, noting: note)
        }
        first = path
      }
    }
    // An encoder draws the frame while it writes the file.
    return {}
  }
}
