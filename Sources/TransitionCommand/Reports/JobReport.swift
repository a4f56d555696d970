internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// Messages of a job while it makes frames and when it ends.
final class JobReport: Sendable {
  private let job: Job
  private let start: ContinuousClock.Instant
  private let tickers = Monitor<[Ticker]>([])
  /// The frames that are made, and whether a later run can find out which of them are done.
  private let frames = Monitor<(work: Work, canGoOn: Bool)?>(nil)

  /// Frames that are still to be made.
  struct Work: Sendable {
    let count: Int
    /// How many of them are made.
    let finished: @Sendable () -> Int
  }

  init(_ job: Job, start: ContinuousClock.Instant) { (self.job, self.start) = (job, start) }

  private var plan: Plan { job.plan }

  /// How far it has come when a signal ends it.
  var interruption: String {
    let location = job.outputs.main.location
    guard let (work, canGoOn) = frames.withLock(\.self) else {
      return "interrupted before the first frame: \(location)"
    }
    if let whole = job.outputs.main.file {
      return "interrupted: \(whole.role) is not made: \(whole.path)"
        + (canGoOn ? "; its parts stay, and the same command goes on from there" : "")
    }
    let count = plan.chosen.count
    return "interrupted: \(count - work.count + work.finished()) of \(count) frames are done: "
      + location + (canGoOn ? "; --skip-existing goes on from there" : "")
  }

  /// Tells what is going to happen, and whether a later run can find out which frames are done.
  func begin(_ work: Work, _ opened: OpenedShow, hasAlpha: Bool, kept: Int, canGoOn: Bool) {
    frames.withLock { $0 = (work, canGoOn) }
    Console.writeRemarks()
    let plan = PlanReport(opened: opened, hasAlpha: hasAlpha)
    if job.verbosity == .verbose {
      Console.note(plan.table)
      if kept > 0 { Console.note("\(kept) frames are there and stay") }
    }
    let now = ContinuousClock.now
    let progression = { @Sendable in
      Progression(
        made: work.finished(), of: work.count, kept: kept,
        seconds: now.duration(to: .now) / .seconds(1))
    }
    if Console.isForPrograms {
      Console.event { JSON.event("plan", plan.members) }
      tickers.withLock { $0.append(Progression.events(progression)) }
    } else if job.progress == .always
      || job.progress == .auto && job.verbosity == .normal && Console.isTerminal
    {
      tickers.withLock { $0.append(ProgressBar.show(progression)) }
    } else {
      return
    }
    guard let advice = job.outputs.main.adviceForLongRuns else { return }
    let advising = Ticker(after: .seconds(5), every: .seconds(5)) { ticker in
      let now = progression()
      guard let left = now.secondsLeft, now.seconds + left > 120 else { return }
      Console.remark(advice)
      Console.writeRemarks()
      ticker.stop()
    } atEnd: {
    }
    tickers.withLock { $0.append(advising) }
  }

  /// Tells of a frame that is done.
  func made(_ drawing: Drawing, seconds: Double) {
    guard job.verbosity == .verbose else { return }
    for number in drawing.numbers {
      let name = job.files?.pattern.path(number).description ?? "frame \(number)"
      Console.note("\(name): time \(Float(drawing.moment.time)), \(Int(seconds * 1000)) ms")
    }
  }

  func stop() { tickers.withLock { $0 }.forEach { $0.stop() } }

  /// Tells how it ended, after some frames; `isWhole` if no reader went away before the last one.
  ///
  /// - Returns: the sentence for it: the show, where it is, and how long it took.
  func end(made: Int, isWhole: Bool = true) -> String {
    if let remark = Remarks.ofOlderFrames(job) { Console.remark(remark) }
    let kept = plan.chosen.count - made
    let isOfFiles = job.files != nil
    var location = job.outputs.main.location
    if let files = job.files, let first = plan.chosen.first, let last = plan.chosen.last {
      let names = (first == last ? [first] : [first, last]).map { "\(files.pattern.path($0))" }
      location = names.joined(separator: " … ")
    }
    let summary =
      plan.isWhole && isWhole && (!isOfFiles || kept == 0)
      ? "\(location): \(whole)"
      : "\(location): \(made.counted("frame"))"
        + (kept > 0 && isOfFiles ? ", \(kept) were there" : "") + ", in \(time)"
    return end(summary)
  }

  /// The show and how long it took, in words.
  private var whole: String {
    [job.length, job.outputs.main.endRemark, "made in \(time)"].compactMap(\.self)
      .joined(separator: ", ")
  }

  private var time: String {
    let seconds = start.duration(to: .now) / .seconds(1)
    return "\((seconds * 100).rounded() / 100) s"
  }

  /// Tells how a film, or a share of its parts, ended.
  func end(partsMade: Int, kept: Int, film: Path?) -> String {
    let parts = "\(partsMade.counted("part")) made, \(kept) kept"
    return end(film.map { "\($0): \(whole): \(parts)" } ?? "\(parts), in \(time)")
  }

  /// Tells how a page of looks ended.
  func end(looks: Int) -> String {
    end("\(job.outputs.main.location): \(looks.counted("look")), made in \(time)")
  }

  /// Tells how it ended, in a sentence, and returns that.
  private func end(_ summary: String) -> String {
    Console.writeRemarks()
    if !WatchRound.hasTaken(.result(summary)),
      job.verbosity == .verbose || (job.verbosity == .normal && StandardError.isTerminal)
    {
      Console.note(summary)
    }
    return summary
  }
}
