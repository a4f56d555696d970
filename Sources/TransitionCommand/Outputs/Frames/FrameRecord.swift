internal import TransitionSystem

/// The frames that were made under the names of a pattern, each with the key of what decides it.
///
/// A frame is known by its size and its time of modification. Both come with a directory's entry,
/// where a checksum would mean to read every frame again, and `cp -a` and `rsync -a` keep them.
struct FrameRecord: Equatable {
  /// A frame that was made.
  struct Entry: Hashable {
    let version: FileVersion
    let key: FrameKey
  }

  /// The frames by their numbers. One that was made again is listed again.
  private var frames: [Int: [Entry]] = [:]

  /// Reads a record; `nil` if it is none. Lines that are none are left out: half a line at the end,
  /// and what two machines have written into each other, vouch for nothing.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.heading) else { return nil }
    for line in bytes.dropFirst(Self.heading.count).split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      let numbers = words.dropLast().compactMap { Int64($0) }
      guard words.count == 5, numbers.count == 4, let key = FrameKey(words[4]),
        let version = FileVersion(numbers[1...])
      else { continue }
      frames[Int(numbers[0]), default: []].append(Entry(version: version, key: key))
    }
  }

  /// The first line, and what a record without frames is.
  static let heading = Array((title + "\n").utf8)
  private static let title =
    "The frames that dotransition made in this folder, for --skip-existing to know them by."

  /// What the records of versions before 1.1 begin with.
  static let earlierHeading = Array("What dotransition made the frames in this folder from".utf8)

  /// The line of a frame: `number size seconds nanoseconds key`.
  static func line(_ number: Int, _ entry: Entry) -> String {
    ([Int64(number)] + entry.version.numbers).map { "\($0)" }.joined(separator: " ") + " "
      + entry.key.text
  }

  /// The record as a file has it, its frames by rising numbers.
  var bytes: [UInt8] {
    let lines = frames.sorted { $0.key < $1.key }.flatMap { number, entries in
      entries.map { Self.line(number, $0) + "\n" }
    }
    return Self.heading + Array(lines.joined().utf8)
  }

  var isEmpty: Bool { frames.isEmpty }

  var numbers: some Collection<Int> { frames.keys }

  /// How many times more lines it has than frames.
  var linesPerFrame: Int {
    frames.isEmpty ? 0 : frames.values.reduce(0) { $0 + $1.count } / frames.count
  }

  /// The keys that a frame was made with, by its version.
  func keys(of number: Int, _ version: FileVersion) -> [FrameKey] {
    (frames[number] ?? []).filter { $0.version.isKept(by: version) }.map(\.key)
  }

  /// Whether it lists a frame with a key, whatever has become of it.
  func lists(_ number: Int, _ key: FrameKey) -> Bool {
    frames[number]?.contains { $0.key == key } ?? false
  }

  func filtered(_ isIncluded: (Int, Entry) -> Bool) -> FrameRecord {
    var record = self
    record.frames = [:]
    for (number, entries) in frames {
      let kept = entries.filter { isIncluded(number, $0) }
      if !kept.isEmpty { record.frames[number] = kept }
    }
    return record
  }
}
