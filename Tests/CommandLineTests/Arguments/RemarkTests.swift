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
    ("--time 0.5 --easing ease", "--easing has no effect"),
    ("--time 0.5 --reverse", "--reverse has no effect"),
    ("--time 0.5 --endpoints start", "--endpoints has no effect"),
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
    #expect(run.errors.contains("the pictures have alpha") == drops)
    #expect(run.errors.split(separator: "\n").count == (drops ? 1 : 0), "\(run.errors)")
    #expect(try sandbox.shell("\(line) -q >stream").errors == "")
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

  @Test func `a fold without a taller picture gets one line`() throws {
    let run = try sandbox.render("accordionfold")
    #expect(run.status == 0 && run.errors.contains("--fit none"))
    #expect(run.errors.split(separator: "\n").count == 1)
    try Bitmap(codedWidth: 33, height: 40, blue: 1).write(to: sandbox.folder.file("tall.png"))
    let folded = try sandbox.shell(
      """
      $TOOL --transitionfilter accordionfold -s a.png -d tall.png --fit none -c 3 -o new -b f -t png
      """)
    #expect(folded.status == 0 && folded.errors == "", "\(folded.errors)")
  }

  @Test(arguments: Transitions.all.filter { !$0.unitesSizes })
  func `an ordinary run gets no line`(_ filter: Filter) throws {
    let run = try sandbox.render(filter.alias)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }
}
