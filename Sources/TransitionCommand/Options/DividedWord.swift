/// A word with what is said of it alone after colons: `swipe:angle=45deg`, `boat.mp4:from=3s`.
struct DividedWord {
  /// All before the first `:name=` at which the word is divided.
  let name: String
  /// What each of those begins.
  let values: [(name: String, text: String)]

  /// Divides a word at the names that count; after one that takes the rest it goes on to the end. A
  /// whole, such as the name of a file that there is, may have some of these in it.
  init(
    _ text: String, at isName: (String) -> Bool = { _ in true },
    takesRest: (String) -> Bool = { _ in false }, isWhole: (String) -> Bool
  ) {
    // Scalars, since a combining mark that begins a value is a part of no sign before it.
    var marks =
      text.utf8.contains(UInt8(ascii: ":"))
      ? text.matches(of: /:([-0-9A-Z_a-z]+)=/.matchingSemantics(.unicodeScalar))
        .filter { isName(String($0.1)) }
      : []
    let ends = marks.map(\.range.lowerBound) + [text.endIndex]
    func part(_ start: String.Index, _ end: String.Index) -> String { String(text[start..<end]) }
    let first =
      marks.isEmpty
      ? 0
      : ends.indices.last { index in
        // No path is longer.
        text[..<ends[index]].utf8.count <= 4096 && isWhole(part(text.startIndex, ends[index]))
      } ?? 0
    name = part(text.startIndex, ends[first])
    marks.removeFirst(first)
    if let last = marks.firstIndex(where: { takesRest(String($0.1)) }) {
      marks.removeLast(marks.count - 1 - last)
    }
    let starts = marks.dropFirst().map(\.range.lowerBound) + [text.endIndex]
    values = zip(marks, starts).map { mark, end in
      (String(mark.1), part(mark.range.upperBound, end))
    }
  }

  /// Reads each value, which has a label such as `boat.mp4:from`.
  ///
  /// - Throws: a usage error with the position, also for a name that is given twice.
  func read(
    at position: ListPosition?,
    _ read: (_ name: String, _ text: String, _ label: String) throws(Failure) -> Void
  ) throws(Failure) {
    var seen: Set<String> = []
    for (name, text) in values {
      let label = "\(self.name):\(name)"
      guard seen.insert(name).inserted else {
        throw .usage("\(label) is given twice", at: position)
      }
      try Failure.located(at: position, read(name, text, label))
    }
  }
}
