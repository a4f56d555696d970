/// How far the frames of a job are.
struct Progression: Sendable {
  private let queue: FrameQueue
  /// The number of frames that are there and stay.
  private let kept: Int
  private let start = ContinuousClock.now

  init(of queue: FrameQueue, kept: Int) { (self.queue, self.kept) = (queue, kept) }

  /// How far they are at a moment. Frames that are kept count as done.
  struct Moment {
    let done: Int
    let frames: Int
    /// How long the work has taken.
    let seconds: Double
    /// How long it will go on; `nil` before the first frame is made.
    let secondsLeft: Double?

    init(made: Int, of count: Int, kept: Int, seconds: Double) {
      (done, frames) = (kept + made, kept + count)
      self.seconds = seconds
      secondsLeft = made > 0 ? seconds / Double(made) * Double(count - made) : nil
    }
  }

  var now: Moment {
    Moment(
      made: queue.finished, of: queue.count, kept: kept,
      seconds: start.duration(to: .now) / .seconds(1))
  }

  /// Tells a program twice a second how far they are, at the beginning and at the end too.
  func events() -> Ticker {
    Console.event { .progress(now) }
    return Ticker(after: .seconds(0.5), every: .seconds(0.5)) { ticker in
      Console.event { ticker.isStopped ? nil : .progress(now) }
    } atEnd: {
      Console.event { .progress(now) }
    }
  }
}
