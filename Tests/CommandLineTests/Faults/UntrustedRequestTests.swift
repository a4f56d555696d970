import Foundation
import TestSupport
import Testing
import TransitionKit

/// What `--untrusted` refuses.
@Suite struct UntrustedRequestTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let job = ["a.png", "b.png", "--untrusted", "-o", "x.webp"]

  @Test(arguments: ["jpg", "png", "webp", "gif", "tiff"])
  func `pictures whose decoders are safe are read`(type: String) throws {
    try sandbox.a.write(to: sandbox.folder.file("c.\(type)"))
    let result = try sandbox.run(["c.\(type)"] + Self.job)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: ["ppm", "svg", "bmp", "exr"])
  func `others are not, as a source or as a mask`(type: String) throws {
    let name = "c.\(type)"
    switch type {
    case "ppm": try sandbox.a.write(to: sandbox.folder.file(name))
    case "svg":
      let text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
      try sandbox.write(Data(text.utf8), to: name)
    case "bmp": try sandbox.write(Data("BM".utf8) + Data(count: 200), to: name)
    default: try sandbox.write(Data([0x76, 0x2F, 0x31, 1]) + Data(count: 200), to: name)
    }
    let words = "not a picture of a type that is read (JPEG, PNG, TIFF, WebP, GIF, HEIC, AVIF)"
    let source = try sandbox.run([name] + Self.job)
    source.expectOneLine(65, [words])
    #expect(!source.errors.contains("--allow-any-type"))
    let mask = try sandbox.run(Self.job + ["--transition", "maskwipe", "--maskimage", name])
    mask.expectOneLine(65, [words])
  }

  @Test(
    arguments: [
      ["--allow-any-type"], ["--music", "a.png"], ["--font-file", "a.png"],
      ["--save-options", "profile=/etc/passwd"],
      ["--max-pixels", "0"], ["--transition", "./own.glsl"], ["--transition", "own.glsl"],
      ["--transition", "random:swipe,/tmp/own.glsl"], ["--transition", "own.glsl:angle=1"],
    ])
  func `options that open other files are refused`(options: [String]) throws {
    try sandbox.write(Data("vec4 transition(vec2 uv){return getToColor(uv);}".utf8), to: "own.glsl")
    try sandbox.expectFailure(64, "refused by --untrusted", of: Self.job + options)
    guard !["--allow-any-type", "--max-pixels"].contains(options[0]) else { return }
    // A list may have the others, too.
    let list = options.map { "'\($0)'" }.joined(separator: " ")
    try sandbox.write(Data("\(list)\na.png\nb.png\n".utf8), to: "x.list")
    try sandbox.expectFailure(
      64, "refused by --untrusted", of: ["@x.list", "--untrusted", "-o", "x.webp"])
  }

  @Test func `paths are refused where filters are described, too`() throws {
    for arguments in [
      ["--filterproperties", "/etc/passwd"], ["--filterhelp", "own.glsl"],
    ] {
      try sandbox.expectFailure(64, "refused by --untrusted", of: arguments + ["--untrusted"])
    }
  }

  @Test func `a line of a list names no path either`() throws {
    try sandbox.write(Data("a.png --transition ./own.glsl\nb.png\n".utf8), to: "x.list")
    try sandbox.expectFailure(
      64, "x.list:1:", "refused by --untrusted",
      of: ["@x.list", "--untrusted", "-o", "x.webp"])
  }

  @Test func `shaders of DOTRANSITION_PATH have names`() throws {
    try sandbox.write(Data("vec4 transition(vec2 uv){return getToColor(uv);}".utf8), to: "own.glsl")
    let result = try sandbox.run(
      Self.job + ["--transition", "own"], environment: ["DOTRANSITION_PATH": sandbox.folder.path])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `films are refused`() throws {
    try sandbox.write(Data(count: 100), to: "x.mp4")
    try sandbox.expectFailure(
      65, "a film is refused by --untrusted: x.mp4", of: ["x.mp4"] + Self.job)
  }

  @Test(.needsVips) func `a picture has 50 million pixels at most, or as many as are said`() throws
  {
    #expect(try sandbox.shell("vips black large.png 10000 5001").status == 0)
    try sandbox.expectFailure(65, "too large", of: ["large.png"] + Self.job)
    try sandbox.expectFailure(65, "too large", of: Self.job + ["--max-pixels", "600"])
    try sandbox.expectFailure(64, "--max-pixels 50000000", of: Self.job + ["--size", "10000x5001"])
    let allowed = try sandbox.run(
      ["large.png"] + Self.job + ["--max-pixels", "60000000", "--size", "64x", "-c", "2"])
    #expect(allowed.status == 0, "\(allowed.errors)")
  }

  @Test func `a file has 100 million bytes at most`() throws {
    try sandbox.write(try sandbox.bytes("a.png"), to: "long.png")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: sandbox.folder.file("long.png")))
    try file.truncate(atOffset: 100_000_001)
    try sandbox.expectFailure(65, "100000001 bytes", of: ["long.png"] + Self.job)
    #expect(try sandbox.run(["long.png", "b.png", "-o", "x.webp"]).status == 0)
  }

  @Test func `animations and scans of ten thousands of pictures are refused at once`() throws {
    // Frames of nothing, and directories that lead to each other.
    var webp =
      Data("RIFF\0\0\0\0WEBPVP8X".utf8) + Data([10, 0, 0, 0, 2, 0, 0, 0, 8, 0, 0, 8, 0, 0])
    for _ in 0...10_000 { webp += Data("ANMF".utf8) + Data([0, 0, 0, 0]) }
    try sandbox.write(webp, to: "many.webp")
    var tiff = Data("II*\0".utf8) + Data([8, 0, 0, 0])
    tiff += Data([0, 0, 14, 0, 0, 0]) + Data([0, 0, 8, 0, 0, 0])
    try sandbox.write(tiff, to: "round.tif")
    try sandbox.expectFailure(65, "more than 10000 frames", of: ["many.webp"] + Self.job)
    try sandbox.expectFailure(65, "more than 10000 pictures", of: ["round.tif"] + Self.job)
  }
}
