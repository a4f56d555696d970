import Foundation
import TestSupport
import Testing
import TransitionKit

/// Colors as pictures.
@Suite struct ColorPictureTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func uniform(_ color: String, _ format: PixelFormat = .rgb8) throws -> Bitmap {
    Bitmap(
      filledWith: try Color(parsing: color), width: 33, height: 21, format: format)
  }

  private func frames(_ pictures: String, _ options: String = "") throws -> Subprocess.Outcome {
    try sandbox.shell(
      "rm -f f?.png; $TOOL \(pictures) --transitionfilter dissolve -c 3 --output f%d.png \(options)"
    )
  }

  @Test(arguments: ["black", "#203040", "0.5,0.5,0.5"])
  func `a picture fades in from a color and out to it`(_ color: String) throws {
    let run = try frames("'\(color)' a.png '\(color)'")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    for (number, expected) in [0: try uniform(color), 2: sandbox.a, 4: try uniform(color)] {
      #expect(try sandbox.picture("f\(number).png").difference(from: expected) == nil)
    }
  }

  @Test(arguments: PixelFormat.all)
  func `a color has the depth of the picture beside it`(_ format: PixelFormat) throws {
    let picture = Bitmap(codedWidth: 33, height: 21, blue: 0, format: format)
    try picture.write(to: sandbox.folder.file("a.png"))
    for pictures in ["'#2030ff' a.png", "'#2030ff' a.png a.png"] {
      #expect(try frames(pictures).status == 0)
      // Alpha that is opaque everywhere is not read.
      let opaque = PixelFormat(depth: format.depth, hasAlpha: false)
      #expect(try sandbox.picture("f0.png").difference(from: uniform("#2030ff", opaque)) == nil)
      #expect(try sandbox.picture("f2.png").difference(from: picture) == nil)
    }
  }

  @Test func `transparent keeps alpha`() throws {
    let clear = PixelFormat(depth: .eight, hasAlpha: true)
    for pictures in ["transparent a.png", "transparent a.png transparent"] {
      #expect(try frames(pictures).errors == "")
      let first = try sandbox.picture("f0.png")
      #expect(try first.difference(from: uniform("transparent", clear)) == nil)
      let middle = try sandbox.picture("f1.png")
      #expect(middle.format.hasAlpha && middle.samples(column: 9, row: 9)[3] == 128)
    }
    let lossy = try sandbox.shell(
      "$TOOL transparent a.png --transitionfilter dissolve -c 2 --output f%d.jpg")
    #expect(lossy.errors.contains("transparent has alpha"))
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `transparent makes a film with alpha`() throws {
    let run = try sandbox.shell(
      """
      $TOOL transparent a.png --transitionfilter swipe --size 32x20 -c 4 --output logo.mov &&
      ffprobe -v error -show_entries stream=pix_fmt -of csv=p=0 logo.mov &&
      ffmpeg -v error -i logo.mov -frames:v 1 first.png
      """)
    #expect(run.status == 0 && run.output.hasPrefix("yuva444p"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count <= 1, "\(run.errors)")
    let first = try sandbox.picture("first.png")
    #expect(first.format.hasAlpha && first.samples(column: 9, row: 9)[3] == 0)
  }

  @Test func `colors alone are a show of the size that is asked for`() throws {
    #expect(try frames("red '#00ff00'", "--size 33x21").errors == "")
    #expect(try sandbox.picture("f0.png").difference(from: uniform("red")) == nil)
    #expect(try sandbox.picture("f2.png").difference(from: uniform("lime")) == nil)
    #expect(try frames("transparent transparent", "--size 33x21").status == 0)
    for number in 0...2 {
      let expected = try uniform("transparent", .rgba8)
      #expect(try sandbox.picture("f\(number).png").difference(from: expected) == nil)
    }
    try sandbox.expectFailure(
      64, "colors have no size", "--size",
      of: ["red", "blue", "--transitionfilter", "swipe", "-o", "out", "-b", "f"])
  }

  @Test func `the size is that of the first picture that has one`() throws {
    try Bitmap(codedWidth: 40, height: 30, blue: 1).write(to: sandbox.folder.file("b.png"))
    #expect(try frames("red b.png a.png blue", "--fit stretch").status == 0)
    let frame = try sandbox.picture("f0.png")
    #expect((frame.width, frame.height) == (40, 30))
    #expect(try frames("red b.png a.png", "--size 50% --fit stretch").status == 0)
    let half = try sandbox.picture("f4.png")
    #expect((half.width, half.height) == (20, 16))
  }

  @Test func `a color wins over a file of its name, in one line`() throws {
    try sandbox.b.write(to: sandbox.folder.file("b.tmp.png"))
    let made = try sandbox.shell("mv b.tmp.png red && mkdir blue")
    #expect(made.status == 0)
    let run = try frames("red a.png blue red")
    #expect(
      run.errors == """
        dotransition: red is the color; ./red is the file
        dotransition: blue is the color; ./blue is the folder

        """)
    #expect(try sandbox.picture("f0.png").difference(from: uniform("red")) == nil)
    #expect(try frames("./red a.png").errors == "")
    #expect(try sandbox.picture("f0.png").difference(from: sandbox.b) == nil)
  }

  @Test func `gray colors are no color`() throws {
    let gray = try sandbox.shell(
      "$TOOL black '#808080' --size 9x9 --transitionfilter swipe -c 2 --output f%d.pgm")
    #expect(gray.status == 0 && gray.errors == "")
    let red = try sandbox.shell(
      "$TOOL black red --size 9x9 --transitionfilter swipe -c 2 --output f%d.pgm")
    #expect(red.errors.contains("holds no color"))
  }

  @Test(arguments: ImageOptionTests.uses)
  func `a parameter's color is a picture of the frame's size`(_ use: ImageOptionTests.Use) throws {
    try uniform("#f4efe2").write(to: sandbox.folder.file("f4efe2.png"))
    let hasRadius = use.filter.parameters.contains { $0.name == "radius" }
    var files: [Data] = []
    for name in ["#f4efe2", "f4efe2.png"] {
      let run = try sandbox.render(
        use.filter.description,
        (hasRadius ? ["--radius", "4"] : []) + ["--\(use.parameter.option)", name, "-q"],
        output: ["--time", "0.5", "--output", "f.png"])
      #expect(run.status == 0 && run.errors == "")
      files.append(try sandbox.bytes("f.png"))
    }
    #expect(files[0] == files[1])
  }

  @Test func `a shader's picture may be a color`() throws {
    try sandbox.write(
      Data(
        """
        uniform sampler2D pattern;
        vec4 transition(vec2 uv) {
          return progress < 0.5 ? texture2D(pattern, uv) : getToColor(uv);
        }
        """.utf8), to: "s.glsl")
    let run = try sandbox.render(
      "./s.glsl", ["--set", "pattern=#203040"], output: ["--time", "0.3", "--output", "f.png"])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(try sandbox.picture("f.png").difference(from: uniform("#203040")) == nil)
  }

  @Test func `the record tells colors apart`() throws {
    let line = "$TOOL red a.png --transitionfilter swipe -c 3 -o out -b f -t png --skip-existing"
    #expect(try sandbox.shell(line).status == 0)
    #expect(try sandbox.shell("\(line) --missing").status == 0)
    #expect(try sandbox.shell("\(line.replacing("red", with: "'#f00'")) --missing").status == 0)
    for other in ["blue", "b.png"] {
      let run = try sandbox.shell(line.replacing("red", with: other))
      run.expectOneLine(73, ["another render"])
    }
  }

  @Test(.needsVips) func `frames stay in a profile only if no picture is a color`() throws {
    let tagged = try sandbox.shell("vips icc_export b.png p3.png --output-profile p3")
    #expect(tagged.status == 0, "\(tagged.errors)")
    for (pictures, hasProfile) in [("p3.png p3.png", true), ("p3.png black", false)] {
      #expect(try frames(pictures).status == 0)
      #expect(
        try sandbox.shell("vipsheader -a f0.png").output.contains("icc-profile") == hasProfile)
    }
    try #expect(sandbox.picture("f2.png").difference(from: uniform("black")) == nil)
  }

  @Test(.needsVips, arguments: [("profile=srgb", true), ("strip", false), ("strip=false", true)])
  func `frames are sRGB where they do not get their own profile`(
    _ options: String, _ hasProfile: Bool
  ) throws {
    let tagged = try sandbox.shell("vips icc_export b.png p3.png --output-profile p3")
    try #require(tagged.status == 0, "\(tagged.errors)")
    let run = try frames("p3.png p3.png", "--save-options \(options)")
    try #require(run.status == 0, "\(run.errors)")
    #expect(try sandbox.shell("vipsheader -a f0.png").output.contains("icc-profile") == hasProfile)
    // libvips reads a picture without a profile as sRGB.
    let difference = try sandbox.shell(
      """
      for f in f0 p3; do
        vips icc_transform $f.png $f.v srgb --embedded --input-profile srgb || exit 1
      done
      vips subtract f0.v p3.v d.v && vips abs d.v e.v && vips max e.v
      """)
    #expect(Double(difference.output.prefix { !$0.isWhitespace }) ?? 99 <= 2, "\(difference)")
  }

  @Test func `reports name colors as they are written`() throws {
    let verbose = try frames("a.png '#2030FF'", "-v")
    #expect(verbose.errors.contains("#2030FF (color)\n"))
    let plan = try frames("a.png '#2030FF'", "--dry-run")
    #expect(plan.output.contains("#2030FF (color)\n"))
  }
}
