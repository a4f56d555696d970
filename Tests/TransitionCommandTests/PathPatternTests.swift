import Testing
import TransitionSystem

@testable import TransitionCommand

/// Names of files with a number in them.
@Suite struct PathPatternTests {
  @Test(arguments: [
    ("out/turn_%04d.png", "out/turn_0007.png"), ("%d.png", "7.png"), ("a%%b%02d.x", "a%b07.x"),
    ("plain.png", "plain.png"),
  ])
  func `names frames`(_ text: String, _ path: String) throws {
    let pattern = try PathPattern(Path(text))
    #expect(pattern.path(7) == Path(path))
    #expect(pattern.text == Path(text))
  }

  @Test(arguments: [
    ("turn_####.png", "turn_0007.png", "turn_%04d.png"), ("##", "07", "%02d"),
    ("shot##/x_###.png", "shot##/x_007.png", "shot##/x_%03d.png"),
    ("take#2_###.png", "take#2_007.png", "take#2_%03d.png"),
    ("a##_%02d.png", "a##_07.png", "a##_%02d.png"), ("one#.png", "one#.png", "one#.png"),
  ])
  func `hashes are digits`(_ text: String, _ path: String, _ written: String) throws {
    let pattern = try PathPattern(Path(text))
    #expect(pattern.path(7) == Path(path))
    #expect(pattern.text == Path(written))
  }

  @Test func `basenames are literal`() {
    let pattern = PathPattern(directory: "o", basename: "50%d", digits: 3, suffix: ".tiff")
    #expect(pattern.path(12) == "o/50%d012.tiff")
    #expect(pattern.path(12345) == "o/50%d12345.tiff")
    #expect(pattern.text == "o/50%%d%03d.tiff")
  }

  @Test(arguments: [
    "%", "%s", "%4d", "%d%d", "%-3d", "%099d", "d%d/f.png", "/%02d/a/f.png", "%d/",
    "##_##.png", "#####################.png",
  ])
  func `refuses other conversions`(_ text: String) {
    #expect(throws: Failure.self) { try PathPattern(Path(text)) }
  }

  @Test(arguments: [
    ("out/Turn_%03d.png", "Turn_012.png", [12]), ("out/Turn_%03d.png", "turn_012.PNG", [12]),
    ("%d.png", "12.PNG", [12]), ("%03d.png", "12.PNG", []), ("%d.png", "012.PNG", []),
    ("F2%03d.png", "f2012.png", [12]), ("%03d2.PNG", "0122.png", [12]),
    // Equal strings in two normal forms of Unicode.
    ("\u{E9}%d.png", "e\u{301}3.png", [3]), ("%d.png", "other.png", []), ("one.png", "ONE.png", []),
    ("%d.png", "99999999999999999999.PNG", []),
  ])
  func `finds the frames that a file may be`(_ text: String, _ name: String, _ numbers: [Int])
    throws
  {
    #expect(try PathPattern(Path(text)).numbers(like: Path(name)) == numbers)
  }
}
