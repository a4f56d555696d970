import Foundation
import TestSupport
import Testing
import TransitionKit

/// What is lost or not used gets one line each; what is neither gets none.
@Suite struct RemarkTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    ("-t png --quality 50", "--quality has no effect: .png files lose nothing"),
    ("-t png --seed 3", "--seed has no effect"), ("-t png --fps 25", "--fps has no effect"),
    ("--time 0.5 -c 9", "--count has no effect: --time makes one frame"),
    ("--time 0.5 --duration 2s", "--duration has no effect: --time makes one frame"),
    ("--time 0.5 --easing ease", "--easing has no effect"),
    ("--time 0.5 --reverse", "--reverse has no effect"),
    ("--time 0.5 --endpoints start", "--endpoints has no effect"),
    ("-t png --font Lato", "--font has no effect: there are no words on pictures"),
    ("-t png --text-size 9%", "--text-size has no effect"),
    ("-t png --pan-zoom-easing ease-in", "--pan-zoom-easing has no effect: no picture moves"),
    ("-t png --dry-run --missing", "--missing has no effect: --dry-run prints the plan"),
  ])
  func `an option without effect gets one line`(_ options: String, _ remark: String) throws {
    let line = "$SWIPE -o out -b f \(options)"
    let run = try sandbox.shell(options.contains("--time") ? line : "\(line) -c 3")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("dotransition: \(remark)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    let quiet = try sandbox.shell(options.contains("--time") ? "\(line) -q" : "\(line) -c 3 -q")
    #expect(quiet.status == 0 && quiet.errors == "")
  }

  @Test(arguments: [
    ("--text-color red", "it has no words"), ("--font DejaVu", "it has no words"),
    ("--pan-zoom-easing ease", "it does not move without --pan-zoom"),
  ])
  func `an option of a picture without effect gets one line`(
    _ option: String, _ reason: String
  ) throws {
    let option = option.split(separator: " ").map { String($0) }
    let name = try #require(option.first)
    try sandbox.write(Data("a.png\nb.png \(option.joined(separator: " "))\n".utf8), to: "x.list")
    let run = try sandbox.run(["@x.list", "-o", "out", "-c", "3", "-t", "png"])
    #expect(run.status == 0)
    #expect(run.errors == "dotransition: x.list:2:1: \(name) has no effect: \(reason)\n")
  }

  @Test func `a title beside a title's own words gets one line`() throws {
    try sandbox.write(Data("title:x --title y\nb.png\n".utf8), to: "x.list")
    let run = try sandbox.run(["@x.list", "-o", "out", "-c", "3", "-t", "png"])
    #expect(run.status == 0)
    #expect(
      run.errors == "dotransition: x.list:1:1: --title has no effect: a title has its own words\n")
  }

  @Test func `an option without effect gets one line with --missing, too`() throws {
    let run = try sandbox.shell(
      "$SWIPE -o out -b f -t png -c 3 --quality 50 --missing"
    )
    #expect(run.status == 1 && run.output == "0-2\n")
    #expect(run.errors == "dotransition: --quality has no effect: .png files lose nothing\n")
  }

  @Test(arguments: [
    ("--maskimage iris --angle 1", "--angle has no effect: it is for linear, barndoor and blinds"),
    ("--maskimage a.png --set angle=1", "--set angle has no effect: it is for linear"),
    ("--repeat 3", "--repeat has no effect: it is for clock, blinds,"),
    ("--maskimage linear --center 3,3", "--center has no effect: it is for iris, clock,"),
    ("--maskimage blinds --repeat 3 --angle 1", ""), ("--maskimage star --center 1,1", ""),
  ])
  func `a property that the mask lacks gets one line`(_ options: String, _ remark: String) throws {
    let run = try sandbox.shell(
      "$TOOL --transitionfilter maskwipe -s a.png -d b.png -o out -b f -c 3 \(options)")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix(remark.isEmpty ? "" : "dotransition: \(remark)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == (remark.isEmpty ? 0 : 1), "\(run.errors)")
  }

  @Test(arguments: ["--contact-sheet s.png", "--output -", "--output turn.gif"])
  func `--quality of a lossless file gets one line`(_ output: String) throws {
    let line = "$SWIPE -c 3 \(output)"
    #expect(try sandbox.shell("\(line) >stream").errors == "")
    let run = try sandbox.shell("\(line) --quality 50 >stream")
    #expect(run.status == 0 && run.errors.contains("--quality has no effect"))
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    // A sheet beside it has a quality.
    if !output.contains("sheet") {
      let both = try sandbox.shell("\(line) --quality 50 --contact-sheet s.jpg >stream")
      #expect(both.status == 0 && both.errors == "")
    }
  }

  @Test(arguments: ["-l", "--filterproperties swipe", "--version"])
  func `--json without a plan gets one line`(_ option: String) throws {
    let run = try sandbox.shell("$TOOL \(option) --json")
    let without = try sandbox.shell("$TOOL \(option)")
    #expect(run.status == 0 && run.output == without.output)
    #expect(run.errors.hasPrefix("dotransition: --json has no effect"))
    #expect(try sandbox.shell("$TOOL \(option) --json -q").errors == "")
  }

  @Test(arguments: [
    ("-o out -b f -t jpg", true), ("--output -", true), ("--contact-sheet s.jpg", true),
    ("-o out -b f -t png", false), ("--output - --pixel-format rgba", false),
    ("--contact-sheet s.png", false),
  ])
  func `dropped alpha gets one line`(_ output: String, _ drops: Bool) throws {
    let sandbox = try Sandbox(format: .rgba8)
    let line = "$TOOL --transitionfilter dissolve -s a.png -d b.png -c 2 \(output)"
    let run = try sandbox.shell("\(line) >stream")
    #expect(run.status == 0)
    #expect(run.errors.contains("a.png has alpha") == drops)
    #expect(run.errors.split(separator: "\n").count == (drops ? 1 : 0), "\(run.errors)")
    #expect(try sandbox.shell("\(line) -q >stream").errors == "")
  }

  @Test(arguments: [
    ("--fit contain -o f.png", true), ("--fit contain-blur -o f.webp", true),
    ("--fit contain -o f.jpg", false), ("--fit cover -o f.png", false),
    ("--fit contain --background transparent -o f.png", false),
    ("--fit contain --background navy -o f.png", false),
    ("--fit contain --size 66x42 -o f.png", false),
  ])
  func `black margins of transparent pictures get one line`(
    _ options: String, _ isTold: Bool
  ) throws {
    let sandbox = try Sandbox(format: .rgba8)
    let run = try sandbox.shell("$TOOL a.png b.png --size 60x60 --time 0.5 \(options)")
    #expect(run.status == 0)
    #expect(run.errors.contains("--background transparent leaves them clear") == isTold)
  }

  @Test(.needsVips) func `dropped color gets one line`() throws {
    let gray = try sandbox.shell("vips colourspace a.png gray.png b-w")
    #expect(gray.status == 0)
    for (picture, type, remark) in [
      ("b.png", "pgm", "become gray"), ("b.png", "pbm", "become black and white"),
      ("gray.png", "pbm", "become black and white"), ("gray.png", "pgm", nil),
      ("b.png", "ppm", nil), ("b.png", "png", nil),
    ] {
      let output = type == "pgm" ? "--contact-sheet s.pgm" : "--output f%d.\(type)"
      let run = try sandbox.shell(
        "$TOOL --transitionfilter dissolve gray.png \(picture) -c 2 \(output)")
      #expect(run.status == 0)
      #expect(run.errors.contains("a .\(type) file holds no color") == (remark != nil))
      #expect(run.errors.contains(remark ?? "") || remark == nil, "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == (remark == nil ? 0 : 1))
    }
  }

  @Test func `older frames get one line that names the first`() throws {
    #expect(try sandbox.frames().errors == "")
    let run = try sandbox.frames("-c", "5")
    #expect(run.status == 0)
    #expect(run.errors.contains("out/f005.png"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try sandbox.frames("-c", "4", "-q").errors == "")
    #expect(try sandbox.frames("--frames", "0-1").errors == "")
  }

  @Test func `an easing is of effect where it changes a frame`() throws {
    let line = "$TOOL a.png b.png --time 0.5 --easing ease-in -o e.png --transition"
    let dissolve = try sandbox.shell("\(line) dissolve")
    #expect(dissolve.status == 0 && dissolve.errors == "", "\(dissolve.errors)")
    try sandbox.shell("\(line) swipe").expectOneLine(0, ["--easing has no effect"])
  }

  @Test(.needs("ffmpeg")) func `codecs that keep alpha are named`() throws {
    let run = try sandbox.shell(
      "$TOOL transparent a.png -c 3 -o f.mkv; $TOOL transparent a.png -c 3 -o f.mp4")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first?.hasSuffix("; --codec vp9 or prores keeps alpha") == true, "\(run.errors)")
    #expect(lines.last?.hasSuffix("--background chooses another") == true, "\(run.errors)")
  }

  @Test func `a fold without a taller picture gets one line`() throws {
    let run = try sandbox.render("accordionfold")
    #expect(run.status == 0 && run.errors.contains("--fit none"))
    #expect(run.errors.split(separator: "\n").count == 1)
    try Bitmap(codedWidth: 33, height: 40, blue: 1).write(to: sandbox.folder.file("tall.png"))
    for size in ["", "--size 33x40", "--size 40x30"] {
      let folded = try sandbox.shell(
        """
        $TOOL --transitionfilter accordionfold -s a.png -d tall.png --fit none -c 3 -o new -b f -t png \
          \(size)
        """)
      #expect(folded.status == 0 && folded.errors == "", "\(folded.errors)")
    }
    let low = try sandbox.shell(
      """
      $TOOL --transitionfilter accordionfold -s a.png -d tall.png --fit none -c 3 -o new -b f -t png \
        --size 33x20
      """)
    #expect(low.status == 0 && low.errors.contains("accordionfold of pictures of one height"))
  }

  @Test(arguments: [
    (33, 21, 33, 21), (33, 21, 330, 210), (330, 210, 33, 21), (1000, 750, 1004, 750),
    (33, 21, 33, 22), (33, 21, 32, 21), (300, 200, 300, 201),
  ])
  func `a picture that loses nothing gets no line`(
    _ width: Int, _ height: Int, _ otherWidth: Int, _ otherHeight: Int
  ) throws {
    try Bitmap(codedWidth: width, height: height, blue: 0).write(to: sandbox.folder.file("a.png"))
    try Bitmap(codedWidth: otherWidth, height: otherHeight, blue: 1)
      .write(to: sandbox.folder.file("b.png"))
    let run = try sandbox.render("swipe")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  @Test func `of pictures that lose something the worst gets a line`() throws {
    for (name, width, height) in [("tall", 20, 50), ("taller", 20, 100), ("wide", 50, 30)] {
      try Bitmap(codedWidth: width, height: height, blue: 1)
        .write(to: sandbox.folder.file("\(name).png"))
    }
    let line = "rm -f f?.png; $TOOL --transitionfilter dissolve -c 2 --output f%d.png"
    let run = try sandbox.shell("\(line) a.png tall.png taller.png b.png wide.png taller.png")
    let worst = "dotransition: taller.png loses 87 % of its height to --fit cover (and 2 more)"
    #expect(run.status == 0 && run.errors == worst + "; --fit contain-blur shows all of it\n")
    let one = try sandbox.shell("\(line) a.png wide.png")
    #expect(one.errors.hasPrefix("dotransition: wide.png loses 6 % of its width to --fit cover; "))
    let long = String(repeating: "x", count: 90) + ".png"
    let linked = try sandbox.shell("ln -s tall.png \(long) && \(line) a.png \(long)")
    #expect(linked.errors.hasSuffix("of its height to --fit cover\n"), "\(linked.errors)")
    for options in ["--fit cover", "--fit contain", "-q"] {
      #expect(try sandbox.shell("\(line) a.png tall.png \(options)").errors == "")
    }
  }

  @Test func `--order of a single file gets one line`() throws {
    let run = try sandbox.shell(
      "$TOOL red a.png --transitionfilter swipe --order name -c 2 --output f%d.png")
    #expect(run.status == 0 && run.errors.hasPrefix("dotransition: --order has no effect: "))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["maskwipe", "disintegratewithmask"])
  func `a mask of two tones gets one line`(_ filter: String) throws {
    func mask(_ name: String, _ color: (Double) -> Double) throws {
      try Bitmap(width: 100, height: 80) { u, _ in [color(u), color(u), color(u)] }
        .write(to: sandbox.folder.file(name))
    }
    try mask("two.png") { $0 < 0.3 ? 0.1 : 0.8 }
    try mask("two.jpg") { $0 < 0.3 ? 0 : 1 }
    try mask("one.png") { _ in 0.4 }
    try mask("ramp.png") { $0 }
    try mask("three.png") { ($0 * 3).rounded(.down) / 2 }
    for (name, remark) in [
      ("two.png", "two tones only: the wipe stands still between them"),
      ("two.jpg", "two tones only: the wipe stands still between them"),
      ("one.png", "one tone only"), ("gray", "one tone only"), ("ramp.png", ""), ("three.png", ""),
      ("barndoor", ""),
    ] {
      let run = try sandbox.render(filter, ["-c", "3", "--maskimage", name])
      #expect(
        run.errors.hasPrefix(remark.isEmpty ? "" : "dotransition: \(name) has \(remark)"),
        "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == (remark.isEmpty ? 0 : 1))
    }
    let backside = try sandbox.render("pagecurl", ["-c", "3", "--backsideimage", "two.png", "-q"])
    #expect(backside.status == 0 && backside.errors == "")
  }

  @Test(arguments: [
    ("flash --center 0.5,0.5", "--center 0.5,0.5 is less than a pixel: --center 50%,50%"),
    (
      "mod --set center=-.25,0.07",
      "--set center=-.25,0.07 is less than a pixel: --set center=-25%,7%"
    ),
    ("swipe --width 0.2", "--width 0.2 is less than a pixel: --width 20% is of the frame"),
    ("swipe --extent 0,0,0.5,0.5", "--extent 0,0,0.5,0.5 is less than a pixel"),
    ("flash --center 0,0", ""), ("flash --center 0.5,8", ""), ("swipe --width 20%", ""),
    ("swipe --extent 0,0,0,0", ""), ("swipe --opacity 0.5", ""), ("swipe --angle 0.5", ""),
    ("flash --center 1,1", ""), ("flash --center 50%,0.5", ""),
  ])
  func `a length of less than a pixel gets one line`(_ words: String, _ remark: String) throws {
    let words = words.split(separator: " ").map(String.init)
    let run = try sandbox.render(words[0], ["-c", "3"] + words[1...])
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix(remark.isEmpty ? "" : "dotransition: \(remark)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == (remark.isEmpty ? 0 : 1), "\(run.errors)")
  }

  @Test(arguments: [
    ("x.png", "", "the files are x.png000.tiff: -t png chooses the type"),
    ("x.JPG", "-t png", "the files are x.JPG000.png: -t jpg chooses the type"),
    ("x.png", "-t png --start-number 7", "the files are x.png007.png: -b needs no ending"),
    ("x.v2", "", ""), ("x.1", "", ""), ("x", "", ""), ("png", "", ""),
  ])
  func `a basename with an ending gets one line`(
    _ name: String, _ options: String, _ remark: String
  ) throws {
    let run = try sandbox.shell("$SWIPE -o out -b \(name) -c 2 \(options)")
    #expect(run.status == 0)
    #expect(run.errors == (remark.isEmpty ? "" : "dotransition: \(remark)\n"))
  }

  @Test(arguments: Transitions.all.filter { !$0.unitesSizes })
  func `an ordinary run gets no line`(_ filter: Filter) throws {
    let run = try sandbox.render(filter.alias)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  @Test func `an error is one line, whatever could be remarked`() throws {
    #expect(try sandbox.shell("$TOOL a.png b.png -c 2 -t png -o out").status == 0)
    for words in ["--radius 5", "--transitionfilter swipe --radius 5 --easing ease --seed 3"] {
      let run = try sandbox.shell("$TOOL a.png b.png -c 2 -t png -o out --no-overwrite \(words)")
      run.expectOneLine(73, ["--no-overwrite"])
      let wrong = try sandbox.shell("$TOOL a.png none.png -c 2 -t png -o out \(words)")
      wrong.expectOneLine(66, ["none.png"])
    }
    let run = try sandbox.shell("$TOOL a.png b.png -c 2 -t png -o out --radius 5")
    run.expectOneLine(0, ["--radius"])
  }

  @Test(arguments: ["--version", "-h", "--help", "-l", "--filterproperties swipe"])
  func `a text about the tool starts no program`(_ words: String) throws {
    let run = try sandbox.shell("PATH=/nowhere $TOOL --length music --music none.mp3 \(words)")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  @Test func `a misspelled transition is told before a program starts`() throws {
    let run = try sandbox.shell("PATH=/nowhere $TOOL clip.mp4 a.png --transition swipee -o o.mp4")
    run.expectOneLine(64, ["swipee", "did you mean 'swipe'"])
  }

  @Test(arguments: ["--title", "--caption"])
  func `the name of an option is no text of the one before it`(_ option: String) throws {
    for next in ["-o", "--output", "--watermark"] {
      let run = try sandbox.shell("$TOOL a.png b.png \(option) \(next) x.webp")
      run.expectOneLine(64, ["\(option): expected a value"])
    }
  }

  @Test(arguments: ["m.gif", "m.webp"])
  func `the first frame alone of an animation is told`(_ name: String) throws {
    #expect(try sandbox.run(["red", "blue", "--size", "33x21", "-c", "5", "-o", name]).status == 0)
    try sandbox.run([name, "b.png", "-c", "2", "-o", "out", "-t", "png"])
      .expectOneLine(0, ["\(name) has 5 frames or pages: the first one is shown"])
  }

  @Test func `the first frame alone of an animated PNG, or mask, is told`() throws {
    var bytes = [UInt8](try sandbox.bytes("a.png"))
    // acTL: five frames.
    bytes.insert(
      contentsOf: [
        0, 0, 0, 8, 97, 99, 84, 76, 0, 0, 0, 5, 0, 0, 0, 0, 65, 173, 79, 96,
      ], at: 33)
    try sandbox.write(Data(bytes), to: "moving.png")
    for line in [
      ["moving.png", "b.png"], ["a.png", "b.png", "--transition", "maskwipe:maskimage=moving.png"],
    ] {
      let run = try sandbox.run(line + ["-c", "2", "-o", "out", "-t", "png"])
      #expect(run.status == 0)
      #expect(
        run.errors.contains("moving.png has 5 frames or pages: the first one is shown"),
        "\(run.errors)")
    }
  }

  @Test func `frames of an earlier, longer run are told of a part, too`() throws {
    let line = ["a.png", "b.png", "-o", "out/f%d.png", "-c"]
    #expect(try sandbox.run(line + ["5"]).errors.isEmpty)
    for part in [[], ["--shard", "2/2"], ["--frames", "1"]] {
      let run = try sandbox.run(line + ["2"] + part)
      run.expectOneLine(0, ["frames of another run go on after the last one: out/f2.png"])
    }
  }

  @Test func `parameters do nothing without a transition`() throws {
    let run = try sandbox.run([
      "a.png", "--caption", "x", "--hold", "3", "--angle", "45deg", "--set", "rows=3", "-o",
      "f_##.png",
    ])
    #expect(run.status == 0)
    for option in ["--angle", "--set rows"] {
      let remark = "\(option) has no effect: there is no transition"
      #expect(run.errors.contains(remark), "\(run.errors)")
    }
  }

  @Test(.needs("ffmpeg"), arguments: [("1", false), ("0.5", true)])
  func `a drawing is told for its alpha if a pixel has some`(
    _ opacity: String, _ isTold: Bool
  ) throws {
    let drawing =
      "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='48'>"
      + "<rect width='64' height='48' fill='red' opacity='\(opacity)'/></svg>"
    try sandbox.write(Data(drawing.utf8), to: "a.svg")
    let run = try sandbox.run([
      "a.svg", "blue", "--pan-zoom", "in", "--hold", "4", "-c", "4", "-o", "f.mp4",
    ])
    #expect(run.status == 0 && run.errors.contains("a.svg has alpha") == isTold, "\(run.errors)")
  }
}
