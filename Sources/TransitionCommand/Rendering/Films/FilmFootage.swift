internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// A film of the show. Its frames are read forward, one drawing after the other, and brought to the
/// frame side by side.
final class FilmFootage: Sendable {
  /// What only the drawing has whose turn it is.
  private struct State {
    var reader: FilmReader
    /// The way in which all frames are brought to the frame, once the first has been read.
    var fitting: FilmFitting?
  }

  private let clip: FilmClip
  private let showing: Showing
  /// The turn of the drawing that reads next.
  private let turn = Monitor(0)
  private let state: Monitor<State>

  init(_ clip: FilmClip, _ showing: Showing) {
    (self.clip, self.showing) = (clip, showing)
    state = Monitor(
      State(reader: FilmReader(clip, last: showing.last) { Console.remark($0) }))
  }

  deinit { state.withLock { $0.reader.close() } }

  /// Its ``Footage``.
  @Sendable func picture(at frame: Int, turn: Int) throws(Failure) -> FittedPicture {
    self.turn.wait { $0 == turn ? () : nil }
    let result = state.withLock { state in
      Result { () throws(Failure) in try read(frame, &state) }
    }
    self.turn.withLock { $0 += 1 }
    let (pixels, fitting) = try result.get()
    let (canvas, format) = (showing.canvas, showing.format)
    if showing.motion == nil, case .planes(let planes) = pixels, format == planes.pixelFormat,
      !format.hasAlpha,
      (planes.width, planes.height) == (canvas.width, canvas.height)
    {
      return FittedPicture(pixels: pixels, bounds: canvas.bounds)
    }
    return try fitting.fitted(pixels, at: frame, showing)
  }

  private func read(
    _ frame: Int, _ state: inout State
  ) throws(Failure) -> (PicturePixels, FilmFitting) {
    let fitting: FilmFitting
    if let known = state.fitting {
      fitting = known
    } else {
      // The very first says for all what draws the eye, whichever part of them is made. Whoever
      // seeks a later one cannot go back.
      var reader = FilmReader(clip, last: 0) { _ in }
      let first = try clip.isSought(frame) ? reader.frame(0) : state.reader.frame(0)
      fitting = try FilmFitting(first, of: clip, showing)
      state.fitting = fitting
    }
    return (try state.reader.frame(frame), fitting)
  }
}

extension FilmFitting {
  /// Prepares for the frames of a clip, of which the first is at hand.
  init(_ first: PicturePixels, of clip: FilmClip, _ showing: Showing) throws(Failure) {
    self = try Failure.from(
      image: FilmFitting(
        DecodedImage(first.bitmap, role: showing.role, path: clip.film.path), in: showing.canvas,
        format: showing.format, workingSpace: .linear,
        motion: showing.motion.map { ($0.motion, $0.seconds) }))
  }

  /// A frame of the clip as it is shown.
  func fitted(
    _ pixels: PicturePixels, at frame: Int, _ showing: Showing
  ) throws(Failure) -> FittedPicture {
    let share = showing.motion?.share(at: frame) ?? 0
    let (bitmap, bounds) =
      switch pixels {
      case .planes(let planes): try Failure.from(image: fitted(planes, at: share))
      case .bitmap(let bitmap): try Failure.from(image: fitted(bitmap, at: share))
      }
    return FittedPicture(pixels: .bitmap(bitmap), bounds: bounds)
  }
}
