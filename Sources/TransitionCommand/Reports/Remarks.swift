internal import GLTransitions
internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Sentences about what a job loses or does not use, so that nothing is lost silently.
struct Remarks {
  private let settings: Settings
  private let show: Show
  private let plan: Plan
  private let outputs: Outputs
  /// The sentences, each once.
  private(set) var lines: [String] = []

  /// Those known before a file is opened: of options without effect, or probably meant otherwise.
  init(_ settings: Settings, _ show: Show, _ plan: Plan, _ outputs: Outputs) {
    (self.settings, self.show, self.plan, self.outputs) = (settings, show, plan, outputs)
    addTimes()
    addRun()
    addPace()
    addItems()
    let lacksMusic = outputs.main is Film && settings.music.isEmpty
    if let line = PictureFolder.remark(of: show.folders, lacksMusic: lacksMusic) { add(line) }
    for item in show.items { item.source.remarks(at: item.position).forEach { add($0) } }
    for picture in show.parameterPictures { picture.source.remarks(at: nil).forEach { add($0) } }
    addBasename()
    addRates()
    addWords()
    let hasWords = show.items.contains { !$0.texts.isEmpty }
    for setting in settings.all
    where setting.definition.group == .words && setting.definition.decidesPicture
      && !setting.definition.holdsText && setting !== settings.words.$watermark
    {
      add(ofAll: setting, if: !hasWords, "there are no words on pictures")
      for item in show.items where item.texts.isEmpty { add(setting, of: item, "it has no words") }
    }
    for item in show.items where item.source is TitleSource {
      add(settings.words.$title, of: item, "a title has its own words")
    }
    add(
      settings.words.$subtitles, if: show.items.allSatisfy { $0.subtitle == nil },
      "no picture has a --caption")
    if let film = outputs.film {
      addFilm(film)
    } else if !(outputs.main is Page) {
      for setting in soundOfClips { add(setting, "only films have sound") }
    }
    if let remark = (outputs.main as? Animation)?.remark { add(remark) }
    addFolder()
    addParameters()
    addLengths()
    for transition in show.transitions {
      for remark in transition.shader?.remarks ?? [] {
        let position = "\(remark.line):\(remark.column)"
        add("\(transition.filter.displayName):\(position): \(remark.message)")
      }
    }
  }

  private mutating func add(_ line: String) {
    if !lines.contains(line) { lines.append(line) }
  }

  /// Adds that an option has no effect, if it is given.
  private mutating func add(_ setting: any AnySetting, if isUseless: Bool = true, _ why: String) {
    let isDuration = setting === settings.$count && settings.count.isTime
    let label = isDuration ? "--duration" : setting.definition.label
    if setting.isGiven, isUseless { add("\(label) has no effect: \(why)") }
  }

  /// Likewise for one that the command line gives to all pictures or steps.
  private mutating func add(ofAll setting: any AnySetting, if isUseless: Bool, _ why: String) {
    add(setting, if: isUseless && settings.isOnCommandLine(setting), why)
  }

  /// Likewise for one that a picture has of its own.
  private mutating func add(_ setting: any AnySetting, of item: Item, _ why: String) {
    guard item.has(setting) else { return }
    let name = setting.definition.name
    let label = item.position.map { "\($0): --\(name)" } ?? "\(item.picture.name):\(name)"
    add("\(label) has no effect: \(why)")
  }

  /// Times and lengths of a single time, or of steps that all have their own.
  private mutating func addTimes() {
    guard plan.onlyTime == nil else {
      add(settings.$count, "--time makes one frame")
      let why = "--time is the time that is drawn"
      // With an easing, a filter gives up its own pace.
      add(settings.$easing, if: !show.transitions.contains(where: \.isEased), why)
      let others: [any AnySetting] = [settings.$isReversed, settings.$endpoints]
      for setting in others { add(setting, why) }
      return
    }
    let (run, passages) = (show.passage, show.steps.map(\.passage))
    let each =
      passages.isEmpty
      ? "there is no transition"
      : passages.allSatisfy(\.isCut) ? "every step is a cut" : "each step has its own"
    // The lines of a list say what new pictures and steps would have.
    add(ofAll: settings.$count, if: passages.allSatisfy { $0.count != run.count }, each)
    add(ofAll: settings.$easing, if: passages.allSatisfy { $0.easing != run.easing }, each)
  }

