internal import TransitionImages
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
/// | `--skip-existing` | made, stays | takes the frames that it lacks | taken over, or status 73 |
///
/// A run that is interrupted, or fails, leaves the record for `--skip-existing` to go on from.
///
/// A record of another job is taken over if this job shows more than a pair of pictures, and some of the
/// frames that the record lists are frames of this job, too, by their checksums:
///
/// | the record | while its lock is held | the frames that stay | the others |
/// |---|---|---|---|
/// | of the same numbers | another file takes its place | are listed | are listed as earlier ones |
/// | of some of the numbers | no lock: this job's takes its lines | the same | the same |
///
/// The second is removed then. Of several processes that do so at once, those of this job find, once
/// they hold the lock, that the record is theirs. Lines that two of them take over are listed twice,
/// and say the same. Those of the other job go on, but what they make is not listed: ``SharedList``
/// adds nothing to a record with other facts. Frames that are listed as earlier ones are made again,
/// unless it is the earlier show that comes back.
struct JobRecordFile {
  private let job: Job
  private let prefix: Path
  private let path: Path
  private let files: FrameFiles
  private let plan: Plan
  /// This job's record, without frames, and what tells its pictures from others; `nil` if they cannot
  /// be read twice.
  private let own: (record: JobRecord, identities: PictureIdentities)?

  /// The records that a job finds.
  struct Findings {
    /// This job's record with the frames that it lists, and those that it takes over; `nil` if there
    /// is none.
    var record: JobRecord?
    /// In what the first record differs that is taken over; `nil` if none is.
    var difference: String?
  }

  /// The chosen frames that are there, as ordinary files with something in them.
  struct Frames {
    /// Those that the record lists.
    fileprivate(set) var kept: Set<Int> = []
    /// The number of those that it lists as an earlier show's.
    fileprivate(set) var earlier = 0
    /// The number of those that it does not list.
    fileprivate(set) var unrecorded = 0
  }

  /// The frames that a job finds when it begins, and the record for those that it makes.
  struct Beginning {
    fileprivate(set) var frames = Frames()
    fileprivate(set) var remarks: [String] = []
    fileprivate var list: SharedList?
    fileprivate var facts: FrameFacts?

    /// Whether `--skip-existing` can go on with the frames that are made.
    var isRecorded: Bool { list != nil }

    /// Lists a frame that gets its name next.
    func add(_ number: Int, _ version: FileVersion, at moment: Timeline.Moment) throws(FileError) {
      let checksum = facts?.checksum(of: moment)
      try list?.add(JobRecord.line(number, version, checksum: checksum))
    }
  }

  init(_ job: Job, _ files: FrameFiles) throws(Failure) {
    self.job = job
    self.files = files
    plan = job.plan
    let pattern = files.pattern
    prefix = Self.prefix(pattern)
    path = Self.path(pattern, plan)
    // A picture of its own needs no record, unless it is to be kept.
    let isCompared = if case .listMissing = job.action { true } else { files.existing == .kept }
    let isNeeded = pattern.digits != nil || isCompared
    let identities = isNeeded ? PictureIdentities(job) : nil
    own = identities.map { (JobRecord(job, files, $0), $0) }
    if isNeeded, own == nil, files.existing == .kept {
      throw Failure(
        .noInput, "--skip-existing cannot tell pictures apart that are not ordinary files")
    }
  }

  /// Refuses an input with the name of the record.
  static func check(_ pattern: PathPattern, _ plan: Plan, inputs: [Path]) throws(Failure) {
    let path = path(pattern, plan)
    guard FileStatus(path)?.isAny(of: inputs) == true else { return }
    throw Failure(
      .cannotCreate, "an input has the name of \(role): \(path): rename it, or the frames")
  }

  private static func prefix(_ pattern: PathPattern) -> Path {
    pattern.prefix.directory + "." + pattern.text.name + "."
  }

  private static func path(_ pattern: PathPattern, _ plan: Plan) -> Path {
    let numbers = plan.allNumbers
    return prefix(pattern) + Path("\(numbers.lowerBound)-\(numbers.upperBound)\(suffix)")
  }

  private static let suffix = ".dotransition"
  private static let role = "the job's record"

  /// The most bytes that a record of some frames is read with: many times those that it has.
  private static func mostBytes(_ numbers: ClosedRange<Int>) -> Int64 {
    // Whoever names files may write any numbers.
    let count = min(numbers.upperBound - numbers.lowerBound, 1_000_000_000) + 1
    return 4 << 20 + 256 * Int64(count)
  }

  /// A record that a name may have, and the numbers of its frames.
  private struct Candidate {
    let path: Path
    let numbers: ClosedRange<Int>
  }

