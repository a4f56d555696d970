import Foundation
import TestSupport
import Testing

/// Names that are unusual, and names that lead elsewhere.
@Suite struct FileNameTests {
  private let sandbox: Sandbox
  private let job = Sandbox.pictures() + ["-c", "2", "-q"]

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    "a\nb", "-", "-o", " ", "[", "[0]", "%", "%%d", "%s", "*", "?", "\u{1b}[1m", "\\",
    "日本語", "e\u{301}", "🌗", "a.b.c", ".hidden", "'\"$(x)`",
  ])
  func `a name is taken literally, of pictures, folders and frames`(_ name: String) throws {
    try sandbox.a.write(to: sandbox.folder.file("\(name).png"))
    let result = try sandbox.run(
      ["--transitionfilter", "swipe", "-s", "\(name).png", "-d", "\(name).png", "-c", "2", "-q"]
        + ["-o", "\(name)/\(name)", "-b", name, "-t", "png", "--skip-existing"])
    #expect(result.status == 0, "\(result.errors)")
    let frames = try sandbox.folder.contents(of: "\(name)/\(name)")
    #expect(frames == ["\(name)000.png", "\(name)001.png"])
  }

  @Test func `a name does not steer the terminal`() throws {
    try sandbox.expectFailure(
      66, "\\u{1B}[2Ja\\u{07}.png: No such file",
      of: ["--transitionfilter", "swipe", "-s", "\u{1b}[2Ja\u{7}.png", "-d", "b.png"]
        + ["-o", "out", "-b", "f"])
  }

  @Test func `a name may have 255 bytes and no more`() throws {
    let base = String(repeating: "ü", count: 124)
    let longest = try sandbox.run(job + ["-o", "out", "-b", base, "-t", "png"])
    #expect(longest.status == 0, "\(longest.errors)")
    #expect(try sandbox.folder.contents(of: "out").map { $0.utf8.count } == [255, 255])
    let longer = try sandbox.run(job + ["-o", "longer", "-b", base + "x", "-t", "png"])
    longer.expectOneLine(73, ["File name too long"])
    #expect(try sandbox.folder.contents(of: "longer").isEmpty)
  }

  @Test func `a name that is too long is found before the first frame`() throws {
    let long = String(repeating: "a", count: 252)
    let deep = String(repeating: String(repeating: "d", count: 99) + "/", count: 40) + "deep/"
    for output in [
      // Only the last frames have names of 256 bytes.
      ["-o", "out", "-b", "\(long.dropLast(4))", "-t", "png", "--start-number", "998", "-c", "4"],
      ["--output", long + ".mp4"], ["--output", long + ".webp"],
      ["--contact-sheet", long + ".png"], ["--output", "\(long)%05d.png", "--skip-existing"],
      // The path of a frame is short enough, that of the unfinished file is not.
      ["--output", deep + String(repeating: "e", count: 70) + "/%d.png"],
    ] {
      let run = try sandbox.run(["--transitionfilter", "swipe", "a.png", "b.png", "-q"] + output)
      run.expectOneLine(73, ["File name too long"])
    }
    let files = try sandbox.shell("find . -type f").output.split(separator: "\n").sorted()
    #expect(files == ["./a.png", "./b.png"])
  }

  @Test func `a frame replaces a link, not its target`() throws {
    try Data("precious".utf8).write(to: URL(fileURLWithPath: sandbox.folder.file("other")))
    try sandbox.makeFolder("out")
    try sandbox.link("out/f000.png", to: "../other")
    try sandbox.link("out/f001.png", to: "../nothing")
    #expect(try sandbox.render("swipe", ["-c", "2"]).status == 0)
    #expect(try sandbox.bytes("other") == Data("precious".utf8))
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "other", "out"])
    #expect(try sandbox.picture("out/f000.png").difference(from: sandbox.a) == nil)
  }

  @Test func `an input is not written over, whatever leads to it`() throws {
    let (a, b) = (try sandbox.bytes("a.png"), try sandbox.bytes("b.png"))
    try sandbox.link("here", to: ".")
    try sandbox.link("f000.png", to: "a.png")
    try FileManager.default.linkItem(
      atPath: sandbox.folder.file("b.png"), toPath: sandbox.folder.file("g001.png"))
    let job = Sandbox.pictures() + ["-t", "png"]
    for output in [["-o", "here", "-b", "f"], ["-o", ".", "-b", "g"], ["-o", "here", "-b", "g"]] {
      try sandbox.expectFailure(73, "overwrite an input", of: job + output)
    }
    let single = Sandbox.pictures() + ["--time", "0"]
    for path in ["here/a.png", "./b.png", sandbox.folder.file("here/b.png"), "f000.png"] {
      try sandbox.expectFailure(73, "overwrite an input", of: single + ["--output", path])
    }
    #expect(try sandbox.bytes("a.png") == a && sandbox.bytes("b.png") == b)
  }

  @Test(arguments: [
    "dissolve --maskimage IN", "dissolve --backsideimage IN", "dissolve --shadingimage=./IN",
    "random --seed 2 --maskimage IN", "dissolve --transitionfilter maskwipe --maskimage IN",
    "luma.glsl --set m=IN", "maskwipe --maskimage IN",
    "maskwipe --maskimage IN --maskimage heart",
  ])
  func `a named file is not written over even if it is not used`(_ options: String) throws {
    let shader = "uniform sampler2D m; vec4 transition(vec2 p) { return texture2D(m, p); }"
    try sandbox.write(Data(shader.utf8), to: "luma.glsl")
    for (name, output) in [
      ("f001.png", "-o . -b f -t png"), ("f1.png", "--output f%d.png"),
      ("m.webp", "--output m.webp"),
      ("s.png", "--contact-sheet s.png"), ("one.png", "--time 0 --output ./one.png"),
      ("m.mp4", "--output m.mp4"), (".f%d.png.dotransition", "--output f%d.png"),
    ] {
      let picture = try sandbox.bytes("a.png")
      try sandbox.write(picture, to: name)
      let words = options.replacing("IN", with: name).split(separator: " ").map(String.init)
      let job = ["a.png", "b.png", "-q", "--transitionfilter"] + words
      let count = output.contains("--time") ? [] : ["-c", "3"]
      let outputs = output.split(separator: " ").map(String.init)
      try sandbox.expectFailure(73, name, of: job + count + outputs)
      #expect(try sandbox.bytes(name) == picture)
      try sandbox.remove(name)
    }
  }

  @Test func `an unused shader is not written over`() throws {
    let shader = "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }"
    try sandbox.write(Data(shader.utf8), to: "f0.png")
    let job = ["a.png", "b.png", "-q", "--transitionfilter", "dissolve"]
    try sandbox.expectFailure(
      73, "f0.png",
      of: job + ["--transitionfilter", "./f0.png", "-c", "2", "--output", "f%d.png"])
    // The name of a mask is no file's.
    try sandbox.write(Data(), to: "heart")
    #expect(
      try sandbox.run(
        job + ["--maskimage", "heart", "--time", "0", "-t", "png", "--output", "heart"]
      )
      .status == 0)
  }

  @Test(arguments: [
    ["--output", "new/../f%d.png"], ["-o", "new/..", "-b", "f", "-t", "png"],
    ["--output", "new/./deep/../../f%d.png", "--no-overwrite"],
    ["--output", "new/../f%d.png", "--dry-run"], ["--output", "new/../f1.png", "--time", "0"],
    ["--output", "new/../f.webp"], ["--output", "new/../f.mp4"],
    ["--contact-sheet", "new/../f1.png"], ["--output", "b.png/../f%d.png"],
  ])
  func `.. behind a missing folder hides no input`(_ output: [String]) throws {
    try sandbox.a.write(to: sandbox.folder.file("f1.png"))
    let before = try sandbox.bytes("f1.png")
    let job = ["--transitionfilter", "swipe", "-d", "b.png"]
    try sandbox.expectFailure(73, "'..' follows", of: job + ["-s", "f1.png"] + output)
    #expect(try sandbox.bytes("f1.png") == before)
  }

  @Test func `.. behind an existing folder leads to the frames`() throws {
    try sandbox.makeFolder("there")
    let result = try sandbox.run(job + ["--output", "there/../f%d.png"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "f0.png", "f1.png", "there"])
  }

  // MARK: Folders and patterns

  @Test func `pictures and frames may be in the home folder`() throws {
    let result = try sandbox.run(
      ["--transitionfilter", "swipe", "-s", "~/a.png", "-d", "~/b.png", "-c", "2"]
        + ["-o", "~/out", "-b", "f", "-t", "png"],
      environment: ["HOME": sandbox.folder.path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "out"])
    #expect(try sandbox.folder.contents(of: "out").count == 2)
  }

  @Test func `a pattern names frames and their folders`() throws {
    let result = try sandbox.run(job + ["--output", "x/y/50%%_%04d.png"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.folder.contents(of: "x/y") == ["50%_0000.png", "50%_0001.png"])
  }

  @Test(
    arguments: [
      ["--output", "f.png"], ["--output", "f_%04d"], ["--output", "f_%s.png"], ["--output", ""],
      ["--output", "%d.png", "-o", "out"], ["--output", "%d.png", "-b", "f"],
      ["--output", "%d.png", "-t", "jpg"], ["--output", "%d.xyz"], ["-o", "out", "-b", "a/b"],
      ["-o", "", "-b", "f"], ["-o", "out", "-b", ""],
    ])
  func `half a pattern is refused`(output: [String]) throws {
    try sandbox.expectFailure(64, of: job + output)
  }

  @Test func `a later run replaces frames`() throws {
    for _ in 0..<2 {
      let result = try sandbox.run(job + ["-o", "out", "-b", "f", "-t", "png"])
      #expect(result.status == 0)
    }
    #expect(try sandbox.folder.contents(of: "out") == ["f000.png", "f001.png"])
  }

  @Test func `frames cannot be made in a file`() throws {
    try sandbox.expectFailure(73, "a.png/out", of: job + ["-o", "a.png/out", "-b", "f"])
    try sandbox.write(Data(), to: "file")
    try sandbox.expectFailure(73, "file", of: job + ["-o", "file", "-b", "f"])
  }

  // MARK: Paths are bytes

  /// A combining accent, a joiner and a skin tone: with a slash before them they are one character.
  static let marks = ["\u{301}", "\u{200d}", "\u{1f3fd}"]

  /// The names in a folder, to the byte.
  private func names(in folder: String) throws -> [[UInt8]] {
    try sandbox.folder.contents(of: folder).map { Array($0.utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func bytes(_ names: String...) -> [[UInt8]] { names.map { Array($0.utf8) } }

  @Test(arguments: marks)
  func `an input whose name begins with a mark is not written over`(_ mark: String) throws {
    let name = mark + "f000.png"
    try sandbox.a.write(to: sandbox.folder.file(name))
    let before = try sandbox.bytes(name)
    let job = ["--transitionfilter", "swipe", "-s", name, "-d", "b.png", "-t", "png", "-c", "2"]
    try sandbox.expectFailure(73, "overwrite an input", of: job + ["-o", ".", "-b", mark + "f"])
    try sandbox.expectFailure(
      73, "overwrite an input", of: job + ["--output", "./\(mark)f%03d.png"])
    try sandbox.expectFailure(
      73, "--no-overwrite",
      of: self.job + ["-t", "png", "-o", ".", "-b", mark + "f", "--no-overwrite"])
    #expect(try sandbox.bytes(name) == before)
  }

  @Test(arguments: marks)
  func `a mark after a slash hides no folder`(_ mark: String) throws {
    try sandbox.expectFailure(64, "slash", of: job + ["-o", "out", "-b", "../\(mark)evil"])
    try sandbox.expectFailure(64, "slash", of: job + ["-o", "out", "-b", "/\(mark)"])
    for (options, folder) in [
      (["-o", "x/\(mark)y/\(mark)", "-b", "f", "-t", "png"], "x/\(mark)y/\(mark)"),
      (["--output", "y/\(mark)z/f%03d.png"], "y/\(mark)z"),
    ] {
      let result = try sandbox.run(job + options + ["--skip-existing"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try names(in: folder) == bytes("f000.png", "f001.png"))
      #expect(try sandbox.run(job + options + ["--missing"]).status == 0)
    }
  }

  @Test(arguments: marks)
  func `a mark after a percent sign is part of the name`(_ mark: String) throws {
    let result = try sandbox.run(job + ["--output", "out/\(mark)%%\(mark)%d\(mark).png"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try names(in: "out") == bytes("\(mark)%\(mark)0\(mark).png", "\(mark)%\(mark)1\(mark).png"))
    try sandbox.expectFailure(64, "expected one %d", of: job + ["--output", "out/%\(mark)d.png"])
  }

  @Test(arguments: marks)
  func `a mark after ~/ is in the home folder`(_ mark: String) throws {
    let result = try sandbox.run(
      job + ["-o", "~/\(mark)", "-b", "f", "-t", "png"], environment: ["HOME": sandbox.folder.path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try names(in: mark) == bytes("f000.png", "f001.png"))
  }

  @Test func `two spellings of a name are two files`() throws {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    try sandbox.a.write(to: sandbox.folder.file("\(composed)000.png"))
    try #require(
      !FileManager.default.fileExists(atPath: sandbox.folder.file("\(decomposed)000.png")),
      "this file system takes both for one")
    let before = try sandbox.bytes("\(composed)000.png")
    let job = ["--transitionfilter", "swipe", "-s", "\(composed)000.png", "-d", "b.png", "-q"]
    let frames = ["-o", ".", "-b", decomposed, "-t", "png", "-c", "2"]
    let first = try sandbox.run(
      job + frames + ["--no-overwrite", "--contact-sheet", "./\(composed)001.png"])
    #expect(first.status == 0, "\(first.errors)")
    let made = ["\(decomposed)000.png", "\(decomposed)001.png"]
    let there = ["\(composed)000.png", "\(composed)001.png"]
    #expect(try names(in: "") == (["a.png", "b.png"] + made + there).map { Array($0.utf8) })
    #expect(try sandbox.bytes("\(composed)000.png") == before)
    try sandbox.expectFailure(73, "--no-overwrite", of: job + frames + ["--no-overwrite"])
  }

  @Test(arguments: ["-s", "-o", "-b", "--output", "--maskimage"])
  func `a name that is not UTF-8 is refused`(_ option: String) throws {
    let arguments =
      Sandbox.pictures("disintegratewithmask") + ["-c", "1"]
      + (option == "--output" ? [] : ["-o", "out", "-b", "f"]) + [option]
    let result = try sandbox.shell(
      """
      cp a.png $'\\xe9.png'
      $TOOL "$@" $'\\xe9.png'
      """, arguments)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("dotransition: an argument is not UTF-8: "))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try sandbox.folder.contents().count == 3)
  }

  @Test func `frames go to a home folder whose name is not UTF-8`() throws {
    let result = try sandbox.shell(
      """
      mkdir $'\\xe9' && HOME=$PWD/$'\\xe9' $TOOL "$@" -o '~/out' -b f -t png && cd $'\\xe9/out' && ls
      """, job)
    #expect(result.status == 0 && result.output == "f000.png\nf001.png\n", "\(result.errors)")
  }
}
