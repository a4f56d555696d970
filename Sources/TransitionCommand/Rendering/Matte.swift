internal import TransitionKit

/// The color under alpha where a file or a stream has none.
struct Matte: Sendable {
  let color: Color
  /// The scale on which colors are mixed with it: one for all frames of a show, so that a picture
  /// that is held does not change when its transition begins.
  var workingSpace = WorkingSpace.linear

  func flattened(_ frame: Frame) -> Frame { frame.flattened(over: color, in: workingSpace) }
}

extension Matte {
  init(_ show: Show) {
    self.init(color: show.matte, workingSpace: show.workingSpace ?? .linear)
  }
}
