internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The sizes, profiles and kinds of the pictures, read before they are decoded.
struct PictureHeaders: Sendable {
  /// The pictures of the timeline, first to last.
  let pictures: [any OpenedSource]
  /// Those that are parameters of transitions.
  let parameters: [any OpenedSource]

  /// Opens every picture and reads its header.
  init(_ settings: RenderSettings) throws(Failure) {
    if settings.allowsAnyType {
      try Failure.from { () throws(ImageFileError) in try VipsLibrary.allowAnyType() }
    }
    let all = settings.allPictures
    let isPair = settings.isPair
    let results = Threads.results(of: all.count, atOnce: VipsLibrary.threads) { index in
      Result { () throws(ImageFileError) in
        // Thousands of open files are more than a process may have, and a picture may be shown
        // twice.
        try all[index].source.open(
          as: all[index].role, pixelLimit: settings.pixelLimit, staysOpen: isPair)
      }
    }
    var opened: [any OpenedSource] = []
    for (index, result) in results.enumerated() {
      do throws(ImageFileError) {
        opened.append(try result.get())
      } catch {
        let isItem = index < settings.items.count
        throw Failure(error).located(
          at: isItem ? settings.items[index].position : settings.position(of: all[index]))
      }
    }
    pictures = Array(opened.prefix(settings.pictures.count))
    parameters = Array(opened.dropFirst(settings.pictures.count))
  }

  /// The opened pictures that are parameters, by those of some settings.
  func parameters(_ settings: RenderSettings) -> [GivenPicture: any OpenedSource] {
    Dictionary(uniqueKeysWithValues: zip(settings.parameterPictures, parameters))
  }

  /// The profile that frames for some outputs stay in: that of all pictures; `nil` for sRGB.
  /// Pictures that are colors are sRGB.
  func profile(_ settings: RenderSettings, for outputs: Outputs) -> ColorProfile? {
    let files = pictures.compactMap(\.image)
    guard outputs.all.allSatisfy(\.holdsProfiles), files.count == pictures.count,
      let first = files.first, files.allSatisfy({ $0.profile == first.profile })
    else { return nil }
    return first.sharableProfile(isMixedEncoded: settings.spaces.contains(.srgb))
  }

  /// Whether no picture that frames show has color.
  var areGrey: Bool { pictures.allSatisfy(\.isGray) }

  /// How many files of the timeline are decoded at once, before or while frames are made, but for
  /// those that the frames' threads decode.
  var decodedAtOnce: Int { min(2, pictures.count { $0.image != nil && !$0.isClip }) }

  /// The frame that the pictures are brought to.
  func canvas(_ settings: RenderSettings) throws(Failure) -> Canvas {
    let size = try settings.frameSize(beside: pictures.lazy.compactMap(\.size).first)
    guard settings.size == nil, settings.isPair, let a = pictures[0].size,
      let b = pictures[1].size, settings.filters[0].unitesSizes,
      settings.items.allSatisfy({ $0.shownFit == .none }),
      a.height != b.height
    else {
      return Canvas(
        width: size.width, height: size.height, fit: settings.fit ?? .cover,
        background: settings.matte)
    }
    return Canvas(
      width: max(a.width, b.width), height: max(a.height, b.height), fit: .none,
      background: settings.background ?? .clear, centersUnscaled: true)
  }

  /// The frame that the pictures are brought to for some outputs.
  ///
  /// - Returns: the frame, and a sentence if it is smaller than its pictures because an output has
  ///   a limit: few players show what cameras make.
  func canvas(
    _ settings: RenderSettings, for outputs: Outputs
  ) throws(Failure) -> (canvas: Canvas, remark: String?) {
    var canvas = try canvas(settings)
    let whole = Size(width: canvas.width, height: canvas.height)
    // Pictures that are not scaled would lose their margins.
    guard settings.size == nil, !settings.items.contains(where: { $0.shownFit == .none }),
      let most = outputs.all.lazy.compactMap(\.largestDefault).first,
      let size = whole.reduced(to: most)
    else { return (canvas, nil) }
    (canvas.width, canvas.height) = (size.width, size.height)
    return (
      canvas,
      "the film is \(size), since few players show \(whole): --size \(whole) keeps it"
    )
  }

  /// Whether frames have alpha where their output holds it.
  ///
  /// Of two pictures, which are decoded before the first frame, alpha counts only if a pixel has
  /// it: a drawing always has the channel.
  func haveAlpha(_ settings: RenderSettings, in canvas: Canvas) throws(Failure) -> Bool {
    let transparent = pictures.filter(\.format.hasAlpha)
    let addsAlpha = canvas.addsAlpha(around: settings.items)
    guard settings.isPair, !addsAlpha else { return addsAlpha || !transparent.isEmpty }
    for picture in transparent {
      let decoded = try picture.picture(keeping: nil)
      if decoded.format.hasAlpha { return true }
    }
    return false
  }

