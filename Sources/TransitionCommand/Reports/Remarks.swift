internal import GLTransitions
internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Sentences about what a job loses or does not use, so that nothing is lost silently.
enum Remarks {
  /// Options that are given and change nothing.
  static func ofOptions(
    _ settings: Settings, _ show: Show, _ plan: Plan, _ outputs: Outputs
  ) -> [String] {
    var lines: [String] = []
    func add(_ setting: any AnySetting, if isUseless: Bool, _ why: String) {
      if setting.isGiven, isUseless {
        lines.append("\(setting.definition.label) has no effect: \(why)")
      }
    }
    let isSingle = plan.onlyTime != nil
    add(settings.$count, if: isSingle, "--time makes one frame")
    let (run, own) = (show.passage, show.steps.map(\.passage))
    let each = own.isEmpty ? "there is no transition" : "each step has its own"
    // The lines of a list say what new pictures and steps would have.
    add(
      settings.$count,
      if: !isSingle && settings.isOnCommandLine(settings.$count)
        && own.allSatisfy { $0.count != run.count },
      each)
    add(
      settings.$easing,
      if: !isSingle && settings.isOnCommandLine(settings.$easing)
        && own.allSatisfy { $0.easing != run.easing }, each)
    for setting in [settings.$easing, settings.$isReversed, settings.$endpoints] as [any AnySetting]
    {
      add(setting, if: isSingle, "--time is the time that is drawn")
    }
    for setting in settings.all where setting.definition.subject != .still {
      guard let subject = setting.definition.subject else { continue }
      add(
        setting, if: !show.items.contains { $0.source.subjects.contains(subject) },
        "it is for \(subject.rawValue)")
    }
    add(
      settings.$hold, if: show.items.allSatisfy { $0.extent.hold == nil },
      "sequences and films last as long as they are")
    add(settings.$listsMissing, if: settings.isDryRun, "--dry-run prints the plan")
    add(settings.$seed, if: !show.choosesAtRandom, "it is for --transitionfilter random")
    add(
      settings.$order, if: show.items.count { !$0.source.isColor } < 2,
      "it sorts files, and there are fewer than two")
    let reasons = outputs.all.map(\.whyWithoutQuality)
    if !reasons.contains(nil), let why = reasons.first.flatMap(\.self) {
      add(settings.$quality, if: true, why)
    }
    add(
      settings.$rate, if: !outputs.main.hasRate && !plan.usesRate,
      "files have no rate, no length is in seconds, and no film is shown")
    lines += ofLists(settings, show)
    if let line = PictureFolder.remark(of: show.folders) { lines.append(line) }
    let ofSources =
      show.items.flatMap { $0.source.remarks(at: $0.position) }
      + show.parameterPictures.flatMap { $0.source.remarks(at: nil) }
    for line in ofSources where !lines.contains(line) { lines.append(line) }
    if let line = ofBasename(settings, outputs) { lines.append(line) }
    if let line = ofRates(settings, show, plan) { lines.append(line) }
    lines += ofFilms(settings, plan, outputs) + ofSound(settings, show, plan, outputs)
    if let line = ofFrames(leftOutBy: outputs.main, plan) { lines.append(line) }
    if let line = ofFolder(settings, outputs) { lines.append(line) }
    return lines + ofParameters(show, settings.assignments)
      + ofLengths(show) + ofShaders(show)
  }

  /// Options of single pictures, and of all, that change nothing beside the others.
  private static func ofLists(_ settings: Settings, _ show: Show) -> [String] {
    var lines: [String] = []
    func add(_ setting: any AnySetting, if isUseless: Bool) {
      guard settings.isOnCommandLine(setting), isUseless else { return }
      lines.append("\(setting.definition.label) has no effect: each picture has its own")
    }
    for setting in settings.ofParts where setting.definition.scope == .picture {
      let items = show.items.filter { item in
        setting.definition.subject.map(item.source.subjects.contains) ?? true
      }
      let own = items.count { $0.position(of: setting) != nil }
      add(setting, if: own > 0 && own == items.count)
    }
    for label in settings.repeated where show.items.count > 2 {
      lines.append(
        "\(label) is given twice, and the last counts: a list gives each its own (@LIST)")
    }
    if let item = show.items.first(where: \.focus.isProbablyPercent) {
      let percent = item.focus.asPercent.text
      lines.append(
        "\(item.position(of: settings.$focus).prefix)--focus \(item.focus.text) is in "
          + "pixels: \(percent) is of the picture")
    }
    // A focus moves nothing where nothing is cut off, or where there is but one color.
    let isUnused = show.items.map { item in
      item.shownFit != .cover || item.source.isColor
        || item.motion.map { !$0.panZoom.zooms } ?? false
    }
    if settings.lists.isEmpty, isUnused.allSatisfy(\.self), settings.$focus.isGiven {
      lines.append("--focus has no effect: nothing is cut off but by --fit cover")
    }
    for (item, isUnused) in zip(show.items, isUnused) where isUnused {
      guard let position = item.position(of: settings.$focus) else { continue }
      lines.append("\(position): --focus has no effect: nothing is cut off but by --fit cover")
    }
    lines += ofMotions(settings, show)
    if !settings.loops, let last = show.items.last, last.entry.hasStep {
      lines.append("\(last.position.prefix)the transition has no effect: no picture follows")
    }
    return lines
  }

