internal import TransitionImages
internal import TransitionKit

extension PlanReport {
  /// The members of the plan's object, but for its remarks and frames.
  var members: [(String, JSON)] {
    let show = job.show
    let whole: [(String, JSON)] = [
      ("filter", .string(show.filters.map(\.name).joined(separator: ", "))),
      ("source", .string(show.items[0].picture.name)),
      ("target", .string(show.items[show.items.count - 1].picture.name)),
      ("length", json(ofLength: job.plan.allNumbers.count)),
      ("width", .number(madeSize.width)), ("height", .number(madeSize.height)),
    ]
    let settings = decisions.compactMap { decision in decision.json.map { (decision.name, $0) } }
    let numbers = Dictionary(rows.map { ($0.step, $0.numbers) }) { _, last in last }
    return whole + frameProperties + settings + outputProperties + [
      (
        "pictures",
        .array(show.items.indices.map { json(ofPicture: $0, numbers[.picture($0)] ?? nil) })
      ),
      (
        "steps",
        .array(show.steps.indices.map { json(ofStep: $0, numbers[.transition($0)] ?? nil) })
      ),
    ]
  }

  /// The text of the object before its frames, and after them.
  var json: (start: String, end: String) {
    let text = JSON.object(
      members + [("remarks", .array(remarks.map { .string($0) })), ("frames", .array([]))]
    ).text()
    // The frames come between the lines of the empty array at the end.
    let end = "\n  ]\n}"
    return (
      text.dropLast(end.count + 1) + (job.plan.chosen.isEmpty ? "\n" : "\n    "), end + "\n"
    )
  }

  private func json(ofLength frames: Int) -> JSON {
    .object([
      ("frames", .number(frames)), ("seconds", .number(job.plan.rate.duration(of: frames))),
    ])
  }

  private func json(ofPicture index: Int, _ numbers: ClosedRange<Int>?) -> JSON {
    let item = job.show.items[index]
    var members = item.source.json
    if let size = opened.pictures[index].size {
      members += [("width", .number(size.width)), ("height", .number(size.height))]
    }
    members += item.lookOverrides.filter { $0.option.name != "pan-zoom" }
      .map { ($0.option.name, .string($0.text)) }
    if !item.texts.isEmpty {
      members.append(
        (
          "words",
          .array(
            item.texts.map { words in
              .object([
                ("kind", .string(words.kind.rawValue)),
                ("text", .string(words.text.lines.joined(separator: "\n"))),
              ])
            })
        ))
    }
    members += json(ofMotionOf: index) + [("hold", json(ofLength: numbers?.count ?? 0))]
    return .object(members + json(of: numbers))
  }

  /// A picture's motion: for how long it is shown, and its first and last rectangle as X, Y, width
  /// and height from the bottom left, in its pixels, unless they are found only when it is decoded.
  private func json(ofMotionOf index: Int) -> [(String, JSON)] {
    let item = job.show.items[index]
    guard let motion = item.motion, let size = opened.pictures[index].size else { return [] }
    let frames = job.plan.timeline.frames(of: index)
    let path = motion.path(
      width: size.width, height: size.height, canvas: canvas.showing(item),
      seconds: job.plan.rate.duration(of: frames))
    let ends = path.map { [("from", $0.from), ("to", $0.to)] } ?? []
    return [("pan-zoom", .string(motion.panZoom.text)), ("shown", json(ofLength: frames))]
      + ends.map { name, region in
        let bottom = Double(size.height) - region.y - region.height
        let numbers = [region.x, bottom, region.width, region.height]
        return (name, .array(numbers.map { .number(($0 * 1000).rounded() / 1000) }))
      }
  }

  private func json(ofStep index: Int, _ numbers: ClosedRange<Int>?) -> JSON {
    let step = job.show.steps[index]
    let filter = job.show.transitions[step.transition].filter
    return .object(
      [
        ("filter", .string(filter.name)),
        ("parameters", .object(parameters(of: index).map { ($0.parameter.writtenName, $0.json) })),
        ("count", .string(step.passage.count.text)), ("easing", .string(step.passage.easing.name)),
      ] + (step.passage.isCut ? [("first", .null), ("last", .null)] : json(of: numbers)))
  }

  /// The first and the last frame of a step, if it has any of its own.
  private func json(of numbers: ClosedRange<Int>?) -> [(String, JSON)] {
    guard let numbers else { return [] }
    return [("first", .number(numbers.lowerBound)), ("last", .number(numbers.upperBound))]
  }

  /// The frames of items that are not the same all the time: `"frame": 12` of the picture, or of
  /// the one that a step leads from, and `"next-frame": 3` of the one that it leads to. Those of
  /// films have a time, too, in seconds of the film's clock: `"film-time": 0.4`.
  private func json(ofFramesAt moment: Timeline.Moment) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    for (prefix, shown) in zip(["", "next-"], job.plan.timeline.shown(at: moment)) {
      let item = job.show.items[shown.item]
      guard !item.isConstant else { continue }
      members.append(("\(prefix)frame", .number(shown.frame)))
      if let time = item.source.time(ofFrame: shown.frame) {
        members.append(("\(prefix)film-time", .number(time)))
      }
    }
    return members
  }

  func json(of frame: Plan.Frame) -> String {
    let moment = frame.moment
    var members = [("number", JSON.number(frame.number))]
    if let files = job.files {
      members.append(("file", .string(files.pattern.path(frame.number))))
    }
    switch moment.step {
    case .picture(let number): members.append(("picture", .number(number)))
    case .transition(let number): members.append(("step", .number(number)))
    }
    members += [("time", .number(moment.evenTime)), ("eased", .number(moment.time))]
    let comma = frame.number == job.plan.chosen.first ? "" : ",\n    "
    return comma + JSON.object(members + json(ofFramesAt: moment)).text(indent: "    ")
  }
}

extension ParameterValue {
  /// A number, or an array of them; nothing for a picture.
  var json: JSON? {
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
