internal import Foundation
internal import ImageFiles
internal import TransitionKit

extension Job {
  /// Makes the frames.
  func render() throws(Failure) {
    let start = Date()
    let isRecorded = files.pattern.digits != nil || files.existing == .kept
    let record = isRecorded ? try JobRecord(plan, recipe, files) : nil
    let recordFile = JobRecordFile(files, plan)
    try files.check(plan.frames, inputs: recipe.pictures.map(\.path))
    if files.existing == .kept { try recordFile.compare(record) }
    let scene = try Scene(recipe, keepingProfile: true) { remark in
      if verbosity != .quiet { Console.note("dotransition: \(remark)") }
    }
    let writer = try files.writer(profile: scene.profile, background: recipe.background)
    try Folder.make(for: files.pattern.path(plan.firstNumber))

    let (kept, canGoOn) =
      files.existing == .kept
      ? (Set(try recordFile.claim(record)), true)
      : ([], recordFile.replace(with: record))
    let queue = FrameQueue(plan.frames.filter { !kept.contains($0.number) })
    VipsLibrary.setThreadsPerImage(jobs / max(1, min(jobs, queue.count)))
    let temporaries = Temporaries { [files] in
      "\(queue.finished) of \(queue.count) frames are done in \(files.pattern.text)"
        + (canGoOn ? "; --skip-existing goes on from there" : "")
    }
    temporaries.cleanUpOnSignals()
    if verbosity == .verbose {
      Console.note(
        "\(recipe.filter.description.name): \(queue.count) frames of "
          + "\(scene.inputs.source.width)x\(scene.inputs.source.height), \(jobs) at once")
    }
    let sink = FileSink(
      pattern: files.pattern, writer: writer, temporaries: temporaries, kept: kept)
    try queue.make(scene, for: [sink], jobs: jobs) { [files, verbosity] frame in
      if verbosity == .verbose {
        Console.note("\(files.pattern.path(frame.number)) (time \(frame.time))")
      }
    }
    if !canGoOn, plan.isWhole { recordFile.finish(with: record) }
    if verbosity == .verbose || (verbosity == .normal && isatty(2) != 0) {
      Console.note(summary(made: queue.count, seconds: Date().timeIntervalSince(start)))
    }
  }

  private func summary(made: Int, seconds: Double) -> String {
    let frames = "\(made) frame\(made == 1 ? "" : "s") in \((seconds * 100).rounded() / 100) s"
    let kept = plan.frames.count - made
    let there = kept == 0 ? "" : ", \(kept) were there"
    guard let first = plan.frames.first, let last = plan.frames.last else { return frames }
    let names = first == last ? [first] : [first, last]
    return "\(frames)\(there): "
      + names.map { files.pattern.path($0.number) }.joined(separator: " … ")
  }
}
