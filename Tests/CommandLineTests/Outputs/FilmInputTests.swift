import Foundation
import TestSupport
import Testing
import TransitionKit

/// Films among the pictures of a show.
@Suite(.needs("ffmpeg", "ffprobe")) struct FilmInputTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 64, height: 48) }

  /// Makes a clip of two seconds, a pattern that moves.
  private func makeClip(
    _ file: String, rate: String = "25", start: Int = 0, _ options: String = ""
  ) throws {
    try sandbox.makeOnce(
      "ffmpeg -v error -y -f lavfi -i testsrc2=s=64x48:r=\(rate):d=\(start + 2) -ss \(start) "
        + "-c:v libx264 -g 12 -pix_fmt yuv420p -colorspace bt709 -color_range tv \(options) \(file)"
    )
  }

  /// The checksums of a film's frames, at a rate if it has to be another one.
  private func frames(_ file: String, rate: String? = nil) throws -> [String] {
    let filter = rate.map { "-vf fps=\($0)" } ?? ""
    let result = try sandbox.shell(
      "ffmpeg -v error -i \(file) \(filter) -map 0:v:0 -pix_fmt yuv420p -f framemd5 -")
    try #require(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: " ").last.map { String($0) } }
  }

  /// Makes a film whose frames are kept without loss, and returns their checksums.
  private func show(_ arguments: [String]) throws -> [String] {
    let result = try sandbox.run(
      arguments + ["-o", "out.mkv", "-q", "--save-options", "c:v=ffv1,pix_fmt=yuv420p"])
    try #require(result.status == 0, "\(result.errors)")
    return try frames("out.mkv")
  }

  private func list(_ lines: String...) throws {
    try sandbox.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "t.list")
  }

  @Test(arguments: ["24000/1001", "25"])
  func `a film's frames are ffmpeg's at any rate`(_ own: String) throws {
    try makeClip("clip.mp4", rate: own)
    // Planes of BT.709 stay as they are, so that no code differs.
    for rate in [own == "25" ? "24000/1001" : "25", "30", "60"] {
      #expect(try show(["clip.mp4", "--fps", rate]) == frames("clip.mp4", rate: rate), "\(rate)")
    }
    #expect(try show(["clip.mp4"]) == frames("clip.mp4"))
  }

  @Test(arguments: ["12", "7/5"])
  func `a last moment that is shorter than a frame is shown`(_ rate: String) throws {
    try makeClip("clip.mp4")
    func first(_ rate: String) throws -> String? {
      let cut = ["clip.mp4:from=1.96s", "a.png", "--hold", "3", "--transition", "cut"]
      return try show(cut + ["--fps", rate]).first
    }
    #expect(try first(rate) == first("25"))
  }

  @Test(arguments: [("144", "36"), ("240", "60")])
  func `a fast film is shown at a quarter of its rate`(_ own: String, _ shown: String) throws {
    try makeClip("clip.mp4", rate: own)
    #expect(try show(["clip.mp4"]) == frames("clip.mp4", rate: shown))
    let plan = try sandbox.run(["clip.mp4", "a.png", "-o", "f.mp4", "--dry-run"])
    #expect(plan.errors.contains("has \(own) frames a second and the show \(shown):"))
  }

  @Test(arguments: ["mp4", "mkv", "ts", "avi"])
  func `a part of a film begins with the frame of its time`(_ type: String) throws {
    try makeClip("t.mp4", type == "avi" ? "-bf 0" : "")
    try sandbox.ffmpeg("-i t.mp4 -c copy clip.\(type)")
    let all = try frames("clip.\(type)")
    try #require(all.count == 50)
    try list("clip.\(type) --from 0.6s --to 0:01.4")
    #expect(try show(["@t.list"]) == Array(all[15..<35]))
    try list("clip.\(type) --from 1.92s")
    #expect(try show(["@t.list"]) == Array(all[48...]))
  }

  // ffmpeg's scaler ignores the range of gray in one byte, and loses white in more.
  @Test(arguments: ["gray", "gray10le", "gray16le"], [true, false])
  func `grays have their range`(_ format: String, _ isLimited: Bool) throws {
    let made = try sandbox.shell(
      """
      ffmpeg -v error -f lavfi -i color=white:s=32x16:r=5:d=1,format=gray,\
      "geq=lum='if(lt(X,16),16,235)',format=\(format)" \
      -c:v ffv1 -color_range \(isLimited ? "tv" : "pc") gray.mkv &&
      $TOOL gray.mkv --frames 0 -q -o - --pixel-format rgb48 >frame
      """)
    #expect(made.status == 0, "\(made.errors)")
    let samples = [UInt8](try sandbox.bytes("frame")).map(Int.init)
    func sample(_ index: Int) -> Int { samples[index * 2] + samples[index * 2 + 1] << 8 }
    let ends = isLimited ? (0, 65535) : (16 * 257, 235 * 257)
    #expect(abs(sample(3) - ends.0) <= 64 && abs(sample(32 * 3 - 4) - ends.1) <= 64)
  }

  @Test(arguments: ["ts", "mkv"])
  func `an interlaced film that begins late shows each frame at its time`(_ type: String) throws {
    let made = try sandbox.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=gray:s=64x48:r=25:d=1 \
        -vf "geq=lum='16+N*8':cb=128:cr=128,setfield=tff" -c:v mpeg2video -flags +ilme+ildct \
        -qscale:v 1 -output_ts_offset 7 i.\(type) || exit 1
      $TOOL i.\(type) black --frames 0-19 -c 2 -o 'f/##.ppm'
      """)
    #expect(made.status == 0, "\(made.errors)")
    for frame in 0..<20 {
      let name = frame < 10 ? "0\(frame)" : "\(frame)"
      let level = try sandbox.picture("f/\(name).ppm").samples(column: 32, row: 24)[1]
      // Each is 8 of 219 lighter than the one before.
      #expect(abs(Double(level) - Double(frame) * 8 * 255 / 219) < 3, "frame \(frame): \(level)")
    }
  }

  // Many of its small pictures share a packet, so that ffprobe's guess of the length is too short.
  @Test func `a program stream is shown to its last picture`() throws {
    try sandbox.ffmpeg("-f lavfi -i color=gray:s=96x64:r=25:d=12 -c:v mpeg2video -b:v 50k p.mpg")
    #expect(try show(["p.mpg"]).count == 300)
    // ffprobe takes the time of one for another's.
    for (options, light) in [
      ("s=64x48 -bf 3", "255*mod(N\\,2)"), ("s=160x96 -bf 2", "mod(N*37\\,255)"),
    ] {
      let size = options.prefix { $0 != " " }
      try sandbox.ffmpeg(
        "-f lavfi -i \"nullsrc=\(size):r=25:d=1,geq='lum=\(light):cb=128:cr=128'\" -c:v mpeg2video "
          + "-q:v 3 \(options.dropFirst(size.count)) p.mpg")
      #expect(try show(["p.mpg"]).count == 25)
    }
  }

  // ffprobe 5 calls some of its pictures a 600th of a second long.
  @Test(arguments: ["c.mov", "c.mp4"])
  func `the last picture lasts as long as the header says`(_ name: String) throws {
    try makeClip(name, "-bf 2 -b_strategy 0 -video_track_timescale 600")
    #expect(try show([name]).count == 50)
    #expect(try show([name]) == frames(name))
    // Its header ends with what is decoded last, which is not what is shown last.
    try makeClip(
      name,
      "-bf 2 -vf \"select='not(eq(n,48))'\" -vsync vfr -enc_time_base 1/90000 "
        + "-video_track_timescale 600")
    let shown = try show([name, "--fps", "25"])
    #expect(try shown.count == 50 && shown.last == frames(name).last)
    // One whose last picture is short has no more.
    try makeClip(name, rate: "10", "-bf 0 -video_track_timescale 600")
    #expect(try show([name, "--fps", "50"]).count == 100)
  }

  @Test func `a last picture whose packet has no length is shown`() throws {
    try makeClip(
      "u.ts",
      "-bf 2 -vf 'setpts=(N+0.4*mod(N*7\\,3))/25/TB' -vsync passthrough -enc_time_base 1/90000")
    #expect(try show(["u.ts"]).last == frames("u.ts").last)
  }

  // Of few pictures at an uneven rate ffprobe guesses lengths, or none, and the first one may wait
  // long after its packet.
  @Test(
    arguments: ["flv u.flv", "wmv2 u.wmv", "libx264 u.ts"],
    [[0, 12, 13, 14], [0, 5], [0, 1, 2] + Array(41...60)])
  func `a short film is shown to its last picture`(_ codec: String, _ times: [Int]) throws {
    let time = times.enumerated().map { "eq(N\\,\($0.offset))*\($0.element)" }
      .joined(separator: "+")
    try sandbox.ffmpeg(
      "-f lavfi -i \"nullsrc=s=64x48:r=25,geq='lum=16+mod(N*37\\,200):cb=128:cr=128'\" "
        + "-vf 'setpts=(\(time))/25/TB' -frames:v \(times.count) -vsync vfr -c:v \(codec)")
    let name = try #require(codec.split(separator: " ").last.map { String($0) })
    let shown = try show([name, "--fps", "25"])
    #expect(shown.count == (times.last ?? 0) + 1)
    #expect(Set(shown).count == times.count)
  }

  @Test(arguments: ["flv u.flv", "wmv2 u.wmv", "libx264 u.ts"])
  func `a last picture of unknown length has a frame`(_ codec: String) throws {
    try sandbox.ffmpeg(
      "-f lavfi -i \"nullsrc=s=64x48:r=25,geq='lum=16+mod(N*37\\,200):cb=128:cr=128'\" "
        + "-vf 'settb=1/1000,setpts=10*(eq(N\\,1)+20*eq(N\\,2)+23*eq(N\\,3))' -frames:v 4 "
        + "-enc_time_base 1/1000 -vsync vfr -c:v \(codec)")
    let name = try #require(codec.split(separator: " ").last.map { String($0) })
    let shown = try show([name, "--fps", "25"])
    #expect(shown.count == 7 && shown.last != shown.dropLast().last)
  }

  // Where ffprobe has looked for the end, FLV's pictures have a thousandth of a second.
  @Test(arguments: ["flv u.flv", "wmv2 u.wmv", "libx264 u.ts"], [1, 12])
  func `the second of two pictures with sound is shown`(_ codec: String, _ time: Int) throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=160x120:r=25 -f lavfi -i sine=d=1 "
        + "-vf 'setpts=N*\(time)/25/TB' -frames:v 2 -vsync vfr -ar 44100 -c:v \(codec)")
    let name = try #require(codec.split(separator: " ").last.map { String($0) })
    let film = try sandbox.run([name, "--fps", "25", "-o", "f.mp4", "--draft"])
    #expect(film.status == 0 && film.errors.isEmpty, "\(film.errors)")
    let shown = try show([name, "--fps", "25"])
    #expect(shown.firstIndex { $0 != shown[0] } == time)
  }

  // The length in the header of a WMV is that of sound and pictures together.
  @Test func `a WMV with longer sound is not cut off`() throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=160x120:r=25:d=2 -f lavfi -i sine=d=4 -c:v wmv2 long.wmv")
    #expect(try show(["long.wmv"]).count == 50)
  }

  @Test(arguments: ["flv one.flv", "wmv2 one.wmv"])
  func `a film of one picture is that picture`(_ codec: String) throws {
    try sandbox.ffmpeg("-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 1 -c:v \(codec)")
    let name = try #require(codec.split(separator: " ").last.map { String($0) })
    #expect(try show([name, "black", "--hold", "1s", "--duration", "1s"]).count > 25)
  }

  // Its packet has the length that it had among the pictures that were left out.
  @Test(
    arguments: [
      "libx264 -bf 0 e.mp4", "libx264 -bf 0 e.ts", "wmv2 e.wmv", "flv e.flv", "mpeg4 e.avi",
    ])
  func `the last picture of an even film is as long as the others`(_ codec: String) throws {
    try sandbox.ffmpeg(
      "-f lavfi -i \"nullsrc=s=64x48:r=25:d=0.64,geq='lum=16+N*12:cb=128:cr=128'\" "
        + "-vf 'select=not(mod(n\\,3))' -vsync vfr -c:v \(codec)")
    let name = try #require(codec.split(separator: " ").last.map { String($0) })
    let shown = try show([name, "--fps", "25/3"])
    #expect(shown.count == 6 && Set(shown).count == 6)
  }

  // Of few pictures in Matroska ffprobe gives the length of the whole.
  @Test(arguments: [0, 2]) func `few pictures with longer sound are not cut off`(
    _ start: Int
  ) throws {
    try sandbox.ffmpeg("-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 3 -c:v libx264 v.mkv")
    try sandbox.ffmpeg(
      "-i v.mkv -f lavfi -i sine=d=3 -c:v copy -output_ts_offset \(start) long.mkv")
    #expect(try show(["long.mkv", "--fps", "25"]).count == 3)
  }

  @Test(arguments: ["libx264 -frames:v 3 late.mkv", "wmv2 late.wmv"])
  func `a film that begins late begins with its first picture`(_ codec: String) throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -output_ts_offset 2 -c:v \(codec)")
    let name = try #require(codec.split(separator: " ").last.map { String($0) })
    #expect(try show([name, "--fps", "25"]).count == (name == "late.mkv" ? 3 : 25))
  }

  // The times of what refers to later pictures are those by which it is decoded.
  @Test(arguments: [
    ("mpeg4 -bf 2", "r.avi"), ("libx264 -bf 3 -b_strategy 0", "r.avi"),
    ("libx264 -bf 3 -b_strategy 0 -f asf", "r.wmv"), ("mpeg4", "r.avi"),
  ])
  func `a film whose pictures lack times is shown whole`(_ codec: String, _ name: String) throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=8,drawbox=c=white:t=fill:enable='eq(mod(n\\,25)\\,0)' "
        + "-c:v \(codec) \(name)")
    let shown = try show([name])
    // The same pictures, each with its time.
    try sandbox.ffmpeg("-i \(name) -c:v ffv1 whole.mkv")
    #expect(try shown == show(["whole.mkv"]) && shown.count == 200)
  }

  // Of its packets from the last keyframe on, ffprobe gives only the first a time.
  @Test func `an ASF that ends after a keyframe is shown whole`() throws {
    try makeClip("c.wmv", "-bf 2 -f asf")
    #expect(try show(["c.wmv"]) == frames("c.wmv"))
  }

  // Their headers promise 50 pictures, and ffmpeg says nothing.
  @Test(arguments: ["mpeg2video -q:v 2 c.mxf", "mjpeg -q:v 2 c.avi"])
  func `a film that is cut off a little says so`(_ codec: String) throws {
    let name = codec.hasSuffix("mxf") ? "c.mxf" : "c.avi"
    try sandbox.ffmpeg("-f lavfi -i testsrc2=s=64x48:r=25:d=2 -c:v \(codec)")
    let bytes = try sandbox.bytes(name)
    try sandbox.write(bytes.prefix(bytes.count * 82 / 100), to: name)
    let run = try sandbox.run([name, "-o", "f.mp4", "--draft"])
    #expect(run.status == 0)
    #expect(run.errors.contains("\(name) ends before it should"), "\(run.errors)")
    _ = try sandbox.write(bytes, to: name)
    #expect(try sandbox.run([name, "-o", "f.mp4", "--draft"]).errors == "")
  }

  // AVI's times are whole pictures.
  @Test(arguments: ["25", "30000/1001"])
  func `a clip of an AVI may begin within a picture`(_ rate: String) throws {
    try makeClip("t.mp4", rate: rate, "-bf 0")
    try sandbox.ffmpeg("-i t.mp4 -c copy t.avi")
    for start in ["0.5s", "0.499s", "0.519s"] {
      let clips = try ["avi", "mp4"].map { try show(["t.\($0):from=\(start)", "--fps", "50"]) }
      #expect(clips[0] == clips[1] && clips[0].count > 50, "\(start)")
    }
  }

  @Test func `a part of a film of open groups is not called damaged`() throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=160x120:r=25:d=8 -c:v libx264 -g 25 -bf 3 "
        + "-x264-params open-gop=1 o.mp4")
    let part = try sandbox.run(["o.mp4:from=2.4s", "-o", "x.mp4"])
    #expect(part.status == 0 && !part.errors.contains("damaged"), "\(part.errors)")
  }

  @Test func `streams one after the other are no film`() throws {
    try makeClip("one.ts")
    let result = try sandbox.shell("cat one.ts one.ts >two.ts; $TOOL two.ts -o f.mp4")
    #expect(result.status == 65 && result.errors.contains("its times begin anew after 1.9s"))
    #expect(try show(["one.ts"]).count == 50)
  }

  @Test func `a stream that lacks packets is told`() throws {
    try makeClip("whole.ts", "-b:v 2M")
    let result = try sandbox.shell(
      """
      size=$(($(stat -c %s whole.ts) / 188 / 3))
      { head -c $((size * 188)) whole.ts; tail -c +$((size * 2 * 188 + 1)) whole.ts; } >hole.ts
      $TOOL hole.ts -o f.mp4; $TOOL whole.ts -o g.mp4
      """)
    #expect(result.status == 0)
    let lines = result.errors.split(separator: "\n").filter { $0.contains("may look wrong") }
    #expect(lines.contains { $0.contains("hole.ts is damaged") }, "\(result.errors)")
    #expect(!lines.contains { $0.contains("whole.ts") }, "\(result.errors)")
  }

  @Test func `default streams are shown and heard`() throws {
    let made = try sandbox.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=red:s=64x48:r=5:d=2 \
        -f lavfi -i color=lime:s=32x24:r=5:d=2 -f lavfi -i sine=300:d=2 -f lavfi -i sine=1000:d=2 \
        -map 0 -map 1 -map 2 -map 3 -c:v ffv1 -c:a pcm_s16le -disposition:0 0 -disposition:1 default \
        -disposition:2 0 -disposition:3 default two.mkv &&
      $TOOL two.mkv -o f.mkv --save-options c:v=ffv1,c:a=pcm_s16le -q &&
      ffmpeg -v error -i two.mkv -map 0:3 -ac 2 -ar 48000 -af volume=1.4142 -f s16le theirs &&
      ffmpeg -v error -i f.mkv -vn -ac 2 -f s16le ours
      ffprobe -v error -select_streams v -show_entries stream=width -of csv=p=0 f.mkv
      """)
    try #require(made.status == 0, "\(made.errors)")
    #expect(made.output == "32\n")
    let (ours, theirs) = (try sandbox.bytes("ours"), try sandbox.bytes("theirs"))
    #expect(ours.count == theirs.count)
    let crossings = [ours, theirs].map { bytes in
      stride(from: 4, to: bytes.count - 4, by: 4).count { index in
        (bytes[index + 1] ^ bytes[index + 5]) & 0x80 != 0
      }
    }
    #expect(abs(crossings[0] - crossings[1]) < 20 && crossings[0] > 3000, "\(crossings)")
  }

  // Frames that are sought are those that reading from the beginning leads to.
  @Test(arguments: [
    "-g 60 -bf 3", "-g 250 -x264-params open-gop=1:keyint=40", "-vf 'select=mod(n\\,7)'",
  ])
  func `a late part of a film has the frames of the whole`(_ options: String) throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=7 \(options) -vsync vfr -pix_fmt yuv420p "
        + "-c:v libx264 late.mp4")
    for rate in ["25", "30", "24000/1001"] {
      let made = try sandbox.shell(
        """
        $TOOL late.mp4 --fps \(rate) -q -o - --pixel-format rgb24 >whole
        for first in 57 66 101 142 160; do
          $TOOL late.mp4 --fps \(rate) -q -o - --pixel-format rgb24 --frames $first-$((first + 2)) >part
          cmp -i $((first * 9216)):0 -n 27648 whole part || exit 1
        done
        """)
      #expect(made.status == 0, "\(rate): \(made.output) \(made.errors)")
    }
  }

  // Edits of QuickTime's, each 0.4 s from a time: 1.6 s and then 0.2 s; and 0.2 s and then 0.8 s.
  @Test(arguments: [
    (20_480, 2560, "368640:92160 46080:92160"), (2560, 10_240, "46080:92160 184320:92160"),
  ]) func `a film that is edited has the pictures of its edits`(
    _ first: Int, _ second: Int, _ parts: String
  ) throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -g 10 -bf 0 -pix_fmt yuv420p -c:v libx264 whole.mp4")
    let run = try sandbox.shell(
      #"""
      perl -0777 -pe '
        my $edits = pack("NN", 0, 2) . pack("N3", 400, \#(first), 65536)
          . pack("N3", 400, \#(second), 65536);
        my $place = index($_, "elst") - 4;
        my $size = unpack("N", substr($_, $place, 4));
        my $list = pack("N", 8 + length $edits) . "elst$edits";
        substr($_, $place, $size) = $list;
        for my $box ("moov", "trak", "edts") {
          my $start = index($_, $box) - 4;
          my $old = unpack("N", substr($_, $start, 4));
          substr($_, $start, 4) = pack("N", $old + length($list) - $size);
        }
        substr($_, index($_, "mvhd") + 20, 4) = pack("N", 800);
        substr($_, index($_, "tkhd") + 24, 4) = pack("N", 800);' whole.mp4 >edited.mp4
      $TOOL whole.mp4 -q -o - --pixel-format rgb24 >whole
      $TOOL edited.mp4 -q -o - --pixel-format rgb24 >edited
      for part in \#(parts); do
        tail -c +$((${part%:*} + 1)) whole | head -c ${part#*:}
      done >expected
      cmp expected edited
      """#)
    #expect(run.status == 0 && run.errors == "", "\(run.output) \(run.errors)")
  }

  @Test func `the end of a film overlaps the beginning of the next`() throws {
    try makeClip("a.mp4")
    try makeClip("b.mp4", start: 2)
    let (a, b) = (try frames("a.mp4"), try frames("b.mp4"))
    let joined = try show(["a.mp4", "b.mp4", "-c", "11"])
    #expect(joined.count == 50 + 50 - 11)
    #expect(Array(joined[..<39]) == Array(a[..<39]))
    #expect(Array(joined[50...]) == Array(b[11...]))
    // The frames between are those that the two frames would give as pictures.
    let result = try sandbox.shell(
      """
      "$TOOL" a.mp4 -o a%02d.png -q && "$TOOL" b.mp4 -o b%02d.png -q
      "$TOOL" a.mp4 b.mp4 -c 11 --transition pagecurl -o f.png --frames 44 -q
      "$TOOL" a44.png b05.png --transition pagecurl --time 0.5 -o still.png -q
      cmp f.png still.png
      """)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  /// A patch of one color, of codes that the matrix of a standard makes of it.
  private struct Patch {
    let color: [Double]
    let (kr, kb): (Double, Double)
    let isFull: Bool

    var codes: [UInt8] {
      let y = kr * color[0] + (1 - kr - kb) * color[1] + kb * color[2]
      let (u, v) = ((color[2] - y) / (2 - 2 * kb), (color[0] - y) / (2 - 2 * kr))
      let values =
        isFull
        ? [255 * y, 128 + 255 * u, 128 + 255 * v] : [16 + 219 * y, 128 + 224 * u, 128 + 224 * v]
      return values.map { UInt8($0.rounded()) }
    }
  }

  /// Its only matrix; there is no tag.
  @Test func `colors of VP8 have the matrix of BT.601 at any height`() throws {
    let codes = Patch(color: [0.8, 0.1, 0.15], kr: 0.299, kb: 0.114, isFull: false).codes
    let planes = zip(codes, [4, 1, 1]).flatMap { Array(repeating: $0, count: 32 * 360 * $1) }
    try sandbox.write(Data(planes), to: "raw")
    try sandbox.ffmpeg(
      "-stream_loop 2 -f rawvideo -pix_fmt yuv420p -s 64x720 -r 25 -i raw -c:v libvpx -crf 4 -b:v 9M clip.webm"
    )
    let result = try sandbox.run(["clip.webm", "-o", "f%d.png", "-q"])
    try #require(result.status == 0, "\(result.errors)")
    let pixel = try sandbox.picture("f0.png").samples(column: 30, row: 300).map { Int($0) }
    for (found, expected) in zip(pixel, [204, 26, 38]) {
      #expect((found - expected).magnitude <= 3, "\(pixel)")
    }
  }

  @Test(
    arguments: [
      ("bt709", "tv", 720), ("bt709", "pc", 48), ("smpte170m", "tv", 48), ("bt470bg", "pc", 720),
      ("bt2020nc", "tv", 48), ("unknown", "tv", 48), ("unknown", "unknown", 720),
    ], ["yuv420p", "yuv444p", "yuv420p10le"])
  func `colors are those of the stream's matrix and range`(
    _ tags: (matrix: String, range: String, height: Int), _ format: String
  ) throws {
    let shares = [
      "bt709": (0.2126, 0.0722), "smpte170m": (0.299, 0.114), "bt470bg": (0.299, 0.114),
      "bt2020nc": (0.2627, 0.0593),
    ]
    let (kr, kb) = shares[tags.matrix] ?? (tags.height < 720 ? (0.299, 0.114) : (0.2126, 0.0722))
    let colors = [[0.8, 0.1, 0.15], [0.1, 0.7, 0.25], [0.15, 0.2, 0.9], [0.5, 0.5, 0.5]]
    var bytes: [UInt8] = []
    for color in colors {
      let codes = Patch(color: color, kr: kr, kb: kb, isFull: tags.range == "pc").codes
      let deep = format.hasSuffix("10le")
      for (plane, code) in codes.enumerated() {
        let isShared = plane > 0 && format != "yuv444p"
        let count = 64 * tags.height / (isShared ? 4 : 1)
        let sample = deep ? [UInt8(Int(code) * 4 & 255), UInt8((Int(code) * 4) >> 8)] : [code]
        let part = Array(repeating: sample, count: 16).flatMap(\.self)
        for _ in 0..<count / 16 { bytes += part }
      }
    }
    try sandbox.write(Data(bytes), to: "raw")
    try sandbox.ffmpeg(
      "-f rawvideo -pix_fmt \(format) -s 64x\(tags.height) -r 25 -color_range \(tags.range) "
        + "-colorspace \(tags.matrix) -i raw -c:v ffv1 -color_range \(tags.range) "
        + "-colorspace \(tags.matrix) clip.mkv")
    let result = try sandbox.run(["clip.mkv", "-o", "f%d.png"])
    try #require(result.status == 0, "\(result.errors)")
    for (number, color) in colors.enumerated() {
      let picture = try sandbox.picture("f\(number).png")
      let maximum = Double(picture.format.depth.maximum)
      for channel in 0..<3 {
        let index = (20 * 64 + 30) * picture.format.channels + channel
        let found = Double(picture.samples[index]) / maximum
        // The codes themselves are rounded.
        #expect((found - color[channel]).magnitude < 2 / 255, "\(number) \(channel) \(found)")
      }
    }
  }

  @Test(arguments: [
    ("-metadata:s:v rotate=90", 48, 64), ("-metadata:s:v rotate=180", 64, 48),
    ("-metadata:s:v rotate=270", 48, 64), ("-aspect 2:1", 96, 48), ("-aspect 1:1", 64, 64),
  ])
  func `a film is upright and has square pixels`(_ option: String, _ width: Int, _ height: Int)
    throws
  {
    try makeClip("t.mp4")
    try sandbox.ffmpeg("-i t.mp4 -c copy \(option) clip.mp4")
    let result = try sandbox.run(["clip.mp4", "-o", "f%d.png", "--frames", "3"])
    #expect(result.status == 0, "\(result.errors)")
    let picture = try sandbox.picture("f3.png")
    #expect(picture.width == width && picture.height == height)
  }

  @Test(arguments: [
    ("-vf format=yuva420p,geq=lum=90:cb=128:cr=128:a=100 -c:v libvpx-vp9 -b:v 1M", "webm", 8),
    (
      "-vf format=yuva444p10le,geq=lum=360:cb=512:cr=512:a=400 -c:v prores_ks -profile:v 4444",
      "mov", 16
    ),
    ("-vf format=rgba,geq=r=90:g=90:b=90:a=100 -c:v png", "mov", 8),
  ])
  func `alpha and depth stay`(_ encoding: String, _ type: String, _ depth: Int) throws {
    try sandbox.ffmpeg("-f lavfi -i color=s=64x48:r=25:d=0.4 \(encoding) clip.\(type)")
    let result = try sandbox.run(["clip.\(type)", "-o", "f%d.png", "--frames", "3"])
    #expect(result.status == 0, "\(result.errors)")
    let picture = try sandbox.picture("f3.png")
    #expect(picture.format.depth.rawValue == depth && picture.format.hasAlpha)
    let alpha = Double(picture.samples[4 * 1000 + 3]) / Double(picture.format.depth.maximum)
    #expect((alpha - 100.0 / 255).magnitude < 0.012)
  }

  @Test func `what is no film, or none that is read, is one line`() throws {
    try makeClip("good.mp4", "-movflags faststart")
    try sandbox.ffmpeg("-i good.mp4 -c copy good.mkv")
    try sandbox.ffmpeg("-f lavfi -i sine=d=1 sound.mp4")
    for (type, share) in [("mp4", 0.6), ("mkv", 0.5)] {
      let bytes = try sandbox.bytes("good.\(type)")
      try sandbox.write(bytes.prefix(Int(Double(bytes.count) * share)), to: "cut.\(type)")
    }
    try sandbox.write(Data(), to: "empty.mp4")
    try sandbox.write(
      Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }), to: "noise.mov")
    try sandbox.write(
      Data("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\ngood.mp4\n".utf8), to: "list.mp4")
    for (file, words) in [
      ("cut.mp4", "is cut off: it ends at"), ("cut.mkv", "is cut off: it ends at"),
      ("empty.mp4", "is empty"), ("noise.mov", "is not a film that can be read"),
      ("list.mp4", "leads to other files"), ("sound.mp4", "has sound alone"),
    ] {
      try sandbox.expectFailure(65, "\(file) \(words)", of: [file, "a.png", "-o", "o.mp4"])
    }
    try sandbox.expectFailure(66, "none.mp4", of: ["none.mp4", "a.png", "-o", "o.mp4"])
    try sandbox.expectFailure(
      64, "--reverse: good.mp4 is a film", of: ["good.mp4", "--reverse", "-o", "o.mp4"])
    for (line, words) in [
      ("--from 3s", "is after the end of good.mp4, which lasts 2s"),
      ("--from 1", "has no unit: 1s"),
      ("--from 1s --to 0.5s", "nothing lies between"),
      ("--hold 2s", "stand still: good.mp4 is a film"),
      ("--range 1-3", "for numbered files"),
    ] {
      try list("good.mp4 \(line)")
      try sandbox.expectFailure(64, "t.list:1", words, of: ["@t.list", "-o", "o.mp4"])
    }
    try list("a.png --from 1s", "b.png")
    try sandbox.expectFailure(64, "--from is for films", of: ["@t.list", "-o", "o.mp4"])
  }

  @Test func `without ffmpeg a film is not read`() throws {
    try makeClip("clip.mp4")
    let result = try sandbox.run(
      ["clip.mp4", "a.png", "-o", "f%d.png"], environment: ["PATH": "/nonexistent"])
    result.expectOneLine(69, ["clip.mp4 is a film, which needs ffmpeg and ffprobe"])
  }

  @Test func `parts of a show, threads and loops show the same frames`() throws {
    try makeClip("a.mp4")
    try makeClip("b.mp4", rate: "30", start: 2)
    for options in [[], ["--loop"]] {
      let arguments =
        ["a.mp4", "a.png", "b.mp4", "--fps", "25", "--duration", "0.4s", "--size", "80x60"]
        + options
      func make(_ folder: String, _ options: String...) throws {
        let result = try sandbox.run(
          arguments + ["-o", folder, "-b", "f", "-t", "png", "-q"] + options)
        #expect(result.status == 0, "\(result.errors)")
      }
      func sums(_ folder: String) throws -> [String] {
        try sandbox.shell("cd \(folder) && cksum *.png").output.split(separator: "\n")
          .map { String($0) }
      }
      try make("whole", "--jobs", "1")
      let whole = try sums("whole")
      #expect(whole.count == (options.isEmpty ? 101 : 91), "\(whole.count)")
      try make("threads", "--jobs", "7")
      #expect(try sums("threads") == whole)
      for shard in 1...3 { try make("parts", "--shard", "\(shard)/3") }
      try make("parts", "--frames", "0-90x9")
      #expect(try sums("parts") == whole)
      for folder in ["whole", "threads", "parts"] { try sandbox.remove(folder) }
    }
  }

  @Test func `a loop of one film ends where it begins`() throws {
    try makeClip("clip.mp4")
    let all = try frames("clip.mp4")
    let loop = try show(["clip.mp4", "--loop", "-c", "11"])
    #expect(loop.count == 50 - 11)
    #expect(Array(loop[..<30]) == Array(all[10..<40]))
  }

  @Test func `a film of one frame is a still`() throws {
    try makeClip("one.mp4", "-frames:v 1")
    let result = try sandbox.run(["one.mp4", "a.png", "-c", "3", "-o", "f%d.png", "--hold", "2"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.folder.contents().filter { $0.hasPrefix("f") }.count == 5)
  }

  @Test func `the plan tells which frame of which film is shown`() throws {
    try makeClip("clip.mp4")
    try list("a.png --hold 10", "clip.mp4 --from 1s")
    let table = try sandbox.run(["@t.list", "-c", "5", "-o", "f%d.png", "--dry-run"])
    #expect(table.output.contains("1 picture, 1 film, 1 transition, 35 frames, 1.4 s"))
    #expect(table.output.contains("clip.mp4 (64x48, 25 frames, 0:01.00 to 0:02.00)"))
    let frames = try sandbox.run([
      "@t.list", "-c", "5", "-o", "f%d.png", "--dry-run", "--plan-frames",
    ])
    #expect(frames.output.contains("f12.png  clip.mp4 1.08s\n"))
    let json = try sandbox.run(["@t.list", "-c", "5", "-o", "f%d.png", "--dry-run", "--json"])
    #expect(json.output.contains("\"next-frame\": 2,\n      \"next-film-time\": 1.08"))
    #expect(json.output.contains("\"frame\": 24,\n      \"film-time\": 1.96"))
    let printed = try sandbox.run(["@t.list", "-c", "5", "-o", "f%d.png", "--print-list"])
    #expect(printed.output.contains("clip.mp4 --from 1s\n"))
  }

  @Test func `frames that are there stay until a film is another`() throws {
    try makeClip("clip.mp4")
    func run() throws -> String {
      let result = try sandbox.run(
        ["clip.mp4", "a.png", "-c", "5", "-o", "f%02d.png", "--skip-existing", "-v"])
      #expect(result.status == 0, "\(result.errors)")
      return result.errors
    }
    _ = try run()
    try sandbox.remove("f20.png")
    #expect(try run().contains("1 frame, 50 were there"))
    // In another folder it is the same.
    #expect(try sandbox.shell("mkdir c && mv clip.mp4 c").status == 0)
    let moved = try sandbox.run(
      ["c/clip.mp4", "a.png", "-c", "5", "-o", "f%02d.png", "--skip-existing", "--missing"])
    #expect(moved.status == 0 && moved.output.isEmpty, "\(moved.output)")
    try makeClip("clip.mp4", start: 2)
    let again = try sandbox.run(
      ["clip.mp4", "a.png", "-c", "5", "-o", "f%02d.png", "--skip-existing", "--missing"])
    #expect(again.status != 0)
  }

  @Test func `nothing is left of ffmpeg when a show is interrupted`() throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=640x480:r=25:d=20 -c:v libx264 -preset ultrafast long.mp4")
    // Shells let background jobs ignore INT.
    for signal in ["TERM", "KILL"] {
      let result = try sandbox.shell(
        """
        "$TOOL" long.mp4 a.png long.mp4 -o out.mp4 -q & pid=$!
        sleep 1; kill -\(signal) $pid; wait $pid; sleep 0.5
        pgrep -f '[f]ile:long.mp4' | wc -l; ls
        """)
      #expect(!result.output.contains("out.mp4\n"), "\(signal)")
      #expect(result.output.hasPrefix("0\n"), "\(signal) \(result.output)")
    }
  }

  @Test func `a picture with the name of a film is told to be one`() throws {
    #expect(try sandbox.shell("cp a.png x.mp4").status == 0)
    try sandbox.expectFailure(
      65, "x.mp4 is a picture", ".png", of: ["x.mp4", "a.png", "-c", "2", "-o", "f%d.png"])
    try sandbox.write(Data("#EXTM3U\n/etc/passwd\n".utf8), to: "y.mp4")
    try sandbox.expectFailure(65, "y.mp4", of: ["y.mp4", "a.png", "-c", "2", "-o", "f%d.png"])
  }

  @Test func `a film with the name of a picture is told to be one`() throws {
    for name in ["clip.mp4", "clip.mov", "clip.mkv", "clip.avi"] {
      try makeClip(name)
      #expect(try sandbox.shell("mv \(name) x.png").status == 0)
      try sandbox.expectFailure(
        65, "is a film with the name of a picture: x.png", of: ["x.png", "a.png", "-o", "f%d.png"])
    }
  }

  @Test(arguments: ["0.02", "1.5"])
  func `Matroska whose times begin before zero is refused`(_ seconds: String) throws {
    try makeClip("clip.mp4")
    try sandbox.ffmpeg(
      "-itsoffset -\(seconds) -i clip.mp4 -c copy -avoid_negative_ts disabled x.mkv")
    try sandbox.expectFailure(
      65, "x.mkv begins with pictures before its time zero", of: ["x.mkv", "a.png", "-o", "%d.png"])
  }
}
