internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Everything that decides what the frames of a job show, and the frames that were made from it, as
/// text: a hidden file beside the frames holds it, so that two renders are never mixed.
///
/// A frame is known by its size and its time of modification. Both come with a directory's entry,
/// where a fingerprint would mean to read every frame again, and `cp -a` and `rsync -a` keep them. A
/// frame of a show has a checksum of its ``FrameFacts``, too, by which it stays in another show.
struct JobRecord: Equatable {
  /// A frame that is listed.
  private struct Entry {
    let version: FileVersion
    /// That of ``FrameFacts``; `nil` in records of two pictures, and of earlier versions.
    let checksum: Int64?
    /// Whether it was made for a show that the record has replaced, and belongs to no frame of this
    /// one.
    let isEarlier: Bool
  }

  private let facts: [String: String]
  /// The frames that are listed. One that was made twice, as by two processes, is listed twice.
  private var frames: [Int: [Entry]] = [:]

  /// The record of a job, without frames.
  init(_ job: Job, _ files: FrameFiles, _ identities: PictureIdentities) {
    var facts = Self.facts(job, files) { _ in true }
    facts["filter"] = job.render.filters.map(\.fullName).joined(separator: ", ")
    for picture in job.render.pictures {
      facts[picture.role] = identities[picture]
      for (index, text) in identities.files(of: picture).enumerated() {
        facts["\(picture.role) file \(index + 1)"] = text
      }
    }
    self.init(
      facts: facts.merging(Self.items(job)) { $1 }.merging(Self.passages(job.render)) { $1 }
        .merging(Self.parameters(job.render, identities)) { $1 })
  }

  /// The versions, the type and some of the settings that decide something of a job's frames.
  static func facts(
    _ job: Job, _ files: FrameFiles, of isIncluded: (Job.Decision) -> Bool
  ) -> [String: String] {
    var facts = Build.facts
    facts["type"] = files.type.suffix
    for decision in job.decisions
    where decision.isGiven || !decision.subject.isRecordedIfGiven {
      if isIncluded(decision) { facts[decision.name] = decision.text }
    }
    return facts
  }

