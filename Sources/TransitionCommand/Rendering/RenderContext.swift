internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The pictures of a timeline, decoded when they are needed, and the transitions between them: draws
/// frames.
final class RenderContext: Sendable {
  let size: Size
  /// How the pixels of the frames lie in memory, unless an output asks for a greater depth.
  let format: PixelFormat
  /// The least depth of frames.
  private let depth: PixelFormat.Depth
  /// Whether frames are dithered.
  private let dithers: Bool
  /// The profile that the frames are in, if not sRGB.
  let profile: ColorProfile?
  /// The color of margins.
  let background: Color
  let matte: Matte
  /// The frame as a rectangle.
  let bounds: Rect

  /// How many frames the system allows to make at once.
  let jobs: Int
  /// The frame that the pictures are brought to.
  let canvas: Canvas
  let headers: PictureHeaders
  private let timeline: Timeline
  private let pictures: PictureCache
  /// The transition of each step, from a picture to the next one.
  private let steps: [PreparedTransition]

  /// Opens the pictures and decodes those of parameters and, if there are only two, the others.
  ///
  /// - Parameters:
  ///   - job: the frames, and the outputs that they are for.
  ///   - remark: takes a line about what is lost.
  /// - Throws: what is wrong with a picture, or that memory or threads are too few.
  init(_ job: Job, remark: (String) -> Void) throws(Failure) {
    let (settings, outputs) = (job.render, job.outputs.all)
    let headers = try PictureHeaders(settings)
    let (canvas, reduction) = try headers.canvas(settings, for: job.outputs)
    size = Size(width: canvas.width, height: canvas.height)
    try job.check(size)
    try headers.checkMemory(
      canvas, bytesPerPixel: outputs.reduce(0) { $0 + $1.bytesPerPixel },
      threads: min(job.jobs, job.plan.chosen.count))
    let jobs = try Failure.from { () throws(ImageFileError) in
      try ThreadBudget.frames(atOnce: job.jobs, pictures: headers.decodedAtOnce)
    }
    let profile =
      outputs.allSatisfy(\.holdsProfiles)
      ? headers.sharedProfile(isMixedEncoded: settings.spaces.contains(.srgb)) : nil
    // Two pictures, and all that are parameters, are decoded at the same time.
    let isPair = settings.pictures.count == 2
    let first = isPair ? headers.pictures : []
    // The numbers of masks are those of sRGB.
    let masks = settings.masks
    let isMask = first.map { _ in false } + settings.parameterPictures.map(masks.contains)
    let decoded = try Self.decode(first + headers.parameters) { isMask[$0] ? nil : profile }
    var format = PixelFormat(
      holding: isPair ? decoded.prefix(2).map(\.format) : headers.pictures.map(\.format),
      encoding: profile?.encoding ?? .sRGB)
    if canvas.addsAlpha(around: settings.items) { format = format.with(alpha: true) }
    let lines = Remarks.ofFrames(job, headers, canvas, reduction, hasAlpha: format.hasAlpha)
    for line in lines { remark(line) }
    let canvases = settings.items.map(canvas.showing)
    pictures = PictureCache { [format] number in
      Result { () throws(Failure) in
        try Failure.from { () throws(ImageFileError) in
          try headers.pictures[number].decode(keeping: profile)
            .fitted(to: canvases[number], format: format)
        }
      }
    }
    for (number, image) in decoded.prefix(first.count).enumerated() {
      let picture = try Failure.from { () throws(ImageFileError) in
        try image.fitted(to: canvases[number], format: format)
      }
      pictures.add(picture, as: number)
    }
    let images = Array(decoded.dropFirst(first.count))
    for line in try Remarks.ofMasks(settings, images) { remark(line) }
    var transitions: [PreparedTransition] = []
    for transition in settings.transitions {
      let layout = FrameLayout(
        width: canvas.width, height: canvas.height, format: format,
        workingSpace: settings.workingSpace(of: transition.filter))
      transitions.append(
        PreparedTransition(
          try Self.transition(transition, settings, canvas, layout, images: images),
          named: transition.filter.displayName, for: layout
        ) { Threads.perform($0, atOnce: jobs, $1) })
    }
    steps = settings.steps.map { transitions[$0.transition] }
    timeline = job.plan.timeline
    self.canvas = canvas
    self.headers = headers
    self.jobs = jobs
    self.profile = profile
    dithers = settings.dithers && job.outputs.canDither(format.depth)
    self.format =
      dithers ? PixelFormat(depth: .eight, hasAlpha: format.hasAlpha) : format
    depth = outputs.map(\.depth).max() ?? .eight
    bounds = canvas.bounds
    background = canvas.background
    matte = Matte(color: settings.matte, workingSpace: settings.workingSpace ?? .linear)
  }

