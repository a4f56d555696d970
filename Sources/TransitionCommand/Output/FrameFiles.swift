internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// The files that frames become: their names, their type, and what happens to those that are there.
struct FrameFiles {
  /// What happens to a frame that is there.
  enum Existing { case replaced, kept, refused }

  let pattern: OutputPattern
  let type: FileType
  let quality: Int
  let saveOptions: String
  let existing: Existing

  init(_ common: CommonOptions, _ options: OutputOptions, isSingle: Bool) throws(Failure) {
    guard !(options.skipExisting && options.noOverwrite) else {
      throw .usage("--skip-existing keeps what --no-overwrite refuses: give one or the other")
    }
    existing = options.skipExisting ? .kept : options.noOverwrite ? .refused : .replaced
    quality = try OptionText.integer(options.quality, "--quality", 1...100)
    saveOptions = options.saveOptions
    (pattern, type) =
      if let output = options.output {
        try Self.named(output, common, options, isSingle: isSingle)
      } else {
        try Self.numbered(common, options)
      }
  }

  /// `-o`, `-b` and `-t`.
  private static func numbered(_ common: CommonOptions, _ options: OutputOptions)
    throws(Failure) -> (OutputPattern, FileType)
  {
    let directory = try OptionText.path(
      common.outputdir, "-o", "the folder for the frames, or --output")
    guard let text = common.basename, !text.isEmpty else {
      throw .usage("missing -b: what the frames' names begin with")
    }
    let basename = Path(text)
    guard basename.name == basename else {
      throw .usage("-b: '\(basename)' contains a slash; name the folder with -o")
    }
    let digits = try OptionText.integer(options.padding ?? "3", "--padding", 1...20)
    let type = try FileType(named: common.exportfiletype ?? "public.tiff", "-t")
    let pattern = OutputPattern(
      directory: directory, basename: basename, digits: digits, suffix: Path(type.suffix))
    return (pattern, type)
  }

  /// `--output`.
  private static func named(
    _ output: String, _ common: CommonOptions, _ options: OutputOptions, isSingle: Bool
  ) throws(Failure) -> (OutputPattern, FileType) {
    guard common.outputdir == nil, common.basename == nil else {
      throw .usage("--output stands instead of -o and -b: give one or the other")
    }
    guard options.padding == nil else {
      throw .usage("--padding belongs to -b; with --output write %0\(options.padding ?? "4")d")
    }
    guard !output.isEmpty else { throw .usage("--output: expected a name such as out/f_%04d.png") }
    let pattern = try OutputPattern(OptionText.expandingTilde(output))
    guard pattern.digits != nil || isSingle else {
      throw .usage("--output: \(output) has no number for many frames: expected %d or %03d in it")
    }
    let given = try common.exportfiletype.map { name throws(Failure) in
      try FileType(named: name, "-t")
    }
    let type = try pattern.fileExtension.map { name throws(Failure) in
      try FileType(named: name, "--output")
    }
    guard let type = type ?? given else {
      throw .usage("--output: \(output) has no extension: add one such as .png")
    }
    guard given == nil || given == type else {
      throw .usage("-t \(common.exportfiletype ?? "") contradicts the extension of --output")
    }
    return (pattern, type)
  }

  /// The numbers, of some, whose names are taken in the folder, by whatever it is.
  func taken(_ numbers: some Sequence<Int>) -> [Int] {
    // One listing is faster than a question for each frame, above all on a network. To some file
    // systems names that differ in case or in Unicode's normal form are one: strings that are equal
    // say which frames may be there, the system which are.
    func likeness(_ name: Path) -> String { name.description.lowercased() }
    let names = Set(Folder.names(in: pattern.directory).map(likeness))
    guard !names.isEmpty else { return [] }
    return numbers.filter { number in
      names.contains(likeness(pattern.path(number).name)) && status(number) != nil
    }
  }

  /// The numbers, of some, whose frames are there: files with something in them. Since frames get
  /// their names when they are whole, that is enough.
  func finished(_ numbers: some Sequence<Int>) -> [Int] {
    taken(numbers).filter { number in
      guard let status = status(number) else { return false }
      return status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    }
  }

  /// What the system says of what has a frame's name; `nil` if nothing has.
  private func status(_ number: Int) -> stat? {
    var status = stat()
    return unsafe lstat(pattern.path(number).cString, &status) == 0 ? status : nil
  }

  /// Refuses to write over a picture that is read, or over anything if so asked.
  func check(_ frames: [Plan.Frame], inputs: [Path]) throws(Failure) {
    let identities = inputs.compactMap(FileIdentity.init)
    for number in taken(frames.lazy.map(\.number)) {
      let path = pattern.path(number)
      if let identity = FileIdentity(path), identities.contains(identity) {
        throw Failure(.cannotCreate, "the output would overwrite an input: \(path)")
      }
      if existing == .refused {
        throw Failure(.cannotCreate, "a frame is there, and --no-overwrite is given: \(path)")
      }
    }
  }

  /// A writer of such files, whose options have been tried.
  func writer(profile: [UInt8]?, background: Color) throws(Failure) -> ImageWriter {
    do {
      return try ImageWriter(
        type: type, quality: quality, saveOptions: saveOptions, profile: profile,
        background: background)
    } catch { throw Failure(error, path: saveOptions, role: "--save-options") }
  }
}

extension FileType {
  /// The type that an option names.
  init(named name: String, _ option: String) throws(Failure) {
    do {
      self = try FileType(name)
    } catch {
      guard error.reason == .unknownType else { throw Failure(error, path: name, role: option) }
      throw .usage(
        "\(option): cannot write files of type '\(name)'"
          + Suggestion.phrase(for: name, among: FileType.suggestions)
          + ": expected public.tiff, public.png, public.jpeg, webp, …")
    }
  }
}
