internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A command line that has been checked: everything that is needed to make the frames.
struct Job {
  /// What is to be done with the frames.
  enum Action {
    case render, listMissing
    case describe(asJSON: Bool)
  }

  enum Verbosity { case quiet, normal, verbose }

  let settings: Settings
  let plan: Plan
  let render: RenderSettings
  let destination: Destination
  let sheet: ContactSheet?
  let action: Action
  /// Frames made at once, if the system allows it.
  let jobs: Int
  let verbosity: Verbosity

  /// Checks all that can be checked without opening a file.
  init(_ settings: Settings) throws(Failure) {
    self.settings = settings
    verbosity = settings.isQuiet ? .quiet : settings.isVerbose ? .verbose : .normal
    render = try RenderSettings(settings)
    plan = try Plan(settings, pictures: render.pictures.count)
    sheet = try ContactSheet(settings)
    destination = try Destination(settings, plan)
    action = try Self.action(settings)
    jobs = settings.jobs ?? VipsLibrary.threads
  }

  private static func action(_ settings: Settings) throws(Failure) -> Action {
    guard settings.isDryRun || !settings.printsJSON else {
      throw .usage("--json belongs to --dry-run")
    }
    if settings.isDryRun { return .describe(asJSON: settings.printsJSON) }
    return settings.listsMissing ? .listMissing : .render
  }

  /// The files that frames become, if they do.
  var files: FrameFiles? {
    if case .files(let files) = destination { files } else { nil }
  }

  /// Does what the command line asks for.
  ///
  /// - Returns: the exit status.
  func run() throws(Failure) -> Int32 {
    let report = JobReport(self, start: .now)
    for remark in Remarks(job: self).ofOptions { report.remark(remark) }
    switch action {
    case .listMissing: return try listMissing(report)
    case .describe(let asJSON):
      try checkOutputs()
      // Frames of another render are in the way of the plan, too.
      if let files, files.existing == .kept { _ = try JobRecordFile(self, files).find() }
      report.writeRemarks()
      try PlanReport(self).write(asJSON: asJSON, to: Console.write)
    case .render:
      try checkOutputs()
      try makeFrames(report)
    }
    return 0
  }

  /// Prints the frames that `--skip-existing` would make.
  private func listMissing(_ report: JobReport) throws(Failure) -> Int32 {
    guard let files else { return 0 }
    let record = try JobRecordFile(self, files)
    let found = try record.find()
    let finished = Set(record.finished(by: found))
    if found == nil, !finished.isEmpty {
      report.remark("no record says how the frames were made: only their names are compared")
    }
    report.writeRemarks()
    let missing = FrameSet(plan.chosen.numbers.lazy.filter { !finished.contains($0) })
    if missing.isEmpty { return 0 }
    try Console.print(missing.specification)
    return Failure.Status.missing.rawValue
  }

  private func makeFrames(_ report: JobReport) throws(Failure) {
    let record = try files.map { files throws(Failure) in try JobRecordFile(self, files) }
    let found = files?.existing == .kept ? try record?.find() : nil
    if sheet == nil, let record, let found,
      record.finished(by: found).count == plan.chosen.count
    {
      return report.end(made: 0)
    }
    report.awaitEnd()
    let context = try RenderContext(
      render, plan.timeline, keepingProfile: destination.holdsProfiles, depth: destination.depth,
      bytesPerPixel: destination.bytesPerPixel, frames: plan.chosen.count, jobs: jobs,
      check: check
    ) { report.remark($0) }
    let remarks = Remarks(job: self)
    for remark in remarks.ofFrames(context) { report.remark(remark) }
    for warning in Set(render.transitions.flatMap { $0.warnings(in: context.bounds) }).sorted() {
      report.remark("warning: " + warning)
    }
    let outputs = try Outputs(self, context, record)
    if outputs.beginning.unrecorded > 0 {
      report.remark(
        "no record says how \(outputs.beginning.unrecorded) of the frames that are there were made: "
          + "they are made again")
    }
    let queue = FrameQueue(plan, for: outputs.all)
    VipsLibrary.threadsPerImage = context.jobs / max(1, min(context.jobs, queue.count))
    report.begin(queue, context, canGoOn: outputs.beginning.list != nil)
    defer { report.stop() }
    do throws(Failure) {
      try queue.make(context, jobs: context.jobs) { report.made($0, seconds: $1) }
    } catch {
      try outputs.abandon()
      throw error
    }
    report.stop()
    try outputs.finish()
    record?.finish()
    if let remark = remarks.ofOlderFrames { report.remark(remark) }
    report.end(made: queue.finished)
  }

  /// Refuses frames of a size that their outputs or transitions cannot have, and options that
  /// encoders do not take: all that can be said before a picture is decoded.
  func check(_ size: Size) throws(Failure) {
    try destination.check(size, plan)
    try sheet?.check(size, frames: plan.chosen.count)
    var checked: Set<String> = []
    for step in render.transitions where checked.insert(step.filter.fullName).inserted {
      try step.check(in: size)
    }
  }

  /// Refuses outputs that would write over an input or over each other.
  func checkOutputs() throws(Failure) {
    let inputs = render.inputs
    if let files {
      try files.check(plan.chosen, inputs: inputs)
      try JobRecordFile.check(files.pattern, plan, inputs: inputs)
    }
    try destination.file?.check(inputs: inputs)
    guard let sheet else { return }
    try sheet.file.check(inputs: inputs)
    if files?.areNamed(like: sheet.file.path, among: plan.chosen) == true {
      throw .usage("--contact-sheet: \(sheet.file.path) is a frame's name")
    }
    if let file = destination.file, Place(file.path) == Place(sheet.file.path) {
      throw .usage("--contact-sheet: \(sheet.file.path) is the name of --output, too")
    }
  }
}
