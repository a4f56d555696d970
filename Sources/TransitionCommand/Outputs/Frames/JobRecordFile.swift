internal import TransitionSystem

/// The hidden file that keeps a job's record beside its frames, named for their names and numbers:
/// `.turn_%04d.png.0-29.dotransition`.
///
/// It lists each frame of the job before the frame gets its name, whichever process makes it. A frame
/// that it does not list, or not as it is, was made by something else. Its life:
///
/// | run | no record is there | this job's record | another job's record |
/// |---|---|---|---|
/// | all frames | made, removed at the end | used, removed at the end | replaced, removed |
/// | a part of them | none is made | takes the part's frames | stays as it is |
/// | `--skip-existing` | made, stays | takes the frames that it lacks | status 73 |
///
/// A run that is interrupted, or fails, leaves the record for `--skip-existing` to go on from.
struct JobRecordFile {
  private let prefix: Path
  private let path: Path
  private let files: FrameFiles
  private let plan: Plan
  /// This job's record, without frames; `nil` if its pictures cannot be read twice.
  private let ours: JobRecord?

  /// The frames that a job finds when it begins.
  struct Beginning {
    /// The numbers of the frames that stay.
    var kept: Set<Int> = []
    /// The number of chosen frames that are there and that the record does not list.
    var unrecorded = 0
    /// Takes the frames that are made, so that `--skip-existing` can go on with them; `nil` if
    /// nothing does.
    var list: SharedList?
  }

  init(_ job: Job, _ files: FrameFiles) throws(Failure) {
    self.files = files
    plan = job.plan
    let pattern = files.pattern
    prefix = Self.prefix(pattern)
    path = Self.path(pattern, plan)
    // A picture of its own needs no record, unless it is to be kept.
    let isCompared = if case .listMissing = job.action { true } else { files.existing == .kept }
    let isNeeded = pattern.digits != nil || isCompared
    ours = isNeeded ? JobRecord(job, files) : nil
    if isNeeded, ours == nil, files.existing == .kept {
      throw Failure(
        .noInput, "--skip-existing cannot tell pictures apart that are not ordinary files")
    }
  }

  /// Refuses an input with the name of the record.
  static func check(_ pattern: OutputPattern, _ plan: Plan, inputs: [Path]) throws(Failure) {
    let path = path(pattern, plan)
    guard FileStatus(path)?.isAny(of: inputs) == true else { return }
    throw Failure(
      .cannotCreate, "an input has the name of \(role): \(path): rename it, or the frames")
  }

  private static func prefix(_ pattern: OutputPattern) -> Path {
    pattern.prefix.directory + "." + pattern.text.name + "."
  }

  private static func path(_ pattern: OutputPattern, _ plan: Plan) -> Path {
    let numbers = plan.allNumbers
    return prefix(pattern) + Path("\(numbers.lowerBound)-\(numbers.upperBound)\(suffix)")
  }

  private static let suffix = ".dotransition"
  private static let role = "the job's record"

  /// The most bytes that a record is read with: many times those that a record of so many frames has.
  private var mostBytes: Int64 { 4 << 20 + 256 * Int64(plan.allNumbers.count) }

  /// The record that is there; `nil` if there is none.
  ///
  /// - Throws: that there is one, perhaps, which cannot be read.
  private func record(at path: Path) throws(Failure) -> JobRecord? {
    guard let status = FileStatus(path, followsLinks: false) else { return nil }
    func unreadable(_ reason: String) -> Failure {
      Failure(
        .cannotCreate,
        "cannot read \(Self.role): \(path): \(reason); remove it, choose another name, or replace "
          + "all frames without --skip-existing")
    }
    guard status.kind == .file else { throw unreadable("it is not an ordinary file") }
    guard status.size <= mostBytes else {
      throw unreadable("\(status.size) bytes are more than a record has")
    }
    do throws(FileError) {
      let bytes = try File.read(Self.role, at: path) { file throws(FileError) in
        try file.readAll()
      }
      if let record = JobRecord(bytes) { return record }
    } catch { throw unreadable(error.reason) }
    throw unreadable("it is not a whole record")
  }

