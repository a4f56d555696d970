internal import TransitionLibC

/// Waits until files may have changed, another process reports, or a signal asks this one to end.
///
/// It tells only that something may have changed: what has, whoever knows the files finds by
/// looking. inotify tells of names in folders, so that a file which another replaces, a link that
/// leads elsewhere and a folder that comes back are found. Where it cannot, as on network file
/// systems, the answer is that something may have changed, again and again.
public final class Watcher {
  /// Something that was waited for.
  public enum Event: Sendable, Equatable {
    /// Time has passed.
    case nothing
    case change
    /// The process has reported something, or has ended.
    case report
    case signal(Int32)
  }

  private let signals: Int32
  private let events: FolderEvents?
  private var isPolling: Bool
  /// The time between two looks at files, where nothing tells of them: longer where they are many.
  private var pause = Duration.milliseconds(500)

  /// Hears signals from now on.
  ///
  /// - Parameter polls: whether files are looked at again and again whatever the system tells.
  /// - Throws: that the system has no pipe for them.
  public init(polls: Bool) throws(FileError) {
    guard let signals = Signals.listen() else {
      throw FileError(.run, "a pipe", "for signals")
    }
    self.signals = signals
    events = polls ? nil : FolderEvents()
    isPolling = events == nil
  }

  /// Waits from now on for changes of some files, and of all that is in some folders.
  public func watch(_ files: some Sequence<Path>, allIn folders: some Sequence<Path>) {
    let files = Array(files)
    pause = .microseconds(500_000 + 100 * files.count)
    guard let events else { return }
    var names: [Path: Set<Path>?] = [:]
    for path in files + Array(folders) {
      for (folder, name) in path.lookups {
        let others = names[folder, default: []]
        names[folder] = .some(others.map { $0.union([name]) })
      }
    }
    for folder in folders { names[folder] = .some(nil) }
    isPolling = !events.watch(names)
  }

  /// Waits for one of these, or until some time has passed.
  ///
  /// - Parameters:
  ///   - limit: the time; `nil` to wait for as long as it takes.
  ///   - process: the process whose reports count.
  ///   - seesChanges: whether changes count.
  /// - Returns: what has come first.
  public func wait(
    atMost limit: Duration? = nil, for process: OwnProcess? = nil, seesChanges: Bool = true
  ) -> Event {
    let deadline = limit.map { ContinuousClock.now + $0 }
    let nextLook = ContinuousClock.now + pause
    while true {
      let isEventful = seesChanges && !isPolling
      let descriptors =
        [signals] + [process?.reports, isEventful ? events?.descriptor : nil].compactMap(\.self)
      let ends = [deadline, seesChanges && isPolling ? nextLook : nil].compactMap(\.self)
      let end = ends.min()
      switch Poll.wait(
        for: descriptors, atMost: end.map { max(.zero, ContinuousClock.now.duration(to: $0)) })
      {
      case signals?:
        var number: UInt8 = 0
        _ = File.uninterrupted { unsafe TransitionLibC.read(signals, &number, 1) }
        return .signal(Int32(number))
      case let descriptor? where descriptor == process?.reports: return .report
      case _?:
        if events?.read() == true { return .change }
      case nil:
        guard let end, ContinuousClock.now >= end else { continue }
        return end == deadline ? .nothing : .change
      }
    }
  }
}

extension Path {
  /// The names that are looked up on the way to the file, each in its folder, through symbolic
  /// links.
  fileprivate var lookups: [(folder: Path, name: Path)] {
    let slash = UInt8(ascii: "/")
    func names(_ path: Path) -> [Path] {
      path.bytes.split(separator: slash).map { Path(bytes: $0) }.reversed()
    }
    func root(_ path: Path) -> Path? { path.bytes.first == slash ? "/" : nil }
    var lookups: [(folder: Path, name: Path)] = []
    var (folder, rest) = (root(self) ?? "", names(self))
    // Two more than the links that Linux follows.
    var links = 42
    while let name = rest.popLast() {
      if name == "." { continue }
      if name != ".." { lookups.append((folder, name)) }
      if name != "..", links > 0, let target = SpecialFile.target(of: folder + name) {
        links -= 1
        rest += names(target)
        folder = root(target) ?? folder
      } else {
        folder = folder + name + "/"
      }
    }
    return lookups
  }
}
