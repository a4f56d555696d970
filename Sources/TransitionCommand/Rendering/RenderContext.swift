internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The pictures of a show and the transitions between them, loaded when they are needed: draws
/// frames.
final class RenderContext: Sendable {
  /// The right to borrow what a drawing shows.
  struct Reservation: Sendable {
    fileprivate let footage: FootageCache.Reservation
    fileprivate let nextItem: Int?
    fileprivate let transition: TransitionCache.Reservation
    fileprivate let nextTransition: Int?
  }

  var size: Size { opened.size }
  /// How the pixels of the frames lie in memory, unless an output asks for a greater depth.
  let format: PixelFormat
  private let depth: PixelFormat.Depth
  private let dithers: Bool
  /// The profile that the frames are in, if not sRGB.
  var profile: ColorProfile? { opened.profile }
  var background: Color { opened.canvas.background }
  let matte: Matte
  var bounds: Rect { opened.canvas.bounds }

  /// How many frames the system allows to make at once.
  let jobs: Int
  let opened: OpenedShow
  private var timeline: Timeline { opened.job.plan.timeline }
  private let mark: PlacedMark?
  private let footage: FootageCache
  private let transitions: TransitionCache

  /// Decodes the pictures if there are only two, with those that are parameters of few transitions;
  /// as many `threads` make frames, `nil` for as many as there is memory for.
  ///
  /// - Throws: what is wrong with a picture, or that memory or threads are too few.
  init(_ opened: OpenedShow, threads: Int? = nil) throws(Failure) {
    let (job, canvas, profile) = (opened.job, opened.canvas, opened.profile)
    let show = job.show
    let threads = if let threads { threads } else { try opened.threads() }
    let early = Self.transitionsOpenedEarly(job)
    let earlyPictures = Set(early.flatMap { show.transitions[$0].images.map(\.picture) })
    let inOrder = show.parameterPictures.filter(earlyPictures.contains)
    let jobs = try Failure.from(
      image: ThreadBudget.frames(
        atOnce: threads,
        pictures: opened.decodedAtOnce
          + (early.isEmpty
            ? min(PreparedTransition.limit, opened.parameters.count { $0.image != nil })
            : inOrder.count { $0.source.file != nil }),
        encoders: job.outputs.all.reduce(0) { $0 + ($1.pictureType?.encoderThreads ?? 0) }))
    // Two pictures, and those of few transitions, are decoded at the same time.
    let isPair = show.isPair
    let pair = isPair ? opened.pictures : []
    let results = Threads.results(of: pair.count + inOrder.count) { index in
      Result { () throws(Failure) in
        index < pair.count
          ? try pair[index].picture(keeping: profile)
          : try opened.decode(inOrder[index - pair.count])
      }
    }
    let positions = show.items.prefix(pair.count).map(\.position) + inOrder.map(show.position)
    let decoded = try zip(results, positions).map { result, position throws(Failure) in
      try Failure.located(at: position, result.get())
    }.compactMap(\.self)
    var format = PixelFormat(
      holding: isPair ? decoded.prefix(2).map(\.format) : opened.pictures.map(\.format),
      encoding: profile?.encoding ?? .sRGB)
    if canvas.addsAlpha(around: show.items) { format = format.with(alpha: true) }
    Console.remark(Remarks.ofFrames(opened.whole, hasAlpha: format.hasAlpha))
    let opener = FootageLoader(
      items: show.items, plan: job.plan, pictures: opened.pictures, profile: profile,
      canvas: canvas, format: format, matte: job.outputs.main.holdsAlpha ? nil : show.matte,
      strengths: opened.strengths)
    footage = FootageCache(limit: FootageCache.mostOpen) { showing throws(Failure) in
      try opener.item(showing)
    }
    for (item, image) in decoded.prefix(pair.count).enumerated() {
      footage.add(try opener.item(item, image), as: item)
    }
    let loader = TransitionLoader(opened: opened, format: format) {
      Threads.perform($0, atOnce: jobs, $1)
    }
    let images = Dictionary(uniqueKeysWithValues: zip(inOrder, decoded.dropFirst(pair.count)))
    var loaded: [Int: any Transition] = [:]
    for index in early { loaded[index] = try loader.transition(index, images) }
    transitions = TransitionCache(limit: PreparedTransition.limit) {
      [loaded] index throws(Failure) in
      if let transition = loaded[index] { return loader.prepared(index, transition) }
      return loader.prepared(index, try loader.transition(index))
    }
    (self.opened, self.jobs) = (opened, jobs)
    mark = try opened.placedMark(format.encoding)
    dithers = show.dithers && job.outputs.canDither(format.depth)
    self.format = dithers ? format.with(depth: .eight) : format
    depth = job.outputs.all.map(\.depth).max() ?? .eight
    matte = Matte(show)
  }