  /// The records of other sequences that share some of the numbers.
  private var overlapping: [Path] {
    let name = prefix.name.bytes
    return Folder.names(in: prefix.directory).filter { candidate in
      guard candidate.bytes.starts(with: name) else { return false }
      let rest = String(decoding: candidate.bytes.dropFirst(name.count), as: UTF8.self)
      guard rest.hasSuffix(Self.suffix) else { return false }
      let range = rest.dropLast(Self.suffix.count).split(separator: "-").map { Int($0) }
      guard range.count == 2, let first = range[0], let last = range[1], first <= last else {
        return false
      }
      return plan.allNumbers.overlaps(first...last)
    }
    .map { prefix.directory + $0 }.filter { $0 != path }
    .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Finds the job's record, and throws if there is one of another job.
  ///
  /// - Returns: the record with the frames that it lists; `nil` if there is none.
  func find() throws(Failure) -> JobRecord? {
    guard let ours else { return nil }
    var found: JobRecord?
    for candidate in [path] + overlapping {
      guard let record = try record(at: candidate) else { continue }
      guard record == ours else {
        throw Failure(
          .cannotCreate,
          "frames of another render are in the way: \(files.pattern.text): "
            + "\(ours.difference(from: record)); choose another name, or remove them and \(candidate), "
            + "or replace them all without --skip-existing")
      }
      if candidate == path { found = record }
    }
    return found
  }

  /// The chosen frames that are there: those that a record lists if there is one, or all of them.
  func finished(by record: JobRecord?) -> [Int] {
    let there = files.finished(plan.chosen)
    guard let record else { return there }
    return there.filter { isListed($0, in: record) }
  }

  private func isListed(_ number: Int, in record: JobRecord) -> Bool {
    files.status(number).map { record.lists(number, $0.version) } ?? false
  }

  /// Sees to it that there is a record for what the job is going to do.
  func begin() throws(Failure) -> Beginning {
    files.existing == .kept ? try keep() : replace()
  }

  /// Finds the frames that are there and are this job's.
  private func keep() throws(Failure) -> Beginning {
    guard let ours else { return Beginning() }
    // The list first, so that whatever another process makes from now on is in it.
    let list = try Failure.from { () throws(FileError) in
      if FileStatus(path) == nil {
        try AtomicFile.create(Array(ours.text.utf8), Self.role, at: path)
      }
      return try SharedList(Self.role, at: path)
    }
    // Another process may have begun another job at the same moment.
    let record = try find() ?? ours
    let there = finished(by: nil)
    let kept = Set(there.filter { isListed($0, in: record) })
    return Beginning(kept: kept, unrecorded: there.count - kept.count, list: list)
  }

  /// Prepares to write over frames that are there, and, if over all of them, over what is said of
  /// them.
  private func replace() -> Beginning {
    if plan.isWhole { for path in overlapping { remove(path) } }
    guard let ours else { return Beginning() }
    if (try? record(at: path)) != ours {
      guard plan.isWhole else { return Beginning() }
      remove(path)
      // Were it a FIFO, the record would go to its reader.
      guard FileStatus(path, followsLinks: false) == nil else { return Beginning() }
      let isWritten: Void? = try? AtomicFile.write(Self.role, to: path) { file throws(FileError) in
        try file.write(Array(ours.text.utf8))
      }
      if isWritten == nil { return Beginning() }
    }
    return Beginning(list: try? SharedList(Self.role, at: path))
  }

  /// Ends a job that has made all its frames.
  func finish() {
    if files.existing != .kept, plan.isWhole { remove(path) }
  }

  /// Removes a record, or the beginning of one. What is none stays, whatever its name is.
  private func remove(_ path: Path) {
    guard FileStatus(path, followsLinks: false)?.kind == .file else { return }
    let start = try? File.read(Self.role, at: path) { file throws(FileError) in
      try file.read(atMost: JobRecord.title.utf8.count)
    }
    if let start, JobRecord.title.utf8.starts(with: start) { AtomicFile.remove(path) }
  }
}
