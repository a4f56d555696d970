internal import TransitionKit
internal import TransitionSystem

/// A picture with its meaning in a show: an item of it, or a parameter of a transition.
struct GivenPicture: Sendable {
  /// The meaning, for errors: `source image`, `picture 3`.
  let role: String
  let source: any Source

  var name: Path { source.name }
}

extension GivenPicture: Hashable {
  static func == (a: GivenPicture, b: GivenPicture) -> Bool {
    a.role == b.role && a.source.id == b.source.id
  }

  func hash(into hasher: inout Hasher) { hasher.combine(source.id) }
}
