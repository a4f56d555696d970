internal import System

/// The hidden file that keeps a job's record beside its frames, named for their names and numbers:
/// `.turn_%04d.png.0-29.dotransition`.
///
/// Its rule: while it is there, every frame of these numbers that is there was made from it. A job
/// that ends well without `--skip-existing` leaves nothing to go on with, and no record.
struct JobRecordFile {
  private let prefix: Path
  private let path: Path
  private let files: FrameFiles
  private let plan: Plan
  /// This job's record; `nil` if its pictures cannot be read twice.
  private let ours: JobRecord?

  /// What a job finds when it begins.
  struct Beginning {
    /// The numbers of the frames that stay.
    var kept: Set<Int> = []
    /// The number of frames that no record vouches for, which `--skip-existing` cannot keep.
    var unrecorded = 0
    /// Whether the record is this job's, so that `--skip-existing` can go on with it.
    var isRecorded = true
  }

  init(_ job: Job, _ files: FrameFiles) throws(Failure) {
    self.files = files
    plan = job.plan
    let pattern = files.pattern
    prefix = pattern.prefix.directory + "." + pattern.text.name + "."
    path =
      prefix + Path("\(plan.allNumbers.lowerBound)-\(plan.allNumbers.upperBound)\(Self.suffix)")
    // A picture of its own needs no record, unless it is to be kept.
    let isNeeded = pattern.digits != nil || files.existing == .kept
    ours = isNeeded ? JobRecord(job, files) : nil
    if isNeeded, ours == nil, files.existing == .kept {
      throw Failure(
        .noInput, "--skip-existing cannot tell pictures apart that are not ordinary files")
    }
  }

  private static let suffix = ".dotransition"

  /// The record that is there.
  private var record: JobRecord? { Self.record(at: path) }

  private static func record(at path: Path) -> JobRecord? {
    guard FileStatus(path)?.kind == .file else { return nil }
    let bytes = try? File.read("record", at: path) { file throws(FileError) in
      try file.readAll()
    }
    return bytes.flatMap { String(validating: $0, as: UTF8.self) }.map(JobRecord.init(text:))
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

  /// Throws if there is a record of another job.
  func check() throws(Failure) {
    guard let ours else { return }
    for path in [path] + overlapping {
      if let record = Self.record(at: path), record != ours {
        throw Failure(
          .cannotCreate,
          "frames of another render are in the way: \(files.pattern.text): "
            + "\(ours.difference(from: record)); choose another name, or remove them and \(path), or "
            + "replace them without --skip-existing")
      }
    }
  }

  /// Whether every frame of the job is there and stays, so that there is nothing to do.
  var hasEveryFrame: Bool {
    guard files.existing == .kept, let ours, record == ours else { return false }
    return files.finished(plan.chosen.numbers).count == plan.chosen.count
  }

  /// Makes the record true for what the job is going to do.
  func begin() throws(Failure) -> Beginning {
    files.existing == .kept ? try keep() : replace()
  }

  /// Makes sure that the frames that are there are this job's, and that the record says so.
  private func keep() throws(Failure) -> Beginning {
    // In this order: whatever is listed has been made after its record.
    let finished = files.finished(plan.allNumbers)
    guard record != nil || finished.isEmpty else {
      // Beside the frames that are not made yet a record would vouch for these, too.
      try check()
      return Beginning(unrecorded: finished.count, isRecorded: false)
    }
    if record == nil { try create() }
    try check()
    return Beginning(kept: Set(finished))
  }

  /// Prepares to write over the frames that are there.
  private func replace() -> Beginning {
    let taken = files.taken(plan.allNumbers)
    for path in overlapping { AtomicFile.remove(path) }
    if ours != nil, record == ours { return Beginning() }
    // Otherwise frames of two renders will lie side by side, and no record can be right.
    if taken.isEmpty, write() { return Beginning() }
    AtomicFile.remove(path)
    return Beginning(isRecorded: false)
  }

  /// Ends a job that has made all its frames, which a record can vouch for now.
  func finish() {
    guard plan.isWhole else { return }
    if files.existing != .kept {
      AtomicFile.remove(path)
    } else if record == nil {
      _ = write()
    }
  }

  private func write() -> Bool {
    guard let ours else { return false }
    let written: Void? = try? AtomicFile.write("record", to: path) { file throws(FileError) in
      try file.write(Array(ours.text.utf8))
    }
    return written != nil
  }

  /// Creates the file with its content at once, unless another process has created it.
  private func create() throws(Failure) {
    guard let ours else { return }
    try Failure.from { () throws(FileError) in
      try AtomicFile.create(Array(ours.text.utf8), "the job's record", at: path)
    }
  }
}
