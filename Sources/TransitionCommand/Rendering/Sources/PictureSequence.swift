internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The fate of a sequence of which files are missing.
enum Gaps: String, CaseIterable, Sendable {
  case error
  /// The file before a gap stands in.
  case hold
}

/// Pictures that are the frames of a clip: files of one folder whose names differ in a number.
struct PictureSequence: Source {
  let name: Path
  /// The pattern of the files' names in their folder.
  private let pattern: PathPattern
  let range: ClosedRange<Int>
  let speed: Speed
  /// The numbers of the files, rising, one at least, all in the range.
  private let numbers: [Int]

  /// Finds the files that a pattern stands for; `nil` if a name is no pattern, or that of a file.
  ///
  /// Without a range its frames are all from the lowest number that is there to the highest.
  ///
  /// - Throws: that there are no such files, or too few.
  init?(
    _ name: Path, range: ClosedRange<Int>?, gaps: Gaps, speed: Speed = .normal
  ) throws(Failure) {
    guard FileStatus(name, followsLinks: false) == nil, let pattern = try Self.pattern(of: name)
    else { return nil }
    let names = try Self.names(beside: name)
    let found = names.compactMap(pattern.number).sorted()
    guard let first = found.first, let last = found.last else {
      throw Self.nothingMatches(name, Self.hint(name, pattern, names))
    }
    (self.name, self.pattern, self.speed) = (name, pattern, speed)
    self.range = range ?? first...last
    numbers = found.filter(self.range.contains)
    guard count > 0 || numbers.isEmpty else {
      throw .usage(
        "--speed \(speed.text) leaves no frame of \(name), which has \(allFrames)")
    }
    guard missing > 0 else { return }
    if gaps == .error || numbers.isEmpty { throw isIncomplete(found: first...last) }
    // Without a range two stray numbers may be as far apart as they like.
    guard missing < Timeline.mostFrames else {
      throw .usage("--gaps hold: \(name) has files from \(first) to \(last): --range chooses")
    }
  }

  var count: Int { speed.count(of: allFrames) }

  /// The number of frames at its own speed.
  private var allFrames: Int { numbers.count + missing }

  /// The number of frames of which the file is missing.
  var missing: Int { range.upperBound - range.lowerBound - (numbers.count - 1) }

  var files: [Path] { numbers.map(path) }
  var file: Path? { numbers.first.map(path) }
  /// The file of an index, 0 the first.
  func file(at index: Int) -> Path { path(numbers[index]) }

  /// The index among ``files`` of the one that a frame shows: its own, or else the one before it,
  /// or else the first.
  func file(of frame: Int) -> Int {
    let number = number(ofFrame: frame)
    return max(numbers.partitioningIndex { $0 > number } - 1, 0)
  }

  private func number(ofFrame frame: Int) -> Int {
    range.lowerBound + speed.frame(shownAs: frame, of: allFrames)
  }

  /// A sentence about the frames that show the file of another.
  func remarks(at position: ListPosition?) -> [String] {
    guard missing > 0 else { return [] }
    let isOne = missing == 1
    // Those before the first file.
    let early = numbers[0] - range.lowerBound
    var substitutes: [String] = []
    if missing > early {
      substitutes.append(isOne ? "the one before it stands in" : "the ones before them stand in")
    }
    if early > 0 { substitutes.append("\(path(numbers[0]).name) stands in for the first") }
    return [
      "\(missing) of \(allFrames.counted("frame")) \(isOne ? "is" : "are") missing in \(name): "
        + substitutes.joined(separator: ", and ")
    ]
  }

  func check(_ outputs: Outputs, _ plan: Plan) throws(Failure) {
    // With another padding small numbers have other names.
    for (role, path) in outputs.files(ofFrame: plan.allNumbers.upperBound) {
      guard pattern.number(of: path.name) != nil, let folder = FileStatus(Self.folder(of: path)),
        folder.identity == FileStatus(Self.folder(of: name))?.identity
      else { continue }
      throw Failure(
        .cannotCreate, "\(role) would be among those of \(name): choose another folder or name")
    }
  }

  private func path(_ number: Int) -> Path { name.directory + pattern.path(number) }

