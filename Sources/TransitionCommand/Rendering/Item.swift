internal import TransitionImages

/// A picture of the show, as it was asked for.
struct Item: Sendable {
  let picture: GivenPicture
  /// Its line, if it is in a list.
  let line: PictureLine?
  /// How long it is shown.
  let extent: Timeline.Extent
  /// How it is brought to the frame; `nil` if nobody has said it: then it covers the frame.
  let fit: Fit?
  /// What stays in sight where it is cut off.
  let focus: Focus
  /// How it moves while it is shown; `nil` if it stands still.
  let motion: Motion?

  /// Its position in a list, if it is in one.
  var position: ListPosition? { line?.position }

  /// Whether it looks the same in each of its frames.
  var isConstant: Bool { motion == nil && !picture.isClip }

  /// Whether its frames are others at another rate.
  var followsRate: Bool { picture.film != nil || motion?.followsTime ?? false }

  /// How it is brought to the frame. What moves covers it.
  var shownFit: Fit { motion == nil ? fit ?? .cover : .cover }
}
