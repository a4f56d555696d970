internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// A show whose pictures' headers have been read: their sizes, profiles and kinds, and what follows
/// from them for its frames.
struct OpenedShow: Sendable {
  private(set) var job: Job
  /// The pictures of the timeline, first to last.
  let pictures: [any OpenedSource]
  /// Those that are parameters of transitions.
  let parameters: [any OpenedSource]
  /// How strong the bands behind words must be, of the items of which that is known.
  let strengths = Monitor<[Int: [Float]]>([:])
  /// The watermark, if there is one.
  private let mark: (any OpenedSource)?
  /// The frame that the pictures are brought to.
  private(set) var canvas: Canvas
  /// The frame of the show, of which ``canvas`` is a smaller copy to look at; `nil` if it is none.
  private var wholeCanvas: Canvas?
  /// A sentence about a frame that is smaller than its pictures because an output has a limit.
  let reduction: String?
  /// The profile that frames stay in: that of all pictures; `nil` for sRGB.
  let profile: ColorProfile?

  /// Opens every picture, reads its header, and checks all that can be checked before one is
  /// decoded.
  init(_ job: Job) throws(Failure) {
    var job = job
    let opened = try Self.open(job.show)
    pictures = Array(opened.prefix(job.show.items.count))
    job.show.settle(pictures.map(\.size))
    self.job = job
    mark = job.show.watermark == nil ? nil : opened.last
    parameters = Array(opened.dropFirst(job.show.items.count).dropLast(mark == nil ? 0 : 1))
    (canvas, reduction) = try Self.canvas(job.show, pictures, for: job.outputs)
    profile = Self.profile(job.show, pictures, for: job.outputs)
    try job.check(Size(width: canvas.width, height: canvas.height))
    if job.show.items.contains(where: { !$0.words.isEmpty }) {
      guard !InstalledFonts.families.isEmpty else {
        throw Failure(
          .missingProgram,
          "words need a font, and none is installed: on Debian fonts-noto-core has many scripts")
      }
      try Self.checkFonts(job.show)
    }
  }

  /// Refuses words of which no family is installed.
  private static func checkFonts(_ show: Show) throws(Failure) {
    for item in show.items {
      for words in item.texts where !words.typeface.isInstalled {
        let names = words.typeface.families.map { "'\($0)'" }.listed("or")
        let hint = Suggestion.phrase(
          for: words.typeface.families[0], among: InstalledFonts.families)
        throw Failure(
          .missingProgram,
          "--font: no font of the family \(names) is installed\(hint); fc-list : family tells which "
            + "are"
        ).located(at: item.position)
      }
    }
  }

  var size: Size { Size(width: canvas.width, height: canvas.height) }

  /// The show for some frames of the timeline alone, counted from 0.
  func choosing(_ frames: Range<Int>) -> OpenedShow {
    var opened = self
    opened.job = job.choosing(frames)
    return opened
  }

  /// The same in smaller frames, to look at.
  func small(_ size: Size) -> OpenedShow {
    var opened = self
    opened.wholeCanvas = wholeCanvas ?? canvas
    (opened.canvas.width, opened.canvas.height) = (size.width, size.height)
    return opened
  }

  /// The same in the frames that it is to be made in.
  var whole: OpenedShow {
    var opened = self
    (opened.canvas, opened.wholeCanvas) = (wholeCanvas ?? canvas, nil)
    return opened
  }

  /// How large a pixel of the show is in a frame to look at.
  var pixelScale: Float {
    wholeCanvas.map { Float(canvas.height) / Float($0.height) } ?? 1
  }

