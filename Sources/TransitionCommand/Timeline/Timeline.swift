internal import TransitionKit

/// What the frames of a run show: pictures that stand still, and transitions between them.
///
/// Frames are counted from 0. The two ends of a transition are frames of the pictures beside it, so
/// that nothing is shown twice.
struct Timeline: Sendable {
  /// A picture, or the way from one to the next.
  enum Step: Sendable, Hashable {
    case picture(Int)
    /// The transition of a number, from the picture of that number to the next one.
    case transition(Int)
  }

  /// What a frame shows.
  struct Moment: Sendable, Hashable {
    let step: Step
    /// The time within the transition before easing, 0...1; a picture is at an end of one.
    let evenTime: Double
    /// The time that is drawn, 0...1.
    let time: Double
  }

  /// Frames of one step, one after the other.
  private struct Part {
    let step: Step
    let start: Int
    /// The times, all of them between the ends.
    let sequence: FrameSequence
  }

  /// The number of frames.
  let count: Int
  private let isReversed: Bool
  private let parts: [Part]

  /// Makes a timeline.
  ///
  /// - Parameters:
  ///   - count: the frames of the transition, both ends included, at least 1.
  ///   - endpoints: which of the pictures at the ends are among the frames; the transition beside one
  ///     that is not has one more frame of its own.
  ///   - isReversed: whether the same frames come in the opposite order.
  ///   - easing: how time runs between the ends of the transition.
  init(
    count: Int, endpoints: FrameSequence.Endpoints = .both, isReversed: Bool = false,
    easing: Easing = .linear
  ) {
    var parts: [Part] = []
    var total = 0
    func add(_ step: Step, _ count: Int) {
      guard count > 0 else { return }
      let sequence = FrameSequence(count: count, endpoints: .none, easing: easing)
      parts.append(Part(step: step, start: total, sequence: sequence))
      total += count
    }
    let (hasStart, hasEnd) = (
      [.both, .start].contains(endpoints), [.both, .end].contains(endpoints)
    )
    let ends = (hasStart ? 1 : 0) + (hasEnd ? 1 : 0)
    if hasStart { add(.picture(0), 1) }
    add(.transition(0), count - ends)
    // A single frame that could be either is the source, as in the original.
    if hasEnd, count >= ends { add(.picture(1), 1) }
    self.parts = parts
    self.count = total
    self.isReversed = isReversed
  }

  /// What a frame, 0..<count, shows.
  func moment(of index: Int) -> Moment {
    let index = isReversed ? count - 1 - index : index
    var (low, high) = (0, parts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if parts[middle].start <= index { low = middle } else { high = middle - 1 }
    }
    let part = parts[low]
    switch part.step {
    case .picture(let number):
      let end = number == 0 ? 0.0 : 1
      return Moment(step: part.step, evenTime: end, time: end)
    case .transition:
      let frame = index - part.start
      return Moment(
        step: part.step, evenTime: part.sequence.evenTime(of: frame),
        time: part.sequence.time(of: frame))
    }
  }
}