  private init(facts: [String: String]) {
    self.facts = facts.mapValues { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
  }

  /// The holds, fits and focuses that pictures have of their own.
  private static func items(_ job: Job) -> [String: String] {
    var facts: [String: String] = [:]
    func run(_ name: String) -> String? { job.decisions.first { $0.name == name }?.text }
    for item in job.render.items {
      let own: [String: String?] = [
        "hold": item.extent.hold.map(ValueReader<Hold>.hold.text) ?? run("hold"),
        "fit": item.fit?.rawValue ?? "unset",
        // A run without a focus has this one.
        "focus": item.focus == .center && run("focus") == "unset" ? "unset" : item.focus.text,
        "pan-zoom": item.line?.panZoom?.text ?? run("pan-zoom"),
        "zoom": item.line?.zoom.map(ValueReader<Zoom>.zoom.text) ?? run("zoom"),
      ]
      for case (let name, let text?) in own where text != run(name) {
        facts["\(item.picture.role) \(name)"] = text
      }
    }
    return facts
  }

  /// The counts and easings that steps have of their own.
  private static func passages(_ render: RenderSettings) -> [String: String] {
    var facts: [String: String] = [:]
    for (index, step) in render.steps.enumerated() {
      if step.passage.count != render.passage.count {
        facts["step \(index + 1) count"] = step.passage.count.text
      }
      if step.passage.easing != render.passage.easing {
        facts["step \(index + 1) easing"] = step.passage.easing.name
      }
    }
    return facts
  }

  /// A parameter's value in a step.
  private struct StepValue {
    let step: Int
    let alias: String
    let name: String
    let text: String
    let isPicture: Bool

    /// The name of the fact if it is the same for all steps. A picture that is a parameter of several
    /// filters is usually the same one.
    var sharedName: String { isPicture ? name : "\(alias) \(name)" }
  }

  /// The values of the transitions' parameters: one fact where all steps that have a parameter agree,
  /// else one for each of these steps.
  private static func parameters(
    _ render: RenderSettings, _ identities: PictureIdentities
  ) -> [String: String] {
    let values = render.steps.enumerated().flatMap { index, step in
      let transition = render.transitions[step.transition]
      return transition.facts(identities).map { parameter, text in
        StepValue(
          step: index + 1, alias: transition.filter.alias, name: parameter.name, text: text,
          isPicture: transition.picture(of: parameter) != nil)
      }
    }
    func agree(_ values: [StepValue]) -> Bool { values.allSatisfy { $0.text == values[0].text } }
    // Steps of one filter may disagree, and filters whose pictures share a name.
    let ofFilters = Dictionary(grouping: values) { [$0.alias, $0.name] }.values
    let shared = Dictionary(grouping: ofFilters.filter(agree).joined()) { $0.sharedName }.values
    var facts: [String: String] = [:]
    for value in shared.filter(agree).joined() { facts[value.sharedName] = value.text }
    for value in [ofFilters.filter { !agree($0) }, shared.filter { !agree($0) }].joined().joined() {
      facts["step \(value.step) \(value.name)"] = value.text
    }
    return facts
  }

  /// Reads a record; `nil` if it is not a whole one.
  init?(_ bytes: [UInt8]) {
    // Of bytes: a blank and a combining mark after it are one character, and so are both ends of a
    // line.
    var rest = bytes[...]
    func line() -> ArraySlice<UInt8>? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest = rest[(end + 1)...] }
      let line = rest[..<end]
      return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    guard line()?.elementsEqual(Self.title.utf8) == true else { return nil }
    var facts: [String: String] = [:]
    while true {
      // An empty line ends the facts: a record that is cut off has none.
      guard let line = line() else { return nil }
      if line.isEmpty { break }
      guard let end = line.firstRange(of: Self.colon),
        let name = String(validating: line[..<end.lowerBound], as: UTF8.self),
        let value = String(validating: line[end.upperBound...], as: UTF8.self),
        facts.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    self.facts = facts
    while let line = line() {
      var words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      let isEarlier = words.last?.elementsEqual(Self.earlier.utf8) ?? false
      if isEarlier { words.removeLast() }
      // What two machines have written into each other vouches for nothing.
      let numbers = words.compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
      guard numbers.count == words.count, (4...5).contains(numbers.count),
        let version = FileVersion(numbers[1...3])
      else { continue }
      let checksum = numbers.count == 5 ? numbers[4] : nil
      frames[Int(numbers[0]), default: []].append(
        Entry(version: version, checksum: checksum, isEarlier: isEarlier))
    }
  }

  /// The first line.
  static let title =
    "What dotransition made the frames in this folder from; --skip-existing compares it."
  private static let colon = Array(": ".utf8)

  /// Equality of what the frames show, to the byte: strings that are equal may be names of two files.
  static func == (first: JobRecord, second: JobRecord) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8)
  }

  /// A title, one line for each fact, and an empty one. Behind it come the frames, as they are made.
  var text: String {
    let lines = facts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return ([Self.title] + lines).joined(separator: "\n") + "\n\n"
  }

  /// The line of a frame: `number size seconds nanoseconds checksum`.
  static func line(_ number: Int, _ version: FileVersion, checksum: Int64? = nil) -> String {
    ([Int64(number)] + version.numbers + [checksum].compactMap(\.self)).map(String.init)
      .joined(separator: " ")
  }

  /// The last word of the line of a frame that was made for an earlier show.
  private static let earlier = "earlier"

  /// The lines of all frames, by rising numbers.
  var lines: [String] {
    frames.sorted { $0.key < $1.key }.flatMap { number, entries in
      entries.map { entry in
        Self.line(number, entry.version, checksum: entry.checksum)
          + (entry.isEarlier ? " " + Self.earlier : "")
      }
    }
  }

  /// Whether a frame was made from this record.
  func lists(_ number: Int, _ version: FileVersion) -> Bool {
    entries(number, version).contains { !$0.isEarlier }
  }

  /// Whether a frame was made for a show that this record has replaced.
  func listsAsEarlier(_ number: Int, _ version: FileVersion) -> Bool {
    let entries = entries(number, version)
    return !entries.isEmpty && entries.allSatisfy(\.isEarlier)
  }

  private func entries(_ number: Int, _ version: FileVersion) -> [Entry] {
    frames[number]?.filter { $0.version.isKept(by: version) } ?? []
  }

  /// Takes over the frames of another show that are there as its record lists them.
  ///
  /// - Parameters:
  ///   - other: its record.
  ///   - version: the version of a frame; `nil` if it is not there, or no frame of this show.
  ///   - checksum: the checksum that a frame of this show has.
  /// - Returns: how many frames stay, because they are frames of this show, too.
  mutating func take(
    from other: JobRecord, version: (Int) -> FileVersion?, checksum: (Int) -> Int64
  ) -> Int {
    var count = 0
    for number in other.frames.keys {
      guard let version = version(number),
        case let entries = other.entries(number, version), let entry = entries.first
      else { continue }
      let checksum = checksum(number)
      let stays = entries.contains { $0.checksum == checksum }
      frames[number, default: []].append(
        Entry(
          version: entry.version, checksum: stays ? checksum : entry.checksum, isEarlier: !stays))
      if stays { count += 1 }
    }
    return count
  }

  /// In what another record differs from this one: `count is 30 there, 20 here`.
  func difference(from other: JobRecord) -> String {
    let (here, there) = (Self.Lookup(facts), Self.Lookup(other.facts))
    let all = Set(facts.keys).union(other.facts.keys).sorted().filter { name in
      facts[name].map { Array($0.utf8) } != other.facts[name].map { Array($0.utf8) }
    }
    // Where one step's value changes, all others' become facts of their own, which are no news.
    let own = all.filter { name in
      here[name] != there[name] && !here.divides(name) && !there.divides(name)
    }
    // Parameters come and go with their filters.
    let news = own.contains("filter") ? own.filter { !Self.isOfParameter($0) } : own
    let names = news.isEmpty ? all : news
    guard let name = names.first else { return "" }
    let isPicture = [self, other].contains { record in
      [Fingerprint.prefix, PictureIdentities.filePrefix].contains {
        record.facts[name]?.hasPrefix($0) ?? false
      }
    }
    let first =
      isPicture
      // One of many is named by its number: `picture 3`.
      ? (name.last?.isNumber == true ? "\(name) is another" : "the \(name) is another")
      : Self.difference(in: name, there: there[name] ?? "unset", here: here[name] ?? "unset")
    return names.count == 1 ? first : "\(first), and \(names.count - 1) more"
  }

  private static func difference(in name: String, there: String, here: String) -> String {
    let (theirs, ours) = (filters(there), filters(here))
    guard name == "filter", theirs.count > 1 || ours.count > 1 else {
      return "\(name) is \(there) there, \(here) here"
    }
    guard theirs.count == ours.count,
      let step = ours.indices.first(where: { theirs[$0] != ours[$0] })
    else { return "\(theirs.count.of("step")) there, \(ours.count) here" }
    return "step \(step + 1) is \(theirs[step]) there, \(ours[step]) here"
  }

  /// Whether a fact is a parameter's, of all steps or of one: `swipe angle`, `step 3 angle`.
  private static func isOfParameter(_ name: String) -> Bool {
    let words = name.split(separator: " ")
    switch words[0] {
    case "picture", "source", "target": return false
    case "step": return !["count", "easing"].contains(words[words.count - 1])
    default: return words.count == 2
    }
  }

  /// The filters of some steps: names with commas between them, and in the parentheses after some.
  private static func filters(_ text: String) -> [String] {
    var filters: [String] = []
    for part in text.split(separator: ", ") {
      if let last = filters.last, last.contains("("), !last.hasSuffix(")") {
        filters[filters.count - 1] = last + ", " + part
      } else {
        filters.append(String(part))
      }
    }
    return filters
  }

  /// The facts by their names, where those of one step or picture may stand in one for all.
  private struct Lookup {
    private let facts: [String: String]
    /// The values of the facts for all, by their last words: of `swipe angle` by `angle`.
    private var shared: [Substring: Set<String>] = [:]
    /// The last words of the facts of single steps and pictures.
    private var divided: Set<Substring> = []

    init(_ facts: [String: String]) {
      self.facts = facts
      for (name, value) in facts {
        if let word = Self.word(ofOne: name) {
          divided.insert(word)
        } else {
          shared[Self.lastWord(name), default: []].insert(value)
        }
      }
    }

    /// `angle` of `step 3 angle`; `nil` of facts for all, and of the pictures themselves.
    private static func word(ofOne name: String) -> Substring? {
      let words = name.split(separator: " ")
      guard words.count == 3, ["step", "picture"].contains(words[0]), Int(words[1]) != nil else {
        return nil
      }
      return words[2]
    }

    private static func lastWord(_ name: String) -> Substring {
      name.split(separator: " ").last ?? Substring(name)
    }

    /// A fact; one of a single step or picture that is not there is the one for all.
    subscript(_ name: String) -> String? {
      if let value = facts[name] { return value }
      guard let values = Self.word(ofOne: name).flatMap({ shared[$0] }), values.count == 1 else {
        return nil
      }
      return values.first
    }

    /// Whether a fact for all is not there, but such facts of single steps.
    func divides(_ name: String) -> Bool {
      facts[name] == nil && Self.word(ofOne: name) == nil && divided.contains(Self.lastWord(name))
    }
  }
}