  /// The transitions whose pictures are decoded before the first frame, by their indices: those of
  /// two pictures, or few that the frames show.
  private static func transitionsOpenedEarly(_ job: Job) -> [Int] {
    let show = job.show
    var shown = Set(show.transitions.indices)
    if !show.isPair, show.transitions.contains(where: { !$0.images.isEmpty }) {
      let steps = job.plan.steps(of: job.plan.chosen.numbers)
      shown = Set(steps.compactMap(\.step.transition).map { show.steps[$0].transition })
    }
    let indices = shown.filter { !show.transitions[$0].images.isEmpty }.sorted()
    return indices.count <= PreparedTransition.limit ? indices : []
  }

  /// Reserves what a drawing shows; called for one drawing after the other, in their order, and the
  /// drawing must then be made. `later` are the steps that are shown after it.
  ///
  /// The pictures may be reserved already while the transition waits for room. That hangs nobody:
  /// who has come so far waits only for earlier drawings, and these have all that they need. They
  /// are past this function, reserve nothing more, and give everything back once it is loaded and
  /// drawn, which no drawing and no room holds up.
  func reserve(_ drawing: Drawing, before later: ArraySlice<Timeline.Moment>) -> Reservation {
    let (time, steps) = (drawing.moment.time, opened.job.show.steps)
    // At its ends a transition shows a picture as it is.
    let transition = time > 0 && time < 1 ? drawing.moment.step.transition : nil
    let showings = timeline.shown(at: drawing.moment).map(\.showing)
    return Reservation(
      // A loop of one item shows it twice.
      footage: footage.reserve(Set(showings).count < showings.count ? [showings[0]] : showings),
      nextItem: timeline.next(after: drawing.moment, in: later),
      transition: transitions.reserve([transition].compactMap(\.self).map { steps[$0].transition }),
      nextTransition: later.lazy.compactMap(\.step.transition).first.map { steps[$0].transition })
  }

  /// Makes the frame of a drawing; what it shows stays in memory as long as `body` takes.
  func withFrame<Value>(
    of drawing: Drawing, _ reservation: Reservation,
    _ body: (Frame) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try footage.lend(reservation.footage, next: reservation.nextItem) {
      footage throws(Failure) in
      try transitions.lend(reservation.transition, next: reservation.nextTransition) {
        transitions throws(Failure) in
        let pictures = try pictures(of: drawing.moment, footage, reservation.footage.turns)
        let (a, b) = (pictures[0], pictures[pictures.count - 1])
        guard let transition = try transitions.first?.get() else {
          let shown = (drawing.moment.time > 0 ? b : a).frame(depth: depth)
          let texts = try footage[0].get().texts
          return try body(ready(texts.over(shown, drawing.moment.words)))
        }
        let frame = try transition.frame(
          at: drawing.moment.time, from: a, to: b, over: background, depth: depth,
          dithers: dithers)
        return try body(ready(frame))
      }
    }
  }

  /// The pictures that a moment shows, of its open items.
  ///
  /// Each is asked for before the first error is thrown: later drawings wait until this one has had
  /// its turn.
  private func pictures(
    of moment: Timeline.Moment, _ footage: [Result<OpenedItem, Failure>], _ turns: [Int]
  ) throws(Failure) -> [FittedPicture] {
    let results = timeline.shown(at: moment).enumerated().map { index, shown in
      let index = min(index, footage.count - 1)
      let position = opened.job.show.items[shown.item].position
      return Result { () throws(Failure) in
        let item = try footage[index].get()
        return try Failure.located(at: position, item.footage(shown.frame, turns[index]))
      }
    }
    return try results.map { result throws(Failure) in try result.get() }
  }

  /// A frame as outputs take it, under the watermark: those of deeper pictures are dithered as a
  /// whole.
  private func ready(_ frame: Frame) -> Frame {
    let marked = mark?.over(frame) ?? frame
    return dithers ? marked.dithered() : marked
  }
}

extension PixelFormat {
  /// The format in which pictures of some formats can be kept without loss.
  init(holding formats: [PixelFormat], encoding: RGBEncoding) {
    self.init(
      depth: formats.map(\.depth).max() ?? .eight, hasAlpha: formats.contains(where: \.hasAlpha),
      encoding: encoding)
  }
}

extension Timeline.Step {
  fileprivate var transition: Int? {
    if case .transition(let number) = self { number } else { nil }
  }
}
