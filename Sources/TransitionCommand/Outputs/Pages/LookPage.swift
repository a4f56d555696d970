internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// Makes a page that shows two pictures with each of several transitions.
struct LookPage {
  private let job: Job
  private let page: Page

  /// The frames of each animation, the two pictures among them.
  private static let frames = 16
  /// For how many milliseconds they are shown: the pictures long enough to be seen.
  private static let delays = [600] + Array(repeating: 66, count: frames - 2) + [900]

  /// A look as the page holds it.
  private struct Drawn {
    let animation: [UInt8]
    let still: [UInt8]
  }

  init(_ job: Job, _ page: Page) { (self.job, self.page) = (job, page) }

  /// - Returns: how it ended, in a sentence.
  func make(_ report: JobReport) throws(Failure) -> String {
    let whole = try OpenedShow(job)
    let opened = whole.small(page.cell(of: whole.size))
    let looks = job.show.looks
    Interruption.listen()
    try page.begin()
    let threads = try opened.threads()
    let jobs = try Failure.from(
      image: ThreadBudget.frames(atOnce: threads, pictures: opened.decodedAtOnce))
    let (pictures, format) = try pictures(of: opened)
    Console.remark(Remarks.ofFrames(whole, hasAlpha: format.hasAlpha))
    Console.remark(job.show.remarks(in: whole.canvas.bounds))
    let finished = Monitor(0)
    let work = JobReport.Work(count: looks.count * Self.frames) { finished.withLock(\.self) }
    report.begin(work, whole, hasAlpha: format.hasAlpha, kept: 0, canGoOn: false)
    defer { report.stop() }
    let loader = TransitionLoader(opened: opened, format: format) {
      Threads.perform($0, atOnce: 1, $1)
    }
    VipsLibrary.threadsPerImage = 1
    let results = Threads.results(of: looks.count, atOnce: jobs) { index in
      Result { () throws(Failure) in
        defer { finished.withLock { $0 += Self.frames } }
        return try draw(looks[index], pictures, loader)
      }
    }
    var cards: [PageText.LookCard] = []
    for (look, result) in zip(looks, results) {
      let drawn = try result.get()
      cards.append(
        PageText.LookCard(
          look: look, command: command(look), animation: drawn.animation, still: drawn.still))
    }
    report.stop()
    try page.write(PageText(whole, page).document(cards, of: opened.size))
    return report.end(looks: looks.count)
  }

  /// The two pictures in a small frame.
  private func pictures(
    of opened: OpenedShow
  ) throws(Failure) -> ([FittedPicture], PixelFormat) {
    let decoded = try zip(
      Threads.results(of: 2) { index in
        Result { () throws(Failure) in try opened.pictures[index].picture(keeping: nil) }
      }, job.show.items
    ).map { result, item throws(Failure) in
      try Failure.located(at: item.position, result.get())
    }
    var format = PixelFormat(holding: decoded.map(\.format), encoding: .sRGB)
    if opened.canvas.addsAlpha(around: job.show.items) { format = format.with(alpha: true) }
    let loader = FootageLoader(
      items: job.show.items, plan: job.plan, pictures: opened.pictures, profile: nil,
      canvas: opened.canvas, format: format, matte: page.holdsAlpha ? nil : job.show.matte)
    let pictures = try decoded.enumerated().map { index, picture throws(Failure) in
      try loader.item(index, picture).footage(0, 0)
    }
    return (pictures, format)
  }

  /// Draws all frames of a look.
  private func draw(
    _ look: Look, _ pictures: [FittedPicture], _ loader: TransitionLoader
  ) throws(Failure) -> Drawn {
    let transition = loader.prepared(
      look.transition, try loader.transition(look.transition))
    let size = loader.opened.size
    let stills = try page.stills()
    let animation = try page.animation(size, loader.format, delays: Self.delays)
    let matte = Matte(job.show)
    var still: [UInt8] = []
    for index in 0..<Self.frames {
      let time = look.easing(Double(index) / Double(Self.frames - 1))
      var frame = pictures[index == 0 ? 0 : 1].frame(depth: .eight)
      if index > 0, index < Self.frames - 1 {
        frame = try transition.frame(
          at: time, from: pictures[0], to: pictures[1], over: loader.opened.canvas.background,
          depth: .eight)
      }
      let picture = page.shown(frame, over: matte).bitmap()
      try Failure.from(image: animation.add(picture, at: index))
      if index == Self.frames / 2 {
        still = try Failure.from(image: stills.encoded(Frame(showing: picture)))
      }
    }
    return Drawn(animation: try Failure.from(image: animation.bytes()), still: still)
  }

  /// The command that makes a film with a look.
  private func command(_ look: Look) -> [Path] {
    let names = job.show.items.map { item in
      let values = item.options.sorted { !$0.option.takesRest && $1.option.takesRest }
      return values.reduce(PrintedList.name(of: item.source)) {
        $0 + Path(":\($1.option.name)=\($1.text)")
      }
    }
    // What a command line gives to all steps.
    let settings = job.show.transitions[look.transition]
    let transition = settings.argument(Path(look.word.text)) { parameter in
      settings.source(of: parameter).map { [.list, .option].contains($0.origin) } ?? false
    }
    return ["dotransition"] + names + page.runOptions
      + ["--transition", transition, "-o", "film.mp4"]
  }
}
