import Testing

@testable import TransitionCommand

/// The names of the frames' files.
@Suite("A pattern of file names") struct OutputPatternTests {
  @Test(
    "puts the number where it says, with as many digits",
    arguments: [
      ("o/f_%04d.png", 7, "o/f_0007.png"), ("%d.png", 7, "7.png"), ("%d.png", 123, "123.png"),
      ("a%%b%02d", 3, "a%b03"), ("%03d", 1234, "1234"), ("%%d%01d", 0, "%d0"),
      ("é%020d", 1, "é00000000000000000001"),
    ])
  func numbers(pattern: String, number: Int, path: String) throws {
    #expect(try OutputPattern(pattern).path(number) == path)
  }

  @Test("is a plain name without a number")
  func plain() throws {
    let pattern = try OutputPattern("out/one 100%%.png")
    #expect(pattern.digits == nil)
    #expect(pattern.path(5) == "out/one 100%.png")
    #expect(pattern.directory == "out/")
    #expect(pattern.fileExtension == "png")
  }

  @Test(
    "C4: is refused where a percent sign has no meaning",
    arguments: [
      "%", "a%b", "%5d", "%s", "%0d", "%021d", "%-3d", "%d_%d", "100%.png", "%03", "%99999999999d",
    ])
  func refusals(pattern: String) {
    let failure = #expect(throws: Failure.self) { try OutputPattern(pattern) }
    #expect(failure?.status == .usage)
    #expect(failure?.message.contains(pattern) == true)
  }

  @Test("C4: takes folder and base name literally, percent signs and all")
  func literal() {
    let pattern = OutputPattern(directory: "100%/%d", basename: "a%03d", digits: 3, suffix: ".tiff")
    #expect(pattern.path(12) == "100%/%d/a%03d012.tiff")
    #expect(pattern.directory == "100%/%d/")
  }

  @Test("A2: keeps counting beyond its digits")
  func manyFrames() {
    let pattern = OutputPattern(directory: "o/", basename: "f", digits: 3, suffix: ".png")
    #expect(pattern.path(999) == "o/f999.png")
    #expect(pattern.path(1000) == "o/f1000.png")
  }

  @Test(
    "finds the extension of the name, not of a folder",
    arguments: [
      ("a.b/c", nil), ("a/.png", nil), ("a/b.tar.png", "png"), ("png", nil), ("x.", ""),
    ] as [(String, String?)])
  func extensions(pattern: String, expected: String?) throws {
    #expect(try OutputPattern(pattern).fileExtension == expected)
  }
}
