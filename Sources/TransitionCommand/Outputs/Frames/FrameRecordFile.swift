internal import TransitionImages
internal import TransitionSystem

/// The hidden file that keeps the record of the frames beside them, named for their pattern:
/// `.turn_%04d.png.dotransition`.
///
/// It lists each frame before the frame gets its name, whichever process makes it, and whatever
/// show it is of. A frame that it does not list, or not as it is, was made by something else.
///
/// | run | no record is there | a record is there |
/// |---|---|---|
/// | all frames | made, their lines removed at the end | the same |
/// | a part of them | none is made | takes the part's frames if it lists some of this job's |
/// | `--skip-existing` | made, stays | takes the frames that it lacks, or status 73 |
///
/// A run that is interrupted, or fails, leaves the record for `--skip-existing` to go on from. Of
/// the frames that are there those stay whose keys are the job's; the others are made again. If the
/// record knows the frames that are there, and none of them is the job's, they are another
/// render's, and the job is refused.
struct FrameRecordFile {
  private let job: Job
  private let files: FrameFiles
  private let plan: Plan
  private let path: Path
  /// What tells the job's pictures from others; `nil` if they cannot be read twice, or no record is
  /// needed.
  private let identities: FrameKeys.Identities?

  /// The chosen frames that are there, as ordinary files with something in them, and the record for
  /// those that are made.
  struct Frames {
    /// Those that are this job's.
    fileprivate(set) var kept: Set<Int> = []
    /// The number of those that were made for another show.
    fileprivate var others = 0
    /// The number of those that the record does not list.
    fileprivate var unrecorded = 0
    fileprivate var list: SharedList?
    fileprivate var keys: FrameKeys?

    /// Whether `--skip-existing` can go on with the frames that are made.
    var isRecorded: Bool { list != nil }

    /// Lists a frame that gets its name next.
    func add(_ number: Int, _ version: FileVersion, at moment: Timeline.Moment) throws(FileError) {
      guard let list, let keys else { return }
      let entry = FrameRecord.Entry(version: version, key: keys.key(of: moment))
      try list.add(FrameRecord.line(number, entry))
    }

    /// Sentences about frames that are made again.
    var remarks: [String] {
      var lines: [String] = []
      func again(_ count: Int) -> String { (count == 1 ? "it is" : "they are") + " made again" }
      let there = "of the frames that are there"
      if others > 0 { lines.append("another show made \(others) \(there): \(again(others))") }
      if unrecorded > 0 {
        let made = unrecorded == 1 ? "was made" : "were made"
        lines.append("no record says how \(unrecorded) \(there) \(made): \(again(unrecorded))")
      }
      return lines
    }
  }

  init(_ job: Job, _ files: FrameFiles) throws(Failure) {
    (self.job, self.files, plan) = (job, files, job.plan)
    path = Self.prefix(files.pattern) + Path(Self.suffix)
    // A picture of its own needs no record, unless it is to be kept.
    let isCompared = if case .listMissing = job.action { true } else { files.existing.isCompared }
    let isNeeded = files.pattern.digits != nil || isCompared
    identities = isNeeded ? try FrameKeys.identities(job) : nil
    if isNeeded, identities == nil, files.existing.isCompared {
      // What cannot be read at all has an error of its own.
      _ = try OpenedShow(job)
      throw Failure(
        .noInput, "--skip-existing cannot tell pictures apart that are not ordinary files")
    }
  }

  /// Refuses an input with the name of the record.
  static func check(_ pattern: PathPattern, inputs: [Path]) throws(Failure) {
    let path = prefix(pattern) + Path(suffix)
    guard FileStatus(path)?.isAny(of: inputs) == true else { return }
    throw Failure(
      .cannotCreate,
      "an input has the name of \(role): \(path): rename it, or the frames")
  }

  private static func prefix(_ pattern: PathPattern) -> Path {
    pattern.prefix.directory + "." + pattern.text.name + "."
  }

  private static let suffix = "dotransition"
  private static let role = "the record of the frames"

  // MARK: Reading

  /// The most bytes that a record is read with: many times those that it has.
  private var mostBytes: Int64 { 32 << 20 + 256 * Int64(plan.allNumbers.count) }

