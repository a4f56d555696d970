import Foundation
import TestSupport
import Testing
import TransitionSystem

/// Sequences that go on where an earlier run or another process left them.
@Suite struct ResumeTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `shards make the frames of a whole run`() throws {
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

  /// What tells whether a file has been made again.
  private func identity(_ name: String) throws -> FileStatus.Identity {
    try #require(FileStatus(Path(sandbox.folder.file(name)))).identity
  }

  @Test func `missing frames are listed and made`() throws {
    #expect(try sandbox.frames("--missing").output == "0-7\n")
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.frames("--missing").status == 0)
    try sandbox.remove("out/f003.png")
    try sandbox.write(Data(), to: "out/f005.png")
    let kept = try identity("out/f001.png")
    let missing = try sandbox.frames("--missing")
    #expect(missing.output == "3,5\n")
    #expect(missing.status == 1)
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.frames("--missing").status == 0)
    #expect(try identity("out/f001.png") == kept)
    #expect(try sandbox.bytes("out/f005.png").count > 100)
  }

  @Test(arguments: [
    "$SWIPE --time 0.9 --output out/f005.png",
    "$TOOL --transitionfilter ripple -s a.png -d b.png -c 8 --frames 5 --output out/f00%d.png",
    "$TOOL --transitionfilter ripple -s a.png -d b.png -c 8 --frames 5 --output out/f00%d.png "
      + "--skip-existing",
    "cp b.png out/f005.png", "cp -p out/f004.png out/f005.png", "printf x >> out/f005.png",
  ])
  func `a frame that something else has written is made again`(_ line: String) throws {
    #expect(try sandbox.frames("--skip-existing").status == 0)
    let (frame, kept) = try (sandbox.bytes("out/f005.png"), identity("out/f004.png"))
    #expect(try sandbox.shell(line).status == 0)
    #expect(try sandbox.bytes("out/f005.png") != frame)
    #expect(try sandbox.frames("--missing").output == "5\n")
    let run = try sandbox.frames("--skip-existing")
    #expect(run.status == 0)
    #expect(
      run.errors == "dotransition: no record says how 1 of the frames that are there was made: "
        + "it is made again\n")
    #expect(try sandbox.bytes("out/f005.png") == frame)
    #expect(try identity("out/f004.png") == kept)
    #expect(try sandbox.frames("--missing").status == 0)
  }

  @Test func `equal frames are not copied from what something else has written`() throws {
    let run = try sandbox.shell(
      """
      mkdir out
      (until [ -e out/f000.png ]; do :; done; cp b.png out/other; mv out/other out/f000.png) &
      job="$SWIPE -b f -t png --hold 900 -c 3 -q"
      $job -o out --skip-existing || exit 1
      wait
      $job -o out --skip-existing || exit 2
      $job -o whole || exit 3
      diff -rq -x '.*' out whole
      """)
    #expect(run.status == 0 && run.output == "", "\(run.output.prefix(200)) \(run.errors)")
  }

  @Test func `copies that keep their times are kept`() throws {
    #expect(try sandbox.frames("--skip-existing", "--frames", "0-5").status == 0)
    #expect(try sandbox.shell("cp -a out copy; cp -r out later").status == 0)
    let kept = try identity("copy/f003.png")
    #expect(try sandbox.frames("-o", "copy", "--missing").output == "6-7\n")
    #expect(try sandbox.frames("-o", "copy", "--skip-existing").errors == "")
    #expect(try identity("copy/f003.png") == kept)
    #expect(try sandbox.frames("-o", "later", "--missing").output == "0-7\n")
  }

  @Test(arguments: [
    "mkdir", "mkfifo", "ln -s nowhere", "cp b.png", "head -c 20 record >", ": >",
    "truncate -s 100M",
  ])
  func `an unreadable record is an error, not an absent one`(_ command: String) throws {
    #expect(try sandbox.frames("--skip-existing", "--frames", "0-3").status == 0)
    let name = "out/.f%03d.png.dotransition"
    #expect(try sandbox.shell("mv \(name) record; \(command) \(name)").status == 0)
    let kept = try identity("out/f001.png")
    for option in ["--skip-existing", "--missing"] {
      let run = try sandbox.frames(option)
      run.expectOneLine(73, ["cannot read the record of the frames: \(name): ", "remove it"])
      #expect(run.output == "")
    }
    #expect(try identity("out/f001.png") == kept)
    #expect(try sandbox.names().count == 4)
    // Which is what the error says.
    #expect(try sandbox.frames().status == 0)
    #expect(try sandbox.names().count == 8)
  }

  @Test func `a frame that several shows made in one tick of the clock is made again`() throws {
    #expect(try sandbox.frames("--skip-existing").status == 0)
    let record = "out/.f%03d.png.dotransition"
    // As another show lists a file of the same size and time.
    let other = try sandbox.shell(
      "sed -n '/^3 /s/.\\{32\\}$/0123456789abcdef0123456789abcdef/p' \(record) >more "
        + "&& cat more >>\(record) && wc -l <more")
    #expect(other.status == 0 && other.output.contains("1"), "\(other.errors)")
    #expect(try sandbox.frames("--missing").output == "3\n")
    let run = try sandbox.frames("--skip-existing")
    run.expectOneLine(0, ["no record says how 1 of the frames", "it is made again"])
    #expect(try sandbox.frames("--missing").output == "")
  }

  @Test(.needsUnprivileged)
  func `a record without permission to read is an error`() throws {
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.shell("chmod 0 out/.f*; chmod 755 . out").status == 0)
    let job = Sandbox.pictures() + ["-o", "out", "-b", "f", "-t", "png", "-c", "8", "--missing"]
    try Unprivileged.run(BuiltTool.path, job, in: sandbox.folder).expectOneLine(
      73, ["cannot read the record of the frames", "Permission denied"])
  }

  @Test(arguments: [
    ".f%d.png.dotransition", ".f%d.png.0-7.dotransition", ".f%d.png.3-9.dotransition",
  ])
  func `what is not a record stays, whatever its name`(_ name: String) throws {
    let picture = try sandbox.bytes("a.png")
    try sandbox.write(picture, to: name)
    let job = ["--transitionfilter", "swipe", "-d", "b.png", "-c", "8", "--output", "f%d.png"]
    let run = try sandbox.run(job + ["-s", "a.png"])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(try sandbox.bytes(name) == picture)
    if !name.contains("-") {
      try sandbox.expectFailure(73, name, of: job + ["-s", name])
    } else {
      #expect(try sandbox.run(job + ["-s", name]).status == 0)
    }
    #expect(try sandbox.bytes(name) == picture)
  }

  @Test(.unsanitized("its time is limited"))
  func `a record of many frames is read in a moment`() throws {
    #expect(try sandbox.frames("--skip-existing").status == 0)
    let run = try sandbox.shell(
      """
      yes '3 123456 1795293913 339379271 0123456789abcdef0123456789abcdef' | head -c 4000000 >> out/.f%03d.png.dotransition
      ulimit -t 5
      $SWIPE -o out -b f -t png -c 8 --missing
      """)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(arguments: [[], ["--frames", "0-1"], ["--shard", "1/2"]])
  func `a run that ends well without --skip-existing leaves no record`(_ part: [String]) throws {
    #expect(try sandbox.render("swipe", ["-c", "8"] + part).status == 0)
    #expect(try sandbox.shell("ls -A out | grep -c '^[.]'").output == "0\n")
    // But it leaves that of others.
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.frames("--frames", "0-1").status == 0)
    #expect(try sandbox.frames("--missing").status == 0)
    #expect(try sandbox.shell("ls -A out | grep -c '^[.]'").output == "1\n")
  }

  @Test func `frames that replace those of a longer show are not missing beside its last`() throws {
    let line = "$TOOL a.png b.png a.png -o out/f%03d.png"
    #expect(try sandbox.shell("\(line) --hold 4 -c 4 --skip-existing").status == 0)
    let made = try sandbox.shell("\(line) --hold 2 -c 4 && \(line) --hold 2 -c 4 --missing")
    #expect(made.status == 0 && made.output.isEmpty, "\(made.output) \(made.errors)")
  }

  @Test(arguments: [
    ["--width", "10"], ["-c", "9"], ["-d", "a.png"], ["--easing", "ease"], ["--reverse"],
    ["--endpoints", "none"], ["--working-space", "srgb"], ["--size", "20x20"],
  ])
  func `frames of another render are never mixed in`(_ arguments: [String]) throws {
    #expect(try sandbox.frames("--frames", "0-3", "--skip-existing").status == 0)
    let before = try sandbox.bytes("out/f001.png")
    let line = "$SWIPE -o out -b f -t png -c 8"
    let refused = try sandbox.shell("\(line) --skip-existing \(arguments.joined(separator: " "))")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("another render"))
    #expect(try sandbox.names().count == 4)
    #expect(try sandbox.bytes("out/f001.png") == before)
    // To replace some of the frames leaves a mixture, with which the first can go on, and the other
    // cannot.
    let other = arguments.joined(separator: " ")
    #expect(try sandbox.shell("\(line) --frames 0-1 \(other)").status == 0)
    for option in ["--skip-existing", "--missing"] {
      try sandbox.shell("\(line) \(option) \(other)").expectOneLine(73, ["another render"])
    }
    #expect(try sandbox.frames("--missing").output == "0-1,4-7\n")
    let anew = try sandbox.frames("--skip-existing")
    #expect(anew.status == 0 && anew.errors.contains("no record says how 2"), "\(anew.errors)")
    #expect(try sandbox.frames("-o", "whole").status == 0)
    #expect(try sandbox.shell("diff -r out whole -x '.*'").output == "")
    // All frames of the other settle it.
    #expect(try sandbox.shell("\(line) \(other)").status == 0)
    let again = try sandbox.shell("\(line) --skip-existing \(other)")
    #expect(again.status == 0 && again.errors.contains("no record"), "\(again.errors)")
  }

  @Test(arguments: [
    ["--shard", "1/4"], ["--frames", "5-"], ["--shard", "2/4", "--quality", "9"],
  ])
  func `a part of another render leaves the record of the whole`(_ part: [String]) throws {
    // All frames have one size, so that only their times tell them apart.
    let whole = ["-t", "ppm", "-c", "8", "--skip-existing"]
    #expect(try sandbox.render("dissolve", whole).status == 0)
    let other = [
      "--transitionfilter", "dissolve", "-s", "b.png", "-d", "a.png", "-t", "ppm", "-c", "8",
    ]
    let output = ["-o", "out", "-b", "f"]
    #expect(try sandbox.run(other + output + part).status == 0)
    try sandbox.run(other + output + ["--missing"]).expectOneLine(73, ["another render"])
    let missing = try sandbox.render("dissolve", whole + ["--missing"])
    let numbers = part[0] == "--frames" ? "5-7" : part[1] == "1/4" ? "0-1" : "2-3"
    #expect(missing.status == 1 && missing.output == numbers + "\n", "\(missing.output)")
    #expect(try sandbox.render("dissolve", whole).status == 0)
    #expect(try sandbox.render("dissolve", whole, output: ["-o", "one", "-b", "f"]).status == 0)
    #expect(try sandbox.shell("diff -r out one -x '.*'").output == "")
  }

  @Test func `a single frame among others is a part`() throws {
    let whole = ["-c", "8", "--skip-existing"]
    #expect(try sandbox.render("swipe", whole).status == 0)
    let one = try sandbox.render(
      "swipe", ["--time", "0.5"], output: ["--output", "out/f%03d.png"])
    #expect(one.status == 0)
    let missing = try sandbox.render("swipe", whole + ["--missing"])
    #expect(missing.status == 1 && missing.output == "0\n", "\(missing.output)\(missing.errors)")
  }

  @Test func `--missing says when it compares only names`() throws {
    #expect(try sandbox.frames("--missing").errors == "")
    #expect(try sandbox.frames().status == 0)
    let named = try sandbox.frames("--missing")
    #expect(named.status == 0 && named.output == "")
    #expect(
      named.errors == "dotransition: no record says how the frames were made: only their names are "
        + "compared\n")
    #expect(try sandbox.frames("--missing", "-q").errors == "")
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.frames("--missing").errors == "")
  }

  @Test func `the same run again is a success`() throws {
    #expect(try sandbox.frames().status == 0)
    #expect(try sandbox.shell("ls -A out").output.split(separator: "\n").count == 8)
    let first = try identity("out/f003.png")
    // Nothing says how these were made.
    let again = try sandbox.frames("--skip-existing")
    #expect(again.status == 0)
    #expect(again.errors.hasPrefix("dotransition: no record says how 8 of the frames"))
    #expect(again.errors.split(separator: "\n").count == 1)
    let second = try identity("out/f003.png")
    #expect(second != first)
    // Now something does.
    let third = try sandbox.frames("--skip-existing")
    #expect(third.status == 0 && third.errors == "")
    #expect(try identity("out/f003.png") == second)
  }

  @Test func `a part does not vouch for frames without a record`() throws {
    #expect(try sandbox.frames().status == 0)
    try sandbox.write(Data("not ours".utf8), to: "out/f007.png")
    #expect(try sandbox.frames("--skip-existing", "--frames", "0-3").status == 0)
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.bytes("out/f007.png") != Data("not ours".utf8))
  }

  @Test func `two sequences share a folder`() throws {
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.frames("--skip-existing", "-b", "g", "--width", "9").status == 0)
    #expect(try sandbox.frames("--skip-existing").status == 0)
    #expect(try sandbox.names().count == 16)
  }

  @Test func `sequences in a chain share a folder`() throws {
    let next = ["--start-number", "8", "--endpoints", "end"]
    for _ in 1...2 {
      #expect(try sandbox.frames("--skip-existing").status == 0)
      #expect(try sandbox.frames("--skip-existing", next[0], next[1], next[2], next[3]).status == 0)
    }
    #expect(try sandbox.names().count == 16)
    // A sequence that takes numbers of both cannot be gone on with, and neither can they after it.
    let refused = try sandbox.frames("--skip-existing", "-c", "10")
    refused.expectOneLine(73, ["another render"])
    #expect(try sandbox.frames("-c", "10").status == 0)
    let anew = try sandbox.frames("--skip-existing")
    #expect(anew.status == 0 && anew.errors.contains("no record"))
  }

  @Test func `--no-overwrite refuses before anything is written`() throws {
    #expect(try sandbox.frames("--frames", "7").status == 0)
    let refused = try sandbox.frames("--no-overwrite")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("out/f007.png"))
    #expect(try sandbox.names() == ["f007.png"])
    #expect(try sandbox.frames("--no-overwrite", "--frames", "0-6").status == 0)
  }

  @Test func `--padding and --start-number name the frames`() throws {
    let run = try sandbox.frames("--padding", "5", "--start-number", "98", "--frames", "98,101")
    #expect(run.status == 0)
    #expect(try sandbox.names() == ["f00098.png", "f00101.png"])
  }
}
