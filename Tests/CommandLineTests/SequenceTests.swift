import Foundation
import TestSupport
import Testing
import TransitionKit

/// The frames that a run leaves.
@Suite("A sequence on disk") struct SequenceTests {
  @Test(
    "A1: begins with the source and ends with the target, to the bit", arguments: Transitions.all,
    [PixelFormat.rgb8, .rgba16])
  func ends(filter: Filter, format: PixelFormat) throws {
    // Large enough for the usual lengths, and odd.
    let shop = try Workshop(width: 241, height: 181, format: format)
    let result = try shop.render(
      filter.description, ["-c", "3"], output: ["-o", "out", "-b", "f"])
    #expect(result.status == 0 && result.output == "" && result.errors == "")
    #expect(try shop.folder.contents(of: "out") == ["f000.tiff", "f001.tiff", "f002.tiff"])
    #expect(try shop.picture("out/f000.tiff").difference(from: shop.a) == nil)
    #expect(try shop.picture("out/f002.tiff").difference(from: shop.b) == nil)
    let middle = try shop.picture("out/f001.tiff")
    #expect(middle.difference(from: shop.a) != nil && middle.difference(from: shop.b) != nil)
  }

  @Test("has 30 TIFF files unless told otherwise")
  func defaults() throws {
    let shop = try Workshop()
    #expect(try shop.render("dissolve", [], output: ["-o", "deep/er/out", "-b", "f"]).status == 0)
    let names = try shop.folder.contents(of: "deep/er/out")
    #expect(names.count == 30 && names.first == "f000.tiff" && names.last == "f029.tiff")
  }

  @Test("A2: has as many frames as are asked for", arguments: [1, 2, 3, 1001])
  func counts(count: Int) throws {
    let shop = try Workshop(width: 2, height: 2)
    #expect(try shop.render("dissolve", ["-c", "\(count)"]).status == 0)
    #expect(try shop.folder.contents(of: "out").count == count)
    #expect(try shop.picture("out/f000.png").difference(from: shop.a) == nil)
    if count > 1000 {
      #expect(try shop.picture("out/f1000.png").difference(from: shop.b) == nil)
    }
  }

  @Test(
    "E9: is of the type that is asked for",
    arguments: [
      ("public.tiff", ".tiff", [0x49, 0x49]), (".png", ".png", [0x89, 0x50]),
      ("public.jpeg", ".jpg", [0xFF, 0xD8]), ("jpeg", ".jpeg", [0xFF, 0xD8]),
      ("webp", ".webp", [0x52, 0x49]), ("ppm", ".ppm", [0x50, 0x36]),
      ("GIF", ".gif", [0x47, 0x49]),
    ])
  func types(type: String, suffix: String, magic: [UInt8]) throws {
    let shop = try Workshop()
    let output = ["-o", "out", "-b", "f", "--exportfiletype", type]
    #expect(try shop.render("swipe", ["-c", "2"], output: output).status == 0)
    #expect(try shop.folder.contents(of: "out") == ["f000\(suffix)", "f001\(suffix)"])
    #expect(try shop.bytes("out/f001\(suffix)").prefix(2) == Data(magic))
  }

  @Test("D1: is made of pictures of any size", arguments: Transitions.all)
  func sizes(filter: Filter) throws {
    for (width, height) in [(1, 1), (1, 40), (40, 1), (13, 7)] {
      let shop = try Workshop(width: width, height: height)
      #expect(try shop.render(filter.description).status == 0)
      let frame = try shop.picture("out/f001.png")
      #expect(frame.width == width && frame.height == height)
    }
  }

  @Test("E4, E13: is the same twice, whatever the number of threads", arguments: Transitions.all)
  func reproducible(filter: Filter) throws {
    let shop = try Workshop(width: 90, height: 140)
    let runs = [("x", "1", [:]), ("y", "3", ["VIPS_CONCURRENCY": "5", "LC_ALL": "de_DE.UTF-8"])]
    for (name, jobs, environment) in runs {
      let result = try shop.render(
        filter.description, ["-c", "4", "--jobs", jobs],
        output: ["-o", name, "-b", "f", "-t", "png"], environment: environment)
      #expect(result.status == 0)
    }
    for frame in 0..<4 {
      let name = "f00\(frame).png"
      #expect(try shop.bytes("x/\(name)") == shop.bytes("y/\(name)"), "\(name)")
    }
  }

