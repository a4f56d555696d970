import Foundation
import TestSupport
import Testing
import TransitionKit

/// The frames that a run leaves.
@Suite struct SequenceTests {
  @Test(
    arguments: Transitions.all.map { ($0, PixelFormat.rgb8) } + [(Transitions.all[0], .rgba16)])
  func `begins with the source and ends with the target to the bit`(
    filter: Filter, format: PixelFormat
  ) throws {
    // Large enough for the usual lengths, and odd.
    let sandbox = try Sandbox(width: 161, height: 121, format: format)
    let result = try sandbox.render(
      filter.description, ["-c", "3"], output: ["-o", "out", "-b", "f"])
    #expect(result.status == 0 && result.output == "")
    // Accordion fold has nothing to unfold, and says so.
    #expect(filter.unitesSizes == !result.errors.isEmpty, "\(result.errors)")
    #expect(try sandbox.folder.contents(of: "out") == ["f000.tiff", "f001.tiff", "f002.tiff"])
    #expect(try sandbox.picture("out/f000.tiff").difference(from: sandbox.a) == nil)
    #expect(try sandbox.picture("out/f002.tiff").difference(from: sandbox.b) == nil)
    let middle = try sandbox.picture("out/f001.tiff")
    #expect(middle.difference(from: sandbox.a) != nil && middle.difference(from: sandbox.b) != nil)
  }

