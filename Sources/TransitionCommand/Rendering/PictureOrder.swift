internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// An order of pictures.
enum PictureOrder: String, CaseIterable, Sendable {
  /// The natural order of file names, then of paths.
  case name
  /// The order in which they were taken, or else written; those of one moment by name.
  case date

  /// Files in this order.
  func sorted(_ files: some Collection<Path>) -> [Path] {
    let files = Array(files)
    return order(of: files).map { files[$0] }
  }

  /// The indices of files in this order.
  private func order(of files: [Path]) -> [Int] {
    let times =
      self == .date
      ? Threads.results(of: files.count, atOnce: VipsLibrary.threads) { Self.time(of: files[$0]) }
      : []
    return files.indices
      .map { index in
        (
          index: index, time: times.isEmpty ? "" : times[index],
          name: NaturalKey(files[index].name), path: NaturalKey(files[index])
        )
      }
      .sorted { ($0.time, $0.name, $0.path) < ($1.time, $1.name, $1.path) }.map(\.index)
  }

  /// Pictures with those among them that are files in this order; the others stay where they are.
  func sorted<Picture>(_ pictures: [Picture], byFile file: (Picture) -> Path?) -> [Picture] {
    let (positions, files) = (
      pictures.indices.filter { file(pictures[$0]) != nil }, pictures.compactMap(file)
    )
    var result = pictures
    for (position, index) in zip(positions, order(of: files)) {
      result[position] = pictures[positions[index]]
    }
    return result
  }

  /// When a picture was taken by its own words, or else when the file was written, in local time; empty
  /// for what is not there.
  private static func time(of path: Path) -> String {
    guard let status = FileStatus(path) else { return "" }
    // What is no ordinary file may be read only once.
    let picture =
      status.kind == .file
      ? try? ImageFile(path: path, role: "picture", pixelLimit: nil) : nil
    return picture?.timeTaken ?? status.version.localTime
  }
}

/// A name whose natural order is that of its parts: `pic2` before `pic10`, whatever the case.
///
/// Runs of digits are numbers. Names that differ only in case or in leading zeros are in the order of
/// their bytes.
struct NaturalKey: Comparable {
  private let folded: [UInt8]
  private let bytes: [UInt8]

  init(_ path: Path) {
    folded = Array(path.description.lowercased().utf8)
    bytes = path.bytes
  }

  static func == (a: NaturalKey, b: NaturalKey) -> Bool { a.bytes == b.bytes }

  static func < (a: NaturalKey, b: NaturalKey) -> Bool {
    var (first, second) = (a.folded[...], b.folded[...])
    while let x = first.first, let y = second.first {
      if isDigit(x), isDigit(y) {
        let (m, n) = (takeNumber(&first), takeNumber(&second))
        if m.count != n.count { return m.count < n.count }
        if m != n { return m.lexicographicallyPrecedes(n) }
      } else if x != y {
        return x < y
      } else {
        (first, second) = (first.dropFirst(), second.dropFirst())
      }
    }
    if first.isEmpty != second.isEmpty { return first.isEmpty }
    return a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Takes the digits at the beginning, and returns them without leading zeros.
  private static func takeNumber(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
