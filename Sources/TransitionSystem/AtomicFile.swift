internal import TransitionLibC
internal import TransitionLocks

/// Files that appear whole or not at all: made under a hidden name in their folder, and renamed.
///
/// A file of the final name is replaced, and so is a symbolic link to one, which stays as it is.
/// What is no file is never replaced: a character device, a FIFO, a descriptor such as
/// `/dev/stdout`, and a link to one of them get what the finished file would hold; others are
/// errors. Each function throws what the system refuses, and what the functions throw that it is
/// given; a `role` is what the file is, for errors, and `path` its final name.
public enum AtomicFile {
  /// The hidden files that are not finished. While the lock is held none is created.
  private static let unfinished = Monitor<Set<Path>>([])

  /// Makes a file that `write` fills, in place of any file of its name; nothing is left of it after
  /// an error. `note` takes what the file is, before it gets that name.
  public static func write<Failure: FileErrorCarrier>(
    _ role: String, to path: Path, noting note: (FileVersion) throws(FileError) -> Void = { _ in },
    _ write: (File) throws(Failure) -> Void
  ) throws(Failure) {
    try open(role, at: path) { temporary, file throws(Failure) in
      try fill(file, write)
      setTimeToNow(temporary)
      guard let status = FileStatus(temporary, followsLinks: false) else { return }
      try Failure.from(file: note(status.version))
    }
  }

  /// Makes a file that something else writes by its name, in place of any file of its final name:
  /// `fill` fills the file of the hidden name that it is given, or replaces it.
  public static func make<Failure: FileErrorCarrier>(
    _ role: String, at path: Path, _ fill: (_ hidden: Path) throws(Failure) -> Void
  ) throws(Failure) {
    // What the system refuses is found here, and said of the final name.
    try open(role, at: path) { hidden, file throws(Failure) in
      file.close()
      try fill(hidden)
    }
  }

  /// Makes a file in a folder that something else writes by its name, and whose final name follows
  /// from what it is: `fill` fills the file of the hidden name, and returns the final one.
  public static func make<Failure: FileErrorCarrier>(
    _ role: String, in folder: Path, _ fill: (_ hidden: Path) throws(Failure) -> Path
  ) throws(Failure) {
    var final = Path("")
    try make(in: folder, role, at: folder) { hidden, file throws(Failure) in
      file.close()
      final = try fill(hidden)
    } finish: { hidden throws(Failure) in
      try Failure.from(file: name(hidden, role, folder + final))
    }
  }

  /// Makes a hidden file in a folder for as long as `body` takes.
  public static func withTemporary<Value, Failure: FileErrorCarrier>(
    _ role: String, in folder: Path, holding bytes: [UInt8],
    _ body: (_ hidden: Path) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try make(in: folder, role, at: folder) { _, file throws(Failure) in
      try fill(file) { file throws(Failure) in try Failure.from(file: file.write(bytes)) }
    } finish: { hidden throws(Failure) in
      let value = try body(hidden)
      remove(hidden)
      return value
    }
  }

  /// Finds out whether a file of a name can be made.
  public static func check(_ role: String, at path: Path) throws(FileError) {
    // Nothing is written to what is not a file.
    guard !isSpecial(path) else { return }
    try make(in: path.directory, role, at: path) { _, file throws(FileError) in
      file.close()
    } finish: { hidden throws(FileError) in
      remove(hidden)
    }
  }

