internal import GLTransitions
internal import TransitionKit
internal import TransitionSystem

/// A filter by the name that people write, which may stand for some of its parameters, too.
struct NamedFilter: Sendable {
  let name: String
  let filter: Filter
  var preset: Preset?
  var file: Path?

  /// A text that is the same for names that stand for the same.
  var identity: String { preset?.name ?? filter.fullName }
}

/// The transitions that a command line can name: ours, GLSL files, and presets of ours.
enum Filters {
  /// Ours, in the order in which they are listed.
  static let all = Transitions.ours + ShippedTransitions.all

  /// The same, Core Image's under their own names, as the original lists them.
  static let listed = Transitions.all + ShippedTransitions.all

  /// All that ``listedNames`` names, but for files that cannot be read, of which `isUnreadable` is
  /// told.
  static func listed(_ isUnreadable: (Failure) -> Void) -> [NamedFilter] {
    listedNames.compactMap { name in
      do throws(Failure) {
        return try named(name)
      } catch {
        isUnreadable(error)
        return nil
      }
    }
  }

  /// The names that are listed, then those of the files in the folders of `DOTRANSITION_PATH`.
  static var listedNames: [String] {
    Transitions.all.map(\.name) + shippedNames + shaderNames
  }

  /// The filter of which one of ours is the same with other defaults; `nil` if there is none.
  static func original(of filter: Filter) -> Filter? {
    Transitions.all.first { $0.isCoreImages && $0.alias == filter.alias }
  }

  /// One name for each that is listed, the shortest.
  static var shortNames: [String] {
    Transitions.ours.map(\.alias) + shippedNames + shaderNames
  }

  /// The shipped shaders, but for those before which files go.
  private static var shippedNames: [String] {
    let files = Set(shaderNames)
    return ShippedTransitions.names.filter { !files.contains($0) }
  }

  /// One name for each of ours.
  static let builtInNames = Transitions.ours.map(\.alias) + ShippedTransitions.names

  /// Every name that can be written, short ones first.
  static var names: [String] {
    shortNames + [Filter.cut.name] + Transitions.all.map(\.name) + presets.map(\.name)
  }

  /// The presets whose names are not those of shaders.
  static var presets: [Preset] {
    let shaders = Set(shaderNames + ShippedTransitions.names)
    return Preset.all.filter { !shaders.contains($0.name) }
  }

  /// The filter of a name or of a file's path: one of `TransitionKit`, a file in the folders of
  /// `DOTRANSITION_PATH`, a shipped shader, or a preset, in this order, after the cut. Paths are
  /// relative to `folder`.
  static func named(_ name: String, in folder: Path = "") throws(Failure) -> NamedFilter {
    if isCut(name) { return NamedFilter(name: name, filter: .cut) }
    if let path = path(of: name, in: folder) {
      return NamedFilter(name: name, filter: try shader(at: path), file: path)
    }
    guard let filter = builtIn(name) else { throw unknown([name]) }
    return filter
  }

  /// The filter of ours that has a name, or the preset; `nil` if there is none.
  static func builtIn(_ name: String) -> NamedFilter? {
    if let filter = Transitions.named(folded(name)) ?? ShippedTransitions.named(folded(name)) {
      return NamedFilter(name: name, filter: filter)
    }
    return Preset.named(folded(name)).map {
      NamedFilter(name: name, filter: $0.filter, preset: $0)
    }
  }

  /// Refuses names that stand for nothing, without opening a file.
  static func check(_ names: [String], in folder: Path = "") throws(Failure) {
    let unknown = names.filter { path(of: $0, in: folder) == nil && !isOurs($0) }
    if !unknown.isEmpty { throw Self.unknown(unknown) }
  }

  /// Whether a name is that of a filter or of a preset, not of a file.
  private static func isOurs(_ name: String) -> Bool {
    isCut(name) || Transitions.named(folded(name)) != nil
      || ShippedTransitions.names.contains(folded(name))
      || Preset.named(folded(name)) != nil
  }

  private static func isCut(_ name: String) -> Bool { folded(name) == Filter.cut.name }

  /// A name without case, hyphens, underscores and blanks.
  static func folded(_ name: String) -> String {
    name.lowercased().filter { !"-_ ".contains($0) }
  }

