import Foundation
import TestSupport
import Testing
import TransitionKit

@Suite struct UsageTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    "--frames 8", "--shard 3/2", "--easing wobble", "--skip-existing --no-overwrite", "--json",
    "--fps 0", "--chroma 444", "--padding 0", "--time 0.5 --frames 1", "--columns 3",
    "--progress sometimes",
    "--output -", "--endpoints middle", "-c 0", "--start-number -1",
  ])
  func whatCannotBeRightIsSaidInOneLineBeforeAnythingIsWritten(_ options: String) throws {
    let run = try sandbox.shell(
      "$TOOL --transitionfilter swipe -s a.png -d b.png -o out -b f -c 8 \(options)")
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("dotransition: "))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try sandbox.names(in: ".") == ["a.png", "b.png"])
  }

  @Test func aPlanWritesNothing() throws {
    let run = try sandbox.frames("--dry-run")
    #expect(run.status == 0)
    #expect(run.output.contains("out/f007.png"))
    #expect(try sandbox.names(in: ".") == ["a.png", "b.png"])
  }

  @Test func successIsSilentWhereThereIsNoTerminal() throws {
    let run = try sandbox.frames()
    #expect(run.output == "")
    #expect(run.errors == "")
  }

  @Test func verboseTellsThePlanAndEachFrame() throws {
    let run = try sandbox.frames("-v", "--jobs", "1")
    let lines = run.errors.split(separator: "\n")
    try #require(lines.count == 10)
    #expect(lines[0].hasPrefix("CISwipeTransition from a.png to b.png: 8 frames of 33x21 to out/"))
    #expect(lines[1].hasPrefix("out/f000.png: time 0.0, "))
  }

  @Test func quietSaysNothingButErrors() throws {
    #expect(try sandbox.frames("-q", "--size", "10x10", "--width", "-5").errors.isEmpty)
    #expect(try sandbox.frames("-q", "-d", "none.png").errors.contains("none.png"))
  }

  @Test func anEmptyShardIsNoFailure() throws {
    let run = try sandbox.frames("--shard", "1/9")
    #expect(run.status == 0)
    #expect(try sandbox.names().isEmpty)
  }

  @Test func helpOfOneFilterIsAboutThatFilter() throws {
    let run = try sandbox.run(["--filterhelp", "CIswipe"])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("CISwipeTransition, swipe\n"))
    let unknown = try sandbox.run(["--filterhelp", "swpe"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("did you mean 'swipe'?"))
  }

  @Test func withoutArgumentsUsageIsThreeLines() throws {
    let run = try sandbox.run([])
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.split(separator: "\n").count == 3)
  }

  @Test func listsAllNamesOnOneLineInTheOriginalsOrder() throws {
    let result = try sandbox.run(["-l"])
    #expect(result.status == 0 && result.errors == "")
    let order = [
      "BarsSwipe", "Ripple", "Swipe", "CopyMachine", "DisintegrateWithMask", "Flash", "Dissolve",
      "Mod", "PageCurl", "PageCurlWithShadow", "AccordionFold",
    ]
    let names = Transitions.all.map { $0.description }
    #expect(result.output == names.joined(separator: " ") + "\n")
    #expect(names == order.map { "CI\($0)Transition" } + ["MaskWipeTransition"])
    #expect(try sandbox.run(["--listtransitionfilters"]).output == result.output)
  }
}
