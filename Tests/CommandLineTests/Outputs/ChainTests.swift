import Foundation
import TestSupport
import Testing
import TransitionKit

/// More than two pictures.
@Suite struct ChainTests {
  private let sandbox: Sandbox
  private static let names = ["p0.png", "p1.png", "p2.png", "p3.png", "p4.png"]

  init() throws {
    sandbox = try Sandbox()
    for (number, name) in Self.names.enumerated() {
      try Bitmap(codedWidth: 33, height: 21, blue: Double(number) / 4)
        .write(to: sandbox.folder.file(name))
    }
  }

  private func chain(_ arguments: [String], to folder: String = "out") throws -> Subprocess.Outcome
  {
    try sandbox.run(
      Self.names + ["-o", folder, "-b", "f", "-t", "png"]
        + (arguments.contains("--transitionfilter") ? [] : ["--transitionfilter", "swipe"])
        + arguments)
  }

  private func frames(_ folder: String = "out") throws -> [Data] {
    try sandbox.folder.contents(of: folder).map { try sandbox.bytes("\(folder)/\($0)") }
  }

  @Test func `shows each picture for as long as it is held`() throws {
    let result = try chain(["-c", "4", "--hold", "3"])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let frames = try frames()
    #expect(frames.count == 5 * 3 + 4 * 2)
    for number in 0..<5 {
      let shown = frames[number * 5..<number * 5 + 3]
      #expect(Set(shown).count == 1)
      let picture = try sandbox.picture("out/f\(number * 5 < 10 ? "00" : "0")\(number * 5).png")
      #expect(try picture.difference(from: sandbox.picture(Self.names[number])) == nil)
    }
    #expect(Set(frames).count == 5 + 4 * 2)
  }

  @Test func `has masks, which are opened with all pictures`() throws {
    let options = ["-c", "3", "--transitionfilter", "maskwipe", "--maskimage", "p4.png"]
    #expect(try chain(options).errors == "")
    let pair = try sandbox.run(
      ["p0.png", "p1.png", "-o", "pair", "-b", "f", "-t", "png"] + options)
    #expect(pair.status == 0)
    #expect(try frames("pair") == Array(frames().prefix(3)))
  }

  @Test func `is the same if pictures are named by options`() throws {
    #expect(try chain(["-c", "3"]).status == 0)
    let options = ["-s", "p0.png"] + Self.names.dropFirst().flatMap { ["-d", $0] }
    let result = try sandbox.run(
      options + ["--transitionfilter", "swipe", "-c", "3", "-o", "two", "-b", "f", "-t", "png"])
    #expect(result.status == 0)
    #expect(try frames("two") == frames())
  }

  @Test(arguments: [
    ["-c", "3"], ["-c", "2"], ["-c", "4", "--hold", "2", "--loop"], ["-c", "5", "--reverse"],
    ["-c", "3", "--endpoints", "none"], ["-c", "3", "--transitionfilter", "random", "--seed", "9"],
    ["-c", "3", "--transitionfilter", "pagecurl", "--transitionfilter", "mod"],
  ])
  func `is the same in parts and on many threads`(_ arguments: [String]) throws {
    #expect(try chain(arguments + ["--jobs", "1"]).status == 0)
    #expect(try chain(arguments + ["--jobs", "9"], to: "threads").status == 0)
    for part in 1...3 {
      #expect(try chain(arguments + ["--shard", "\(part)/3"], to: "parts").status == 0)
    }
    let whole = try frames()
    #expect(try frames("threads") == whole)
    #expect(try sandbox.folder.contents(of: "parts").count == whole.count)
    #expect(try frames("parts") == whole)
  }

  @Test func `goes back to the first picture in a loop`() throws {
    #expect(try chain(["-c", "4", "--loop"]).status == 0)
    let frames = try frames()
    #expect(frames.count == 5 * 1 + 5 * 2)
    #expect(frames.last != frames.first)
  }

  @Test func `takes lengths in seconds`() throws {
    #expect(try chain(["-c", "0.5s", "--hold", "0.25s", "--fps", "8"]).status == 0)
    // Five pictures of a quarter and four transitions of half a second, at eight frames a second.
    #expect(try frames().count == 26)
  }

