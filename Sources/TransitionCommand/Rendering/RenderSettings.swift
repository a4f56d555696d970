internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The pictures, the transitions, the size and the colors of frames: all that they show but for
/// their times.
struct RenderSettings: Sendable {
  /// The way from a picture to the next.
  struct Step: Sendable {
    /// The index of its transition.
    let transition: Int
    let passage: Timeline.Passage
  }

  /// The files that are read for steps, used or not, and the lists.
  private let otherInputs: [Path]
  /// The pictures and how each is shown, first to last.
  let items: [Item]
  /// The folders that stand for pictures.
  let folders: [PictureFolder]
  /// The numbered sequences, those included that have a single frame.
  let sequences: [PictureSequence]
  /// The different transitions, in the order in which they are first shown.
  let transitions: [FilterSettings]
  /// The way from each picture to the next; a loop has one more, back to the first.
  let steps: [Step]
  /// The passage of steps that have none of their own.
  let passage: Timeline.Passage
  /// Whether some transition is one of several, by the seed.
  let choosesAtRandom: Bool
  /// The fit of pictures that have none of their own; `nil` if nobody has said it.
  let fit: Fit?
  /// The focus of those that have none of their own.
  let focus: Focus
  let size: FrameSize?
  /// The color of margins and under alpha, if one was given.
  let background: Color?
  /// The scale on which colors are mixed; `nil` for that of each transition.
  let workingSpace: WorkingSpace?
  /// Whether frames of 8 bits are dithered.
  let dithers: Bool
  let pixelLimit: Int?
  let allowsAnyType: Bool

