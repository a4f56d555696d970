internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A command line that has been checked: everything that is needed to make the frames, and to
/// report on them. The options are known to no further than `init`.
struct Job {
  /// The use of the plan.
  enum Action {
    case render, listMissing
    case describe(asJSON: Bool, listsFrames: Bool)
  }

  enum Verbosity { case quiet, normal, verbose }

  /// How it ended: the exit status, and a sentence if frames were asked for.
  typealias Outcome = (status: Int32, message: String)

  static let success: Outcome = (0, "")

  /// A setting that decides the picture of a frame; `json` is `nil` if it is unset.
  typealias Decision = (name: String, text: String, isGiven: Bool, json: JSON?)

  private(set) var plan: Plan
  var show: Show
  let outputs: Outputs
  /// The sound of the film that they are; `nil` if there is none.
  let soundtrack: Soundtrack?
  /// The file of captions beside them; `nil` if there is none.
  let subtitles: Subtitles?
  let action: Action
  let decisions: [Decision]
  /// Sentences about options that are given and change nothing.
  let remarks: [String]
  /// Frames made at once, if the system allows it.
  let jobs: Int
  /// Whether so many are asked for, rather than as many as there are cores.
  let areJobsGiven: Bool
  let verbosity: Verbosity
  let progress: ProgressBar.When

  /// Checks all that can be checked without opening a file.
  init(_ settings: Settings) throws(Failure) {
    verbosity = settings.isQuiet ? .quiet : settings.isVerbose ? .verbose : .normal
    show = try Show(settings)
    plan = try Plan(settings, show)
    outputs = try Outputs(settings, plan)
    soundtrack = try Soundtrack(settings, show, plan, outputs)
    subtitles = try Subtitles(settings)
    for folder in show.folders { try folder.check(outputs) }
    for item in show.items { try item.source.check(outputs, plan) }
    action = try Self.action(settings)
    jobs = settings.jobs ?? VipsLibrary.threads
    areJobsGiven = settings.jobs != nil
    progress = settings.progress
    // A length of the whole decides it, too.
    let texts = show.paceTexts.merging(["hold": ValueReader.hold.text(show.hold)]) { $1 }
    decisions = settings.all
      .filter { $0.definition.group != .parameters && $0.definition.decidesPicture }
      .map { setting in
        let name = setting.definition.name
        return (
          name, setting.text ?? "unset", setting.isGiven,
          texts[name].map { .string($0) } ?? setting.json
        )
      }
    remarks = Remarks(settings, show, plan, outputs).lines
    if settings.watches { try checkWatch(settings) }
  }

  private static func action(_ settings: Settings) throws(Failure) -> Action {
    for flag in [settings.$printsJSON, settings.$plansFrames]
    where flag.wrappedValue && !settings.isDryRun {
      throw .usage("\(flag.definition.label) belongs to --dry-run")
    }
    if settings.isDryRun {
      return .describe(
        asJSON: settings.printsJSON, listsFrames: settings.printsJSON || settings.plansFrames)
    }
    return settings.listsMissing ? .listMissing : .render
  }

  /// The job for some frames of the timeline alone, counted from 0.
  func choosing(_ frames: Range<Int>) -> Job {
    var job = self
    job.plan = plan.choosing(frames)
    return job
  }

  /// The film that is made of parts, with the folder of these; `nil` if there is none.
  private func filmOfParts() throws(Failure) -> FilmOfParts? {
    guard let film = outputs.film, let folder = film.parts else { return nil }
    return try FilmOfParts(self, film, folder)
  }

  /// The files that frames become, if they do.
  var files: FrameFiles? { outputs.frames }