  /// Opens all pictures, those that are parameters last.
  static func open(_ show: Show) throws(Failure) -> [any OpenedSource] {
    if show.allowsAnyType { try Failure.from(image: VipsLibrary.allowAnyType()) }
    let all = show.allPictures
    let isPair = show.isPair
    let results = Threads.results(of: all.count, atOnce: VipsLibrary.threads) { index in
      Result { () throws(ImageFileError) in
        // Thousands of open files are more than a process may have, and a picture may be shown
        // twice.
        try all[index].source.open(
          as: all[index].role, pixelLimit: show.pixelLimit, staysOpen: isPair)
      }
    }
    let positions =
      show.items.map(\.position) + show.parameterPictures.map(show.position)
      + [show.watermark?.position]
    return try zip(all, zip(results, positions)).map { picture, opened throws(Failure) in
      let (result, position) = opened
      do throws(Failure) {
        return try Failure.located(at: position, Failure.from(image: result.get()))
      } catch {
        // A color, or a file of another name, may be meant.
        guard picture.source.subjects == [.still, .motion], let file = picture.source.file,
          FileStatus(file) == nil
        else { throw error }
        throw error.followed(by: Suggestion.phrase(forMissing: file, mayBeColor: true))
      }
    }
  }

  /// All pictures, as ``Show/allPictures`` has them, open.
  var all: [(picture: GivenPicture, opened: any OpenedSource)] {
    Array(zip(job.show.allPictures, pictures + parameters + [mark].compactMap(\.self)))
      .map { ($0, $1) }
  }

  private var openedParameters: [GivenPicture: any OpenedSource] {
    Dictionary(uniqueKeysWithValues: zip(job.show.parameterPictures, parameters))
  }

  /// A picture that is a parameter, in memory. The numbers of masks are those of sRGB.
  func decode(_ parameter: GivenPicture) throws(Failure) -> DecodedPicture? {
    let profile = job.show.masks.contains(parameter) ? nil : profile
    return try openedParameters[parameter]?.picture(keeping: profile)
  }

  /// The watermark as it lies over frames of an encoding, in memory.
  func placedMark(_ encoding: RGBEncoding) throws(Failure) -> PlacedMark? {
    guard let mark, let watermark = job.show.watermark else { return nil }
    let picture = try Failure.located(at: watermark.position, mark.picture(keeping: nil))
    guard case .image(let image) = picture else { return nil }
    return try Failure.located(
      at: watermark.position,
      Failure.from(
        image: PlacedMark(
          watermark, image, in: canvas,
          pixelScale: Double(pixelScale) * (isDraft ? Draft.scale : 1), encoding)))
  }

  private var isDraft: Bool { job.outputs.all.contains(where: Self.isDraft) }

  private static func isDraft(_ output: any Output) -> Bool { (output as? Film)?.isDraft ?? false }

  /// The profile of all pictures, if some outputs hold it. Pictures that are colors are sRGB.
  private static func profile(
    _ show: Show, _ pictures: [any OpenedSource], for outputs: Outputs
  ) -> ColorProfile? {
    let files = pictures.compactMap(\.image)
    guard outputs.all.allSatisfy(\.holdsProfiles), files.count == pictures.count,
      let first = files.first, files.allSatisfy({ $0.profile == first.profile })
    else { return nil }
    return first.sharableProfile(isMixedEncoded: show.spaces.contains(.srgb))
  }

  /// Whether no picture that frames show has color.
  var areGrey: Bool { pictures.allSatisfy(\.isGray) }

  /// How many files of the timeline are decoded at once, before or while frames are made, but for
  /// those that the frames' threads decode.
  var decodedAtOnce: Int { min(2, pictures.count { $0.image != nil && !$0.isClip }) }

  /// The frame that the pictures are brought to, and a sentence if it is smaller than they are: few
  /// players show what cameras make.
  private static func canvas(
    _ show: Show, _ pictures: [any OpenedSource], for outputs: Outputs
  ) throws(Failure) -> (Canvas, reduction: String?) {
    var size = try show.frameSize(beside: pictures.lazy.compactMap(\.size).first)
    let keepsSizes = show.items.contains { $0.shownFit == .none }
    if show.size == nil, show.isPair, let a = pictures[0].size, let b = pictures[1].size,
      show.filters[0].unitesSizes, show.items.allSatisfy({ $0.shownFit == .none }),
      a.height != b.height
    {
      let canvas = Canvas(
        width: max(a.width, b.width), height: max(a.height, b.height), fit: .none,
        background: show.background ?? .clear, centersUnscaled: true)
      return (canvas, nil)
    }
    var reduction: String?
    // Pictures that are not scaled would lose their margins.
    if show.size == nil, !keepsSizes,
      let most = outputs.all.lazy.compactMap(\.largestDefault).first,
      let smaller = size.reduced(to: most)
    {
      reduction = "the film is \(smaller), since few players show \(size): --size \(size) keeps it"
      size = smaller
    }
    if outputs.all.contains(where: Self.isDraft) { size = Draft.size(size) }
    let canvas = Canvas(
      width: size.width, height: size.height, fit: show.fit ?? .cover,
      background: show.matte)
    return (canvas, reduction)
  }

