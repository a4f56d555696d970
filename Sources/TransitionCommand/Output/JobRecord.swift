internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// Everything that decides what the frames of a job show, as text: a hidden file beside the frames
/// holds it, so that two renders are never mixed.
struct JobRecord: Equatable {
  private let facts: [String: String]

  /// The record of a job; `nil` if a picture is not an ordinary file, which cannot be read twice.
  init?(_ plan: Plan, _ recipe: Recipe, _ files: FrameFiles) throws(Failure) {
    var facts = [
      "dotransition": Tool.version,
      "filter": recipe.filter.description.name,
      "fit": recipe.fit?.rawValue ?? "unset",
      "size": recipe.size.map { "\($0.width)x\($0.height)" } ?? "the source's",
      "background": recipe.background.flatMap { ParameterValue.color($0).text } ?? "",
      "working-space": recipe.workingSpace.rawValue,
      "type": files.type.suffix,
      "quality": files.type.isLossy ? String(files.quality) : "none",
      "save-options": files.saveOptions,
    ]
    if let time = plan.onlyTime {
      facts["time"] = "\(time)"
    } else {
      facts["count"] = "\(plan.sequence.count)"
      facts["start-number"] = "\(plan.firstNumber)"
      facts["endpoints"] = plan.sequence.endpoints.rawValue
      facts["reverse"] = plan.sequence.isReversed ? "yes" : "no"
      facts["easing"] = plan.sequence.easing.name
    }
    let transition = try? recipe.transition()
    for parameter in recipe.filter.description.parameters where parameter.key.kind != .image {
      facts["--" + parameter.key.option] = transition?.value(of: parameter.key)?.text ?? "unset"
    }
    for (role, path) in recipe.pictures {
      guard let fingerprint = Fingerprint(path) else { return nil }
      facts[role] = fingerprint.text
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
private struct Fingerprint {
  static let prefix = "fnv1a64 "
  let text: String

  /// - Returns: `nil` if the file cannot be read, or not more than once.
  init?(_ path: Path) {
    var status = stat()
    guard unsafe stat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(reading: path)
    else { return nil }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var count = 0
    while let chunk = try? file.read(upToCount: 1 << 20), !chunk.isEmpty {
      for byte in [UInt8](chunk) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      count += chunk.count
    }
    text = "\(Self.prefix)\(String(hash, radix: 16)), \(count) bytes"
  }
}
