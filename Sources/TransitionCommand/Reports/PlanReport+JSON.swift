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
    var numbers: [Timeline.Step: ClosedRange<Int>] = [:]
    for row in rows { numbers[row.step] = row.numbers }
    return whole + frameFacts + settings + outputFacts + [
      ("pictures", .array(show.items.indices.map { json(ofPicture: $0, numbers) })),
      ("steps", .array(show.steps.indices.map { json(ofStep: $0, numbers) })),
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

  private func json(
    ofPicture index: Int, _ numbers: [Timeline.Step: ClosedRange<Int>]
  ) -> JSON {
    let item = job.show.items[index]
    var members = item.source.json
    if let size = sizes[index] {
      members += [("width", .number(size.width)), ("height", .number(size.height))]
    }
    members += item.ownLook.filter { $0.option.name != "pan-zoom" }
      .map { ($0.option.name, .string($0.text)) }
    members += json(ofMotionOf: index)
    let range = numbers[.picture(index)]
    return .object(members + [("hold", json(ofLength: range?.count ?? 0))] + json(of: range))
  }

  /// A picture's motion: for how long it is shown, and its first and last rectangle as X, Y, width
  /// and height from the bottom left, in its pixels, unless they are found only when it is decoded.
  private func json(ofMotionOf index: Int) -> [(String, JSON)] {
    let item = job.show.items[index]
    guard let motion = item.motion, let size = sizes[index] else { return [] }
    let frames = job.plan.timeline.frames(of: index)
    let path = motion.path(
      width: size.width, height: size.height, canvas: canvas.showing(item),
      seconds: job.plan.rate.duration(of: frames))
    let ends = path.map { path in
      [("from", path.from), ("to", path.to)].map { name, region in
        let bottom = Double(size.height) - region.y - region.height
        let numbers = [region.x, bottom, region.width, region.height]
        return (name, JSON.array(numbers.map { .number(($0 * 1000).rounded() / 1000) }))
      }
    }
    return [("pan-zoom", .string(motion.panZoom.text)), ("shown", json(ofLength: frames))]
      + (ends ?? [])
  }

  private func json(ofStep index: Int, _ numbers: [Timeline.Step: ClosedRange<Int>]) -> JSON {
    let step = job.show.steps[index]
    let filter = job.show.transitions[step.transition].filter
    let parameters = parameters(of: index).map { setting in
      let name = setting.parameter.hasOption ? setting.parameter.option : setting.parameter.name
      var members: [(String, JSON)] = []
      if let path = setting.path {
        members.append(("value", .string(path)))
      } else if let value = setting.value?.json {
        members.append(("value", value))
      }
      members.append(("unit", .string(setting.parameter.unit.rawValue)))
      if let given = setting.given {
        members.append(("given", .string(given)))
      } else if let unset = setting.parameter.unset {
        members.append(("unset", .string(unset.text)))
      }
      return (name, JSON.object(members))
    }
    return .object(
      [
        ("filter", .string(filter.name)), ("parameters", .object(parameters)),
        ("count", .string(step.passage.count.text)), ("easing", .string(step.passage.easing.name)),
      ] + json(of: numbers[.transition(index)]))
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
    zip(["", "next-"], job.plan.timeline.shown(at: moment)).flatMap { prefix, shown in
      let item = job.show.items[shown.item]
      guard !item.isConstant else { return [(String, JSON)]() }
      return [("\(prefix)frame", .number(shown.frame))]
        + (item.source.time(ofFrame: shown.frame).map { [("\(prefix)film-time", .number($0))] }
          ?? [])
    }
  }

  /// A frame in the array of frames.
  func json(of frame: Plan.Frame) -> String {
    let file = job.files.map { ("file", JSON.string($0.pattern.path(frame.number))) }
    let step: (String, JSON) =
      switch frame.moment.step {
      case .picture(let number): ("picture", .number(number))
      case .transition(let number): ("step", .number(number))
      }
    let members =
      [("number", JSON.number(frame.number))] + (file.map { [$0] } ?? []) + [
        step, ("time", .number(frame.moment.evenTime)), ("eased", .number(frame.moment.time)),
      ] + json(ofFramesAt: frame.moment)
    let comma = frame.number == job.plan.chosen.first ? "" : ",\n    "
    return comma + JSON.object(members).text(indent: "    ")
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