  /// The depth of frames, unless they are dithered.
  var depth: PixelFormat.Depth { pictures.map(\.format.depth).max() ?? .eight }

  /// Whether frames have alpha where their output holds it.
  ///
  /// Of two pictures, which are decoded before the first frame, alpha counts only if a pixel has
  /// it: a drawing always has the channel.
  func hasAlpha() throws(Failure) -> Bool {
    let show = job.show
    let transparent = pictures.filter(\.format.hasAlpha)
    let addsAlpha = canvas.addsAlpha(around: show.items)
    guard show.isPair, !addsAlpha else { return addsAlpha || !transparent.isEmpty }
    for picture in transparent {
      let decoded = try picture.picture(keeping: nil)
      if decoded.format.hasAlpha { return true }
    }
    return false
  }

  /// What makes pixels transparent, in words: the background, or the first such picture;
  /// `nil` if all are opaque. Drawings are looked at in their own size.
  var transparentPart: String? {
    if canvas.addsAlpha(around: job.show.items) { return "the background" }
    return zip(job.show.items, pictures).first { _, picture in
      guard picture.format.hasAlpha, picture.image?.isVector == true else {
        return picture.format.hasAlpha
      }
      return (try? picture.picture(keeping: nil))?.format.hasAlpha ?? true
    }?.0.picture.name.description
  }

  /// Tells how many threads there is enough memory for, with the largest pictures and parameters
  /// that are in memory at once, and frames that take some bytes a pixel while they are packed or
  /// encoded; each thread may have pictures for itself alone, as where it makes a part of a film.
  ///
  /// - Returns: the number of threads; fewer than are wanted only where each decodes pictures of
  ///   its own.
  /// - Throws: that there is too little memory.
  func threads(areSeparate: Bool = false) throws(Failure) -> Int {
    let show = job.show
    let bytesPerPixel = job.outputs.all.reduce(0) { $0 + $1.bytesPerPixel }
    func pixels(_ file: ImageFile) -> Int { file.width * file.height }
    func largest(_ files: [any OpenedSource], _ count: Int) -> [ImageFile] {
      Array(files.compactMap(\.image).sorted { pixels($0) > pixels($1) }.prefix(count))
    }
    let perFrame = largest(pictures.filter(\.isClip), 2)
    let films = pictures.map(\.bytesPerFrame).sorted(by: >).prefix(2).reduce(0, +)
    let moving = zip(pictures, show.items).filter { $1.motion != nil }.map(\.0)
    let inMotion = largest(moving, FootageCache.mostOpen)
    let stills = pictures.filter { !$0.isClip }
    let standing = largest(stills, FootageCache.mostOpen)
    let colors = min(
      FootageCache.mostOpen - standing.count, stills.count { $0.image == nil })
    let opened = openedParameters
    let transitions = show.transitions.map { $0.images.compactMap { opened[$0.picture] } }
    func size(_ pictures: [any OpenedSource]) -> Int {
      pictures.compactMap(\.image).reduce(0) { $0 + pixels($1) }
    }
    let parameters = transitions.sorted { size($0) > size($1) }
      .prefix(PreparedTransition.limit).flatMap(\.self)
    let words = show.items.map { item in
      item.words.reduce(0) { $0 + SetWords.byteCount($1, in: canvas) }
    }
    let mark = show.watermark.map { PlacedMark.byteCount($0, self.mark?.image, in: canvas) } ?? 0
    let overlays = words.sorted(by: >).prefix(FootageCache.mostOpen).reduce(mark, +)
    var count = job.jobs
    while true {
      let busy = min(count, job.plan.chosen.count)
      let sets = areSeparate ? busy : 1
      func each<File>(_ files: [File]) -> [File] { (0..<sets).flatMap { _ in files } }
      do throws(ImageFileError) {
        try MemoryBudget.check(
          each(standing + parameters.compactMap(\.image)), inMotion: each(inMotion),
          perFrame: perFrame, bytesPerThread: films,
          areLeveled: show.transitions.contains { $0.filter.hasLevels },
          colors: sets * (colors + parameters.count { $0.image == nil }),
          overlays: sets * overlays, frame: (canvas.width, canvas.height),
          bytesPerPixel: bytesPerPixel, threads: busy)
        return count
      } catch {
        guard !job.areJobsGiven, areSeparate || !(perFrame + inMotion).isEmpty || films > 0,
          busy > 1
        else {
          throw Failure(error)
        }
        count = busy - 1
      }
    }
  }

