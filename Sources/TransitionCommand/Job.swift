internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// A command line that has been checked: everything that is needed to make the frames.
struct Job {
  let filter: any Transition.Type
  let values: [(key: ParameterKey, value: ParameterValue)]
  let images: [(key: ParameterKey, path: String)]
  let source: String
  let target: String
  let output: OutputPattern
  let type: FileType
  let quality: Int
  let saveOptions: String
  let frames: [PlannedFrame]
  let fit: Fit?
  let size: (width: Int, height: Int)?
  let background: Color?
  let workingSpace: WorkingSpace
  let jobs: Int
  let pixelLimit: Int?
  let verbosity: Verbosity

  enum Verbosity { case quiet, normal, verbose }

  /// A frame to be made: its file's number and its time.
  struct PlannedFrame {
    let number: Int
    let time: Double
  }

  /// Checks all that can be checked without opening a file.
  init(_ command: DoTransition) throws(Failure) {
    let (files, options) = (command.files, command.frames)
    verbosity = command.reports.quiet ? .quiet : command.reports.verbose ? .verbose : .normal
    guard let name = files.transitionfilter else {
      throw .usage("missing --transitionfilter: name a transition; -l lists them")
    }
    filter = try Tool.filter(named: name)
    source = try Self.path(files.sourceimage, "-s", "the picture to start from")
    target = try Self.path(files.targetimage, "-d", "the picture to end at")
    (values, images) = try Self.parameters(
      command.filter.texts, of: filter.description, quiet: verbosity == .quiet)

    fit = try options.fit.map { text throws(Failure) in try Self.choice(text, "--fit") }
    workingSpace = try Self.choice(options.workingSpace, "--working-space")
    size = try options.size.map { text throws(Failure) in try Self.size(text) }
    background = try options.background.map { text throws(Failure) in
      try Self.read("--background") { () throws(ParameterError) in try Color(parsing: text) }
    }
    quality = try Self.integer(files.quality, "--quality", 1...100)
    saveOptions = files.saveOptions
    jobs =
      try options.jobs.map { text throws(Failure) in
        try Self.integer(text, "--jobs", 1...1024)
      } ?? VipsLibrary.threads
    let limit = try Self.integer(files.maxPixels, "--max-pixels", 0...Int.max)
    pixelLimit = limit == 0 ? nil : limit

    let sequence = FrameSequence(
      count: try Self.integer(options.count, "--count", 1...1_000_000_000))
    if let time = try options.time.map({ text throws(Failure) in try Self.time(text) }) {
      frames = [PlannedFrame(number: 0, time: time)]
    } else {
      frames = (0..<sequence.count).map { PlannedFrame(number: $0, time: sequence.time(of: $0)) }
    }
    (output, type) = try Self.output(files, isSingle: options.time != nil || sequence.count == 1)
  }

  private static func path(_ text: String?, _ option: String, _ what: String)
    throws(Failure) -> String
  {
    guard let text, !text.isEmpty else { throw .usage("missing \(option): \(what)") }
    return expandingTilde(text)
  }

  /// A path whose leading `~/` the shell has left, because it was quoted.
  static func expandingTilde(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"),
      let home = ProcessInfo.processInfo.environment["HOME"]
    else { return path }
    return home + path.dropFirst()
  }

  private static func parameters(
    _ texts: [ParameterKey: String], of filter: FilterDescription, quiet: Bool
  ) throws(Failure) -> (
    values: [(key: ParameterKey, value: ParameterValue)],
    images: [(key: ParameterKey, path: String)]
  ) {
    var values: [(key: ParameterKey, value: ParameterValue)] = []
    var images: [(key: ParameterKey, path: String)] = []
    for (key, text) in texts.sorted(by: { $0.key.name < $1.key.name }) {
      if key.kind == .image {
        guard !text.isEmpty else { throw .usage("--\(key.option): expected a picture's path") }
      }
      guard let parameter = filter.parameters.first(where: { $0.key == key }) else {
        let owners = Transitions.all.map { $0.description }
          .filter { $0.parameters.contains { $0.key == key } }.map(\.name)
        if !quiet {
          Console.warn(
            "\(filter.name) has no --\(key.option): ignored; it belongs to "
              + owners.joined(separator: ", "))
        }
        continue
      }
      if key.kind == .image {
        images.append((key, expandingTilde(text)))
        continue
      }
      let value = try read("--\(key.option)") { () throws(ParameterError) in
        try ParameterValue(text, as: key.kind)
      }
      let clamped = parameter.clamped(value)
      if !quiet, value.text != clamped.text, let used = clamped.text {
        Console.warn("--\(key.option) \(text) is outside its range: \(used) is used")
      }
      values.append((key, clamped))
    }
    return (values, images)
  }

