internal import TransitionImages

/// A picture of the show, as it was asked for.
struct Item: Sendable {
  let picture: GivenPicture
  /// Its position in a list, if it is in one.
  let position: ListPosition?
  /// How long it stands still.
  let hold: Hold
  /// How it is brought to the frame; `nil` if nobody has said it: then it covers the frame.
  let fit: Fit?
  /// What stays in sight where it is cut off.
  let focus: Focus
}
