internal import TransitionSystem

extension Settings {
  /// A picture, or a folder of them, as it is named without an option.
  struct Plain: Sendable {
    let name: Path
    /// Its line, if it is in a list.
    var line: PictureLine?
  }

  /// A document that is made from the declarations, for the project itself.
  enum Document: String, CaseIterable { case manual }

  /// All options: the declared ones in their order, then the parameters.
  var all: [any AnySetting] {
    Mirror(reflecting: self).children.compactMap { $0.value as? any AnySetting } + parameters
  }

  /// All pictures that are named, by an option or without one.
  var pictures: [Path] { plain.map(\.name) + [source].compactMap(\.self) + targets }

  /// Whether a length or a time is given in seconds.
  var usesSeconds: Bool {
    let isTime = if case .show = time { true } else { false }
    return isTime || count.isTime || hold.isTime
  }

  /// The frames a second of whatever has such a rate.
  var frameRate: FrameRate { rate ?? .standard }
}
