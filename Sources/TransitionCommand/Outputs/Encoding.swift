internal import TransitionImages
internal import TransitionKit

/// The type of files that pictures are written as, with the options of its encoder.
struct Encoding: Sendable {
  let type: FileType
  let quality: Int
  var saveOptions = ""

  /// What tells it from others.
  var texts: [String] { [type.suffix, "\(quality)", saveOptions] }

  /// A writer of a job's frames, or of others, whose options have been tried.
  func writer(for context: RenderContext? = nil) throws(Failure) -> ImageWriter {
    try Failure.from(
      image: ImageWriter(
        type: type, quality: quality, saveOptions: saveOptions, profile: context?.profile?.bytes,
        background: context?.matte.color ?? .black,
        workingSpace: context?.matte.workingSpace ?? .linear))
  }
}
