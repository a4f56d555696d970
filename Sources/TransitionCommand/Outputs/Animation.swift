internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// One file with all frames, which viewers show one after the other.
struct Animation: Output {
  let destination: OutputFile
  let encoding: Encoding
  let rate: FrameRate
  /// How often it is shown; 0 forever.
  let plays: Int
  /// The place of each drawing that is shown, by the number of its first frame.
  private let places: [Int: Int]
  /// The number of drawings.
  private let drawings: Int
  /// For how many milliseconds each of them is shown.
  private let delays: [Int]
  let leftOut: FrameSet

  /// The types that can hold several frames.
  static let extensions = ["webp", "gif"]

  static let name = "an animation"

  static func options(of settings: Settings) -> [any AnySetting] {
    let options: [any AnySetting] = [
      settings.$plays, settings.$saveOptions, settings.$refusesExisting,
    ]
    return options + (Destination.typeForPipe(settings) == nil ? [] : [settings.$type])
  }

  /// The animation that the destination names by its extension, where frames have no numbers.
  init?(_ settings: Settings, _ plan: Plan, _ destination: Destination?) throws(Failure) {
    guard let destination, !plan.isSingle, let name = destination.fileExtension,
      Self.extensions.contains(name),
      try PathPattern(destination.path, destination.label).digits == nil
    else { return nil }
    let path = destination.path
    self.destination = OutputFile(
      path: path, role: "the animation", isKept: settings.refusesExisting)
    encoding = Encoding(
      type: try FileType(named: name, destination.label), quality: settings.quality,
      saveOptions: settings.saveOptions)
    rate = plan.rate
    plays = settings.plays ?? 0
    // GIF counts hundredths of a second, and viewers show for a tenth what is to be shown for one.
    let drawings = FrameQueue.drawings(plan)
    self.drawings = drawings.count
    let times =
      encoding.type.suffix == ".gif"
      ? AnimationTimes(drawings.map(\.count), rate: rate, unit: 10, least: 2)
      : AnimationTimes(drawings.map(\.count), rate: rate, unit: 1, least: 1)
    delays = times.delays
    places = Dictionary(
      uniqueKeysWithValues: zip(times.shown.compactMap { drawings[$0].first }, delays.indices))
    let shown = Set(times.shown)
    leftOut = FrameSet(drawings.indices.filter { !shown.contains($0) }.flatMap { drawings[$0] })
  }

  /// The place of a drawing among those that are shown; `nil` if it is left out.
  func place(of drawing: Drawing) -> Int? { drawing.numbers.first.flatMap { places[$0] } }

  var type: FileType { encoding.type }
  /// How many drawings are left out, and why; `nil` if none are.
  var remark: String? {
    guard places.count < drawings else { return nil }
    let reason =
      type.suffix == ".gif"
      ? "viewers slow down what is faster than 50 frames a second" : "its times are milliseconds"
    return "\(location) shows \(places.count) of \(drawings) frames: \(reason)"
  }
  var file: OutputFile? { destination }
  var sentence: String { "\(location) is one animation" }
  var typeName: String { "a \(type.suffix) file" }
  var holdsAlpha: Bool { true }
  var holdsPartialAlpha: Bool { type.holdsPartialAlpha }
  var holdsDepth: Bool { false }
  var holdsProfiles: Bool { type.holdsProfile(with: encoding.saveOptions) }
  var longestSide: Int? { type.longestSide }

  func properties(hasAlpha: Bool) -> [(name: String, value: JSON)] {
    [
      ("output", .string(Destination.displayName(of: destination.path))),
      ("type", .string(type.suffix)),
    ]
  }

  /// The samples of the frame, and of those that wait for the encoder.
  var bytesPerPixel: Int { type.encoderBytesPerPixel + 16 }
  var whyWithoutQuality: String? { type.isLossy ? nil : "\(type.suffix) files have none" }

  /// Whether libvips encodes all frames together, as one tall picture.
  private var isEncodedWhole: Bool { type.suffix != ".webp" }

  func check(_ size: Size, _ plan: Plan) throws(Failure) {
    let contents = try contents(size: size, format: PixelFormat(depth: .eight, hasAlpha: false))
    guard isEncodedWhole else {
      _ = try webp(contents, profile: nil)
      return
    }
    let rows = size.height * places.count
    guard rows <= ImageWriter.Animation.mostRows else {
      throw .usage(
        "--output: an animation has \(ImageWriter.Animation.mostRows) rows at most, and "
          + "\(places.count) frames of \(size) have \(rows): a film can be longer")
    }
    _ = try encoding.writer()
  }

  func open(_ job: Job, _ context: RenderContext, _ record: FrameRecordFile?) throws(Failure)
    -> any FrameWriter
  {
    try Failure.from(file: Folder.make(for: destination.path))
    let contents = try contents(size: context.size, format: context.format)
    return isEncodedWhole
      ? try AnimationWriter(contents, of: self, context, threads: job.jobs)
      : try WebPWriter(webp(contents, profile: context.profile?.bytes), of: self)
  }

  /// An animated WebP without frames, whose options have been tried.
  private func webp(
    _ contents: ImageWriter.Animation, profile: [UInt8]?
  ) throws(Failure) -> WebPAnimation {
    try Failure.from(
      image: WebPAnimation(
        contents, quality: encoding.quality, saveOptions: encoding.saveOptions, profile: profile))
  }

  /// The size and the times of the frames, one for each drawing that is shown.
  ///
  /// - Throws: that the type cannot show one as long.
  private func contents(
    size: Size, format: PixelFormat
  ) throws(Failure) -> ImageWriter.Animation {
    // Delays have 16 bits in GIF, and 24 in WebP.
    let most = isEncodedWhole ? 655_350 : 16_777_215
    guard delays.allSatisfy({ $0 <= most }) else {
      throw .usage(
        "--output: a \(type.suffix) animation shows a picture for \(most / 1000) seconds at most: "
          + "a film can be longer")
    }
    return ImageWriter.Animation(
      width: size.width, height: size.height, format: format, delays: delays, plays: plays)
  }
}

/// Makes an animation of frames, which libvips encodes one after the other while others are drawn.
private final class AnimationWriter: FrameWriter {
  private let frames: InOrder<Frame>
  private let animation: Animation
  private let work: BackgroundWork<Result<Void, Failure>>

  /// Begins an animation of drawings that some threads draw.
  init(
    _ contents: ImageWriter.Animation, of animation: Animation, _ context: RenderContext,
    threads: Int
  ) throws(Failure) {
    self.animation = animation
    let writer = try animation.encoding.writer(for: context)
    let frames = InOrder<Frame>(capacity: threads + max(2, 512 / context.size.height))
    self.frames = frames
    work = BackgroundWork {
      Result { () throws(Failure) in
        defer { frames.close() }
        try Failure.from(
          image: writer.write(contents, to: animation.destination.path) { frames.wait(for: $0) })
      }
    }
    guard work.isConcurrent else {
      throw Failure.noThread(for: "the animation")
    }
  }

  func wants(_ number: Int) -> Bool { !animation.leftOut.contains(number) }

  var isOpen: Bool { frames.isOpen }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    let drawn = Frame(showing: frame.bitmap())
    return { () throws(Failure) in
      guard let place = self.animation.place(of: drawing) else { return }
      _ = self.frames.add(drawn, at: place)
    }
  }

  func finish() throws(Failure) { try work.wait().get() }

  func frameFailed(_ drawing: Drawing) { frames.end(before: 0) }

  func abandon() throws(Failure) {
    frames.end(before: 0)
    let result = work.wait()
    if !frames.isCut { try result.get() }
  }
}