  @Test func `uses transitions in turn`() throws {
    let plan = try chain(
      ["--transitionfilter", "swipe", "--transitionfilter", "mod", "--dry-run"])
    let names = plan.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").last.flatMap { word in
        word.contains(":") ? word.split(separator: ":").first : nil
      }
    }
    #expect(names == ["swipe", "mod", "swipe", "mod"])
  }

  @Test func `random choices follow the seed`() throws {
    func plan(_ seed: String) throws -> String {
      try chain(["--transitionfilter", "random", "--seed", seed, "--dry-run"]).output
    }
    #expect(try plan("3") == plan("3"))
    #expect(Set(try (1...6).map { try plan("\($0)") }).count > 3)
  }

  @Test func `decodes only the pictures of its part`() throws {
    // Its header is whole, its pixels are not.
    let whole = try sandbox.bytes("p4.png")
    try sandbox.write(whole.prefix(whole.count / 2), to: "p4.png")
    #expect(try chain(["-c", "4", "--frames", "0-8"]).status == 0)
    let result = try chain(["-c", "4"])
    result.expectOneLine(65, ["picture 5", "p4.png"])
  }

  /// Options for the four steps, each with a mask of its own.
  private func masks() throws -> [String] {
    for number in 0..<4 {
      try Bitmap(codedWidth: 33, height: 21, blue: Double(number) / 4)
        .write(to: sandbox.folder.file("m\(number).png"))
    }
    return (0..<4).flatMap { ["--transitionfilter", "maskwipe:maskimage=m\($0).png"] }
  }

  @Test(arguments: [4, 2])
  func `decodes only the masks and pictures of its part`(_ number: Int) throws {
    let options = try ["-c", "4"] + masks().prefix(2 * number)
    // The frames of the first step, and of a picture that is held.
    #expect(try chain(options, to: "whole").errors == "")
    for name in ["p2.png", "p4.png", "m1.png", "m3.png"] {
      let whole = try sandbox.bytes(name)
      try sandbox.write(whole.prefix(whole.count / 2), to: name)
    }
    for (part, count) in [("0-3", 4), ("3", 1), ("9", 1)] {
      let result = try chain(options + ["--frames", part], to: part)
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      #expect(try frames(part).count == count)
    }
    #expect(try frames("0-3") == Array(frames("whole").prefix(4)))
    try chain(options + ["--frames", "4"]).expectOneLine(65, ["m1.png"])
  }

  @Test func `opens many masks when they are due`() throws {
    let options = try ["-c", "4"] + masks()
    let result = try chain(options)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    for part in 1...4 {
      #expect(try chain(options + ["--shard", "\(part)/4"], to: "parts").status == 0)
    }
    #expect(try frames("parts") == frames())
    let whole = try sandbox.bytes("m2.png")
    try sandbox.write(whole.prefix(whole.count / 2), to: "m2.png")
    let broken = try chain(options, to: "broken")
    broken.expectOneLine(65, ["m2.png", "and 1 more of 13 frames"])
    #expect(try sandbox.names(in: "broken").count == 11)
  }

  @Test func `says once of each of many masks that it has few tones`() throws {
    var options = try masks()
    for name in ["m1.png", "m3.png"] {
      try Bitmap(width: 33, height: 21) { u, _ in Array(repeating: u < 0.5 ? 0 : 1, count: 3) }
        .write(to: sandbox.folder.file(name))
    }
    options += [
      "--transitionfilter", "maskwipe:maskimage=m1.png:softness=0.3", "-c", "4", "--loop",
    ]
    let result = try chain(options)
    #expect(result.status == 0)
    let lines = result.errors.split(separator: "\n")
    let words = "has two tones only: the wipe stands still between them"
    #expect(Set(lines) == ["dotransition: m1.png \(words)", "dotransition: m3.png \(words)"])
    #expect(lines.count == 2, "\(result.errors)")
  }

  @Test func `refuses what cannot be a chain`() throws {
    let pictures = Self.names + ["--transitionfilter", "swipe", "--output", "f%d.png"]
    try sandbox.expectFailure(64, "2 frames", of: pictures + ["-c", "1"])
    try sandbox.expectFailure(64, "--time", of: pictures + ["--time", "0.5"])
    try sandbox.expectFailure(64, "--loop", of: pictures + ["--loop", "--endpoints", "start"])
    try sandbox.expectFailure(64, "belongs to no option", of: pictures + ["-s", "a.png"])
    try sandbox.expectFailure(
      64, "-s is given twice",
      of: ["-s", "a.png", "-s", "b.png", "-d", "b.png", "--transitionfilter", "swipe"])
    try sandbox.expectFailure(66, "none.png", of: pictures + ["none.png"])
    try sandbox.expectFailure(
      64, "only picture", of: ["a.png", "--transitionfilter", "swipe", "--output", "f%d.png"])
  }

  @Test func `goes on where it was interrupted`() throws {
    let arguments = ["-c", "4", "--hold", "3", "--skip-existing"]
    #expect(try chain(arguments).status == 0)
    let whole = try frames()
    for name in ["f001.png", "f002.png", "f004.png", "f011.png"] {
      try sandbox.remove("out/\(name)")
    }
    #expect(try chain(["-c", "4", "--hold", "3", "--missing"]).output == "1-2,4,11\n")
    #expect(try chain(arguments).status == 0)
    #expect(try frames() == whole)
  }
}
