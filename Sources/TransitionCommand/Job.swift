internal import Foundation
internal import ImageFiles

/// A command line that has been checked: everything that is needed to make the frames.
struct Job {
  let plan: Plan
  let recipe: Recipe
  let files: FrameFiles
  let listsMissing: Bool
  let jobs: Int
  let verbosity: Verbosity

  enum Verbosity { case quiet, normal, verbose }

  /// Checks all that can be checked without opening a file.
  init(_ command: DoTransition) throws(Failure) {
    let reports = command.reports
    verbosity = reports.quiet ? .quiet : reports.verbose ? .verbose : .normal
    recipe = try Recipe(command)
    plan = try Plan(
      command.frames, count: command.common.count, firstNumber: command.output.startNumber)
    files = try FrameFiles(
      command.common, command.output, isSingle: plan.allNumbers.count == 1)
    listsMissing = command.output.missing
    jobs =
      try reports.jobs.map { text throws(Failure) in
        try OptionText.integer(text, "--jobs", 1...1024)
      } ?? VipsLibrary.threads
  }

  /// Does what the command line asks for.
  ///
  /// - Returns: the exit status.
  func run() throws(Failure) -> Int32 {
    if listsMissing { return try listMissing() }
    try render()
    return 0
  }

  /// Prints the frames that `--skip-existing` would make.
  private func listMissing() throws(Failure) -> Int32 {
    try JobRecordFile(files, plan).compare(JobRecord(plan, recipe, files))
    let numbers = plan.frames.map(\.number)
    let missing = FrameSet(Set(numbers).subtracting(files.finished(numbers)))
    if missing.numbers.isEmpty { return 0 }
    Console.print(missing.specification)
    return Failure.Status.missing.rawValue
  }
}
