internal import TransitionImages
internal import TransitionKit

extension PlanReport {
  /// The facts, and a line for each picture and each transition.
  var table: String {
    let plan = job.plan
    let isCut = madeSize != opened.size
    let size = "\(madeSize)" + (isCut ? ", without the last odd row or column" : "")
    var rows = [["show", job.length], ["size", size]]
    rows += frameProperties.map { [$0.name, $0.value.plain] }
    rows += decisions.filter { $0.isGiven }.map { [$0.name, $0.text] }
    rows += outputProperties.map { [$0.name, $0.value.plain] }
    if plan.chosen.count < plan.allNumbers.count {
      rows.append(["chosen", "\(plan.chosen.count) of them: \(plan.chosen.specification)"])
    }
    let leftOut = job.outputs.main.leftOut.count
    if leftOut > 0 { rows.append(["shown", "\(plan.chosen.count - leftOut) of them"]) }
    let titles = ["at", "length", "frames", "picture or transition"]
    return Self.aligned(rows) + "\n\n" + Self.aligned([titles] + self.rows.map(cells))
  }

  /// A row of the show: when it begins, how long it is, its frames, and the picture or transition.
  private func cells(_ step: Timeline.Step, _ numbers: ClosedRange<Int>?) -> [String] {
    let plan = job.plan
    var times = [plan.onlyTime.map { "\($0)" } ?? "", "", "\(plan.allNumbers.lowerBound)"]
    if let numbers {
      let start = numbers.lowerBound - plan.allNumbers.lowerBound
      times = [
        Self.clock(plan.rate.duration(of: start)), plan.rate.text(of: numbers.count),
        numbers.text,
      ]
    } else if plan.onlyTime == nil || step.isPicture {
      times = ["", "", ""]
    }
    switch step {
    case .picture(let number):
      let item = job.show.items[number]
      let kind = opened.pictures[number].size.map { "\($0)" } ?? "color"
      let look = item.lookOverrides.map { ", \($0.option.name) \($0.text)" }.joined()
      return times + ["\(item.picture.name) (\(kind)\(item.source.details))\(look)"]
    case .transition(let number):
      return times + ["  " + transition(of: number)]
    }
  }

  /// A step as `--transition` takes it, with every value that it has: `swipe:angle=0:width=300`.
  private func transition(of index: Int) -> String {
    let step = job.show.steps[index]
    let filter = job.show.transitions[step.transition].filter
    let parameters = parameters(of: index).compactMap { parameter, text, _ in
      text.map { ":\(TransitionArgument.name(of: parameter))=\($0)" }
    }
    let easing = step.passage.easing
    return filter.shortName + parameters.joined()
      + (easing == .linear ? "" : ":easing=\(easing.name)")
  }

  /// Minutes and seconds, to hundredths: `1:02.50`.
  static func clock(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let seconds = (hundredths / 100 % 60).twoDigits
    return "\(hundredths / 6000):\(seconds).\((hundredths % 100).twoDigits)"
  }

  var titleOfFrames: String {
    let hasClips = job.show.items.contains { !$0.isConstant && $0.motion == nil }
    return line(
      "frame", "time", "eased", file: job.files == nil ? nil : "file",
      shown: hasClips ? "  shows" : "")
  }

  func line(of frame: Plan.Frame) -> String {
    line(
      "\(frame.number)", Self.millionths(frame.moment.evenTime),
      Self.millionths(frame.moment.time),
      file: job.files.map { "\($0.pattern.path(frame.number))" }, shown: shown(at: frame.moment))
  }

  private func line(
    _ number: String, _ time: String, _ eased: String, file: String?, shown: String
  ) -> String {
    let last = String(job.plan.chosen.last ?? 0)
    let widths = (number: max("frame".count, last.count) + 2, time: "0.123456".count + 2)
    return number.filled(to: widths.number) + time.filled(to: widths.time)
      + (file.map { eased.filled(to: widths.time) + $0 } ?? eased) + shown + "\n"
  }

  /// The frames of sequences, by their numbers, and of films, by their times, that a moment shows.
  private func shown(at moment: Timeline.Moment) -> String {
    let clips = job.plan.timeline.shown(at: moment).compactMap { shown in
      job.show.items[shown.item].source.text(ofFrame: shown.frame)
    }
    return clips.isEmpty ? "" : "  " + clips.joined(separator: ", ")
  }

  /// A time, 0...1, rounded to millionths.
  private static func millionths(_ time: Double) -> String {
    String(Length.seconds(micro: Int((time * 1e6).rounded())).text.dropLast())
  }

  /// Columns side by side, two blanks apart.
  private static func aligned(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(\.onOneLine) }
    let widths = (0..<(rows.first?.count ?? 0)).map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      // The last column, which may be very wide, needs no blanks after it.
      let cells = zip(row.dropLast(), widths).map { $0.filled(to: $1) }
      var line = (cells + row.suffix(1)).joined(separator: "  ")
      while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}

extension Job {
  /// The length of the show in words: `8 pictures, 7 transitions, 930 frames, 31.0 s`.
  var length: String {
    let frames = plan.allNumbers.count
    let nouns = ["picture", "sequence", "film", "title"]
    let counts =
      nouns.map { noun in (show.items.count { $0.source.noun == noun }, noun) }
      + [(show.steps.count, "transition")]
    return
      (counts.filter { $0.0 > 0 }.map { $0.counted($1) } + [
        frames.counted("frame"), plan.rate.text(of: frames),
      ]).joined(separator: ", ")
  }
}

extension JSON {
  /// A scalar without quotes.
  fileprivate var plain: String {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "yes" : "no"
    case .null: ""
    case .array(let items): items.map(\.plain).joined(separator: ", ")
    case .object: ""
    }
  }
}
