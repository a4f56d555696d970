import Testing

@testable import TransitionCommand

/// Ranges of numbers, as --range has them.
@Suite struct NumberRangeTests {
  private let reader = ValueReader<ClosedRange<Int>>.numberRange

  @Test(arguments: [
    ("1001-1096", 1001...1096, "1001-1096"), ("7", 7...7, "7"), ("0-0", 0...0, "0"),
    ("0001-0010", 1...10, "1-10"), ("1-1000000000", 1...1_000_000_000, "1-1000000000"),
  ])
  func `a range is two numbers or one`(_ text: String, _ range: ClosedRange<Int>, _ written: String)
    throws
  {
    let read = try reader.read(text, "--range")
    #expect(read == range)
    #expect(reader.text(read) == written)
    #expect(try reader.read(written, "--range") == read)
  }

  @Test(arguments: [
    "", "-", "1-", "-1", "1-2-3", "a", "1..2", "1,2", "1.5", "+1", "1 -2", "٣", "1-2x2",
    "99999999999999999999",
  ])
  func `anything else is an error that shows a range`(_ text: String) {
    #expect(
      throws: Failure(.usage, "--range: '\(text)' is not a range of numbers such as 1001-1096")
    ) { try reader.read(text, "--range") }
  }

  @Test func `a range runs forward`() {
    #expect(throws: Failure(.usage, "--range: 9-3 runs backward: 3-9, or --reverse")) {
      try reader.read("9-3", "--range")
    }
  }

  @Test(arguments: ["0-1000000000", "0-9223372036854775807"])
  func `a range is no longer than a show may be`(_ text: String) {
    #expect(throws: Failure(.usage, "--range: \(text) has more than 1000000000 frames")) {
      try reader.read(text, "--range")
    }
  }
}
