import Testing
import TransitionKit

@testable import TransitionCommand

/// Options of a film: how they are divided, and the planes that its encoder takes.
@Suite struct FilmOptionsTests {
  @Test(
    arguments: [
      ("", [], []),
      ("crf=30", ["-crf", "30"], []),
      ("crf=30,preset=slow", ["-preset", "slow", "-crf", "30"], []),
      ("crf=30,", ["-crf", "30"], []),
      ("vf=crop=10:10,format=yuv420p", [], ["crop=10:10,format=yuv420p"]),
      ("vf=vflip,hflip,crf=9", ["-crf", "9"], ["vflip,hflip"]),
      (
        "g=5,vf=vflip,eq=gamma=2,c:v=libx265", ["-g", "5", "-c:v", "libx265"], ["vflip,eq=gamma=2"]
      ),
      ("vf=vflip,filter:v=hflip,pix_fmt=gray", ["-pix_fmt", "gray"], ["vflip", "hflip"]),
      ("vf=select=eq(n\\,n=1),fps=5", [], ["select=eq(n\\,n=1),fps=5"]),
      ("force_key_frames=1,2,3,g=9", ["-force_key_frames", "1,2,3", "-g", "9"], []),
      ("metadata=title=Here, now,crf=1", ["-metadata", "title=Here, now", "-crf", "1"], []),
      ("x264-params=a=1:b=2,crf=1", ["-x264-params", "a=1:b=2", "-crf", "1"], []),
    ] as [(String, [String], [String])])
  func `an option begins at a comma and a name`(
    _ text: String, _ arguments: [String], _ filters: [String]
  ) throws {
    let options = try FilmOptions(text)
    let controls = options.rateControls.flatMap { ["-\($0.name)", $0.value] }
    #expect(options.arguments + controls == arguments)
    #expect(options.filters == filters)
  }

  @Test(arguments: ["crf", "=3", ",crf", "1,crf=3"]) func areNamed(_ text: String) {
    #expect(throws: Failure.self) { try FilmOptions(text) }
  }

  /// What ffmpeg reads for some options.
  private func rawFormat(
    _ file: String, _ options: String, hasAlpha: Bool = false, _ depth: PixelFormat.Depth = .eight
  ) throws -> RawFormat {
    let settings = try Settings(["--output", file, "--save-options", options])
    let plan = try Plan(ofPair: settings)
    let film = try #require(try Film(settings, plan, Destination(settings)))
    return film.rawFormat(hasAlpha: hasAlpha, depth)
  }

  @Test func `frames become the planes that the encoder takes`() throws {
    let usual = RawFormat.planes(PlanarFormat(chroma: .quarter))
    for file in ["f.mp4", "f.mov", "f.mkv", "f.webm"] {
      #expect(try rawFormat(file, "crf=20") == usual)
    }
    #expect(try rawFormat("f.mp4", "c:v=libx265") == usual)
    #expect(
      try rawFormat("f.mkv", "c:v=huffyuv") == .planes(PlanarFormat(chroma: .half)))
    #expect(
      try rawFormat("f.mp4", "pix_fmt=yuv420p10le")
        == .planes(PlanarFormat(VideoColors(bits: 10), chroma: .quarter)))
    #expect(
      try rawFormat("f.mp4", "pix_fmt=yuv420p10") == rawFormat("f.mp4", "pix_fmt=yuv420p10le"))
    #expect(
      try rawFormat("f.mov", "pix_fmt=yuv422p10le")
        == .planes(PlanarFormat(VideoColors(bits: 10), chroma: .half)))
    #expect(
      try rawFormat("f.mov", "", hasAlpha: true)
        == .planes(PlanarFormat(VideoColors(bits: 10), chroma: .full, hasAlpha: true)))
    #expect(
      try rawFormat("f.webm", "", hasAlpha: true)
        == .planes(PlanarFormat(chroma: .quarter, hasAlpha: true)))
  }

  @Test(
    arguments: [
      ("vf=vflip", 65_280), ("pix_fmt=yuv411p", 65_280), ("c:v=ljpeg", 65_535),
      ("vf=vflip,pix_fmt=yuv420p", 65_280), ("c:v=png", 65_535), ("c:v=mjpeg", 65_280),
    ] as [(String, UInt32)])
  func `frames that the scaler converts are not rounded`(
    _ options: String, _ white: UInt32
  ) throws {
    for hasAlpha in [false, true] {
      let eight = PixelFormat(depth: .eight, hasAlpha: hasAlpha)
      #expect(try rawFormat("f.mov", options, hasAlpha: hasAlpha) == .samples(eight))
      #expect(
        try rawFormat("f.mov", options, hasAlpha: hasAlpha, .sixteen)
          == .samples(eight.with(depth: .sixteen), white: white))
    }
  }

  @Test(arguments: [
    "pix_fmt=gbrp10le", "pix_fmt=gray16le", "c:v=r210", "vf=format=rgb48le",
    "pix_fmt=gbrp10", "vf=format=yuv420p|rgb48",
  ])
  func `deep colors go to the encoder as they are`(_ options: String) throws {
    let deep = RawFormat.samples(PixelFormat(depth: .sixteen, hasAlpha: false))
    #expect(try rawFormat("f.mov", options) == deep)
    #expect(try rawFormat("f.mov", options, .sixteen) == deep)
  }
}
