import Foundation
import GLTransitions
import TestSupport
import Testing
import TransitionKit

/// What the tool prints of itself and its plans, and refuses before it begins.
@Suite struct UsageTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    "--frames 8", "--shard 3/2", "--easing wobble", "--skip-existing --no-overwrite", "--json",
    "--fps 0", "--chroma 444", "--padding 0", "--time 0.5 --frames 1", "--columns 3",
    "--progress sometimes",
    "--output -", "--endpoints middle", "-c 0", "--start-number -1",
  ])
  func `says what cannot be right in one line, before anything is written`(_ options: String) throws
  {
    let run = try sandbox.shell(
      "$SWIPE -o out -b f -c 8 \(options)")
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("dotransition: "))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try sandbox.names(in: ".") == ["a.png", "b.png"])
  }

  @Test(arguments: [
    ("--version", 0), ("-h", 0), ("--help", 0), ("--easing wobble", 64), ("--wobble", 64),
    ("--hold 3x", 64),
  ])
  func `neither help nor a wrong option starts a program`(_ options: String, _ status: Int) throws {
    // Programs of these names that only leave a mark.
    for program in ["ffmpeg", "ffprobe"] {
      try sandbox.write(Data("#!/bin/sh\n: >ran\nexit 1\n".utf8), to: program)
    }
    let line = "chmod +x ffmpeg ffprobe; PATH=$PWD:$PATH $TOOL"
    let show = "a.png b.png --length music --music song.wav -o x.mp4"
    #expect(try sandbox.shell("touch song.wav; \(line) \(show) \(options)").status == status)
    #expect(try !sandbox.names(in: ".").contains("ran"))
    // The show itself does.
    _ = try sandbox.shell("\(line) \(show)")
    #expect(try sandbox.names(in: ".").contains("ran"))
  }

  @Test func `a plan writes nothing`() throws {
    let run = try sandbox.frames("--dry-run")
    #expect(run.status == 0)
    #expect(run.output.contains("\n0:00.00  0.03 s  0       a.png (33x21)\n"))
    #expect(!run.output.contains("out/f007.png"))
    #expect(try sandbox.frames("--dry-run", "--plan-frames").output.contains("out/f007.png"))
    #expect(try sandbox.names(in: ".") == ["a.png", "b.png"])
    try sandbox.expectFailure(
      64, "--plan-frames belongs to --dry-run",
      of: Sandbox.pictures() + ["-o", "out", "--plan-frames"])
    #expect(try sandbox.names(in: ".") == ["a.png", "b.png"])
  }

  @Test(arguments: [
    ("-o out -b f -t tiff --save-options bogus=1", 64),
    ("-o out -b f -t jpg --save-options optimize-coding=maybe", 64),
    ("--output a.gif --save-options bogus", 64), ("--output one.mp4 --size 1x1 --fit cover", 64),
    ("--output a.gif --hold 700s", 64), ("--output a.gif --size 9000x9000 -c 3000", 64),
    ("--contact-sheet s.webp --columns 1 -c 900", 64), ("-o out -b f -t webp --size 17000x2", 64),
    ("-o out -b f -t ppm a.png --transitionfilter bad.glsl", 65),
    ("-o out -b f -t ppm --frames 0-2 --skip-existing", 73),
  ])
  func `a plan is refused as its run would be`(_ options: String, _ status: Int) throws {
    let calls = (1...30).map {
      "float f\($0)(float x) { return f\($0 - 1)(x) + f\($0 - 1)(x * x); }"
    }
    let shader =
      "float f0(float x) { return x + 1.0; }\n" + calls.joined(separator: "\n")
      + "\nvec4 transition(vec2 p) { return vec4(f30(p.x)); }"
    try sandbox.write(Data(shader.utf8), to: "bad.glsl")
    let line = "$TOOL a.png b.png -q --transitionfilter dissolve"
    #expect(try sandbox.shell("\(line) -c 3 -o out -b f -t ppm --skip-existing").status == 0)
    let run = try sandbox.shell("\(line) \(options)")
    let plan = try sandbox.shell("\(line) \(options) --dry-run")
    #expect(run.status == status && plan.status == status, "\(run.errors)\(plan.errors)")
    #expect(run.errors == plan.errors)
    #expect(plan.output == "")
  }

  @Test(.needs("script"))
  func `names do not steer a terminal`() throws {
    let name = "x\u{1b}[31m\u{202e}gnp\u{7f}\u{9b}2J.png"
    let shown = "x\\u{1B}[31m\\u{202E}gnp\\u{7F}\\u{009B}2J.png"
    let json = "x\\u001b[31m\\u202egnp\\u007f\\u009b2J.png"
    try sandbox.write(sandbox.bytes("a.png"), to: name)
    let shader = "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }"
    try sandbox.write(Data(shader.utf8), to: name + ".glsl")
    let plan = "--transitionfilter dissolve -s '\(name)' -d b.png -o out -b f --dry-run"
    for (line, piped, seen) in [
      (plan, name, shown), ("\(plan) --json", json, json), ("-l", name, shown),
      ("-l -v", name, shown),
    ] {
      let command = "DOTRANSITION_PATH=. \(BuiltTool.path) \(line)"
      #expect(try sandbox.shell(command).output.contains(piped), "\(line)")
      let terminal = try sandbox.shell("script -qec \"$1\" /dev/null", [command])
      #expect(terminal.status == 0 && terminal.output.contains(seen), "\(terminal.output)")
      for scalar in ["\u{1b}", "\u{202e}", "\u{7f}", "\u{9b}"] {
        #expect(!terminal.output.unicodeScalars.contains(where: { String($0) == scalar }))
      }
    }
    try sandbox.write(sandbox.bytes("a.png"), to: "two\nlines.png")
    let lines = try sandbox.shell(
      "$TOOL $'two\nlines.png' b.png --fit contain -o f.png --time 0 --dry-run")
    #expect(lines.output.contains("two lines.png (33x21)"), "\(lines.output)")
    let missing = try sandbox.shell("$TOOL $'two\nline.png' b.png -o f.png --time 0")
    missing.expectOneLine(66, ["did you mean 'two lines.png'?"])
    let remark = try sandbox.shell("$TOOL \(plan) -d '\(name)x'")
    #expect(remark.status == 66 && remark.errors.contains(shown + "x"), "\(remark.errors)")
  }

  @Test func `success is silent where there is no terminal`() throws {
    let run = try sandbox.frames()
    #expect(run.output == "")
    #expect(run.errors == "")
  }

  @Test func `-v prints the plan and each frame`() throws {
    let run = try sandbox.frames("-v", "--jobs", "1")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first == "show           2 pictures, 1 transition, 8 frames, 0.27 s")
    #expect(lines.contains { $0.hasPrefix("0:00.03  0.2 s   1-6       swipe:angle=0:width=8.4:") })
    #expect(lines.contains { $0.hasPrefix("out/f000.png: time 0.0, ") })
    #expect(
      lines.last?.hasPrefix(
        "out/f000.png … out/f007.png: 2 pictures, 1 transition, 8 frames, 0.27 s, made in ") == true
    )
  }

  @Test func `-q prints nothing but errors`() throws {
    #expect(try sandbox.frames("-q", "--size", "10x10", "--width", "-5").errors.isEmpty)
    #expect(try sandbox.frames("-q", "-d", "none.png").errors.contains("none.png"))
  }

  @Test func `an empty shard is no failure`() throws {
    let run = try sandbox.frames("--shard", "1/9")
    #expect(run.status == 0)
    #expect(try sandbox.names().isEmpty)
  }

  @Test func `help of one filter is about that filter`() throws {
    let run = try sandbox.run(["--filterhelp", "CIswipe"])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("CISwipeTransition\n"))
    let unknown = try sandbox.run(["--filterhelp", "swpe"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("did you mean 'swipe'?"))
  }

  @Test func `without arguments, usage is three lines`() throws {
    let run = try sandbox.run([])
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.split(separator: "\n").count == 3)
  }

  @Test func `lists all names on one line in the original's order`() throws {
    let result = try sandbox.run(["-l"])
    #expect(result.status == 0 && result.errors == "")
    let order = [
      "BarsSwipe", "Ripple", "Swipe", "CopyMachine", "DisintegrateWithMask", "Flash", "Dissolve",
      "Mod", "PageCurl", "PageCurlWithShadow", "AccordionFold",
    ]
    let names = Transitions.all.map { $0.description }
    let all = names + ShippedTransitions.names
    #expect(result.output == all.joined(separator: " ") + "\n")
    #expect(names == order.map { "CI\($0)Transition" } + ["MaskWipeTransition"])
    #expect(try sandbox.run(["--listtransitionfilters"]).output == result.output)
  }
}
