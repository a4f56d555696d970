import Testing
import TransitionKit

@testable import TransitionCommand

/// Sets of frames, as --frames has them.
@Suite struct FrameSetTests {
  static let sequence = 0...99

  @Test(arguments: [
    ("7", [7]), ("3-5", [3, 4, 5]), ("0-8x2", [0, 2, 4, 6, 8]), ("0-9:3", [0, 3, 6, 9]),
    ("97-", [97, 98, 99]), ("90-x5", [90, 95]), ("5,1,3-4,4", [1, 3, 4, 5]),
    (" 1 , 2 - 3 ", [1, 2, 3]), ("007", [7]), ("0-9X4", [0, 4, 8]), ("9-9", [9]),
  ])
  func `reads numbers and ranges`(_ text: String, _ numbers: [Int]) throws {
    #expect(try FrameSet(text, of: Self.sequence).numbers.elementsEqual(numbers))
  }

  @Test(arguments: [
    "", ",", "1,", "a", "1-b", "-5", "1--2", "1-2x0", "1-2x", "5x2", "1-2y2", "1.5", "+1", "٣",
    "100", "0-100", "9-3", "99999999999999999999", "1-2x2x2",
  ])
  func `refuses anything else`(_ text: String) {
    #expect(throws: Failure.self) { try FrameSet(text, of: Self.sequence) }
  }

  @Test func `names the sequence that a frame is outside of`() {
    #expect(
      throws: Failure(.usage, "--frames: 30 is outside the sequence: its frames are 0 to 29")
    ) { try FrameSet("1,30", of: 0...29) }
  }

  @Test(arguments: [
    ([], ""), ([4], "4"), ([4, 5], "4-5"), ([1, 2, 3, 7], "1-3,7"), ([0, 2, 4, 6], "0-6x2"),
    ([0, 5], "0,5"), ([0, 5, 6, 7], "0,5-7"), ([0, 1, 3, 5, 7], "0-1,3-7x2"),
  ])
  func `writes short specifications`(_ numbers: [Int], _ text: String) {
    #expect(FrameSet(numbers).specification == text)
  }

  @Test func `ranges that touch or overlap are one`() throws {
    let text = "20-29,3-9,10-12,5-7,25-40"
    #expect(try FrameSet(text, of: Self.sequence).specification == "3-12,20-40")
    #expect(try FrameSet("0-49,50-99", of: Self.sequence) == FrameSet(Self.sequence))
  }

  @Test func `a long sequence is one range`() throws {
    let all = FrameSet(0...999_999_999)
    #expect(all.count == 1_000_000_000 && all.first == 0 && all.last == 999_999_999)
    #expect(all.contains(500_000_000) && !all.contains(1_000_000_000))
    #expect(all.part(10..<20) == FrameSet(10...19))
    #expect(try FrameSet("7-,3", of: 0...999_999_999).specification == "3,7-999999999")
  }

  @Test func `parts are those of the numbers`() throws {
    let set = try FrameSet("2-4,9,20-30x5,50-60", of: Self.sequence)
    let numbers = Array(set.numbers)
    #expect(numbers.count == set.count)
    for low in 0...numbers.count {
      for high in low...numbers.count {
        #expect(set.part(low..<high).numbers.elementsEqual(numbers[low..<high]))
      }
    }
  }

  @Test func `what is written is read back`() throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<300 {
      let density = Double.random(in: 0.01...1, using: &random)
      let set = FrameSet(
        Self.sequence.filter { _ in Double.random(in: 0..<1, using: &random) < density })
      guard !set.isEmpty else { continue }
      #expect(try FrameSet(set.specification, of: Self.sequence) == set)
    }
  }
}
