import Testing
import TransitionKit

@testable import TransitionCommand

/// The codec, depth and quality that options of films come to.
@Suite struct FilmEncodingTests {
  private func film(_ file: String, _ options: [String]) throws -> FilmEncoding {
    let settings = try Settings(["--output", file] + options)
    let plan = try Plan(ofPair: settings)
    return try #require(try Film(settings, plan, Destination(settings))).encoding
  }

  /// The arguments for the first encoder.
  private func arguments(_ file: String, _ options: [String] = [], hasAlpha: Bool = false) throws
    -> String
  {
    let film = try film(file, options)
    let encoder = film.codec(hasAlpha: hasAlpha).encoders[0]
    return film.arguments(encoder, hasAlpha: hasAlpha, in: film.container).joined(separator: " ")
  }

  @Test(
    arguments: [
      ("f.mp4", false, "-c:v libx264 -threads:v 8 -crf 18 -pix_fmt yuv420p"),
      ("f.mov", false, "-c:v libx264 -threads:v 8 -crf 18 -pix_fmt yuv420p"),
      ("f.mkv", true, "-c:v libx264 -threads:v 8 -crf 18 -pix_fmt yuv420p"),
      ("f.webm", false, "-c:v libvpx-vp9 -row-mt 1 -threads:v N -crf 24 -b:v 0 -pix_fmt yuv420p"),
      ("f.webm", true, "-c:v libvpx-vp9 -row-mt 1 -threads:v N -crf 24 -b:v 0 -pix_fmt yuva420p"),
      ("f.mov", true, "-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le"),
    ])
  func `the default quality is 90`(_ file: String, _ hasAlpha: Bool, _ expected: String) throws {
    let keeps = try film(file, []).holdsAlpha && hasAlpha
    let threads = FilmEncoder.vp9.threads ?? 0
    let expected = expected.replacing("N", with: "\(threads)")
    #expect((2...16).contains(threads))
    for options in [[], ["--quality", "90"]] {
      #expect(try arguments(file, options, hasAlpha: keeps) == expected)
    }
  }

  @Test(
    arguments: [
      ("f.mp4", [], 70, "-crf 23 "), ("f.mp4", [], 80, "-crf 20.50 "),
      ("f.mp4", [], 83, "-crf 19.75 "), ("f.mp4", [], 1, "-crf 40.25 "),
      ("f.mp4", ["--codec", "h265"], 81, "-crf 22.34 "),
      ("f.webm", [], 70, "-crf 32 "), ("f.webm", [], 100, "-crf 20 "),
      ("f.mp4", ["--codec", "av1"], 70, "-crf 46 "),
      ("f.mp4", ["--codec", "av1"], 1, "-crf 63 "),
      ("f.mp4", ["--save-options", "c:v=libx264"], 70, "-crf 23 "),
      // An encoder of another kind keeps what it had.
      ("f.mp4", ["--save-options", "c:v=libx265"], 70, "-crf 18 "),
    ] as [(String, [String], Int, String)])
  func `quality is on a line`(
    _ file: String, _ options: [String], _ quality: Int, _ expected: String
  ) throws {
    #expect(try arguments(file, options + ["--quality", "\(quality)"]).contains(expected))
  }

  @Test(arguments: FilmCodec.allCases) func `quality never falls, and stays in range`(
    _ codec: FilmCodec
  ) throws {
    for encoder in codec.encoders {
      guard let scale = encoder.scale else { continue }
      let factors = try (1...100).map { try #require(Double(scale.text($0))) }
      #expect(factors == factors.sorted(by: >))
      #expect(factors.allSatisfy(scale.range.contains))
      #expect(scale.takesFractions || factors.allSatisfy { $0.rounded() == $0 })
      #expect(Double(scale.text(90)) == scale.usual)
    }
  }

  @Test(
    arguments: [
      ("f.mp4", [], false), ("f.mov", [], true), ("f.mkv", [], false), ("f.webm", [], true),
      ("f.mkv", ["--codec", "vp9"], true), ("f.mkv", ["--codec", "prores"], true),
      ("f.mkv", ["--codec", "h265"], false), ("f.mov", ["--codec", "h264"], false),
      ("f.mp4", ["--codec", "vp9"], false), ("f.webm", ["--codec", "av1"], false),
      ("f.webm", ["--depth", "10"], false), ("f.webm", ["--depth", "8"], true),
      ("f.mov", ["--depth", "10"], true), ("f.mov", ["--depth", "8"], false),
      ("f.mov", ["--save-options", "c:v=libx264"], false),
      ("f.mov", ["--save-options", "c:v=qtrle"], true),
      ("f.webm", ["--save-options", "pix_fmt=yuv420p"], false),
      ("f.webm", ["--save-options", "pix_fmt=yuva420p"], true),
    ] as [(String, [String], Bool)])
  func `alpha is held where codec and depth can`(
    _ file: String, _ options: [String], _ holds: Bool
  ) throws {
    #expect(try film(file, options).holdsAlpha == holds)
  }

  @Test(arguments: [
    ("libx265", 180, 1), ("libx265", 720, 4), ("libx264", 180, 8), ("mpeg4", 180, 8),
  ])
  func `an encoder of another codec has its own threads`(
    _ name: String, _ height: Int, _ threads: Int
  ) throws {
    let film = try film("f.mkv", ["--save-options", "c:v=\(name)"])
    let encoder = try film.encoder(hasAlpha: false, size: Size(width: 320, height: height))
    #expect(encoder.threads == threads)
  }

  @Test func `another encoder gets no options of ProRes`() throws {
    let options = ["--save-options", "c:v=qtrle"]
    #expect(
      try arguments("f.mov", options, hasAlpha: true) == "-pix_fmt yuva444p10le -c:v qtrle")
  }

