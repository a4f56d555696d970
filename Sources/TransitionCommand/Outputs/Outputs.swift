internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Everything that the frames of a job go to, opened.
struct Outputs {
  private(set) var all: [any Output] = []
  /// What the frames' files found when they began.
  private(set) var beginning = JobRecordFile.Beginning()

  init(_ job: Job, _ context: RenderContext, _ record: JobRecordFile?) throws(Failure) {
    // The sheet comes last, but what is wrong with it is found first.
    let sheet = try job.sheet.map { sheet throws(Failure) in
      try SheetOutput(sheet, frames: job.plan.chosen.count, of: context)
    }
    for path in [job.sheet?.file.path, job.destination.file?.path].compactMap(\.self) {
      try Failure.from { () throws(FileError) in try Folder.make(for: path) }
    }
    if let file = job.sheet?.file {
      try Failure.from { () throws(FileError) in try AtomicFile.check(file.role, at: file.path) }
    }
    switch job.destination {
    case .files(let files): try open(files, job, context, record)
    case .stream(let format):
      guard !StandardOutput.isTerminal else {
        throw .usage("--output -: stdout is a terminal: pipe it into a program or a file")
      }
      let encoder = StreamEncoder(
        format: format, width: context.size.width, height: context.size.height,
        background: context.matte)
      all.append(try StreamOutput.toStandardOutput(encoder))
    case .film(let film): all.append(try FilmOutput(film, of: context))
    case .animation(let animation):
      let drawings = FrameQueue.drawings(job.plan)
      all.append(
        animation.isEncodedWhole
          ? try AnimationOutput(animation, drawings, of: context, threads: job.jobs)
          : try WebPOutput(animation, drawings, of: context))
    case .sheetAlone: break
    }
    if let sheet { all.append(sheet) }
  }

  private mutating func open(
    _ files: FrameFiles, _ job: Job, _ context: RenderContext, _ record: JobRecordFile?
  ) throws(Failure) {
    let writer = try files.writer(profile: context.profile, background: context.matte)
    try Failure.from { () throws(FileError) in
      // The last one has the longest name.
      try Folder.make(for: files.pattern.path(job.plan.allNumbers.upperBound))
    }
    if let record { beginning = try record.begin() }
    all.append(
      FileOutput(
        pattern: files.pattern, writer: writer, kept: beginning.kept, list: beginning.list))
  }

  /// Ends all outputs, each of which has every frame unless its reader has gone away.
  func finish() throws(Failure) {
    guard all.allSatisfy({ $0.isOpen }) else { return try abandon() }
    for output in all { try output.finish() }
  }

  /// Ends all outputs after some frames have failed.
  func abandon() throws(Failure) {
    for output in all { try output.abandon() }
  }
}
