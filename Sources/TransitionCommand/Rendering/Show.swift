internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A show as it was asked for: its pictures and transitions, the size and the colors of its frames.
struct Show: Sendable {
  struct Step: Sendable {
    let transition: Int
    let passage: Timeline.Passage
    /// Whether it is shorter than others, for the clips beside it.
    var isShortened = false
    /// Whether somebody has said how long it is.
    var hasOwnLength = true
  }

  /// The files that are read for steps, used or not, and the lists.
  private let otherInputs: [Path]
  /// The pictures and how each is shown, first to last.
  var items: [Item]
  let folders: [PictureFolder]
  /// The films that are left out, since a picture shows the same moment.
  let livePhotos: [Path]
  /// Whether its times are those of ``Pace``, and whether they would be if it were a film.
  let isPaced, couldBePaced: Bool
  /// The different transitions, in the order in which they are first shown.
  let transitions: [FilterSettings]
  /// The frames in a second: those that are asked for, or the first film's.
  let rate: FrameRate
  /// How long pictures are held that say nothing else.
  let hold: Hold
  let music: Music?
  /// The way from each picture to the next; a loop has one more, back to the first.
  let steps: [Step]
  /// The ways from the first picture to the last of which a page shows each; empty if there is no
  /// such page. The first is that of the show.
  let looks: [Look]
  /// The passage of steps that have none of their own.
  let passage: Timeline.Passage
  /// Whether some transition is one of several, by the seed.
  let choosesAtRandom: Bool
  /// The fit of pictures that have none of their own; `nil` if nobody has said it.
  var fit: Fit?
  var size: FrameSize?
  /// The color of margins and under alpha, if one was given.
  let background: Color?
  /// The scale on which colors are mixed; `nil` for that of each transition.
  let workingSpace: WorkingSpace?
  /// The picture over all frames, if there is one.
  let watermark: Watermark?
  /// Whether frames of 8 bits are dithered.
  let dithers: Bool
  let pixelLimit: Int?
  let allowsAnyType: Bool

  /// Checks all that can be checked before a picture is decoded.
  init(_ settings: Settings) throws(Failure) {
    let entries: [Entry]
    (entries, folders) = try Self.entries(settings)
    // A name that is misspelled is told before ffprobe reads films.
    try NamedTransitions.check(settings.transitions + entries.compactMap(\.transition), settings)
    music = settings.music.isEmpty || settings.length != .music ? nil : try Music(settings.music)
    let heldAsGiven = try Self.hold(settings, music)
    let pictures: [NamedSource]
    (pictures, rate, livePhotos) = try Self.sources(entries, settings, in: folders)
    let sources = pictures.map(\.source)
    let isOfPace = Pace.isFor(
      sources, settings, hasFolder: !folders.isEmpty,
      hasWords: pictures.contains { entry, source in
        ItemWords.areGiven(source, entry.options, settings, isFirst: true)
      })
    let isNumbered = Destination.isNumbered(settings)
    (isPaced, couldBePaced) = (isOfPace && !isNumbered, isOfPace && isNumbered)
    hold = isPaced ? Pace.hold : heldAsGiven
    let items = try Self.items(pictures, settings, hold, isPaced: isPaced)
    let lines = items.map(\.entry)
    let choices = try Looks(settings, isPair: items.count == 2 && items.allSatisfy(\.isConstant))
    let named = try NamedTransitions(
      choices?.settings ?? settings,
      choices.map { Array(repeating: lines[0], count: $0.words.count) }
        ?? (settings.loops ? lines : lines.dropLast()),
      count: isPaced ? Pace.count : settings.count)
    if items.count > 2 { try named.checkTwice() }
    let (transitions, ways) = try named.steps { [rate, isPaced] passages, areGiven in
      choices != nil
        ? passages
        : Timeline.fitted(
          passages, isGiven: areGiven, items.map(\.timed), rate: rate, always: isPaced)
    }
    steps = choices == nil ? ways : Array(ways.prefix(1))
    looks = choices?.looks(ways, of: transitions) ?? []
    self.transitions = transitions
    self.items = items
    passage = named.passage
    choosesAtRandom = named.chooseAtRandom
    otherInputs =
      named.files + settings.lists.compactMap(\.path) + settings.music.map(\.path)
      + [settings.words.fontFile].compactMap(\.self)
    fit = settings.fit
    size = settings.size
    background = settings.background?.clamped(for: "--background")
    workingSpace = settings.workingSpace
    watermark = settings.words.watermark
    dithers = settings.dithers
    pixelLimit = settings.pixelLimit
    allowsAnyType = settings.allowsAnyType
    WatchRound.reads(inputs)
    if isPaced, items.allSatisfy(\.source.isColor) { settle([]) }
    if case .pixels = size { _ = try frameSize(beside: nil) }
    if items.allSatisfy(\.source.isColor) { _ = try frameSize(beside: nil) }
  }