  @Test("B7: mixes in linear light, or in encoded values if told to")
  func workingSpace() throws {
    let shop = try Workshop()
    try Bitmap(width: 2, height: 2, uniform: [0, 0, 0]).write(to: shop.folder.file("black.png"))
    try Bitmap(width: 2, height: 2, uniform: [255, 255, 255])
      .write(to: shop.folder.file("white.png"))
    for (option, grey) in [([], 188), (["--working-space", "srgb"], 128)] as [([String], UInt16)] {
      let result = try shop.run(
        ["--transitionfilter", "dissolve", "-s", "black.png", "-d", "white.png", "--time", "0.5"]
          + ["--output", "\(grey).png"] + option)
      #expect(result.status == 0)
      #expect(try shop.picture("\(grey).png").samples(column: 1, row: 1) == [grey, grey, grey])
    }
  }

  @Test("B3: may go between pictures of different kinds")
  func mixture() throws {
    let shop = try Workshop()
    let clear = Bitmap(codedWidth: 33, height: 21, blue: 0.5, format: .rgba16)
    try clear.write(to: shop.folder.file("clear.png"))
    let result = try shop.run(
      ["--transitionfilter", "dissolve", "-s", "a.png", "-d", "clear.png", "-c", "3"]
        + ["-o", "out", "-b", "f", "-t", "png"])
    #expect(result.status == 0)
    #expect(try shop.picture("out/f001.png").format == .rgba16)
    #expect(try shop.picture("out/f002.png").difference(from: clear) == nil)
    // The first one is opaque, so reading it drops its alpha.
    let first = try shop.picture("out/f000.png")
    #expect(first.samples == shop.a.samples.map { $0 * 257 })
  }

  @Test("B6: flattens transparent pixels on the background in a JPEG")
  func background() throws {
    let shop = try Workshop()
    try Bitmap(width: 16, height: 16, format: .rgba8, uniform: [9, 9, 9, 0])
      .write(to: shop.folder.file("clear.png"))
    for (option, red) in [([], 0), (["--background", "#f00"], 255)] as [([String], Int)] {
      let result = try shop.run(
        ["--transitionfilter", "dissolve", "-s", "clear.png", "-d", "clear.png", "--time", "0"]
          + ["--output", "\(red).jpg"] + option)
      #expect(result.status == 0)
      let pixel = try shop.picture("\(red).jpg").samples(column: 8, row: 8)
      #expect(abs(Int(pixel[0]) - red) < 4 && pixel[1] < 4)
    }
  }

  @Test("D4, D8: has the size of the source, or the one that is asked for")
  func size() throws {
    let shop = try Workshop()
    try Bitmap(codedWidth: 50, height: 60, blue: 1).write(to: shop.folder.file("large.png"))
    let arguments = [
      "--transitionfilter", "swipe", "--extent", "-100,-100,9000,9000", "-s", "a.png",
      "-d", "large.png", "-c", "2", "-t", "png", "-b", "f",
    ]
    let result = try shop.run(arguments + ["-o", "out"])
    #expect(result.status == 0)
    #expect(result.errors.contains("50x60") && result.errors.contains("--fit"))
    #expect(result.errors.split(separator: "\n").count == 1)
    let frame = try shop.picture("out/f001.png")
    #expect((frame.width, frame.height) == (33, 21))
    let quiet = try shop.run(arguments + ["-o", "sized", "--size", "20x10", "--fit", "stretch"])
    #expect(quiet.status == 0 && quiet.errors == "")
    let sized = try shop.picture("sized/f000.png")
    #expect((sized.width, sized.height) == (20, 10))
  }

  @Test(
    "E5: keeps a profile that both pictures have",
    .enabled(if: VipsTool.path != nil, Comment(rawValue: VipsTool.advice)),
    arguments: ["png", "jpg", "tiff"])
  func profile(type: String) throws {
    let shop = try Workshop()
    for name in ["a", "b"] {
      try VipsTool.run(
        ["icc_transform", "\(name).png", "\(name)3.png", "p3", "--input-profile", "srgb"],
        in: shop.folder)
    }
    let result = try shop.run(
      ["--transitionfilter", "dissolve", "-s", "a3.png", "-d", "b3.png", "-c", "2"]
        + ["-o", "out", "-b", "f", "-t", type])
    #expect(result.status == 0)
    try VipsTool.run(["copy", "out/f000.\(type)", "kept.v"], in: shop.folder)
    #expect(try shop.bytes("kept.v").range(of: Data("icc-profile-data".utf8)) != nil)
    // Reading it brings the colors back to those of the original.
    let read = try shop.picture("out/f000.\(type)").samples
    let differences = zip(read, shop.a.samples).map { abs(Int($0) - Int($1)) }
    #expect(differences.filter { $0 > 12 }.count < differences.count / 20)
  }
}
