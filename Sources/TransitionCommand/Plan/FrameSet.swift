/// Some of the frames of a sequence, by number, as `--frames` names them.
struct FrameSet: Hashable {
  /// The numbers, rising, each once.
  let numbers: [Int]

  init(_ numbers: some Sequence<Int>) { self.numbers = Set(numbers).sorted() }

  /// Reads a specification: numbers, of those that exist, and ranges between commas.
  ///
  /// A range is `3-9`, or `5-` up to the last frame; `x2` or `:2` after it takes every other one.
  init(_ text: String, of sequence: ClosedRange<Int>) throws(Failure) {
    // A set from the beginning: the same frames may be named any number of times.
    var numbers: Set<Int> = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let range = try Self.range(item.filter { $0 != " " }, of: sequence, in: text)
      numbers.formUnion(stride(from: range.first, through: range.last, by: range.step))
    }
    self.init(numbers)
  }

  private static func range(
    _ item: String, of sequence: ClosedRange<Int>, in text: String
  ) throws(Failure) -> (first: Int, last: Int, step: Int) {
    let malformed = Failure.usage(
      "--frames: '\(text)' is not a list of frames such as 7 or 0-9,20-98x2,120-")
    let parts = item.lowercased().split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "x:".contains($0) })
    let ends = parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = number(ends[0]), ends.count == 2 || parts.count == 1 else { throw malformed }
    var last = first
    if ends.count == 2 {
      if ends[1].isEmpty {
        last = sequence.upperBound
      } else if let end = number(ends[1]) {
        last = end
      } else {
        throw malformed
      }
    }
    var step = 1
    if parts.count == 2 {
      guard let given = number(parts[1]), given > 0 else { throw malformed }
      step = given
    }
    guard sequence.contains(first), sequence.contains(last) else {
      throw .usage(
        "--frames: \(item) is outside the sequence: its frames are "
          + "\(sequence.lowerBound) to \(sequence.upperBound)")
    }
    guard first <= last else { throw .usage("--frames: \(item) runs backward: the smaller first") }
    return (first, last, step)
  }

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }

  /// The shortest way to write the set that taking the longest even run from the left gives.
  var specification: String {
    var items: [String] = []
    var start = 0
    while start < numbers.count {
      let step = start + 1 < numbers.count ? numbers[start + 1] - numbers[start] : 1
      var end = start
      while end + 1 < numbers.count, numbers[end + 1] - numbers[end] == step { end += 1 }
      if step == 1 || end - start >= 2 {
        let range = end > start ? "\(numbers[start])-\(numbers[end])" : "\(numbers[start])"
        items.append(step == 1 ? range : "\(range)x\(step)")
      } else {
        // Two frames apart are no range: the second may begin one.
        items.append("\(numbers[start])")
        end = start
      }
      start = end + 1
    }
    return items.joined(separator: ",")
  }
}