  /// Options of pictures that move or do not.
  private static func ofMotions(_ settings: Settings, _ show: Show) -> [String] {
    var lines: [String] = []
    let motions = show.items.compactMap(\.motion)
    func add(_ setting: any AnySetting, _ why: String) {
      lines.append("\(setting.definition.label) has no effect: \(why)")
    }
    if settings.isOnCommandLine(settings.$panZoom), settings.panZoom != .still, motions.isEmpty {
      add(settings.$panZoom, "it is for pictures, not for colors, sequences and films")
    }
    if settings.isOnCommandLine(settings.$zoom), !motions.contains(where: \.panZoom.zooms) {
      add(settings.$zoom, "it is for --pan-zoom in, out and auto")
    }
    if settings.isOnCommandLine(settings.$fit), !motions.isEmpty,
      show.items.allSatisfy({ $0.motion != nil }), settings.fit != .cover
    {
      add(settings.$fit, "a picture that moves covers the frame")
    }
    for item in show.items {
      let zooms = item.motion?.panZoom.zooms ?? false
      if let position = item.position(of: settings.$zoom), !zooms {
        lines.append(
          "\(position): --zoom has no effect: it is for --pan-zoom in, out and auto")
      }
      if let position = item.position(of: settings.$fit), item.fit != .cover, item.motion != nil {
        lines.append("\(position): --fit has no effect: a picture that moves covers the frame")
      }
    }
    return lines
  }

  /// A sentence about films of another rate than the show, if nobody has chosen it.
  private static func ofRates(
    _ settings: Settings, _ show: Show, _ plan: Plan
  ) -> String? {
    guard !settings.$rate.isGiven,
      let other = show.items.map(\.source).first(where: {
        $0.count > 1 && $0.rate ?? plan.rate != plan.rate
      }),
      let rate = other.rate
    else { return nil }
    return
      "\(other.name) has \(rate.text) frames a second and the show "
      + "\(plan.rate.text): pictures are repeated or left out; --fps chooses"
  }

  /// Numbers of frames that are probably meant otherwise, of a film.
  private static func ofFilms(
    _ settings: Settings, _ plan: Plan, _ outputs: Outputs
  ) -> [String] {
    guard outputs.main is Film else { return [] }
    var lines: [String] = []
    // Beside a count in frames a hold in frames is meant.
    let countsFrames = settings.$count.isGiven && !settings.count.isTime
    if case .length(.frames(let frames)) = settings.hold, (2...10).contains(frames), !countsFrames {
      lines.append(
        "--hold \(frames) is \(frames) frames, \(plan.rate.text(of: frames)): "
          + "--hold \(frames)s is in seconds")
    }
    if let frames = settings.frames, plan.chosen.count == 1 {
      lines.append("the film has one frame, of number \(frames): -c \(frames) makes so many")
    }
    return lines
  }

  /// Sound that is asked for, or could be expected, in a film that has none.
  private static func ofSound(
    _ settings: Settings, _ show: Show, _ plan: Plan, _ outputs: Outputs
  ) -> [String] {
    guard let film = outputs.main as? Film else { return [] }
    var lines: [String] = []
    let clips = Soundtrack.clips(show)
    if settings.isMute, clips.isEmpty { lines.append("--mute has no effect: no clip has sound") }
    let isExpected = !settings.music.isEmpty || !settings.isMute && !clips.isEmpty
    if isExpected, let reason = Soundtrack.reasonForSilence(settings, plan, film),
      !film.encoding.options.isSilent || !settings.music.isEmpty
    {
      lines.append("the film has no sound: \(reason)")
    }
    return lines
  }

