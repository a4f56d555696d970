/// How far the frames of a job are. Those that are kept count as done.
struct Progression {
  let done: Int
  let frames: Int
  let seconds: Double
  /// How long it will go on; `nil` before the first frame is made.
  let secondsLeft: Double?

  init(made: Int, of count: Int, kept: Int, seconds: Double) {
    (done, frames, self.seconds) = (kept + made, kept + count, seconds)
    secondsLeft = made > 0 ? seconds / Double(made) * Double(max(count - made, 0)) : nil
  }

  private var event: String {
    let left = secondsLeft.map { JSON.number((min($0, 1e9) * 10).rounded() / 10) }
    return JSON.event(
      "progress",
      [("done", .number(done)), ("frames", .number(frames)), ("secondsLeft", left ?? .null)])
  }

  /// Tells a program twice a second how far they are, at the beginning and at the end too.
  static func events(_ now: @escaping @Sendable () -> Progression) -> Ticker {
    Console.event { now().event }
    return Ticker(after: .seconds(0.5), every: .seconds(0.5)) { ticker in
      Console.event { ticker.isStopped ? nil : now().event }
    } atEnd: {
      Console.event { now().event }
    }
  }
}
