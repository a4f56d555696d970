/// A line of `--progress json`: an object that says what has happened, by the name in `event`.
struct Event {
  /// The events that there are.
  enum Name: String, CaseIterable { case plan, remark, progress, result, error }

  let name: Name
  private let members: [(String, JSON)]

  /// The plan, before the first frame: its pictures and steps, without its frames.
  static func plan(_ report: PlanReport) -> Event { Event(name: .plan, members: report.members) }

  /// A sentence for people.
  static func remark(_ text: String) -> Event {
    Event(name: .remark, members: [("message", .string(text))])
  }

  /// How many frames of how many are done, those that were there before among them, and the seconds
  /// until the last one is; `nil` if nobody knows.
  static func progress(done: Int, of frames: Int, secondsLeft: Double?) -> Event {
    let seconds = secondsLeft.map { JSON.number((min($0, 1e9) * 10).rounded() / 10) }
    return Event(
      name: .progress,
      members: [
        ("done", .number(done)), ("frames", .number(frames)), ("secondsLeft", seconds ?? .null),
      ])
  }

  /// The end, as the last event: a result or an error.
  static func end(_ name: Name, status: Int32, message: String) -> Event {
    Event(
      name: name, members: [("status", .number(Int(status))), ("message", .string(message))])
  }

  /// The object in a line, and the line's end.
  var line: String {
    JSON.object([("event", .string(name.rawValue))] + members).line + "\n"
  }
}
