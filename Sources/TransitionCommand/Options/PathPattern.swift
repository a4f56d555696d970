internal import TransitionSystem

/// A path with the number of a frame in it, such as `dir/turn_%04d.png`, or with none.
struct PathPattern: Hashable, Sendable {
  /// The path before the number; all of it if there is none.
  var prefix: Path
  /// The least number of digits; `nil` if the path has no number.
  var digits: Int?
  var suffix: Path

  /// `directory/basename###.ext`, all three literally.
  init(directory: Path, basename: Path, digits: Int, suffix: Path) {
    prefix = (directory.name == "" ? directory : directory + "/") + basename
    self.digits = digits
    self.suffix = suffix
  }

  /// The name of one file, in which nothing has a meaning.
  init(literally path: Path) {
    (prefix, digits, suffix) = (path, nil, "")
  }

  /// The pattern that an option has, which errors call by a label.
  init(_ pattern: Path, _ label: String = "--output") throws(Failure) {
    do throws(Failure) {
      try self.init(parsing: pattern)
    } catch { throw error.preceded(by: "\(label): \(pattern): ") }
  }

  /// A pattern with at most one `%d` or `%0Nd`, where `%%` is a percent sign, or with at most one
  /// run of two hashes or more, a digit each. An error says only what would be right.
  init(parsing pattern: Path) throws(Failure) {
    var parts: [[UInt8]] = [[]]
    var digits: Int?
    var rest = pattern.bytes[...]
    while let byte = rest.popFirst() {
      guard byte == Self.percent else {
        parts[parts.count - 1].append(byte)
        continue
      }
      if rest.first == Self.percent {
        parts[parts.count - 1].append(rest.removeFirst())
        continue
      }
      let width = rest.prefix(while: Self.isDigit)
      rest = rest.dropFirst(width.count)
      let count = width.isEmpty ? 1 : Int(String(decoding: width, as: UTF8.self)) ?? 0
      guard rest.popFirst() == UInt8(ascii: "d"), digits == nil,
        width.first ?? UInt8(ascii: "0") == UInt8(ascii: "0"), (1...20).contains(count)
      else {
        throw .usage("expected one %d or %0Nd, and %% for a percent sign")
      }
      digits = count
      parts.append([])
    }
    prefix = Path(bytes: parts[0])
    self.digits = digits
    suffix = parts.count > 1 ? Path(bytes: parts[1]) : ""
    // All frames of a sequence lie in one folder, where they are sought.
    guard suffix.directory == "" else {
      throw .usage("the number belongs in the file's name, after the last slash")
    }
    if digits == nil { try parseHashes() }
  }

  /// Takes hashes in the file's name for the number. Beside `%d` they are only characters.
  private mutating func parseHashes() throws(Failure) {
    let bytes = prefix.bytes
    let start = bytes.count - prefix.name.bytes.count
    let hash = UInt8(ascii: "#")
    let runs = bytes[start...].split { $0 != hash }.filter { $0.count > 1 }
    guard let run = runs.first else { return }
    guard runs.count == 1, run.count <= 20 else {
      throw .usage("expected one run of hashes, such as ####")
    }
    digits = run.count
    suffix = Path(bytes: Array(bytes[run.endIndex...]))
    prefix = Path(bytes: Array(bytes[..<run.startIndex]))
  }

  private static let percent = UInt8(ascii: "%")

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The file of a frame's number.
  func path(_ number: Int) -> Path {
    guard let digits else { return prefix }
    let text = String(number)
    return prefix + Path(String(repeating: "0", count: max(0, digits - text.count)) + text) + suffix
  }

  /// The number in a file's name, below `Int.max`, so that all of them can be counted; `nil` if it
  /// is not a frame's.
  func number(of name: Path) -> Int? {
    guard let text = digitRun(in: name), isWritten(text) else { return nil }
    return Int(String(decoding: text, as: UTF8.self)).flatMap { $0 < .max ? $0 : nil }
  }

  /// The digits in a file's name, as many as they are; `nil` if they, or the bytes around them, are
  /// not those of a frame's name.
  func digitRun(in name: Path) -> ArraySlice<UInt8>? {
    let (before, after, bytes) = (prefix.name.bytes, suffix.bytes, name.bytes)
    guard digits != nil, bytes.count > before.count + after.count,
      bytes.starts(with: before), bytes.suffix(after.count).elementsEqual(after)
    else { return nil }
    let middle = bytes[before.count..<bytes.count - after.count]
    return middle.allSatisfy(Self.isDigit) ? middle : nil
  }

  /// Whether digits are what the pattern makes of a number.
  private func isWritten(_ text: ArraySlice<UInt8>) -> Bool {
    digits.map { text.count == $0 || text.count > $0 && text.first != UInt8(ascii: "0") } ?? false
  }

  /// The numbers of the frames that a file of a name may be. On some file systems names that differ
  /// in case or in Unicode's normal form are one: strings that are equal tell.
  func numbers(like name: Path) -> [Int] {
    if let number = number(of: name) { return [number] }
    let runs = name.bytes.split { !Self.isDigit($0) }
    let texts = runs.flatMap { run in
      run.indices.flatMap { start in
        (start..<run.endIndex).map { run[start...$0] }.filter(isWritten)
      }
    }
    let likeness = name.description.lowercased()
    return texts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      .filter { path($0).name.description.lowercased() == likeness }
  }

  /// The pattern as it would be written: `dir/turn_%04d.png`.
  var text: Path {
    func escaped(_ path: Path) -> Path {
      Path(bytes: path.bytes.flatMap { $0 == Self.percent ? [$0, $0] : [$0] })
    }
    guard let digits else { return escaped(prefix) }
    return escaped(prefix) + (digits == 1 ? "%d" : Path("%0\(digits)d")) + escaped(suffix)
  }

  /// The pattern with a number before the extension, `film_%03d.png`, or else before a suffix.
  func numbered(elseAs suffix: String) -> PathPattern {
    var copy = self
    copy.prefix = stem + "_"
    copy.digits = 3
    copy.suffix = stem == prefix ? Path(suffix) : Path(bytes: prefix.bytes[stem.bytes.count...])
    return copy
  }

  func renamed(_ ending: String) -> PathPattern {
    PathPattern(literally: stem + Path("." + ending))
  }

  private var stem: Path { prefix.withoutExtension }

  /// The directory of the files: empty for the working directory.
  var directory: Path { path(0).directory }

  /// The text after the last period of the file names; `nil` if there is none.
  var fileExtension: String? { path(0).fileExtension }
}
