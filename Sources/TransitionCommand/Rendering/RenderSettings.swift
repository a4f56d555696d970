internal import GLTransitions
internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// What frames show, but for their times: the pictures, the transitions, the size and the colors.
struct RenderSettings: Sendable {
  /// A picture that is read, and what it is.
  struct Picture: Sendable, Hashable {
    let role: String
    let path: Path
  }

  /// A filter with the parameters that are given.
  struct Transition: Sendable {
    let filter: Filter
    /// The parameters that were given.
    let values: [(parameter: ParameterDescription, text: ParameterText)]
    /// The parameters that are pictures.
    let images: [(parameter: ParameterDescription, picture: Picture)]
  }

  /// Every file that the command line names to be read, used or not: none is written over.
  let inputs: [Path]
  /// The pictures, first to last.
  let pictures: [Picture]
  /// The transitions, from each picture to the next; a loop has one more, back to the first.
  let transitions: [Transition]
  let fit: Fit?
  let size: Size?
  /// The color of margins and under alpha, if one was given.
  let background: Color?
  /// The scale on which colors are mixed; `nil` for that of each transition.
  let workingSpace: WorkingSpace?
  let pixelLimit: Int?

  /// Checks all that can be checked without opening a file.
  init(_ settings: Settings) throws(Failure) {
    pictures = try Self.pictures(settings)
    let steps = settings.loops ? pictures.count : pictures.count - 1
    let filters = try Self.filters(settings)
    transitions = try Self.transitions(filters, settings, steps: steps)
    inputs =
      pictures.map(\.path) + settings.filters.compactMap(Filters.path)
      + Self.images(settings.assignments, of: Filters.all + filters.compactMap(\.self))
    fit = settings.fit
    size = settings.size
    background = settings.background.map { color in
      func clamp(_ component: Float) -> Float { min(max(component, 0), 1) }
      let clamped = Color(
        clamp(color.red), clamp(color.green), clamp(color.blue), clamp(color.alpha))
      if color != clamped, !settings.isQuiet {
        Console.warn(
          "--background \(ParameterValue.color(color).text ?? "") is outside its range: "
            + "\(ParameterValue.color(clamped).text ?? "") is used")
      }
      return clamped
    }
    workingSpace = settings.workingSpace
    pixelLimit = settings.maxPixels == 0 ? nil : settings.maxPixels
    if let size, let pixelLimit, size.width * size.height > pixelLimit {
      throw .usage("--size: \(size) has more pixels than --max-pixels \(pixelLimit)")
    }
  }

  /// The pictures that are named, by `-s` and `-d` or without an option.
  private static func pictures(_ settings: Settings) throws(Failure) -> [Picture] {
    var paths = settings.plain
    if paths.isEmpty {
      guard let source = settings.source else {
        throw .usage("missing -s: the picture to start from")
      }
      paths = [source] + settings.targets
      guard paths.count > 1 else { throw .usage("missing -d: the picture to end at") }
    } else if settings.$source.isGiven || settings.$targets.isGiven {
      throw .usage(
        "\(paths[0]) belongs to no option: name all pictures with -s and -d, or none of them")
    } else if paths.count == 1 {
      throw .usage("\(paths[0]) is the only picture: name two at least")
    }
    let roles =
      paths.count == 2
      ? ["source image", "target image"] : paths.indices.map { "picture \($0 + 1)" }
    return zip(roles, paths).map(Picture.init)
  }

  /// The filters that are named; `nil` where one is to be chosen at random.
  private static func filters(_ settings: Settings) throws(Failure) -> [Filter?] {
    guard !settings.filters.isEmpty else {
      throw .usage("missing --transitionfilter: name a transition; -l lists them")
    }
    var named: [Filter?] = []
    for name in settings.filters {
      named.append(RandomFilters.areNamed(by: name) ? nil : try Filters.named(name))
    }
    return named
  }

  /// The files among the given values that would be pictures of some filters.
  private static func images(_ assignments: [Assignment], of filters: [Filter]) -> [Path] {
    let parameters = filters.flatMap(\.parameters)
    return assignments.filter { assignment in
      parameters.contains { assignment.isFor($0) && $0.isFile(assignment.text) }
    }.map { Path(expandingTilde: $0.text) }
  }

  /// A transition for each step.
  private static func transitions(
    _ named: [Filter?], _ settings: Settings, steps: Int
  ) throws(Failure) -> [Transition] {
    var random = RandomFilters(seed: UInt64(settings.seed))
    let filters = (0..<steps).map { named[$0 % named.count] ?? random.next() }
    if named.count > steps, !settings.isQuiet {
      Console.note(
        "dotransition: \(named.count) transitions are named for \(steps): the others are not used")
    }
    try checkUse(of: settings.assignments, by: filters, quiet: settings.isQuiet)
    // Steps of one filter are alike, and what is wrong with it is said once.
    var made: [String: Transition] = [:]
    var transitions: [Transition] = []
    for filter in filters {
      let transition =
        if let known = made[filter.fullName] { known } else {
          try transition(filter, settings.assignments, quiet: settings.isQuiet)
        }
      made[filter.fullName] = transition
      transitions.append(transition)
    }
    return transitions
  }

