import Foundation
import TestSupport
import Testing
import TransitionKit

/// Options of one picture, after its name and a colon.
@Suite struct ItemOptionTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.makeFolder("h")
    try sandbox.makeFolder("s")
    try sandbox.a.write(to: sandbox.folder.file("h/a.png"))
    try sandbox.b.write(to: sandbox.folder.file("h/b.png"))
    for number in 1...6 { try sandbox.a.write(to: sandbox.folder.file("s/\(number).png")) }
  }

  /// The list that a command line is.
  private func list(_ line: String) throws -> String {
    let run = try sandbox.shell("$TOOL \(line) --print-list")
    #expect(run.status == 0, "\(line): \(run.errors)")
    return run.output.split(separator: "\n").dropFirst().joined(separator: "\n")
  }

  @Test(arguments: [
    ("a.png:hold=2s b.png", "a.png --hold 2s\nb.png"),
    ("a.png:fit=contain:focus=10%,20% b.png", "a.png --fit contain --focus 10%,20%\nb.png"),
    ("a.png:pan-zoom=in:zoom=20% b.png", "a.png --pan-zoom in --zoom 20%\nb.png"),
    ("black:hold=5 a.png '#203040:hold=6'", "black --hold 5\na.png\n'#203040' --hold 6"),
    ("'s/%d.png:range=2-4' a.png", "s/%d.png --range 2-4\na.png"),
    ("h:hold=9 black", "h/a.png --hold 9\nh/b.png --hold 9\nblack"),
    ("h:range=1-2 black", "h/a.png\nh/b.png\nblack"),
  ])
  func `are that picture's alone`(_ line: String, _ expected: String) throws {
    #expect(try list("\(line) --hold 7 -c 3") == expected)
  }

  @Test func `stand in lists, too, and are stronger than the line`() throws {
    try sandbox.write(
      Data("a.png:hold=2s --hold 3s --fit contain\n'b.png:hold=4s'\n".utf8), to: "l.txt")
    #expect(try list("@l.txt") == "a.png --fit contain --hold 2s\nb.png --hold 4s")
  }

  @Test func `a file of the whole name comes first, and so does what follows two hyphens`() throws {
    try sandbox.a.write(to: sandbox.folder.file("b.png:hold=3.png"))
    #expect(try list("a.png b.png:hold=3.png -c 3").hasSuffix("b.png:hold=3.png"))
    #expect(
      try list("a.png b.png:hold=3.png:hold=4 -c 3").hasSuffix("b.png:hold=3.png --hold 4"))
    try sandbox.shell("$TOOL -o f.mp4 -- a.png b.png:hold=4").expectOneLine(66, ["b.png:hold=4"])
    try sandbox.shell("$TOOL -s a.png -d b.png:hold=4 -o f.mp4")
      .expectOneLine(66, ["b.png:hold=4"])
    try sandbox.shell("$TOOL --untrusted a.png b.png:hold=4 -o f.mp4")
      .expectOneLine(66, ["b.png:hold=4"])
  }

  @Test(arguments: [
    ("a.png:hld=3s b.png", "a.png:hld=: no such option (did you mean 'hold'?)"),
    ("a.png:foo=1 b.png", "a.png:foo=: options of a picture are volume, sound-fade-in"),
    ("a.png:duration=1s b.png", "a.png:duration=: it belongs to the way to the next picture"),
    ("a.png:hold=1s:size=3x3 b.png", "a.png:hold:size=: it is for the whole show: --size"),
    ("a.png:hold=1s:hold=2s b.png", "a.png:hold is given twice"),
    ("a.png:hold=x b.png", "a.png:hold: 'x' is neither"),
    ("a.png:from=1s b.png", "--from is for films"),
    ("'s/%d.png:hold=3s' b.png", "--hold is for pictures that stand still"),
    ("black:fot=1 b.png", "black:fot=: no such option (did you mean 'fit'?)"),
    ("@l.txt:hold=3s b.png", "@l.txt:hold=: a list takes no options"),
  ])
  func `that are none are told`(_ line: String, _ words: String) throws {
    try sandbox.write(Data("a.png\n".utf8), to: "l.txt")
    try sandbox.shell("$TOOL \(line) -o f.mp4").expectOneLine(64, [words])
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `choose parts of films`() throws {
    try sandbox.ffmpeg("-f lavfi -i testsrc2=s=32x20:r=25:d=4 -c:v ffv1 c.mkv")
    #expect(
      try list("c.mkv:from=1s:to=0:03.2 c.mkv:to=1s -c 3")
        == "c.mkv --from 1s --to 3.2s\nc.mkv --to 1s")
    for (line, words) in [
      ("c.mkv:from=3s:to=2s", "nothing lies between them"), ("c.mkv:from=5s", "is after the end"),
    ] {
      try sandbox.shell("$TOOL \(line) a.png -o f.mp4").expectOneLine(64, [words])
    }
  }
}
