import Foundation
import TestSupport
import Testing
import TransitionKit

/// Contact sheets: all frames in one picture.
@Suite struct ContactSheetTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  func size(_ path: String) throws -> [Int] {
    let picture = try sandbox.picture(path)
    return [picture.width, picture.height]
  }

  @Test func `a sheet alone makes no frame files`() throws {
    let run = try sandbox.shell(
      "$SWIPE -c 7 --contact-sheet new/s.png --columns 4")
    #expect(run.status == 0)
    #expect(try sandbox.names(in: "new") == ["s.png"])
    // Four columns and two rows of 33x21, with 8 pixels around each.
    #expect(try size("new/s.png") == [8 + 4 * 41, 8 + 2 * 29])
  }

  @Test func `a sheet with the name of a frame is none of another run`() throws {
    for _ in 0..<2 {
      let run = try sandbox.frames("--contact-sheet", "out/f009.png", "--skip-existing")
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }
    try sandbox.write(sandbox.bytes("out/f009.png"), to: "out/f012.png")
    let run = try sandbox.frames("--contact-sheet", "out/f009.png", "--skip-existing")
    run.expectOneLine(0, ["go on after the last one: out/f012.png"])
  }

  @Test func `a sheet beside frames shows earlier ones, too`() throws {
    #expect(try sandbox.frames("--contact-sheet", "whole.png", "--skip-existing").status == 0)
    #expect(try sandbox.names().count == 8)
    try sandbox.remove("out/f004.png")
    #expect(try sandbox.frames("--contact-sheet", "again.png", "--skip-existing").status == 0)
    #expect(try sandbox.names().count == 8)
    #expect(try sandbox.bytes("whole.png") == sandbox.bytes("again.png"))
  }

  @Test(arguments: [("number", "0 1 2"), ("time", "0 0.5 1")])
  func `labels stand below the frames`(_ labels: String, _ texts: String) throws {
    let line = "$TOOL --transitionfilter dissolve -s a.png -d b.png -c 3 --columns 3"
    #expect(try sandbox.shell("\(line) --contact-sheet plain.png").status == 0)
    #expect(try sandbox.shell("\(line) --contact-sheet s.png --labels \(labels)").status == 0)
    // Below the frames 4 pixels, and 14 of digits in white on black.
    let (plain, sheet) = (try sandbox.picture("plain.png"), try sandbox.picture("s.png"))
    #expect(sheet.width == plain.width && sheet.height == plain.height + 18)
    for row in 0..<29 {
      for column in 0..<sheet.width {
        #expect(
          sheet.samples(column: column, row: row) == plain.samples(column: column, row: row))
      }
    }
    // What is drawn, dot by dot, is what the digits are.
    let glyphs = ["0": "01110", "1": "00100", "2": "01110", ".": "00000", "5": "11111"]
    for (cell, text) in texts.split(separator: " ").enumerated() {
      for (place, character) in text.enumerated() where place * 12 + 10 <= 33 {
        let dots = (0..<5).map { dot -> String in
          let column = 8 + cell * 41 + place * 12 + dot * 2
          return sheet.samples(column: column, row: 8 + 21 + 4)[0] == 255 ? "1" : "0"
        }
        #expect(dots.joined() == glyphs[String(character)], "\(text)")
      }
    }
  }

  @Test func `a picture that is held is shown once, with its length`() throws {
    let run = try sandbox.shell(
      "$TOOL --transitionfilter dissolve -s a.png -d b.png -c 4 --hold 1.5s --columns 10 "
        + "--contact-sheet s.png")
    #expect(run.status == 0)
    // Two pictures and two frames between them, and below them room for a label.
    #expect(try size("s.png") == [8 + 10 * 41, 8 + 21 + 8 + 18])
    let sheet = try sandbox.picture("s.png")
    // The first dots of 1.5: only pictures have a label.
    let ink = (0..<4).map { cell in
      (0..<33).contains { sheet.samples(column: 8 + cell * 41 + $0, row: 8 + 21 + 6)[0] == 255 }
    }
    #expect(ink == [true, false, false, true])
  }

  @Test func `a long transition is spread over the room that there is`() throws {
    let show = "$TOOL --transitionfilter dissolve a.png b.png a.png b.png -c 500"
    #expect(try sandbox.shell("\(show) --columns 12 --contact-sheet s.png").status == 0)
    // Four pictures and thirty-two frames of each of three transitions.
    #expect(try size("s.png") == [8 + 12 * 41, 8 + 9 * 29])
    let film = "\(show) --columns 12 -t png -o out --frames 0-1000x250 --contact-sheet t.png"
    #expect(try sandbox.shell(film).status == 0)
    #expect(try sandbox.names().count == 5)
    #expect(try size("t.png") == [8 + 12 * 41, 8 + 29])
  }

  @Test func `joints are the frames around each step`() throws {
    let show =
      "$TOOL a.png b.png a.png b.png --hold 6 --transition dissolve --transition cut "
      + "--transition swipe"
    #expect(try sandbox.shell("\(show) -c 5 --contact-sheet s.png --sheet joints").status == 0)
    #expect(try size("s.png") == [8 + 3 * 41, 8 + 3 * 29])
    #expect(
      try sandbox.shell("\(show) -c 5 --hold 6 -o f/%d.png").status == 0)
    // Six frames of a, three of the dissolve, six of b, six of a, three of the swipe, six of b.
    let frames = [5, 7, 9, 14, nil, 15, 20, 22, 24]
    let sheet = try sandbox.picture("s.png")
    for (cell, number) in frames.enumerated() {
      let (left, top) = (8 + cell % 3 * 41, 8 + cell / 3 * 29)
      let frame = try number.map { try sandbox.picture("f/\($0).png") }
      for (column, row) in [(0, 0), (16, 10), (32, 20)] {
        let shown = sheet.samples(column: left + column, row: top + row)
        #expect(
          shown == (frame?.samples(column: column, row: row) ?? [0, 0, 0]),
          "\(cell): \(number ?? -1)")
      }
    }
  }

  @Test func `a joint begins at the time 0 and ends at 1`() throws {
    let show = "$TOOL a.png b.png a.png -c 3 --hold 3 --contact-sheet s.png --sheet joints"
    #expect(try sandbox.shell("\(show) --labels time").status == 0)
    let sheet = try sandbox.picture("s.png")
    // The row height has changed by that of the labels.
    let pitch = (sheet.height - 8) / 2
    func label(_ cell: Int) -> [[UInt16]] {
      (24..<pitch - 1).flatMap { row in
        (0..<32).map { column in
          sheet.samples(column: 8 + cell % 3 * 41 + column, row: 8 + cell / 3 * pitch + row)
        }
      }
    }
    #expect(label(0) == label(3) && label(1) == label(4) && label(2) == label(5))
    #expect(label(0) != label(2))
  }

  @Test func `a frame may be beside two joints`() throws {
    let show = "$TOOL a.png b.png a.png -c 5 --hold 1"
    #expect(try sandbox.shell("\(show) --contact-sheet s.png --sheet joints").status == 0)
    let sheet = try sandbox.picture("s.png")
    // b alone, once at the end of the first row and once at the beginning of the second.
    #expect(
      sheet.samples(column: 8 + 2 * 41 + 16, row: 8 + 10)
        == sheet.samples(column: 8 + 16, row: 8 + 29 + 10))
    #expect(
      sheet.samples(column: 8 + 16, row: 8 + 29 + 10) == sandbox.b.samples(column: 16, row: 10))
  }

  @Test func `a step without a frame between is a joint, too`() throws {
    let run = try sandbox.shell(
      "$TOOL a.png b.png a.png b.png -c 2 --contact-sheet s.png --sheet joints --loop")
    #expect(run.status == 0)
    // From a to b, from b to a, from a to b, and from b to a again.
    #expect(try size("s.png") == [8 + 3 * 41, 8 + 4 * 29])
    let sheet = try sandbox.picture("s.png")
    for (cell, picture) in [(0, sandbox.a), (2, sandbox.b), (9, sandbox.b), (11, sandbox.a)] {
      #expect(
        sheet.samples(column: 8 + cell % 3 * 41 + 16, row: 8 + cell / 3 * 29 + 10)
          == picture.samples(column: 16, row: 10), "\(cell)")
    }
  }

  @Test func `joints need a step, and a sheet`() throws {
    try sandbox.expectFailure(
      64, "--sheet joints: there is no step",
      of: [
        "a.png", "--pan-zoom", "in", "--hold", "9", "--contact-sheet", "s.png", "--sheet", "joints",
      ])
    try sandbox.expectFailure(
      64, "--sheet belongs to --contact-sheet",
      of: Sandbox.pictures() + ["-o", "out", "--sheet", "all"])
  }

  @Test func `labels need a sheet`() throws {
    try sandbox.expectFailure(
      64, "--labels belongs to --contact-sheet",
      of: Sandbox.pictures() + ["-o", "out", "-b", "f", "--labels", "time"])
  }

  @Test(arguments: ["sheet", "sheet.xyz", "''", "s.png --columns 0", "out/f003.png"])
  func `refuses what cannot be a sheet`(_ option: String) throws {
    let run = try sandbox.shell(
      "$SWIPE -o out -b f -t png --contact-sheet \(option)"
    )
    #expect(run.status == 64)
    #expect(try sandbox.names().isEmpty)
  }

  @Test func `refuses a sheet that is too large`() throws {
    let run = try sandbox.shell(
      "$SWIPE -c 1000000 --contact-sheet s.jpg "
        + "--columns 1")
    #expect(run.status == 64)
    #expect(run.errors.contains("--contact-sheet: 1000000"))
    #expect(try sandbox.names(in: "") == ["a.png", "b.png"])
  }

  @Test func `a background outside the range is clamped`() throws {
    let run = try sandbox.shell(
      "$SWIPE -c 3 --contact-sheet s.png "
        + "--background -1,300,0")
    #expect(run.status == 0)
    #expect(run.errors.contains("warning: --background -1,300,0,1 is outside its range"))
    #expect(try sandbox.names(in: "") == ["a.png", "b.png", "s.png"])
  }

  @Test func `refuses the name of a frame, however it is written`() throws {
    try sandbox.link("link", to: ".")
    let job = Sandbox.pictures() + ["-c", "3", "--output"]
    for (output, sheet) in [
      ("f%d.png", "./f1.png"), ("./f%d.png", "f1.png"), ("f%d.png", sandbox.folder.file("f1.png")),
      ("x/f%d.png", "x//./f1.png"), ("f%d.png", "link/f1.png"), ("f.webp", "./f.webp"),
      ("link/f.gif", "f.gif"), ("x/y/f.webp", "./x/./y//f.webp"),
    ] {
      try sandbox.expectFailure(
        64, "--contact-sheet", of: job + [output, "--contact-sheet", sheet])
    }
    try sandbox.expectFailure(
      64, "--contact-sheet",
      of: Sandbox.pictures()
        + ["--time", "0", "--output", "f.png", "--contact-sheet", "./f.png"])
    // Of another number, another name and another folder.
    for sheet in ["f3.png", "f01.png", "other/f1.png"] {
      let run = try sandbox.run(job + ["f%d.png", "--contact-sheet", sheet])
      #expect(run.status == 0, "\(run.errors)")
      #expect(try size(sheet) != size("f1.png"))
    }
  }

  @Test func `refuses to write over an input`() throws {
    #expect(try sandbox.frames("--contact-sheet", "./a.png").status == 73)
  }
}