  func run() throws(Failure) -> Outcome {
    let start = ContinuousClock.now
    Console.remark(remarks)
    if case .listMissing = action { return try listMissing() }
    try outputs.checkFiles(plan, inputs: show.inputs)
    try subtitles?.check(outputs, plan, inputs: show.inputs)
    guard case .describe(let asJSON, let listsFrames) = action else {
      func make() throws(Failure) -> Outcome { (0, try makeFrames(JobReport(self, start: start))) }
      // A shard of a film's parts makes no film.
      guard let subtitles, outputs.film?.parts?.shard ?? .whole == .whole else {
        return try make()
      }
      return try subtitles.write(self, make)
    }
    let opened = try OpenedShow(self)
    // Frames of another render are in the way of the plan, too.
    if let files, files.existing.isCompared {
      let frames = try FrameRecordFile(self, files).find(opened)
      Console.remark(frames?.remarks ?? [])
    }
    let hasAlpha = try opened.hasAlpha()
    Console.remark(Remarks.ofFrames(opened, hasAlpha: hasAlpha))
    Console.remark(show.remarks(in: opened.canvas.bounds))
    Console.writeRemarks()
    try PlanReport(opened: opened, hasAlpha: hasAlpha, remarks: Console.remarks)
      .write(asJSON: asJSON, listsFrames: listsFrames, to: Console.write)
    return Self.success
  }

  /// Prints the frames that `--skip-existing` would make.
  private func listMissing() throws(Failure) -> Outcome {
    if let film = try filmOfParts() { return try missing(film.missing) }
    guard let files else { return Self.success }
    let frames = try FrameRecordFile(self, files).find()
    let finished = frames?.kept ?? Set(files.finished(plan.chosen))
    if frames == nil, !finished.isEmpty {
      Console.remark("no record says how the frames were made: only their names are compared")
    }
    return try missing(FrameSet(plan.chosen.numbers.lazy.filter { !finished.contains($0) }))
  }

  private func missing(_ missing: FrameSet) throws(Failure) -> Outcome {
    Console.writeRemarks()
    let message = "\(missing.count) of \(plan.chosen.count.counted("frame")) missing"
    if missing.isEmpty { return (0, message) }
    try Console.print(missing.specification)
    return (Failure.Status.missing.rawValue, message)
  }

  /// - Returns: how it ended, in a sentence.
  private func makeFrames(_ report: JobReport) throws(Failure) -> String {
    Interruption.describe { report.interruption }
    if let film = try filmOfParts() { return try film.make(report) }
    if let page = outputs.main as? Page, !show.looks.isEmpty {
      return try LookPage(self, page).make(report)
    }
    let record = try files.map { files throws(Failure) in try FrameRecordFile(self, files) }
    let opened = try OpenedShow(self)
    let found = files?.existing.isCompared ?? false ? try record?.find(opened) : nil
    if outputs.all.count == 1, found?.kept.count == plan.chosen.count { return report.end(made: 0) }
    Interruption.listen()
    let context = try RenderContext(outputs.cell(of: opened).map(opened.small) ?? opened)
    Console.remark(show.remarks(in: opened.canvas.bounds))
    let writers = try outputs.open(self, context, record)
    let queue = FrameQueue(plan, for: writers)
    VipsLibrary.threadsPerImage = context.jobs / max(1, min(context.jobs, queue.count))
    report.begin(
      JobReport.Work(count: queue.count) { queue.finished }, opened,
      hasAlpha: context.format.hasAlpha,
      // A contact sheet wants less than all frames.
      kept: files == nil ? 0 : plan.chosen.count - queue.count,
      canGoOn: writers.contains { $0.canGoOn })
    defer { report.stop() }
    do throws(Failure) {
      try queue.make(context, jobs: context.jobs) { report.made($0, seconds: $1) }
    } catch {
      for writer in writers { try writer.abandon() }
      throw error
    }
    report.stop()
    try writers.finish()
    return report.end(made: queue.finished, isWhole: queue.finished == queue.count)
  }

  /// Refuses frames of a size that their outputs or transitions cannot have, and options that
  /// encoders do not take: all that can be said before a picture is decoded.
  func check(_ size: Size) throws(Failure) {
    try outputs.check(size, plan)
    for transition in show.transitions { try transition.check(in: size) }
  }
}