  /// The error of a sequence of which files are missing.
  private func isIncomplete(found: ClosedRange<Int>) -> Failure {
    var first = range.lowerBound
    for number in numbers where number == first { first += 1 }
    let isOne = missing == 1
    let others = isOne ? "is" : "and \(missing - 1) more are"
    let right =
      numbers.isEmpty || range.clamped(to: found) != range
      ? "its files are \(found.lowerBound) to \(found.upperBound)"
      : "--gaps hold repeats the \(isOne ? "file before it" : "files before them")"
    return Failure(.noInput, "\(path(first)) \(others) missing in \(name): \(right)")
  }

  /// The pattern of the files' names, if there is a number in them. In the path of their folder
  /// nothing has a meaning: shells and lists put it before a name.
  private static func pattern(of name: Path) throws(Failure) -> PathPattern? {
    do throws(Failure) {
      let pattern = try PathPattern(parsing: name.name)
      return pattern.digits == nil ? nil : pattern
    } catch {
      // There are names with percent signs that are not meant for patterns: `100% wool.jpg`.
      guard name.name.description.contains(/%[-+*.0-9]*[diu]|##/) else { return nil }
      throw Failure(.noInput, "no picture has this name: \(name): \(error.message)")
    }
  }

  /// The names of what is in a file's folder.
  private static func names(beside name: Path) throws(Failure) -> Set<Path> {
    let folder = folder(of: name)
    guard FileStatus(folder) != nil else {
      throw nothingMatches(name, "there is no folder \(folder)")
    }
    return try Failure.from(file: Folder.names(in: folder, as: "the folder"))
  }

  private static func folder(of path: Path) -> Path { path.directory == "" ? "." : path.directory }

  private static func nothingMatches(_ name: Path, _ reason: String?) -> Failure {
    Failure(.noInput, "no file matches \(name)" + (reason.map { ": \($0)" } ?? ""))
  }

  /// Names the pattern that there are files for, if only the number of digits is wrong.
  private static func hint(_ name: Path, _ pattern: PathPattern, _ names: Set<Path>) -> String? {
    let files = names.compactMap { file in pattern.digitRun(in: file).map { ($0.count, file) } }
    // In names without zeros before the numbers the shortest tells the number of digits, too.
    let shortest = files.min { ($0.0, $0.1.description) < ($1.0, $1.1.description) }
    guard let (digits, file) = shortest, digits != pattern.digits else { return nil }
    var right = pattern
    right.digits = digits
    return "\(name.directory + file) matches \(name.directory + right.text)"
  }
}

extension PictureSequence {
  var noun: String { "sequence" }
  var id: String { "sequence \(name) \(range)" + (speed == .normal ? "" : " \(speed.text)") }
  var subjects: Set<OptionDefinition.Subject> { [.sequence, .clip, .motion] }
  var fitsEachFrame: Bool { true }
  var writtenRange: ClosedRange<Int>? { range }

  var identity: SourceIdentity? {
    var texts: [String] = []
    for path in files {
      guard let status = FileStatus(path), status.kind == .file else { return nil }
      let content = Fingerprint(sampling: path)?.digits ?? "unread"
      // Wherever it lies.
      texts.append("file \(path.name), \(status.version.text), \(content)" + fonts)
    }
    return SourceIdentity(text: "sequence") { [texts] in texts[file(of: $0)] }
  }

  var json: [(String, JSON)] {
    let members: [(String, JSON)] = [
      ("first", .number(range.lowerBound)), ("last", .number(range.upperBound)),
      ("frames", .number(count)), ("missing", .number(missing)),
    ]
    let otherSpeed: [(String, JSON)] = speed == .normal ? [] : [("speed", .string(speed.text))]
    return [("path", .string(name)), ("sequence", .object(members + otherSpeed))]
  }

  var details: String {
    ", \(count.counted("frame")), \(range.text)" + (speed == .normal ? "" : " at \(speed.text)")
  }

  func text(ofFrame frame: Int) -> String? { "\(name) \(number(ofFrame: frame))" }

  func open(
    as role: String, pixelLimit: Int?, staysOpen: Bool
  ) throws(ImageFileError) -> any OpenedSource {
    try OpenedSequence(self, role: role, pixelLimit: pixelLimit)
  }
}
