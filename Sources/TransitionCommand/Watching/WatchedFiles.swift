internal import TransitionSystem

/// Files, folders and numbered files whose changes are waited for.
struct WatchedFiles {
  /// The state of each when it was last looked at, or before it was read.
  private var states: [Path: String] = [:]

  /// What tells what a path stands for from what it stood for before: of a file its size, its time
  /// and who may read it; of a folder the pictures in it, and of a pattern the files that match it,
  /// by name, since those that are shown are watched themselves.
  ///
  /// Not the number that the file system has for it: on some these change by themselves.
  static func state(of path: Path) -> String {
    func listed(_ names: some Collection<Path>) -> String {
      Fingerprint(names.flatMap { $0.bytes + [0] }).text
    }
    guard let status = FileStatus(path) else {
      guard let pattern = try? PathPattern(parsing: path.name), pattern.digits != nil else {
        return "missing"
      }
      let names = Folder.names(in: path.directory).filter { pattern.number(of: $0) != nil }
      return listed(names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    }
    guard status.kind == .folder else { return "\(status.version.text) \(status.permissions)" }
    return (try? PictureFolder(path)).flatMap { $0 }.map { listed($0.pictures) } ?? "empty"
  }

  var isEmpty: Bool { states.isEmpty }
  var count: Int { states.count }

  /// The number of those that are files, there or not.
  var fileCount: Int { states.keys.count { FileStatus($0)?.kind != .folder } }

  /// Adds one that is going to be read. That of one which is known stays: it was read since.
  mutating func add(_ path: Path, state: String) {
    if states[path] == nil { states[path] = state }
  }

  /// Forgets all but some.
  mutating func keep(_ paths: Set<Path>) { states = states.filter { paths.contains($0.key) } }

  /// Looks at all of them, without taking note.
  func now() -> WatchedFiles {
    var files = self
    for path in states.keys { files.states[path] = Self.state(of: path) }
    return files
  }

  /// Those that differ from others'.
  func differing(from others: WatchedFiles) -> Set<Path> {
    Set(states.filter { others.states[$0.key] != $0.value }.keys)
  }

  /// Waits from now on for what may change them.
  func watch(by watcher: Watcher) {
    let folders = states.keys.compactMap { path -> Path? in
      switch FileStatus(path)?.kind {
      case .folder: path.name == "" ? path : path + "/"
      case nil where (try? PathPattern(parsing: path.name))?.digits != nil: path.directory
      default: nil
      }
    }
    watcher.watch(states.keys, allIn: folders)
  }
}
