/// A line of `--progress json`: an object that says what has happened, by the name in `event`.
enum Event {
  /// The plan, before the first frame: its pictures and steps, without its frames.
  case plan(PlanReport)
  /// A sentence for people.
  case remark(String)
  /// How many frames are done, and the seconds until the last one is, if they are known.
  case progress(Progression.Moment)
  /// The end, as the last event.
  case result(String, status: Int32)
  case error(String, status: Int32)

  /// The object in a line, and the line's end.
  var line: String {
    let (name, members): (String, [(String, JSON)]) =
      switch self {
      case .plan(let report): ("plan", report.members)
      case .remark(let text): ("remark", [("message", .string(text))])
      case .progress(let now):
        (
          "progress",
          [
            ("done", .number(now.done)), ("frames", .number(now.frames)),
            (
              "secondsLeft",
              now.secondsLeft.map { .number((min($0, 1e9) * 10).rounded() / 10) } ?? .null
            ),
          ]
        )
      case .result(let text, let status): ("result", Self.end(text, status))
      case .error(let text, let status): ("error", Self.end(text, status))
      }
    return JSON.object([("event", .string(name))] + members).line + "\n"
  }

  private static func end(_ text: String, _ status: Int32) -> [(String, JSON)] {
    [("status", .number(Int(status))), ("message", .string(text))]
  }
}