  /// Words that go before people can have read them.
  private mutating func addWords() {
    guard outputs.main.hasRate, plan.onlyTime == nil else { return }
    let fleeting = show.items.enumerated().flatMap { index, item in
      let shown = plan.rate.duration(of: plan.timeline.framesAlone(of: index))
      return item.texts.filter { $0.readingTime > shown + 0.05 }.map { (words: $0, item: item) }
    }
    let longest = fleeting.filter { $0.item.extent.hold != nil }
      .max { $0.words.readingTime < $1.words.readingTime }
    guard let named = longest ?? fleeting.first else { return }
    add(
      "the \(named.words.kind.rawValue) of \(named.item.picture.name)"
        + (fleeting.count > 1
          ? " and \((fleeting.count - 1).counted("other text")) stand" : " stands")
        + " for less time than it takes to read"
        + (longest.map { ": --hold \(Length(seconds: $0.words.readingTime).text)" } ?? ""))
  }

  private mutating func addRun() {
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
    for (setting, _) in outputs.foreign(settings) {
      // Songs may say how long the show is.
      let isLength = setting === settings.$music && settings.length == .music
      add(setting, if: !isLength, outputs.main.sentence)
    }
    for setting in [settings.$musicVolume, settings.$duck] as [any AnySetting] {
      add(setting, if: settings.music.isEmpty, "there is no --music")
    }
    add(settings.$seed, if: !show.choosesAtRandom, "it is for --transitionfilter random")
    add(
      settings.$order, if: show.items.count { !$0.source.isColor } < 2,
      "it sorts files, and there are fewer than two")
    let reasons = outputs.all.compactMap(\.whyWithoutQuality)
    add(settings.$quality, if: reasons.count == outputs.all.count, reasons.first ?? "")
    add(
      settings.$rate,
      if: !outputs.main.hasRate && !plan.usesRate && settings.words.subtitles == nil,
      "files have no rate, no length is in seconds, and no film is shown")
  }

  /// Times that nobody has chosen, and that many would choose otherwise.
  private mutating func addPace() {
    let frames = plan.allNumbers.count
    let isTimed =
      show.steps.contains(where: \.hasOwnLength) || show.items.contains { $0.has(settings.$hold) }
    if show.couldBePaced, !isTimed, show.items.count > 2,
      let others = Pace.frames(of: show, settings, plan.rate), others != frames
    {
      // A name without an extension is a folder's, which not all know.
      let isBare = settings.basename == nil && settings.type == nil
      let folder = isBare ? settings.folder.flatMap { $0.name == "" ? nil : $0 } : nil
      let film = folder.map { $0.fileExtension == nil ? " -o \($0).mp4" : "" } ?? ""
      add(
        "\(frames.counted("frame")); as a film \(others): --hold \(ValueReader.hold.text(Pace.hold)) "
          + "--duration \(Pace.count.text)\(film)")
    }
    let shortened = show.steps.count(where: \.isShortened)
    if shortened > 0, !show.isPaced {
      let cuts = show.steps.count { $0.isShortened && $0.passage.isCut }
      add(
        "\(shortened.counted("transition")) \(shortened == 1 ? "is" : "are") shorter than "
          + "\(show.passage.count.words), for the clips beside \(shortened == 1 ? "it" : "them")"
          + (cuts == 0 ? "" : " (\(cuts.counted("cut")))") + ": --duration chooses")
    }
    let isDuration = settings.$count.isGiven && settings.count.isTime
    let isShort = show.items.dropFirst().dropLast().contains { item in
      item.extent.hold == .moment && plan.rate.duration(of: 1) < 0.2
    }
    if isDuration, isShort, !settings.$hold.isGiven, !settings.$length.isGiven {
      add(
        "pictures stand for one frame between their transitions: --hold "
          + "\(ValueReader.hold.text(Pace.hold)) lets them stand")
    }
    if let first = show.livePhotos.first {
      let count = show.livePhotos.count
      add(
        "\(count.counted("Live Photo")) \(count == 1 ? "is" : "are") shown as "
          + "\(count == 1 ? "its picture" : "their pictures"), without \(first)"
          + (count == 1 ? "" : " and \(count - 1) more"))
    }
  }