  /// The record that is there; `nil` if there is none.
  ///
  /// - Throws: that there is one, perhaps, which cannot be read.
  private func read() throws(Failure) -> FrameRecord? {
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
      if let record = FrameRecord(bytes) { return record }
    } catch {
      throw unreadable(error.reason)
    }
    throw unreadable("it is not a whole record")
  }

  /// The records of earlier versions for some of the numbers: one for each range of them.
  private var earlierRecords: [Path] {
    let prefix = Self.prefix(files.pattern)
    let name = prefix.name.bytes
    return Folder.names(in: prefix.directory).filter { found in
      let rest = String(decoding: found.bytes.dropFirst(name.count), as: UTF8.self)
      guard found.bytes.starts(with: name),
        let match = rest.wholeMatch(of: /([0-9]+)-([0-9]+)\.dotransition/),
        let first = Int(match.1), let last = Int(match.2)
      else { return false }
      return first <= last && plan.allNumbers.overlaps(first...last)
    }
    .map { prefix.directory + $0 }
    .filter { Self.begins($0, with: FrameRecord.earlierHeading) }
  }

  /// Whether an ordinary file begins with some bytes, or is the beginning of them.
  private static func begins(_ path: Path, with heading: [UInt8]) -> Bool {
    guard FileStatus(path, followsLinks: false)?.kind == .file else { return false }
    let start = try? File.read(role, at: path) { file throws(FileError) in
      try file.read(atMost: heading.count)
    }
    return start.map(heading.starts(with:)) ?? false
  }

  /// Finds the chosen frames that are there, by the record, and changes nothing.
  ///
  /// - Parameter opened: the show, if it is open; it is opened only where there is a record.
  /// - Returns: the frames; `nil` if there is no record, or it is of other numbers only.
  /// - Throws: that they are another render's.
  func find(_ opened: OpenedShow? = nil) throws(Failure) -> Frames? {
    if files.existing != .renewed, let earlier = earlierRecords.first {
      throw Failure(
        .cannotCreate,
        "frames of another version are in the way: \(files.pattern.text): choose another name, or "
          + "remove them and \(earlier), or replace them all without --skip-existing")
    }
    guard let identities, let record = try read(),
      files.pattern.digits == nil || record.numbers.contains(where: isOurs)
    else { return nil }
    let show = if let opened { opened } else { try OpenedShow(job) }
    return try frames(by: record, FrameKeys(show, files.encoding.texts, identities))
  }

  /// The chosen frames that are there, by a record.
  ///
  /// - Throws: that all frames that the record knows under the job's names are another render's.
  private func frames(by record: FrameRecord, _ keys: FrameKeys) throws(Failure) -> Frames {
    /// Whether a file is what the job would make; `nil` if the record does not list it as it is.
    func isSame(_ number: Int) -> Bool? {
      guard let status = files.status(number), status.kind == .file else { return nil }
      // Of shows whose frames got this name in one tick of the clock nobody knows which was last.
      let made = Set(record.keys(of: number, status.version))
      return made.count == 1 ? made.contains(key(of: number, keys)) : nil
    }
    let known = record.numbers.lazy.filter(isOurs).compactMap(isSame)
    guard files.existing == .renewed || known.contains(true) || !known.contains(false) else {
      throw Failure(
        .cannotCreate,
        "frames of another render are in the way: \(files.pattern.text): choose another name, or "
          + "remove them and \(path), or replace them all without --skip-existing")
    }
    var frames = Frames()
    for number in files.finished(plan.chosen) {
      switch isSame(number) {
      case true?: frames.kept.insert(number)
      case false?: frames.others += 1
      case nil: frames.unrecorded += 1
      }
    }
    return frames
  }

  private func key(of number: Int, _ keys: FrameKeys) -> FrameKey {
    keys.key(of: plan.frame(number).moment)
  }

  /// Whether a number is one of the job's. A name without a number is that of the one chosen frame.
  private func isOurs(_ number: Int) -> Bool {
    files.pattern.digits == nil
      ? plan.chosen.contains(number) : plan.allNumbers.contains(number)
  }

  // MARK: Writing

  /// Sees to it that there is a record for what the job is going to do, and finds the frames that
  /// are to stay.
  func begin(_ opened: OpenedShow) throws(Failure) -> Frames {
    let keys = try identities.map { identities throws(Failure) in
      try FrameKeys(opened, files.encoding.texts, identities)
    }
    guard files.existing.isCompared, let keys else { return replace(keys) }
    if files.existing == .renewed { earlierRecords.forEach(AtomicFile.remove) }
    if FileStatus(path) == nil {
      try Failure.from(file: AtomicFile.create(FrameRecord.heading, Self.role, at: path))
    }
    // The list first, so that whatever another process makes from now on is in it.
    let list = try Failure.from(file: openList())
    var frames = Frames()
    if let record = try read() {
      frames = try self.frames(by: record, keys)
      // Lines of frames that are no longer there are more than those of the others.
      if record.linesPerFrame > 3 {
        rewrite { number, entry in
          files.status(number).map { entry.version.isKept(by: $0.version) } ?? false
        }
      }
    }
    (frames.list, frames.keys) = (list, keys)
    return frames
  }

  /// Prepares to write over frames that are there, and, if over all of them, over what is said of
  /// them.
  private func replace(_ keys: FrameKeys?) -> Frames {
    var isRecorded = false
    if plan.isWhole {
      for earlier in earlierRecords { AtomicFile.remove(earlier) }
      forget()
      if keys != nil, FileStatus(path, followsLinks: false) == nil {
        try? AtomicFile.create(FrameRecord.heading, Self.role, at: path)
      }
      // Were it a FIFO, the record would go to its reader.
      isRecorded = Self.begins(path, with: FrameRecord.heading)
    } else if let keys, let record = try? read() {
      // A part of another render leaves the record as it is.
      isRecorded = record.numbers.contains { isOurs($0) && record.lists($0, key(of: $0, keys)) }
    }
    return isRecorded && keys != nil ? Frames(list: try? openList(), keys: keys) : Frames()
  }

  private func openList() throws(FileError) -> SharedList {
    try SharedList(Self.role, at: path, heading: FrameRecord.heading)
  }

  /// Ends a job that has made all its frames.
  func finish() {
    if !files.existing.isCompared, plan.isWhole { forget() }
  }

  /// Removes the lines of the job's frames, and the record if it has no others.
  private func forget() { rewrite { number, _ in !isOurs(number) } }

  /// Removes lines while no other process adds some, and the record if none is left. What is no
  /// record stays, whatever its name is.
  private func rewrite(keeping isIncluded: (Int, FrameRecord.Entry) -> Bool) {
    guard Self.begins(path, with: FrameRecord.heading) else { return }
    try? SharedList.holding(Self.role, at: path) { () throws(Failure) in
      // One that is cut off lists nothing.
      let record = (try? read())?.filtered(isIncluded)
      guard let record, !record.isEmpty else { return AtomicFile.remove(path) }
      try Failure.from(
        file: AtomicFile.write(Self.role, to: path) { file throws(FileError) in
          try file.write(record.bytes)
        })
    }
  }
}