  /// Warnings about values that mean little in a frame.
  func remarks(in frame: Rect) -> [String] {
    Set(transitions.flatMap { $0.warnings(in: frame) }).sorted().map { "warning: " + $0 }
  }

  /// The size of frames beside the first picture that has a size; `nil` if there is none.
  func frameSize(beside picture: Size?) throws(Failure) -> Size {
    guard let size else {
      if let picture { return picture }
      throw .usage("colors have no size: --size gives the frames one, such as --size 1080p")
    }
    guard let result = size.size(beside: picture) else {
      throw .usage(
        "--size: \(size.text) follows from a picture's size, and colors have none: give both sides, "
          + "such as 1920x1080")
    }
    let text = size.text == result.description ? size.text : "\(size.text), \(result),"
    guard max(result.width, result.height) <= FrameSize.longestSide else {
      throw .usage("--size: \(text) has more than \(FrameSize.longestSide) pixels a side")
    }
    if let pixelLimit, result.width * result.height > pixelLimit {
      throw .usage("--size: \(text) has more pixels than --max-pixels \(pixelLimit)")
    }
    return result
  }

  /// The names among some that stand for files.
  private static func files(_ names: [Path]) -> [Path] {
    names.filter { ColorSource($0) == nil && !TitleSource.isNamed($0) }
  }

  /// The pictures that are named, by `-s` and `-d` or without an option, and the folders among
  /// them.
  private static func entries(
    _ settings: Settings
  ) throws(Failure) -> (entries: [Entry], folders: [PictureFolder]) {
    var entries: [Entry] = []
    var folders: [PictureFolder] = []
    // Before folders are listed, and ffprobe has read films.
    WatchRound.reads(Self.files(settings.pictures) + settings.music.map(\.path))
    for entry in settings.entries {
      let folder = try Failure.located(
        at: entry.position,
        Self.files([entry.name]).isEmpty ? nil : PictureFolder(entry.name))
      if let folder {
        folders.append(folder)
        entries += folder.pictures.map { name in
          var picture = entry
          picture.name = name
          picture.isOfFolder = true
          return picture
        }
      } else {
        entries.append(entry)
      }
    }
    if entries.isEmpty {
      guard let source = settings.source else {
        throw .usage("missing -s: the picture to start from")
      }
      entries = ([source] + settings.targets).map { Entry(name: $0) }
    }
    WatchRound.reads(Self.files(entries.map(\.name)))
    return (entries, folders)
  }

  /// How long pictures are held: of a length of the whole each has its share.
  ///
  /// - Throws: a usage error for both a length and a hold.
  private static func hold(_ settings: Settings, _ music: Music?) throws(Failure) -> Hold {
    guard let length = settings.length else { return settings.hold }
    guard settings.hold == .moment else {
      throw .usage("--length decides how long each picture is held: leave out --hold or --length")
    }
    if case .length(let length) = length { return .share(of: length) }
    guard let music else {
      throw .usage("--length music is the length of --music: give it, or a time such as 60s")
    }
    return .share(of: try music.length)
  }

  private typealias NamedSource = (entry: Entry, source: any Source)

  /// What the named pictures stand for, in their order, the frames in a second, and the films that
  /// are left out.
  private static func sources(
    _ entries: [Entry], _ settings: Settings, in folders: [PictureFolder]
  ) throws(Failure) -> ([NamedSource], FrameRate, livePhotos: [Path]) {
    let films = try films(entries, settings)
    let livePhotos = FilmFile.livePhotos(among: entries, films)
    let entries = entries.filter { !($0.isPlain && livePhotos.contains($0.name)) }
    func rate(of entries: [Entry]) -> FrameRate {
      let first = entries.lazy.compactMap { try? films[$0.name]?.get() }.first
      return settings.rate ?? first?.rate.halved(to: 60) ?? .standard
    }
    var showRate = rate(of: entries)
    var pictures: [NamedSource] = try entries.map { entry throws(Failure) in
      (entry, try source(of: entry, settings, films, showRate))
    }
    if settings.entries.isEmpty {
      guard pictures.count > 1 else { throw .usage("missing -d: the picture to end at") }
    } else if settings.$source.isGiven || settings.$targets.isGiven {
      throw mixesNames(settings)
    } else if pictures.count == 1, case let (entry, source) = pictures[0], source.count == 1,
      Item.panZoom(of: source, entry, settings) == .still,
      !ItemWords.areGiven(source, entry.options, settings, isFirst: true)
    {
      throw isAlone(entry, source, in: folders.first).located(at: entry.position)
    }
    if let order = settings.order {
      let dates = films.compactMapValues { try? $0.get().dateTaken }
      pictures = order.sorted(pictures, films: dates) { entry, source in
        settings.sorts(entry) && !(order == .date && source.isDrawing) ? source.file : nil
      }
      let sortedRate = rate(of: pictures.map(\.entry))
      if sortedRate != showRate {
        showRate = sortedRate
        pictures = try pictures.map { entry, _ throws(Failure) in
          (entry, try source(of: entry, settings, films, sortedRate))
        }
      }
    }
    return (pictures, showRate, livePhotos)
  }

