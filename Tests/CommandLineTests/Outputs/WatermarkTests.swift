import Foundation
import TestSupport
import Testing
import TransitionKit

/// A picture over all frames.
@Suite struct WatermarkTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(width: 200, height: 100)
    try Bitmap(filledWith: Color(1, 0, 0), width: 40, height: 20, format: .rgb8)
      .write(to: sandbox.folder.file("logo.png"))
    try Bitmap(filledWith: Color(0, 0, 0), width: 200, height: 100, format: .rgb8)
      .write(to: sandbox.folder.file("k.png"))
  }

  /// The columns and rows of a frame that the mark has changed, and a pixel amid them.
  private func mark(
    _ option: String, in frame: String = "f.png"
  ) throws -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>, red: Float)? {
    let run = try sandbox.run([
      "./k.png", "./k.png", "--watermark", option, "--time", "0.5", "-q", "-o", frame,
    ])
    try #require(run.status == 0, "\(run.errors)")
    return try marked(sandbox.picture(frame))
  }

  private func marked(
    _ picture: Bitmap
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>, red: Float)? {
    let places = (0..<picture.height).flatMap { row in
      (0..<picture.width).filter { picture.pixel(column: $0, row: row).red > 0.001 }
        .map { (column: $0, row: row) }
    }
    let (columns, rows) = (places.map(\.column), places.map(\.row))
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return nil }
    let middle = picture.pixel(column: (left + right) / 2, row: (top + bottom) / 2)
    return (left...right, top...bottom, middle.red)
  }

  @Test func `it has its place, width, margin and opacity`() throws {
    // 12 % of 200, 4 % of 100 from the edges, 70 % of values.
    let usual = try #require(try mark("logo.png"))
    #expect(usual.columns == 172...195 && usual.rows == 84...95)
    #expect(abs(usual.red - Color(0.7, 0, 0).pixel(in: .linear).red) < 0.01)
    let left = try #require(try mark("logo.png:at=top-left:width=20%:margin=0%:opacity=100%"))
    #expect(left.columns == 0...39 && left.rows == 0...19 && left.red == 1)
    let center = try #require(try mark("logo.png:at=center:width=20%"))
    #expect(center.columns == 80...119 && center.rows == 40...59)
    // The middle of the mark, from the bottom left, and never outside.
    let point = try #require(try mark("logo.png:at=50%,30:width=10%"))
    #expect(point.columns == 90...109 && point.rows == 65...74)
    let corner = try #require(try mark("logo.png:at=0,0:width=10%"))
    #expect(corner.columns == 0...19 && corner.rows == 90...99)
  }

  @Test func `a drawing is drawn in its size`() throws {
    let circle =
      "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'>"
      + "<rect x='1' width='4' height='10' fill='red'/></svg>"
    try sandbox.write(Data(circle.utf8), to: "logo.svg")
    let found = try #require(try mark("logo.svg:width=40%:at=center:opacity=100%"))
    // A tenth of eighty pixels: the edges of an enlarged picture would be soft.
    #expect(found.columns == 68...99 && found.rows == 10...89)
    let picture = try sandbox.picture("f.png")
    let edges = [67, 68, 99, 100].map { picture.pixel(column: $0, row: 50).red }
    #expect(edges == [0, 1, 1, 0])
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["x.gif", "x.webp", "x.mkv", "sheet"])
  func `it is over all frames of every output`(_ output: String) throws {
    let base = ["./k.png", "./k.png", "-c", "4", "--watermark", "logo.png", "-q"]
    let words =
      output == "sheet"
      ? ["--contact-sheet", "s.png"]
      : output == "x.mkv"
        ? ["-o", output, "--save-options", "c:v=ffv1"] : ["-o", output]
    try #require(try sandbox.run(base + words).status == 0)
    if output == "sheet" {
      #expect(try marked(sandbox.picture("s.png")) != nil)
      return
    }
    if output == "x.webp" {
      #expect(try marked(sandbox.picture(output)) != nil)
      return
    }
    try #require(try sandbox.shell("ffmpeg -v error -i \(output) f%d.png").status == 0)
    for number in 1...4 { #expect(try marked(sandbox.picture("f\(number).png")) != nil) }
  }

  @Test func `frames of another mark are not taken for its own`() throws {
    let show = ["a.png", "b.png", "-c", "3", "-o", "out/f_##.png", "--skip-existing"]
    func run(_ option: [String]) throws -> Subprocess.Outcome {
      try sandbox.run(show + ["--missing"] + option)
    }
    let mark = ["--watermark", "logo.png:width=20%"]
    let made = try sandbox.run(show + mark)
    try #require(made.status == 0, "\(made.errors)")
    let same = try run(mark)
    #expect(same.status == 0 && same.output == "")
    #expect(try run(["--watermark", "logo.png:width=21%"]).status == 73)
    #expect(try run([]).status == 73)
    try Bitmap(filledWith: Color(0, 1, 0), width: 40, height: 20, format: .rgb8)
      .write(to: sandbox.folder.file("logo.png"))
    #expect(try run(mark).status == 73)
  }

  @Test func `a list has one, beside itself, and is printed with it`() throws {
    try sandbox.makeFolder("in")
    for name in ["a.png", "b.png", "logo.png"] {
      try sandbox.write(sandbox.bytes(name), to: "in/\(name)")
    }
    try sandbox.write(
      Data("--watermark logo.png:at=top --hold 2\na.png\nb.png\n".utf8), to: "in/x.list")
    let printed = try sandbox.run(["@in/x.list", "--print-list"])
    #expect(
      printed.output.contains("--watermark in/logo.png:at=top:width=12%:opacity=70%:margin=4%"),
      "\(printed.output)\(printed.errors)")
    let plan = try sandbox.run(["@in/x.list", "-o", "x.webp", "--dry-run", "--json"])
    #expect(plan.output.contains("\"watermark\": \"in/logo.png:at=top"), "\(plan.errors)")
  }

  @Test func `what is wrong is one line`() throws {
    let show = ["a.png", "b.png", "-o", "x.webp", "--watermark"]
    for (value, text) in [
      ("logo.png:at=middle", "no place"), ("logo.png:width=12", "12%"),
      ("logo.png:width=0%", "percentage"), ("logo.png:size=3%", "width"),
      ("logo.png:at=top:at=left", "twice"), ("", "empty"),
      ("orange", "a picture, not a color"),
    ] { try sandbox.expectFailure(64, text, of: show + [value]) }
    try sandbox.expectFailure(66, "watermark", "none.png", of: show + ["none.png"])
    try sandbox.write(Data("no picture".utf8), to: "no.png")
    try sandbox.expectFailure(65, "no.png", of: show + ["no.png"])
    try sandbox.expectFailure(
      73, "overwrite",
      of: ["a.png", "b.png", "--watermark", "logo.png", "-o", "logo.png", "--time", "0.5"])
    try sandbox.write(Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), to: "x.svg")
    try sandbox.expectFailure(65, "x.svg", of: show + ["x.svg", "--untrusted"])
    #expect(try sandbox.run(show + ["logo.png", "--untrusted"]).status == 0)
  }

  @Test func `threads and shards change no byte`() throws {
    let show = ["a.png", "b.png", "-c", "6", "--watermark", "logo.png:at=left", "-q"]
    for (name, words) in [
      ("one", ["--jobs", "1"]), ("two", ["--jobs", "3", "--shard", "1/2"]),
      ("two", ["--shard", "2/2"]),
    ] {
      try #require(try sandbox.run(show + words + ["-o", "\(name)/f_##.png"]).status == 0)
    }
    let names = try sandbox.names(in: "one")
    #expect(try names.count == 6 && sandbox.names(in: "two") == names)
    for name in names {
      #expect(try sandbox.bytes("one/\(name)") == sandbox.bytes("two/\(name)"))
    }
  }
}
