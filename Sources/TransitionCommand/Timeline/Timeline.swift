internal import TransitionKit

/// The order of pictures that stand still, and of the transitions between them.
///
/// Frames are counted from 0. A length in frames counts both pictures of a transition; lengths in
/// seconds follow each other, and the boundaries between them are rounded to frames, never the lengths:
///
///     2 frames held, 5 frames:   A A a b c B B        5 = A, B and what is between
///     0.1 s held, 0.1 s at 30:   A A A a b c B B B    seconds add up
///     0.2 s at 30, not held:     A a b c d B e f …    B is a frame of the step that reaches it
struct Timeline: Sendable {
  /// Which of the first and the last picture are among the frames.
  enum Endpoints: String, Sendable, CaseIterable {
    /// Both: the source and the target are frames.
    case both
    /// The first only, so that another run can begin with the last.
    case start
    /// The last only, so that the run can follow one that ended with the first.
    case end
    /// Neither.
    case none
  }

  /// The length and the speed of the way from a picture to the next.
  struct Passage: Sendable, Hashable {
    let count: Length
    let easing: Easing
  }

  /// A picture, or the way from one to the next.
  enum Step: Sendable, Hashable {
    case picture(Int)
    /// The transition of a number, from the picture of that number to the next one.
    case transition(Int)

    var isPicture: Bool {
      if case .picture = self { true } else { false }
    }
  }

  /// The step and the time that a frame shows.
  struct Moment: Sendable, Hashable {
    let step: Step
    /// The time within the transition before easing, 0...1; a picture is at an end of one.
    let evenTime: Double
    /// The time that is drawn, 0...1.
    let time: Double
  }

  /// Frames of one step, one after the other.
  struct Part: Sendable, Hashable {
    let step: Step
    let frames: Range<Int>
  }

  /// The number of frames.
  let count: Int
  /// The number of pictures.
  let pictures: Int
  private let isReversed: Bool
  private let easings: [Easing]
  /// All frames in order, before they are reversed.
  private let forward: [Part]

  /// Makes a timeline.
  ///
  /// - Parameters:
  ///   - holds: how long each picture stands still, of 2 pictures at least.
  ///   - passages: the ways between them; as many as pictures if a last one leads back to the first
  ///     picture, which is not shown again.
  ///   - endpoints: which of the first and the last picture are among the frames. A transition in
  ///     frames beside one that is not has one more frame of its own.
  ///   - isReversed: whether the same frames come in the opposite order.
  ///   - rate: the frames in a second.
  ///   - position: the position in a list of a picture or of the way to the next, for errors.
  /// - Throws: a usage error if a picture would have no frame, or if there are too many frames.
  init(
    holds: [Hold], passages: [Passage], endpoints: Endpoints = .both, isReversed: Bool = false,
    rate: FrameRate = .standard, position: (Step) -> ListPosition? = { _ in nil }
  ) throws(Failure) {
    let layout = try Layout(
      holds: holds, passages: passages, endpoints: endpoints, rate: rate)
    forward = try layout.parts(position)
    count = forward.last?.frames.upperBound ?? 0
    pictures = holds.count
    easings = passages.map(\.easing)
    self.isReversed = isReversed
  }

  /// All frames in the order in which they are shown.
  var parts: [Part] {
    guard isReversed else { return forward }
    return forward.reversed().map { part in
      Part(step: part.step, frames: count - part.frames.upperBound..<count - part.frames.lowerBound)
    }
  }

  /// The moment of a frame, 0..<count.
  func moment(of index: Int) -> Moment {
    let index = isReversed ? count - 1 - index : index
    let part = forward[forward.partitioningIndex { $0.frames.lowerBound > index } - 1]
    switch part.step {
    case .picture(let number):
      let end = number == 0 ? 0.0 : 1
      return Moment(step: part.step, evenTime: end, time: end)
    case .transition(let number):
      let frames = part.frames
      let evenTime = Double(index - frames.lowerBound + 1) / Double(frames.count + 1)
      return Moment(step: part.step, evenTime: evenTime, time: easings[number](evenTime))
    }
  }

  /// The pictures that a moment shows: one, or both of a transition. Those of stills are all number 0.
  func shown(at moment: Moment) -> [ItemFrame] {
    let items =
      switch moment.step {
      case .picture(let number): [number]
      case .transition(let number): [number, (number + 1) % pictures]
      }
    return items.map { ItemFrame(item: $0, frame: 0) }
  }

  /// The first picture that later moments show and this one does not; `nil` if there is none.
  func next(after moment: Moment, in later: some Sequence<Moment>) -> ItemFrame? {
    let shown = shown(at: moment)
    return later.lazy.flatMap { self.shown(at: $0) }.first { !shown.contains($0) }
  }
}

/// A picture of the show: a frame of an item, both counted from 0.
struct ItemFrame: Sendable, Hashable {
  let item: Int
  let frame: Int
}
