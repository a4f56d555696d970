internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Everything that decides what the frames of a job show, and the frames that were made from it, as
/// text: a hidden file beside the frames holds it, so that two renders are never mixed.
///
/// A frame is known by its size and its time of modification. Both come with a directory's entry,
/// where a fingerprint would mean to read every frame again, and `cp -a` and `rsync -a` keep them.
struct JobRecord: Equatable {
  private let facts: [String: String]
  /// The frames that are listed. One that was made twice, as by two processes, is listed twice.
  private var frames: [Int: [FileVersion]] = [:]

  /// The record of a job; `nil` if a picture is not an ordinary file, which cannot be read twice.
  init?(_ job: Job, _ files: FrameFiles) {
    var facts = [
      "dotransition": "\(Tool.version), frames \(Tool.generation)", "libvips": VipsLibrary.version,
      "type": files.type.suffix,
    ]
    for decision in job.decisions where decision.isGiven || decision.subject != .pixelsIfGiven {
      facts[decision.name] = decision.text
    }
    facts["filter"] = job.render.filters.map(\.fullName).joined(separator: ", ")
    let pictures = job.render.allPictures
    let identities = Threads.results(of: pictures.count, atOnce: job.jobs) {
      pictures[$0].identity
    }
    var texts: [GivenPicture: String] = [:]
    for (picture, identity) in zip(pictures, identities) {
      guard let identity else { return nil }
      texts[picture] = identity
    }
    for picture in job.render.pictures { facts[picture.role] = texts[picture] }
    self.init(
      facts: facts.merging(Self.passages(job.render)) { $1 }
        .merging(Self.parameters(job.render, texts)) { $1 })
  }

  private init(facts: [String: String]) {
    self.facts = facts.mapValues { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
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
    _ render: RenderSettings, _ fingerprints: [GivenPicture: String]
  ) -> [String: String] {
    let values = render.steps.enumerated().flatMap { index, step in
      let transition = render.transitions[step.transition]
      return transition.filter.parameters.map { parameter in
        let picture = transition.picture(of: parameter)
        return StepValue(
          step: index + 1, alias: transition.filter.alias, name: parameter.name,
          text: picture.flatMap { fingerprints[$0] } ?? transition.valueText(of: parameter)
            ?? "unset", isPicture: picture != nil)
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
      // What two machines have written into each other vouches for nothing.
      let numbers = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        .map { Int64(String(decoding: $0, as: UTF8.self)) }
      guard !numbers.contains(nil), let number = numbers.first.flatMap(\.self),
        let version = FileVersion(numbers.dropFirst().compactMap(\.self))
      else { continue }
      frames[Int(number), default: []].append(version)
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

  /// The line of a frame.
  static func line(_ number: Int, _ version: FileVersion) -> String {
    ([Int64(number)] + version.numbers).map(String.init).joined(separator: " ")
  }

  /// Whether a frame was made from this record.
  func lists(_ number: Int, _ version: FileVersion) -> Bool {
    frames[number]?.contains { $0.isKept(by: version) } ?? false
  }

  /// In what another record differs from this one: `count is 30 there, 20 here`.
  func difference(from other: JobRecord) -> String {
    let keys = Set(facts.keys).union(other.facts.keys).sorted()
    let names = keys.filter { key in
      facts[key].map { Array($0.utf8) } != other.facts[key].map { Array($0.utf8) }
    }
    guard let name = names.first else { return "" }
    let isPicture = [self, other].contains {
      $0.facts[name]?.hasPrefix(Fingerprint.prefix) ?? false
    }
    let first =
      isPicture
      ? "the \(name) is another"
      : "\(name) is \(other.facts[name] ?? "unset") there, \(facts[name] ?? "unset") here"
    return names.count == 1 ? first : "\(first), and \(names.count - 1) more"
  }
}

extension GivenPicture {
  /// The text that tells the picture from others; `nil` if its file cannot be read more than once.
  fileprivate var identity: String? {
    color.map { "color \(ParameterValue.color($0).text ?? "")" } ?? Fingerprint(name)?.text
  }
}
