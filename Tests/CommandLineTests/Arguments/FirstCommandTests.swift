import Foundation
import TestSupport
import Testing

/// The commands that people type first, without reading.
@Suite struct FirstCommandTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try #require(
      sandbox.shell(
        "mkdir holiday; cp a.png holiday/pic2.png; cp b.png holiday/pic10.PNG; "
          + "echo text >holiday/notes.txt"
      ).status == 0)
  }

  /// Runs a command line and expects it to make a file, and to say nothing that is an error.
  private func expect(_ line: String, makes file: String) throws {
    let run = try sandbox.shell("$TOOL \(line)")
    #expect(run.status == 0, "\(line): \(run.errors)")
    #expect(try !sandbox.bytes(file).isEmpty, "\(line)")
  }

  @Test(arguments: [
    ("a.png b.png -o out", "out/frame029.tiff"), ("a.png b.png -o out -t png", "out/frame000.png"),
    ("a.png b.png -o turn.gif", "turn.gif"), ("a.png b.png -o turn.webp", "turn.webp"),
    ("a.png b.png -o 'f/turn_####.png'", "f/turn_0029.png"),
    ("a.png b.png -o half.png --time 0.5", "half.png"),
    ("a.png b.png -o half.png --frames 12", "half.png"),
    ("a.png b.png --transition fade -o a.gif", "a.gif"),
    ("a.png b.png --transition 'Page Curl' -o a.gif", "a.gif"),
    ("a.png b.png --transition wipe_left -o a.gif", "a.gif"),
    ("a.png b.png --transition heart -o a.gif", "a.gif"),
    ("black a.png black -o fade.gif", "fade.gif"),
    ("transparent a.png --transition swipe -o logo.webp", "logo.webp"),
    ("black white --size 40x30 -o fade.gif", "fade.gif"),
    ("a.png b.png --size square --time 0 -o s.png", "s.png"),
    ("a.png b.png --size 64x -o s.gif", "s.gif"), ("a.png b.png --size 50% -o s.gif", "s.gif"),
    ("holiday/ --hold 1s -o trip.webp", "trip.webp"),
    ("holiday --length 3s -o trip.webp", "trip.webp"),
    ("holiday --order date -o trip.webp", "trip.webp"),
    ("a.png b.png a.png --transition swipe:angle=45deg --transition heart -o a.webp", "a.webp"),
    ("a.png b.png a.png --transition random:swipe,mod,heart -o a.webp", "a.webp"),
    ("-s a.png -d b.png -o old -b f", "old/f029.tiff"),
  ])
  func `pictures and an output are enough`(_ line: String, _ file: String) throws {
    try expect(line, makes: file)
  }

  @Test(
    .needs("ffmpeg"),
    arguments: [
      "a.png b.png -o film.mp4", "holiday/ -o film.mkv --hold 0.1s",
      "transparent a.png --transition swipe -o film.mov", "a.png b.png -o film.webm --quality 70",
      "a.png b.png -o film.mp4 --codec h265", "a.png b.png -o film.mp4 --depth 10",
      "black a.png b.png black -o film.mp4 --duration 0.2s --hold 0.1s",
    ])
  func `films, too`(_ line: String) throws {
    let words = line.split(separator: " ")
    let file = words.first { $0.hasPrefix("film.") } ?? ""
    try expect(line, makes: String(file))
  }

  @Test(arguments: [
    ("a.png b.png", "missing -o"), ("a.png b.png film.mp4", "write -o film.mp4"),
    ("-s a.png -d b.png film.mp4", "-o film.mp4"), ("a.png -o film.mp4", "a.png"),
    ("a.png b.png -o out.png", "out_%03d.png"), ("a.png b.png -o film.avi", "film.mp4"),
    ("a.png b.png -o o --duration 2", "2s in seconds"),
    ("a.png b.png -o rtmp://host/live.flv", "is an address"), ("a.png b.png -o o/.mp4", "film.mp4"),
    ("a.png b.png -o o --transition boxblurr", "-l lists them"),
    ("a.png b.png -l", "-l only lists"), ("a.png b.png -o o -loop", "--loop"),
    ("a.png b.png a.png -o o --angle 1 --angle 2 --transition swipe", "swipe:angle=1"),
    ("a.png b.png -o o -o p --hold 2s --length 8s", "--length"),
    ("a.png b.png -o o --transition swipe,mod", "random:swipe,mod chooses"),
    ("a.png b.png -o o --fps 23.976", "24000/1001"),
    ("a.png b.png -o o --length 20", "30 frames at least"),
    ("a.png b.png -o o.mkv --fps 5000", "1000 at most"),
    ("a.png b.png -o o.webm --fps 1001", "1000 at most"),
    ("a.png b.png -o o --fps 1 --duration 0.5s", "too short for its pictures"),
    ("a.png b.png -o o --length 5s --endpoints none", "could be held"),
    ("a.png b.png -o f.mp4 --crf 20", "--save-options"), ("a.png b.png --audio x", "--music"),
    ("a.png b.png -o o --transition swipe:", "after a colon follows a parameter"),
    ("a.png b.png -o o --hold 1000000s", "up to 100000s"), ("black white -o o", "--size"),
    ("a.png b.png -o f.mp4 -b f", "without -b it is a film"),
    ("a.png b.png -o f.mp4 --caption-size 5%", "--text-size"),
    ("a.png b.png -o f.mp4 --text-size 0x10", "such as 5%"),
    ("a.png b.png -o f.mp4 --missing", "with --parts"),
    ("a.png b.png -o f.mp4 --crossfade 2s", "--duration"), ("a.png --shuffle", "shuf"),
    ("a.png b.png --interval 2 -o f.mp4", "--hold"), ("a.png --vertical", "--size"),
  ])
  func `whoever cannot be served is told how`(_ line: String, _ words: String) throws {
    let run = try sandbox.shell("$TOOL \(line)")
    run.expectOneLine(64, [words])
  }
}

