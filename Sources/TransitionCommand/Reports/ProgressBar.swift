internal import TransitionSystem

/// A line on the terminal that tells how far a job is and when it will be done.
final class ProgressBar: Sendable {
  /// When there is one.
  enum When: String, Sendable, CaseIterable { case auto, always, never }

  private let isFinished = Monitor(false)

  /// Shows the bar, in one second: a job that is done before that needs none.
  ///
  /// - Parameters:
  ///   - queue: the frames that are made.
  ///   - kept: the number of frames that are there and stay.
  init(of queue: FrameQueue, kept: Int) {
    let start = ContinuousClock.now
    let hasColor = ProcessSetup.environment("NO_COLOR").isEmpty
    // Without a thread there is no bar.
    _ = Threads.detach { [self] in
      var pause = Duration.seconds(1)
      while isFinished.wait(atMost: pause, until: { $0 ? () : nil }) == nil {
        // Asked once more when the line's turn has come: the bar is not to come back.
        Console.status { [self] in
          if isFinished.withLock(\.self) { return nil }
          return Self.line(
            done: queue.finished, of: queue.count, kept: kept,
            seconds: start.duration(to: .now) / .seconds(1), columns: StandardError.columns,
            hasColor: hasColor)
        }
        pause = .seconds(0.2)
      }
    }
  }

  /// Takes the bar away.
  func finish() {
    isFinished.withLock { $0 = true }
    Console.status { nil }
  }

  /// The line: `12/30 ━━━━━━━━━━────────────── 40 % 0:07 left`.
  ///
  /// Frames that are kept count as done.
  static func line(
    done: Int, of count: Int, kept: Int = 0, seconds: Double, columns: Int, hasColor: Bool
  ) -> String {
    let whole = kept + count
    let share = whole > 0 ? Double(kept + done) / Double(whole) : 1
    let left =
      done > 0
      ? clock(seconds / Double(done) * Double(count - done)) + " left" : clock(seconds) + " so far"
    let text = (before: "\(kept + done)/\(whole) ", after: " \(Int(share * 100)) % \(left)")
    let width = min(40, columns - 1 - text.before.count - text.after.count)
    guard width >= 5 else { return String((text.before + text.after).prefix(max(columns - 1, 0))) }
    let full = Int(share * Double(width))
    let bar = String(repeating: "━", count: full)
    return text.before + (hasColor ? "\u{1b}[36m\(bar)\u{1b}[0m" : bar)
      + String(repeating: "─", count: width - full) + text.after
  }

  /// Minutes and seconds, and hours if there are any: `1:02:03`.
  private static func clock(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(.up), 1e9))
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
  }
}
