internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// Reads the texts of options; what cannot be read is a usage error that names the option.
enum OptionText {
  static func integer(_ text: String, _ option: String, _ range: ClosedRange<Int>)
    throws(Failure) -> Int
  {
    if let number = Int(text), range.contains(number) { return number }
    let expected =
      range.upperBound == .max
      ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    throw .usage("\(option): '\(text)' is not a whole number \(expected)")
  }

  /// A time from 0 to 1.
  static func time(_ text: String, _ option: String) throws(Failure) -> Double {
    guard text.allSatisfy({ "0123456789+-.eE".contains($0) }), let time = Double(text),
      (0...1).contains(time)
    else { throw .usage("\(option): '\(text)' is not a number from 0 to 1") }
    return time
  }

  static func size(_ text: String, _ option: String) throws(Failure) -> (width: Int, height: Int) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ (1...1_000_000).contains($0) }) else {
      throw .usage("\(option): '\(text)' is not a size such as 1920x1080")
    }
    return (parts[0], parts[1])
  }

  static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ text: String, _ option: String
  ) throws(Failure) -> Choice {
    if let choice = Choice(rawValue: text.lowercased()) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw .usage(
      "\(option): unknown value '\(text)'\(Suggestion.phrase(for: text, among: names)); "
        + "expected one of \(names.joined(separator: ", "))")
  }

  /// A value that TransitionKit reads.
  static func value<Value>(
    _ option: String, among names: [String] = [], _ read: () throws(ParameterError) -> Value
  ) throws(Failure) -> Value {
    do throws(ParameterError) {
      return try read()
    } catch {
      throw .usage(
        "\(option): '\(error.text)' is not \(error.expected)"
          + Suggestion.phrase(for: error.text, among: names))
    }
  }

  /// The path of something that must be named.
  static func path(_ text: String?, _ option: String, _ what: String) throws(Failure) -> Path {
    guard let text, !text.isEmpty else { throw .usage("missing \(option): \(what)") }
    return expandingTilde(text)
  }

  /// A path whose leading `~/` the shell has left, because it was quoted.
  static func expandingTilde(_ text: String) -> Path {
    let path = Path(text)
    guard path == "~" || path.bytes.starts(with: "~/".utf8), let home = unsafe getenv("HOME")
    else { return path }
    let bytes = unsafe UnsafeRawBufferPointer(start: home, count: strlen(home))
    return unsafe Path(bytes: bytes) + Path(bytes: path.bytes.dropFirst())
  }
}
