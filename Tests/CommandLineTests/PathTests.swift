import Foundation
import TestSupport
import Testing

/// Names that are unusual, and names that lead elsewhere.
@Suite struct PathTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func link(_ name: String, to path: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: shop.folder.file(name), withDestinationPath: path)
  }

  @Test(arguments: [
    "a\nb", "-", "-o", " ", "[", "[0]", "%", "%%d", "%s", "*", "?", "\u{1b}[1m", "\\",
    "日本語", "e\u{301}", "🌗", "a.b.c", ".hidden", "'\"$(x)`",
  ])
  func aNameIsTakenLiterallyForPicturesFoldersAndFrames(_ name: String) throws {
    try shop.a.write(to: shop.folder.file("\(name).png"))
    let result = try shop.run(
      ["--transitionfilter", "swipe", "-s", "\(name).png", "-d", "\(name).png", "-c", "2", "-q"]
        + ["-o", "\(name)/\(name)", "-b", name, "-t", "png", "--skip-existing"])
    #expect(result.status == 0, "\(result.errors)")
    let frames = try shop.folder.contents(of: "\(name)/\(name)")
    #expect(frames == ["\(name)000.png", "\(name)001.png"])
  }

  @Test func aNameDoesNotSteerTheTerminal() throws {
    try shop.expectFailure(
      66, "\\u{1B}[2Ja\\u{07}.png: No such file",
      of: ["--transitionfilter", "swipe", "-s", "\u{1b}[2Ja\u{7}.png", "-d", "b.png"]
        + ["-o", "out", "-b", "f"])
  }

  @Test func aNameMayHave255BytesAndNotMore() throws {
    let base = String(repeating: "ü", count: 124)
    let job = ["--transitionfilter", "swipe", "-s", "a.png", "-d", "b.png", "-c", "2", "-q"]
    let longest = try shop.run(job + ["-o", "out", "-b", base, "-t", "png"])
    #expect(longest.status == 0, "\(longest.errors)")
    #expect(try shop.folder.contents(of: "out").map { $0.utf8.count } == [255, 255])
    let longer = try shop.run(job + ["-o", "longer", "-b", base + "x", "-t", "png"])
    #expect([73, 74].contains(longer.status) && longer.errors.contains("File name too long"))
    #expect(longer.errors.split(separator: "\n").count == 1)
    #expect(try shop.folder.contents(of: "longer").isEmpty)
  }

  @Test func aFrameReplacesALinkAndNotWhatItLeadsTo() throws {
    try Data("precious".utf8).write(to: URL(fileURLWithPath: shop.folder.file("other")))
    try FileManager.default.createDirectory(
      atPath: shop.folder.file("out"), withIntermediateDirectories: false)
    try link("out/f000.png", to: "../other")
    try link("out/f001.png", to: "../nothing")
    #expect(try shop.render("swipe", ["-c", "2"]).status == 0)
    #expect(try shop.bytes("other") == Data("precious".utf8))
    #expect(try shop.folder.contents() == ["a.png", "b.png", "other", "out"])
    #expect(try shop.picture("out/f000.png").difference(from: shop.a) == nil)
  }

  @Test func aPictureIsNotWrittenOverWhateverLeadsToIt() throws {
    let (a, b) = (try shop.bytes("a.png"), try shop.bytes("b.png"))
    try link("here", to: ".")
    try link("f000.png", to: "a.png")
    try FileManager.default.linkItem(
      atPath: shop.folder.file("b.png"), toPath: shop.folder.file("g001.png"))
    let job = ["--transitionfilter", "swipe", "-s", "a.png", "-d", "b.png", "-t", "png"]
    for output in [["-o", "here", "-b", "f"], ["-o", ".", "-b", "g"], ["-o", "here", "-b", "g"]] {
      try shop.expectFailure(73, "overwrite an input", of: job + output)
    }
    let single = ["--transitionfilter", "swipe", "-s", "a.png", "-d", "b.png", "--time", "0"]
    for path in ["here/a.png", "./b.png", shop.folder.file("here/b.png"), "f000.png"] {
      try shop.expectFailure(73, "overwrite an input", of: single + ["--output", path])
    }
    #expect(try shop.bytes("a.png") == a && shop.bytes("b.png") == b)
  }
}
