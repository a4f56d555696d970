import Foundation
import TestSupport
import Testing
import TransitionKit

/// `--dither` from the command line.
@Suite struct DitherOptionTests {
  private let sandbox: Sandbox
  private static let shader =
    "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }"

  init() throws {
    sandbox = try Sandbox(width: 150, height: 101)
    try sandbox.write(Data(Self.shader.utf8), to: "mix.glsl")
  }

  @Test(arguments: ["dissolve", "flash", "mix.glsl"], ["png", "jpg", "webp"])
  func `bytes depend on neither threads nor parts`(_ filter: String, _ type: String) throws {
    func render(_ folder: String, _ arguments: [String]) throws {
      let run = try sandbox.render(
        filter, ["-c", "5", "-q", "--dither"] + arguments,
        output: ["-o", folder, "-b", "f", "-t", type])
      #expect(run.status == 0, "\(run.errors)")
    }
    try render("one", ["--jobs", "1"])
    try render("seven", ["--jobs", "7"])
    for frames in ["3-4", "0-2"] { try render("parts", ["--frames", frames]) }
    for shard in ["1/2", "2/2"] { try render("shards", ["--shard", shard]) }
    #expect(try sandbox.render(filter, ["-c", "5", "-q"]).status == 0)
    for number in 0..<5 {
      let frame = try sandbox.bytes("one/f00\(number).\(type)")
      for folder in ["seven", "parts", "shards"] {
        #expect(try sandbox.bytes("\(folder)/f00\(number).\(type)") == frame)
      }
      if type == "png" {
        let isSame = try sandbox.bytes("out/f00\(number).png") == frame
        // A flash may be white all over.
        #expect(isSame == [0, 4].contains(number) || isSame && filter == "flash")
      }
    }
  }

  @Test(arguments: ["rgb24", "rgba"]) func `a stream of 8 bits has the frames`(_ format: String)
    throws
  {
    let line = "$SWIPE -c 3 --dither"
    #expect(try sandbox.shell("\(line) --output - --pixel-format \(format) >stream").status == 0)
    #expect(try sandbox.shell("\(line) -o out -b f -t png").status == 0)
    let channels = format == "rgba" ? 4 : 3
    let stream = try sandbox.bytes("stream")
    let frame = try sandbox.picture("out/f001.png").samples
    let size = 150 * 101 * channels
    let pixels = stream.dropFirst(size).prefix(size).enumerated()
    let colors = pixels.filter { channels == 3 || $0.offset % 4 < 3 }
    #expect(colors.map { UInt16($0.element) } == frame)
  }

  @Test func `a record knows it`() throws {
    let line = "$SWIPE -c 4 -o out -b f -t png --skip-existing"
    #expect(try sandbox.shell(line).status == 0)
    let other = try sandbox.shell("\(line) --dither")
    other.expectOneLine(73, ["frames of another render are in the way"])
    #expect(try sandbox.shell("rm -r out; \(line) --dither && \(line) --dither").status == 0)
    try sandbox.shell(line).expectOneLine(73, ["frames of another render are in the way"])
  }

  @Test func `a plan tells it`() throws {
    let plan = try sandbox.shell("$SWIPE -c 4 -o out -b f --dither --dry-run")
    #expect(plan.output.contains("\ndither         yes\n") && plan.errors == "")
    #expect(try !sandbox.shell("$SWIPE -c 4 -o out -b f --dry-run").output.contains("dither"))
  }

  @Test(arguments: [
    ("--output - --pixel-format y4m", PixelFormat.rgb8, true),
    ("--output - --pixel-format rgb48", .rgb8, true), ("--output -", .rgb16, true),
    ("-o out -b f -t png", .rgb8, false), ("-o out -b f -t png", .rgb16, true),
    ("-o out -b f -t tiff", .rgb16, true), ("-o out -b f -t jpg", .rgb16, false),
    ("-o turn.gif", .rgb16, false), ("-o turn.webp", .rgb16, false),
    ("--output - --pixel-format rgb24", .rgb16, false),
    ("-o out -b f -t jpg --contact-sheet s.png", .rgb16, false),
  ])
  func `frames of 16 bits get one line`(_ output: String, _ format: PixelFormat, _ isUseless: Bool)
    throws
  {
    let sandbox = try Sandbox(format: format)
    let line = "$TOOL a.png b.png -c 3 --dither \(output)"
    let run = try sandbox.shell("\(line) >stream")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix(isUseless ? "dotransition: --dither has no effect" : ""))
    #expect(run.errors.split(separator: "\n").count == (isUseless ? 1 : 0), "\(run.errors)")
    #expect(try sandbox.shell("\(line) --dry-run -q").errors == "")
    let plan = try sandbox.shell("\(line) --dry-run")
    #expect(plan.errors.contains("--dither has no effect") == isUseless)
  }

  @Test func `pictures of 16 bits are dithered where the output has 8`() throws {
    let gray = Bitmap(width: 64, height: 64, format: .rgb16, uniform: [5140, 5204, 5268])
    for name in ["c.png", "d.png"] { try gray.write(to: sandbox.folder.file(name)) }
    let run = try sandbox.shell(
      "$TOOL c.png d.png -c 3 --dither --output - --pixel-format rgb24 >stream")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let bytes = try sandbox.bytes("stream")
    #expect(bytes.count == 3 * 64 * 64 * 3)
    for frame in 0..<3 {
      for (channel, sample) in [5140.0, 5204, 5268].enumerated() {
        let samples = (0..<64 * 64).map { Double(bytes[(frame * 64 * 64 + $0) * 3 + channel]) }
        #expect(abs(samples.reduce(0, +) / 4096 - sample / 257) < 0.02)
      }
    }
  }

  @Test(.needsVips) func `pictures of another profile are dithered in it`() throws {
    let gray = Bitmap(width: 64, height: 64, format: .rgb16, uniform: [30_000, 30_000, 30_000])
    try gray.write(to: sandbox.folder.file("c.png"))
    let run = try sandbox.shell(
      """
      vips icc_transform c.png d.tif p3 --depth 16 && cp d.tif e.tif &&
        $TOOL d.tif e.tif -c 2 --dither --contact-sheet s.jpg -q
      """)
    #expect(run.status == 0, "\(run.errors)")
    let sheet = try sandbox.picture("s.jpg")
    let pixel = sheet.samples(column: sheet.width / 4, row: sheet.height / 2)
    #expect(pixel.allSatisfy { abs(Int($0) - 117) <= 3 }, "\(pixel)")
  }
}
