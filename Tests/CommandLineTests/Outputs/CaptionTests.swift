import Foundation
import TestSupport
import Testing
import TransitionKit

/// Words over pictures, in frames of the tool.
@Suite struct CaptionTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 320, height: 180) }

  private static let show = ["a.png", "b.png", "--size", "320x180", "--hold", "12", "-c", "5"]

  /// The frames that a command line makes.
  private func frames(_ words: [String], in name: String = "out") throws -> [String: Data] {
    let run = try sandbox.run(words + ["-q", "-o", "\(name)/f_###.png"])
    try #require(run.status == 0, "\(run.errors)")
    return Dictionary(
      uniqueKeysWithValues: try sandbox.names(in: name).map {
        ($0, try sandbox.bytes("\(name)/\($0)"))
      })
  }

  /// The numbers of the frames that differ.
  private func differences(_ a: [String: Data], _ b: [String: Data]) -> [Int] {
    a.keys.sorted().enumerated().filter { a[$1] != b[$1] }.map(\.offset)
  }

  @Test func `a caption is over the frames that show its picture alone`() throws {
    let plain = try frames(Self.show, in: "plain")
    let captioned = try frames(Self.show + ["--caption", "Boats"], in: "captioned")
    // Twelve, three of the transition, and twelve.
    #expect(differences(plain, captioned) == Array(0..<12) + Array(15..<27))
    // Between its fades of a quarter all are the same.
    #expect(Set((3..<9).map { captioned["f_00\($0).png"] }).count == 1)
    #expect(captioned["f_000.png"] != captioned["f_001.png"])
    // It has the lower part of the frame.
    let (before, after) = (
      try sandbox.picture("plain/f_005.png"), try sandbox.picture("captioned/f_005.png")
    )
    #expect(before.samples[..<(320 * 90 * 3)] == after.samples[..<(320 * 90 * 3)])
  }

  @Test func `pictures that are not held have their words in all of their frames`() throws {
    let show = ["a.png", "b.png", "-c", "7"]
    let plain = try frames(show, in: "plain")
    let captioned = try frames(show + ["--caption", "Boats"], in: "captioned")
    #expect(differences(plain, captioned) == Array(0..<7))
  }

  @Test func `threads and parts change no byte`() throws {
    let show = Self.show + ["--caption", "{name} & {number}", "--pan-zoom", "auto", "--title", "T"]
    let whole = try frames(show + ["--jobs", "1"], in: "whole")
    let threads = try frames(show + ["--jobs", "4"], in: "threads")
    #expect(whole == threads)
    var parts: [String: Data] = [:]
    for part in ["3/3", "1/3", "2/3"] {
      parts.merge(
        try frames(show + ["--shard", part], in: "part\(part.prefix(1))")
      ) { $1 }
    }
    #expect(whole == parts)
  }

  @Test func `another text makes its own frames again`() throws {
    try sandbox.write(Data("a.png --caption One\nb.png --caption Two\n".utf8), to: "one.list")
    try sandbox.write(Data("a.png --caption One\nb.png --caption 2\n".utf8), to: "two.list")
    let options = ["--size", "320x180", "--hold", "12", "-c", "5", "-o", "out/f_###.png"]
    try #require(try sandbox.run(["@one.list"] + options + ["--skip-existing"]).status == 0)
    let missing = try sandbox.run(["@two.list"] + options + ["--skip-existing", "--missing"])
    #expect(missing.output == "15-26\n", "\(missing.output)")
    let second = try sandbox.run(["@two.list"] + options + ["--skip-existing"])
    #expect(second.status == 0, "\(second.errors)")
    let fresh = try frames(["@two.list"] + Array(options.dropLast(2)), in: "fresh")
    for (name, bytes) in fresh { #expect(try sandbox.bytes("out/\(name)") == bytes) }
  }

  @Test func `a printed list has its words`() throws {
    try sandbox.write(
      Data(
        #"""
        --caption 'It'\''s {name}\n<b> & \\'
        title:'Lisbon\nMay' --hold 12
        a.png --caption none --title "A \"title\""
        b.png --caption-at top-left --caption-style box --text-color red --text-size 8%
        """#.utf8), to: "words.list")
    let options = ["--size", "320x180", "--hold", "12", "-c", "5"]
    let printed = try sandbox.run(["@words.list"] + options + ["--print-list"])
    try #require(printed.status == 0, "\(printed.errors)")
    try sandbox.write(Data(printed.output.utf8), to: "printed.list")
    #expect(
      try frames(["@words.list"] + options, in: "one") == frames(["@printed.list"], in: "two"))
    let again = try sandbox.run(["@printed.list", "--print-list"])
    #expect(again.output == printed.output)
  }

  @Test func `nothing behind dark words is darker than the picture`() throws {
    try Bitmap(width: 320, height: 180, uniform: [119, 119, 119])
      .write(to: sandbox.folder.file("gray.png"))
    let samples = try ["plain", "shadow", "box", "scrim"].map { style in
      let run = try sandbox.run([
        "gray.png", "--hold", "2s", "--time", "1s", "--caption", "MMMM", "--text-color", "black",
        "--caption-style", style, "--output", "\(style).png",
      ])
      #expect(run.status == 0, "\(run.errors)")
      return try sandbox.picture("\(style).png").samples
    }
    for styled in samples.dropFirst() {
      #expect(zip(samples[0], styled).allSatisfy { $0 <= $1 })
    }
    #expect(samples[2].contains { $0 > 230 })
  }

  /// The contrast of almost white words with what is just around them, for all but a twentieth of
  /// its pixels; the mask is the words over black.
  private func contrast(_ frame: Bitmap, _ mask: Bitmap) -> Float {
    func luminance(_ bitmap: Bitmap, _ column: Int, _ row: Int) -> Float {
      let pixel = bitmap.pixel(column: column, row: row)
      return 0.2126 * pixel.red + 0.7152 * pixel.green + 0.0722 * pixel.blue
    }
    var lights: [Float] = []
    for row in 2..<frame.height - 2 {
      for column in 2..<frame.width - 2 where luminance(mask, column, row) < 0.02 {
        let isNear = (-1...1).contains { y in
          (-1...1).contains { x in luminance(mask, column + x, row + y) > 0.45 }
        }
        if isNear { lights.append(luminance(frame, column, row)) }
      }
    }
    lights.sort()
    return lights.count > 50 ? 0.96 / (lights[lights.count * 19 / 20] + 0.05) : 0
  }

  @Test(arguments: ["white", "snow", "noise", "checkers"]) func `words are legible on`(
    _ picture: String
  ) throws {
    var random = SplitMix64(seed: 1)
    let (width, height) = (640, 360)
    var samples: [UInt16] = []
    for row in 0..<height {
      for column in 0..<width {
        let code: UInt16 =
          switch picture {
          case "white": 255
          case "snow": UInt16.random(in: 225...255, using: &random)
          case "noise": UInt16.random(in: 0...255, using: &random)
          default: (row / 8 + column / 8) % 2 == 0 ? 255 : 0
          }
        samples += [code, code, code]
      }
    }
    let bitmap = Bitmap(width: width, height: height, format: .rgb8, samples: samples)
    try bitmap.write(to: sandbox.folder.file("p.png"))
    let black = Bitmap(
      filledWith: .black, width: width, height: height, format: .rgb8)
    try black.write(to: sandbox.folder.file("black.png"))
    let words = ["--hold", "20", "--caption", "Waiting for the postman", "--time", "0.3s"]
    let runs = [
      ["p.png"] + words + ["-o", "one.png"],
      ["./black.png", "--caption-style", "plain"] + words + ["-o", "mask.png"],
    ]
    for run in runs { try #require(try sandbox.run(run).status == 0) }
    let found = contrast(try sandbox.picture("one.png"), try sandbox.picture("mask.png"))
    #expect(found >= 4.5, "\(found)")
  }

  @Test(arguments: ["white", "1,1,1,0.5"])
  func `words are legible where a picture shows the background`(_ background: String) throws {
    var samples: [UInt16] = []
    for _ in 0..<360 {
      for column in 0..<640 { samples += [0, 0, 0, column < 320 ? 0 : 255] }
    }
    try Bitmap(
      width: 640, height: 360, format: PixelFormat(depth: .eight, hasAlpha: true), samples: samples
    ).write(to: sandbox.folder.file("half.png"))
    try Bitmap(filledWith: .black, width: 640, height: 360, format: .rgb8)
      .write(to: sandbox.folder.file("black.png"))
    let words = ["--hold", "20", "--caption", "Waiting for the postman", "--time", "0.3s"]
    let runs = [
      ["half.png", "--background", background] + words + ["-o", "one.jpg"],
      ["./black.png", "--caption-style", "plain"] + words + ["-o", "mask.png"],
    ]
    for run in runs { try #require(try sandbox.run(run).status == 0) }
    let found = contrast(try sandbox.picture("one.jpg"), try sandbox.picture("mask.png"))
    #expect(found >= 4.5, "\(found)")
  }

  @Test func `titles are large, and go from clips`() throws {
    let run = try sandbox.run([
      "title:The End", "title:more", "--size", "320x180", "--hold", "9", "-c", "5", "--background",
      "white", "-o", "out/f_##.png",
    ])
    try #require(run.status == 0, "\(run.errors)")
    let frame = try sandbox.picture("out/f_04.png")
    // Almost black letters on white.
    let dark = (0..<180).filter { row in
      (0..<320).contains { frame.pixel(column: $0, row: row).green < 0.1 }
    }
    #expect(dark.count > 10 && abs((dark.first ?? 0) + (dark.last ?? 0) - 180) < 30)
  }

  @Test func `a remark tells of a title that is hard to read`() throws {
    for (colors, isHard) in [("white", true), ("black", false)] {
      let run = try sandbox.run([
        "title:The End", "--hold", "2s", "--time", "1s", "--size", "160x90", "--background",
        "white", "--text-color", colors, "-o", "\(colors).png",
      ])
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.errors.contains("is hard to read on title:The End") == isHard,
        "\(run.errors)")
    }
  }

  @Test func `a color of words outside the range is clamped, once said`() throws {
    let run = try sandbox.run([
      "a.png", "b.png", "-c", "2", "--text-color", "2,0.5,0", "--caption", "Hi", "-o", "c%d.png",
    ])
    #expect(run.status == 0)
    let warning = "warning: --text-color 2,0.5,0,1 is outside its range: 1,0.5,0,1 is used"
    #expect(run.errors.split(separator: "\n").count { $0.contains(warning) } == 1, "\(run.errors)")
  }

  @Test func `bands lie below all words of a picture`() throws {
    try Bitmap(width: 320, height: 180, uniform: [255, 255, 255])
      .write(to: sandbox.folder.file("white.png"))
    func brightest(_ name: String, _ options: [String]) throws -> (light: Float, errors: String) {
      let run = try sandbox.run(
        ["white.png", "--hold", "2s", "--time", "1s", "--title", "MMM", "-o", name] + options)
      #expect(run.status == 0, "\(run.errors)")
      let frame = try sandbox.picture(name)
      // The upper half of the title, above the words of a caption in the middle.
      let lights = (72..<86).flatMap { row in
        (0..<320).map { frame.pixel(column: $0, row: row).green }
      }
      return (lights.max() ?? 0, run.errors)
    }
    let alone = try brightest("one.png", [])
    let both = try brightest("two.png", ["--caption", "m", "--caption-at", "left"])
    #expect(alone.light > 0.85 && both.light > alone.light - 0.01, "\(alone) \(both)")
    #expect(!both.errors.contains("lie over each other"))
    let over = try brightest("three.png", ["--caption", "m", "--caption-at", "center"])
    #expect(
      over.errors.contains(
        "the title and the caption of white.png lie over each other: --caption-at"))
  }

  @Test func `letters that are higher than others stay in the frame`() throws {
    try Bitmap(filledWith: .black, width: 320, height: 180, format: .rgb8)
      .write(to: sandbox.folder.file("black.png"))
    // A pile of marks, at the upper edge and where there is room.
    let pile = "e" + String(repeating: "\u{302}", count: 6)
    let rows = try ["top", "center"].map { place in
      let run = try sandbox.run([
        "./black.png", "--hold", "2s", "--time", "1s", "--caption", pile, "--caption-at", place,
        "--text-size", "25%", "--caption-style", "plain", "-o", "tall.png",
      ])
      #expect(run.status == 0, "\(run.errors)")
      let frame = try sandbox.picture("tall.png")
      return (0..<180).count { row in
        (0..<320).contains { frame.pixel(column: $0, row: row).green > 0.1 }
      }
    }
    #expect(rows[0] > 40 && rows[0] == rows[1], "\(rows)")
  }

  @Test(.needs("vips")) func `what files say of their pictures is found`() throws {
    // A JPEG file with XMP, which libvips copies.
    let packet = Data(
      "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><dc:description>Boats</dc:description></x:xmpmeta>"
        .utf8)
    try #require(try sandbox.run(["a.png", "b.png", "-c", "1", "-o", "x.jpg"]).status == 0)
    var bytes = try sandbox.bytes("x.jpg")
    bytes.insert(contentsOf: Data([0xFF, 0xE1, 0, UInt8(packet.count + 2)]) + packet, at: 2)
    try sandbox.write(bytes, to: "x.jpg")
    try #require(try sandbox.shell("vips copy x.jpg x.avif").status == 0)
    // A gray pixel, with ImageDescription.
    func entry(_ tag: UInt8, _ type: UInt8, _ count: UInt8, _ value: [UInt8]) -> Data {
      Data([tag, 1, type, 0, count, 0, 0, 0] + value)
    }
    let entries = [
      entry(0, 3, 1, [1, 0, 0, 0]), entry(1, 3, 1, [1, 0, 0, 0]), entry(2, 3, 1, [8, 0, 0, 0]),
      entry(3, 3, 1, [1, 0, 0, 0]), entry(6, 3, 1, [1, 0, 0, 0]),
      entry(14, 2, 4, Array("Sea\0".utf8)),
      entry(17, 4, 1, [8, 0, 0, 0]), entry(22, 3, 1, [1, 0, 0, 0]), entry(23, 4, 1, [1, 0, 0, 0]),
    ]
    try sandbox.write(
      Data([0x49, 0x49, 42, 0, 10, 0, 0, 0, 0x80, 0, 9, 0]) + entries.reduce(Data(), +)
        + Data([0, 0, 0, 0]), to: "x.tif")
    let run = try sandbox.run([
      "x.avif", "x.tif", "--caption", "{description}", "--dry-run", "--json", "-o", "f.webp",
    ])
    for words in ["Boats", "Sea"] {
      #expect(run.output.contains("\"text\": \"\(words)\""), "\(run.output) \(run.errors)")
    }
  }

  @Test func `a caption without words is none`() throws {
    let result = try sandbox.run(["a.png", "b.png", "-c", "2", "--caption", " ", "-o", "n%d.png"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test(.needs("fc-match")) func `a font of a file draws words, and is known by its content`()
    throws
  {
    let found = try sandbox.shell(
      "cp \"$(fc-match -f '%{file}' 'DejaVu Serif')\" one.ttf && cp "
        + "\"$(fc-match -f '%{file}' 'DejaVu Sans Mono')\" two.ttf")
    try #require(found.status == 0)
    let show =
      ["a.png", "b.png", "--size", "320x180", "--hold", "12", "-c", "5"] + ["--caption", "Boats"]
    let plain = try frames(show, in: "plain")
    let one = try frames(show + ["--font-file", "one.ttf"], in: "one")
    let two = try frames(show + ["--font-file", "two.ttf"], in: "two")
    #expect(differences(plain, one).count > 20 && differences(one, two).count > 20)
    // It is not another weight of its family, which may be installed.
    let bold = try sandbox.shell(
      "cp \"$(fc-match -f '%{file}' 'DejaVu Serif:bold')\" bold.ttf && ! cmp -s bold.ttf one.ttf")
    try #require(bold.status == 0)
    let three = try frames(show + ["--font-file", "bold.ttf"], in: "three")
    #expect(differences(one, three).count > 20)
    let options = show + ["--font-file", "two.ttf", "-o", "kept/f_###.png", "--skip-existing"]
    try #require(try sandbox.run(options).status == 0)
    #expect(try sandbox.run(options + ["--missing"]).output == "")
    try sandbox.write(sandbox.bytes("one.ttf"), to: "two.ttf")
    #expect(try sandbox.run(options + ["--missing"]).output != "")
    for (bytes, status) in [(Data("no font".utf8), 65), (Data(), 65)] {
      try sandbox.write(bytes, to: "no.ttf")
      try sandbox.expectFailure(
        status, "no.ttf", of: show + ["--font-file", "no.ttf", "-o", "x.webp"])
    }
    try sandbox.expectFailure(
      66, "none.ttf", of: show + ["--font-file", "none.ttf", "-o", "x.webp"])
    // With one that is packed, as for the web, Pango does not draw.
    try sandbox.write(
      Data(EditedFont.packedForTheWeb([UInt8](sandbox.bytes("bold.ttf")))), to: "bold.woff")
    try sandbox.expectFailure(
      65, "bold.woff: it is no font of TrueType",
      of: show + ["--font-file", "bold.woff", "-o", "x.webp"])
    // Without outlines it draws nothing; without a table of characters, boxes; without the number
    // of its glyphs, another font would.
    var bytes = [UInt8](try sandbox.bytes("bold.ttf"))
    func rename(_ table: String) throws {
      let start = try #require(bytes.firstRange(of: Array(table.utf8))).lowerBound
      bytes[start] = UInt8(ascii: "x")
      try sandbox.write(Data(bytes), to: "bad.ttf")
      bytes[start] = table.utf8.first ?? 0
    }
    try rename("glyf")
    try sandbox.expectFailure(
      65, "bad.ttf: it draws no letters", of: show + ["--font-file", "bad.ttf", "-o", "x.webp"])
    try rename("maxp")
    try sandbox.expectFailure(
      65, "bad.ttf: it has no number of glyphs",
      of: show + ["--font-file", "bad.ttf", "-o", "x.webp"])
    try rename("cmap")
    let run = try sandbox.run(show + ["--font-file", "bad.ttf", "-o", "x.webp"])
    #expect(
      run.errors.contains("no font has 'B' (U+42) and 4 more of the caption"), "\(run.errors)")
    // Nor with names of glyphs, by which characters could be found: their table is of version 3.
    let entry = try #require(bytes.firstRange(of: Array("post".utf8))).lowerBound
    let post = bytes[(entry + 8)..<(entry + 12)].reduce(0) { $0 << 8 | Int($1) }
    bytes.replaceSubrange(post..<(post + 4), with: [0, 3, 0, 0])
    try rename("cmap")
    try sandbox.expectFailure(
      65, "bad.ttf: it has no table of characters",
      of: show + ["--font-file", "bad.ttf", "-o", "x.webp"])
  }

  @Test(.needs("fc-match")) func `a font that is not installed is an error`() throws {
    let show = ["a.png", "b.png", "--caption", "Boats", "--hold", "1s", "-o", "x.webp"]
    try sandbox.expectFailure(
      69, "no font of the family 'DejaVu Sanx' is installed (did you mean 'DejaVu Sans'?)",
      of: show + ["--font", "DejaVu Sanx"])
    try sandbox.expectFailure(69, "'Nobody' or 'Noone'", of: show + ["--font", "Nobody, Noone"])
    try sandbox.write(Data("a.png --font Nobody\nb.png\n".utf8), to: "x.list")
    try sandbox.expectFailure(69, "x.list:1:1: ", of: ["@x.list"] + show[2...])
    for names in ["Nobody, dejavu sans", "sans-serif"] {
      let run = try sandbox.run(show + ["--font", names, "-q"])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }
  }

  @Test func `the run's title is over colors, too`() throws {
    let run = try sandbox.run([
      "#203040", "#303030", "--title", "Hello", "--size", "320x180", "--time", "1.5s", "-q", "-o",
      "t.png",
    ])
    try #require(run.status == 0, "\(run.errors)")
    let picture = try sandbox.picture("t.png")
    let light = (0..<320).map { picture.pixel(column: $0, row: 90).green }.max() ?? 0
    #expect(light > 0.5)
  }

  // What is seen of the longest word may fit where its letters do not.
  @Test(.needs("fc-match"), arguments: ["180x320", "200x200"])
  func `a title is in the middle, whatever room its letters take`(_ size: String) throws {
    let found = try sandbox.shell("cat \"$(fc-match -f '%{file}' 'DejaVu Serif')\" >one.ttf")
    try #require(found.status == 0)
    try sandbox.write(Data(EditedFont.widened([UInt8](sandbox.bytes("one.ttf")))), to: "wide.ttf")
    let run = try sandbox.run([
      "#404040", "black", "--transition", "cut", "--hold", "4s", "--time", "2s", "--size", size,
      "--caption-style", "plain", "--text-size", "5%", "--font-file", "wide.ttf", "-o", "t.png",
      "--title", "HHHHHHHH HHHHHHHH HHH HHHHHHH HHHHH H HHHHHHH HHHHHH", "-q",
    ])
    try #require(run.status == 0, "\(run.errors)")
    let picture = try sandbox.picture("t.png")
    let ground = picture.pixel(column: 0, row: 0).green
    let rows = (0..<picture.height).filter { row in
      (0..<picture.width).contains { picture.pixel(column: $0, row: row).green != ground }
    }
    let (first, last) = (try #require(rows.first), try #require(rows.last))
    #expect(abs(first - (picture.height - 1 - last)) <= 4)
  }

  @Test func `a long line does not push out another one`() throws {
    let words = "A long description of a day at the sea with all of the family and the old dog"
    let show = ["a.png", "b.png", "--size", "320x180", "--hold", "12", "-c", "5"]
    for (caption, isCut) in [("\(words)\\n5 May", false), ("\(words), \(words)\\n5 May", true)] {
      let run = try sandbox.run(show + ["--caption", caption, "-o", "f_##.png"])
      #expect(run.status == 0 && run.errors.contains("cut off") == isCut, "\(run.errors)")
      // Its last line is narrow, as the date is.
      let picture = try sandbox.picture("f_05.png")
      func extent(_ rows: Range<Int>) -> Int {
        let columns = (0..<320).filter { column in
          rows.contains { picture.pixel(column: column, row: $0).green > 0.7 }
        }
        return (columns.last ?? 0) - (columns.first ?? 0)
      }
      let last = (60..<180).last { extent($0..<$0 + 1) > 4 } ?? 0
      #expect(extent(last - 4..<last + 1) < 60)
    }
  }

  @Test func `without a font there are no words`() throws {
    try sandbox.makeFolder("fonts")
    let folder = sandbox.folder.file("fonts")
    let settings =
      "<?xml version='1.0'?><fontconfig><dir>\(folder)</dir><cachedir>\(folder)</cachedir></fontconfig>"
    try sandbox.write(Data(settings.utf8), to: "fonts.conf")
    let environment = ["FONTCONFIG_FILE": sandbox.folder.file("fonts.conf")]
    let show = ["a.png", "b.png", "-c", "3", "-o", "x.webp", "-q"]
    let result = try sandbox.run(show + ["--caption", "Boats"], environment: environment)
    #expect(result.status == 69 && result.errors.contains("fonts-noto-core"), "\(result.errors)")
    #expect(try sandbox.run(show, environment: environment).status == 0)
  }

  @Test func `a character that no font has is named`() throws {
    let show = ["a.png", "b.png", "-c", "3", "-o", "x.webp"]
    let lacking = try sandbox.run(show + ["--caption", "b\u{E123} \u{10FFFD}"])
    #expect(
      lacking.errors.contains("no font has '\u{E123}' (U+E123) and 1 more of the caption of a.png"),
      "\(lacking.errors)")
    let whole = try sandbox.run(show + ["--caption", "été Ω ж —"])
    #expect(whole.status == 0 && !whole.errors.contains("no font"), "\(whole.errors)")
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `the band over a clip is that of its brightest frame`()
    throws
  {
    try sandbox.ffmpeg(
      "-f lavfi -i color=black:s=320x180:r=25:d=4 -vf 'drawbox=t=fill:color=white:enable=gt(t\\,2)' "
        + "-pix_fmt yuv420p c.mp4")
    let words = ["c.mp4", "--caption", "Boats"]
    // The same for each part of the show.
    let whole = try frames(words, in: "whole")
    let part = try frames(words + ["--frames", "60-70"], in: "part")
    for (name, bytes) in part { #expect(whole[name] == bytes) }
    let bright = try sandbox.picture("whole/f_080.png")
    let light = bright.pixel(column: 5, row: 160).green
    // White words need black that leaves a sixth of the light.
    #expect(light > 0.14 && light < 0.18, "\(light)")
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a moving clip's band is that of what is seen`()
    throws
  {
    try sandbox.ffmpeg(
      "-f lavfi -i color=black:s=640x360:r=25:d=4 -vf drawbox=h=180:t=fill:color=white "
        + "-pix_fmt yuv420p c.mp4")
    // From its white half to its black one.
    let clip = "c.mp4:pan-zoom=0,50%,50%,50%>0,0,50%,50%"
    _ = try frames([clip, "--size", "320x180", "--caption", "Boats"], in: "out")
    let light = try sandbox.picture("out/f_010.png").pixel(column: 5, row: 160).green
    #expect(light > 0.14 && light < 0.25, "\(light)")
  }

  @Test func `what is wrong with a text is one line`() throws {
    try sandbox.expectFailure(64, "{nam}", "{name}", of: Self.show + ["--caption", "{nam}"])
    try sandbox.expectFailure(
      64, "2001 characters", of: Self.show + ["--caption", String(repeating: "x", count: 2001)])
    try sandbox.expectFailure(64, "no field", of: ["title:{city}", "a.png", "-o", "o"])
    try sandbox.write(Data("a.png --caption one\\ntwo\nb.png\n".utf8), to: "n.list")
    try sandbox.expectFailure(64, "n.list:1", "quotes", of: ["@n.list", "-o", "o"])
  }
}
