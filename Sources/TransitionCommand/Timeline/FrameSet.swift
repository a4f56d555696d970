internal import TransitionKit

/// Some of the frames of a sequence, by number, as `--frames` names them.
///
/// They are kept as ranges, so that all frames of a long sequence are as little as one.
struct FrameSet: Hashable, Sendable {
  /// Runs of numbers, rising, that do not touch.
  private let ranges: [ClosedRange<Int>]

  let count: Int

  init(_ range: ClosedRange<Int>) { self.init(rising: [range]) }

  /// - Parameter numbers: rising.
  init(_ numbers: some Sequence<Int>) { self.init(rising: numbers.lazy.map { $0...$0 }) }

  /// - Parameter ranges: by rising lower bounds; they may touch and overlap.
  private init(rising ranges: some Sequence<ClosedRange<Int>>) {
    var joined: [ClosedRange<Int>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    self.ranges = joined
    count = joined.reduce(0) { $0 + $1.count }
  }

  var isEmpty: Bool { count == 0 }

  /// The numbers, rising, each once; none of them is stored.
  var numbers: FlattenSequence<[ClosedRange<Int>]> { ranges.joined() }

  var first: Int? { ranges.first?.lowerBound }
  var last: Int? { ranges.last?.upperBound }

  func contains(_ number: Int) -> Bool {
    let next = ranges.partitioningIndex { $0.lowerBound > number }
    return next > 0 && ranges[next - 1].contains(number)
  }

  /// How many of the numbers are less than another one.
  func count(below number: Int) -> Int {
    ranges.reduce(0) { count, range in
      count + min(max(number - range.lowerBound, 0), range.count)
    }
  }

  func part(_ positions: Range<Int>) -> FrameSet {
    var parts: [ClosedRange<Int>] = []
    var before = 0
    for range in ranges {
      let low = max(positions.lowerBound - before, 0)
      let high = min(positions.upperBound - before, range.count)
      if low < high { parts.append(range.lowerBound + low...range.lowerBound + high - 1) }
      before += range.count
    }
    return FrameSet(rising: parts)
  }

  /// Reads a specification: numbers, of those that exist, and ranges between commas.
  ///
  /// A range is `3-9`, or `5-` up to the last frame; `x2` or `:2` after it takes every other one.
  init(_ text: String, of sequence: ClosedRange<Int>) throws(Failure) {
    var ranges: [ClosedRange<Int>] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let (range, step) = try Self.range(item.filter { $0 != " " }, of: sequence, in: text)
      ranges +=
        step == 1
        ? [range]
        : stride(from: range.lowerBound, through: range.upperBound, by: step).map { $0...$0 }
    }
    self.init(rising: ranges.sorted { $0.lowerBound < $1.lowerBound })
  }

  private static func range(
    _ item: String, of sequence: ClosedRange<Int>, in text: String
  ) throws(Failure) -> (ClosedRange<Int>, step: Int) {
    guard let match = item.wholeMatch(of: /([0-9]+)(?:-([0-9]*)(?:[xX:]([0-9]+))?)?/),
      let first = Int(match.1), let step = Int(match.3 ?? "1"), step > 0,
      let last = match.2 == "" ? sequence.upperBound : Int(match.2 ?? match.1)
    else {
      throw .usage("--frames: '\(text)' is not a list of frames such as 7 or 0-9,20-98x2,120-")
    }
    guard sequence.contains(first), sequence.contains(last) else {
      throw .usage(
        "--frames: \(item) is outside the sequence: its frames are "
          + "\(sequence.lowerBound) to \(sequence.upperBound)")
    }
    guard first <= last else { throw .usage("--frames: \(item) runs backward: the smaller first") }
    return (first...last, step)
  }

  /// The shortest way to write the set that taking the longest even run from the left gives.
  var specification: String {
    var items: [String] = []
    var rest = ranges[...]
    while let range = rest.popFirst() {
      guard range.count == 1 else {
        items.append(range.text)
        continue
      }
      // Single frames at even distances are one item if there are three of them at least.
      var last = range.lowerBound
      let step = rest.first.map { $0.lowerBound - last } ?? 0
      var others = 0
      while let next = rest.dropFirst(others).first, next.count == 1, next.lowerBound - last == step
      {
        last = next.lowerBound
        others += 1
      }
      if others >= 2 {
        items.append("\(range.lowerBound)-\(last)x\(step)")
        rest = rest.dropFirst(others)
      } else {
        items.append("\(range.lowerBound)")
      }
    }
    return items.joined(separator: ",")
  }
}