  /// The candidate of this job.
  private var ours: Candidate { Candidate(path: path, numbers: plan.allNumbers) }

  /// The record that is there; `nil` if there is none.
  ///
  /// - Throws: that there is one, perhaps, which cannot be read.
  private func record(at candidate: Candidate) throws(Failure) -> JobRecord? {
    let path = candidate.path
    guard let status = FileStatus(path, followsLinks: false) else { return nil }
    func unreadable(_ reason: String) -> Failure {
      Failure(
        .cannotCreate,
        "cannot read \(Self.role): \(path): \(reason); remove it, choose another name, or replace "
          + "all frames without --skip-existing")
    }
    guard status.kind == .file else { throw unreadable("it is not an ordinary file") }
    guard status.size <= Self.mostBytes(candidate.numbers) else {
      throw unreadable("\(status.size) bytes are more than a record has")
    }
    do throws(FileError) {
      let bytes = try File.read(Self.role, at: path) { file throws(FileError) in
        try file.readAll()
      }
      if let record = JobRecord(bytes) { return record }
    } catch {
      // Another process may have taken it over meanwhile.
      if FileStatus(path, followsLinks: false) == nil { return nil }
      throw unreadable(error.reason)
    }
    throw unreadable("it is not a whole record")
  }

  /// The records of other sequences that share some of the numbers.
  private var overlapping: [Candidate] {
    let name = prefix.name.bytes
    return Folder.names(in: prefix.directory).compactMap { found in
      guard found.bytes.starts(with: name) else { return nil }
      let rest = String(decoding: found.bytes.dropFirst(name.count), as: UTF8.self)
      guard rest.hasSuffix(Self.suffix) else { return nil }
      let range = rest.dropLast(Self.suffix.count).split(separator: "-").map { Int($0) }
      guard range.count == 2, let first = range[0], let last = range[1], first <= last,
        plan.allNumbers.overlaps(first...last)
      else { return nil }
      return Candidate(path: prefix.directory + found, numbers: first...last)
    }
    .filter { $0.path != path }
    .sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }

  /// The facts of the frames; `nil` of a pair of pictures, whose frames stay only all together.
  private func facts(_ headers: PictureHeaders, _ canvas: Canvas) -> FrameFacts? {
    guard let own, !job.render.isPair else { return nil }
    return FrameFacts(job, files, own.identities, headers, canvas)
  }

  /// Finds this job's record, and those that it takes over; changes nothing.
  ///
  /// - Throws: that a record of another job is in the way.
  func find() throws(Failure) -> Findings {
    guard let own else { return Findings() }
    var findings = Findings()
    var others: [(Candidate, JobRecord)] = []
    for candidate in overlapping {
      guard let record = try record(at: candidate), record != own.record else { continue }
      others.append((candidate, record))
    }
    // This job's last: another process may have added to it what it has taken from the others.
    if let record = try record(at: ours) {
      if record == own.record {
        findings.record = record
      } else {
        others.insert((ours, record), at: 0)
      }
    }
    guard !others.isEmpty else { return findings }
    var facts: FrameFacts?
    if !job.render.isPair {
      let headers = try PictureHeaders(job.render)
      facts = self.facts(headers, try headers.canvas(job.render, for: job.outputs).canvas)
    }
    var record = findings.record ?? own.record
    for (candidate, other) in others {
      let difference = try take(from: other, at: candidate, into: &record, facts)
      findings.difference = findings.difference ?? difference
    }
    findings.record = record
    return findings
  }

  /// Takes over the frames of another job's record.
  ///
  /// - Returns: in what the record differs.
  /// - Throws: that it is in the way, because none of its frames is this job's.
  private func take(
    from other: JobRecord, at candidate: Candidate, into record: inout JobRecord,
    _ facts: FrameFacts?
  ) throws(Failure) -> String {
    let difference = record.difference(from: other)
    if let facts {
      let count = record.take(from: other) { number in
        // A name without a number is that of the one chosen frame.
        guard plan.allNumbers.contains(number),
          files.pattern.digits != nil || plan.chosen.contains(number),
          let status = files.status(number), status.kind == .file
        else { return nil }
        return status.version
      } checksum: {
        facts.checksum(of: plan.frame($0).moment)
      }
      if count > 0 { return difference }
    }
    throw isInTheWay(candidate, difference)
  }

  /// The error of frames that are another job's.
  private func isInTheWay(_ candidate: Candidate, _ difference: String) -> Failure {
    Failure(
      .cannotCreate,
      "frames of another render are in the way: \(files.pattern.text): \(difference); choose "
        + "another name, or remove them and \(candidate.path), or replace them all without "
        + "--skip-existing")
  }