  /// Frames that are too short for an output.
  private static func ofFrames(leftOutBy output: any Output, _ plan: Plan) -> String? {
    let leftOut = output.leftOut.count
    guard leftOut > 0 else { return nil }
    return
      "\(output.location) shows \(plan.chosen.count - leftOut) of \(plan.chosen.count) frames: "
      + "viewers slow down what is faster than 50 frames a second"
  }

  /// A new folder whose name looks like that of a file.
  private static func ofFolder(_ settings: Settings, _ outputs: Outputs) -> String? {
    guard let destination = outputs.destination, destination.isFolder, settings.basename == nil,
      case let folder = destination.path, folder.name != "", let ending = folder.fileExtension,
      ending.count <= 5, FileStatus(folder) == nil,
      ending.contains(where: \.isLetter)
    else { return nil }
    return
      "\(folder) is a folder for frames: films end in .mp4, .mov, .mkv or .webm, animations in "
      + ".webp or .gif"
  }

  /// A basename that looks like the name of one picture.
  private static func ofBasename(_ settings: Settings, _ outputs: Outputs) -> String? {
    guard let basename = settings.basename.map({ Path($0) }), let files = outputs.frames,
      let ending = basename.fileExtension, let type = try? FileType(ending)
    else { return nil }
    let name = files.pattern.path(settings.startNumber).name
    let advice =
      type == files.type
      ? "-b needs no ending"
      : "-t \(ending.lowercased()) chooses the type"
    return "the files are \(name): \(advice)"
  }

  /// Lengths that are less than a pixel, each once: probably meant as parts of the frame.
  private static func ofLengths(_ show: Show) -> [String] {
    var lines: [String] = []
    for transition in show.transitions {
      for (parameter, text) in transition.values where text.isAbsolute {
        guard let percentages = parameter.percentages(of: text.value(in: .zero)),
          let given = transition.source(of: parameter)
        else { continue }
        let line =
          "\(given.with(text.text)) is less than a pixel: \(given.written(percentages)) is of the frame"
        if !lines.contains(line) { lines.append(line) }
      }
    }
    return lines
  }

  /// A sentence about a picture that is a parameter, if it is a mask that shows no way between its
  /// tones.
  static func ofMask(
    _ picture: GivenPicture, _ image: DecodedPicture, as parameter: ParameterDescription
  ) throws(Failure) -> String? {
    guard parameter.isMask else { return nil }
    let tones = try Failure.from { () throws(ImageFileError) in try image.tones() }
    return switch tones {
    case .one: "\(picture.name) has one tone only: all of the frame wipes at once"
    case .two: "\(picture.name) has two tones only: the wipe stands still between them"
    case .many: nil
    }
  }

  /// Lines of shaders that are surely not meant.
  private static func ofShaders(_ show: Show) -> [String] {
    show.transitions.flatMap { transition in
      (transition.shader?.remarks ?? []).map { remark in
        "\(transition.filter.displayName):\(remark.line):\(remark.column): \(remark.message)"
      }
    }
  }

  /// Parameters that are given and change nothing, each once.
  private static func ofParameters(
    _ show: Show, _ assignments: [Assignment]
  ) -> [String] {
    var lines: [String] = []
    func add(_ line: String) {
      if !lines.contains(line) { lines.append(line) }
    }
    for transition in show.transitions {
      for (parameter, _) in transition.values {
        // Nobody has written what a transition's name stands for.
        guard let source = transition.source(of: parameter), source.origin != .preset,
          let purpose = transition.purpose(ofUnused: parameter),
          source.origin == .step || !show.transitions.contains(where: { $0.uses(source) })
        else { continue }
        add("\(source.label) has no effect: it is for \(purpose)")
      }
    }
    for assignment in assignments {
      let sources = show.transitions.flatMap { transition in
        transition.filter.parameters.filter(assignment.isFor).map { transition.source(of: $0) }
      }
      if !sources.isEmpty, sources.allSatisfy({ $0?.origin == .step }) {
        add("\(assignment.label) has no effect: each step has its own")
      }
    }
    return lines
  }

