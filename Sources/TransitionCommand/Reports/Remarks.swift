internal import GLTransitions
internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// What a job loses or does not use, each in a line, so that nothing is lost silently.
struct Remarks {
  let job: Job

  /// What the printing of names and parameters does not use; `nil` if nothing.
  static func ofIntrospection(_ settings: Settings) -> String? {
    settings.printsJSON
      ? "--json has no effect: it belongs to --dry-run; --filterproperties prints JSON" : nil
  }

  /// Options that are given and change nothing.
  var ofOptions: [String] {
    let settings = job.settings
    var lines: [String] = []
    func add(_ setting: any AnySetting, if isUseless: Bool, _ why: String) {
      if setting.isGiven, isUseless {
        lines.append("\(setting.definition.label) has no effect: \(why)")
      }
    }
    let isSingle = settings.time != nil
    add(settings.$count, if: isSingle, "--time makes one frame")
    for setting in [settings.$easing, settings.$isReversed, settings.$endpoints] as [any AnySetting]
    {
      add(setting, if: isSingle, "--time is the time that is drawn")
    }
    add(settings.$listsMissing, if: settings.isDryRun, "--dry-run prints the plan")
    let hasRandom = settings.filters.contains(where: RandomFilters.areNamed)
    add(settings.$seed, if: !hasRandom, "it is for --transitionfilter random")
    if job.sheet?.type.isLossy != true, let why = job.destination.whyWithoutQuality {
      add(settings.$quality, if: true, why)
    }
    add(
      settings.$rate, if: job.destination.frameType != nil && !settings.usesSeconds,
      "files have no rate, and no length is in seconds")
    return lines + ofParameters + ofShaders
  }

  /// What the shaders say that is surely not meant, each in a line, once.
  private var ofShaders: [String] {
    var lines: [String] = []
    for step in job.render.transitions {
      guard let shader = step.filter.makeTransition() as? GLTransition else { continue }
      for remark in shader.program.remarks {
        let line = "\(step.filter.displayName):\(remark.line):\(remark.column): \(remark.message)"
        if !lines.contains(line) { lines.append(line) }
      }
    }
    return lines
  }

  /// Parameters that are given and change nothing, each once.
  private var ofParameters: [String] {
    var lines: [String] = []
    for step in job.render.transitions {
      guard let transition = try? step.make(in: .zero) else { continue }
      for (parameter, _) in step.values {
        guard let purpose = transition.purpose(ofUnused: parameter.name) else { continue }
        let label = job.settings.assignments.last { $0.isFor(parameter) }?.label ?? parameter.name
        let line = "\(label) has no effect: it is for \(purpose)"
        if !lines.contains(line) { lines.append(line) }
      }
    }
    return lines
  }

  /// What becomes of the pictures, once their headers are read.
  func ofFrames(_ context: RenderContext) -> [String] {
    var lines: [String] = []
    let holdsAlpha =
      if case .sheetAlone = job.destination { job.sheet?.type.holdsAlpha ?? true } else {
        job.destination.holdsAlpha
      }
    if context.format.hasAlpha, !holdsAlpha {
      lines.append(
        "the pictures have alpha, which \(job.destination.typeName) cannot hold: the color under "
          + "them is \(ParameterValue.color(context.matte).text ?? ""); --background chooses another"
      )
    }
    if let type = job.destination.frameType ?? job.sheet?.type, !type.holdsColor,
      !context.picturesAreGrey || type.isBlackAndWhite
    {
      lines.append(
        "a \(type.suffix) file holds no color: the frames become "
          + (type.isBlackAndWhite ? "black and white; .pgm keeps grey, .ppm color" : "grey"))
    }
    if case .film = job.destination, !context.size.isEven {
      lines.append("films have an even width and height: the last row or column is left out")
    }
    let folds = job.render.transitions.contains { $0.filter.unitesSizes }
    if folds, !context.unitesSizes {
      lines.append(
        "accordionfold of pictures of one size is a dissolve: give a taller target and --fit none")
    }
    return lines
  }

  /// Frames of an earlier, longer run, which a program that reads the sequence would take for part of
  /// this one.
  var ofOlderFrames: String? {
    guard let pattern = job.files?.pattern, job.plan.isWhole else { return nil }
    let last = job.plan.allNumbers.upperBound
    let older = Folder.names(in: pattern.directory).compactMap { pattern.number(of: $0) }
      .filter { $0 > last }.min()
    return older.map { "frames of another run go on after the last one: \(pattern.path($0))" }
  }
}

extension Destination {
  /// Why `--quality` does nothing to what is written; `nil` if it does something.
  fileprivate var whyWithoutQuality: String? {
    switch self {
    case .files(let files): files.type.isLossy ? nil : "\(files.type.suffix) files lose nothing"
    case .animation(let animation):
      animation.type.isLossy ? nil : "\(animation.type.suffix) files have none"
    case .film: "a film takes --save-options crf=23"
    case .stream: "a stream is not compressed"
    case .sheetAlone: "the contact sheet loses nothing"
    }
  }

  /// Whether frames keep their alpha.
  var holdsAlpha: Bool {
    switch self {
    case .files(let files): files.type.holdsAlpha
    case .stream(let format): format.packing.holdsAlpha
    case .film(let film): film.container.holdsAlpha
    case .animation, .sheetAlone: true
    }
  }

  /// The type of file or stream, for people.
  var typeName: String {
    switch self {
    case .files(let files): "a \(files.type.suffix) file"
    case .stream(let format): format.packing.rawValue
    case .film(let film): "a .\(film.container.rawValue) film"
    case .animation(let animation): "a \(animation.type.suffix) file"
    case .sheetAlone: "a contact sheet of this type"
    }
  }
}
