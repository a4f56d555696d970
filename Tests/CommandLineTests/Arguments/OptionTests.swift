import Foundation
import GLTransitions
import TestSupport
import Testing
import TransitionKit

/// What the tool understands, warns of and refuses.
@Suite struct OptionTests {
  private let sandbox: Sandbox
  private let inputs = Sandbox.pictures()
  private let outputs = ["-o", "out", "-b", "f", "-c", "2", "-t", "png"]

  init() throws { sandbox = try Sandbox() }

  @Test(
    arguments: [
      ["--angle", "-1.57"], ["--angle=-1.57"], ["--angle", "-.5e0"], ["--angle", "+1"],
      ["--extent", "-10,-20,100,100"], ["--extent=-10,-20,100,100"],
    ])
  func `a negative value stands after a space or an equals sign`(option: [String]) throws {
    let result = try sandbox.run(inputs + option + outputs)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
  }

  @Test func `a negative value is not lost`() throws {
    for (name, value) in [("up", "1.5707964"), ("down", "-1.5707964")] {
      let arguments = [
        "--width", "4", "--angle", value, "--time", "0.5", "--output", "\(name).png",
      ]
      #expect(try sandbox.run(inputs + arguments).status == 0)
    }
    // The target's blue comes from below at π/2, from above at -π/2.
    let (up, down) = (try sandbox.picture("up.png"), try sandbox.picture("down.png"))
    #expect(up.samples(column: 5, row: 20)[2] == 255 && up.samples(column: 5, row: 0)[2] == 0)
    #expect(down.samples(column: 5, row: 0)[2] == 255 && down.samples(column: 5, row: 20)[2] == 0)
  }

  @Test(
    arguments: [
      ["--angle", "nan"], ["--angle", "inf"], ["--angle", ""], ["--angle="], ["--angle", "1,5"],
      ["--angle", "1.5x"], ["--width", "-"], ["--extent", "1,2,3"], ["--color", "1,2"],
      ["--color", "mauve"], ["-c", "0"], ["-c", "-3"], ["-c", "2.5"], ["-c", ""], ["-c", "x"],
      ["-t", "movie"], ["-t", ""], ["--time", "2"], ["--time", "nan"], ["--size", "10"],
      ["--size", "0x5"], ["--size", "1000000x1000000"], ["--fit", "covr"],
      ["--working-space", "lab"], ["--quality", "0"],
      ["--quality", "101"], ["--jobs", "0"], ["--background", "1,2"], ["--max-pixels", "-1"],
      ["--save-options", "nonsense=1"], ["--save-options", "compression=99"],
    ])
  func `a value that cannot be read is a usage error`(option: [String]) throws {
    let name = option[0].split(separator: "=")[0]
    let long = ["-c": "--count", "-t": "-t"][String(name)] ?? String(name)
    // Given twice, the last one counts.
    try sandbox.expectFailure(64, long, of: inputs + outputs + option)
  }

  @Test(
    arguments: [
      (["--angel", "1"], "--angle"), (["--sorceimage", "a.png"], "--sourceimage"),
      (["--transitionfilter", "CISwipTransition"], "CISwipeTransition"),
      (["--transitionfilter", "disolve"], "dissolve"), (["--fit", "covr"], "cover"),
      (["-t", "public.jpg"], "public.jpeg"),
    ])
  func `the nearest name is suggested for an unknown one`(option: [String], suggestion: String)
    throws
  {
    try sandbox.expectFailure(64, suggestion, of: inputs + outputs + option)
  }

  @Test func `an option of other filters gets a warning that names them`() throws {
    let result = try sandbox.run(inputs + outputs + ["--baroffset", "5"])
    #expect(result.status == 0)
    #expect(result.errors.contains("warning") && result.errors.contains("belongs to barsswipe"))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try sandbox.run(inputs + outputs + ["-q", "--baroffset", "5"]).errors == "")
  }