  /// A line about the picture that loses most where pictures are cut off though nobody has asked
  /// for it; `nil` if none loses anything.
  var mismatch: String? {
    let show = job.show
    let others = Set(
      show.transitions.flatMap(\.images).filter { $0.parameter.fitting != .covering }
        .map(\.picture))
    // Who asks for a fit knows what is cut off.
    let isLeft =
      show.items.map { $0.fit == nil && $0.motion == nil }
      + parameters.map { _ in show.fit == nil }
    let losses = zip(zip(show.allPictures, isLeft), pictures + parameters).compactMap {
      given, opened in
      let (picture, isLeft) = given
      return others.contains(picture) || !isLeft
        ? nil : opened.size?.loss(covering: size).map { (picture.name, $0) }
    }
    guard let (name, worst) = losses.max(by: { $0.1.share < $1.1.share }) else { return nil }
    let more = Set(losses.map(\.0)).count - 1
    let percent = max(1, Int((100 * worst.share).rounded()))
    let fit = worst.share < Fit.negligibleLoss ? Fit.contain : .containBlur
    let line =
      "\(name) loses \(percent) % of its \(worst.side) to --fit cover"
      + (more == 0 ? "" : " (and \(more) more)")
    let hint = "; --fit \(fit.rawValue) shows all of it"
    return line.count + hint.count <= Self.lineLength ? line + hint : line
  }

  /// Whether margins in the background's color lie around a transparent picture.
  var hasTransparentPictureInMargins: Bool {
    zip(job.show.items, pictures).contains { item, opened in
      opened.format.hasAlpha && [.contain, .containBlur].contains(item.shownFit)
        && opened.size?.loss(covering: size) != nil
    }
  }

  /// The characters that a line about pictures has at most, unless their names are long.
  private static let lineLength = 160
}

extension Size {
  /// The side that is cut off where a picture of this size covers a frame, `width` or `height`, and
  /// the share of it; `nil` if nothing is lost that anyone could miss: half a percent, or a row.
  fileprivate func loss(covering frame: Size) -> (side: String, share: Double)? {
    let across = Double(frame.width) / Double(width)
    let down = Double(frame.height) / Double(height)
    let share = 1 - min(across, down) / max(across, down)
    let pixels = share * Double(across > down ? height : width)
    guard share > 0.005, pixels > 1.001 else { return nil }
    return (across > down ? "height" : "width", share)
  }

  /// The size in its aspect, with even sides, that fits into another one, which is turned if this
  /// one is upright; `nil` if this one fits.
  func reduced(to most: Size) -> Size? {
    let isUpright = height > width
    let (widest, highest) = isUpright ? (most.height, most.width) : (most.width, most.height)
    guard width > widest || height > highest else { return nil }
    let scale = min(Double(widest) / Double(width), Double(highest) / Double(height))
    return Size(
      width: Self.even(Double(width) * scale), height: Self.even(Double(height) * scale))
  }
}

extension Canvas {
  /// The frame as an item is brought to it.
  func showing(_ item: Item) -> Canvas {
    var canvas = self
    if !centersUnscaled { canvas.fit = item.shownFit }
    canvas.focus = item.focus
    return canvas
  }

  /// Whether some items may leave parts of it transparent.
  func addsAlpha(around items: [Item]) -> Bool {
    background.alpha < 1 && items.contains { [.contain, .none].contains(showing($0).fit) }
  }
}
