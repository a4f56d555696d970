internal import TransitionSystem

/// `--watch`: makes an output again whenever a file changes that it is made of, until a signal ends
/// it.
struct Watch {
  /// Why a round has failed.
  private struct Problem {
    let text: String
    let status: Int32
    /// Whether a change of a file may cure it.
    let isCurable: Bool
  }

  /// How a round went.
  private enum Ending {
    case made(status: Int32)
    case failed(Problem)
    /// A file changed meanwhile, and the round was ended for the next one.
    case outdated
    case signal(isMade: Bool)
  }

  /// How long files must have been left alone before they are read.
  private static let quiet = Duration.milliseconds(200)
  /// How long an error waits for the rest of a file that is being written, or for one that takes
  /// the place of another.
  private static let patience = Duration.seconds(1)
  /// How many rounds in a row are ended for the next one: some change must be seen at last.
  private static let mostOutdated = 3
  /// Signals after which all is as it should be.
  private static let goodEnds: Set<Int32> = [Signals.interrupt, Signals.terminate, Signals.hangUp]

  private let words: [[UInt8]]
  private let watcher: Watcher
  private var files = WatchedFiles()
  /// Those that had changed before the last round.
  private var changed: Set<Path> = []
  /// The rounds that have been ended, one after the other.
  private var outdated = 0
  /// What the rounds before have said.
  private var (lastRemarks, lastProblem): (Set<String>, String) = ([], "")
  private var isAnnounced = false
  /// The signal that ends it.
  private var signal: Int32?

  /// - Parameter words: the arguments of each round.
  /// - Throws: that signals cannot be heard.
  init(_ words: [[UInt8]]) throws(Failure) {
    self.words = words
    let polls = !ProcessSetup.environment("DOTRANSITION_POLL").isEmpty
    watcher = try Failure.from(file: Watcher(polls: polls))
  }

  /// Makes rounds until a signal comes.
  ///
  /// - Returns: the exit status: that of the first round, if no change of a file can cure it.
  mutating func run() -> Int32 {
    while true {
      let ending = round()
      outdated = if case .outdated = ending { outdated + 1 } else { 0 }
      var problem: Problem?
      switch ending {
      case .signal(let isMade): return end(isMeanwhile: !isMade)
      case .outdated: break
      case .made(let status):
        if files.isEmpty { return status }
        lastProblem = ""
        announce()
      case .failed(let found):
        if !isAnnounced, files.isEmpty || !found.isCurable {
          tell(found)
          return found.status
        }
        problem = found
      }
      guard awaitChange(problem) else { return end(isMeanwhile: false) }
    }
  }

  /// Runs a process to its end, unless a file changes that it has read.
  private mutating func round() -> Ending {
    let process: OwnProcess
    do throws(FileError) {
      process = try OwnProcess([Array(WatchRound.word.utf8)] + words)
    } catch {
      let failure = Failure(error)
      return .failed(
        Problem(text: failure.message, status: failure.status.rawValue, isCurable: true))
    }
    var (read, remarks): (Set<Path>, [String]) = ([], [])
    var bytes: [UInt8] = []
    var (isOutdated, isMade) = (false, false)
    var failure: (text: String, isCurable: Bool)?
    reading: while true {
      let limit: Duration? = signal == nil ? nil : .seconds(5)
      switch watcher.wait(atMost: limit, for: process, seesChanges: signal == nil) {
      case .signal(let number):
        signal = number
        process.send(number)
      case .nothing: process.kill()
      case .change:
        guard !isOutdated, outdated < Self.mostOutdated else { continue }
        files.watch(by: watcher)
        isOutdated = !files.now().differing(from: files).isEmpty
        if isOutdated { process.send(Signals.outdated) }
      case .report:
        let more = process.read()
        if more.isEmpty { break reading }
        bytes += more
        let count = files.count
        for report in Self.reports(in: &bytes) {
          switch report {
          case .file(let path, let state):
            read.insert(path)
            files.add(path, state: state)
          case .remark(let text): remarks.append(text)
          case .result(let text):
            isMade = true
            tell(remarks)
            if !Console.isQuiet { Console.note(text) }
          case .failure(let text, let isCurable): failure = (text, isCurable)
          }
        }
        if files.count > count { files.watch(by: watcher) }
      }
    }
    let status = process.wait()
    // The terminal sends its signals to both.
    if status > 128, case .signal(let number) = watcher.wait(atMost: .zero, seesChanges: false) {
      signal = number
    }
    if signal != nil { return .signal(isMade: isMade) }
    if isOutdated { return .outdated }
    // What a round that fails would have read is not known.
    if status == 0 { files.keep(read) }
    if failure == nil, status > 128 {
      failure = ("the render was ended by signal \(status - 128)", true)
    }
    guard let failure else { return .made(status: status) }
    return .failed(Problem(text: failure.text, status: status, isCurable: failure.isCurable))
  }

