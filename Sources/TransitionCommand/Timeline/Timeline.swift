internal import TransitionKit

/// The order of pictures that stand still, and of the transitions between them.
///
/// Frames are counted from 0. The two ends of a transition are frames of the pictures beside it, so
/// that nothing is shown twice.
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
  private struct Part {
    let step: Step
    let start: Int
    let count: Int
  }

  /// The number of frames.
  let count: Int
  /// The number of pictures.
  let pictures: Int
  private let isReversed: Bool
  private let easing: Easing
  private let parts: [Part]

  /// Makes a timeline.
  ///
  /// - Parameters:
  ///   - pictures: the number of pictures, at least 2.
  ///   - count: the frames of each transition, both ends included: at least 2, or 1 for a single
  ///     frame between two pictures.
  ///   - hold: the frames for which each picture stands still, at least 1.
  ///   - loops: whether a last transition leads back to the first picture, which is not shown again.
  ///   - endpoints: which of the first and the last picture are among the frames; the transition
  ///     beside one that is not has one more frame of its own.
  ///   - isReversed: whether the same frames come in the opposite order.
  ///   - easing: the speed of each transition over time.
  init(
    pictures: Int = 2, count: Int, hold: Int = 1, loops: Bool = false,
    endpoints: Endpoints = .both, isReversed: Bool = false, easing: Easing = .linear
  ) {
    var parts: [Part] = []
    var total = 0
    func add(_ step: Step, _ count: Int) {
      guard count > 0 else { return }
      parts.append(Part(step: step, start: total, count: count))
      total += count
    }
    let hasStart = [.both, .start].contains(endpoints)
    let hasEnd = [.both, .end].contains(endpoints)
    for picture in 0..<pictures {
      let (isFirst, isLast) = (picture == 0, picture == pictures - 1)
      // A single frame that could be either end is the source, as in the original.
      let isTwice = isLast && count == 1 && endpoints == .both
      if (hasStart || !isFirst) && (hasEnd || !isLast) && !isTwice { add(.picture(picture), hold) }
      guard !isLast || loops else { continue }
      let omitted =
        (isFirst && !hasStart ? 1 : 0) + (picture == pictures - 2 && !hasEnd ? 1 : 0)
      add(.transition(picture), count - 2 + omitted)
    }
    self.parts = parts
    self.count = total
    self.pictures = pictures
    self.isReversed = isReversed
    self.easing = easing
  }

  /// The moment of a frame, 0..<count.
  func moment(of index: Int) -> Moment {
    let index = isReversed ? count - 1 - index : index
    let part = parts[parts.partitioningIndex { $0.start > index } - 1]
    switch part.step {
    case .picture(let number):
      let end = number == 0 ? 0.0 : 1
      return Moment(step: part.step, evenTime: end, time: end)
    case .transition:
      let evenTime = Double(index - part.start + 1) / Double(part.count + 1)
      return Moment(step: part.step, evenTime: evenTime, time: easing(evenTime))
    }
  }

  /// The pictures that a step shows.
  func pictures(of step: Step) -> [Int] {
    switch step {
    case .picture(let number): [number]
    case .transition(let number): [number, (number + 1) % pictures]
    }
  }

  /// The picture that is needed next after those of a step, if there is one.
  func picture(after step: Step) -> Int? {
    let numbers =
      switch step {
      case .picture(let number): (number - 1, number + 1)
      case .transition(let number): (number - 1, number + 2)
      }
    let next = isReversed ? numbers.0 : numbers.1
    let last = parts.last?.step == .transition(pictures - 1) ? pictures : pictures - 1
    return (0...last).contains(next) ? next % pictures : nil
  }
}
