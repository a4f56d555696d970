import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// The codec, depth, quality and size of films, as the local ffmpeg makes them.
@Suite struct FilmCodecTests {
  /// A film that a container can hold.
  struct Kind: Sendable, CustomStringConvertible {
    let container: Film.Container
    let codec: FilmCodec
    let depth: FilmDepth

    var file: String { "film.\(container.rawValue)" }
    var options: [String] { ["--codec", codec.rawValue, "--depth", depth.rawValue] }
    var description: String { "\(file) \(codec) \(depth.bits)" }

    static let all: [Kind] = Film.Container.allCases.flatMap { container in
      container.codecs.flatMap { codec in
        FilmDepth.allCases.filter { codec.onlyDepth ?? $0 == $0 }.map {
          Kind(container: container, codec: codec, depth: $0)
        }
      }
    }
  }

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 64, height: 64) }

  private func make(_ file: String, _ arguments: [String]) throws -> Subprocess.Outcome {
    try sandbox.render("dissolve", ["-c", "5"] + arguments, output: ["--output", file])
  }

  /// The first frame of a film, by libvpx if it is VP9: ffmpeg's own decoder leaves out alpha.
  private func pixels(_ file: String, _ format: String, isVP9: Bool = false) throws -> [Int] {
    let decoder = isVP9 ? "-c:v libvpx-vp9" : ""
    let result = try sandbox.shell(
      """
      ffmpeg -v error \(decoder) -i \(file) -frames:v 1 -vf \
      scale=flags=accurate_rnd+full_chroma_int,format=\(format) -f rawvideo -y pixels
      """)
    #expect(result.status == 0, "\(result.errors)")
    return [UInt8](try sandbox.bytes("pixels")).map(Int.init)
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("scale=out_range=pc", true), ("scale=out_range=pc,color_range=pc", false), ("hflip", false),
      ("colorspace=bt601-6-525:iall=bt709", true),
    ]) func `a filter that makes other colors needs their names`(
      _ filter: String, _ isTold: Bool
    ) throws
  {
    let run = try make("f.mp4", ["--save-options", "vf=\(filter)"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("is tagged BT.709") == isTold, "\(run.errors)")
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ["--codec", "prores", "--save-options", "vf=scale=out_range=pc,color_range=pc"],
      ["--save-options", "c:v=prores_ks,vf=null,color_primaries=bt2020"],
    ])
  func `ProRes takes its tags from filters`(_ options: [String]) throws {
    try make("f.mov", options).expectOneLine(64, ["let vf= end with setparams"])
  }

  @Test func `x265 has one thread where frames are a few of its blocks high`() {
    let encoder = FilmEncoder.x265
    #expect(encoder.suited(to: Size(width: 320, height: 180)).threads == 1)
    #expect(encoder.suited(to: Size(width: 180, height: 320)).threads == encoder.threads)
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: Kind.all)
  func `a film has the codec, the depth and the colors that are asked for`(_ kind: Kind) throws {
    let colors: [[UInt16]] = [[200, 30, 40], [20, 180, 60], [30, 50, 220], [240, 240, 240]]
    var samples: [UInt16] = []
    for row in 0..<128 {
      for column in 0..<128 { samples += colors[row / 64 * 2 + column / 64] }
    }
    try Bitmap(width: 128, height: 128, format: .rgb8, samples: samples)
      .write(to: sandbox.folder.file("a.png"))
    let result = try make(kind.file, ["--hold", "2", "-q"] + kind.options)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let name = kind.codec == .h265 ? "hevc" : kind.codec.rawValue
    let format = kind.codec.pixelFormat(kind.depth, hasAlpha: false)
    #expect(
      try sandbox.probe(
        kind.file, "codec_name,pix_fmt,color_range,color_space,color_transfer,color_primaries")
        == "\(name) \(format) tv bt709 bt709 bt709")
    if kind.codec == .h265, kind.container != .mkv {
      #expect(try sandbox.probe(kind.file, "codec_tag_string") == "hvc1")
    }
    let pixels = try pixels(kind.file, "rgb24")
    for (index, color) in colors.enumerated() {
      let (column, row) = (index % 2 * 64 + 32, index / 2 * 64 + 32)
      for channel in 0..<3 {
        let found = pixels[(row * 128 + column) * 3 + channel]
        #expect(abs(found - Int(color[channel])) <= 2, "patch \(index), channel \(channel)")
      }
    }
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: Kind.all)
  func `a film keeps alpha or says that it does not`(_ kind: Kind) throws {
    let sandbox = try Sandbox(width: 64, height: 64, format: .rgba8)
    let tests = FilmCodecTests(sandbox)
    let result = try tests.make(kind.file, kind.options)
    #expect(result.status == 0, "\(result.errors)")
    let keeps = kind.container != .mp4 && kind.codec.depthWithAlpha == kind.depth
    #expect(result.errors.contains("a.png has alpha") == !keeps, "\(result.errors)")
    let found = try tests.pixels(kind.file, "rgba", isVP9: kind.codec == .vp9)
    let alpha = stride(from: 3, to: found.count, by: 4).map { found[$0] }
    if keeps {
      let samples = sandbox.a.samples
      let worst = alpha.indices.map { abs(alpha[$0] - Int(samples[4 * $0 + 3])) }.max()
      #expect((worst ?? 255) <= 12)
    } else {
      #expect(alpha.allSatisfy { $0 == 255 })
    }
  }

  private init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("f.mov", "c:v=mpeg4", false), ("f.mov", "profile:v=3", false),
      ("f.mov", "alpha_bits=0", false),
      ("f.mov", "vf=format=yuv422p10le", false), ("f.mov", "c:v=qtrle", true),
      ("f.mov", "c:v=png", true), ("f.mkv", "c:v=ffv1,pix_fmt=yuva444p", true),
      ("f.mkv", "c:v=ffv1,pix_fmt=gbrap10le", true), ("f.mkv", "c:v=png,pix_fmt=rgba", true),
      ("f.mov", "c:v=cfhd,pix_fmt=gbrap12le", true),
      ("f.mkv", "c:v=ffvhuff,pix_fmt=yuva444p", true),
      ("f.mkv", "c:v=ffv1", false), ("f.webm", "c:v=libvpx-vp9", true),
    ])
  func `an encoder that is asked for keeps alpha, or the film says that it does not`(
    _ file: String, _ options: String, _ keeps: Bool
  ) throws {
    let sandbox = try Sandbox(width: 64, height: 64, format: .rgba8)
    let tests = FilmCodecTests(sandbox)
    // Options of its own encoder.
    let isOfProRes = options.hasPrefix("profile") || options.hasPrefix("alpha")
    let result = try tests.make(
      file, (isOfProRes ? ["--codec", "prores"] : []) + ["--save-options", options])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("a.png has alpha") == !keeps, "\(result.errors)")
    let found = try tests.pixels(file, "rgba", isVP9: options.contains("vp9"))
    let samples = sandbox.a.samples.map { Int($0) }
    for pixel in 0..<64 * 64 {
      let alpha = samples[4 * pixel + 3]
      if keeps {
        guard abs(found[4 * pixel + 3] - alpha) <= 12 else {
          Issue.record("alpha \(found[4 * pixel + 3]), not \(alpha)")
          return
        }
      } else if alpha < 20 {
        // What is nearly clear is nearly black.
        guard found[4 * pixel..<4 * pixel + 3].allSatisfy({ $0 < 150 }) else {
          Issue.record("\(found[4 * pixel..<4 * pixel + 3]) under alpha \(alpha)")
          return
        }
      }
    }
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: ["c:v=cfhd,pix_fmt=gbrap12le", "c:v=qtrle,pix_fmt=argb"])
  func `opaque pictures are opaque in samples with alpha`(_ options: String) throws {
    #expect(try make("f.mov", ["--save-options", options]).status == 0)
    let found = try pixels("f.mov", "rgba")
    #expect(stride(from: 3, to: found.count, by: 4).allSatisfy { found[$0] == 255 })
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["mjpeg", "libvpx", "mpeg4"])
  func `codecs that cannot name their matrix have the one that they are read by`(
    _ encoder: String
  ) throws {
    let words = ["#ff0000", "#0000ff", "--size", "64x48", "-c", "2", "-o", "f.mkv", "-q"]
    let run = try sandbox.run(words + ["--save-options", "c:v=\(encoder),b:v=2M"])
    #expect(run.status == 0, "\(run.errors)")
    try sandbox.ffmpeg("-i f.mkv -frames:v 1 -vf crop=2:2 -f rawvideo -pix_fmt rgb24 pixel")
    let pixel = try sandbox.bytes("pixel").map { Int($0) }
    #expect(pixel[0] >= 250 && pixel[1] <= 5 && pixel[2] <= 5, "\(pixel)")
    let read = try sandbox.shell("$TOOL f.mkv --frames 0 -o - --pixel-format rgb24 | head -c 3 >r")
    #expect(read.status == 0)
    let own = try sandbox.bytes("r").map { Int($0) }
    #expect(own[0] >= 250 && own[1] <= 5 && own[2] <= 5, "\(own)")
  }

  @Test(.needs("ffmpeg"), arguments: ["mpeg4,qp=0", "mpeg2video,crf=20", "mjpeg,lossless=1"])
  func `a rate that an encoder would ignore is refused`(_ words: String) throws {
    try make("f.mkv", ["--save-options", "c:v=\(words)"]).expectOneLine(64, ["has no such option"])
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["jpeg2000,pred=1", "libopenjpeg"])
  func `encoders of JPEG 2000 get a film's own samples`(_ encoder: String) throws {
    let sums = try sandbox.shell(
      """
      ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=5:d=1 -pix_fmt yuv420p -c:v ffv1 \
        -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv i.mkv
      $TOOL i.mkv -q -o o.mkv --save-options c:v=\(encoder)
      for f in i o; do ffmpeg -v error -i $f.mkv -f md5 -; done | sort -u | wc -l
      """)
    #expect(sums.status == 0 && sums.output == "1\n", "\(sums.output) \(sums.errors)")
  }

  @Test(.needs("ffmpeg"), arguments: ["f.mov", "f.mp4"])
  func `bare pixels go into .mkv alone`(_ file: String) throws {
    try make(file, ["--save-options", "c:v=rawvideo"])
      .expectOneLine(64, ["c:v=rawvideo", ".mkv"])
    // The one would be a film that nothing reads, the other has ffmpeg wait forever.
    try make("f.mkv", ["--save-options", "c:v=qtrle"]).expectOneLine(64, ["c:v=qtrle", ".mov"])
    try make("f.mov", ["--save-options", "c:v=libsvtav1"]).expectOneLine(64, ["libsvtav1", ".mp4"])
  }

  @Test(arguments: ["x264-params=ref=2:fullrange=on", "x264opts=colormatrix=bt470bg"])
  func `parameters that call colors otherwise are refused`(_ options: String) throws {
    try make("f.mp4", ["--save-options", options])
      .expectOneLine(64, ["films have the colors of BT.709"])
  }

  /// Those of other codecs are made twice for their qualities.
  @Test(.needs("ffmpeg", "ffprobe"))
  func `a film of ProRes is the same file each time`() throws {
    for name in ["a.mkv", "b.mkv"] {
      #expect(try make(name, ["--codec", "prores"]).status == 0)
    }
    #expect(try sandbox.bytes("a.mkv") == sandbox.bytes("b.mkv"))
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `the frames of another encoder need no options of ProRes`()
    throws
  {
    let sandbox = try Sandbox(width: 64, height: 64, format: .rgba8)
    let result = try sandbox.render(
      "dissolve", ["-c", "3", "--save-options", "c:v=libx264"], output: ["--output", "film.mov"])
    #expect(result.status == 0 && result.errors.contains("a.png has alpha"))
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `frames that libaom leaves out are an error`() throws {
    let made = try sandbox.shell(
      #"""
      mkdir bin; cat > bin/ffmpeg <<'END'
      #!/bin/bash
      case "$*" in *pipe:0*libaom-av1*) set -- "${@:1:$#-1}" -bsf:v 'noise=drop=gt(n\,2)' "${@: -1}" ;; esac
      PATH=${PATH#*:} exec ffmpeg "$@"
      END
      chmod +x bin/ffmpeg
      PATH=$PWD/bin:$PATH $TOOL a.png b.png -c 8 -o film.mp4 --save-options c:v=libaom-av1
      """#)
    made.expectOneLine(74, ["libaom-av1 has made 3 of 8 frames"])
    #expect(try sandbox.names(in: ".").contains("film.mp4") == false)
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["h264", "h265", "av1", "vp9"])
  func `a better film is larger`(_ codec: String) throws {
    let sizes = try [30, 70, 90].map { quality in
      let options = ["--codec", codec, "--quality", "\(quality)"]
      let result = try make("\(quality).mkv", options)
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      return try sandbox.bytes("\(quality).mkv").count
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3, "\(sizes)")
    #expect(try make("film.mkv", ["--codec", codec]).status == 0)
    #expect(try sandbox.bytes("film.mkv") == sandbox.bytes("90.mkv"))
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `options of ffmpeg win over the quality`() throws {
    let options = ["--save-options", "crf=33"]
    #expect(try make("a.mp4", options).errors == "")
    let both = try make("b.mp4", options + ["--quality", "95"])
    #expect(
      both.errors
        == "dotransition: --quality has no effect: --save-options set the rate: crf=33\n")
    #expect(try sandbox.bytes("a.mp4") == sandbox.bytes("b.mp4"))
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("profile:v=4444", "4444"), ("pix_fmt=yuv444p10le", "4444"), ("profile=0", "Proxy"),
      ("vf=hflip", "HQ"), ("vf=hflip,profile=5", "XQ"), ("vf=format=yuv444p10le", "4444"),
    ])
  func `a profile of ProRes agrees with its samples`(_ options: String, _ profile: String) throws {
    #expect(try make("film.mov", ["--codec", "prores", "--save-options", options]).status == 0)
    #expect(try sandbox.probe("film.mov", "profile") == profile)
    let has444 = try sandbox.probe("film.mov", "pix_fmt").hasPrefix("yuv444")
    #expect(has444 == ["4444", "XQ"].contains(profile))
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `ProRes has no quality`() throws {
    let opaque = try make("film.mov", ["--codec", "prores", "--quality", "70"])
    let sandbox = try Sandbox(width: 64, height: 64, format: .rgba8)
    let clear = try FilmCodecTests(sandbox).make("film.mov", ["--quality", "70"])
    for result in [opaque, clear] {
      #expect(result.status == 0)
      #expect(result.errors.hasPrefix("dotransition: --quality has no effect"), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test(.needs("ffmpeg")) func `encoders that are not known, or leave rows out, say so`() throws {
    let unknown = try make("f.mov", ["--save-options", "c:v=svq1"])
    unknown.expectOneLine(0, ["c:v=svq1", "an encoder that dotransition does not know"])
    #expect(try make("f.mov", ["--save-options", "c:v=mpeg4"]).errors == "")
    let rows = try make("g.mov", ["--save-options", "c:v=cfhd", "--size", "64x44"])
    rows.expectOneLine(64, ["c:v=cfhd", "64x44", "a multiple of 8"])
  }

  @Test(
    .needs("ffmpeg"),
    arguments: [
      ("c:v=nonsense", "Unknown encoder 'nonsense'"), ("crf=abc", "libx264 does not take it"),
      ("nosuch=1", "Unrecognized option 'nosuch'"), ("vf=nosuch", "No such filter: 'nosuch'"),
      ("preset=nosuch", "'nosuch'"), ("pix_fmt=nosuch", "nosuch"), ("tag:v=hvc1", "Tag hvc1"),
      ("bitexact=1", "'1'"), ("b:v:1=50k", "one stream of pictures and one of sound: b:v"),
    ])
  func `options that ffmpeg does not know are a usage error`(_ options: String, _ words: String)
    throws
  {
    try sandbox.expectFailure(
      64, "--save-options", words,
      of: Sandbox.pictures() + ["--output", "film.mp4", "--save-options", options])
  }

  @Test(
    .needs("ffmpeg"),
    arguments: [
      ["film.mov", "--codec", "prores", "--save-options", "pix_fmt=yuv422p"],
      ["film.mp4", "--save-options", "c:v=prores_ks,pix_fmt=yuv420p"],
      ["film.webm", "--save-options", "pix_fmt=bgr0"],
    ])
  func `a pixel format that the encoder does not take is a usage error`(_ words: [String]) throws {
    try sandbox.expectFailure(
      64, "pix_fmt=", "takes yuv42", of: Sandbox.pictures() + ["--output"] + words)
  }

  @Test(.needs("ffmpeg"), arguments: ["format=yuv444p", "format=pix_fmts=yuv444p"])
  func `neither is one that the last filter names`(_ filter: String) throws {
    try sandbox.expectFailure(
      64, "--save-options vf=\(filter): mpeg4 takes yuv420p",
      of: Sandbox.pictures() + [
        "--output", "film.mp4", "--save-options", "c:v=mpeg4,vf=hflip,\(filter)",
      ])
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("f.webm", "preset=slow", "preset has no effect: libvpx-vp9 has no such option"),
      ("f.mp4", "x265-params=ref=2", "x265-params has no effect: libx264 has no such option"),
      ("f.mp4", "x264-params=nonsense=3", "libx264 ignores a part of them: Error parsing option"),
    ])
  func `an option that ffmpeg ignores is told`(
    _ file: String, _ option: String, _ words: String
  ) throws {
    try make(file, ["--save-options", option]).expectOneLine(0, [words])
    let used = try make(file, ["--save-options", "g=5"])
    #expect(used.status == 0 && used.errors == "")
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `frames that a filter leaves out are told`() throws {
    try make("f.mp4", ["--save-options", "vf=framestep=2"])
      .expectOneLine(0, ["the filters make 3 frames of 5"])
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("f.mp4", "pixel_format=yuv444p", "pixel_format has no effect on a .mp4 film: pix_fmt"),
      ("f.webm", "bitrate=20k", "bitrate has no effect on a .webm film: b:v"),
      ("f.mkv", "movflags=+faststart", "movflags has no effect on a .mkv film"),
      ("f.mkv", "reserve_index_space=1000", nil), ("f.mov", "write_tmcd=0", nil),
      ("f.mp4", "max_muxing_queue_size=500,sws_flags=lanczos", nil),
    ] as [(String, String, String?)], [[], ["--parts", "parts"]])
  func `an option of other types of file is told`(
    _ film: (file: String, option: String, words: String?), _ arguments: [String]
  ) throws {
    let run = try make(film.file, ["--save-options", film.option] + arguments)
    if let words = film.words {
      run.expectOneLine(0, [words])
    } else {
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("c:v=ffv1,pix_fmt=bgr0", "f.mkv"), ("c:v=ffv1,vf=format=bgr0", "f.mkv"),
      ("c:v=libx264rgb,qp=0", "f.mkv"), ("c:v=png", "f.mov"), ("c:v=qtrle", "f.mov"),
      ("c:v=utvideo,pix_fmt=gbrp", "f.mkv"),
    ])
  func `a film of colors has those of the picture`(_ options: String, _ file: String) throws {
    let run = try make(file, ["--save-options", options])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try pixels(file, "rgb24") == pixels("a.png", "rgb24"))
    #expect(try sandbox.probe(file, "color_range") != "tv")
  }

  /// ffmpeg's scaler takes 65,536 for white.
  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("pix_fmt=nv12", "yuv420p", 235), ("pix_fmt=yuvj420p", "yuvj420p", 255),
      ("vf=null", "yuv420p", 235),
    ], [.eight, .sixteen] as [PixelFormat.Depth])
  func `white is white, however ffmpeg gets there`(
    _ film: (options: String, format: String, white: Int), _ depth: PixelFormat.Depth
  ) throws {
    let samples = [UInt16](repeating: UInt16(depth.maximum), count: 64 * 64 * 3)
    let format = PixelFormat(depth: depth, hasAlpha: false)
    try Bitmap(width: 64, height: 64, format: format, samples: samples)
      .write(to: sandbox.folder.file("a.png"))
    let run = try make("f.mp4", ["--save-options", film.options])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try pixels("f.mp4", film.format).prefix(64 * 64).allSatisfy { $0 == film.white })
  }

  /// ffmpeg's scaler, which goes by colors, makes other samples.
  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("v210", "f.mkv", "yuv422p10le"), ("prores_ks", "f.mov", "yuv422p10le"),
      ("prores", "f.mov", "yuv422p10le"), ("huffyuv", "f.mkv", "yuv422p"),
      ("prores_ks,profile:v=4444", "f.mov", "yuv444p10le"), ("cfhd", "f.mov", "yuv422p10le"),
      ("v410", "f.mov", "yuv444p10le"),
    ])
  func `an encoder gets the samples that it takes`(
    _ encoder: String, _ file: String, _ format: String
  ) throws {
    let films = try ["c:v=\(encoder)", "c:v=\(encoder),pix_fmt=\(format)"].map { options in
      #expect(try make(file, ["--save-options", options]).status == 0)
      return try sandbox.bytes(file)
    }
    #expect(films[0] == films[1])
    let depth = format.hasSuffix("p") ? "10" : "8"
    let run = try make(file, ["--save-options", "c:v=\(encoder)", "--depth", depth])
    run.expectOneLine(64, ["--depth \(depth) and c:v=", "contradict each other"])
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      (["--depth", "10", "--save-options", "c:v=mpeg4"], "--depth 10: mpeg4 takes yuv420p"),
      (["--codec", "h265", "--save-options", "profile=main10"], "give --depth 10, too"),
      (["--codec", "h265", "--depth", "10", "--save-options", "profile=main"], "--save-options"),
    ])
  func `a depth that the encoder does not make is a usage error`(
    _ options: [String], _ words: String
  ) throws {
    try make("f.mkv", options).expectOneLine(64, [words])
  }

  /// The encoder's threads would race for the bits of a frame.
  @Test(.needs("ffmpeg", "ffprobe")) func `MJPEG has the same bytes again`() throws {
    let films = try (0..<4).map { _ in
      let run = try sandbox.render(
        "swipe", ["-c", "40", "--size", "320x240", "--save-options", "c:v=mjpeg"],
        output: ["--output", "f.mkv"])
      #expect(run.status == 0, "\(run.errors)")
      return try sandbox.bytes("f.mkv")
    }
    #expect(Set(films).count == 1)
  }

  // MARK: What sets the rate

  /// Makes a film of some frames, and returns its size.
  @discardableResult private func film(_ file: String, _ options: [String]) throws -> Int {
    let show = ["--size", "160x120", "-c", "8", "-q"]
    let run = try sandbox.render("swipe", show + options, output: ["--output", file])
    #expect(run.status == 0 && run.errors == "", "\(options) \(run.errors)")
    return try sandbox.bytes(file).count
  }

  /// The checksum of such a film's planes.
  private func planes(_ file: String, _ options: [String]) throws -> String {
    try film(file, options)
    return try sandbox.shell(
      "ffmpeg -v error -i \(file) -f rawvideo -pix_fmt yuv420p - | md5sum"
    ).output
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["qp=0", "lossless=1"])
  func `what is lossless keeps every sample, whichever the codec`(_ option: String) throws {
    // Coders of three kinds that all lose nothing agree.
    let kinds = [("f.mp4", "h264"), ("f.mp4", "h265"), ("f.webm", "vp9"), ("f.mp4", "av1")]
    var planes: Set<String> = []
    for (file, codec) in kinds {
      let options = ["--codec", codec, "--save-options", option]
      planes.insert(try self.planes(file, options))
    }
    for encoder in ["ffv1", "utvideo"] {
      planes.insert(try self.planes("f.mkv", ["--save-options", "c:v=\(encoder)"]))
    }
    #expect(planes.count == 1)
    #expect(try !planes.contains(self.planes("f.mp4", ["--save-options", "qp=4"])))
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("h264", ["crf=20", "crf=40"]), ("h264", ["qp=10", "qp=40"]),
      ("h264", ["b:v=2M", "b:v=50k"]), ("h264", ["b:v:0=2M", "b:v:0=50k"]),
      ("h264", ["qp:v:0=10", "qp:v:0=40"]),
      ("h264", ["x264-params=qp=20", "x264-params=qp=45"]), ("h265", ["crf=20", "crf=40"]),
      ("h265", ["qp=10", "qp=40"]), ("h265", ["b=2M", "vb=50k"]),
      ("h265", ["x265-params=crf=10", "x265-params=crf=45"]), ("vp9", ["crf=20", "crf=60"]),
      ("vp9", ["qp=10", "qp=60"]), ("vp9", ["b:v=2M", "b:v=50k"]), ("av1", ["crf=20", "crf=60"]),
      ("av1", ["qp=10", "qp=60"]), ("av1", ["b:v=2M", "b:v=50k"]), ("prores", ["q:v=2", "q:v=20"]),
    ])
  func `whoever sets the rate gets it`(_ codec: String, _ options: [String]) throws {
    let file = codec == "prores" ? "f.mov" : "f.mkv"
    let sizes = try options.map {
      try film(file, ["--codec", codec, "--save-options", $0])
    }
    #expect(sizes[0] * 10 > sizes[1] * 11, "\(sizes)")
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a rate that is set leaves --quality without effect`()
    throws
  {
    for option in ["qp=30", "b:v=90k", "crf=30"] {
      let run = try make("f.mp4", ["--quality", "50", "--save-options", option])
      run.expectOneLine(0, ["--quality has no effect: --save-options set the rate: \(option)"])
    }
    // What limits the rate leaves the factor as it is, and so does what says that there is a loss.
    for (codec, options) in [("h264", "maxrate=1M,bufsize=1M"), ("h265", "x265-params=lossless=0")]
    {
      let words = ["--codec", codec, "--quality", "50", "--save-options", options]
      let run = try make("f.mp4", words)
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("h264", "maxrate=90k", "maxrate"), ("h265", "maxrate=90k", "maxrate"),
      ("h265", "x265-params=vbv-maxrate=90", "vbv-maxrate"),
      ("h264", "x264-params=nal-hrd=vbr", "nal-hrd"),
    ])
  func `a limit of the rate without a buffer is told to be none`(
    _ codec: String, _ options: String, _ name: String
  ) throws {
    let run = try make("f.mp4", ["--codec", codec, "--save-options", options])
    let encoder = codec == "h264" ? "libx264" : "libx265"
    run.expectOneLine(0, ["\(name) has no effect: \(encoder) needs bufsize beside it"])
  }

  @Test(arguments: [
    ("f.mp4", "q:v=5", "libx264"), ("f.mp4", "crf=99", "libx264"), ("f.mp4", "crf=-5", "libx264"),
    ("f.mp4", "crf=abc", "libx264"), ("f.mp4", "b:v=0", "libx264"),
    ("f.webm", "crf=64", "libvpx-vp9"),
    ("f.mov", "crf=20", "prores_ks"),
    ("f.webm", "q=2", "libvpx-vp9"),
    ("f.mp4", "x265-params=crf=30", "libx264"), ("f.webm", "x264-params=crf=40", "libvpx-vp9"),
    ("f.mp4", "qp=-1", "libx264"), ("f.webm", "qp=-1", "libvpx-vp9"),
  ])
  func `a control that an encoder lacks is refused`(
    _ file: String, _ option: String, _ encoder: String
  ) throws {
    let codec = encoder == "prores_ks" ? ["--codec", "prores"] : []
    let run = try make(file, codec + ["--save-options", option])
    run.expectOneLine(64, ["--save-options \(option): \(encoder) does not take it"])
  }

  @Test(arguments: ["crf=20,b:v=300k", "qp=20,b:v=300k"])
  func `a bit rate beside a quality that takes what it needs is refused`(_ options: String) throws {
    let run = try make("f.mp4", ["--save-options", options])
    run.expectOneLine(64, ["b:v=300k: libx264 takes one of them"])
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["crf=10,b:v=20k", "b:v=20k,crf=10"])
  func `VP9 takes a bit rate as the limit of a quality`(_ options: String) throws {
    let limited = try film("f.webm", ["--save-options", options])
    let free = try film("f.webm", ["--save-options", "crf=10,b:v=0"])
    #expect(limited * 2 < free)
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `--depth and a pixel format that agree are taken`() throws {
    let run = try make("f.mp4", ["--depth", "10", "--save-options", "pix_fmt=yuv422p10le"])
    #expect(run.status == 0 && run.errors == "")
    for option in ["pix_fmt=yuv422p", "vf=format=yuv444p"] {
      try make("f.mp4", ["--depth", "10", "--save-options", option])
        .expectOneLine(64, ["--depth 10 and \(option) of --save-options contradict each other"])
    }
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `what ffmpeg says stands without its addresses`() throws {
    let run = try make("f.mp4", ["--save-options", "preset=slwo"])
    run.expectOneLine(64, ["invalid preset 'slwo'"])
    #expect(!run.errors.contains("0x"))
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `a control that the codec of alpha lacks is refused`() throws {
    try sandbox.expectFailure(
      64, "--save-options qp=0: prores_ks does not take it", "q:v=N",
      of: ["transparent", "a.png", "-o", "f.mov", "--save-options", "qp=0"])
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["f.mp4", "f.webm"])
  func `a codec that the container cannot hold is no fault of the disk`(_ file: String) throws {
    let run = try make(file, ["--save-options", "c:v=ffv1"])
    run.expectOneLine(64, ["--save-options: ffmpeg does not take them"])
    #expect(try !sandbox.names(in: ".").contains(file))
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a filter that cannot begin is no fault of the disk`()
    throws
  {
    let run = try make("f.mp4", ["--save-options", "vf=select=not(mod(n,2))"])
    run.expectOneLine(64, ["--save-options: ffmpeg does not take them"])
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a profile of other samples is no fault of the disk`()
    throws
  {
    let run = try make("f.webm", ["--save-options", "profile=1"])
    run.expectOneLine(64, ["--save-options: ffmpeg does not take them", "Invalid parameter"])
  }

  @Test func `a control that no encoder of small frames takes is refused`() throws {
    let run = try make(
      "f.mkv", ["--codec", "av1", "--size", "64x48", "--save-options", "svtav1-params=crf=60"])
    run.expectOneLine(64, ["--save-options svtav1-params=crf=60: no encoder of av1", "64x48"])
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `an option may begin with a number`() throws {
    #expect(try make("f.mp4", ["--save-options", "crf=20,8x8dct=0"]).status == 0)
  }

  @Test(arguments: ["c:a=copy", "c:v=copy"])
  func `frames and sound cannot be copied`(_ option: String) throws {
    let run = try make("f.mkv", ["--save-options", option])
    run.expectOneLine(64, ["--save-options \(option)", "made anew"])
  }

  @Test(arguments: ["qp=0,crf=20", "crf=20,qp=0", "lossless=1,crf=9"])
  func `two controls of the quality are refused`(_ options: String) throws {
    let run = try make("f.mkv", ["--save-options", options])
    run.expectOneLine(64, ["each sets the quality: give one"])
  }

  @Test(.needs("ffmpeg", "ffprobe", "taskset"), arguments: Kind.all.filter { $0.depth == .eight })
  func `a film has the same bytes for any number of processors`(_ kind: Kind) throws {
    var films: Set<Data> = []
    for processors in ["0", "0,1"] {
      let words = ["-c", "9", "--size", "320x240", "-q", "--output", kind.file] + kind.options
      let run = try sandbox.shell(
        "taskset -c \(processors) \"$TOOL\" \"$@\"", Sandbox.pictures("swipe") + words)
      #expect(run.status == 0, "\(run.errors)")
      films.insert(try sandbox.bytes(kind.file))
    }
    #expect(films.count == 1)
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["", "[out]"])
  func `filters that name their input may open a picture`(_ output: String) throws {
    let logo = Bitmap(width: 16, height: 16, uniform: [250, 20, 20])
    try logo.write(to: sandbox.folder.file("l.png"))
    let filter = "vf=movie=l.png[l];[in][l]overlay=8:8\(output)"
    let run = try make("f.mp4", ["--save-options", filter, "-q"])
    #expect(run.status == 0, "\(run.errors)")
    let pixels = try pixels("f.mp4", "rgb24")
    let width = try #require(Int(sandbox.probe("f.mp4", "width")))
    let red = pixels[(16 * width + 16) * 3..<(16 * width + 17) * 3]
    #expect(zip(red, [250, 20, 20]).allSatisfy { abs($0 - $1) <= 4 }, "\(red)")
  }

  // MARK: A local ffmpeg that lacks something

  /// Puts a script before the real ffmpeg, for the duration of a command.
  private func make(
    _ file: String, _ options: [String], ffmpeg script: String
  ) throws -> Subprocess.Outcome {
    try sandbox.makeFolder("bin")
    try sandbox.write(Data("#!/bin/sh\n\(script)\n".utf8), to: "bin/ffmpeg")
    return try sandbox.shell(
      "chmod +x bin/ffmpeg; PATH=$PWD/bin:$PATH \"$TOOL\" \"$@\"",
      Sandbox.pictures("dissolve") + ["-c", "3", "--output", file] + options)
  }

  /// What ffmpeg says of an encoder that it lacks.
  private static let unknown = "echo \"Codec '${3#*=}' is not recognized by FFmpeg.\" >&2"

  @Test(
    arguments: [
      ("film.mp4", [], "libx264"), ("film.webm", [], "libvpx-vp9"),
      (
        "film.mp4", ["--codec", "h265"], "libx265: choose --codec h264, --codec av1 or --codec vp9"
      ),
      ("film.mkv", ["--codec", "av1"], "libsvtav1 or libaom-av1"),
      ("film.mov", ["--codec", "prores"], "prores_ks"),
    ] as [(String, [String], String)])
  func `an encoder that ffmpeg lacks is named`(_ file: String, _ options: [String], _ words: String)
    throws
  {
    let result = try make(file, options, ffmpeg: Self.unknown)
    result.expectOneLine(69, ["this ffmpeg has no encoder \(words)"])
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "bin"])
  }

  @Test func `an encoder without a depth is named`() throws {
    let script = "echo 'Encoder libx265 [x]:'; echo '    Supported pixel formats: yuv420p gray'"
    let result = try make("film.mp4", ["--codec", "h265", "--depth", "10"], ffmpeg: script)
    result.expectOneLine(69, ["libx265", "yuv420p10le", "--codec h264"])
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "bin"])
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `the second encoder of AV1 does where the first is missing`()
    throws
  {
    let script = """
      case "$3" in *libsvtav1) \(Self.unknown); exit;; esac
      echo "$@" >>words
      PATH=${PATH#*:} exec ffmpeg "$@"
      """
    let result = try make("film.webm", ["--codec", "av1"], ffmpeg: script)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try sandbox.probe("film.webm", "codec_name") == "av1")
    #expect(String(decoding: try sandbox.bytes("words"), as: UTF8.self).contains("-c:v libaom-av1"))
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `small films of AV1 have another encoder`() throws {
    let result = try make("film.mp4", ["--codec", "av1", "--size", "32x20", "-q"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.probe("film.mp4", "codec_name,width,height") == "av1 32 20")
    try sandbox.expectFailure(
      64, "16x16",
      of: Sandbox.pictures() + ["--output", "f.mp4", "--codec", "h265", "--size", "15x99"])
  }

  @Test func `a plan needs no ffmpeg`() throws {
    let result = try sandbox.render(
      "dissolve", ["--codec", "av1", "--depth", "10", "--quality", "70", "--dry-run", "--json"],
      output: ["--output", "film.mp4"], environment: ["PATH": "/nonexistent"])
    #expect(result.status == 0 && result.errors == "")
    for fact in ["\"codec\": \"av1\"", "\"depth\": 10", "\"quality\": 70"] {
      #expect(result.output.contains(fact))
    }
  }

  // MARK: Size

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [("4800x60", "3840 48"), ("60x4800", "48 3840"), ("3840x62", "3840 62")])
  func `a film is no larger than players show, unless asked`(_ size: String, _ expected: String)
    throws
  {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    let sandbox = try Sandbox(width: sides[0], height: sides[1])
    let tests = FilmCodecTests(sandbox)
    let isSmaller = expected != size.replacing("x", with: " ")
    let remark =
      "dotransition: the film is \(expected.replacing(" ", with: "x")), since few players show "
      + "\(size): --size \(size) keeps it\n"
    for options in [[], ["--dry-run"]] {
      let result = try tests.make("film.mp4", options)
      #expect(result.status == 0 && result.errors == (isSmaller ? remark : ""), "\(result.errors)")
    }
    #expect(try sandbox.probe("film.mp4", "width,height") == expected)
    let whole = try tests.make("whole.mp4", ["--size", size])
    #expect(whole.status == 0 && whole.errors == "", "\(whole.errors)")
    #expect(try sandbox.probe("whole.mp4", "width,height") == size.replacing("x", with: " "))
    // Files are as large as their pictures, and pictures that are not scaled lose nothing.
    let frame = try sandbox.render("dissolve", ["--time", "0"], output: ["--output", "frame.png"])
    #expect(frame.status == 0 && frame.errors == "", "\(frame.errors)")
    #expect(try sandbox.picture("frame.png").width == sides[0])
    #expect(try tests.make("none.mp4", ["--fit", "none"]).errors == "")
    #expect(try sandbox.probe("none.mp4", "width,height") == size.replacing("x", with: " "))
  }
}
