import Foundation
import TestSupport
import Testing
import TransitionKit

/// Films and animations: one file for all frames.
@Suite struct FilmTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 64, height: 48) }

  private func make(_ file: String, _ arguments: String...) throws -> Subprocess.Outcome {
    try sandbox.render("dissolve", ["-c", "9"] + arguments, output: ["--output", file])
  }

  @Test(arguments: ["frag_keyframe", "frag_keyframe+empty_moov"])
  func `fragments begin with their first picture`(_ flags: String) throws {
    try sandbox.ffmpeg("-f lavfi -i sine=440:d=2 m.wav")
    let made = try sandbox.run([
      "a.png", "b.png", "--hold", "1s", "--duration", "1s", "--music", "m.wav", "-o", "f.mp4",
      "--save-options", "movflags=+\(flags)",
    ])
    try #require(made.status == 0, "\(made.errors)")
    let start = try sandbox.shell(
      "ffprobe -v error -select_streams v -show_entries stream=start_time -of csv=p=0 f.mp4")
    #expect(start.output.hasPrefix("0.000000"), "\(start.output)")
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("film.mp4", "h264"), ("film.mov", "h264"), ("film.mkv", "h264"), ("film.webm", "vp9"),
    ])
  func `a film has its type's codec and is tagged`(_ file: String, _ codec: String) throws {
    let result = try make(file, "--fps", "24", "--hold", "4")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(
      try sandbox.probe(
        file, "codec_name,width,height,pix_fmt,color_space,color_transfer,color_primaries")
        == "\(codec) 64 48 yuv420p bt709 bt709 bt709")
    #expect(try sandbox.probe(file, "r_frame_rate,nb_read_frames") == "24/1 \(2 * 4 + 7)")
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", file])
  }

  // ffmpeg takes what it guesses from the times of frames for a rate of its own.
  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["119/1", "120000/1001", "241/1"])
  func `a film has each frame once at every rate`(_ rate: String) throws {
    let result = try make("film.mp4", "--fps", rate, "--hold", "300")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try sandbox.probe("film.mp4", "r_frame_rate,nb_read_frames") == "\(rate) 607")
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("film.mp4", false, []), ("film.webm", false, []), ("film.mov", true, []),
      ("film.mp4", false, ["--save-options", "vf=vflip,filter:v=vflip"]),
      ("film.mov", true, ["--save-options", "vf=null"]),
      ("film.mp4", false, ["--save-options", "pix_fmt=yuv420p10le"]),
      ("film.mp4", false, ["--save-options", "c:v=libx264rgb"]),
      ("film.mkv", false, ["--save-options", "c:v=ffv1,pix_fmt=bgr0"]),
      ("film.mp4", false, ["--save-options", "vf=format=gbrp,format=yuv420p"]),
      ("film.mp4", false, ["--save-options", "pix_fmt=yuvj420p"]),
    ])
  func `a film has the colors of the frames`(_ file: String, _ hasAlpha: Bool, _ options: [String])
    throws
  {
    // Patches, whose colors encoders keep.
    let colors: [[UInt16]] = [[200, 30, 40], [20, 180, 60], [30, 50, 220], [240, 240, 240]]
    var samples: [UInt16] = []
    for row in 0..<48 {
      for column in 0..<64 {
        samples += colors[row / 24 * 2 + column / 32] + (hasAlpha ? [255] : [])
      }
    }
    let patches = Bitmap(
      width: 64, height: 48, format: hasAlpha ? .rgba8 : .rgb8, samples: samples)
    try patches.write(to: sandbox.folder.file("a.png"))
    let result = try sandbox.render(
      "dissolve", ["-c", "9", "--hold", "3"] + options, output: ["--output", file])
    #expect(result.status == 0, "\(result.errors)")
    let frame = try sandbox.shell(
      """
      ffmpeg -v error -i \(file) -frames:v 1 -vf \
      scale=flags=accurate_rnd+full_chroma_int,format=rgb24 -f rawvideo out.rgb
      """)
    #expect(frame.status == 0, "\(frame.errors)")
    let bytes = [UInt8](try sandbox.bytes("out.rgb"))
    for (index, color) in colors.enumerated() {
      let (column, row) = (index % 2 * 32 + 16, index / 2 * 24 + 12)
      for channel in 0..<3 {
        let found = Int(bytes[(row * 64 + column) * 3 + channel])
        #expect(abs(found - Int(color[channel])) <= 4, "patch \(index), channel \(channel)")
      }
    }
  }

  @Test(
    .needs("ffmpeg", "ffprobe"), arguments: [("film.webm", "yuva420p"), ("film.mov", "yuva444p")])
  func `a film keeps alpha where its type has it`(_ file: String, _ format: String) throws {
    let sandbox = try Sandbox(width: 64, height: 48, format: .rgba8)
    let result = try sandbox.render("dissolve", ["-c", "3"], output: ["--output", file])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let decoder = file.hasSuffix("webm") ? "-c:v libvpx-vp9" : ""
    let alpha = try sandbox.shell(
      "ffmpeg -v error \(decoder) -i \(file) -frames:v 1 -pix_fmt rgba -f rawvideo out.rgba")
    #expect(alpha.status == 0)
    let bytes = [UInt8](try sandbox.bytes("out.rgba"))
    let expected = sandbox.a.samples
    let worst =
      stride(from: 3, to: bytes.count, by: 4)
      .map { abs(Int(bytes[$0]) - Int(expected[$0])) }.max() ?? 255
    #expect(worst <= 12, "\(worst)")
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a film without alpha says what is below`() throws {
    let sandbox = try Sandbox(width: 64, height: 48, format: .rgba8)
    let result = try sandbox.render("dissolve", ["-c", "3"], output: ["--output", "film.mp4"])
    #expect(result.status == 0)
    #expect(result.errors.contains("alpha") && result.errors.contains("--background"))
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: [[], ["--save-options", "vf=null"]])
  func `a film leaves out odd rows and columns`(_ options: [String]) throws {
    let arguments = ["-c", "9", "--size", "33x21", "--fit", "stretch"] + options
    let result = try sandbox.render("dissolve", arguments, output: ["--output", "film.mp4"])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try sandbox.probe("film.mp4", "width,height") == "32 20")
  }

  /// Options with which H.264 keeps the planes as they are.
  private static let lossless = ["x264-params=qp=0"]

  /// The samples of a film's planes, frame after frame, each of 8 bits or of two bytes.
  private func samples(_ file: String, _ format: String) throws -> [Int] {
    let decoded = try sandbox.shell(
      "ffmpeg -v error -i \(file) -pix_fmt \(format) -f rawvideo planes")
    #expect(decoded.status == 0, "\(decoded.errors)")
    let bytes = [UInt8](try sandbox.bytes("planes")).map(Int.init)
    guard format.contains("10le") else { return bytes }
    return stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] | bytes[$0 + 1] << 8 }
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: [[], ["vf=null"]])
  func `chroma is on the left of its pixels, as decoders assume`(_ filters: [String]) throws {
    // Red from the fourth column on, beside gray of the same luma.
    let picture = Bitmap(width: 64, height: 48) { u, _ in
      u < 3.0 / 64 ? [0.2126, 0.2126, 0.2126] : [1, 0, 0]
    }
    try picture.write(to: sandbox.folder.file("a.png"))
    let options = (Self.lossless + filters).joined(separator: ",")
    #expect(try make("film.mp4", "--save-options", options).status == 0)
    #expect(try sandbox.probe("film.mp4", "chroma_location") == "left")
    let planes = try samples("film.mp4", "yuv420p")
    let redStart = 64 * 48 + 32 * 24
    let row = Array(planes[(redStart + 32 * 12)...].prefix(4))
    // A quarter of 112 codes; in the middle of two pixels it would be half.
    #expect(abs(row[1] - 156) <= 12 && abs(row[2] - 240) <= 12, "\(row)")
  }

  /// Between two codes of 8-bit pictures there are more colors than one: in dark dissolves steps of
  /// a code are rings.
  @Test(
    .needs("ffmpeg", "ffprobe"), arguments: ["yuv420p", "yuv420p10le", "yuv422p", "yuv444p10le"])
  func `a film shows colors between the codes of its pictures`(_ format: String) throws {
    for (name, code) in [("a.png", 20), ("b.png", 22)] as [(String, UInt16)] {
      try Bitmap(width: 64, height: 48, uniform: [code, code, code])
        .write(to: sandbox.folder.file(name))
    }
    let options = (Self.lossless + ["pix_fmt=\(format)"]).joined(separator: ",")
    #expect(try make("film.mp4", "--save-options", options).status == 0)
    let samples = try samples("film.mp4", format)
    let frame = samples.count / 9
    let means = (0..<9).map { number in
      let luma = samples[number * frame..<number * frame + 64 * 48]
      return Double(luma.reduce(0, +)) / Double(luma.count)
    }
    #expect(means == means.sorted() && Set(means).count > 5, "\(means)")
    // Luma is as far from that of the pictures as the formula is, and no farther.
    let scale = format.contains("10le") ? 4.0 : 1
    for (mean, code) in [(means[0], 20.0), (means[8], 22)] {
      #expect(abs(mean - (16 + 219 * code / 255) * scale) < (scale == 4 ? 0.51 : 0.1))
    }
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a film takes options of ffmpeg`() throws {
    #expect(try make("film.mp4", "--save-options", "crf=30,pix_fmt=yuv420p10le").status == 0)
    #expect(try sandbox.probe("film.mp4", "pix_fmt") == "yuv420p10le")
    let result = try make("bad.mp4", "--save-options", "c:v=nonsense")
    result.expectOneLine(64, ["--save-options", "Unknown encoder 'nonsense'"])
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "film.mp4"])
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `the filters of a film may have commas`() throws {
    let result = try make("film.mp4", "--save-options", "vf=crop=10:20,format=yuv422p,crf=9")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try sandbox.probe("film.mp4", "width,height,pix_fmt") == "10 20 yuv422p")
  }

  @Test(.needs("ffmpeg"), arguments: ["film.mp4", "film.webm"])
  func `a picture that cannot be read ends a film`(_ output: String) throws {
    try expectEnd(ofUnreadable: output)
  }

  @Test(arguments: ["turn.webp", "turn.gif", "-"])
  func `a picture that cannot be read ends an animation or a stream`(_ output: String) throws {
    try expectEnd(ofUnreadable: output)
  }

  private func expectEnd(ofUnreadable output: String) throws {
    try sandbox.a.write(to: sandbox.folder.file("whole.jpg"))
    try sandbox.write(sandbox.bytes("whole.jpg").prefix(1000), to: "cut.jpg")
    for pictures in [["a.png", "cut.jpg", "b.png"], ["a.png", "b.png", "cut.jpg"]] {
      let result = try sandbox.shell(
        "timeout 60 \"$TOOL\" \"$@\" > stream",
        pictures + ["--transitionfilter", "dissolve", "-q", "--output", output])
      result.expectOneLine(65, ["cut.jpg"])
    }
    #expect(
      try sandbox.folder.contents() == ["a.png", "b.png", "cut.jpg", "stream", "whole.jpg"])
  }

  @Test(.needs("ffmpeg"), arguments: [1, 2])
  func `a shader that never ends ends a film`(_ jobs: Int) throws {
    try expectEnd(ofEndless: "film.mp4", jobs)
  }

  @Test(arguments: ["turn.webp", "-"], [1, 2])
  func `a shader that never ends ends an animation or a stream`(_ output: String, _ jobs: Int)
    throws
  {
    try expectEnd(ofEndless: output, jobs)
  }

  private func expectEnd(ofEndless output: String, _ jobs: Int) throws {
    let shader = """
      vec4 transition(vec2 uv) {
        float x = 0.0;
        for (;;) x += uv.x;
        return vec4(x);
      }
      """
    try sandbox.write(Data(shader.utf8), to: "endless.glsl")
    let result = try sandbox.shell(
      "timeout 60 \"$TOOL\" \"$@\" > stream",
      Sandbox.pictures("endless.glsl") + ["-q", "--output", output, "--jobs", "\(jobs)"])
    #expect(result.status == 65 && result.errors.contains("endless"), "\(result.errors)")
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "endless.glsl", "stream"])
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["mp4", "mov", "mkv", "webm"])
  func `a film is the same file each time`(_ type: String) throws {
    for name in ["a", "b"] { #expect(try make("\(name).\(type)").status == 0) }
    #expect(try sandbox.bytes("a.\(type)") == sandbox.bytes("b.\(type)"))
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a film without a frame is not made`() throws {
    try make("film.mp4", "--save-options", "vf=select=0").expectOneLine(74, ["Empty output"])
    #expect(try sandbox.folder.contents() == ["a.png", "b.png"])
  }

  @Test(arguments: [
    ("t=1", "--duration"), ("crf=20,frames:v=2", "--frames"), ("vf=hflip,ss=1", "--frames"),
    ("vn=1", "an leaves the sound out"), ("map=0", "vf and af"), ("y=1", "--output"),
    ("f=null", "--output"), ("pass=1", "--output"), ("itsscale=2", "--fps"),
    ("x264-params=crf=20:dump-yuv=b.png", "dump-yuv"), ("x264opts=pass=1:stats=s", "pass"),
    ("enc_time_base=1/5", "--fps"), ("bsf:v=noise=drop=1", "--frames"),
    ("color_range=pc", "BT.709"), ("qp=0,colorspace=smpte170m", "BT.709"),
    ("chroma_sample_location=center", "at the left"), ("skip_frame=nokey", "--frames"),
  ])
  func `options of ffmpeg that choose other frames or files are refused`(
    _ options: String, _ word: String
  ) throws {
    try make("film.mp4", "--save-options", options).expectOneLine(64, ["--save-options", word])
    #expect(try sandbox.folder.contents() == ["a.png", "b.png"])
  }

  @Test func `without ffmpeg a film is refused`() throws {
    let result = try sandbox.render(
      "dissolve", output: ["--output", "film.mp4"], environment: ["PATH": "/nonexistent"])
    result.expectOneLine(69, ["ffmpeg"])
    #expect(try sandbox.folder.contents() == ["a.png", "b.png"])
  }

  @Test func `a film is not made if ffmpeg is no program`() throws {
    try sandbox.write(Data([0]), to: "ffmpeg")
    let result = try sandbox.shell(
      "chmod +x ffmpeg; PATH=$PWD \"$TOOL\" \"$@\"", Sandbox.pictures() + ["--output", "film.mp4"])
    result.expectOneLine(69, ["cannot run the program: ffmpeg"])
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "ffmpeg"])
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a film goes beside a contact sheet`() throws {
    #expect(try make("film.mp4", "--contact-sheet", "sheet.png").status == 0)
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "film.mp4", "sheet.png"])
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a signal while ffmpeg starts leaves nothing of a film`()
    throws
  {
    for _ in 0..<10 {
      let process = try sandbox.start(
        Sandbox.pictures("flash") + [
          "--size", "640x480", "-c", "100000", "--output", "film.mp4", "-q",
        ])
      while try sandbox.folder.contents().allSatisfy({ !$0.hasPrefix(".dotransition") }),
        process.isRunning
      { usleep(1000) }
      process.send(SIGTERM)
      let result = try process.outcome()
      result.expectOneLine(143, ["interrupted", "film.mp4"])
      #expect(try sandbox.folder.contents() == ["a.png", "b.png"])
    }
  }

  @Test(.needsVips, arguments: ["turn.webp", "turn.gif"])
  func `an animation holds a picture in one frame`(
    _ file: String
  )
    throws
  {
    let result = try make(file, "--fps", "20", "--hold", "1s", "--plays", "3")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let header = try sandbox.shell("vipsheader -a \(file)[n=-1]").output
    #expect(header.contains("n-pages: 9"), "\(header)")
    let delays = try #require(header.split(separator: "\n").first { $0.hasPrefix("delay:") })
    #expect(delays.hasPrefix("delay: 1000 50 50 50 50 50 50 50 1000"))
    #expect(header.contains("loop: 3"))
  }

  @Test(arguments: [("turn.gif", 656), ("turn.webp", 16_778)])
  func `an animation shows a picture no longer than its type can`(_ file: String, _ seconds: Int)
    throws
  {
    let arguments = Sandbox.pictures("dissolve") + ["-c", "2", "--fps", "1", "--output", file]
    for hold in [seconds, 100_000] {
      try sandbox.expectFailure(
        64, "\(seconds - 1) seconds", "film", of: arguments + ["--hold", "\(hold)"])
    }
    #expect(try sandbox.run(arguments + ["--hold", "\(seconds - 1)"]).status == 0)
  }

  @Test(.needsVips) func `an animation has the frames`() throws {
    #expect(try make("turn.webp", "--save-options", "lossless").status == 0)
    #expect(try sandbox.render("dissolve", ["-c", "9"]).status == 0)
    for number in [0, 3, 8] {
      let page = try sandbox.shell("vips copy turn.webp[page=\(number)] page.png")
      #expect(page.status == 0)
      let frame = try sandbox.picture("out/f00\(number).png")
      #expect(try sandbox.picture("page.png").difference(from: frame) == nil)
    }
  }

  @Test(.needsVips) func `an animation ends with its target, however slowly`() throws {
    let pictures = Sandbox.pictures("dissolve") + ["--size", "128x96", "--quality", "50", "-q"]
    #expect(
      try sandbox.run(
        pictures + ["-c", "40", "--fps", "20", "--hold", "1s", "--output", "turn.webp"]
      ).status == 0)
    #expect(try sandbox.run(pictures + ["--time", "1", "--output", "still.webp"]).status == 0)
    #expect(try sandbox.shell("vips copy turn.webp[page=39] last.png").status == 0)
    let (last, still) = (try sandbox.picture("last.png"), try sandbox.picture("still.webp"))
    #expect(last.meanDifference(from: still) < 0.001)
  }

  @Test func `an animation refuses options that would do nothing`() throws {
    try sandbox.expectFailure(
      64, "--save-options: kmin=3", "each frame",
      of: Sandbox.pictures() + ["-c", "3", "--output", "turn.webp", "--save-options", "kmin=3"])
  }

  @Test(.needsVips) func `one frame is not an animation`() throws {
    let result = try sandbox.render(
      "dissolve", ["--time", "0.5"], output: ["--output", "half.webp"])
    #expect(result.status == 0)
    #expect(!(try sandbox.shell("vipsheader -a half.webp").output.contains("n-pages")))
  }

  @Test(arguments: ["film.mp4", "turn.webp"]) func `one file refuses the options of many`(
    _ file: String
  )
    throws
  {
    let arguments = Sandbox.pictures() + ["--output", file]
    for option in [
      ["--skip-existing"], ["--missing"], ["--padding", "4"], ["--start-number", "1"],
    ] {
      try sandbox.expectFailure(64, option[0], of: arguments + option)
    }
    try sandbox.write(Data("x".utf8), to: file)
    try sandbox.expectFailure(73, "--no-overwrite", of: arguments + ["--no-overwrite"])
  }
}
