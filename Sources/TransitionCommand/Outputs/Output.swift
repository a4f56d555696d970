internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Files, a stream, a film, an animation or a contact sheet that a job makes of its frames.
///
/// Each kind is one file: it reads the options that belong to it, declares all that the renderer,
/// the checks and the reports must know, and opens a ``FrameWriter``. ``Outputs/kinds`` lists
/// the kinds.
protocol Output: Sendable {
  /// The kind in messages: `an animation`.
  static var name: String { get }
  /// The options that belong to this kind and not to every other.
  static func options(of settings: Settings) -> [any AnySetting]

  /// Reads the options for frames of a plan and the output that `-o` or `--output` names; `nil` if
  /// they ask for another kind.
  init?(_ settings: Settings, _ plan: Plan, _ destination: Destination?) throws(Failure)

  /// The output in a sentence, which says why options of other kinds mean nothing:
  /// `out.gif is one animation`.
  var sentence: String { get }
  /// The location of the output, for people.
  var location: String { get }
  /// The type of file or stream, for people: `a .gif file`.
  var typeName: String { get }
  /// The one file that holds all frames; `nil` if there is no such file.
  var file: OutputFile? { get }
  /// The type of the pictures that frames are written as; `nil` if they become something else.
  var pictureType: FileType? { get }
  /// Settings and other properties in the report of a plan, for frames with alpha or without.
  func properties(hasAlpha: Bool) -> [(name: String, value: JSON)]

  /// The chosen frames that it does not show, by number.
  var leftOut: FrameSet { get }
  /// Whether frames keep their alpha.
  var holdsAlpha: Bool { get }
  /// Whether alpha may be neither transparent nor opaque.
  var holdsPartialAlpha: Bool { get }
  /// Whether frames can stay in a profile that their pictures share.
  var holdsProfiles: Bool { get }
  /// Whether it has a number of frames a second.
  var hasRate: Bool { get }
  /// The size in which frames of a size are written.
  func size(of frame: Size) -> Size
  /// The greatest width and height of frames; `nil` if there is no limit.
  var longestSide: Int? { get }
  /// The greatest size of frames for which nobody has asked, upright frames the other way round;
  /// `nil` if there is no limit.
  var largestDefault: Size? { get }
  /// The least depth that frames should have, whatever that of their pictures is.
  var depth: PixelFormat.Depth { get }
  /// Whether frames keep more than 8 bits, where their pictures have more.
  var holdsDepth: Bool { get }
  /// The memory that a frame takes, in bytes a pixel, while it is packed or encoded.
  var bytesPerPixel: Int { get }
  /// What the last line says of it beside its length.
  var endRemark: String? { get }
  /// What who watches minutes of work may want to know; `nil` if there is nothing.
  var adviceForLongRuns: String? { get }
  /// Why `--quality` does nothing; `nil` if it does something.
  var whyWithoutQuality: String? { get }

  /// Refuses what cannot be told from the options alone: frames that are too many, too large or too
  /// small, and options that an encoder does not take.
  func check(_ size: Size, _ plan: Plan) throws(Failure)
  /// Refuses to write over inputs, or over anything if so asked.
  func checkFiles(_ plan: Plan, inputs: [Path]) throws(Failure)
  /// How this output uses the name of a file, in words; `nil` if it does not.
  func use(of path: Path, _ plan: Plan) -> String?

  /// Begins the output of a job. The context knows the size and the colors of its frames; where
  /// they are files, the record knows how they are made.
  func open(_ job: Job, _ context: RenderContext, _ record: FrameRecordFile?) throws(Failure)
    -> any FrameWriter
}

extension Output {
  var file: OutputFile? { nil }
  var endRemark: String? { nil }
  var adviceForLongRuns: String? { nil }
  var location: String { file?.path.description ?? "" }
  var pictureType: FileType? { nil }
  var leftOut: FrameSet { FrameSet([]) }
  var holdsPartialAlpha: Bool { pictureType?.holdsPartialAlpha ?? true }
  var holdsProfiles: Bool { pictureType?.holdsProfile ?? true }
  var hasRate: Bool { true }
  func size(of frame: Size) -> Size { frame }
  var longestSide: Int? { nil }
  var largestDefault: Size? { nil }
  var depth: PixelFormat.Depth { .eight }
  var holdsDepth: Bool { pictureType?.holdsDepth ?? true }

  func properties(hasAlpha: Bool) -> [(name: String, value: JSON)] {
    [("output", .string(location))]
  }
  func check(_ size: Size, _ plan: Plan) throws(Failure) {}
  func checkFiles(_ plan: Plan, inputs: [Path]) throws(Failure) { try file?.check(inputs: inputs) }

  func use(of path: Path, _ plan: Plan) -> String? {
    isNamed(path) ? "the name of --output, too" : nil
  }

  /// Whether a path is that of its file.
  func isNamed(_ path: Path) -> Bool {
    file.map { Location($0.path) == Location(path) } ?? false
  }
}

struct Outputs: Sendable {
  /// The one that the frames are for, and a contact sheet beside it.
  let all: [any Output]
  let destination: Destination?