  /// Reads an option's text, naming the option if it cannot be read.
  private static func read<Value>(
    _ option: String, _ body: () throws(ParameterError) -> Value
  ) throws(Failure) -> Value {
    do throws(ParameterError) {
      return try body()
    } catch {
      throw .usage("\(option): '\(error.text)' is not \(error.expected)")
    }
  }

  private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ text: String, _ option: String
  ) throws(Failure) -> Choice {
    if let choice = Choice(rawValue: text.lowercased()) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw .usage(
      "\(option): unknown value '\(text)'\(Suggestion.phrase(for: text, among: names)); "
        + "expected one of \(names.joined(separator: ", "))")
  }

  private static func integer(_ text: String, _ option: String, _ range: ClosedRange<Int>)
    throws(Failure) -> Int
  {
    if let number = Int(text), range.contains(number) { return number }
    let expected =
      range.upperBound > 1_000_000
      ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    throw .usage("\(option): '\(text)' is not a whole number \(expected)")
  }

  private static func time(_ text: String) throws(Failure) -> Double {
    guard text.allSatisfy({ "0123456789+-.eE".contains($0) }), let time = Double(text),
      (0...1).contains(time)
    else { throw .usage("--time: '\(text)' is not a number from 0 to 1") }
    return time
  }

  private static func size(_ text: String) throws(Failure) -> (width: Int, height: Int) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ (1...1_000_000).contains($0) }) else {
      throw .usage("--size: '\(text)' is not a size such as 1920x1080")
    }
    return (parts[0], parts[1])
  }

  private static func output(_ files: FileOptions, isSingle: Bool)
    throws(Failure) -> (OutputPattern, FileType)
  {
    let given = try files.exportfiletype.map { name throws(Failure) in try fileType(name, "-t") }
    guard let pattern = files.output else {
      let directory = try path(files.outputdir, "-o", "the folder for the frames, or --output")
      guard let basename = files.basename, !basename.isEmpty else {
        throw .usage("missing -b: what the frames' names begin with")
      }
      guard !basename.contains("/") else {
        throw .usage("-b: '\(basename)' contains a slash; name the folder with -o")
      }
      let type = if let given { given } else { try fileType("public.tiff", "-t") }
      return (
        OutputPattern(directory: directory, basename: basename, digits: 3, suffix: type.suffix),
        type
      )
    }
    guard files.outputdir == nil, files.basename == nil else {
      throw .usage("--output stands instead of -o and -b: give one or the other")
    }
    guard !pattern.isEmpty else { throw .usage("--output: expected a name such as out/f_%04d.png") }
    let output = try OutputPattern(expandingTilde(pattern))
    guard output.digits != nil || isSingle else {
      throw .usage("--output: \(pattern) has no number for many frames: expected %d or %03d in it")
    }
    let type = try output.fileExtension.map { name throws(Failure) in
      try fileType(name, "--output")
    }
    guard let type = type ?? given else {
      throw .usage("--output: \(pattern) has no extension: add one such as .png")
    }
    guard given == nil || given == type else {
      throw .usage("-t \(files.exportfiletype ?? "") contradicts the extension of --output")
    }
    return (output, type)
  }

  private static func fileType(_ name: String, _ option: String) throws(Failure) -> FileType {
    do {
      return try FileType(name)
    } catch {
      guard error.reason == .unknownType else { throw Failure(error, path: name, role: option) }
      throw .usage(
        "\(option): cannot write files of type '\(name)'"
          + Suggestion.phrase(for: name, among: FileType.suggestions)
          + ": expected public.tiff, public.png, public.jpeg, webp, …")
    }
  }
}
