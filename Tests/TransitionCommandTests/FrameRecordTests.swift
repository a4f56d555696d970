import Foundation
import TestSupport
import Testing
import TransitionSystem

@testable import TransitionCommand

/// The record of the frames: its lines, and what hostile and cut ones are worth.
@Suite struct FrameRecordTests {
  private static let (one, other) = (FrameKey(of: ["one"]), FrameKey(of: ["other"]))

  private func version(_ numbers: Int64...) throws -> FileVersion {
    try #require(FileVersion(numbers[...]))
  }

  private func entry(_ key: FrameKey = one, _ numbers: Int64...) throws -> FrameRecord.Entry {
    let numbers = numbers.isEmpty ? [9, 5, 123_456_789] : numbers
    return FrameRecord.Entry(version: try #require(FileVersion(numbers[...])), key: key)
  }

  private func read(_ lines: [String]) throws -> FrameRecord {
    let text = lines.map { $0 + "\n" }.joined()
    return try #require(FrameRecord(FrameRecord.heading + Array(text.utf8)))
  }

  @Test func `what is written is read back`() throws {
    let lines = try [
      FrameRecord.line(3, entry()), FrameRecord.line(3, entry(Self.other, 9, 6, 0)),
      FrameRecord.line(12, entry(Self.other)),
    ]
    let record = try read(lines)
    #expect(try read(lines.reversed()).bytes.count == record.bytes.count)
    #expect(FrameRecord(record.bytes) == record && Set(record.numbers) == [3, 12])
    #expect(try record.keys(of: 3, version(9, 6, 0)) == [Self.other])
    #expect(record.lists(3, Self.one) && !record.lists(12, Self.one))
    #expect(try #require(FrameRecord(FrameRecord.heading)).isEmpty)
  }

  @Test func `a frame is known by its size and its time, as a copy has them`() throws {
    let record = try read([FrameRecord.line(3, entry())])
    // A copy where only seconds or milliseconds are kept.
    for kept: Int64 in [0, 120_000_000, 123_000_000, 123_456_700, 123_456_789] {
      #expect(try record.keys(of: 3, version(9, 5, kept)) == [Self.one])
    }
    for other: [Int64] in [[9, 5, 123_456_788], [8, 5, 123_456_789], [9, 4, 0], [9, 6, 1]] {
      #expect(try record.keys(of: 3, #require(FileVersion(other[...]))).isEmpty)
    }
    #expect(try record.keys(of: 4, version(9, 5, 123_456_789)).isEmpty)
  }

  @Test func `half a heading is no record`() {
    for length in FrameRecord.heading.indices {
      #expect(FrameRecord(Array(FrameRecord.heading.prefix(length))) == nil)
    }
    #expect(FrameRecord(FrameRecord.earlierHeading) == nil)
  }

  @Test func `half a line lists nothing, and takes nothing from the others`() throws {
    let (first, second) = try (FrameRecord.line(3, entry()), FrameRecord.line(4, entry()))
    let whole = FrameRecord.heading + Array((first + "\n").utf8)
    for length in 0..<second.utf8.count {
      let record = try #require(FrameRecord(whole + second.utf8.prefix(length)))
      #expect(Array(record.numbers) == [3], "\(second.prefix(length))")
    }
    #expect(try #require(FrameRecord(whole + second.utf8)).lists(4, Self.one))
  }

  @Test func `lines that are none vouch for nothing`() throws {
    let key = Self.one.text
    let lines = [
      "", " ", "4 9 5 7", "4 9 5 7 ", "4 9 5 7 11", "4 9 5 \(key)", "x 9 5 7 \(key)",
      "4 9 5 7 7 \(key)", "4  9 5 7 \(key)", "4 9 5 99999999999999999999 \(key)",
      "4 9 5 7 +\(key.dropFirst())", "4 9 5 7 \(key)0", "4 9 5 7 \(key.dropLast())g",
      String(repeating: "7 ", count: 9999), "\0", "\u{FFFD}\u{301}",
    ]
    #expect(try read(lines).isEmpty)
  }

  @Test func `lines can be removed`() throws {
    let record = try read([FrameRecord.line(3, entry()), FrameRecord.line(4, entry())])
    let other = try read([FrameRecord.line(4, entry())])
    #expect(record.filtered { number, _ in number == 4 } == other)
    #expect(record.filtered { _, _ in false }.isEmpty)
  }

  @Test func `keys are told apart by each value and its bounds`() {
    let keys = [
      FrameKey(of: []), FrameKey(of: [""]), FrameKey(of: ["ab"]), FrameKey(of: ["a", "b"]),
      FrameKey(of: ["ba"]), FrameKey(of: ["a"]).adding(0), FrameKey(of: ["a"]).adding(1),
      FrameKey(of: ["e\u{301}"]), FrameKey(of: ["\u{e9}"]),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(FrameKey(of: ["a"]).adding(["b"]) == FrameKey(of: ["a", "b"]))
    for key in keys { #expect(key.text.utf8.count == 32 && FrameKey(key.text) == key) }
  }
}
