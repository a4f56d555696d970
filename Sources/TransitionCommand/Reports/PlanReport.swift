internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// What a job would do: its files, numbers, times and all its parameters.
struct PlanReport {
  private let job: Job
  private let canvas: Canvas

  /// Reads the pictures' headers, which tell the size of the frames.
  init(_ job: Job) throws(Failure) {
    self.job = job
    canvas = try PictureHeaders(job.render).canvas(job.render)
    try job.check(Size(width: canvas.width, height: canvas.height))
  }

  /// Writes the report, frame by frame, for as long as somebody reads: that of a plan with millions of
  /// frames takes no more memory than any other.
  ///
  /// - Parameters:
  ///   - asJSON: whether it is for programs.
  ///   - output: takes some bytes of it, and tells whether somebody reads on.
  /// - Throws: what `output` throws.
  func write(asJSON: Bool, to output: ([UInt8]) throws(Failure) -> Bool) throws(Failure) {
    let lines = FrameLines(job)
    let (start, end) = asJSON ? json : self.lines
    guard try output(Array(start.utf8)) else { return }
    let plan = job.plan
    // Many parts at once, so that starting threads for them pays.
    let (part, parts) = (512, 64)
    var rest = plan.chosen.numbers.makeIterator()
    while true {
      var numbers: [Int] = []
      while numbers.count < part * parts, let number = rest.next() { numbers.append(number) }
      if numbers.isEmpty { break }
      let count = (numbers.count + part - 1) / part
      let texts = Threads.results(of: count, atOnce: job.jobs) { [numbers] index in
        lines.bytes(of: numbers.dropFirst(index * part).prefix(part), in: plan, asJSON: asJSON)
      }
      for text in texts {
        guard try output(text) else { return }
      }
    }
    _ = try output(Array(end.utf8))
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
    return job.render.transitions.flatMap { step in
      let transition = try? step.make(in: frame)
      return step.filter.parameters.map { parameter in
        let path = step.images.first { $0.parameter.name == parameter.name }?.picture.path
        return Parameter(
          parameter: parameter,
          value: transition?.value(of: parameter.name) ?? parameter.unsetValue(in: frame),
          path: path,
          isGiven: path != nil || step.values.contains { $0.parameter.name == parameter.name })
      }
    }
  }

  /// Everything but the parameters of the filter: the pictures, the frame, then each setting that
  /// decides something of a frame.
  private var facts: [(name: String, value: JSON)] {
    let render = job.render
    var facts: [(name: String, value: JSON)] = [
      ("filter", .string(render.transitions.map(\.filter.name).joined(separator: ", "))),
      ("source", .string(render.pictures[0].path)),
      ("target", .string(render.pictures[render.pictures.count - 1].path)),
      ("width", .number(canvas.width)), ("height", .number(canvas.height)),
      ("fit", .string(canvas.fit.rawValue)),
      ("background", .string(ParameterValue.color(render.matte).text ?? "")),
      (
        "working-space",
        .string((render.workingSpace ?? render.transitions[0].filter.workingSpace).rawValue)
      ),
    ]
    let known = Set(facts.map(\.name) + ["size"])
    for setting in job.settings.all {
      let definition = setting.definition
      guard definition.decides == .pixels, definition.group != .parameters,
        !known.contains(definition.name), let value = setting.json
      else { continue }
      facts.append((definition.name, value))
    }
    if let files = job.files {
      facts += [("output", .string(files.pattern.text)), ("type", .string(files.type.suffix))]
      if files.type.isLossy { facts.append(("quality", .number(files.quality))) }
      if !files.saveOptions.isEmpty { facts.append(("save-options", .string(files.saveOptions))) }
    }
    if let file = job.destination.file { facts.append(("output", .string(file.path))) }
    if case .stream(let stream) = job.destination {
      facts += [("output", .string("-")), ("pixel-format", .string(stream.packing.rawValue))]
      if stream.packing == .y4m {
        facts += [
          ("fps", .string("\(stream.rate.frames)/\(stream.rate.seconds)")),
          ("chroma", .string(stream.chroma.rawValue)),
          ("matrix", .string(stream.matrix.rawValue)),
        ]
      }
    }
    if let sheet = job.sheet { facts.append(("contact-sheet", .string(sheet.file.path))) }
    return facts + [("jobs", .number(job.jobs))]
  }

  /// What stands before the frames in an object, and after them.
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
    let frames: [JSON] = job.plan.chosen.isEmpty ? [] : [.gap]
    let text = JSON.object(
      facts + [("parameters", .array(parameters)), ("frames", .array(frames))]
    ).text().split(separator: JSON.gapText, omittingEmptySubsequences: false)
    return (String(text[0]), (text.dropFirst().first ?? "") + "\n")
  }

  /// What stands before the frames, and after them.
  private var lines: (start: String, end: String) {
    var rows = facts.map { [$0.name, $0.value.plain] }
    rows += parameters.map { setting in
      let value = setting.path?.description ?? setting.value?.text
      let words = setting.isGiven ? nil : setting.parameter.unset.map { "(\($0.text))" }
      return [
        setting.parameter.label,
        [value, words].compactMap(\.self).joined(separator: " "),
      ]
    }
    return (Self.aligned(rows) + "\n\n" + FrameLines(job).title, "")
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
  /// What an unset parameter comes to in a frame, as far as a value can say it.
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
