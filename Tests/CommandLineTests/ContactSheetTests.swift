import Foundation
import ImageFiles
import System
import Testing

@Suite struct ContactSheetTests {
  let tool: SmallJob

  init() throws { tool = try SmallJob() }

  func size(_ path: String) throws -> [Int] {
    let file = try ImageFile(
      path: Path(tool.directory.appendingPathComponent(path).path), role: "sheet", pixelLimit: nil)
    return [file.width, file.height]
  }

  @Test func aSheetAloneMakesNoFrames() throws {
    defer { tool.clean() }
    let run = try tool.shell(
      "$TOOL --transitionfilter swipe -s a.png -d b.png -c 7 --contact-sheet new/s.png --columns 4")
    #expect(run.status == 0)
    #expect(tool.names(in: "new") == ["s.png"])
    // Four columns and two rows of 33x21, with 8 pixels around each.
    #expect(try size("new/s.png") == [8 + 4 * 41, 8 + 2 * 29])
  }

  @Test func aSheetBesideFramesShowsThoseThatWereThereToo() throws {
    defer { tool.clean() }
    #expect(try tool.frames("--contact-sheet", "whole.png", "--skip-existing").status == 0)
    #expect(tool.names().count == 8)
    try tool.remove("out/f004.png")
    #expect(try tool.frames("--contact-sheet", "again.png", "--skip-existing").status == 0)
    #expect(tool.names().count == 8)
    #expect(try tool.data("whole.png") == tool.data("again.png"))
  }

  @Test(arguments: ["sheet", "sheet.xyz", "''", "s.png --columns 0", "out/f003.png"])
  func refusesWhatIsNoSheet(_ option: String) throws {
    defer { tool.clean() }
    let run = try tool.shell(
      "$TOOL --transitionfilter swipe -s a.png -d b.png -o out -b f -t png --contact-sheet \(option)"
    )
    #expect(run.status == 64)
    #expect(tool.names().isEmpty)
  }

  @Test func refusesASheetThatIsTooLarge() throws {
    defer { tool.clean() }
    let run = try tool.shell(
      "$TOOL --transitionfilter swipe -s a.png -d b.png -c 1000000 --contact-sheet s.jpg "
        + "--columns 1")
    #expect(run.status == 64)
    #expect(run.standardError.contains("--contact-sheet: 1000000"))
    #expect(tool.names(in: "") == ["a.png", "b.png"])
  }

  @Test func aBackgroundOutsideTheRangeIsBroughtIntoIt() throws {
    defer { tool.clean() }
    let run = try tool.shell(
      "$TOOL --transitionfilter swipe -s a.png -d b.png -c 3 --contact-sheet s.png "
        + "--background -1,300,0")
    #expect(run.status == 0)
    #expect(run.standardError.contains("warning: --background -1,300,0,1 is outside its range"))
    #expect(tool.names(in: "") == ["a.png", "b.png", "s.png"])
  }

  @Test func refusesToWriteOverAnInput() throws {
    defer { tool.clean() }
    #expect(try tool.frames("--contact-sheet", "./a.png").status == 73)
  }
}