  /// Decodes pictures at the same time; `profile` gives the one that their colors stay in, by their
  /// indices.
  private static func decode(
    _ pictures: [OpenedPicture], keeping profile: @Sendable @escaping (Int) -> ColorProfile?
  ) throws(Failure) -> [DecodedPicture] {
    let results = Threads.results(of: pictures.count) { index in
      Result { () throws(ImageFileError) in
        try pictures[index].decode(keeping: profile(index))
      }
    }
    var decoded: [DecodedPicture] = []
    for result in results {
      decoded.append(try Failure.from { () throws(ImageFileError) in try result.get() })
    }
    return decoded
  }

  /// A transition with all its parameters, among them pictures.
  private static func transition(
    _ transition: FilterSettings, _ settings: RenderSettings, _ canvas: Canvas,
    _ layout: FrameLayout, images: [DecodedPicture]
  ) throws(Failure) -> any Transition {
    var complete = try transition.transition(in: canvas.bounds)
    for (parameter, picture) in transition.images {
      guard let index = settings.parameterPictures.firstIndex(of: picture) else { continue }
      let bitmap = try Failure.from { () throws(ImageFileError) in
        try images[index].bitmap(for: parameter, canvas, settings.fit, layout)
      }
      try complete.setting(parameter, to: .image(bitmap))
    }
    return complete
  }

  /// Reserves the pictures of a drawing; called for one drawing after the other, in their order.
  func reservePictures(of drawing: Drawing) -> PictureCache.Reservation {
    pictures.reserve(timeline.pictures(of: drawing.moment.step))
  }

  /// Makes the frame of a drawing, whose pictures stay in memory as long as `body` takes.
  func withFrame<Value>(
    of drawing: Drawing, _ reservation: PictureCache.Reservation,
    _ body: (Frame) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let step = drawing.moment.step
    return try pictures.lend(
      reservation, next: timeline.picture(after: step)
    ) { pictures throws(Failure) in
      guard case .transition(let number) = step else {
        return try body(ready(Frame(showing: pictures[0].bitmap, depth: depth)))
      }
      let transition = steps[number]
      let (a, b) = (pictures[0], pictures[1])
      let space = transition.layout.workingSpace
      let inputs = Inputs(
        source: a.bitmap.reading(in: space), target: b.bitmap.reading(in: space),
        sourceBounds: a.bounds, targetBounds: b.bounds, background: background, depth: depth,
        dithers: dithers)
      return try body(ready(transition.frame(at: drawing.moment.time, of: inputs)))
    }
  }

  /// A frame as outputs take it: those of deeper pictures are dithered as a whole.
  private func ready(_ frame: Frame) -> Frame { dithers ? frame.dithered() : frame }
}

extension PixelFormat {
  /// The format in which pictures of some formats can be kept without loss.
  fileprivate init(holding formats: [PixelFormat], encoding: RGBEncoding) {
    self.init(
      depth: formats.map(\.depth).max() ?? .eight, hasAlpha: formats.contains(where: \.hasAlpha),
      encoding: encoding)
  }
}