  /// Options of single pictures, and of all, that change nothing beside the others.
  private mutating func addItems() {
    for setting in settings.ofParts where setting.definition.scope == .picture {
      let items = show.items.filter { item in
        setting.definition.subject.map(item.source.subjects.contains) ?? true
      }
      let count = items.count { $0.has(setting) }
      add(ofAll: setting, if: count > 0 && count == items.count, "each picture has its own")
    }
    for label in settings.repeated where show.items.count > 2 {
      add("\(label) is given twice, and the last counts: a list gives each its own (@LIST)")
    }
    for item in show.items {
      guard let percentages = item.focus.probablePercentages else { continue }
      add(
        "\(item.has(settings.$focus) ? item.position.prefix : "")--focus \(item.focus.text) is in pixels: "
          + "\(percentages.text) is of the picture")
      break
    }
    // A focus moves nothing where nothing is cut off, or where there is but one color.
    func hasNoFocus(_ item: Item) -> Bool {
      item.shownFit != .cover || item.source.isColor
        || item.motion.map { !$0.panZoom.zooms } ?? false
    }
    let whole = "nothing is cut off but by --fit cover"
    add(
      settings.$focus, if: settings.lists.isEmpty && show.items.allSatisfy(hasNoFocus), whole)
    for item in show.items where hasNoFocus(item) { add(settings.$focus, of: item, whole) }
    addMotions()
    if !settings.loops, let last = show.items.last, last.entry.hasStep {
      add("\(last.position.prefix)the transition has no effect: no picture follows")
    }
  }

  private mutating func addMotions() {
    let items = show.items
    func zooms(_ item: Item) -> Bool { item.motion?.panZoom.zooms ?? false }
    add(
      ofAll: settings.$panZoom,
      if: settings.panZoom != .still && items.allSatisfy { $0.motion == nil },
      "it is for pictures, not for colors, sequences and films")
    let zoom = "it is for --pan-zoom, but between rectangles"
    add(ofAll: settings.$zoom, if: !items.contains(where: zooms), zoom)
    add(
      ofAll: settings.$panZoomEasing, if: items.allSatisfy { $0.motion == nil },
      "no picture moves without --pan-zoom")
    let fit = "a picture that moves covers the frame"
    add(
      ofAll: settings.$fit,
      if: settings.fit != .cover && items.allSatisfy { $0.motion != nil }, fit)
    for item in items {
      if !zooms(item) { add(settings.$zoom, of: item, zoom) }
      if item.motion == nil {
        add(settings.$panZoomEasing, of: item, "it does not move without --pan-zoom")
      }
      if item.motion != nil, item.fit != .cover { add(settings.$fit, of: item, fit) }
    }
  }

  /// Films of another rate than the show, if nobody has chosen it.
  private mutating func addRates() {
    let others = show.items.map(\.source).filter { [plan] in
      $0.count > 1 && $0.rate ?? plan.rate != plan.rate
    }
    guard !settings.$rate.isGiven, let other = others.first, let rate = other.rate else { return }
    let more = Set(others.map(\.name)).count - 1
    add(
      "\(other.name) has \(rate.text) frames a second"
        + (more > 0 ? ", \(more) more \(more == 1 ? "has" : "have") another rate," : "")
        + " and the show \(plan.rate.text): pictures are repeated or left out; --fps chooses")
  }

