import Foundation
import TestSupport
import Testing

/// Shows that lists describe.
@Suite struct ListShowTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(sandbox.bytes("a.png"), to: "c d.png")
  }

  private func write(_ lines: String...) throws {
    try sandbox.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "show.list")
  }

  /// The frames that a command line makes, and what it says.
  private func frames(_ words: [String]) throws -> (frames: [Data], errors: String) {
    let run = try sandbox.run(words + ["-o", "out/f_###.png"])
    #expect(run.status == 0, "\(run.errors)")
    defer { try? FileManager.default.removeItem(atPath: sandbox.folder.file("out")) }
    return (try sandbox.names().map { try sandbox.bytes("out/\($0)") }, run.errors)
  }

  @Test func `a list is what its command line would be`() throws {
    try write(
      "--count 4 --hold 2", "a.png --transition swipe --angle 1", "b.png --transition heart",
      "'c d.png'")
    let list = try frames(["@show.list"])
    let line = try frames([
      "a.png", "b.png", "c d.png", "--count", "4", "--hold", "2", "--transition", "swipe:angle=1",
      "--transition", "heart",
    ])
    #expect(list.frames == line.frames && list.frames.count == 10 && list.errors == "")
  }

  @Test(arguments: [
    ["a.png", "b.png", "-c", "5", "--transition", "random", "--seed", "4"],
    ["a.png", "b.png", "c d.png", "-c", "5", "--transition", "maskwipe:maskimage=c d.png"],
    ["a.png", "b.png", "black", "--length", "1s", "--count", "0.2s", "--fps", "10", "--reverse"],
    ["a.png", "b.png", "a.png", "--size", "10x20", "--focus", "90%,10%", "-c", "4", "--loop"],
    ["a.png", "b.png", "--time", "0.3", "--transition", "pagecurl", "--working-space", "srgb"],
    ["c d.png", "b.png", "-c", "4", "--fit", "contain-blur", "--size", "40x40", "--dither"],
    ["-s", "a.png", "-d", "b.png", "-c", "6", "--easing", "steps(3)", "--endpoints", "end"],
    ["@show.list", "--transition", "clock", "--hold", "3"],
    ["a.png", "b.png", "c d.png", "-c", "5", "--transition", "star", "--transition", "maskwipe"],
    // That they are said counts, though the run has them, too.
    ["a.png:hold=1", "b.png:hold=1", "--duration", "0.2s"],
    ["s%d.png:pan-zoom=in", "b.png", "--pan-zoom", "in", "--hold", "4"],
  ])
  func `a printed list makes the same bytes`(_ words: [String]) throws {
    try write("--count 4", "a.png --hold 2 --fit none", "b.png --transition mod", "a.png")
    for number in 1...6 { try sandbox.write(sandbox.bytes("a.png"), to: "s\(number).png") }
    let direct = try frames(words)
    let printed = try sandbox.run(words + ["--print-list"])
    #expect(printed.status == 0 && printed.errors == "")
    try sandbox.write(Data(printed.output.utf8), to: "printed.list")
    let list = try frames(["@printed.list"])
    #expect(list.frames == direct.frames && !direct.frames.isEmpty)
    #expect(list.errors == "" || direct.errors != "")
  }

  @Test func `a list has no option that its output lacks`() throws {
    try sandbox.expectFailure(
      64, "--loudness belongs to a film or a page",
      of: [
        "a.png", "b.png", "--loudness", "-16", "-o", "out", "-b", "f", "-t", "png", "--print-list",
      ])
  }

  @Test func `a list can come from stdin, and lies in the working folder then`() throws {
    let run = try sandbox.shell(
      "printf '%s\\n' '--count 4' a.png b.png black | \"$TOOL\" @- -o out/f_###.png")
    #expect(run.status == 0 && run.errors == "" && run.output == "")
    #expect(try sandbox.names().count == 7)
    let bad = try sandbox.shell(
      "printf '%s\\n' 'a.png --hold x' b.png | \"$TOOL\" @- -o film.mp4")
    bad.expectOneLine(64, ["stdin:1:7: --hold: 'x'"])
  }

  @Test func `the list and what it names are never written over`() throws {
    try write("--count 3 --transition maskwipe", "a.png --maskimage f_000.png", "b.png")
    try sandbox.write(sandbox.bytes("a.png"), to: "f_000.png")
    try sandbox.expectFailure(73, "f_000.png", of: ["@show.list", "-o", "f_###.png"])
    try sandbox.write(sandbox.bytes("show.list"), to: "l_002.png")
    try sandbox.expectFailure(73, "l_002.png", of: ["@l_002.png", "-o", "l_###.png"])
  }

  @Test func `a mask that cannot be read is told with its line`() throws {
    try write("a.png --transition maskwipe --maskimage none.png", "b.png")
    try sandbox.expectFailure(
      66, "show.list:1:29: ", "none.png", of: ["@show.list", "-o", "f.mp4"])
    try sandbox.write(Data("no picture".utf8), to: "none.png")
    try sandbox.expectFailure(
      65, "show.list:1:29: ", "none.png", of: ["@show.list", "-o", "f.mp4"])
    try sandbox.makeFolder("empty")
    try write("a.png", "empty --hold 3s", "b.png")
    try sandbox.expectFailure(66, "show.list:2:1: ", "empty", of: ["@show.list", "-o", "f.mp4"])
  }

  @Test func `a focus beyond its picture is said`() throws {
    try write("--count 3 --size 20x20", "a.png --focus 400,5", "b.png")
    let run = try frames(["@show.list"])
    #expect(run.errors.contains("--focus 400,5 is outside"), "\(run.errors)")
  }

  @Test func `a missing picture is told with its line`() throws {
    try write("a.png", "none.png", "b.png")
    try sandbox.expectFailure(
      66, "show.list:2:1: ", "none.png", of: ["@show.list", "-c", "3", "-o", "out/f_###.png"])
  }

  @Test func `what changes nothing is said`() throws {
    try write(
      "--hold 2", "a.png --hold 3 --fit contain --focus 1%,2%", "b.png --hold 4 --transition heart")
    let run = try frames(["@show.list", "-c", "3", "--hold", "9"])
    for words in [
      "--hold has no effect: each picture has its own", "show.list:2:1: --focus has no effect",
      "show.list:3:1: the transition has no effect: no picture follows",
    ] { #expect(run.errors.contains(words), "\(run.errors)") }
  }

  @Test func `plans tell each picture's own`() throws {
    try write(
      "--count 4", "a.png --hold 2 --focus 10%,20%", "b.png --fit contain", "black --hold 3")
    let table = try sandbox.run(["@show.list", "--dry-run", "-o", "film.mp4", "--size", "20x20"])
    #expect(
      table.output.contains("a.png (33x21), focus 10%,20%")
        && table.output.contains("b.png (33x21), fit contain"), "\(table.output)")
    let json = try sandbox.run(["@show.list", "--dry-run", "--json", "-o", "film.mp4"])
    let plan = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let pictures = try #require(plan["pictures"] as? [[String: Any]])
    #expect(pictures.map { $0["focus"] as? String } == ["10%,20%", nil, nil])
    #expect(pictures.map { $0["fit"] as? String } == [nil, "contain", nil])
  }
}
