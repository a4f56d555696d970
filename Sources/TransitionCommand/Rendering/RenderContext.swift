internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The pictures of a timeline, decoded when they are needed, and the transitions between them: draws
/// frames.
final class RenderContext: Sendable {
  let size: Size
  /// How the pixels of the pictures lie in memory.
  let format: PixelFormat
  /// The least depth of frames.
  private let depth: PixelFormat.Depth
  /// Whether no picture of the timeline has color.
  let picturesAreGray: Bool
  /// The ICC profile that the frames are in, if not sRGB.
  let profile: [UInt8]?
  /// The color of margins.
  let background: Color
  /// The color under alpha where a file or a stream has none.
  let matte: Color
  /// Whether the frame holds two pictures of different heights, unscaled.
  let unitesSizes: Bool

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
  ///   - remark: takes a line about pictures of another size.
  /// - Throws: what is wrong with a picture, or that memory or threads are too few.
  init(_ job: Job, remark: (String) -> Void) throws(Failure) {
    let (settings, outputs) = (job.render, job.outputs.all)
    let headers = try PictureHeaders(settings)
    let canvas = headers.canvas(settings)
    size = Size(width: canvas.width, height: canvas.height)
    try job.check(size)
    try headers.checkMemory(
      canvas, bytesPerPixel: outputs.reduce(0) { $0 + $1.bytesPerPixel },
      threads: min(job.jobs, job.plan.chosen.count))
    let jobs = try Failure.from { () throws(ImageFileError) in
      try ThreadBudget.frames(atOnce: job.jobs, pictures: headers.decodedAtOnce)
    }
    let profile = outputs.allSatisfy(\.holdsProfiles) ? headers.sharedProfile : nil
    if settings.fit == nil {
      if let line = headers.mismatch(settings, canvas) { remark(line) }
    }
    // Two pictures, and all that are parameters, are decoded at the same time.
    let isPair = settings.pictures.count == 2
    let first = isPair ? headers.pictures : []
    let decoded = try Self.decode(first + headers.parameters) { file in
      profile != nil && first.contains { $0 === file }
    }
    var format = PixelFormat(
      holding: isPair ? decoded.prefix(2).map(\.format) : headers.pictures.map(\.format))
    if canvas.background.alpha < 1, [.contain, .none].contains(canvas.fit) {
      format = PixelFormat(depth: format.depth, hasAlpha: true)
    }
    let fit = { @Sendable [format] (image: DecodedImage) throws(ImageFileError) -> FittedPicture in
      let (bitmap, bounds) = try image.fitted(
        to: canvas, format: format, workingSpace: .linear)
      return FittedPicture(bitmap: bitmap, bounds: bounds)
    }
    pictures = PictureCache { number in
      Result { () throws(Failure) in
        try Failure.from { () throws(ImageFileError) in
          try fit(headers.pictures[number].reopened().decode(keepingProfile: profile != nil))
        }
      }
    }
    for (number, image) in decoded.prefix(first.count).enumerated() {
      let picture = try Failure.from { () throws(ImageFileError) in try fit(image) }
      pictures.add(picture, as: number)
    }
    let images = Array(decoded.dropFirst(first.count))
    var transitions: [PreparedTransition] = []
    for transition in settings.transitions {
      let space = settings.workingSpace ?? transition.filter.workingSpace
      transitions.append(
        PreparedTransition(
          try Self.transition(
            transition, settings, canvas, space, images: images),
          named: transition.filter.displayName,
          for: FrameLayout(
            width: canvas.width, height: canvas.height, format: format, workingSpace: space)
        ) { Threads.perform($0, atOnce: jobs, $1) })
    }
    steps = settings.steps.map { transitions[$0.transition] }
    timeline = job.plan.timeline
    self.canvas = canvas
    self.headers = headers
    self.jobs = jobs
    self.profile = profile
    self.format = format
    depth = outputs.map(\.depth).max() ?? .eight
    picturesAreGray = headers.areGrey
    bounds = canvas.bounds
    background = canvas.background
    matte = settings.matte
    unitesSizes = canvas.centersUnscaled
  }

  private static func decode(
    _ files: [ImageFile], keepingProfile: @Sendable @escaping (ImageFile) -> Bool
  ) throws(Failure) -> [DecodedImage] {
    let results = Threads.results(of: files.count) { index in
      Result { () throws(ImageFileError) in
        try files[index].decode(keepingProfile: keepingProfile(files[index]))
      }
    }
    var decoded: [DecodedImage] = []
    for result in results {
      decoded.append(try Failure.from { () throws(ImageFileError) in try result.get() })
    }
    return decoded
  }

  /// A transition with all its parameters, among them pictures.
  private static func transition(
    _ transition: FilterSettings, _ settings: RenderSettings, _ canvas: Canvas,
    _ space: WorkingSpace, images: [DecodedImage]
  ) throws(Failure) -> any Transition {
    var complete = try transition.transition(in: canvas.bounds)
    for (parameter, picture) in transition.images {
      guard let index = settings.parameterPictures.firstIndex(of: picture) else { continue }
      let bitmap = try Failure.from { () throws(ImageFileError) in
        try Self.bitmap(of: images[index], for: parameter, canvas, settings.fit, space)
      }
      try complete.setting(parameter, to: .image(bitmap))
    }
    return complete
  }

  /// A picture as a parameter's value, brought to the frame if it lies over it.
  private static func bitmap(
    of image: DecodedImage, for parameter: ParameterDescription, _ canvas: Canvas, _ fit: Fit?,
    _ space: WorkingSpace
  ) throws(ImageFileError) -> Bitmap {
    if parameter.fitting == .own { return try image.bitmap(workingSpace: space) }
    // What a mask or backside does not cover is transparent.
    var canvas = canvas
    canvas.background = .clear
    if canvas.fit == .containBlur { canvas.fit = .contain }
    if parameter.fitting == .stretched, [nil, .containBlur].contains(fit) { canvas.fit = .stretch }
    // Masks are enlarged as numbers, which takes a fifth of the time, and read on the scale that
    // each filter chooses: tables of another one would be made in vain.
    if parameter.fitting == .stretched, canvas.fit == .stretch, image.width <= canvas.width,
      image.height <= canvas.height
    {
      return try image.bitmap(workingSpace: .srgb)
    }
    return try image.fitted(
      to: canvas, format: image.fittedFormat(in: canvas), workingSpace: space
    ).bitmap
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
        return try body(Frame(showing: pictures[0].bitmap, depth: depth))
      }
      let transition = steps[number]
      let (a, b) = (pictures[0], pictures[1])
      let space = transition.layout.workingSpace
      let inputs = Inputs(
        source: a.bitmap.reading(in: space), target: b.bitmap.reading(in: space),
        sourceBounds: a.bounds, targetBounds: b.bounds, background: background, depth: depth)
      return try body(transition.frame(at: drawing.moment.time, of: inputs))
    }
  }
}

extension PixelFormat {
  /// The format in which pictures of some formats can be kept without loss.
  fileprivate init(holding formats: [PixelFormat]) {
    self.init(
      depth: formats.map(\.depth).max() ?? .eight, hasAlpha: formats.contains(where: \.hasAlpha))
  }
}