  /// Checks all that can be checked without opening a file.
  init(_ settings: Settings) throws(Failure) {
    let given: [NamedPicture]
    (given, folders) = try Self.pictures(settings)
    sequences = given.compactMap(\.sequence)
    items = Self.items(given, settings)
    let lines = given.map(\.line)
    let named = try NamedTransitions(settings, settings.loops ? lines : lines.dropLast())
    if items.count > 2 { try named.checkTwice() }
    (transitions, steps) = try named.steps()
    passage = named.passage
    choosesAtRandom = named.chooseAtRandom
    otherInputs =
      named.files + settings.lists.compactMap(\.path) + settings.music
    fit = settings.fit
    focus = settings.focus ?? .center
    size = settings.size
    background = settings.background.map { color in
      let clamped = color.clamped
      if color != clamped, !settings.isQuiet {
        Console.warn(
          "--background \(ParameterValue.color(color).text ?? "") is outside its range: "
            + "\(ParameterValue.color(clamped).text ?? "") is used")
      }
      return clamped
    }
    workingSpace = settings.workingSpace
    dithers = settings.dithers
    pixelLimit = settings.pixelLimit
    allowsAnyType = settings.allowsAnyType
    if case .pixels = size { _ = try frameSize(beside: nil) }
    if items.allSatisfy({ $0.picture.path == nil }) { _ = try frameSize(beside: nil) }
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

  /// The pictures that are named, by `-s` and `-d` or without an option, and the folders among
  /// them.
  private static func pictures(
    _ settings: Settings
  ) throws(Failure) -> (pictures: [NamedPicture], folders: [PictureFolder]) {
    var given: [Settings.Plain] = []
    var folders: [PictureFolder] = []
    for argument in settings.plain {
      if GivenPicture.color(of: argument.name) == nil, let folder = try self.folder(argument) {
        folders.append(folder)
        given += folder.pictures.map { Settings.Plain(name: $0, line: argument.line) }
      } else {
        given.append(argument)
      }
    }
    let isPlain = !given.isEmpty
    if !isPlain {
      guard let source = settings.source else {
        throw .usage("missing -s: the picture to start from")
      }
      given = ([source] + settings.targets).map { Settings.Plain(name: $0) }
    }
    let films = try films(given, settings)
    var pictures: [NamedPicture] = []
    for argument in given { pictures.append(try NamedPicture(argument, settings, films)) }
    if !isPlain {
      guard pictures.count > 1 else { throw .usage("missing -d: the picture to end at") }
    } else if settings.$source.isGiven || settings.$targets.isGiven {
      if let output = Destination.meant(by: settings.plain) { throw Destination.missing(output) }
      let names = ([settings.source] + settings.targets).compactMap { $0?.description }
      if let time = names.first(where: { (try? ValueReader.filmTime.read($0, "")) != nil }) {
        throw .usage(
          "\(time): --from and --to choose a part of a film on its line in a list (@LIST); here they are "
            + "-s and -d")
      }
      throw .usage(
        "\(settings.plain[0].name) belongs to no option: name all pictures with -s and -d, or none of "
          + "them")
    } else if pictures.count == 1, !pictures[0].isShow(settings) {
      let (name, position) = (pictures[0].name, pictures[0].line?.position)
      if let file = pictures[0].file, FileStatus(file) == nil {
        throw Failure(.noInput, "no picture or folder has this name: \(name)")
          .located(at: position)
      }
      let location = folders.first.map { " in \($0.path)" } ?? ""
      let hint =
        ListFile.isNamedAsList(name)
        ? "; @\(name) stands for the pictures in a list"
        : pictures[0].file == nil ? "" : ", or let it move with --pan-zoom in"
      throw Failure.usage("\(name) is the only picture\(location): name two at least\(hint)")
        .located(at: position)
    }
    if let order = settings.order {
      let dates = films.compactMapValues { try? $0.get().taken }
      pictures = order.sorted(pictures, films: dates) { picture in
        settings.sorts(picture.line) && !(order == .date && picture.isDrawing) ? picture.file : nil
      }
    }
    return (pictures, folders)
  }

  /// What is known of the films among some pictures. The first one has the rate of a show that is
  /// given none.
  private static func films(
    _ given: [Settings.Plain], _ settings: Settings
  ) throws(Failure) -> [Path: Result<FilmFile, Failure>] {
    let names = given.map(\.name).filter {
      FilmFile.isNamedAsFilm($0) && GivenPicture.color(of: $0) == nil
    }
    if let first = names.first { try settings.checkTrust(film: first) }
    let films = FilmFile.all(names, pixelLimit: settings.pixelLimit)
    if settings.rate == nil, let first = names.lazy.compactMap({ try? films[$0]?.get() }).first {
      settings.$rate.replace(by: first.rate)
    }
    return films
  }

  /// The folder that an argument names, if it is one.
  private static func folder(_ argument: Settings.Plain) throws(Failure) -> PictureFolder? {
    try Failure.located(at: argument.line?.position) { () throws(Failure) in
      try PictureFolder(argument.name)
    }
  }

  /// The pictures with what their lines say of them, or else the run.
  private static func items(_ pictures: [NamedPicture], _ settings: Settings) -> [Item] {
    var turns = 0
    return pictures.enumerated().map { index, given in
      let role =
        pictures.count > 2
        ? "picture \(index + 1)" : index == 0 ? "source image" : "target image"
      let panZoom = given.panZoom(settings)
      let zoom = given.line?.zoom ?? settings.zoom
      defer { if panZoom == .auto { turns += 1 } }
      return Item(
        picture: given.picture(role), line: given.line,
        extent: given.frames > 1
          ? .frames(given.frames) : .hold(given.line?.hold ?? settings.hold),
        fit: given.line?.fit ?? settings.fit,
        focus: given.line?.focus ?? settings.focus ?? .center,
        motion: panZoom == .still ? nil : Motion(panZoom, zoom: zoom.amount, turn: turns))
    }
  }

  /// Every file that the command line names to be read, used or not: none is written over.
  var inputs: [Path] {
    items.flatMap { item in
      item.picture.sequence.map { Array($0.files) } ?? [item.picture.path].compactMap(\.self)
    } + otherInputs
  }

  /// The films, first to last.
  var films: [FilmClip] { items.compactMap(\.picture.film) }

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

  /// The pictures, first to last.
  var pictures: [GivenPicture] { items.map(\.picture) }

  /// Every picture that is read.
  var allPictures: [GivenPicture] { pictures + parameterPictures }
}
