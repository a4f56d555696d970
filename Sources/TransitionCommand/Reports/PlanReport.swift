internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The plan of a job for people and programs: its files, numbers, times and all its parameters.
struct PlanReport {
  private let job: Job
  private let canvas: Canvas

  /// Reads the pictures' headers, which tell the size of the frames.
  init(_ job: Job) throws(Failure) {
    self.job = job
    canvas = try PictureHeaders(job.render).canvas(job.render)
    try job.check(Size(width: canvas.width, height: canvas.height))
  }

  /// Writes the report, a part at a time for as long as somebody reads: that of a plan with millions
  /// of frames takes no more memory than any other.
  ///
  /// - Parameters:
  ///   - asJSON: whether it is for programs.
  ///   - output: takes some bytes of it, and tells whether its reader is still there.
  /// - Throws: what `output` throws.
  func write(asJSON: Bool, to output: ([UInt8]) throws(Failure) -> Bool) throws(Failure) {
    let (start, end) = asJSON ? json : (table, "")
    var part = start
    for frame in job.plan.frames {
      part += asJSON ? json(of: frame) : line(of: frame)
      guard part.utf8.count > 1 << 16 else { continue }
      guard try output(Array(part.utf8)) else { return }
      part = ""
    }
    _ = try output(Array((part + end).utf8))
  }

  /// A frame in the array of frames.
  private func json(of frame: Plan.Frame) -> String {
    let file = job.files.map { ("file", JSON.string($0.pattern.path(frame.number))) }
    let members =
      [("number", JSON.number(frame.number))] + (file.map { [$0] } ?? []) + [
        ("time", .number(frame.moment.evenTime)), ("eased", .number(frame.moment.time)),
      ]
    let comma = frame.number == job.plan.chosen.first ? "" : ",\n    "
    return comma + JSON.object(members).text(indent: "    ")
  }