  /// The items that some sources are, held for a while if they say nothing else.
  private static func items(
    _ pictures: [NamedSource], _ settings: Settings, _ hold: Hold, isPaced: Bool
  ) throws(Failure) -> [Item] {
    let sources = pictures.map(\.source)
    var (turns, number) = (0, 0)
    // That of the clocks of most pictures, for dates that tell none.
    lazy var offset = PictureOrder.usualOffset(
      of: sources.filter { !$0.isDrawing }.compactMap(\.file), films: dates(ofFilms: sources))
    let first =
      sources.firstIndex { !$0.isColor } ?? sources.firstIndex { !($0 is TitleSource) }
    func lacksHold(_ picture: NamedSource) -> Bool {
      picture.source.count == 1 && picture.entry.options[settings.$hold] == nil
    }
    // Where a length is shared, colors at the ends take none of it while any other picture does.
    let leavesEnds =
      hold.isShare
      && pictures.enumerated().contains { !Pace.isEnd($0, in: sources) && lacksHold($1) }
    let items = try pictures.enumerated().map { index, picture throws(Failure) in
      var entry = picture.entry
      if entry.isOfFolder {
        // Motion that is not a clip's own leaves it alone.
        let passedBy: Set<OptionDefinition.Subject> = picture.source.count > 1 ? [.motion] : []
        entry.options.keep(for: picture.source.subjects.subtracting(passedBy))
      }
      if !picture.source.isColor { number += 1 }
      let texts = ItemWords.over(
        picture.source, entry.options, settings, isFirst: index == first, number: number,
        offset: { offset })
      let isEnd = leavesEnds && texts.isEmpty && Pace.isEnd(index, in: sources)
      let usual =
        isPaced ? Pace.hold(of: index, in: sources, texts) : isEnd ? Pace.holdOfEnd : hold
      if lacksHold(picture), usual != hold {
        entry.options.set(try settings.$hold.read(ValueReader.hold.text(usual), as: "--hold"))
      }
      let role =
        pictures.count > 2
        ? "picture \(index + 1)" : index == 0 ? "source image" : "target image"
      let item = Item(
        entry, GivenPicture(role: role, source: picture.source), settings, hold: hold, turn: turns,
        texts: texts)
      if item.motion?.panZoom == .auto { turns += 1 }
      return item
    }
    remarkOnWords(
      zip(items, pictures).filter { item, picture in
        item.texts.isEmpty
          && ItemWords.areGiven(picture.source, picture.entry.options, settings, isFirst: false)
      }.map(\.0))
    return items
  }

  private static func dates(ofFilms sources: [any Source]) -> [Path: DateTaken] {
    let dates = sources.compactMap { source in
      (source as? FilmClip)?.film.dateTaken.map { (source.name, $0) }
    }
    return Dictionary(dates) { first, _ in first }
  }

  /// Tells how many pictures have no caption, since a line whose field is empty is left out.
  private static func remarkOnWords(_ missing: [Item]) {
    guard let first = missing.first?.picture.name else { return }
    Console.remark(
      (missing.count == 1
        ? "\(first) has no caption"
        : "\(missing.count) pictures have no caption, \(first) is the first")
        + ": each line has a field of which nothing is known; {date|name} takes the first known")
  }

  /// The error of pictures that are named in both ways.
  private static func mixesNames(_ settings: Settings) -> Failure {
    if let output = Destination.meant(by: settings.entries) { return Destination.missing(output) }
    let names = ([settings.source] + settings.targets).compactMap { $0?.description }
    if let time = names.first(where: { (try? ValueReader.filmTime.read($0, "")) != nil }) {
      return .usage(
        "\(time): boat.mp4:from=3s:to=9.5s is a part of a film; --from and --to are -s and -d")
    }
    return .usage(
      "\(settings.entries[0].name) belongs to no option: name all pictures with -s and -d, or none of "
        + "them")
  }