  /// Tells how many threads there is enough memory for, with the largest pictures and parameters
  /// that are in memory at once, and frames that take some bytes a pixel while they are packed or
  /// encoded.
  ///
  /// - Parameters:
  ///   - job: the frames, and how many of them are wanted at once.
  ///   - canvas: the frame that the pictures are brought to.
  ///   - bytesPerPixel: those of a frame.
  /// - Returns: the number of threads; fewer than are wanted only where each decodes pictures of
  ///   its own.
  /// - Throws: that there is too little memory.
  func threads(_ job: Job, _ canvas: Canvas, bytesPerPixel: Int) throws(Failure) -> Int {
    let settings = job.render
    func pixels(_ file: ImageFile) -> Int { file.width * file.height }
    func largest(_ files: [any OpenedSource], _ count: Int) -> [ImageFile] {
      Array(files.compactMap(\.image).sorted { pixels($0) > pixels($1) }.prefix(count))
    }
    let perFrame = largest(pictures.filter(\.isClip), 2)
    let films = pictures.map(\.bytesPerFrame).sorted(by: >).prefix(2).reduce(0, +)
    let moving = zip(pictures, settings.items).filter { $1.motion != nil }.map(\.0)
    let inMotion = largest(moving, FootageCache.mostOpen)
    let stills = pictures.filter { !$0.isClip }
    let standing = largest(stills, FootageCache.mostOpen)
    let colors = min(
      FootageCache.mostOpen - standing.count, stills.count { $0.image == nil })
    let opened = parameters(settings)
    let transitions = settings.transitions.map { $0.images.compactMap { opened[$0.picture] } }
    func size(_ pictures: [any OpenedSource]) -> Int {
      pictures.compactMap(\.image).reduce(0) { $0 + pixels($1) }
    }
    let parameters = transitions.sorted { size($0) > size($1) }
      .prefix(PreparedTransition.limit).flatMap(\.self)
    var count = job.jobs
    while true {
      let busy = min(count, job.plan.chosen.count)
      do throws(ImageFileError) {
        try MemoryBudget.check(
          standing + parameters.compactMap(\.image), inMotion: inMotion, perFrame: perFrame,
          bytesPerThread: films, colors: colors + parameters.count { $0.image == nil },
          frame: (canvas.width, canvas.height), bytesPerPixel: bytesPerPixel, threads: busy)
        return count
      } catch {
        guard !job.areJobsGiven, !(perFrame + inMotion).isEmpty || films > 0, busy > 1 else {
          throw Failure(error)
        }
        count = busy - 1
      }
    }
  }

  /// A line about the picture that loses most where pictures are cut off though nobody has asked
  /// for it; `nil` if none loses anything.
  func mismatch(_ settings: RenderSettings, _ canvas: Canvas) -> String? {
    let others = Set(
      settings.transitions.flatMap(\.images).filter { $0.parameter.fitting != .covering }
        .map(\.picture))
    let frame = Size(width: canvas.width, height: canvas.height)
    // Who asks for a fit knows what is cut off.
    let isLeft =
      settings.items.map { $0.fit == nil && $0.motion == nil }
      + parameters.map { _ in settings.fit == nil }
    let losses = zip(zip(settings.allPictures, isLeft), pictures + parameters).compactMap {
      given, opened in
      let (picture, isLeft) = given
      return others.contains(picture) || !isLeft
        ? nil : opened.size.flatMap { Loss($0, covering: frame) }.map { (picture.name, $0) }
    }
    guard let (name, worst) = losses.max(by: { $0.1.share < $1.1.share }) else { return nil }
    let more = Set(losses.map(\.0)).count - 1
    let percent = max(1, Int((100 * worst.share).rounded()))
    let line =
      "\(name) loses \(percent) % of its \(worst.side) to --fit cover"
      + (more == 0 ? "" : " (and \(more) more)")
    let hint = "; --fit contain-blur shows all of it"
    return line.count + hint.count <= Self.lineLength ? line + hint : line
  }

  /// The characters that a line about pictures has at most, unless their names are long.
  private static let lineLength = 110
}

/// The part of a picture that is cut off where it covers a frame.
private struct Loss {
  /// The side that is cut: `width` or `height`.
  let side: String
  /// The share of that side, 0...1.
  let share: Double

  /// - Returns: `nil` if nothing is lost that anyone could miss: half a percent, or a row.
  init?(_ picture: Size, covering frame: Size) {
    let across = Double(frame.width) / Double(picture.width)
    let down = Double(frame.height) / Double(picture.height)
    side = across > down ? "height" : "width"
    share = 1 - min(across, down) / max(across, down)
    let pixels = share * Double(across > down ? picture.height : picture.width)
    guard share > 0.005, pixels > 1.001 else { return nil }
  }
}

extension Size {
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
