internal import Foundation
internal import ImageFiles
internal import System
internal import TransitionKit

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
  let files: FrameFiles?
  let stream: StreamFormat?
  let sheet: ContactSheet?
  let action: Action
  /// Frames made at once.
  let jobs: Int
  let verbosity: Verbosity

  /// Checks all that can be checked without opening a file.
  init(_ settings: Settings) throws(Failure) {
    self.settings = settings
    verbosity = settings.isQuiet ? .quiet : settings.isVerbose ? .verbose : .normal
    render = try RenderSettings(settings)
    plan = try Plan(settings)
    sheet = try ContactSheet(settings)
    if settings.output == "-" {
      try Self.refuseFileOptions(settings, because: "--output - writes a stream to stdout")
      stream = try StreamFormat(settings)
      files = nil
    } else {
      guard settings.packing == nil, settings.rate == nil, settings.chroma == nil else {
        throw .usage("--pixel-format, --fps and --chroma belong to --output -")
      }
      stream = nil
      let isSheetAlone =
        sheet != nil && settings.output == nil && settings.folder == nil
        && settings.basename == nil
      if isSheetAlone {
        try Self.refuseFileOptions(
          settings, because: "--contact-sheet alone makes no frames; name them with -o and -b")
      }
      files = isSheetAlone ? nil : try FrameFiles(settings, isSingle: plan.allNumbers.count == 1)
    }
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

  /// Refuses options that mean nothing where no frames become files.
  private static func refuseFileOptions(_ settings: Settings, because reason: String)
    throws(Failure)
  {
    let refused: [any AnySetting] = [
      settings.$folder, settings.$basename, settings.$type, settings.$padding,
      settings.$saveOptions, settings.$skipsExisting, settings.$listsMissing,
    ]
    var given = refused.first { $0.isGiven }
    if settings.output != nil, settings.refusesExisting {
      given = given ?? settings.$refusesExisting
    }
    if let given {
      throw .usage("\(given.definition.label) belongs to files of frames: \(reason)")
    }
  }

  /// Does what the command line asks for.
  ///
  /// - Returns: the exit status.
  func run() throws(Failure) -> Int32 {
    switch action {
    case .listMissing: return try listMissing()
    case .describe(let asJSON):
      try checkOutputs()
      try Console.print(PlanReport(self).text(asJSON: asJSON))
    case .render: try makeFrames()
    }
    return 0
  }

  /// Prints the frames that `--skip-existing` would make.
  private func listMissing() throws(Failure) -> Int32 {
    guard let files else { return 0 }
    try JobRecordFile(self, files).check()
    let missing = FrameSet(
      Set(plan.chosen.numbers).subtracting(files.finished(plan.chosen.numbers)))
    if missing.isEmpty { return 0 }
    try Console.print(missing.specification)
    return Failure.Status.missing.rawValue
  }

  /// Makes the frames.
  private func makeFrames() throws(Failure) {
    let start = Date()
    try checkOutputs()
    let record = try files.map { files throws(Failure) in try JobRecordFile(self, files) }
    if files?.existing == .kept { try record?.check() }
    let report = JobReport(self, start: start)
    if sheet == nil, record?.hasEveryFrame == true { return report.end(made: 0) }
    let context = try RenderContext(
      render, keepingProfile: stream == nil, type: files?.type,
      threads: min(jobs, plan.chosen.count)
    ) { remark in
      if verbosity != .quiet { Console.note("dotransition: \(remark)") }
    }
    let (outputs, canGoOn) = try begin(context, record)
    let queue = FrameQueue(plan, for: outputs)
    VipsLibrary.threadsPerImage = jobs / max(1, min(jobs, queue.count))
    report.begin(queue, context, canGoOn: canGoOn)
    defer { report.stop() }
    try queue.make(context, jobs: jobs) { report.made($0, seconds: $1) }
    report.stop()
    if outputs.allSatisfy({ $0.isOpen }) { for output in outputs { try output.finish() } }
    record?.finish()
    report.end(made: queue.finished)
  }

  /// Opens everything that the frames go to; says whether `--skip-existing` can go on with them.
  private func begin(_ context: RenderContext, _ record: JobRecordFile?)
    throws(Failure) -> (outputs: [any Output], canGoOn: Bool)
  {
    var outputs: [any Output] = []
    var canGoOn = false
    let sheetOutput = try sheet.map { sheet throws(Failure) in
      try SheetOutput(sheet, frames: plan.chosen.count, of: context)
    }
    if let sheet {
      try Failure.from { () throws(FileError) in try Folder.make(for: sheet.path) }
    }
    if let files, let record {
      let writer = try files.writer(profile: context.profile, background: context.matte)
      try Failure.from { () throws(FileError) in
        try Folder.make(for: files.pattern.path(plan.allNumbers.lowerBound))
      }
      let beginning = try record.begin()
      canGoOn = beginning.isRecorded
      outputs.append(FileOutput(pattern: files.pattern, writer: writer, kept: beginning.kept))
    }
    if let stream {
      guard !StandardOutput.isTerminal else {
        throw .usage("--output -: stdout is a terminal: pipe it into a program or a file")
      }
      let encoder = StreamEncoder(
        format: stream, width: context.size.width, height: context.size.height,
        background: context.matte)
      outputs.append(try StreamOutput(encoder))
    }
    if let sheetOutput { outputs.append(sheetOutput) }
    return (outputs, canGoOn)
  }

  /// Refuses outputs that would write over an input or over each other.
  func checkOutputs() throws(Failure) {
    let inputs = render.allPictures.map(\.path)
    try files?.check(plan.chosen, inputs: inputs)
    if let sheet {
      try sheet.check(inputs: inputs)
      if let files, plan.chosen.numbers.contains(where: { files.pattern.path($0) == sheet.path }) {
        throw .usage("--contact-sheet: \(sheet.path) is a frame's name")
      }
    }
  }
}
