internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The tool as `main` runs it, with its parameters and the revision of its sources.
///
/// - Returns: the exit status.
@_cdecl("dotransition")
public func run(
  _ count: Int32, _ words: UnsafePointer<UnsafePointer<CChar>?>, _ revision: UnsafePointer<CChar>
) -> Int32 {
  Build.revision = unsafe String(cString: revision)
  return Tool.run(unsafe ProcessSetup.arguments(count, words))
}

enum Tool {
  /// Returns the exit status of a run. `words` are the arguments without the program's name.
  static func run(_ words: [[UInt8]]) -> Int32 {
    defer { VipsLibrary.reportLeaks() }
    var words = words
    WatchRound.begin(&words)
    var isVerbose = false
    Console.isForPrograms = asksForEvents(words)
    do throws(Failure) {
      let files = ProcessSetup.prepare()
      guard files >= ProcessSetup.neededFiles else {
        throw Failure(
          .tooFewResources,
          "only \(files) files may be open at a time: ulimit -n \(ProcessSetup.neededFiles) "
            + "allows enough")
      }
      let arguments = try arguments(words)
      if let completed = Completions.text(for: arguments) {
        try Console.print(completed)
        return 0
      }
      guard !arguments.isEmpty else {
        Console.note(usage)
        throw .usage("nothing to do: name two pictures and an output, or ask for -h")
      }
      if try isToWatch(arguments) {
        var watch = try Watch(words)
        return watch.run()
      }
      let settings = try Settings(arguments)
      isVerbose = settings.isVerbose
      Console.isQuiet = settings.isQuiet
      // Help leaves out all other options.
      let asksForHelp = settings.showsHelp || settings.showsShortHelp
      Console.isForPrograms = asksForHelp ? Console.isForPrograms : settings.progress == .json
      let outcome = try perform(settings)
      Console.writeRemarks()
      Console.end("result", outcome.message, status: outcome.status)
      // A program that has not been told all cannot know how it went.
      return Console.isForPrograms && StandardError.hasFailed
        ? Failure.Status.cannotWrite.rawValue : outcome.status
    } catch {
      let text = error.text(isVerbose: isVerbose || Console.isForPrograms)
      if WatchRound.hasTaken(error, text) { return error.status.rawValue }
      Console.end("error", text, status: error.status.rawValue)
      Console.note("dotransition: \(text)")
      return error.status.rawValue
    }
  }

  /// Whether a command line asks for rounds, of which this process makes none itself.
  private static func isToWatch(_ words: [String]) throws(Failure) -> Bool {
    // Beginnings are taken, too, and most command lines have none.
    guard !WatchRound.isRunning, words.contains(where: { $0.lowercased().hasPrefix("--w") }) else {
      return false
    }
    let settings = Settings()
    let arguments = try Arguments(
      words.map { Word(text: $0) },
      OptionNames(settings.all.map(\.definition).filter { $0.scope != .line }))
    func isGiven(_ setting: any AnySetting) -> Bool {
      !arguments.values(of: setting.definition).isEmpty
    }
    Console.isQuiet = isGiven(settings.$isQuiet)
    Console.isForPrograms =
      arguments.words(of: settings.$progress.definition).last?.text.lowercased() == "json"
    return isGiven(settings.$watches)
  }

  /// Whether a command line that may have errors asks for events.
  private static func asksForEvents(_ words: [[UInt8]]) -> Bool {
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    return texts.contains("--progress=json")
      || zip(texts, texts.dropFirst()).contains { $0 == ("--progress", "json") }
  }

  static let version = "1.0.0"

  /// The arguments as text.
  ///
  /// - Throws: that one of them is not UTF-8, as file names of old systems are. In strings Swift
  ///   replaces such bytes: the name would be that of another file.
  private static func arguments(_ words: [[UInt8]]) throws(Failure) -> [String] {
    try words.map { word throws(Failure) in
      if let text = String(validating: word, as: UTF8.self) { return text }
      throw Failure.usage(
        "an argument is not UTF-8: \(String(decoding: word, as: UTF8.self)): rename the file, or "
          + "name it by a link")
    }
  }

  private static func perform(_ settings: Settings) throws(Failure) -> Job.Outcome {
    if settings.isUntrusted {
      try Failure.from(image: VipsLibrary.allowOnlySafeTypes())
    }
    if let text = try introspection(settings) {
      if settings.printsJSON {
        Console.remark(
          "--json has no effect: it belongs to --dry-run; --filterproperties prints JSON")
      }
      try Console.print(text)
      return Job.success
    }
    if settings.printsList {
      var show = try Show(settings)
      let plan = try Plan(settings, show)
      // A list need not name its output; options that this one lacks would be in it.
      if try Destination(settings) != nil { _ = try Outputs(settings, plan) }
      if show.isPaced, show.size == nil {
        show.settle(try OpenedShow.open(show).prefix(show.items.count).map(\.size))
      }
      _ = try Console.write(PrintedList(settings, show).bytes)
      return Job.success
    }
    return try Job(settings).run()
  }

  private static let usage = """
    Usage: dotransition PICTURE... -o OUTPUT [options]
    Example: dotransition a.jpg b.jpg --transition pagecurl -o film.mp4
    """

  /// The text that a command line asks for instead of frames, if it does.
  private static func introspection(_ settings: Settings) throws(Failure) -> String? {
    if settings.showsShortHelp || settings.showsHelp {
      if let topic = settings.pictures.first { return try Help.text(on: "\(topic)") }
      if let text = settings.filters.last {
        let argument = try TransitionArgument(text)
        if argument.choices == nil { return Help.text(of: try Filters.named(argument.name)) }
      }
      return settings.showsHelp ? Help.text : Help.screen
    }
    if settings.showsVersion {
      return "dotransition \(Build.name) (libvips \(VipsLibrary.version))"
    }
    if settings.listsFilters {
      guard settings.pictures.isEmpty else {
        throw .usage(
          "-l only lists the transitions: leave out \(settings.pictures[0]), or leave out -l"
            + (ListFile.isNamedAsList(settings.pictures[0])
              ? "; @\(settings.pictures[0]) stands for the pictures in a list" : ""))
      }
      return settings.isVerbose || StandardOutput.isTerminal
        ? Help.transitions : Filters.listedNames.joined(separator: " ")
    }
    if let name = settings.filterProperties {
      return name.isEmpty
        ? JSON.array(
          Filters.listed { Console.warn("left out: \($0.text(isVerbose: false))") }
            .map(\.properties)
        ).text()
        : try Filters.named(name).properties.text()
    }
    if let name = settings.filterHelp { return Help.text(of: try Filters.named(name)) }
    if let shell = settings.completedShell { return shell.script }
    switch settings.generated {
    case .manual: return String(Manual.text.dropLast())
    case .gallery: return Gallery.text
    case nil: return nil
    }
  }
}
