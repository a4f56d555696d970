import Foundation
import TestSupport
import Testing

@Suite struct ResumeTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func shardsMakeTheFramesOfAWholeRun() throws {
    #expect(try sandbox.frames().status == 0)
    for index in 1...3 {
      let shard = try sandbox.frames("-o", "parts", "--shard", "\(index)/3", "--skip-existing")
      #expect(shard.status == 0)
    }
    #expect(try sandbox.names(in: "parts") == sandbox.names())
    for name in try sandbox.names() {
      #expect(try sandbox.bytes("out/\(name)") == sandbox.bytes("parts/\(name)"))
    }
  }

  @Test func missingFramesAreListedAndMade() throws {
    #expect(try sandbox.frames("--missing").output == "0-7\n")
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.frames("--missing").status == 0)
    try sandbox.remove("out/f003.png")
    try sandbox.write(Data(), to: "out/f005.png")
    let missing = try sandbox.frames("--missing")
    #expect(missing.output == "3,5\n")
    #expect(missing.status == 1)
    try sandbox.write(Data("kept".utf8), to: "out/f001.png")
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.frames("--missing").status == 0)
    #expect(try sandbox.bytes("out/f001.png") == Data("kept".utf8))
    #expect(try sandbox.bytes("out/f005.png").count > 100)
  }

  @Test(arguments: [
    ["--width", "10"], ["-c", "9"], ["-d", "a.png"], ["--easing", "ease"], ["--reverse"],
    ["--endpoints", "none"], ["--working-space", "srgb"], ["--size", "20x20"],
  ])
  func anotherRenderIsNeverMixedIn(_ arguments: [String]) throws {
    #expect(try sandbox.frames("--frames", "0-3").status == 0)
    let before = try sandbox.bytes("out/f001.png")
    let line = "$TOOL --transitionfilter swipe -s a.png -d b.png -o out -b f -t png -c 8"
    let refused = try sandbox.shell("\(line) --skip-existing \(arguments.joined(separator: " "))")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("another render"))
    #expect(try sandbox.names().count == 4)
    #expect(try sandbox.bytes("out/f001.png") == before)
    // To replace some of the frames leaves a mixture, which nothing can go on with.
    let other = arguments.joined(separator: " ")
    #expect(try sandbox.shell("\(line) --frames 0-1 \(other)").status == 0)
    let anew = try sandbox.shell("\(line) --skip-existing \(other)")
    #expect(anew.status == 0 && anew.errors.contains("no record"))
    // Which has settled it.
    let again = try sandbox.shell("\(line) --skip-existing \(other)")
    #expect(again.status == 0 && again.errors == "", "\(again.errors)")
    #expect(
      try sandbox.shell("cp -r out kept; rm out/*; \(line) \(other); diff -r out kept -x '.*'")
        .output == "")
  }

  @Test func afterACompleteRunTheSameIsASuccess() throws {
    #expect(try sandbox.frames().status == 0)
    let bytes = try sandbox.bytes("out/f003.png")
    #expect(try sandbox.shell("ls -A out").output.split(separator: "\n").count == 8)
    try sandbox.write(Data("not ours".utf8), to: "out/f003.png")
    // Nothing says how these were made.
    let again = try sandbox.frames("--skip-existing")
    #expect(again.status == 0)
    #expect(again.errors.hasPrefix("dotransition: no record says how"))
    #expect(again.errors.split(separator: "\n").count == 1)
    #expect(try sandbox.bytes("out/f003.png") == bytes)
    // Now something does.
    try sandbox.write(Data("kept".utf8), to: "out/f003.png")
    let third = try sandbox.frames("--skip-existing")
    #expect(third.status == 0 && third.errors == "")
    #expect(try sandbox.bytes("out/f003.png") == Data("kept".utf8))
  }

  @Test func aPartBesideFramesWithoutARecordVouchesForNone() throws {
    #expect(try sandbox.frames().status == 0)
    try sandbox.write(Data("not ours".utf8), to: "out/f007.png")
    #expect(try sandbox.frames("--skip-existing", "--frames", "0-3").status == 0)
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.bytes("out/f007.png") != Data("not ours".utf8))
  }

  @Test func twoSequencesShareAFolder() throws {
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.frames("--skip-existing", "-b", "g", "--width", "9").status == 0)
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.names().count == 16)
  }

  @Test func aChainOfSequencesSharesNamesEachPictureOnce() throws {
    let next = ["--start-number", "8", "--endpoints", "end"]
    for _ in 1...2 {
      #expect(try sandbox.frames("--skip-existing").status == 0)
      #expect(try sandbox.frames("--skip-existing", next[0], next[1], next[2], next[3]).status == 0)
    }
    #expect(try sandbox.names().count == 16)
    // A sequence that takes numbers of both cannot be gone on with, and neither can they after it.
    let refused = try sandbox.frames("--skip-existing", "-c", "10")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("count is 8 there, 10 here"))
    #expect(try sandbox.frames("-c", "10").status == 0)
    let anew = try sandbox.frames("--skip-existing")
    #expect(anew.status == 0 && anew.errors.contains("no record"))
  }

  @Test func noOverwriteRefusesBeforeAnythingIsWritten() throws {
    #expect(try sandbox.frames("--frames", "7").status == 0)
    let refused = try sandbox.frames("--no-overwrite")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("out/f007.png"))
    #expect(try sandbox.names() == ["f007.png"])
    #expect(try sandbox.frames("--no-overwrite", "--frames", "0-6").status == 0)
  }

  @Test func paddingAndStartNumberNameTheFrames() throws {
    let run = try sandbox.frames("--padding", "5", "--start-number", "98", "--frames", "98,101")
    #expect(run.status == 0)
    #expect(try sandbox.names() == ["f00098.png", "f00101.png"])
  }
}