extension FirstCommandTests {
  @Test(arguments: ["nowhere/", "nowhere", "nowhere.png"])
  func `pictures that are not there are named`(_ name: String) throws {
    try sandbox.expectFailure(66, "nowhere", of: [name, "-o", "film.webp"])
    try sandbox.expectFailure(66, "nowhere", of: [name, "a.png", "-o", "film.webp"])
    // As a word processor writes an option.
    let line = ["a.png", "b.png", "—mute", "-o", "film.webp"]
    try sandbox.expectFailure(66, "two hyphens: --mute", of: line)
  }

  @Test(.needs("ffmpeg"), arguments: ["mp4", "mov"])
  func `drawings without a transparent pixel are as good as pictures`(_ ending: String) throws {
    let pictures = ["day", "night"].map { Repository.root + "/Examples/\($0).svg" }
    let options = ["--size", "64x36", "-c", "2", "-o", "film.\(ending)"]
    let plan = try sandbox.run(pictures + options + ["--dry-run"])
    #expect(plan.status == 0 && plan.errors == "" && plan.output.contains("codec          h264\n"))
    let run = try sandbox.run(pictures + options)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  @Test(.needs("ffprobe")) func `a text is no film`() throws {
    try sandbox.write(Data("no film".utf8), to: "clip.mp4")
    try sandbox.expectFailure(
      65, "clip.mp4 is not a film that can be read", of: ["clip.mp4", "a.png", "-o", "o"])
  }

  @Test func `the plan of a film leaves out the last odd row and column`() throws {
    let plan = try sandbox.run(["a.png", "b.png", "-o", "film.mp4", "--dry-run"])
    #expect(plan.output.contains("size           32x20, without the last odd row or column\n"))
  }

  @Test(arguments: ["frame.exr", "frame.bmp", "frame.svg", "film.ts", "film.y4m"])
  func `what cannot be written does not become a folder`(_ name: String) throws {
    try sandbox.expectFailure(
      64, "of type", of: ["a.png", "b.png", "--time", "0.5", "-o", name])
  }

  @Test func `-o takes what is there for what it is`() throws {
    let fifo = try sandbox.shell(
      "mkfifo ff; (head -c 4 ff >start) & $TOOL a.png b.png -o ff --time 0.5 -t png; wait; "
        + "cmp -n 4 start a.png")
    #expect(fifo.status == 0, "\(fifo.errors)")
    let piped = try sandbox.shell("$TOOL a.png b.png -o /dev/stdout --time 0.5 -t png | wc -c")
    #expect(piped.status == 0 && piped.errors == "")
    let stream = try sandbox.shell(
      "$TOOL a.png b.png -c 3 -o - >one; $TOOL a.png b.png -c 3 -o /dev/stdout | cmp - one")
    #expect(stream.status == 0 && stream.errors == "", "\(stream.errors)")
  }

  @Test(arguments: ["-o /dev/stdout | cat", "--output /dev/fd/1", "-o ff & cat ff; wait"])
  func `an animation goes into what has no extension`(_ output: String) throws {
    let run = try sandbox.shell(
      "mkfifo ff; $TOOL a.png b.png -c 3 -o f.webp; ($TOOL a.png b.png -c 3 -t webp \(output)) >other; "
        + "cmp f.webp other")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  @Test(arguments: ["f.gif", "f.webp", "f.mp4"])
  func `one file is not made of no frames`(_ name: String) throws {
    try sandbox.expectFailure(
      64, "--shard: none of the 30 frames is in it",
      of: ["a.png", "b.png", "--shard", "1/50", "-o", name])
    let numbered = try sandbox.run(["a.png", "b.png", "--shard", "1/50", "-o", "f_##.png"])
    #expect(numbered.status == 0 && numbered.errors == "", "\(numbered.errors)")
  }

  @Test func `shaders have names that name them`() throws {
    try sandbox.write(
      Data("vec4 transition(vec2 uv) { return getToColor(uv); }".utf8), to: "x.glsl")
    let listed = try sandbox.shell(
      "mkdir s; for n in cut random mine; do cp x.glsl s/$n.glsl; done; DOTRANSITION_PATH=s $TOOL -l"
    )
    let names = listed.output.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(names.contains("mine") && !names.contains("random"))
    #expect(names.count { $0 == "cut" } <= 1)
    // What cannot be opened has none.
    let broken = try sandbox.shell(
      "ln -s nothing s/lost.glsl; mkfifo s/pipe.glsl; export DOTRANSITION_PATH=s; $TOOL -l; "
        + "$TOOL a.png b.png --transition lost -o f.mp4")
    #expect(broken.status == 64 && broken.output == listed.output)
    #expect(broken.errors.contains("unknown transition: lost; -l lists them"), "\(broken.errors)")
    let help = try sandbox.shell("$TOOL --filterhelp s/mine.glsl")
    #expect(help.output.contains("--transition s/mine.glsl -o"), "\(help.output)")
  }

  @Test func `a sheet alone is told of as the show that it is`() throws {
    let run = try sandbox.shell("$TOOL a.png b.png --hold 10 -c 3 --contact-sheet s.png -v")
    #expect(run.status == 0 && !run.errors.contains("stay"))
    #expect(run.errors.contains("s.png: 2 pictures, 1 transition, 21 frames, 0.7 s, made in "))
  }

  @Test func `another length is another show`() throws {
    let show = "$TOOL a.png b.png -c 4 -t png -o out --skip-existing"
    #expect(try sandbox.shell("\(show) --length 40").status == 0)
    let before = try sandbox.names()
    let other = try sandbox.shell("\(show) --length 30")
    other.expectOneLine(73, ["another render"])
    #expect(try sandbox.names() == before)
  }

  @Test func `missing frames of a single file are told by its record`() throws {
    let one = "$TOOL a.png b.png -o y.png"
    #expect(try sandbox.shell("\(one) --frames 3 --skip-existing").status == 0)
    let other = try sandbox.shell("\(one) --frames 4 --missing")
    #expect(other.status == 1 && other.output == "4\n" && other.errors == "")
    let same = try sandbox.shell("\(one) --frames 3 --missing")
    #expect(same.status == 0 && same.output == "" && same.errors == "")
  }

  @Test(
    .needs("ffmpeg"),
    arguments: [
      ("--hold 3 -o f.mp4", "--hold 3 is 3 frames, 0.1 s: --hold 3s is in seconds"),
      ("--frames 20 -o f.mp4", "the film has one frame, of number 20: -c 20"),
      ("--shard 1/2 -o f.mp4", "the film has the frames of shard 1/2 alone: with --parts"),
      ("-o f.mp", "f.mp is a folder for frames: films end in .mp4"),
    ])
  func `numbers and names that are probably meant otherwise are told`(
    _ options: String, _ words: String
  ) throws {
    let run = try sandbox.shell("$TOOL a.png b.png \(options)")
    #expect(run.status == 0 && run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ("blak a.png", "blak: No such file or directory (did you mean 'black'?)"),
    ("A.PNG red", "A.PNG: No such file or directory (did you mean 'a.png'?)"),
    (
      "holiday/pic3.png red",
      "holiday/pic3.png: No such file or directory (did you mean 'holiday/pic2.png'?)"
    ),
    ("l.png red", "l.png: No such file or directory; its link leads nowhere"),
    ("'#12345' red", "#12345: No such file or directory; a color is #RGB, #RRGGBB or #RRGGBBAA"),
  ])
  func `a picture that is not there is told with what may be meant`(
    _ pictures: String, _ reason: String
  ) throws {
    let run = try sandbox.shell("ln -s nowhere l.png && $TOOL \(pictures) -o out")
    run.expectOneLine(66, ["cannot read source image: \(reason)"])
    // Whoever sends a list to a service must not learn what lies there.
    let careful = try sandbox.shell("$TOOL A.PNG red -o out --untrusted")
    #expect(careful.status == 66 && !careful.errors.contains("a.png"))
  }

  @Test func `a device is no empty file`() throws {
    let run = try sandbox.shell("$TOOL /dev/null red -o out")
    run.expectOneLine(65, ["/dev/null: it is no ordinary file"])
  }

  @Test(arguments: [
    ("J\u{FC}rgen.png red -o o", "source image: J\u{FC}rgen.png"),
    ("a.png b.png --music J\u{FC}rgen.png -o f.mp4", "the music: J\u{FC}rgen.png"),
    ("J\u{FC}rgen.mkv red -o f.mp4", "the film: J\u{FC}rgen.mkv"),
  ])
  func `a name is told from one whose accents are composed otherwise`(
    _ words: String, _ reason: String
  ) throws {
    let run = try sandbox.shell("touch Ju\u{308}rgen.png Ju\u{308}rgen.mkv && $TOOL \(words)")
    run.expectOneLine(
      66, ["cannot read \(reason): No such file or directory; a file there has this name"])
  }
}
