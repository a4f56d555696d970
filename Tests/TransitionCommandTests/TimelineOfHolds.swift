import TransitionSystem

@testable import TransitionCommand

extension Timeline.Item {
  /// A picture that stands still.
  static func still(_ hold: Hold) -> Timeline.Item {
    Timeline.Item(extent: .hold(hold), isConstant: true, name: "still.png")
  }

  /// A picture that moves while it is held.
  static func moving(_ hold: Hold) -> Timeline.Item {
    Timeline.Item(extent: .hold(hold), isConstant: false, name: "moving.png")
  }

  /// An item of a number of frames.
  static func clip(_ frames: Int) -> Timeline.Item {
    Timeline.Item(extent: .frames(frames), isConstant: false, name: "clip.%d.png")
  }

  /// A film of some frames.
  static func film(_ frames: Int) -> Timeline.Item {
    Timeline.Item(
      extent: .frames(frames), isConstant: false, isForwardOnly: true, name: "film.mp4")
  }
}

extension Timeline {
  /// A timeline of pictures that stand still.
  init(
    holds: [Hold], passages: [Passage], endpoints: Endpoints = .both, isReversed: Bool = false,
    rate: FrameRate = .standard
  ) throws(Failure) {
    try self.init(
      items: holds.map { .still($0) }, passages: passages, endpoints: endpoints,
      isReversed: isReversed, rate: rate)
  }
}

extension Plan {
  /// The plan of two pictures that stand still, and of the transition between them.
  init(ofPair settings: Settings) throws(Failure) {
    let passage = Timeline.Passage(count: settings.count, easing: settings.easing)
    try self.init(
      settings, items: [.still(settings.hold), .still(settings.hold)], passages: [passage])
  }
}
