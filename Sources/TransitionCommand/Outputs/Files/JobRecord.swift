internal import ImageFiles
internal import System
internal import TransitionKit

/// Everything that decides what the frames of a job show, as text: a hidden file beside the frames
/// holds it, so that two renders are never mixed.
struct JobRecord: Equatable {
  private let facts: [String: String]

  /// The record of a job; `nil` if a picture is not an ordinary file, which cannot be read twice.
  init?(_ job: Job, _ files: FrameFiles) {
    var facts = ["dotransition": Tool.version, "type": files.type.suffix]
    for setting in job.settings.all where setting.definition.group != .parameters {
      guard setting.definition.decides != .nothingOfAFrame else { continue }
      facts[setting.definition.name] = setting.text ?? "unset"
    }
    let steps = job.render.transitions
    facts["filter"] = steps.map { $0.filter.fullName }.joined(separator: ", ")
    for step in steps {
      let transition = try? step.make(in: .zero)
      let relative = step.values.filter { !$0.text.isAbsolute }
      let pictures = step.images.map(\.parameter.name)
      for parameter in step.filter.parameters where !pictures.contains(parameter.name) {
        facts["\(step.filter.alias) \(parameter.name)"] =
          relative.first { $0.parameter.name == parameter.name }?.text.text ?? transition?.value(
            of: parameter.name)?.text ?? "unset"
      }
    }
    for picture in job.render.allPictures {
      guard let fingerprint = Fingerprint(picture.path) else { return nil }
      facts[picture.role] = fingerprint.text
    }
    self.facts = facts.mapValues { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
  }

  init(text: String) {
    let lines = text.split(whereSeparator: \.isNewline).dropFirst()
    facts = Dictionary(
      lines.compactMap { line in
        // Of its scalars: a blank and a combining mark behind it are one character.
        line.unicodeScalars.firstRange(of: ": ".unicodeScalars).map {
          (String(line[..<$0.lowerBound]), String(line[$0.upperBound...]))
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Equality to the byte: strings that are equal may be names of two files.
  static func == (first: JobRecord, second: JobRecord) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8)
  }

  /// One line for each fact, after one that says what the file is.
  var text: String {
    let lines = facts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "What dotransition made the frames in this folder from; --skip-existing compares it.\n"
      + lines.joined(separator: "\n") + "\n"
  }

  /// In what another record differs from this one: `count is 30 there, 20 here`.
  func difference(from other: JobRecord) -> String {
    let keys = Set(facts.keys).union(other.facts.keys).sorted()
    let names = keys.filter { key in
      facts[key].map { Array($0.utf8) } != other.facts[key].map { Array($0.utf8) }
    }
    guard let name = names.first else { return "" }
    let isPicture = facts[name]?.hasPrefix(Fingerprint.prefix) ?? false
    let first =
      isPicture
      ? "the \(name) is another"
      : "\(name) is \(other.facts[name] ?? "unset") there, \(facts[name] ?? "unset") here"
    return names.count == 1 ? first : "\(first), and \(names.count - 1) more"
  }
}

/// A number that tells the content of a file from other contents (64-bit FNV-1a), and its size.
struct Fingerprint {
  static let prefix = "fnv1a64 "
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  private var count = 0

  var text: String { "\(Self.prefix)\(String(hash, radix: 16)), \(count) bytes" }

  private mutating func add(_ bytes: some Collection<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    count += bytes.count
  }

  init(_ bytes: [UInt8]) { add(bytes) }

  /// - Returns: `nil` if the file cannot be read, or not more than once.
  init?(_ path: Path) {
    guard FileStatus(path)?.kind == .file else { return nil }
    let isRead: Void? = try? File.read("picture", at: path) { file throws(FileError) in
      try file.forEachPart { add($0) }
    }
    if isRead == nil { return nil }
  }
}
