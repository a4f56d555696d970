internal import TransitionImages
internal import TransitionKit

/// The type of files that pictures are written as, with the options of its encoder.
struct Encoding: Sendable {
  let type: FileType
  let quality: Int
  var saveOptions = ""

  /// A writer of such files, whose options have been tried.
  func writer(
    profile: [UInt8]? = nil, background: Color = .black, workingSpace: WorkingSpace = .linear
  ) throws(Failure) -> ImageWriter {
    try Failure.from { () throws(ImageFileError) in
      try ImageWriter(
        type: type, quality: quality, saveOptions: saveOptions, profile: profile,
        background: background, workingSpace: workingSpace)
    }
  }

  /// A writer of the frames of a job.
  func writer(for context: RenderContext) throws(Failure) -> ImageWriter {
    try writer(
      profile: context.profile?.bytes, background: context.matte.color,
      workingSpace: context.matte.workingSpace)
  }
}
