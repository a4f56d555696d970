extension ClosedRange<Int> {
  /// The range as one would write it: `1001-1096`, or `7` if it is one number.
  var text: String { lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)-\(upperBound)" }
}

extension ValueReader<ClosedRange<Int>> {
  /// `1001-1096`, both included, or one number.
  static var numberRange: ValueReader {
    ValueReader(
      placeholder: "FIRST-LAST",
      read: { text, option throws(Failure) in
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
          .map { Int(digits: $0) }
        guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1] else {
          throw .usage("\(option): '\(text)' is not a range of numbers such as 1001-1096")
        }
        guard first <= last else {
          throw .usage("\(option): \(text) runs backward: \(last)-\(first), or --reverse")
        }
        guard last - first < Timeline.mostFrames else {
          throw .usage("\(option): \(text) has more than \(Timeline.mostFrames) frames")
        }
        return first...last
      },
      text: \.text)
  }
}

extension Int {
  /// Reads a number of digits alone, without a sign.
  init?(digits text: some StringProtocol) {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    self.init(text)
  }
}

extension Double {
  /// Reads a number of digits and a point alone, without a sign or an exponent.
  init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }) else { return nil }
    self.init(text)
  }
}