  @Test(
    arguments: [
      ("f.webm", ["--codec", "h264"], [".mp4, .mov or .mkv"]),
      ("f.mp4", ["--codec", "prores"], [".mov or .mkv"]),
      ("f.mov", ["--codec", "av1"], [".mp4, .mkv or .webm"]),
      ("f.mov", ["--codec", "prores", "--depth", "8"], ["--depth 8", "10 bits"]),
      ("f.mp4", ["--codec", "h265", "--save-options", "c:v=libx264"], ["--codec", "libx264"]),
      ("f.mp4", ["--depth", "10", "--save-options", "pix_fmt=gray"], ["--depth", "gray"]),
    ] as [(String, [String], [String])])
  func `options that contradict each other are refused`(
    _ file: String, _ options: [String], _ words: [String]
  ) throws {
    let failure = try #require(throws: Failure.self) { try film(file, options) }
    #expect(failure.status == .usage)
    for word in words { #expect(failure.message.contains(word), "\(failure.message)") }
  }

  @Test(
    arguments: [
      ("f.mp4", [], nil), ("f.mp4", ["--codec", "av1"], nil),
      ("f.mov", ["--codec", "prores"], "ProRes"),
      ("f.mp4", ["--save-options", "crf=30"], "crf=30"),
      ("f.mp4", ["--save-options", "c:v=libx265"], "libx265"),
      ("f.mp4", ["--save-options", "c:v=libx264,preset=fast"], nil),
    ] as [(String, [String], String?)])
  func `a quality without effect says why`(_ file: String, _ options: [String], _ word: String?)
    throws
  {
    let why = try film(file, options).whyWithoutQuality
    #expect(why?.contains(word ?? "") ?? (word == nil), "\(why ?? "")")
    #expect((why == nil) == (word == nil))
  }

  @Test(
    arguments: [
      ([], false, "codec h264, depth 8, quality 90"), ([], true, "codec prores, depth 10"),
      (["--depth", "10", "--quality", "50"], false, "codec h264, depth 10, quality 50"),
      (["--save-options", "c:v=ffv1"], false, "depth 8, save-options c:v=ffv1"),
    ] as [([String], Bool, String)])
  func `the plan tells codec, depth and quality`(
    _ options: [String], _ hasAlpha: Bool, _ expected: String
  ) throws {
    let properties = try film("f.mov", options).properties(hasAlpha: hasAlpha).map { name, value in
      "\(name) \(value.text().filter { $0 != "\"" && $0 != "\n" })"
    }
    #expect(properties.joined(separator: ", ") == expected)
  }

  @Test(
    arguments: [
      ("1920x1080", nil), ("3840x2160", nil), ("2160x3840", nil), ("2000x2000", nil),
      ("6000x4000", "3240x2160"), ("4000x6000", "2160x3240"), ("8000x2000", "3840x960"),
      ("5000x5000", "2160x2160"), ("3841x2161", "3840x2160"), ("1000000x1", "3840x2"),
    ] as [(String, String?)])
  func `frames are reduced to what players show`(_ size: String, _ expected: String?) {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    let size = Size(width: sides[0], height: sides[1])
    #expect(size.reduced(to: Size(width: 3840, height: 2160))?.description == expected)
  }
}