  /// A frame in the table of frames.
  private func line(of frame: Plan.Frame) -> String {
    func cell(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width + 2 - text.utf8.count))
    }
    let (number, even) = (String(frame.number), Self.millionths(frame.moment.evenTime))
    let eased = Self.millionths(frame.moment.time)
    let start = cell(number, numberWidth) + cell(even, Self.timeWidth)
    guard let files = job.files else { return start + eased + "\n" }
    return start + cell(eased, Self.timeWidth) + "\(files.pattern.path(frame.number))\n"
  }

  /// The titles of the columns of frames.
  private var title: String {
    let columns = [("frame", numberWidth), ("time", Self.timeWidth)]
    let cells = (job.files == nil ? columns : columns + [("eased", Self.timeWidth)]).map {
      $0 + String(repeating: " ", count: $1 + 2 - $0.count)
    }
    return cells.joined() + (job.files == nil ? "eased\n" : "file\n")
  }

  private var numberWidth: Int { max("frame".count, String(job.plan.chosen.last ?? 0).count) }
  private static let timeWidth = "0.123456".count

  /// A time, 0...1, rounded to millionths, without zeros at its end.
  private static func millionths(_ time: Double) -> String {
    var (count, digits) = (Int((time * 1e6).rounded()), 6)
    guard count % 1_000_000 > 0 else { return "\(count / 1_000_000)" }
    while count.isMultiple(of: 10) { (count, digits) = (count / 10, digits - 1) }
    let text = String(count)
    return "0." + String(repeating: "0", count: digits - text.utf8.count) + text
  }

  /// A parameter as it will be used: its value, or in words what an unset one means.
  private struct Parameter {
    let parameter: ParameterDescription
    let value: ParameterValue?
    /// The picture's path.
    let path: Path?
    let isGiven: Bool
  }

  private var parameters: [Parameter] {
    let frame = canvas.bounds
    return job.render.steps.flatMap { step in
      let transition = job.render.transitions[step.transition]
      return transition.filter.parameters.map { parameter in
        let path = transition.images.first { $0.parameter.name == parameter.name }?.picture.path
        return Parameter(
          parameter: parameter,
          value: transition.value(of: parameter, in: frame) ?? parameter.unsetValue(in: frame),
          path: path, isGiven: path != nil || transition.text(of: parameter) != nil)
      }
    }
  }

  /// Everything but the parameters of the filter: the pictures, the frame, then each setting that
  /// decides something of a frame.
  private var facts: [(name: String, value: JSON)] {
    let render = job.render
    var facts: [(name: String, value: JSON)] = [
      ("filter", .string(render.filters.map(\.name).joined(separator: ", "))),
      ("source", .string(render.pictures[0].path)),
      ("target", .string(render.pictures[render.pictures.count - 1].path)),
      ("width", .number(canvas.width)), ("height", .number(canvas.height)),
      ("fit", .string(canvas.fit.rawValue)),
      ("background", .string(ParameterValue.color(render.matte).text ?? "")),
      (
        "working-space",
        .string((render.workingSpace ?? render.filters[0].workingSpace).rawValue)
      ),
    ]
    let known = Set(facts.map(\.name) + ["size"])
    for decision in job.decisions
    where decision.subject == .pixels && !known.contains(decision.name) {
      if let value = decision.json { facts.append((decision.name, value)) }
    }
    facts += job.outputs.all.flatMap(\.facts)
    return facts + [("jobs", .number(job.jobs))]
  }

  /// The text of an object before its frames, and after them.
  private var json: (start: String, end: String) {
    let parameters = parameters.map { setting in
      var members: [(String, JSON)] = [
        ("option", .string(setting.parameter.label)),
        ("given", .bool(setting.isGiven)),
      ]
      if let path = setting.path {
        members.append(("value", .string(path)))
      } else if let value = setting.value?.json {
        members.append(("value", value))
      }
      if !setting.isGiven, let unset = setting.parameter.unset {
        members.append(("unset", .string(unset.text)))
      }
      return JSON.object(members)
    }
    let text = JSON.object(facts + [("parameters", .array(parameters)), ("frames", .array([]))])
      .text()
    // The frames come between the lines of the empty array at the end.
    let end = "\n  ]\n}"
    return (
      text.dropLast(end.count + 1) + (job.plan.chosen.isEmpty ? "\n" : "\n    "), end + "\n"
    )
  }

  /// The facts, and the titles of the columns of frames.
  private var table: String {
    var rows = facts.map { [$0.name, $0.value.plain] }
    rows += parameters.map { setting in
      let value = setting.path?.description ?? setting.value?.text
      let words = setting.isGiven ? nil : setting.parameter.unset.map { "(\($0.text))" }
      return [
        setting.parameter.label,
        [value, words].compactMap(\.self).joined(separator: " "),
      ]
    }
    return Self.aligned(rows) + "\n\n" + title
  }

  /// Columns side by side, two blanks apart.
  private static func aligned(_ rows: [[String]]) -> String {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      // The last column, which may be very wide, needs no blanks after it.
      let cells = zip(row.dropLast(), widths).map {
        $0 + String(repeating: " ", count: $1 - $0.count)
      }
      let line = (cells + row.suffix(1)).joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}

extension ParameterDescription {
  /// The value that an unset parameter comes to in a frame, if one value can say it.
  fileprivate func unsetValue(in frame: Rect) -> ParameterValue? {
    switch unset {
    case .middleOfFrame: .point(frame.center)
    case .wholeFrame: .rectangle(frame)
    default: nil
    }
  }
}

extension ParameterValue {
  /// A number, or an array of them; nothing for a picture.
  fileprivate var json: JSON? {
    switch self {
    case .number(let n): .number(n)
    case .point(let p): .array([p.x, p.y].map { .number($0) })
    case .rectangle(let r): .array([r.x, r.y, r.width, r.height].map { .number($0) })
    case .color(let c): .array([c.red, c.green, c.blue, c.alpha].map { .number($0) })
    case .image: nil
    case .mask(let mask): .string(mask.rawValue)
    case .flag(let flag): .bool(flag)
    case .components(let numbers, _):
      numbers.count == 1 ? .number(numbers[0]) : .array(numbers.map { .number($0) })
    }
  }
}

extension JSON {
  /// A scalar without quotes.
  fileprivate var plain: String {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "yes" : "no"
    case .object, .array: ""
    }
  }
}
