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

  /// Makes a film that is silent but for 20 ms of a tone from its frame 30, which is white; at 30 frames
  /// a second.
  private func makeClip(_ name: String, _ options: String, channels: Int = 2) throws {
    try shell(
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
    let bytes = [UInt8](try sandbox.bytes("samples"))
    return stride(from: 0, to: bytes.count - 3, by: 4).map { index in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * $1) })
    }
  }

  /// The loudness of 50 ms of it, as the root of the mean square.
  private func level(_ samples: [Float], at time: Double) -> Float {
    let start = 2 * Int(time * 48_000)
    let part = samples[min(start, samples.count)..<min(start + 4800, samples.count)]
    return (part.reduce(0) { $0 + $1 * $1 } / Float(max(part.count, 1))).squareRoot()
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
      "music.wav",
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
    let clips = (0..<12).map { ["k1.mp4", "k2.mov", "k3.ts"][$0 % 3] }
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
}
