import Foundation
import TestSupport
import Testing
import TransitionKit

/// Names, folders and faults.
@Suite("A file") struct FileTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func arguments(_ source: String = "a.png", _ target: String = "b.png") -> [String] {
    ["--transitionfilter", "swipe", "-c", "2", "-s", source, "-d", target]
  }

  @Test(
    "C4: has any name, literally",
    arguments: ["a[b].png", "-x.png", "with space.png", "größe-写真.png", "100%.png", "%d.png"])
  func inputNames(name: String) throws {
    try FileManager.default.copyItem(
      atPath: shop.folder.file("a.png"), toPath: shop.folder.file(name))
    let result = try shop.run(arguments(name, name) + ["-o", "out", "-b", "f", "-t", "png"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try shop.picture("out/f000.png").difference(from: shop.a) == nil)
  }

  @Test("C4: is written under any name, literally", arguments: ["100%", "-o", "%d", "a b", "ü[1]"])
  func outputNames(name: String) throws {
    let result = try shop.run(arguments() + ["-o", name, "-b", name, "-t", "png"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try shop.folder.contents(of: name) == ["\(name)000.png", "\(name)001.png"])
  }

  @Test("C4: may lie in the home folder, whose sign the shell has left")
  func tilde() throws {
    let result = try shop.run(
      arguments("~/a.png", "~/b.png") + ["-o", "~/out", "-b", "f", "-t", "png"],
      environment: ["HOME": shop.folder.path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try shop.folder.contents() == ["a.png", "b.png", "out"])
    #expect(try shop.folder.contents(of: "out").count == 2)
  }

  @Test("is named by a pattern, folders and all")
  func pattern() throws {
    let result = try shop.run(arguments() + ["--output", "x/y/50%%_%04d.png"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try shop.folder.contents(of: "x/y") == ["50%_0000.png", "50%_0001.png"])
  }

  @Test(
    "is not named by half a pattern",
    arguments: [
      ["--output", "f.png"], ["--output", "f_%04d"], ["--output", "f_%s.png"], ["--output", ""],
      ["--output", "%d.png", "-o", "out"], ["--output", "%d.png", "-b", "f"],
      ["--output", "%d.png", "-t", "jpg"], ["--output", "%d.xyz"], ["-o", "out", "-b", "a/b"],
      ["-o", "", "-b", "f"], ["-o", "out", "-b", ""],
    ])
  func badPatterns(output: [String]) throws {
    try shop.expectFailure(64, of: arguments() + output)
  }

  @Test("that is missing, a folder or no picture stops the run before anything is written")
  func badInputs() throws {
    let output = ["-o", "out", "-b", "f"]
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: shop.folder.file("text.png")))
    try Data().write(to: URL(fileURLWithPath: shop.folder.file("empty.png")))
    let whole = try shop.bytes("a.png")
    try whole.prefix(whole.count / 2)
      .write(to: URL(fileURLWithPath: shop.folder.file("part.png")))
    try shop.expectFailure(66, "source", "no.png", of: arguments("no.png") + output)
    try shop.expectFailure(66, "target", "no.png", of: arguments("a.png", "no.png") + output)
    try shop.expectFailure(66, ".", of: arguments(".") + output)
    for name in ["text.png", "empty.png", "part.png"] {
      try shop.expectFailure(65, "source", name, of: arguments(name) + output)
      try shop.expectFailure(65, "target", name, of: arguments("a.png", name) + output)
    }
    try shop.expectFailure(65, "--max-pixels", of: arguments() + output + ["--max-pixels", "99"])
  }

  @Test("E3: that is read is never written over")
  func inputsAreSafe() throws {
    let before = try shop.bytes("a.png")
    try FileManager.default.createSymbolicLink(
      atPath: shop.folder.file("f001.png"), withDestinationPath: shop.folder.file("a.png"))
    try shop.expectFailure(
      73, "overwrite", "f001.png", of: arguments() + ["-o", ".", "-b", "f", "-t", "png"])
    try shop.expectFailure(
      73, "a.png", of: arguments() + ["--time", "0.5", "--output", "./a.png"])
    #expect(try shop.bytes("a.png") == before)
  }

  @Test("is replaced whole by a later run")
  func replaced() throws {
    for _ in 0..<2 {
      let result = try shop.run(arguments() + ["-o", "out", "-b", "f", "-t", "png"])
      #expect(result.status == 0)
    }
    #expect(try shop.folder.contents(of: "out") == ["f000.png", "f001.png"])
  }

  @Test("E1: cannot be created below another file")
  func belowAFile() throws {
    try shop.expectFailure(73, "a.png/out", of: arguments() + ["-o", "a.png/out", "-b", "f"])
    try shop.expectFailure(73, "a.png", of: arguments() + ["-o", "a.png", "-b", "f"])
  }

  @Test(
    "E1: that does not fit on the disk is an error and is not left behind",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func limited() throws {
    // A limit on the size of files stands for a full disk; its signal is ignored.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""
    try Workshop.large(in: shop.folder)
    let result = try Subprocess(
      "/bin/bash",
      ["-c", script, BuiltTool.path] + arguments("l.png", "m.png") + ["-o", "out", "-b", "f"],
      in: shop.folder.path
    ).outcome()
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try shop.folder.contents(of: "out").isEmpty)
  }

  @Test(
    "E1: that a signal leaves unfinished is removed", arguments: [(SIGINT, 130), (SIGTERM, 143)])
  func signals(signal: Int32, status: Int) throws {
    try Workshop.large(in: shop.folder)
    let process = try BuiltTool.start(
      ["--transitionfilter", "dissolve", "-s", "l.png", "-d", "m.png", "-c", "100000"]
        + ["-o", "out", "-b", "f"], in: shop.folder)
    // Some frames are to be there first.
    func frames() -> Int {
      ((try? shop.folder.contents(of: "out")) ?? []).filter { $0.hasPrefix("f") }.count
    }
    for _ in 0..<600 where frames() < 3 { Thread.sleep(forTimeInterval: 0.05) }
    process.send(signal)
    let result = try process.outcome()
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains("of 100000 frames"))
    let files = try shop.folder.contents(of: "out")
    #expect(files.count > 2 && files.allSatisfy { $0.hasPrefix("f") }, "\(files.prefix(3))")
    for name in files.suffix(3) {
      #expect(try shop.picture("out/\(name)").width == 700)
    }
  }
}

extension Workshop {
  /// Makes two pictures whose frames take a while and a few hundred kilobytes.
  static func large(in folder: TemporaryFolder) throws {
    try Bitmap(width: 700, height: 200, uniform: [10, 200, 30]).write(to: folder.file("l.png"))
    try Bitmap(width: 700, height: 200, uniform: [240, 20, 90]).write(to: folder.file("m.png"))
  }
}
