import Foundation
import TestSupport
import Testing

/// The sound of films, as the built tool and the local ffmpeg make it.
@Suite struct SoundTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 64, height: 48) }

  private func shell(_ script: String) throws {
    let result = try sandbox.shell(script)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Makes a film that is silent but for 20 ms of a tone from its frame 30, which is white; at 30
  /// frames a second.
  private func makeClip(_ name: String, _ options: String, channels: Int = 2) throws {
    try sandbox.makeOnce(
      """
      ffmpeg -v error -y -f lavfi -i \
      "color=black:s=64x48:r=30:d=2,drawbox=color=white:t=fill:enable='eq(n,30)'" \
      -filter_complex "sine=1000:r=44100:d=0.02,adelay=1000:all=1,apad,atrim=end=2,volume=4[s]" \
      -map 0:v -map "[s]" -ac \(channels) -c:v libx264 \(options) \(name)
      """)
  }

  /// The samples of a film's sound, two channels in turn.
  private func samples(_ film: String) throws -> [Float] {
    try shell("ffmpeg -v error -y -i \(film) -map 0:a -f f32le -ac 2 -ar 48000 samples")
    return try sandbox.soundSamples("samples")
  }

  /// The loudness of 50 ms of it, as the root of the mean square.
  private func level(_ samples: [Float], at time: Double) -> Float {
    samples.loudness(from: 2 * Int(time * 48_000), count: 4800)
  }

  /// What ffprobe says of the sound.
  private func probe(_ film: String, _ entries: String) throws -> String {
    try sandbox.shell(
      "ffprobe -v error -select_streams a -show_entries \(entries) -of default=nw=1:nk=1 \(film)"
    ).output.split(separator: "\n").joined(separator: " ")
  }

  /// The least loudness of sound, for silence.
  private static let silence: Float = 0.001

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [("mp4", "aac"), ("mov", "aac"), ("webm", "opus"), ("mkv", "opus")])
  func `music lies under pictures, is repeated and faded`(
    _ container: String, _ codec: String
  ) throws {
    try shell("ffmpeg -v error -f lavfi -i sine=440:d=2.5 -ac 1 music.wav")
    let film = "film.\(container)"
    let result = try sandbox.run([
      "a.png", "b.png", "--output", film, "--hold", "3s", "--duration", "1s", "--music",
      "music.wav", "--fps", "5",
    ])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try probe(film, "stream=codec_name,sample_rate,channels") == "\(codec) 48000 2")
    let samples = try samples(film)
    #expect((samples.count / 2 - 7 * 48_000).magnitude < 1600)
    // A sine of 1/8, as loud on both channels as on the one that it had.
    for time in [0.5, 2.0, 3.0, 4.8] {
      #expect((level(samples, at: time) - 0.0884).magnitude < 0.003, "\(time)")
    }
    #expect((level(samples, at: 5.975) - 0.0442).magnitude < 0.003)
    #expect(level(samples, at: 6.94) < 0.004)
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `clips are heard where they are seen`() throws {
    try makeClip("k1.mp4", "-c:a aac", channels: 1)
    try makeClip("k2.mov", "-c:a pcm_s16le")
    try makeClip("k3.ts", "-c:a mp2")
    try makeClip("k4.avi", "-bf 3 -b_strategy 0 -c:a pcm_s16le")
    let clips = (0..<12).map { ["k1.mp4", "k2.mov", "k3.ts", "k4.avi"][$0 % 4] }
    // Samples as they are, to compare them.
    let result = try sandbox.run(
      clips + [
        "-o", "film.mov", "--count", "10", "--save-options", "c:a=pcm_f32le,preset=ultrafast",
      ])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let samples = try samples("film.mov")
    #expect(samples.count == 2 * 1600 * (12 * 60 - 11 * 10))
    try shell(
      "ffmpeg -v error -y -i film.mov -f rawvideo -pix_fmt gray -vf scale=1:1:flags=area gray")
    let white = [UInt8](try sandbox.bytes("gray")).enumerated().filter { $0.element > 150 }
    #expect(white.map(\.offset) == (0..<12).map { $0 * 50 + 30 })
    for clip in 0..<12 {
      let start = (clip * 50 + 30) * 1600
      // A codec smears the tone, but not by half its length.
      #expect(level(samples, at: Double(start - 2400 - 480) / 48_000) < 0.02)
      let tone = samples[2 * start..<2 * (start + 960)]
      #expect((tone.reduce(0) { $0 + $1 * $1 } / 1920).squareRoot() > 0.2)
      // Its first zero crossings.
      let expected = (0..<960).map { 0.5 * sin(2 * Float.pi * 1000 * Float($0) / 48_000) }
      let shifts = (-24...24).map { shift in
        (0..<960).reduce(Float(0)) { $0 + expected[$1] * samples[2 * (start + shift + $1)] }
      }
      let best = try #require(shifts.indices.max { shifts[$0] < shifts[$1] }) - 24
      #expect(best.magnitude <= 1, "clip \(clip)")
    }
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `parts of a show have the same sound as the whole`() throws {
    try makeClip("k.mp4", "-c:a aac")
    try shell("ffmpeg -v error -f lavfi -i sine=300:d=1.3 music.flac")
    let show = [
      "k.mp4", "a.png", "k.mp4", "k.mp4", "--count", "8", "--hold", "1s", "--loop", "--music",
      "music.flac", "--fps", "30000/1001", "--save-options", "c:a=pcm_f32le,preset=ultrafast",
    ]
    #expect(try sandbox.run(show + ["-o", "whole.mov"]).status == 0)
    var parts: [Float] = []
    for part in 1...3 {
      #expect(try sandbox.run(show + ["-o", "part.mov", "--shard", "\(part)/3"]).status == 0)
      parts += try samples("part.mov")
    }
    let whole = try samples("whole.mov")
    #expect(whole.count == parts.count)
    #expect(zip(whole, parts).allSatisfy { ($0 - $1).magnitude < 1e-6 })
    #expect(whole.contains { $0 > 0.3 })
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `music steps back behind clips that are heard`() throws {
    try shell(
      """
      ffmpeg -v error -f lavfi -i color=red:s=64x48:r=30:d=3 -f lavfi -i anullsrc -shortest k.mp4
      ffmpeg -v error -f lavfi -i sine=440:d=20 music.flac
      """)
    let show = [
      "a.png", "k.mp4", "b.png", "--duration", "0.5s", "--hold", "4s", "--music", "music.flac",
      "--fps", "10",
    ]
    #expect(try sandbox.run(show + ["-o", "film.mp4"]).status == 0)
    let heard = try samples("film.mp4")
    #expect((level(heard, at: 2) - 0.0884).magnitude < 0.003)
    #expect((level(heard, at: 5.5) - 0.0884 / 5).magnitude < 0.002)
    #expect((level(heard, at: 8) - 0.0884).magnitude < 0.003)
    #expect(try sandbox.run(show + ["-o", "film.mp4", "--mute"]).status == 0)
    #expect((level(try samples("film.mp4"), at: 5.5) - 0.0884).magnitude < 0.003)
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a mute film has no sound at all`() throws {
    try makeClip("k.mp4", "-c:a aac")
    for options in [["--mute"], ["--save-options", "an"]] {
      let result = try sandbox.run(["k.mp4", "a.png", "--count", "9", "-o", "f.mp4"] + options)
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      #expect(try probe("f.mp4", "stream=codec_name") == "")
    }
    let heard = ["k.mp4", "a.png", "--count", "9", "-o", "f.mp4", "--save-options", "an=0"]
    #expect(try sandbox.run(heard).status == 0)
    #expect(try probe("f.mp4", "stream=codec_name") == "aac")
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `music says how long a show is`() throws {
    try shell("ffmpeg -v error -f lavfi -i sine=440:d=6.4 music.flac")
    let result = try sandbox.run([
      "a.png", "b.png", "-o", "f.mp4", "--length", "music", "--music", "music.flac",
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.probe("f.mp4", "nb_read_frames") == "192")
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `in a list music lies beside the list`() throws {
    try sandbox.makeFolder("trip")
    try shell("ffmpeg -v error -f lavfi -i sine=440:d=2 trip/music.flac; mv a.png b.png trip")
    try sandbox.write(Data("--music music.flac\na.png\nb.png\n".utf8), to: "trip/show.list")
    let result = try sandbox.run(["@trip/show.list", "-o", "f.mp4"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try probe("f.mp4", "stream=codec_name") == "aac")
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `sound that cannot be had is an error before the film`() throws {
    try shell(
      """
      ffmpeg -v error -f lavfi -i color=red:s=64x48:d=1 silent.mp4
      ffmpeg -v error -f lavfi -i sine=440:d=2 music.flac
      echo text > text.mp3
      """)
    let show = ["a.png", "b.png", "-o", "f.mp4", "--music"]
    try sandbox.expectFailure(66, "music", "none.mp3", of: show + ["none.mp3"])
    try sandbox.expectFailure(65, "--music", "a.png", of: show + ["a.png"])
    try sandbox.expectFailure(65, "silent.mp4", "no sound", of: show + ["silent.mp4"])
    try sandbox.expectFailure(65, "text.mp3", of: show + ["text.mp3"])
    try sandbox.expectFailure(
      64, "--music", "film", of: ["a.png", "b.png", "-o", "f.webp", "--music", "music.flac"])
    try sandbox.expectFailure(
      64, "--music", of: ["a.png", "b.png", "-o", "f.mp4", "--length", "music"])
    try shell("mv music.flac music.mp4")
    try sandbox.expectFailure(
      73, "overwrite", "music.mp4",
      of: ["a.png", "b.png", "-o", "music.mp4", "--music", "music.mp4"])
  }

  // MARK: Levels

  /// What two channels have of each of more: front, center, low frequencies, back, side.
  private static let front: [[Float]] = [[1, 0], [0, 1]]
  private static let middle: [[Float]] = [[0.7071, 0.7071], [0, 0]]
  private static let others: [[Float]] = [[0.7071, 0], [0, 0.7071]]

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("5.1", front + middle + others), ("5.1(side)", front + middle + others),
      ("7.1", front + middle + others + others), ("quad", front + others),
    ])
  func `more channels become two, and the front ones stay as loud`(
    _ layout: String, _ levels: [[Float]]
  ) throws {
    // One after the other, each for a fifth of a second.
    let sources = levels.indices.map { "0.25*sin(1000*2*PI*t)*eq(floor(5*t),\($0))" }
    let seconds = Double(levels.count) / 5
    try shell(
      """
      ffmpeg -v error -f lavfi -i color=red:s=64x48:r=30:d=\(seconds) -f lavfi -i \
      "aevalsrc='\(sources.joined(separator: "|"))':c=\(layout):s=48000:d=\(seconds)" \
      -c:a pcm_f32le k.mov
      """)
    let film = ["k.mov", "-o", "f.mov", "-q", "--save-options", "c:a=pcm_f32le"]
    #expect(try sandbox.run(film).status == 0)
    let samples = try samples("f.mov")
    for (channel, levels) in levels.enumerated() {
      for side in 0..<2 {
        let start = 2 * (channel * 9600 + 2400) + side
        let peak = stride(from: start, to: start + 2 * 4800, by: 2).reduce(Float(0)) {
          max($0, samples[$1].magnitude)
        }
        #expect((peak - 0.25 * levels[side]).magnitude < 0.001, "\(channel) \(side) \(peak)")
      }
    }
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `a mix above full scale is limited as a whole, and others are not`() throws {
    try shell(
      """
      tone() { echo "aevalsrc=$1*sin($2*2*PI*t)|$1*sin($2*2*PI*t):s=48000:d=4"; }
      ffmpeg -v error -f lavfi -i color=red:s=64x48:r=30:d=4 -f lavfi -i "$(tone 0.97 700)" \
        -c:a pcm_s16le k.mov
      ffmpeg -v error -f lavfi -i "$(tone 0.97 300)" -c:a pcm_s16le loud.wav
      ffmpeg -v error -f lavfi -i "$(tone 0.05 300)" -c:a pcm_s16le soft.wav
      """)
    func film(_ music: String, _ options: String...) throws -> [Float] {
      let words = ["k.mov", "-o", "f.mov", "-q", "--save-options", "c:a=pcm_f32le", "--music"]
      #expect(try sandbox.run(words + [music] + options).status == 0)
      return try samples("f.mov")
    }
    func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, $1.magnitude) } }
    let limited = try film("loud.wav")
    #expect(limited.count == 2 * 4 * 48_000)
    #expect(peak(limited) < 0.8913 && peak(limited) > 0.8)
    // A part sounds as it does in the whole, though it is not as loud by itself.
    for frames in [33...74, 75...119] {
      let part = try film("loud.wav", "--frames", "\(frames.lowerBound)-\(frames.upperBound)")
      let whole = limited[2 * 1600 * frames.lowerBound..<2 * 1600 * (frames.upperBound + 1)]
      #expect(part.count == whole.count)
      #expect(zip(part, whole).allSatisfy { ($0 - $1).magnitude < 1e-6 }, "\(frames)")
    }
    let soft = try film("soft.wav")
    #expect(peak(soft) > 0.97 && peak(soft) <= 1)
    // A limiter would be late by 5 ms: the sum of both is what it was.
    let alone = try film("soft.wav", "--mute")
    for sample in 24_000..<24_100 {
      let clip = 0.97 * Float(sin(2 * Double.pi * 700 * Double(sample) / 48_000))
      #expect((soft[2 * sample] - alone[2 * sample] / 5 - clip).magnitude < 0.001)
    }
  }

  // MARK: Songs

  @Test(.needs("ffmpeg", "ffprobe"))
  func `songs follow each other, cross, and begin again`() throws {
    try shell(
      """
      ffmpeg -v error -f lavfi -i "aevalsrc=0.5|0.5:d=6:s=48000" -c:a pcm_f32le high.wav
      ffmpeg -v error -f lavfi -i "aevalsrc=0.1|0.1:d=3:s=48000" -c:a pcm_f32le low.wav
      """)
    func film(_ words: String...) throws -> [Float] {
      let show = ["a.png", "b.png", "-o", "f.mov", "-q", "--save-options", "c:a=pcm_f32le"]
      let songs = ["--music", "high.wav", "--music", "low.wav", "--duration", "1s", "--fps", "10"]
      let run = try sandbox.run(show + songs + words)
      #expect(run.status == 0, "\(run.errors)")
      return try samples("f.mov")
    }
    // The shorter one is crossed for half of its length.
    let once = try film("--length", "music")
    #expect(once.count == 2 * 48_000 * 15 / 2)
    func value(_ samples: [Float], _ time: Double) -> Float { samples[2 * Int(time * 48_000)] }
    #expect((value(once, 4.4) - 0.5).magnitude < 0.001)
    #expect((value(once, 5.25) - 0.4243).magnitude < 0.01)
    #expect((value(once, 6.1) - 0.1).magnitude < 0.001)
    // It ends by itself, and is not faded.
    #expect((value(once, 7.4) - 0.1).magnitude < 0.001)
    let long = try film("--length", "20s")
    // 6 s + 3 s - 2 * 1.5 s, and again.
    for time in [7.6, 13.6] { #expect((value(long, time) - 0.5).magnitude < 0.001, "\(time)") }
    #expect((value(long, 19) - 0.25).magnitude < 0.01 && value(long, 19.99) < 0.01)
    // A part is the same as the whole.
    let part = try film("--length", "20s", "--frames", "50-99")
    #expect(
      zip(part, long[2 * 48_000 * 5..<2 * 48_000 * 10]).allSatisfy { ($0 - $1).magnitude < 1e-6 })
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a song that ends with the show is not faded`() throws {
    try shell("ffmpeg -v error -f lavfi -i 'aevalsrc=0.5|0.5:d=3:s=48000' -c:a pcm_f32le m.wav")
    // The second one ends before the last frame does.
    for (length, time, end) in [("3s", 3, 0.5), ("6.02s", 6, 0.5), ("5s", 5, 0)]
      as [(String, Double, Float)]
    {
      let run = try sandbox.run([
        "a.png", "b.png", "-o", "f.mov", "-q", "--save-options", "c:a=pcm_f32le", "--music",
        "m.wav", "--duration", "1s", "--length", length,
      ])
      #expect(run.status == 0, "\(run.errors)")
      let last = try samples("f.mov")[2 * Int(time * 48_000) - 1]
      #expect((last - end).magnitude < 0.001, "\(length) \(last)")
    }
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `songs of the command line replace those of a list, and plans name all`() throws {
    try shell("for i in 1 2 3; do ffmpeg -v error -f lavfi -i sine=440:d=4 $i.wav; done")
    let list = "--music 1.wav\n--music 2.wav\na.png\nb.png\n"
    try sandbox.write(Data(list.utf8), to: "l")
    let printed = try sandbox.run(["@l", "--print-list"]).output
    #expect(printed.contains("--music 1.wav --music 2.wav"), "\(printed)")
    let plan = try sandbox.run(["@l", "-o", "f.mp4", "--dry-run"]).output
    #expect(plan.contains("1.wav, 2.wav"), "\(plan)")
    let other = try sandbox.run(["@l", "-o", "f.mp4", "--music", "3.wav", "--dry-run"]).output
    #expect(other.contains(" 3.wav\n") && !other.contains("1.wav"), "\(other)")
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["pcm_s16le", "flac"])
  func `sound of Matroska that keeps every sample is exact to the sample`(_ codec: String) throws {
    // A sample each tenth of a second, from a file whose packets' times are rounded.
    try shell(
      """
      ffmpeg -v error -f lavfi -i color=red:s=64x48:r=25:d=12 -f lavfi -i \
      "aevalsrc='if(eq(mod(n,4800),0),0.5,0)':s=48000:d=12" -ac 2 -c:a \(codec) k.mkv
      """)
    for from in ["0.34", "3.123", "7.0417", "9.999"] {
      try sandbox.write(Data("k.mkv --from \(from)s\n".utf8), to: "l")
      let film = ["@l", "-o", "f.mov", "-q", "--save-options", "c:a=pcm_f32le"]
      #expect(try sandbox.run(film).status == 0)
      let samples = try samples("f.mov")
      let start = Int((try #require(Double(from)) * 48_000).rounded())
      let impulses = samples.indices.filter { $0 % 2 == 0 && samples[$0] > 0.2 }
      #expect(impulses.count > 10)
      #expect(impulses.allSatisfy { ($0 / 2 + start) % 4800 == 0 }, "\(from) \(impulses.prefix(3))")
    }
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `a part in which nothing is heard is silent, and no film without sound`() throws {
    try makeClip("k.mp4", "-c:a aac")
    let show = ["a.png", "b.png", "k.mp4", "--hold", "2s", "--duration", "0.5s", "-q"]
    #expect(try sandbox.run(show + ["-o", "f.mp4", "--frames", "0-29"]).status == 0)
    #expect(try probe("f.mp4", "stream=codec_name,sample_rate,channels") == "aac 48000 2")
    #expect(try samples("f.mp4").allSatisfy { $0 == 0 })
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `frames that do not follow each other have no sound`() throws {
    try shell("ffmpeg -v error -f lavfi -i sine=440:d=2 music.flac")
    let result = try sandbox.run([
      "a.png", "b.png", "-o", "f.mp4", "--music", "music.flac", "--frames", "0-20x2",
    ])
    #expect(result.status == 0)
    result.expectOneLine(0, ["no sound"])
    #expect(try probe("f.mp4", "stream=codec_name") == "")
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `sound that cannot be decoded leaves no film`() throws {
    try makeClip("k.mkv", "-c:a pcm_s16le")
    // Its codec becomes one that nobody has.
    try shell(
      #"perl -0pi -e 's/A_PCM\/INT\/LIT/A_NOBODY\/KNOW/' k.mkv && cp k.mkv k2.mkv"#)
    let before = try sandbox.folder.contents()
    let result = try sandbox.run(["k.mkv", "k2.mkv", "-o", "f.mp4", "--count", "9"])
    result.expectOneLine(65, ["k.mkv", "sound"])
    #expect(try sandbox.folder.contents() == before)
  }

  // 5.3 s are 132.5 frames at 25 a second, and two songs of 2.65 s are as long.
  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["--length music", "--length 5.3s"])
  func `a song that ends within the last frame does not begin again`(_ length: String) throws {
    let seconds = length == "--length music" ? 5.3 : 2.65
    try shell(
      """
      ffmpeg -v error -f lavfi -i \
      "aevalsrc='if(lt(t,0.05),0.8,0.02)*sin(2000*PI*t)':s=48000:d=\(seconds)" song.wav
      $TOOL red blue --size 64x48 --duration 0.5s --fps 25 \(length) --music song.wav -q \
        --save-options c:a=flac -o film.mkv
      """)
    let samples = try samples("film.mkv")
    let end = 2 * Int(5.3 * 48_000)
    #expect(samples.count == 2 * 133 * 1920)
    #expect(samples[(end - 4800)..<end].contains { $0.magnitude > 0.015 })
    #expect(samples[(end + 10)...].allSatisfy { $0.magnitude < 0.001 })
  }

  // Its header still tells ten seconds, and ffmpeg says nothing.
  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["song.mp3", "song.au", "song.aiff", "song.flv"])
  func `a song that is cut off lasts as long as it is, and says so`(_ name: String) throws {
    try shell("ffmpeg -v error -f lavfi -i sine=d=10 -ac 2 \(name)")
    let line =
      "$TOOL red blue --size 64x48 --duration 0.5s --length music --music \(name) -o f.mp4 --dry-run --json"
    let whole = try sandbox.shell(line)
    #expect(whole.status == 0 && whole.errors == "", "\(whole.errors)")
    let bytes = try sandbox.bytes(name)
    try sandbox.write(bytes.prefix(bytes.count / 2), to: name)
    let half = try sandbox.shell("\(line) | grep -c '\"number\"'")
    half.expectOneLine(0, ["\(name) is cut off: it ends at 5s, and should last 10s"])
    let count = try #require(Int(half.output.filter(\.isNumber)))
    #expect((148...152).contains(count))
  }

  // ffprobe guesses their length from the bits of the first frames.
  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["song.aac", "song.mp3"])
  func `a song whose length is guessed lasts as long as it is`(_ name: String) throws {
    try shell(
      """
      ffmpeg -v error -f lavfi -i sine=d=3 -f lavfi -i anoisesrc=d=7 -filter_complex \
        '[0][1]concat=v=0:a=1' -ac 2 $( [ \(name) = song.mp3 ] && echo -q:a 0 -write_xing 0 ) \(name)
      """)
    let run = try sandbox.shell(
      "$TOOL red blue --size 64x48 --duration 0.5s --length music --music \(name) -o f.mp4 "
        + "--dry-run --json | grep -c '\"number\"'")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let count = try #require(Int(run.output.filter(\.isNumber)))
    #expect((299...302).contains(count), "\(count)")
  }

  // ffmpeg passes over what it cannot read, and says nothing.
  @Test(.needs("ffmpeg", "ffprobe"), arguments: ["song.flac", "song.ogg"])
  func `a song that lacks a part is as long as what is heard of it, and says so`(
    _ name: String
  ) throws {
    try shell("ffmpeg -v error -f lavfi -i anoisesrc=d=10:seed=1 -ac 2 -strict -2 \(name)")
    var bytes = try sandbox.bytes(name)
    let hole = bytes.count * 3 / 10..<bytes.count * 7 / 10
    bytes.replaceSubrange(hole, with: Data(count: hole.count))
    try sandbox.write(bytes, to: name)
    let run = try sandbox.shell(
      """
      $TOOL red blue --size 64x48 --duration 0.5s --length music --music \(name) -o f.mp4 --dry-run \
        --json | grep -c '"number"'
      """)
    run.expectOneLine(0, ["\(name) is damaged: ", "of its sound are missing, and not heard"])
    let count = try #require(Int(run.output.filter(\.isNumber)))
    // Of Ogg, whole pages are lost.
    #expect((145...195).contains(count))
  }

  // ffmpeg takes their lengths from what is there.
  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("song.wav", "song.wav is cut off: it has"),
      ("song.ogg", "song.ogg may be cut off: it lacks"),
      ("song.opus", "song.opus may be cut off: it lacks"),
    ])
  func `a half of a song is told by its bytes`(_ name: String, _ words: String) throws {
    try shell("ffmpeg -v error -f lavfi -i sine=d=9 -ac 2 -strict -2 \(name)")
    let line = "$TOOL red blue --size 64x48 -c 5 --music \(name) -o f.mp4 --dry-run --json"
    let whole = try sandbox.shell(line)
    #expect(whole.status == 0 && whole.errors == "", "\(whole.errors)")
    let bytes = try sandbox.bytes(name)
    try sandbox.write(bytes.prefix(bytes.count / 2), to: name)
    try sandbox.shell(line + " >plan").expectOneLine(0, [words])
  }

  // Its header counts the samples before its start.
  @Test(.needs("ffmpeg", "ffprobe")) func `an MP3 is as long as what is heard of it`() throws {
    try shell("ffmpeg -v error -f lavfi -i sine=d=12:r=48000 -ac 2 -q:a 2 song.mp3")
    let run = try sandbox.shell(
      """
      $TOOL red blue --size 64x48 --duration 1s --length music --fps 100 --music song.mp3 \
        -o f.mp4 --dry-run --json | grep -c '"number"'
      """)
    #expect(run.output == "1200\n" && run.errors == "")
  }
}