  @Test func `a number outside its domain is clamped with a warning`() throws {
    let result = try sandbox.run(inputs + outputs + ["--width", "-5"])
    #expect(result.status == 0)
    #expect(result.errors.contains("--width -5") && result.errors.contains("0.1"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `options stand in any order`() throws {
    let result = try sandbox.run(
      ["-c=2", "--basename=f", "-d", "b.png", "--angle", "1", "-o", "x", "-t", "png"]
        + ["--sourceimage=a.png", "--transitionfilter=CISWIPETRANSITION", "--softwarerender"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.folder.contents(of: "x") == ["f000.png", "f001.png"])
  }

  @Test func `nothing after -- is an option`() throws {
    try sandbox.expectFailure(64, of: inputs + outputs + ["--", "--angle", "1"])
    #expect(try sandbox.run(inputs + outputs + ["--"]).status == 0)
  }

  @Test func `short help is printed wherever it is asked for`() throws {
    let help = try sandbox.run(["-h"])
    #expect(help.status == 0 && help.errors == "")
    #expect(help.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 46)
    #expect(help.output.contains("--transition ") && help.output.contains("--duration "))
    for arguments in [["a.png", "-h"], ["-vh"], ["-c", "-h"], ["--nonsense", "-h"]] {
      #expect(try sandbox.run(arguments).output == help.output)
    }
  }

  @Test func `long help is printed wherever it is asked for`() throws {
    let option = "--help"
    let pictures = ["a.png", "-d", "b.png"]
    for arguments in [[option], pictures + [option], [option] + pictures, ["-l", option]] {
      let result = try sandbox.run(arguments)
      #expect(result.status == 0 && result.errors == "")
      #expect(result.output.contains("--transitionfilter"))
    }
    #expect(try sandbox.folder.contents() == ["a.png", "b.png"])
  }

  @Test(arguments: Transitions.all + Transitions.ours)
  func `help of a transition has its parameters`(
    _ filter: Filter
  ) throws {
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    let help = try sandbox.run(["--filterhelp", filter.name])
    for parameter in filter.parameters {
      #expect(help.output.contains("--\(parameter.option)"), "\(parameter.option)")
      // Behind the sentence, before its full stop, stand default and range, if it has any.
      let sentence = String(parameter.sentence.dropLast())
      let isThere = [sentence, parameter.sentence].contains { text in
        words(help.output).contains(words(text))
      }
      #expect(isThere, "\(parameter.sentence)")
    }
  }

  @Test(arguments: ["--help", "-h"]) func `help beside a transition is that of the transition`(
    _ option: String
  ) throws {
    let help = try sandbox.run(["--filterhelp", "swipe"])
    for arguments in [inputs + [option], [option, "--transition", "swipe"]] {
      let run = try sandbox.run(arguments)
      #expect(run.status == 0 && run.output == help.output, "\(run.errors)")
    }
    try sandbox.expectFailure(64, "did you mean 'swipe'", of: ["--transition", "swip", option])
  }

  @Test func `help is of what a single word names`() throws {
    let swipe = try sandbox.run(["--filterhelp", "swipe"]).output
    for name in ["swipe", "Swipe"] { #expect(try sandbox.run(["--help", name]).output == swipe) }
    let fit = try sandbox.run(["--help", "fit"])
    #expect(fit.status == 0 && fit.output.hasPrefix("      --fit ") && fit.output.contains("cover"))
    // A transition and an option of one name, a letter, and what several transitions have.
    let zoom = try sandbox.run(["-h", "zoom"]).output
    #expect(zoom.hasPrefix("      --zoom ") && zoom.contains("\nzoom\n"))
    #expect(try sandbox.run(["--help", "c"]).output.hasPrefix("  -c, --duration"))
    #expect(try sandbox.run(["--help", "angle"]).output.contains("parameter of barsswipe, "))
    for ways in [["--help=fit"], ["-h", "--fit"], ["--help=fit", "a.png", "b.png"]] {
      #expect(try sandbox.run(ways).output == fit.output, "\(ways)")
    }
    #expect(try sandbox.run(["--help", "-c"]).output.hasPrefix("  -c, --duration"))
    for ways in [["--help", "swipee"], ["--help=swipee"]] {
      try sandbox.expectFailure(64, "did you mean 'swipe'", of: ways)
    }
    try sandbox.expectFailure(64, "no option is called 'a.png'", of: ["--help", "a.png"])
    // Beside anything else help is of all, whatever is wrong with the rest.
    let all = try sandbox.run(["--help"]).output
    for others in [
      ["a.png", "--help"], ["--help", "a.png", "b.png"], ["--help", "swipe", "-v"], ["--help="],
    ] {
      #expect(try sandbox.run(others).output == all)
    }
  }

  @Test func `a verbose list has a line for each transition`() throws {
    let list = try sandbox.run(["-l", "-v"])
    #expect(list.status == 0 && list.errors == "")
    let lines = list.output.split(separator: "\n\n")[0].split(separator: "\n")
    let filters = Transitions.ours + ShippedTransitions.all
    // The cut is the last.
    #expect(lines.count == filters.count + 1 && lines.last?.hasPrefix("cut ") == true)
    for (line, filter) in zip(lines, filters) {
      #expect(line.hasPrefix(filter.alias + " ") && line.hasSuffix(filter.summary))
    }
  }

  @Test func `the version names the tool and libvips`() throws {
    let result = try sandbox.run(["--version"])
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasPrefix("dotransition ") && result.output.contains("libvips"))
  }

  @Test func `synonyms are the options`() throws {
    let arguments = ["--filter", "swipe", "--from", "a.png", "--to", "b.png", "--duration", "1s"]
    let result = try sandbox.run(arguments + ["--fps-rate", "3", "--out", "out/f%d.png"])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try sandbox.folder.contents(of: "out") == ["f0.png", "f1.png", "f2.png"])
  }

