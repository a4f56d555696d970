internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// A command line that has been checked: everything that is needed to make the frames.
struct Job {
  /// What is to be done with the frames.
  enum Action {
    case render, listMissing
    case describe(asJSON: Bool)
  }

  enum Verbosity { case quiet, normal, verbose }

  let plan: Plan
  let recipe: Recipe
  let files: FrameFiles?
  let stream: StreamFormat?
  let sheet: ContactSheet?
  let action: Action
  /// Frames made at once.
  let jobs: Int
  let verbosity: Verbosity
  let progress: ProgressBar.When

  /// Checks all that can be checked without opening a file.
  init(_ command: DoTransition) throws(Failure) {
    let (common, output, reports) = (command.common, command.output, command.reports)
    verbosity = reports.quiet ? .quiet : reports.verbose ? .verbose : .normal
    progress = try OptionText.choice(reports.progress, "--progress")
    recipe = try Recipe(command)
    plan = try Plan(command.frames, count: common.count, firstNumber: output.startNumber)
    sheet = try ContactSheet(output)
    if output.output == "-" {
      try Self.refuseFileOptions(common, output, because: "--output - writes a stream to stdout")
      stream = try StreamFormat(command.stream)
      files = nil
    } else {
      guard command.stream.isEmpty else {
        throw .usage("--pixel-format, --fps and --chroma belong to --output -")
      }
      stream = nil
      let isSheetAlone =
        sheet != nil && output.output == nil && common.outputdir == nil && common.basename == nil
      if isSheetAlone {
        try Self.refuseFileOptions(
          common, output, because: "--contact-sheet alone makes no frames; name them with -o and -b"
        )
      }
      files =
        isSheetAlone
        ? nil : try FrameFiles(common, output, isSingle: plan.allNumbers.count == 1)
    }
    action = try Self.action(output, reports)
    jobs =
      try reports.jobs.map { text throws(Failure) in
        try OptionText.integer(text, "--jobs", 1...1024)
      } ?? VipsLibrary.threads
  }

  private static func action(_ output: OutputOptions, _ reports: ReportOptions)
    throws(Failure) -> Action
  {
    guard reports.dryRun || !reports.json else { throw .usage("--json belongs to --dry-run") }
    if reports.dryRun { return .describe(asJSON: reports.json) }
    return output.missing ? .listMissing : .render
  }

  /// Refuses options that mean nothing where no frames become files.
  private static func refuseFileOptions(
    _ common: CommonOptions, _ output: OutputOptions, because reason: String
  ) throws(Failure) {
    let given = [
      ("-o", common.outputdir != nil), ("-b", common.basename != nil),
      ("-t", common.exportfiletype != nil), ("--padding", output.padding != nil),
      ("--save-options", !output.saveOptions.isEmpty), ("--skip-existing", output.skipExisting),
      ("--missing", output.missing), ("--no-overwrite", output.noOverwrite && output.output != nil),
    ]
    if let (option, _) = given.first(where: { $0.1 }) {
      throw .usage("\(option) belongs to files of frames: \(reason)")
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
    case .render: try render()
    }
    return 0
  }

  /// Prints the frames that `--skip-existing` would make.
  private func listMissing() throws(Failure) -> Int32 {
    guard let files else { return 0 }
    try JobRecordFile(files, plan, recipe).check()
    let numbers = plan.frames.map(\.number)
    let missing = FrameSet(Set(numbers).subtracting(files.finished(numbers)))
    if missing.numbers.isEmpty { return 0 }
    try Console.print(missing.specification)
    return Failure.Status.missing.rawValue
  }
}
