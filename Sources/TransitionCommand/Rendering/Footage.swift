internal import TransitionImages
internal import TransitionKit

/// A picture brought to the frame.
struct FittedPicture: Sendable {
  /// The most that are in memory: two of a transition, and the next one, which is loaded while they are
  /// shown.
  static let limit = 3

  let bitmap: Bitmap
  /// Where in the frame its own pixels lie.
  let bounds: Rect
}

/// The pictures of a show in memory.
typealias FootageCache = LendingCache<ItemFrame, FittedPicture>

/// An item of the show, open: a picture that may be another one in each frame.
protocol Footage: Sendable {
  /// The picture of a frame, 0 the first; called on any thread.
  func picture(at frame: Int) throws(Failure) -> FittedPicture
}

/// A picture that stands still: the same in each frame.
struct Still: Footage {
  let picture: ProfiledPicture
  /// The frame that it is brought to.
  let canvas: Canvas
  let format: PixelFormat

  func picture(at frame: Int) throws(Failure) -> FittedPicture { try fitted(picture.decode()) }

  /// The picture brought to the frame, once it is decoded.
  func fitted(_ decoded: DecodedPicture) throws(Failure) -> FittedPicture {
    try Failure.from { () throws(ImageFileError) in
      try decoded.fitted(to: canvas, format: format)
    }
  }
}