  @Test func `is 30 TIFF files unless told otherwise`() throws {
    let sandbox = try Sandbox()
    #expect(
      try sandbox.render("dissolve", [], output: ["-o", "deep/er/out", "-b", "f"]).status == 0)
    let names = try sandbox.folder.contents(of: "deep/er/out")
    #expect(names.count == 30 && names.first == "f000.tiff" && names.last == "f029.tiff")
  }

  @Test(arguments: [1, 2, 3, 1001])
  func `has as many frames as --count says`(count: Int) throws {
    let sandbox = try Sandbox(width: 2, height: 2)
    #expect(try sandbox.render("dissolve", ["-c", "\(count)"]).status == 0)
    #expect(try sandbox.folder.contents(of: "out").count == count)
    #expect(try sandbox.picture("out/f000.png").difference(from: sandbox.a) == nil)
    if count > 1000 {
      #expect(try sandbox.picture("out/f1000.png").difference(from: sandbox.b) == nil)
    }
  }

  @Test(
    arguments: [
      ("public.tiff", ".tiff", [0x49, 0x49]), (".png", ".png", [0x89, 0x50]),
      ("public.jpeg", ".jpg", [0xFF, 0xD8]), ("jpeg", ".jpeg", [0xFF, 0xD8]),
      ("webp", ".webp", [0x52, 0x49]), ("ppm", ".ppm", [0x50, 0x36]),
      ("GIF", ".gif", [0x47, 0x49]),
    ])
  func `has the type that -t names`(type: String, suffix: String, magic: [UInt8]) throws {
    let sandbox = try Sandbox()
    let output = ["-o", "out", "-b", "f", "--exportfiletype", type]
    #expect(try sandbox.render("swipe", ["-c", "2"], output: output).status == 0)
    #expect(try sandbox.folder.contents(of: "out") == ["f000\(suffix)", "f001\(suffix)"])
    #expect(try sandbox.bytes("out/f001\(suffix)").prefix(2) == Data(magic))
  }

  @Test(arguments: [(1, 1), (1, 40), (40, 1), (13, 7)])
  func `takes pictures of any size`(width: Int, height: Int) throws {
    let sandbox = try Sandbox(width: width, height: height)
    #expect(try sandbox.render("pagecurl").status == 0)
    let frame = try sandbox.picture("out/f001.png")
    #expect(frame.width == width && frame.height == height)
  }

  @Test func `mixes linear light, or encoded values if told to`() throws {
    let sandbox = try Sandbox()
    try Bitmap(width: 2, height: 2, uniform: [0, 0, 0]).write(to: sandbox.folder.file("black.png"))
    try Bitmap(width: 2, height: 2, uniform: [255, 255, 255])
      .write(to: sandbox.folder.file("white.png"))
    for (option, gray) in [([], 188), (["--working-space", "srgb"], 128)] as [([String], UInt16)] {
      let result = try sandbox.run(
        ["--transitionfilter", "CIDissolve", "-s", "black.png", "-d", "white.png", "--time", "0.5"]
          + ["--output", "\(gray).png"] + option)
      #expect(result.status == 0)
      #expect(try sandbox.picture("\(gray).png").samples(column: 1, row: 1) == [gray, gray, gray])
    }
  }

  @Test func `leads between pictures of different formats`() throws {
    let sandbox = try Sandbox()
    let clear = Bitmap(codedWidth: 33, height: 21, blue: 0.5, format: .rgba16)
    try clear.write(to: sandbox.folder.file("clear.png"))
    let result = try sandbox.run(
      ["--transitionfilter", "dissolve", "-s", "a.png", "-d", "clear.png", "-c", "3"]
        + ["-o", "out", "-b", "f", "-t", "png"])
    #expect(result.status == 0)
    #expect(try sandbox.picture("out/f001.png").format == .rgba16)
    #expect(try sandbox.picture("out/f002.png").difference(from: clear) == nil)
    // The first one is opaque, so reading it drops its alpha.
    let first = try sandbox.picture("out/f000.png")
    #expect(first.samples == sandbox.a.samples.map { $0 * 257 })
  }

  @Test func `flattens transparent pixels on the background in a JPEG`() throws {
    let sandbox = try Sandbox()
    try Bitmap(width: 16, height: 16, format: .rgba8, uniform: [9, 9, 9, 0])
      .write(to: sandbox.folder.file("clear.png"))
    for (option, red) in [([], 0), (["--background", "#f00"], 255)] as [([String], Int)] {
      let result = try sandbox.run(
        ["--transitionfilter", "dissolve", "-s", "clear.png", "-d", "clear.png", "--time", "0"]
          + ["--output", "\(red).jpg"] + option)
      #expect(result.status == 0)
      let pixel = try sandbox.picture("\(red).jpg").samples(column: 8, row: 8)
      #expect(abs(Int(pixel[0]) - red) < 4 && pixel[1] < 4)
    }
  }

  @Test func `has the size of the source or that of --size`() throws {
    let sandbox = try Sandbox()
    try Bitmap(codedWidth: 50, height: 60, blue: 1).write(to: sandbox.folder.file("large.png"))
    let arguments = [
      "--transitionfilter", "swipe", "--extent", "-100,-100,9000,9000", "-s", "a.png",
      "-d", "large.png", "-c", "2", "-t", "png", "-b", "f",
    ]
    let result = try sandbox.run(arguments + ["-o", "out"])
    #expect(result.status == 0)
    #expect(result.errors.contains("large.png loses 47 % of its height to --fit cover"))
    #expect(result.errors.split(separator: "\n").count == 1)
    let frame = try sandbox.picture("out/f001.png")
    #expect((frame.width, frame.height) == (33, 21))
    let quiet = try sandbox.run(arguments + ["-o", "sized", "--size", "20x10", "--fit", "stretch"])
    #expect(quiet.status == 0 && quiet.errors == "")
    let sized = try sandbox.picture("sized/f000.png")
    #expect((sized.width, sized.height) == (20, 10))
  }

  @Test(
    .needsVips,
    arguments: ["png", "jpg", "tiff"])
  func `keeps a profile that both pictures have`(type: String) throws {
    let sandbox = try Sandbox()
    for name in ["a", "b"] {
      try VipsTool.run(
        ["icc_transform", "\(name).png", "\(name)3.png", "p3", "--input-profile", "srgb"],
        in: sandbox.folder)
    }
    let result = try sandbox.run(
      ["--transitionfilter", "dissolve", "-s", "a3.png", "-d", "b3.png", "-c", "2"]
        + ["-o", "out", "-b", "f", "-t", type])
    #expect(result.status == 0)
    try VipsTool.run(["copy", "out/f000.\(type)", "kept.v"], in: sandbox.folder)
    #expect(try sandbox.bytes("kept.v").range(of: Data("icc-profile-data".utf8)) != nil)
    // Reading it brings the colors back to those of the original.
    let read = try sandbox.picture("out/f000.\(type)").samples
    let differences = zip(read, sandbox.a.samples).map { abs(Int($0) - Int($1)) }
    #expect(differences.filter { $0 > 12 }.count < differences.count / 20)
  }
}