  /// Numbers of frames that are probably meant otherwise, and sound that is asked for, or could be
  /// expected, in a film that has none.
  private mutating func addFilm(_ film: Film) {
    // Beside a count in frames a hold in frames is meant.
    let countsFrames = settings.$count.isGiven && !settings.count.isTime
    if case .length(.frames(let frames)) = settings.hold, (2...10).contains(frames), !countsFrames {
      add(
        "--hold \(frames) is \(frames) frames, \(plan.rate.text(of: frames)): --hold \(frames)s is "
          + "in seconds")
    }
    if let frames = settings.frames, plan.chosen.count == 1 {
      add("the film has one frame, of number \(frames): -c \(frames) makes so many")
    }
    if settings.shard != .whole, film.parts == nil {
      add(
        "the film has the frames of shard \(ValueReader.shard.text(settings.shard)) alone: with "
          + "--parts FOLDER several machines make one film")
    }
    for item in show.items where !settings.isMute {
      guard let speed = item.sound.silencingSpeed, item.source.sound != nil else { continue }
      let name = item.picture.name
      add("\(name) at \(speed.text) is shown without its sound: \(name):volume=100% keeps it")
    }
    addSound()
    add(settings.$skipsExisting, if: film.parts != nil, "parts are kept anyway")
    let isWithout = Soundtrack.clips(show).isEmpty
    add(settings.$isMute, if: isWithout, "no clip has sound")
    add(
      settings.$loudness, if: isWithout && settings.music.isEmpty,
      "no clip has sound, and there is no --music")
    let isExpected = !settings.music.isEmpty || !settings.isMute && !isWithout
    if isExpected, let reason = Soundtrack.reasonForSilence(settings, plan, film),
      !film.encoding.options.isSilent || !settings.music.isEmpty
    {
      add("the film has no sound: \(reason)")
    }
  }

  private var soundOfClips: [any AnySetting] {
    [settings.$volume, settings.$soundFadeIn, settings.$soundFadeOut]
  }

  /// Volumes and fades of what has no sound, and fades that meet.
  private mutating func addSound() {
    let films = show.items.filter { $0.source.subjects.contains(.film) }
    for film in films where film.source.sound == nil {
      for setting in soundOfClips { add(setting, of: film, "it has no sound") }
    }
    if !films.isEmpty, films.allSatisfy({ $0.source.sound == nil }) {
      for setting in soundOfClips { add(ofAll: setting, if: true, "no film has sound") }
    }
    for index in Soundtrack.clips(show) {
      let item = show.items[index]
      let frames = plan.timeline.frames(of: index)
      let length = Int(plan.rate.duration(of: frames) * 1e6)
      guard item.sound.fades > length + 50_000 else { continue }
      let (fades, shown) = (FilmTime(micro: item.sound.fades), FilmTime(micro: length))
      add(
        "the sound of \(item.picture.name) fades for \(fades.text), and is heard for \(shown.text)")
    }
  }

  /// A new folder whose name looks like that of a file.
  private mutating func addFolder() {
    guard let destination = outputs.destination, destination.isFolder, settings.basename == nil,
      case let folder = destination.path, folder.name != "", let ending = folder.fileExtension,
      ending.count <= 5, FileStatus(folder) == nil, ending.contains(where: \.isLetter)
    else { return }
    add(
      "\(folder) is a folder for frames: films end in .mp4, .mov, .mkv or .webm, animations in "
        + ".webp or .gif")
  }

  /// A basename that looks like the name of one picture.
  private mutating func addBasename() {
    guard let basename = settings.basename.map({ Path($0) }), let files = outputs.frames,
      let ending = basename.fileExtension, let type = try? FileType(ending)
    else { return }
    add(
      "the files are \(files.pattern.path(settings.startNumber).name): "
        + (type == files.type
          ? "-b needs no ending" : "-t \(ending.lowercased()) chooses the type"))
  }

  /// Lengths that are less than a pixel: probably meant as parts of the frame.
  private mutating func addLengths() {
    for transition in show.transitions {
      for (parameter, text) in transition.values where text.isAbsolute {
        guard let percentages = parameter.percentages(of: text.value(in: .zero)),
          let source = transition.source(of: parameter)
        else { continue }
        add(
          "\(source.with(text.text)) is less than a pixel: \(source.written(percentages)) is of the "
            + "frame")
      }
    }
  }

  /// Parameters that are given and change nothing.
  private mutating func addParameters() {
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
    for assignment in settings.assignments {
      let sources = show.transitions.flatMap { transition in
        transition.filter.parameters.filter(assignment.isFor).map { transition.source(of: $0) }
      }
      if !sources.isEmpty, sources.allSatisfy({ $0?.origin == .step }) {
        add("\(assignment.label) has no effect: each step has its own")
      }
    }
  }
}

extension ParameterDescription {
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
