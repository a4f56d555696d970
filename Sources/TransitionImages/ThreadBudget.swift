internal import TransitionSystem

/// The threads that the work on pictures may take.
///
/// libvips and its decoders fail where they are refused a thread, with an error that does not
/// always say so. Work that could come to this is not begun.
public enum ThreadBudget {
  /// The threads that decode a picture: a thread of ours, one of libvips, and one of the decoder.
  private static let ofPicture = 3
  /// The threads that make a frame: a thread of ours, one of libvips that computes, and two that
  /// write.
  private static let ofFrame = 4
  /// The threads that hear signals and show progress; the first thread waits for an encoder of all
  /// frames.
  private static let others = 2

  /// Tells whether libvips can work on one picture.
  static func checkLibraries() throws(ImageFileError) { _ = try frames(atOnce: 1, pictures: 1) }

  /// Tells how many frames the system allows to make at once.
  ///
  /// - Parameters:
  ///   - count: the number that is wanted.
  ///   - pictures: how many pictures are decoded at once.
  ///   - encoders: how many threads a frame's encoders take beside those.
  /// - Returns: a number from 1 to `count`.
  /// - Throws: `tooFewThreads` if there are not enough for one frame or for the pictures.
  public static func frames(
    atOnce count: Int, pictures: Int, encoders: Int = 0
  ) throws(ImageFileError) -> Int {
    let ofFrame = ofFrame + encoders
    let needed = others + max(ofFrame, ofPicture * pictures)
    let available = Threads.available(upTo: max(needed, others + ofFrame * count))
    guard available >= needed else {
      throw .tooFewThreads(available: available, needed: needed)
    }
    return min(count, (available - others) / ofFrame)
  }
}