  @Test(arguments: [
    (["-o", "o", "-b", "f", "-t", "mp4"], "--output film.mp4"),
    (["-o", "o", "-b", "f", "-t", ".MOV"], "--output film.mov"),
    (["--output", "film.avi"], "--output film.mp4 (.mov, .mkv, .webm)"),
    (["--output", "film.png"], "film_%03d.png"), (["--output", "film.png"], "film.mp4"),
    (["--output", "d/f%%.tar.png"], "d/f%%.tar_%03d.png"),
    (["--output", "film"], "film_%03d.png"), (["--output", "film", "-t", "jpg"], "film_%03d.jpg"),
    (
      ["--output", "o/"],
      "o/ is a folder: -o o/ puts frames into it, and --output o/frame_%03d.png names"
    ),
    (["--output", "o/", "--time", "0"], "o/frame.png names the frame"),
    (["--output", "o/%%d.png"], "o/%d.png names a file"),
    (["--output", "o/%%04d.png"], "o/%04d.png names a file"),
    (["-o", "film.mp4", "-b", "f"], "film.mp4 is the name of a file, and with -b a folder"),
    (["-o", "new/Film.MOV", "-b", "f"], "without -b it is a film"),
    (["-o", "film.avi", "-b", "f"], "-o film.mp4, without -b, is a film"),
    (["-o", "film.avi"], "--output film.mp4 (.mov, .mkv, .webm)"),
    (["-o", "50%.gif", "-b", "f"], "without -b it is an animation"),
    (["-o", "a.png", "-b", "f"], "-o a_%03d.png, without -b, names a file for each frame"),
    (["-o", "turn.png"], "-o: turn.png is one file for many frames: turn_%03d.png names"),
    (["-o", "turn_#.png"], "has one # for the number"),
    (["-o", "turn_#.png", "--frames", "2"], "has one # for the number"),
    (["-o", "##_##.png"], "expected one run of hashes"),
    (["-o", "out/f_%04d"], "-o: out/f_%04d has no extension"),
    (["-o", "f.mp4", "--output", "g.mp4"], "--output stands instead of -o"),
    (["-loop", "-o", "o", "-b", "f"], "unknown option: -loop (did you mean '--loop'?)"),
    (["-framerate", "25", "-o", "o"], "(did you mean '--framerate'?)"),
    (["-size=640x480", "-o", "o"], "(did you mean '--size'?)"),
  ])
  func `an output that cannot be made says what can`(_ option: [String], _ words: String) throws {
    try sandbox.expectFailure(64, words, of: inputs + option)
  }