  /// The kinds of which a command line asks for one: the first that it fits. A contact sheet may be
  /// beside it, or alone.
  ///
  /// Files of frames are the last of the others: they take, or refuse, what is left.
  static let kinds: [any Output.Type] = [
    FrameStream.self, Film.self, Animation.self, Page.self, FrameFiles.self, ContactSheet.self,
  ]

  /// The outputs that a command line asks for, for frames of a plan.
  init(_ settings: Settings, _ plan: Plan) throws(Failure) {
    destination = try Destination(settings)
    var all: [any Output] = []
    for kind in Self.kinds where all.isEmpty || kind == ContactSheet.self {
      if let output = try kind.init(settings, plan, destination) { all.append(output) }
    }
    self.all = all
    try checkOptions(settings)
    // A film's parts are shared out in their own way.
    if plan.chosen.isEmpty, film?.parts == nil, !(main is FrameFiles || main is FrameStream) {
      throw .usage(
        "\(settings.$shard.definition.label): none of the \(plan.allNumbers.count) frames is in it: "
          + "only numbered files and streams may have none")
    }
  }

  /// The output that the frames are for.
  var main: any Output { all[0] }

  /// The film that frames become, if they do.
  var film: Film? { main as? Film }

  /// The files that frames become, if they do.
  var frames: FrameFiles? { all.lazy.compactMap { $0 as? FrameFiles }.first }

  /// The files that are made, with their roles; one frame stands for all, and one part of a film.
  func files(ofFrame number: Int) -> [(role: String, path: Path)] {
    all.compactMap(\.file).map { ($0.role, $0.path) }
      + [frames].compactMap(\.self).map { ("the frames", $0.pattern.path(number)) }
      + [film?.part].compactMap(\.self).map { ("the film's parts", $0) }
  }

  /// Whether frames of pictures of some depth are of 8 bits, and so may be dithered.
  func canDither(_ depth: PixelFormat.Depth) -> Bool {
    all.allSatisfy { $0.depth == .eight } && (depth == .eight || !main.holdsDepth)
  }

  /// The size in which frames are drawn where they are only to be looked at; `nil` if they are as
  /// large as the show.
  func cell(of opened: OpenedShow) -> Size? {
    guard all.count == 1, let page = main as? Page,
      // What is not scaled would be cut off.
      opened.job.show.items.allSatisfy({ $0.shownFit != .none })
    else { return nil }
    return page.cell(of: opened.size)
  }

  /// The options that are given and belong to other kinds, with the names of these. Those of a list
  /// pass by: it may be for a film, and be looked at otherwise.
  func foreign(_ settings: Settings) -> [(setting: any AnySetting, kinds: [String])] {
    let options = all.flatMap { type(of: $0).options(of: settings) }
    let owners = Self.kinds.flatMap { kind in
      kind.options(of: settings).map { (setting: $0, kind: kind.name) }
    }
    var found: [(setting: any AnySetting, kinds: [String])] = []
    for (setting, _) in owners
    where setting.isGiven && !options.contains(where: { $0 === setting })
      && !found.contains(where: { $0.setting === setting })
    {
      found.append((setting, owners.filter { $0.setting === setting }.map(\.kind)))
    }
    return found
  }

  /// Refuses options of the command line that belong to other kinds.
  private func checkOptions(_ settings: Settings) throws(Failure) {
    for (setting, kinds) in foreign(settings) where settings.isOnCommandLine(setting) {
      let hintsOfFilms: [(setting: any AnySetting, hint: String)] = [
        (settings.$skipsExisting, "; --parts keeps what is made of a film"),
        (settings.$listsMissing, "; with --parts it tells what a film lacks"),
      ]
      let hint = main is Film ? hintsOfFilms.first { $0.setting === setting }?.hint ?? "" : ""
      throw .usage(
        "\(setting.definition.label) belongs to \(kinds.listed("or")): \(main.sentence)\(hint)")
    }
  }

  /// Refuses frames of a size that some output cannot have, and options that an encoder does not
  /// take.
  func check(_ size: Size, _ plan: Plan) throws(Failure) {
    for output in all {
      try output.check(size, plan)
      if let limit = output.longestSide, max(size.width, size.height) > limit {
        throw .usage(
          "the frames are \(size), and \(output.typeName) has at most \(limit) pixels a side: "
            + "--size makes them smaller")
      }
    }
  }

  /// Begins all outputs. A sheet comes last, but what is wrong with it is found first.
  func open(
    _ job: Job, _ context: RenderContext, _ record: FrameRecordFile?
  ) throws(Failure) -> [any FrameWriter] {
    try all.reversed().map { output throws(Failure) in
      try output.open(job, context, record)
    }.reversed()
  }

  /// Refuses outputs that would write over an input or over each other.
  func checkFiles(_ plan: Plan, inputs: [Path]) throws(Failure) {
    for output in all { try output.checkFiles(plan, inputs: inputs) }
    for sheet in all.dropFirst().compactMap(\.file) {
      guard let use = main.use(of: sheet.path, plan) else { continue }
      throw .usage("--contact-sheet: \(sheet.path) is \(use)")
    }
  }
}
