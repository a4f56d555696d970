internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// Messages of a job while it makes frames and when it ends.
final class JobReport: Sendable {
  private let job: Job
  private let plan: Plan
  private let files: FrameFiles?
  private let verbosity: Job.Verbosity
  private let showsBar: Bool
  private let start: ContinuousClock.Instant
  private let ticker = Monitor<Ticker?>(nil)
  /// Remarks that are not written yet.
  private let remarks = Monitor<[String]>([])
  private let progress: Progress

  init(_ job: Job, start: ContinuousClock.Instant) {
    self.job = job
    plan = job.plan
    files = job.files
    verbosity = job.verbosity
    self.start = start
    showsBar =
      switch job.progress {
      case .always: true
      case .never, .json: false
      case .auto: job.verbosity == .normal && Console.isTerminal
      }
    progress = Progress(job)
  }

  /// Tells something that people would want to know once the frames begin: an error before them is
  /// one line.
  func remark(_ text: String) {
    if verbosity != .quiet { remarks.withLock { $0.append(text) } }
  }

  /// The remarks that are not written yet.
  var unwritten: [String] { remarks.withLock(\.self) }

  func writeRemarks() {
    let lines = remarks.withLock { remarks in
      defer { remarks = [] }
      return remarks
    }
    Console.releaseRemarks()
    for line in lines { Console.remark(line) }
  }

  /// Ends the process when a signal asks for it, without unfinished files, and tells how far it
  /// came.
  func awaitEnd() {
    Signals.awaitEnd { [progress] number in
      ChildProcess.endAll {
        AtomicFile.abandonAll {
          let status = 128 + number
          let end = { @Sendable (status: Int32) -> Never in ProcessSetup.end(status: status) }
          // A terminal or a reader of stderr that stalls may hold up the words, not the end.
          if Threads.detach({ Console.lastWords(progress.interruption, status: status, end) }) {
            Threads.sleep(.seconds(1))
          }
          end(status)
        }
      }
    }
  }

  /// Tells what is going to happen.
  ///
  /// - Parameters:
  ///   - queue: the frames that are made.
  ///   - context: what they show.
  ///   - canGoOn: whether a later run can find out which of them are done.
  func begin(_ queue: FrameQueue, _ context: RenderContext, canGoOn: Bool) {
    progress.begin(queue, canGoOn: canGoOn)
    writeRemarks()
    // A contact sheet wants less than all frames.
    let kept = files == nil ? 0 : plan.chosen.count - queue.count
    if verbosity == .verbose { describe(context, kept: kept) }
    if Console.isForPrograms {
      Event.plan(report(context)).write()
      ticker.withLock { $0 = Progression(of: queue, kept: kept).events() }
    } else if showsBar {
      ticker.withLock { $0 = ProgressBar.show(Progression(of: queue, kept: kept)) }
    }
  }

  private func report(_ context: RenderContext) -> PlanReport {
    PlanReport(context.opened, hasAlpha: context.format.hasAlpha)
  }

  /// Tells of a frame that is done.
  func made(_ drawing: Drawing, seconds: Double) {
    guard verbosity == .verbose else { return }
    for number in drawing.numbers {
      let name = files?.pattern.path(number).description ?? "frame \(number)"
      Console.note("\(name): time \(Float(drawing.moment.time)), \(Int(seconds * 1000)) ms")
    }
  }

  /// Takes the progress bar away.
  func stop() { ticker.withLock { $0?.stop() } }

  /// Tells how it ended.
  ///
  /// - Parameters:
  ///   - made: the frames that were made.
  ///   - isWhole: whether no reader went away before the last one.
  /// - Returns: the sentence for it.
  func end(made: Int, isWhole: Bool = true) -> String {
    writeRemarks()
    let summary = summary(made: made, isWhole, seconds: start.duration(to: .now) / .seconds(1))
    if verbosity == .verbose || (verbosity == .normal && StandardError.isTerminal) {
      Console.note(summary)
    }
    return summary
  }

  /// Describes the show to people who want to know all of it.
  private func describe(_ context: RenderContext, kept: Int) {
    Console.note(report(context).table)
    if kept > 0 { Console.note("\(kept) frames are there and stay") }
  }

  /// What was made, in a line: the show, where it is, and how long it took.
  private func summary(made: Int, _ isWhole: Bool, seconds: Double) -> String {
    let time = "\((seconds * 100).rounded() / 100) s"
    let kept = plan.chosen.count - made
    let there = kept > 0 && files != nil ? ", \(kept) were there" : ""
    let frames = "\(made.of("frame"))\(there), in \(time)"
    let location: String
    if let files, let first = plan.chosen.first, let last = plan.chosen.last {
      let names = (first == last ? [first] : [first, last]).map { "\(files.pattern.path($0))" }
      location = names.joined(separator: " … ")
    } else {
      location = progress.location
    }
    return plan.isWhole && isWhole && (files == nil || made == plan.chosen.count)
      ? "\(location): \(job.length), made in \(time)" : "\(location): \(frames)"
  }
}

/// How far a job has come, for whoever interrupts it.
private final class Progress: Sendable {
  /// The location of the frames, for people.
  let location: String
  private let count: Int
  /// The file that holds all frames or is not made; `nil` if each frame counts by itself.
  private let whole: OutputFile?
  /// The frames that are made, and whether a later run can find out which of them are done.
  private let frames = Monitor<(queue: FrameQueue, canGoOn: Bool)?>(nil)

  init(_ job: Job) {
    location = job.outputs.main.location
    count = job.plan.chosen.count
    whole = job.outputs.main.file
  }

  func begin(_ queue: FrameQueue, canGoOn: Bool) { frames.withLock { $0 = (queue, canGoOn) } }

  var interruption: String {
    guard let (queue, canGoOn) = frames.withLock(\.self) else {
      return "interrupted before the first frame: \(location)"
    }
    if let whole { return "interrupted: \(whole.role) is not made: \(whole.path)" }
    let goesOn = canGoOn ? "; --skip-existing goes on from there" : ""
    return "interrupted: \(count - queue.count + queue.finished) of \(count) frames are done: "
      + location + goesOn
  }
}