  @Test(arguments: [
    ("turn_####.png", ["turn_0000.png", "turn_0001.png"]),
    ("turn_%d.png", ["turn_0.png", "turn_1.png"]),
    ("out", ["out/frame000.tiff", "out/frame001.tiff"]), ("out/", ["out/frame000.tiff"]),
    ("turn.gif", ["turn.gif"]), ("turn.webp", ["turn.webp"]), ("v1.2", ["v1.2/frame000.tiff"]),
    ("is.png", ["is.png/frame000.tiff"]),
  ])
  func `-o takes files and folders`(_ output: String, _ files: [String]) throws {
    #expect(try sandbox.shell("mkdir is.png").status == 0)
    let run = try sandbox.run(inputs + ["-c", "2", "-o", output])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    for file in files { #expect(try !sandbox.bytes(file).isEmpty) }
  }

  @Test(arguments: [["--time", "0.5"], ["--frames", "12"], ["--time", "0.4s"]])
  func `-o takes the name of one frame`(_ choice: [String]) throws {
    let run = try sandbox.run(inputs + choice + ["-o", "one.png"])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(try sandbox.names(in: "") == ["a.png", "b.png", "one.png"])
    if choice[0] != "--time" || choice[1].hasSuffix("s") {
      #expect(try sandbox.run(inputs + ["-o", "all_%02d.png"]).status == 0)
      #expect(try sandbox.bytes("one.png") == sandbox.bytes("all_12.png"))
    }
  }

  @Test func `-o takes the name of stdout`() throws {
    let run = try sandbox.shell("$SWIPE -c 2 --pixel-format rgb24 -o - | wc -c")
    let named = try sandbox.shell("$SWIPE -c 2 --pixel-format rgb24 --output - | wc -c")
    #expect(run.status == 0 && run.output == named.output && run.errors == "")
  }

  @Test(arguments: ["film.mp4", "old/turn.MOV"])
  func `a folder with the name of a film is taken for none`(_ name: String) throws {
    try sandbox.makeFolder(name)
    let run = try sandbox.run(inputs + ["-c", "1", "-o", name])
    run.expectOneLine(
      73, ["-o: a folder has this name: \(name): ", "write \(name)/ to put frames"])
    #expect(try sandbox.names(in: name).isEmpty)
    #expect(try sandbox.run(inputs + ["-c", "1", "-o", name + "/"]).status == 0)
    #expect(try sandbox.names(in: name) == ["frame000.tiff"])
  }

  @Test(
    .needs("ffmpeg"),
    arguments: [
      (
        ["-o", "f.mp4", "--parts", "f.mp4"],
        "--parts: f.mp4 is the name of the film, and a folder is wanted"
      ),
      (["-o", "x.srt", "--write-subtitles", "x.srt"], "x.srt is the folder of the frames"),
      (
        ["-o", "f.mp4", "--parts", "x.srt", "--write-subtitles", "x.srt"],
        "x.srt is the folder of --parts"
      ),
    ])
  func `two outputs have two names`(_ options: [String], _ reason: String) throws {
    let run = try sandbox.run(inputs + ["--hold", "5", "-c", "5"] + options)
    run.expectOneLine(64, [reason])
    #expect(try sandbox.shell("ls -d f.mp4 x.srt").output == "")
  }

  @Test func `with -b a pattern is the name of a folder`() throws {
    let run = try sandbox.run(inputs + ["-c", "1", "-o", "f_%04d", "-b", "f", "-t", "png"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try sandbox.names(in: "f_%04d") == ["f000.png"])
  }

  @Test(arguments: [
    ["a.png", "b.png", "film.mp4"], ["a.png", "b.png", "new.gif"], ["a.png", "f.avi"],
  ])
  func `an output without an option says how to write it`(_ words: [String]) throws {
    try sandbox.expectFailure(
      64, "missing -o: to make", "write -o", of: words + ["--filter", "mod"])
  }

  @Test(arguments: ["film.mp4/", "is.mp4", "is.png", "v1.2", "x.y"])
  func `a folder may have any name if it exists or is meant`(_ name: String) throws {
    #expect(try sandbox.shell("mkdir is.mp4 is.png").status == 0)
    let run = try sandbox.run(inputs + ["-o", name, "-b", "f", "-t", "png", "-c", "2"])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(try sandbox.names(in: name) == ["f000.png", "f001.png"])
  }

  @Test func `a folder cannot be the file of many frames`() throws {
    #expect(try sandbox.shell("mkdir there").status == 0)
    try sandbox.expectFailure(
      64,
      "there is a folder: -o there puts frames into it, and --output there/frame_%03d.png names",
      of: inputs + ["--output", "there"])
  }

  @Test(arguments: [["-l"], ["-lv"], ["--list-transitions"]])
  func `the list takes no pictures`(_ list: [String]) throws {
    for pictures in [["a.png", "b.png"], ["-s", "a.png"], ["-d", "b.png"]] {
      try sandbox.expectFailure(64, "-l only lists", ".png", of: list + pictures)
      try sandbox.expectFailure(64, "-l only lists", ".png", of: pictures + list)
    }
  }

  @Test func `-v shows what a library says`() throws {
    let picture = try Data(contentsOf: URL(fileURLWithPath: sandbox.folder.file("a.png")))
    try sandbox.write(picture.prefix(60), to: "cut.png")
    let arguments = ["--transitionfilter", "swipe", "-s", "a.png", "-d", "cut.png"] + outputs
    let words = "target image is not a picture that can be read whole: cut.png"
    let result = try sandbox.run(arguments)
    #expect(result.status == 65 && result.errors == "dotransition: \(words); -v says why\n")
    let verbose = try sandbox.run(arguments + ["-v"])
    #expect(verbose.status == 65 && verbose.errors.hasPrefix("dotransition: \(words) ("))
    try sandbox.write(Data(), to: "empty.png")
    try sandbox.expectFailure(
      65, "target image cannot be read: empty.png: the file is empty",
      of: Array(inputs.dropLast()) + ["empty.png"] + outputs)
  }

  @Test(
    arguments: [
      ("-s", ["--transitionfilter", "swipe", "-d", "b.png", "-o", "o", "-b", "f"]),
      ("-d", ["--transitionfilter", "swipe", "-s", "a.png", "-o", "o", "-b", "f"]),
      ("-o", Sandbox.pictures() + ["-b", "f"]), ("-o", Sandbox.pictures()),
    ])
  func `a missing option is named`(option: String, arguments: [String]) throws {
    try sandbox.expectFailure(64, option, of: arguments)
  }
}
