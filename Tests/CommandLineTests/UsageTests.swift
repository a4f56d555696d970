import Foundation
import Testing

@Suite struct UsageTests {
  let tool: SmallJob

  init() throws { tool = try SmallJob() }

  @Test(arguments: [
    "--frames 8", "--shard 3/2", "--easing wobble", "--skip-existing --no-overwrite", "--json",
    "--fps 30", "--padding 0", "--time 0.5 --frames 1", "--columns 3", "--progress sometimes",
    "--output -", "--endpoints middle", "-c 0", "--start-number -1",
  ])
  func whatCannotBeRightIsSaidInOneLineBeforeAnythingIsWritten(_ options: String) throws {
    defer { tool.clean() }
    let run = try tool.shell(
      "$TOOL --transitionfilter swipe -s a.png -d b.png -o out -b f -c 8 \(options)")
    #expect(run.status == 64)
    #expect(run.standardOutput.isEmpty)
    #expect(run.standardError.hasPrefix("dotransition: "))
    #expect(run.standardError.split(separator: "\n").count == 1)
    #expect(tool.names(in: ".") == ["a.png", "b.png"])
  }

  @Test func aPlanWritesNothing() throws {
    defer { tool.clean() }
    let run = try tool.frames("--dry-run")
    #expect(run.status == 0)
    #expect(run.text.contains("out/f007.png"))
    #expect(tool.names(in: ".") == ["a.png", "b.png"])
  }

  @Test func successIsSilentWhereThereIsNoTerminal() throws {
    defer { tool.clean() }
    let run = try tool.frames()
    #expect(run.standardOutput.isEmpty)
    #expect(run.standardError.isEmpty)
  }

  @Test func verboseTellsThePlanAndEachFrame() throws {
    defer { tool.clean() }
    let run = try tool.frames("-v", "--jobs", "1")
    let lines = run.standardError.split(separator: "\n")
    try #require(lines.count == 10)
    #expect(lines[0].hasPrefix("CISwipeTransition from a.png to b.png: 8 frames of 33x21 to out/"))
    #expect(lines[1].hasPrefix("out/f000.png: time 0.0, "))
  }

  @Test func quietSaysNothingButErrors() throws {
    defer { tool.clean() }
    #expect(try tool.frames("-q", "--size", "10x10", "--width", "-5").standardError.isEmpty)
    #expect(try tool.frames("-q", "-s", "none.png").standardError.contains("none.png"))
  }

  @Test func anEmptyShardIsNoFailure() throws {
    defer { tool.clean() }
    let run = try tool.frames("--shard", "1/9")
    #expect(run.status == 0)
    #expect(tool.names().isEmpty)
  }
}
