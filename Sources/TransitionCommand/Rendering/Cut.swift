internal import TransitionKit

extension Filter {
  /// The change from one picture to the next at once, which has no frame of its own.
  static let cut = Filter(
    name: "cut", displayName: "Cut",
    summary: "Shows the target at once, without a frame.", parameters: []
  ) { Cut() }

  var isCut: Bool { name == Self.cut.name && identity.isEmpty }
}

extension Timeline.Passage {
  static let cut = Timeline.Passage(count: .frames(0), easing: .linear)

  /// Whether the step has no length and takes no frame of its items.
  var isCut: Bool { count == .frames(0) }
}

/// The source up to the end.
private struct Cut: Transition {
  func frame(at time: Double, of inputs: Inputs) -> Frame {
    Frame(
      showing: time >= 1 ? inputs.target : inputs.source, depth: inputs.frameFormat.depth)
  }

  mutating func set(_ name: String, to value: ParameterValue) throws(UnknownParameter) {
    throw UnknownParameter()
  }

  func value(of name: String) -> ParameterValue? { nil }
}