  /// An error about names that stand for nothing.
  private static func unknown(_ names: [String]) -> Failure {
    guard let name = names.first, names.count == 1 else {
      return .usage("unknown transitions: \(names.joined(separator: ", ")); -l lists them")
    }
    if let colon = name.firstIndex(of: ":"), isOurs(String(name[..<colon])) {
      guard name.index(after: colon) < name.endIndex, !name.contains("::") else {
        return .usage("\(name): after a colon follows a parameter: \(name[..<colon]):name=value")
      }
      return .usage(
        name.contains("=")
          ? "\(name): expected a name alone: \(name[..<colon])"
          : "\(name): expected a value: \(name)=VALUE")
    }
    if name.contains(",") {
      return .usage(
        "unknown transition: \(name): --transition is given again for each step; "
          + "random:\(name) chooses among them")
    }
    if folded(name) == "random" { return .usage("\(name) is no transition: it chooses among them") }
    let suggestion = Suggestion.phrase(
      for: name, among: Self.names + ["random"], synonyms: synonyms)
    return .usage("unknown transition: \(name)\(suggestion); -l lists them")
  }

  /// The shader's file that a name stands for; `nil` if it stands for one of ours, or for nothing.
  static func path(of name: String, in folder: Path = "") -> Path? {
    let here = Path(name).resolved(in: folder)
    if isPath(name) {
      if Path(name).bytes.contains(UInt8(ascii: "/")) { return here }
      return FileStatus(here) == nil ? file(named: Path(name)) ?? here : here
    }
    return !isCut(name) && Transitions.named(folded(name)) == nil
      ? file(named: Path(name + suffix)) : nil
  }

  /// Whether a name is the path of a file, not one that is sought in folders.
  static func isPath(_ name: String) -> Bool {
    Path(name).bytes.contains(UInt8(ascii: "/")) || name.hasSuffix(suffix)
  }

  /// Names that other programs give to transitions like ours.
  private static let synonyms = [
    "bars": ["barsswipe"], "chess": ["checker"], "circle": ["iris"], "copier": ["copymachine"],
    "crossdissolve": ["dissolve"], "crossfade": ["dissolve"], "curl": ["pagecurl"],
    "fold": ["accordionfold"], "jumpcut": ["cut"], "none": ["cut"],
    "mask": ["maskwipe", "disintegratewithmask"],
    "pageturn": ["pagecurl"], "radial": ["clock"], "wave": ["ripple"],
    "wipe": ["wipeleft", "maskwipe"],
  ]

  private static let suffix = ".glsl"

  /// The folders in which shaders are sought.
  private static var folders: [Path] {
    ProcessSetup.environment("DOTRANSITION_PATH")
      .split(separator: UInt8(ascii: ":")).map { Path(bytes: $0) + "/" }
  }

  /// The names of the shaders in those folders, each folder's in order.
  private static var shaderNames: [String] {
    var seen = Set(Transitions.all.flatMap { [$0.alias, $0.name] } + [Filter.cut.name, "random"])
    return folders.flatMap { folder in
      Folder.names(in: folder).compactMap { stem($0.description) }.sorted()
    }.filter { file(named: Path($0 + suffix)) != nil && seen.insert($0).inserted }
  }

  /// A shader's name without the suffix; `nil` if it has none.
  private static func stem(_ name: String) -> String? {
    name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil
  }

  private static func file(named name: Path) -> Path? {
    folders.map { $0 + name }.first { FileStatus($0)?.kind == .file }
  }

  private static func shader(at path: Path) throws(Failure) -> Filter {
    WatchRound.reads([path])
    if let size = FileStatus(path)?.size, size > GLProgram.byteLimit {
      throw Failure(.badInput, "the transition is larger than a megabyte: \(path)")
    }
    let bytes = try Failure.from(
      file: File.read("the transition", at: path) { file throws(FileError) in
        // A device may have no end.
        try file.readAll(atMost: GLProgram.byteLimit)
      })
    let name = path.name.description
    let program = BackgroundWork {
      Result { () throws(GLError) in try GLProgram(source: bytes) }
    }.wait()
    do throws(GLError) {
      return Filter(
        try program.get(), name: stem(name) ?? name, file: name,
        identity: " (\(Fingerprint(bytes).text))")
    } catch { throw Failure(error, in: name) }
  }
}

extension Filter {
  /// The name, with what tells it from others of that name.
  var fullName: String { name + identity }

  /// Whether it has Core Image's defaults.
  var isCoreImages: Bool { identity.isEmpty && name.hasPrefix("CI") }

  /// The shortest name that stands for it on the command line.
  var shortName: String { isCoreImages ? name : identity.isEmpty ? alias : displayName }
}
