internal import TransitionSystem

/// A line on the terminal that tells how far a job is and when it will be done.
enum ProgressBar {
  /// When there is one, or events for a program instead.
  enum When: String, Sendable, CaseIterable { case auto, always, never, json }

  /// Shows the bar, in one second: a job that is done before that needs none.
  static func show(_ now: @escaping @Sendable () -> Progression) -> Ticker {
    let hasColor = ProcessSetup.environment("NO_COLOR").isEmpty
    return Ticker(after: .seconds(1), every: .seconds(0.2)) { ticker in
      // Asked once more when the line's turn has come: the bar is not to come back.
      Console.status {
        ticker.isStopped
          ? nil : line(now(), columns: StandardError.columns, hasColor: hasColor)
      }
    } atEnd: {
      Console.status { nil }
    }
  }

  /// The line: `12/30 ━━━━━━━━━━────────────── 40 % 0:07 left`.
  static func line(_ now: Progression, columns: Int, hasColor: Bool) -> String {
    // Parts that do not fit the others are made twice.
    let share = now.frames > 0 ? min(Double(now.done) / Double(now.frames), 1) : 1
    let left = now.secondsLeft.map { clock($0) + " left" } ?? clock(now.seconds) + " so far"
    let text = (before: "\(now.done)/\(now.frames) ", after: " \(Int(share * 100)) % \(left)")
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
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(minutes.twoDigits)" : "\(minutes)") + ":"
      + (seconds % 60).twoDigits
  }
}