  /// Takes the whole reports from the bytes of a process.
  private static func reports(in bytes: inout [UInt8]) -> [WatchRound.Report] {
    let ends = bytes.indices.filter { bytes[$0] == 0 }
    guard ends.count >= 3 else { return [] }
    let end = ends[ends.count - ends.count % 3 - 1]
    let texts = bytes[..<end].split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    bytes.removeSubrange(...end)
    return stride(from: 0, to: texts.count, by: 3).compactMap {
      WatchRound.Report(texts[$0..<min($0 + 3, texts.count)])
    }
  }

  /// Waits until files have changed and are quiet, and tells why the last round failed unless that
  /// may pass.
  ///
  /// - Returns: whether they have: a signal may end it.
  private mutating func awaitChange(_ problem: Problem?) -> Bool {
    // A round that was ended has made nothing, whatever its files are by now.
    if outdated > 0 { return settle() }
    var problem = problem
    let passing = [Failure.Status.badInput, .noInput].map(\.rawValue)
    var deadline = problem.map {
      ContinuousClock.now + (passing.contains($0.status) ? Self.patience : .zero)
    }
    while true {
      files.watch(by: watcher)
      if !files.now().differing(from: files).isEmpty {
        guard settle() else { return false }
        if !changed.isEmpty { return true }
      }
      let limit = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      switch watcher.wait(atMost: limit) {
      case .signal(let number):
        signal = number
        return false
      case .change, .report: break
      case .nothing:
        if let problem { tell(problem) }
        (problem, deadline) = (nil, nil)
        announce()
      }
    }
  }

  /// Waits until no file has changed for a while, and takes note of what they are.
  ///
  /// - Returns: `false` if a signal ends it.
  private mutating func settle() -> Bool {
    var (latest, since) = (files.now(), ContinuousClock.now)
    while since.duration(to: .now) < Self.quiet {
      if case .signal(let number) = watcher.wait(atMost: Self.quiet / 4, seesChanges: false) {
        signal = number
        return false
      }
      let now = files.now()
      if !now.differing(from: latest).isEmpty { (latest, since) = (now, .now) }
    }
    changed = latest.differing(from: files)
    files = latest
    return true
  }

  /// Tells why a round has failed: programs each time, and people once, if all that has changed
  /// since is a picture that it names, and not what they have written.
  private mutating func tell(_ problem: Problem) {
    defer { lastProblem = problem.text }
    Console.event { JSON.end("error", problem.text, status: problem.status) }
    let isKnown = problem.text == lastProblem
    func isPassing(_ path: Path) -> Bool {
      problem.text.contains(path.description) && !problem.text.hasPrefix("\(path):")
    }
    guard !isKnown || !changed.allSatisfy(isPassing) else { return }
    Console.note("dotransition: \(problem.text)")
  }

  /// Tells what the round before has not said already.
  private mutating func tell(_ remarks: [String]) {
    for text in remarks where !lastRemarks.contains(text) { Console.note("dotransition: \(text)") }
    lastRemarks = Set(remarks)
  }

  /// Tells once what it waits for.
  private mutating func announce() {
    guard !isAnnounced else { return }
    isAnnounced = true
    let count = files.fileCount
    Console.event { JSON.event("watch", [("files", .number(count))]) }
    if !Console.isQuiet { Console.note("watching \(count.counted("file")): ^C ends it") }
  }

  /// Tells that it ends.
  ///
  /// - Returns: the exit status.
  private func end(isMeanwhile: Bool) -> Int32 {
    guard let signal else { return 0 }
    let text = isMeanwhile ? "ended before the output was made" : "ended"
    let status = Self.goodEnds.contains(signal) ? 0 : 128 + signal
    Console.end(status == 0 ? "result" : "error", text, status: status)
    if isMeanwhile, !Console.isQuiet { Console.note("dotransition: \(text)") }
    return status
  }
}
