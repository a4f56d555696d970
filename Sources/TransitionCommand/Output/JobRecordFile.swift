internal import Foundation
internal import ImageFiles

/// The hidden file that keeps a job's record beside its frames.
///
/// Its rule: while it is there, every frame of the sequence that is there was made from it.
struct JobRecordFile {
  let path: String
  private let files: FrameFiles
  private let plan: Plan

  init(_ files: FrameFiles, _ plan: Plan) {
    self.files = files
    self.plan = plan
    let pattern = files.pattern
    path = Path.directory(of: pattern.prefix) + ".\(Path.name(of: pattern.text)).dotransition"
  }

  /// The record that is there.
  var record: JobRecord? {
    (try? String(contentsOfFile: path, encoding: .utf8)).map(JobRecord.init(text:))
  }

  /// Makes sure that the frames that are there are this job's, and that the record says so.
  ///
  /// - Returns: the numbers of the frames of the sequence that are there.
  func claim(_ ours: JobRecord?) throws(Failure) -> [Int] {
    guard let ours else {
      throw Failure(
        .noInput, "--skip-existing cannot tell pictures apart that are not ordinary files")
    }
    // In this order: whatever is listed has been made after its record.
    let finished = files.finished(plan.allNumbers)
    if record == nil {
      guard finished.isEmpty else {
        throw refusal("no record says how they were made")
      }
      try create(ours)
    }
    try compare(ours)
    return finished
  }

  /// Throws if there is a record, and of another job.
  func compare(_ ours: JobRecord?) throws(Failure) {
    if let ours, let record, record != ours { throw refusal(ours.difference(from: record)) }
  }

  /// Prepares to write over the frames that are there.
  ///
  /// - Returns: whether the record is this job's, so that it can be gone on with.
  func replace(with ours: JobRecord?) -> Bool {
    let taken = files.taken(plan.allNumbers)
    if let ours, record == ours { return true }
    if let ours, taken.isEmpty {
      return (try? ours.text.write(toFile: path, atomically: true, encoding: .utf8)) != nil
    }
    // Frames of two renders will lie side by side, and no record can be right.
    unsafe unlink(path)
    return false
  }

  /// Says that all frames of the sequence have been replaced.
  func finish(with ours: JobRecord?) {
    try? ours?.text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Creates the file with its content at once, unless another process has created it.
  private func create(_ record: JobRecord) throws(Failure) {
    let temporary = Temporaries.hiddenName(beside: path)
    do {
      try record.text.write(toFile: temporary, atomically: false, encoding: .utf8)
    } catch {
      throw Failure(
        .cannotCreate, "cannot create the job's record: \(path): \(error.localizedDescription)")
    }
    defer { unsafe unlink(temporary) }
    // A link, unlike a new name, never takes another file's place. Where there are no links, the
    // last one of those that begin at the same moment wins.
    if unsafe link(temporary, path) != 0, errno != EEXIST {
      do {
        try AtomicFile.rename(temporary, to: path)
      } catch { throw Failure(error, path: path, role: "the job's record") }
    }
  }

  private func refusal(_ why: String) -> Failure {
    Failure(
      .cannotCreate,
      "frames of another render are in the way: \(files.pattern.text): \(why); choose another "
        + "name, or remove them and \(path), or replace them without --skip-existing")
  }
}
