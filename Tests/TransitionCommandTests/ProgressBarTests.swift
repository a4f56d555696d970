import Testing

@testable import TransitionCommand

/// The line that shows how far a run is.
@Suite struct ProgressBarTests {
  static func line(
    _ done: Int, _ count: Int, kept: Int = 0, seconds: Double = 10, columns: Int = 80
  ) -> String {
    let now = Progression(made: done, of: count, kept: kept, seconds: seconds)
    return ProgressBar.line(now, columns: columns, hasColor: false)
  }

  @Test func `tells what is done and how long the rest takes`() {
    #expect(Self.line(12, 30).hasPrefix("12/30 ━━━━━━━━━━━━━━━━────"))
    #expect(Self.line(12, 30).hasSuffix(" 40 % 0:15 left"))
    #expect(Self.line(1, 1000, seconds: 7.2).hasSuffix(" 0 % 1:59:53 left"))
    #expect(Self.line(0, 30).hasSuffix(" 0 % 0:10 so far"))
    #expect(Self.line(0, 0).hasSuffix(" 100 % 0:10 so far"))
    // Parts that are made again.
    #expect(Self.line(33, 30).hasPrefix("33/30 ━"))
    #expect(Self.line(33, 30).contains(" 100 % "))
  }

  @Test func `counts frames of earlier runs, too`() {
    let line = Self.line(12, 20, kept: 40, seconds: 12)
    #expect(line.hasPrefix("52/60 ") && line.hasSuffix(" 86 % 0:08 left"))
  }

  @Test(arguments: 0...120) func `fits into the terminal`(_ columns: Int) {
    #expect(Self.line(12, 30, columns: columns).count <= max(columns - 1, 0))
  }
}