  /// The chosen frames that are there, by a record.
  func frames(by record: JobRecord) -> Frames {
    var frames = Frames()
    for number in files.finished(plan.chosen) {
      guard let version = files.status(number)?.version else { continue }
      if record.lists(number, version) {
        frames.kept.insert(number)
      } else if record.listsAsEarlier(number, version) {
        frames.earlier += 1
      } else {
        frames.unrecorded += 1
      }
    }
    return frames
  }

  /// The chosen frames that are there: those that a record lists if there is one, or all of them.
  func finished(by record: JobRecord?) -> Set<Int> {
    record.map { frames(by: $0).kept } ?? Set(files.finished(plan.chosen))
  }

  /// Tells how many frames are made again because a record of another show is taken over.
  func remark(_ difference: String, _ frames: Frames) -> String {
    let verb = frames.earlier == 1 ? "is" : "are"
    let chosen = plan.chosen.count.of("frame")
    return "\(difference): \(frames.earlier) of \(chosen) \(verb) made again"
  }

  /// Sees to it that there is a record for what the job is going to do.
  func begin(_ context: RenderContext) throws(Failure) -> Beginning {
    let facts = facts(context.headers, context.canvas)
    return files.existing == .kept ? try keep(facts) : replace(facts)
  }

  /// Finds the frames that are there and are this job's.
  private func keep(_ facts: FrameFacts?) throws(Failure) -> Beginning {
    guard let own else { return Beginning() }
    let bytes = Array(own.record.text.utf8)
    if FileStatus(path) == nil {
      try Failure.from { () throws(FileError) in
        try AtomicFile.create(bytes, Self.role, at: path)
      }
    }
    var difference = try takePlace(facts)
    // The list first, so that whatever another process makes from now on is in it.
    let list = try Failure.from { () throws(FileError) in
      try SharedList(Self.role, at: path, heading: bytes)
    }
    for candidate in overlapping {
      guard let other = try record(at: candidate), other != own.record else { continue }
      var record = own.record
      let found = try take(from: other, at: candidate, into: &record, facts)
      try Failure.from { () throws(FileError) in
        try list.add(record.lines.joined(separator: "\n"))
      }
      remove(candidate.path)
      difference = difference ?? found
    }
    let record = try record(at: ours) ?? own.record
    // Another job may have begun at the same moment.
    guard record == own.record else {
      throw isInTheWay(ours, own.record.difference(from: record))
    }
    let frames = frames(by: record)
    var remarks = difference.map { [remark($0, frames)] } ?? []
    if difference == nil, frames.earlier > 0 {
      remarks.append(
        "another show made \(frames.earlier) of the frames that are there: they are made again")
    }
    if frames.unrecorded > 0 {
      remarks.append(
        "no record says how \(frames.unrecorded) of the frames that are there were made: they are "
          + "made again")
    }
    return Beginning(frames: frames, remarks: remarks, list: list, facts: facts)
  }

  /// Puts this job's record in the place of another's of the same numbers.
  ///
  /// - Returns: in what that differs; `nil` if it is this job's.
  private func takePlace(_ facts: FrameFacts?) throws(Failure) -> String? {
    guard let own, let other = try record(at: ours), other != own.record else { return nil }
    // Two pictures, for one, are refused before anything is locked.
    var record = own.record
    _ = try take(from: other, at: ours, into: &record, facts)
    return try SharedList.holding(Self.role, at: path) { () throws(Failure) in
      guard let other = try self.record(at: ours), other != own.record else { return nil }
      var record = own.record
      let difference = try take(from: other, at: ours, into: &record, facts)
      let text = record.text + record.lines.map { $0 + "\n" }.joined()
      try Failure.from { () throws(FileError) in
        try AtomicFile.write(Self.role, to: path) { file throws(FileError) in
          try file.write(Array(text.utf8))
        }
      }
      return difference
    }
  }

  /// Prepares to write over frames that are there, and, if over all of them, over what is said of
  /// them.
  private func replace(_ facts: FrameFacts?) -> Beginning {
    if plan.isWhole { for candidate in overlapping { remove(candidate.path) } }
    guard let own else { return Beginning() }
    let bytes = Array(own.record.text.utf8)
    if (try? record(at: ours)) != own.record {
      guard plan.isWhole else { return Beginning() }
      remove(path)
      // Were it a FIFO, the record would go to its reader.
      guard FileStatus(path, followsLinks: false) == nil else { return Beginning() }
      let isWritten: Void? = try? AtomicFile.write(Self.role, to: path) { file throws(FileError) in
        try file.write(bytes)
      }
      if isWritten == nil { return Beginning() }
    }
    return Beginning(
      list: try? SharedList(Self.role, at: path, heading: bytes), facts: facts)
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
