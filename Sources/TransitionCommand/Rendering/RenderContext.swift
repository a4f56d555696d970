internal import GLTransitions
internal import Synchronization
internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// What the frames of a timeline show: its pictures, decoded when they are needed, and the transitions
/// between them.
final class RenderContext: Sendable {
  let size: Size
  /// How the pixels of the pictures lie in memory.
  let format: PixelFormat
  /// The least depth of frames.
  private let depth: PixelFormat.Depth
  /// Whether no picture of the timeline has color.
  let picturesAreGrey: Bool
  /// The ICC profile that the frames are in, if not sRGB.
  let profile: [UInt8]?
  /// The color of margins.
  let background: Color
  /// What lies under alpha where a file or a stream has none.
  let matte: Color
  /// Whether the frame holds two pictures of different heights, unscaled.
  let unitesSizes: Bool

  /// The frame as a rectangle.
  let bounds: Rect

  /// How many frames the system allows to make at once.
  let jobs: Int
  private let timeline: Timeline
  /// The transitions with their parameters, not yet set up for two pictures, and where they mix.
  private let transitions: [(any Transition, WorkingSpace)]
  private let pictures: PictureCache
  private let names: [String]
  /// The transitions that are being shown, set up for their pictures.
  private let prepared = Mutex<[Int: Prepared]>([:])

  /// Opens the pictures and decodes those that the first frames need.
  ///
  /// - Parameters:
  ///   - settings: what the frames show.
  ///   - timeline: the order of pictures and transitions.
  ///   - keepingProfile: whether frames can stay in the profile that all pictures share.
  ///   - depth: the least depth of frames, whatever that of their pictures is.
  ///   - bytesPerPixel: what a frame takes while it is packed or encoded.
  ///   - frames: how many frames are made.
  ///   - jobs: how many of them at once, if the system allows as many threads.
  ///   - check: refuses a size of the frames.
  ///   - remark: takes a line about pictures of another size.
  /// - Throws: what is wrong with a picture, or that memory or threads are too few.
  init(
    _ settings: RenderSettings, _ timeline: Timeline, keepingProfile: Bool,
    depth: PixelFormat.Depth, bytesPerPixel: Int, frames: Int, jobs: Int,
    check: (Size) throws(Failure) -> Void,
    remark: (String) -> Void
  ) throws(Failure) {
    let headers = try PictureHeaders(settings)
    let canvas = headers.canvas(settings)
    try check(Size(width: canvas.width, height: canvas.height))
    try headers.checkMemory(canvas, bytesPerPixel: bytesPerPixel, threads: min(jobs, frames))
    self.jobs = try Failure.from { () throws(ImageFileError) in
      try ThreadBudget.frames(atOnce: jobs, pictures: headers.decodedAtOnce)
    }
    let profile = keepingProfile ? headers.sharedProfile : nil
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
    transitions = try Self.transitions(
      settings, canvas, images: Array(decoded.dropFirst(first.count)))
    names = settings.transitions.map(\.filter.displayName)
    self.timeline = timeline
    self.profile = profile
    self.format = format
    self.depth = depth
    picturesAreGrey = headers.areGrey
    size = Size(width: canvas.width, height: canvas.height)
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

  /// The transitions with their parameters, among them pictures.
  private static func transitions(
    _ settings: RenderSettings, _ canvas: Canvas, images: [DecodedImage]
  ) throws(Failure) -> [(any Transition, WorkingSpace)] {
    var transitions: [(any Transition, WorkingSpace)] = []
    // Steps of one filter share their masks.
    var made: [String: (any Transition, WorkingSpace)] = [:]
    for step in settings.transitions {
      let space = settings.workingSpace ?? step.filter.workingSpace
      if let known = made[step.filter.fullName] {
        transitions.append(known)
        continue
      }
      var transition = try step.make(in: canvas.bounds)
      for (parameter, picture) in step.images {
        guard let index = settings.parameterPictures.firstIndex(of: picture) else { continue }
        let bitmap = try Failure.from { () throws(ImageFileError) in
          try Self.bitmap(of: images[index], for: parameter, canvas, settings.fit, space)
        }
        try transition.setting(parameter, to: .image(bitmap))
      }
      made[step.filter.fullName] = (transition, space)
      transitions.append((transition, space))
    }
    return transitions
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

  /// A transition set up for its pictures, once.
  private final class Prepared: Sendable {
    let inputs: Inputs
    private let transition: any Transition
    private let parallelFor: ParallelFor
    private let prepared = Mutex<(any Transition)?>(nil)

    init(
      _ transition: any Transition, _ inputs: Inputs, parallelFor: @escaping ParallelFor
    ) {
      self.inputs = inputs
      self.parallelFor = parallelFor
      self.transition = transition
    }

    private var ready: any Transition {
      prepared.withLock { prepared in
        if let prepared { return prepared }
        let ready = Threads.resultOnDeepStack { [transition, inputs, parallelFor] in
          transition.prepared(for: inputs.layout, parallelFor) as any Transition
        }
        prepared = ready
        return ready
      }
    }

    /// The frame of a time; one that may fail is drawn at once, so that no output sees half of it.
    func frame(at time: Double, _ name: String) throws(Failure) -> Frame {
      // The ends are pictures: one thread encodes the first while another prepares the transition.
      guard time > 0, time < 1 else { return transition.frame(at: time, of: inputs) }
      let ready = ready
      guard ready.mayFail else { return ready.frame(at: time, of: inputs) }
      let failure = FirstError()
      let drawn = ready.frame(at: time, of: inputs) { failure.note($0) }.bitmap()
      if let error = failure.error {
        guard let error = error as? GLError else { throw Failure(.defect, "\(error)") }
        throw Failure(error, in: name)
      }
      return Frame(showing: drawn)
    }
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
      let transition = transition(number, between: pictures)
      return try body(transition.frame(at: drawing.moment.time, names[number]))
    }
  }

  private func transition(_ number: Int, between pictures: [FittedPicture]) -> Prepared {
    prepared.withLock { prepared in
      if let known = prepared[number] { return known }
      let (a, b) = (pictures[0], pictures[1])
      let (transition, space) = transitions[number]
      let new = Prepared(
        transition,
        Inputs(
          source: a.bitmap.reading(in: space), target: b.bitmap.reading(in: space),
          sourceBounds: a.bounds, targetBounds: b.bounds,
          background: background, depth: depth)
      ) { [jobs] in Threads.perform($0, atOnce: jobs, $1) }
      // What has been shown keeps its pictures in memory no longer.
      prepared = [number: new]
      return new
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

/// The first of some errors, on whichever threads they happen.
private final class FirstError: Sendable {
  private let first = Mutex<(any Error)?>(nil)

  func note(_ error: any Error) { first.withLock { $0 = $0 ?? error } }
  var error: (any Error)? { first.withLock(\.self) }
}
