internal import TransitionImages
internal import TransitionKit

/// A picture brought to the frame.
struct FittedPicture: Sendable {
  let bitmap: Bitmap
  /// Where in the frame its own pixels lie.
  let bounds: Rect
}

/// An item of the show, open: what it shows is in memory, or can be read.
protocol Footage: Sendable {
  /// The picture of a frame, 0 the first; called on any thread.
  func picture(at frame: Int) throws(Failure) -> FittedPicture
}

/// The open items of a show, by their numbers.
typealias FootageCache = LendingCache<Int, any Footage>

extension FootageCache {
  /// The most that are open: two of a transition, and the next one, which is opened while they are
  /// shown.
  static var mostOpen: Int { 3 }
}

/// A picture that stands still: the same in each frame.
struct Still: Footage {
  let picture: FittedPicture

  func picture(at frame: Int) -> FittedPicture { picture }
}

/// A picture that moves: each frame shows another part of it.
struct MovingStill: Footage {
  let picture: MovingPicture
  /// The number of frames from the beginning of the motion to its end.
  let frames: Int
  /// The whole frame.
  let bounds: Rect

  func picture(at frame: Int) -> FittedPicture {
    let share = Double(frame) / Double(max(1, frames - 1))
    return FittedPicture(bitmap: picture.bitmap(at: share), bounds: bounds)
  }
}