  /// Writes a file and closes it.
  private static func fill<Failure: FileErrorCarrier>(
    _ file: File, _ write: (File) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) {
      try write(file)
    } catch {
      file.close()
      throw error
    }
    // Where a disk is another machine's, this is when it says that it is full.
    guard close(file.descriptor) == 0 else {
      throw Failure(FileError(.write, file.role, file.path))
    }
  }

  /// Gives a file the time to the nanosecond. The clock that the system takes ticks some hundred
  /// times a second: within a tick two files of one size would be one version.
  private static func setTimeToNow(_ path: Path) {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    // Where that is not to be had, the system's time stays.
    _ = unsafe utimensat(AT_FDCWD, path.cString, [now, now], AT_SYMLINK_NOFOLLOW)
  }

  /// Makes a file in place of any file of its name; whoever fills it closes it.
  private static func open<Failure: FileErrorCarrier>(
    _ role: String, at path: Path, _ fill: (_ hidden: Path, File) throws(Failure) -> Void
  ) throws(Failure) {
    if let special = SpecialFile(path) {
      let folder = TemporaryFiles.folder
      return try make(
        in: folder, TemporaryFiles.role, at: folder, advice: TemporaryFiles.advice, fill
      ) { hidden throws(Failure) in
        try Failure.from(file: special.take(hidden, role, as: path))
        unsafe unlink(hidden.cString)
      }
    }
    guard FileStatus(path)?.kind != .other else {
      throw Failure(FileError(.create, role, path, "Neither a file nor a stream"))
    }
    try make(in: path.directory, role, at: path, fill) { hidden throws(Failure) in
      try Failure.from(file: name(hidden, role, path))
    }
  }

  /// Gives a file its final name.
  private static func name(_ hidden: Path, _ role: String, _ path: Path) throws(FileError) {
    guard unsafe rename(hidden.cString, path.cString) == 0 else {
      throw FileError(.write, role, path)
    }
  }

  /// Makes a file at once with its content, unless there is one of its name.
  public static func create(_ bytes: [UInt8], _ role: String, at path: Path) throws(FileError) {
    try make(in: path.directory, role, at: path) { _, file throws(FileError) in
      try fill(file) { file throws(FileError) in try file.write(bytes) }
    } finish: { hidden throws(FileError) in
      // A link, unlike a new name, never takes another file's place.
      if unsafe link(hidden.cString, path.cString) == 0 || errno == EEXIST {
        unsafe unlink(hidden.cString)
        return
      }
      // Where there are no links, the last one of those that begin at the same moment wins.
      guard unsafe rename(hidden.cString, path.cString) == 0 else {
        throw FileError(.create, role, path)
      }
    }
  }

  /// Makes a copy of a file, in place of any file of its name, and tells whether there is one: none
  /// if something else has replaced the version of the original that is meant, if one is. `note`
  /// takes what the copy is, before it gets its name.
  @discardableResult public static func copy(
    _ original: Path, of version: FileVersion? = nil, _ role: String, to path: Path,
    noting note: (FileVersion) throws(FileError) -> Void = { _ in }
  ) throws(FileError) -> Bool {
    try File.read(role, at: original) { original throws(FileError) in
      guard version == nil || original.status?.version == version else { return false }
      try write(role, to: path, noting: note) { copy throws(FileError) in
        try original.forEachPart { part throws(FileError) in try copy.write(part) }
      }
      return true
    }
  }

  /// Whether a path names what is written to, and not replaced.
  public static func isSpecial(_ path: Path) -> Bool { SpecialFile(path) != nil }

  /// Removes a file if there is one.
  public static func remove(_ path: Path) { unsafe unlink(path.cString) }

  /// Makes a file under a hidden name in a folder, of which nothing is left after an error: `fill`
  /// fills and closes it, `finish` gives it its final name or does with it what else is to be done.
  /// `advice` follows the system's reason not to create it.
  private static func make<Value, Failure: FileErrorCarrier>(
    in folder: Path, _ role: String, at path: Path, advice: String = "",
    _ fill: (Path, File) throws(Failure) -> Void, finish: (Path) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let hidden = hiddenPath(in: folder)
    unfinished.withLock { _ = $0.insert(hidden) }
    defer { unfinished.withLock { _ = $0.remove(hidden) } }
    let descriptor = unfinished.withLock { _ in
      unsafe TransitionLibC.open(hidden.cString, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else {
      throw Failure(FileError(.create, role, path).followed(by: advice))
    }
    do throws(Failure) {
      try fill(hidden, File(descriptor: descriptor, role: role, path: path))
      return try finish(hidden)
    } catch {
      remove(hidden)
      throw error
    }
  }

  /// A hidden name that no other file has, always of the same length.
  static func hiddenPath(in folder: Path) -> Path {
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    let zeros = String(repeating: "0", count: 13 - token.count)
    return folder + Path(".dotransition-" + zeros + token)
  }

  /// Removes all unfinished files and lets no other begin, for a process that is about to end.
  public static func abandonAll(_ end: () -> Never) -> Never {
    unfinished.withLock { paths in
      for path in paths { unsafe unlink(path.cString) }
      end()
    }
  }
}
