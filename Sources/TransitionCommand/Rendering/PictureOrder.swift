internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

enum PictureOrder: String, CaseIterable, Sendable {
  /// The natural order of file names, then of paths.
  case name
  /// The order in which they were taken, or else written; those of one moment by name.
  case date

  func sorted(_ files: [Path]) -> [Path] { sorted(files) { $0 } }

  private func order(of files: [Path], _ films: [Path: DateTaken]) -> [Int] {
    let keys = files.map { (name: NaturalKey($0.name), path: NaturalKey($0)) }
    let byName = files.indices.sorted {
      (keys[$0].name, keys[$0].path) < (keys[$1].name, keys[$1].path)
    }
    guard self == .date else { return byName }
    let dates = Threads.results(of: files.count, atOnce: VipsLibrary.threads) {
      films[files[$0]] ?? Self.date(of: files[$0])
    }
    let zones = byName.compactMap { dates[$0]?.zone }
    let usual = Self.usualOffset(of: zones)
    if zones.isEmpty, Set(dates.compactMap { $0?.isInUTC }).count > 1 {
      Console.remark(
        "--order date: some dates are in UTC, as those of films are, and the others tell no zone: "
          + "they count as UTC, too")
    }
    // What is not there comes first.
    let instants = files.indices.map { index in
      dates[index]?.instant(orAheadBy: usual) ?? Self.lastChange(of: files[index])
        ?? .seconds(Int.min)
    }
    return byName.enumerated().sorted { a, b in
      (instants[a.element], a.offset) < (instants[b.element], b.offset)
    }.map(\.element)
  }

  /// Pictures with those among them that are files in this order; the others stay where they are.
  /// `films` says when films were taken, as far as they tell.
  func sorted<Picture>(
    _ pictures: [Picture], films: [Path: DateTaken] = [:], byFile file: (Picture) -> Path?
  ) -> [Picture] {
    let (positions, files) = (
      pictures.indices.filter { file(pictures[$0]) != nil }, pictures.compactMap(file)
    )
    var result = pictures
    for (position, index) in zip(positions, order(of: files, films)) {
      result[position] = pictures[positions[index]]
    }
    return result
  }

  /// The offset that most dates of some pictures have, of equals that of the first name; UTC, and a
  /// remark, if none has one. `films` says when films were taken.
  static func usualOffset(of files: [Path], films: [Path: DateTaken]) -> Int {
    let byName = name.sorted(files)
    let zones = Threads.results(of: byName.count, atOnce: VipsLibrary.threads) {
      (films[byName[$0]] ?? date(of: byName[$0]))?.zone
    }.compactMap(\.self)
    if zones.isEmpty {
      Console.remark("{date}: films tell theirs in UTC, and no picture tells its zone")
    }
    return usualOffset(of: zones)
  }

  /// The offset that most dates have, of equals the first; UTC if no date has one.
  private static func usualOffset(of offsets: [Int]) -> Int {
    var counts: [Int: Int] = [:]
    for offset in offsets { counts[offset, default: 0] += 1 }
    let most = counts.values.max()
    return offsets.first { counts[$0] == most } ?? 0
  }

  /// When a picture was taken, by its own words.
  private static func date(of path: Path) -> DateTaken? {
    // What is no ordinary file may be read only once.
    guard FileStatus(path)?.kind == .file,
      let picture = try? ImageFile(path: path, role: "picture", pixelLimit: nil)
    else { return nil }
    return picture.dateTaken.flatMap { DateTaken($0) }
  }

  /// When a file was written; `nil` for what is not there.
  private static func lastChange(of path: Path) -> Duration? {
    FileStatus(path).map { status in
      .seconds(status.version.numbers[1]) + .nanoseconds(status.version.numbers[2])
    }
  }
}

/// A name whose natural order is that of its parts: `pic2` before `pic10`, whatever the case.
///
/// Runs of digits are numbers. Names that differ only in case or in leading zeros are in the order
/// of their bytes.
struct NaturalKey: Comparable {
  /// The name in lower case; instead of each number a zero, the count of its digits in two bytes,
  /// and these without leading zeros.
  private var folded: [UInt8] = []
  private let bytes: [UInt8]

  init(_ path: Path) {
    bytes = path.bytes
    let (zero, nine) = (UInt8(ascii: "0"), UInt8(ascii: "9"))
    var rest = Array(path.description.lowercased().utf8)[...]
    while let byte = rest.first {
      let digits = rest.prefix { (zero...nine).contains($0) }
      rest = rest.dropFirst(max(1, digits.count))
      let number = digits.drop { $0 == zero }
      let count = UInt16(clamping: number.count)
      folded += digits.isEmpty ? [byte] : [zero, UInt8(count >> 8), UInt8(count & 255)] + number
    }
  }

  static func < (a: NaturalKey, b: NaturalKey) -> Bool {
    a.folded == b.folded
      ? a.bytes.lexicographicallyPrecedes(b.bytes) : a.folded.lexicographicallyPrecedes(b.folded)
  }
}
