/// The times of the frames of a sequence.
public struct FrameSequence: Sendable, Hashable {
  /// Which of time 0 and time 1 are among the frames.
  public enum Endpoints: String, Sendable, CaseIterable {
    /// Both: the source and the target are frames.
    case both
    /// Time 0 only, so that another sequence can begin with the target.
    case start
    /// Time 1 only, so that the sequence can follow one that ended with the source.
    case end
    /// Neither.
    case none
  }

  /// The number of frames, at least 1.
  public let count: Int
  /// Which of the two ends are among them.
  public let endpoints: Endpoints
  /// Whether the frames come in the opposite order: the same frames, the last one first.
  public let isReversed: Bool
  /// The speed between the ends.
  public let easing: Easing

  /// Makes a sequence.
  ///
  /// - Parameters:
  ///   - count: the number of frames, at least 1.
  ///   - endpoints: which of time 0 and time 1 are among them.
  ///   - isReversed: whether the same frames come in the opposite order.
  ///   - easing: the speed between the ends.
  public init(
    count: Int, endpoints: Endpoints = .both, isReversed: Bool = false, easing: Easing = .linear
  ) {
    precondition(count >= 1)
    self.count = count
    self.endpoints = endpoints
    self.isReversed = isReversed
    self.easing = easing
  }

  /// The even time of a frame, 0...1: exactly 0 and 1 at the ends that are included.
  ///
  /// A single frame between both ends is at time 0, as in the original.
  public func evenTime(of index: Int) -> Double {
    let index = isReversed ? count - 1 - index : index
    let (step, steps) =
      switch endpoints {
      case .both: (index, max(count - 1, 1))
      case .start: (index, count)
      case .end: (index + 1, count)
      case .none: (index + 1, count + 1)
      }
    return Double(step) / Double(steps)
  }

  /// The time of a frame after easing, 0...1.
  public func time(of index: Int) -> Double { easing(evenTime(of: index)) }
}