  /// Changes to the pictures that are known once their headers are read. `hasAlpha` says whether
  /// the frames have alpha.
  static func ofFrames(_ opened: OpenedShow, hasAlpha: Bool) -> [String] {
    let job = opened.job
    var lines = [opened.reduction, opened.mismatch].compactMap(\.self)
    lines += ofFocus(opened) + ofAttention(opened)
    let outputs = job.outputs.all
    if hasAlpha, let output = outputs.first(where: { !$0.holdsAlpha }) {
      lines.append(
        "the pictures have alpha, which \(output.typeName) cannot hold: the color under them is "
          + (job.show.matte == .black
            ? "black" : ParameterValue.color(job.show.matte).text ?? "")
          + (job.show.background == nil ? "; --background chooses another" : ""))
    }
    let losing = outputs.compactMap(\.pictureType).first { type in
      !type.holdsColor && (!opened.areGrey || type.isBlackAndWhite)
    }
    if let type = losing {
      lines.append(
        "a \(type.suffix) file holds no color: the frames become "
          + (type.isBlackAndWhite ? "black and white; .pgm keeps gray, .ppm color" : "gray"))
    }
    let depth = opened.pictures.map(\.format.depth).max() ?? .eight
    if job.show.dithers, !job.outputs.canDither(depth) {
      lines.append(
        outputs.contains { $0 is Film }
          ? "--dither has no effect: films of 8 bits always are, and others need not be"
          : "--dither has no effect: it is for frames of 8 bits, and these have 16")
    }
    let folds = job.show.transitions.contains { $0.filter.unitesSizes }
    if folds, !opened.canvas.centersUnscaled {
      lines.append(
        "accordionfold of pictures of one size is a dissolve: give a taller target and --fit none")
    }
    return lines
  }

  /// A focus beyond the edge of its picture, the first.
  private static func ofFocus(_ show: OpenedShow) -> [String] {
    for (item, opened) in zip(show.job.show.items, show.pictures) {
      guard let size = opened.size, item.focus.isOutside(size) else { continue }
      return [
        "\(item.position.prefix)--focus \(item.focus.text) is outside "
          + "\(item.picture.name), which is \(size): its edge is used"
      ]
    }
    return []
  }

  /// The first sequence that is cut off anew in each frame.
  private static func ofAttention(_ show: OpenedShow) -> [String] {
    let canvas = show.canvas
    for (item, opened) in zip(show.job.show.items, show.pictures) {
      guard item.source.fitsEachFrame, item.focus == .attention,
        canvas.showing(item).fit == .cover,
        let size = opened.size, size.width * canvas.height != size.height * canvas.width
      else { continue }
      return [
        "\(item.position.prefix)--focus attention looks at each frame "
          + "of \(item.picture.name), and may jump: a point, such as 50%,60%, stays"
      ]
    }
    return []
  }

  /// Frames of an earlier, longer run, which a program that reads the sequence would take for part
  /// of this one.
  static func ofOlderFrames(_ job: Job) -> String? {
    guard let pattern = job.files?.pattern, job.plan.isWhole else { return nil }
    let last = job.plan.allNumbers.upperBound
    let older = Folder.names(in: pattern.directory).compactMap { pattern.number(of: $0) }
      .filter { $0 > last }.min()
    return older.map { "frames of another run go on after the last one: \(pattern.path($0))" }
  }
}

extension ParameterDescription {
  /// Whether it is a mask: a picture, or one that is built in.
  fileprivate var isMask: Bool { kind == .image && !choices.isEmpty }

  /// Lengths of less than a pixel as parts of the frame: `50%,50%`; `nil` if the value is none, or
  /// if such lengths are usual.
  fileprivate func percentages(of value: ParameterValue) -> String? {
    guard unit == .pixels, suggested.map({ $0.upperBound >= 1 }) ?? true else { return nil }
    let numbers: [Float]
    switch value {
    case .number(let number): numbers = [number]
    case .point(let point): numbers = [point.x, point.y]
    case .rectangle(let r): numbers = [r.x, r.y, r.width, r.height]
    default: return nil
    }
    // A rectangle may well begin at 0.
    guard numbers.allSatisfy({ $0.magnitude < 1 }), !numbers.suffix(2).contains(0) else {
      return nil
    }
    return numbers.map { ((Double($0) * 1e8).rounded() / 1e6).shortest + "%" }
      .joined(separator: ",")
  }
}

extension FilterSettings {
  /// Whether the value that an option gives to all steps changes something here.
  fileprivate func uses(_ assignment: Assignment) -> Bool {
    filter.parameters.contains { parameter in
      assignment.isFor(parameter) && source(of: parameter)?.origin == .option
        && purpose(ofUnused: parameter) == nil
    }
  }
}