  /// The error of the only picture of a show, which has no frames of its own.
  private static func isAlone(
    _ entry: Entry, _ source: any Source, in folder: PictureFolder?
  ) -> Failure {
    let name = entry.name
    if let file = source.file, FileStatus(file) == nil {
      return Failure(.noInput, "no picture or folder has this name: \(name)")
    }
    if MusicFile.isNamedAsSound(name) {
      return Failure(.badInput, "\(name) is sound: --music \(name) puts it under a film")
    }
    let hint =
      ListFile.isNamedAsList(name)
      ? "; @\(name) stands for the pictures in a list"
      : source.isColor ? "" : ", let it move with --pan-zoom in, or give it a --caption"
    return .usage(
      "\(name) is the only picture\(folder.map { " in \($0.path)" } ?? ""): name two at least\(hint)"
    )
  }

  /// Finds the files that a name stands for.
  ///
  /// - Throws: that there are no such files, or a usage error for an option that is not for it.
  private static func source(
    of entry: Entry, _ settings: Settings, _ films: [Path: Result<FilmFile, Failure>],
    _ rate: FrameRate
  ) throws(Failure) -> any Source {
    do throws(Failure) {
      let source = try find(entry, settings, films, rate)
      let subjects = source.subjects
      for option in entry.options.all.map(\.option) where !entry.isOfFolder {
        guard let subject = option.subject, !subjects.contains(subject) else { continue }
        throw .usage(
          "\(option.label) is for \(subject.rawValue): \(entry.name) is a \(source.noun)")
      }
      return source
    } catch {
      throw Destination.missing(entry, in: settings, error).located(at: entry.position)
    }
  }

  private static func find(
    _ entry: Entry, _ settings: Settings, _ films: [Path: Result<FilmFile, Failure>],
    _ rate: FrameRate
  ) throws(Failure) -> any Source {
    let options = entry.options
    let background = settings.background?.clamped ?? .black
    // A stranger's file of that name is a file.
    if !settings.isUntrusted || entry.position != nil,
      let title = try TitleSource(entry.name, background: background)
    {
      return title
    }
    if let color = ColorSource(entry.name) { return color }
    if let film = films[entry.name] {
      return try FilmClip(
        film.get(), from: options.value(settings.$from), to: options.value(settings.$to),
        rate: rate, speed: options.value(settings.$speed))
    }
    let sequence = try PictureSequence(
      entry.name, range: options.value(settings.$range), gaps: settings.gaps,
      speed: options.value(settings.$speed))
    guard let sequence, sequence.count == 1 else { return sequence ?? FileSource(name: entry.name) }
    // One file of a pattern is like any other.
    return FileSource(name: sequence.file(at: 0), pattern: sequence)
  }

  /// What is known of the films among some pictures.
  private static func films(
    _ entries: [Entry], _ settings: Settings
  ) throws(Failure) -> [Path: Result<FilmFile, Failure>] {
    let names = entries.map(\.name).filter {
      FilmFile.isNamedAsFilm($0) && ColorSource($0) == nil
    }
    if let first = names.first { try settings.checkTrust(film: first) }
    return FilmFile.all(names, pixelLimit: settings.pixelLimit)
  }

  /// Every file that the command line names to be read, used or not: none is written over.
  var inputs: [Path] {
    items.flatMap(\.source.files) + otherInputs + [watermark?.path].compactMap(\.self)
  }

  /// Whether all there is are two pictures that look the same all the time.
  var isPair: Bool { items.count == 2 && items.allSatisfy(\.isConstant) }

  /// The color under alpha where a file or a stream has none.
  var matte: Color { background ?? .black }

  /// The scale on which a filter mixes colors.
  func workingSpace(of filter: Filter) -> WorkingSpace { workingSpace ?? filter.workingSpace }

  /// The scales on which colors are mixed in some step.
  var spaces: Set<WorkingSpace> { Set(transitions.map { workingSpace(of: $0.filter) }) }

  /// The pictures that say which parts of a frame change first.
  var masks: Set<GivenPicture> {
    Set(
      transitions.flatMap(\.images).filter { $0.parameter.fitting == .stretched }.map(\.picture))
  }

  /// The pictures that are parameters, each once.
  var parameterPictures: [GivenPicture] {
    var seen: Set<GivenPicture> = []
    return transitions.flatMap { $0.images.map(\.picture) }.filter { seen.insert($0).inserted }
  }

  /// The position in a list of the first parameter that is a picture; `nil` on the command line.
  func position(of picture: GivenPicture) -> ListPosition? {
    for transition in transitions {
      for (parameter, image) in transition.images where image == picture {
        return transition.source(of: parameter)?.word.position
      }
    }
    return nil
  }

  /// The filter of each step, in order.
  var filters: [Filter] { steps.map { transitions[$0.transition].filter } }

  /// All pictures that are read, that of the watermark the last.
  var allPictures: [GivenPicture] {
    items.map(\.picture) + parameterPictures + [watermark?.picture].compactMap(\.self)
  }
}
