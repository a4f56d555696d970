internal import Foundation
internal import ImageFiles
internal import TransitionKit

extension Job {
  /// Makes the frames.
  func render() throws(Failure) {
    let start = Date()
    try checkOutputs()
    if stream != nil, StandardOutput.isTerminal {
      throw .usage("--output -: stdout is a terminal: pipe it into a program or a file")
    }
    let record = try files.map { files throws(Failure) in
      try JobRecordFile(files, plan, recipe)
    }
    if files?.existing == .kept { try record?.check() }
    if let record, stream == nil, sheet == nil, record.hasEveryFrame {
      return reportEnd(made: 0, since: start)
    }
    let scene = try Scene(
      recipe, keepingProfile: stream == nil, type: files?.type,
      threads: min(jobs, plan.frames.count)
    ) { remark in
      if verbosity != .quiet { Console.note("dotransition: \(remark)") }
    }
    let sheetSink = try sheet.map { sheet throws(Failure) in
      try SheetSink(sheet, frames: plan.frames.count, of: scene.inputs)
    }

    let temporaries = Temporaries()
    var sinks: [any FrameSink] = []
    var beginning = JobRecordFile.Beginning()
    let sheetWriter = try sheet?.writer(profile: scene.profile, background: recipe.matte)
    if let sheet { try Folder.make(for: sheet.path) }
    if let files, let record {
      let writer = try files.writer(profile: scene.profile, background: recipe.matte)
      try Folder.make(for: files.pattern.path(plan.firstNumber))
      beginning = try record.begin()
      sinks.append(
        FileSink(
          pattern: files.pattern, writer: writer, temporaries: temporaries, kept: beginning.kept))
    }
    if let stream {
      let size = scene.inputs.source
      let encoder = StreamEncoder(
        format: stream, width: size.width, height: size.height, background: recipe.matte)
      sinks.append(try StreamSink(encoder))
    }
    if let sheetSink { sinks.append(sheetSink) }

    let queue = FrameQueue(plan.frames.filter { frame in sinks.contains { $0.wants(frame) } })
    VipsLibrary.threadsPerImage = jobs / max(1, min(jobs, queue.count))
    let goesOn = files != nil && beginning.isRecorded ? "; --skip-existing goes on from there" : ""
    temporaries.cleanUpOnSignals { [place] in
      "\(queue.finished) of \(queue.count) frames are done: \(place)\(goesOn)"
    }
    if verbosity == .verbose { describe(scene, frames: queue.count) }
    let bar = showsProgress ? ProgressBar(of: queue) : nil
    defer { bar?.finish() }
    try queue.make(scene, for: sinks, jobs: jobs) { [files, verbosity] frame, seconds in
      guard verbosity == .verbose else { return }
      let name = files?.pattern.path(frame.number).description ?? "frame \(frame.number)"
      Console.note("\(name): time \(Float(frame.time)), \(Int(seconds * 1000)) ms")
    }
    bar?.finish()
    if let sheet, let sheetSink, let sheetWriter, sinks.allSatisfy({ $0.isOpen }) {
      try temporaries.write(sheetSink.picture, with: sheetWriter, to: sheet.path, "contact sheet")
    }
    record?.finish()
    reportEnd(made: queue.finished, since: start)
  }

  private func reportEnd(made: Int, since start: Date) {
    if verbosity == .verbose || (verbosity == .normal && isatty(STDERR_FILENO) != 0) {
      Console.note(summary(made: made, seconds: Date().timeIntervalSince(start)))
    }
  }

  /// Refuses outputs that would write over an input or over each other.
  func checkOutputs() throws(Failure) {
    let inputs = recipe.pictures.map(\.path)
    try files?.check(plan.frames, inputs: inputs)
    if let sheet {
      try sheet.check(inputs: inputs)
      if let files, plan.frames.contains(where: { files.pattern.path($0.number) == sheet.path }) {
        throw .usage("--contact-sheet: \(sheet.path) is a frame's name")
      }
    }
  }

  private var showsProgress: Bool {
    switch progress {
    case .always: true
    case .never: false
    case .auto: verbosity == .normal && Console.isTerminal
    }
  }

  /// Where the frames go, for people.
  private var place: String {
    files?.pattern.text.description ?? (stream == nil ? sheet?.path.description ?? "" : "stdout")
  }

  private func describe(_ scene: Scene, frames: Int) {
    let (width, height) = (scene.inputs.source.width, scene.inputs.source.height)
    Console.note(
      "\(recipe.filter.description.name) from \(recipe.source) to \(recipe.target): \(frames) "
        + "frames of \(width)x\(height) to \(place), \(jobs) at once")
    let kept = plan.frames.count - frames
    if kept > 0 { Console.note("\(kept) frames are there and stay") }
  }

  private func summary(made: Int, seconds: Double) -> String {
    let time = "\((seconds * 100).rounded() / 100) s"
    let frames = "\(made) frame\(made == 1 ? "" : "s") in \(time)"
    let kept = plan.frames.count - made
    let there = kept > 0 && files != nil ? ", \(kept) were there" : ""
    guard let files, let first = plan.frames.first, let last = plan.frames.last else {
      return "\(frames): \(place)"
    }
    let names = (first == last ? [first] : [first, last]).map { "\(files.pattern.path($0.number))" }
    return "\(frames)\(there): \(names.joined(separator: " … "))"
  }
}