  /// Warns of parameters that no step has, and refuses those that no filter has.
  private static func checkUse(
    of assignments: [Assignment], by filters: [Filter], quiet: Bool
  ) throws(Failure) {
    let parameters = filters.flatMap(\.parameters)
    let names = Set(filters.map(\.name)).sorted().joined(separator: ", ")
    for assignment in assignments where !parameters.contains(where: assignment.isFor) {
      let owners = Filters.all.filter { $0.parameters.contains(where: assignment.isFor) }
      guard !assignment.label.hasPrefix("--set ") else {
        let known = parameters.map { $0.hasOption ? $0.option : $0.name }
        throw .usage(
          "\(assignment.label): \(names) has no such parameter"
            + Suggestion.phrase(for: assignment.name, among: known))
      }
      if !quiet {
        Console.warn(
          "\(names) has no \(assignment.label): ignored; it belongs to "
            + owners.map(\.name).joined(separator: ", "))
      }
    }
  }

  /// A filter with those of the given parameters that it has.
  private static func transition(
    _ filter: Filter, _ assignments: [Assignment], quiet: Bool
  ) throws(Failure) -> Transition {
    var values: [(parameter: ParameterDescription, text: ParameterText)] = []
    var images: [(parameter: ParameterDescription, picture: Picture)] = []
    for parameter in filter.parameters {
      guard let given = assignments.last(where: { $0.isFor(parameter) }) else {
        guard !parameter.isRequired else {
          throw .usage("\(filter.name) needs a picture: --set \(parameter.name)=PATH")
        }
        continue
      }
      let (option, text) = (given.label, given.text)
      if parameter.isFile(text) {
        guard !text.isEmpty else { throw .usage("\(option): expected a picture's path") }
        let path = Path(expandingTilde: text)
        let suggestion = Suggestion.phrase(
          for: text, among: parameter.choices.compactMap(\.text))
        if !suggestion.isEmpty, FileStatus(path) == nil {
          throw Failure(
            .noInput, "\(option): neither a file nor a mask is named '\(text)'\(suggestion)")
        }
        images.append((parameter, Picture(role: parameter.name, path: path)))
        continue
      }
      let value = try ValueReader<ParameterText>.reading(text, option) {
        text throws(ParameterError) in
        try ParameterText(text, for: parameter)
      }
      if value.isAbsolute, !quiet {
        for warning in parameter.warnings(of: value.value(in: .zero), as: text, option) {
          Console.warn(warning)
        }
      }
      values.append((parameter, value))
    }
    return Transition(filter: filter, values: values, images: images)
  }

  /// What lies under alpha where a file or a stream has none.
  var matte: Color { background ?? .black }

  /// The pictures that are parameters, each once.
  var parameterPictures: [Picture] {
    var seen: Set<Picture> = []
    return transitions.flatMap { $0.images.map(\.picture) }.filter { seen.insert($0).inserted }
  }

  /// Every picture that is read.
  var allPictures: [Picture] { pictures + parameterPictures }
}

extension RenderSettings.Transition {
  /// The transition with the parameters that were given, without pictures, for a frame.
  func make(in frame: Rect) throws(Failure) -> any Transition {
    var transition = filter.makeTransition()
    for (parameter, text) in values {
      try transition.setting(parameter, to: text.value(in: frame))
    }
    return transition
  }

  /// Refuses a shader that cannot be compiled for a frame.
  func check(in frame: Size) throws(Failure) {
    let bounds = Rect(x: 0, y: 0, width: Float(frame.width), height: Float(frame.height))
    guard let shader = try make(in: bounds) as? GLTransition else { return }
    let checked = Threads.resultOnDeepStack {
      Result { () throws(GLError) in try shader.check(width: frame.width, height: frame.height) }
    }
    if case .failure(let error) = checked { throw Failure(error, in: filter.displayName) }
  }

  /// Warnings of values that depend on the frame and are outside their ranges in this one.
  func warnings(in frame: Rect) -> [String] {
    values.filter { !$0.text.isAbsolute }
      .flatMap { parameter, text in
        parameter.warnings(of: text.value(in: frame), as: nil, "--" + parameter.option)
      }
  }
}

extension Transition {
  /// Sets a parameter that the transition's filter declares.
  mutating func setting(_ parameter: ParameterDescription, to value: ParameterValue)
    throws(Failure)
  {
    do {
      try set(parameter.name, to: value)
    } catch { throw Failure(.defect, "\(parameter.name) is declared, but cannot be set") }
  }
}

extension ParameterDescription {
  /// Whether a value names a file: star is the built-in mask, and ./star a file.
  fileprivate func isFile(_ text: String) -> Bool {
    kind == .image && !choices.contains { $0.text == text }
  }

  /// What people should know of a value: that it is outside its range, or probably in degrees. `text`
  /// is how it is written, if it can be told from that alone.
  fileprivate func warnings(of value: ParameterValue, as text: String?, _ option: String)
    -> [String]
  {
    var warnings: [String] = []
    let given = text ?? value.text ?? ""
    if let used = clamped(value).text, used != value.text {
      warnings.append("\(option) \(given) is outside its range: \(used) is used")
    }
    if unit == .radians, case .number(let angle) = value, angle.magnitude > 2 * .pi,
      given.last?.isLetter == false
    {
      warnings.append(
        "\(option) \(given) is in radians, more than a whole turn: \(option) \(given)deg is in "
          + "degrees")
    }
    return warnings
  }
}
