import Testing
import TransitionSystem

@Suite struct PathTests {
  @Test(arguments: [
    ("a/b.png", "a/", "b.png", "png"), ("b", "", "b", nil), ("/", "/", "", nil),
    ("a.b/.c", "a.b/", ".c", nil), ("x.", "", "x.", ""), ("a.tar.gz", "", "a.tar.gz", "gz"),
    ("a/\u{301}b.png", "a/", "\u{301}b.png", "png"), ("a/\u{200d}", "a/", "\u{200d}", nil),
    ("a\u{301}/\u{1f3fd}.x", "a\u{301}/", "\u{1f3fd}.x", "x"),
    ("a.\u{301}x", "", "a.\u{301}x", "\u{301}x"),
  ])
  func `is cut at bytes`(_ path: Path, _ directory: Path, _ name: Path, _ fileExtension: String?) {
    #expect(path.directory == directory)
    #expect(path.name == name)
    #expect(path.fileExtension == fileExtension)
    #expect(path.directory + path.name == path)
  }

  @Test func `is equal to the byte`() {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    #expect(composed == decomposed)
    #expect(Path(composed) != Path(decomposed))
    #expect(Set([Path(composed), Path(decomposed)]).count == 2)
  }

  @Test func `keeps bytes that are not UTF-8`() {
    let path = Path(bytes: [0x61, 0x2F, 0xE9])
    #expect(path.name.bytes == [0xE9])
    #expect(path.cString == [0x61, 0x2F, -23, 0])
    #expect(path.description == "a/\u{fffd}")
  }
}
