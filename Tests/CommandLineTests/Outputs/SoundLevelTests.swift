import Foundation
import TestSupport
import Testing

/// How loud the sounds of a film are.
@Suite(.needs("ffmpeg", "ffprobe")) struct SoundLevelTests {
  private let sandbox: Sandbox

  /// Makes a film of 2 s with a tone of 1/8, and music of another tone of 1/8 for 6 s.
  init() throws {
    sandbox = try Sandbox(width: 64, height: 48)
    try sandbox.makeOnce(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=red:s=64x48:r=25:d=2 -f lavfi -i sine=440:d=2 \
        -c:v mpeg4 -c:a pcm_s16le c.mov || exit 1
      ffmpeg -nostdin -v error -f lavfi -i sine=1000:d=6 m.wav
      """)
  }

  /// The samples of one channel of the film that a command line makes.
  private func sound(_ line: String) throws -> [Float] {
    let run = try sandbox.shell(
      """
      $TOOL \(line) -o f.mov --save-options c:a=pcm_f32le,preset=ultrafast || exit 1
      ffmpeg -v error -y -i f.mov -map 0:a -af 'pan=mono|c0=c0' -f f32le -ar 48000 sound
      """)
    #expect(run.status == 0 && run.errors == "", "\(line): \(run.errors)")
    return try sandbox.soundSamples("sound")
  }

  private func level(_ samples: [Float], at time: Double) -> Float {
    samples.loudness(from: Int(time * 48_000), count: 2400)
  }

  /// The level of a tone of 1/8.
  private static let tone: Float = 0.0884

  @Test(arguments: [
    ("50%", Float(0.5)), ("-6dB", 0.5012), ("400%", 4), ("0", 0), ("12dB", 3.981),
  ])
  func `a volume is a factor`(_ volume: String, _ factor: Float) throws {
    let own = try sound("c.mov:volume=\(volume) c.mov --transition cut")
    #expect((level(own, at: 1) - factor * Self.tone).magnitude < 0.002)
    #expect((level(own, at: 3) - Self.tone).magnitude < 0.002)
    let all = try sound("c.mov c.mov --transition cut --volume \(volume)")
    #expect((level(all, at: 3) - factor * Self.tone).magnitude < 0.002)
  }

  @Test func `sound fades in and out`() throws {
    let own = try sound("c.mov:sound-fade-in=1s:sound-fade-out=0.5s c.mov --transition cut")
    for (time, factor) in [(0.475, Float(0.5)), (1.2, 1), (1.725, 0.5), (2.3, 1)] {
      #expect((level(own, at: time) - factor * Self.tone).magnitude < 0.003, "\(time)")
    }
  }

  @Test(arguments: [
    ("", Float(0.2)), ("--duck off", 1), ("--duck 50%", 0.5), ("--duck -20dB", 0.1),
    ("--volume 0", 1), ("--music-volume 50%", 0.1), ("--music-volume 50% --duck off", 0.5),
  ])
  func `music steps back while a clip is heard`(_ options: String, _ factor: Float) throws {
    let all = try sound(
      "black:hold=1s c.mov black:hold=2s --transition cut --music m.wav \(options)")
    let clip = options.contains("--volume") ? 0 : Self.tone
    let music = factor * Self.tone
    let sum = (clip * clip + music * music).squareRoot()
    #expect((level(all, at: 2) - sum).magnitude < 0.002, "\(level(all, at: 2)) \(sum)")
    let whole = options.contains("--music-volume") ? 0.5 * Self.tone : Self.tone
    #expect((level(all, at: 0.5) - whole).magnitude < 0.002)
  }

  @Test func `music steps back smoothly at a cut`() throws {
    try sandbox.ffmpeg("-f lavfi -i \"aevalsrc='0.5':s=48000:d=6\" -c:a pcm_f32le flat.wav")
    try sandbox.ffmpeg(
      "-f lavfi -i color=red:s=64x48:r=25:d=2 -f lavfi -i anullsrc=d=2 -c:v mpeg4 -c:a pcm_s16le "
        + "still.mov")
    let all = try sound(
      "black:hold=1s still.mov black:hold=2s --transition cut --music flat.wav --duck 0")
    let steps = zip(all, all.dropFirst()).map { ($0 - $1).magnitude }
    #expect((steps.max() ?? 1) < 0.01 && all[48_000 * 2].magnitude < 1e-4)
  }

  @Test(arguments: ["speed=1.5x", "speed=0.8x", "speed=4x", "to=1.9s"])
  func `no cut clicks`(_ part: String) throws {
    // A tone of 100 Hz that begins and ends in the middle of a wave, after and before its pictures.
    let made = try sandbox.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=red:s=64x48:r=25:d=2 \
        -f lavfi -i "aevalsrc='0.5*cos(200*PI*t)*gte(t,0.02)':s=48000:d=1.98" \
        -c:v mpeg4 -c:a pcm_s16le t.mov
      """)
    try #require(made.status == 0, "\(made.errors)")
    let clip = "t.mov:from=0.5s:\(part)"
    let all = try sound("t.mov \(part == "to=1.9s" ? "t.mov" : clip) t.mov --transition cut")
    let steps = zip(all, all.dropFirst()).map { ($0 - $1).magnitude }
    // The show itself may begin and end in the middle of a sound.
    let inside = steps.dropFirst(4800).dropLast(4800)
    #expect((inside.max() ?? 1) < 0.03, "\(inside.max() ?? 1)")
  }

  @Test func `a single frame is held for longer than its sound lasts`() throws {
    let all = try sound("c.mov:from=1s:to=1.04s c.mov --transition cut --hold 2s")
    #expect(level(all, at: 0) > 0.05 && level(all, at: 0.06) == 0 && level(all, at: 1) == 0)
    #expect((level(all, at: 3) - Self.tone).magnitude < 0.002)
  }

  @Test(arguments: ["to=1.000005s", "to=1.003s"], ["", "--loudness -20"])
  func `a part may be shorter than a fade, or than a sample`(
    _ part: String, _ options: String
  ) throws {
    let all = try sound("c.mov:from=1s:\(part) c.mov --transition cut --hold 1s \(options)")
    #expect(level(all, at: 0.5) == 0 && level(all, at: 2) > 0.05)
  }

  @Test func `a part of a song begins and ends where it is told`() throws {
    let made = try sandbox.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i "aevalsrc='t/10':s=48000:d=8" -c:a pcm_f32le ramp.wav
      """)
    try #require(made.status == 0, "\(made.errors)")
    // Mono is made 3 dB less on two channels, of which one is taken back.
    let all = try sound("a.png b.png --hold 2s --duration 1s --music ramp.wav:from=2s:to=0:04")
    func value(_ time: Double) -> Float { all[Int(time * 48_000)] }
    let unit = value(1) / 0.3
    for (time, expected) in [(0.1, Float(0.21)), (1.9, 0.39), (2.1, 0.21), (2.9, 0.29)] {
      #expect((value(time) / unit - expected).magnitude < 0.003, "\(time)")
    }
  }

  @Test(arguments: [("from=2s", Float(1)), ("to=4s", 0.2375)])
  func `a song fades out where its part is cut off`(_ part: String, _ factor: Float) throws {
    let all = try sound("a.png b.png --duration 1s --music m.wav:\(part) --length music")
    #expect((all.count - 4 * 48_000).magnitude < 2000)
    #expect((level(all, at: 3.5) - factor * Self.tone).magnitude < 0.003)
  }

  @Test(arguments: [
    ("--loudness on", "1 5", -16.0), ("--loudness -23", "1 5", -23),
    ("--loudness -16 --frames 75-124", "0 1", -16),
    // What makes sound faster makes noise softer.
    ("--loudness -16 --speed 4x", "0 1", -16),
  ])
  func `clips and songs are brought to one loudness`(
    _ options: String, _ parts: String, _ target: Double
  ) throws {
    let made = try sandbox.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=red:s=64x48:r=25:d=4 -f lavfi -i \
        "anoisesrc=d=4:a=0.02:seed=1" -c:v mpeg4 -c:a pcm_s16le quiet.mov || exit 1
      ffmpeg -nostdin -v error -f lavfi -i color=blue:s=64x48:r=25:d=4 -f lavfi -i \
        "anoisesrc=d=4:a=0.3:seed=2" -c:v mpeg4 -c:a pcm_s16le loud.mov || exit 1
      $TOOL quiet.mov loud.mov --transition cut \(options) -o f.mov -q \
        --save-options c:a=pcm_f32le,preset=ultrafast || exit 1
      for part in \(parts); do ffmpeg -hide_banner -nostats -i f.mov -af \
        "atrim=start=$part:end=$((part + 1)),ebur128" -f null - 2>&1 | grep " I: " | tail -1
      done
      """)
    #expect(made.status == 0, "\(made.errors)")
    let values = made.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    }
    #expect(values.count == 2)
    for value in values { #expect((value - target).magnitude <= 0.5, "\(values)") }
  }

  /// Loudness is defined over 0.4 s.
  @Test func `what is shorter has a loudness, too`() throws {
    let all = try sound(
      "c.mov c.mov:from=1s:to=1.32s c.mov:to=1.2s --transition cut --loudness -23")
    let levels = [level(all, at: 1), level(all, at: 2.1), level(all, at: 3)]
    #expect(levels[0] < 0.09 && levels[0] > 0.02)
    for level in levels { #expect((level / levels[0] - 1).magnitude < 0.06, "\(levels)") }
  }

  @Test func `a remark says what is too quiet for a loudness`() throws {
    let made = try sandbox.shell(
      """
      for level in 0.005 0.002; do ffmpeg -nostdin -v error -f lavfi -i color=red:s=64x48:r=25:d=2 \
        -f lavfi -i "anoisesrc=d=2:a=$level:seed=1" -c:v mpeg4 -c:a pcm_f32le c$level.mov || exit 1
      done
      $TOOL c0.005.mov --loudness -16 -o f.mov || exit 1
      $TOOL c0.002.mov --loudness -16 -o g.mov || exit 1
      """)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.errors.contains("c0.005.mov is too quiet for --loudness: of 2"), "\(made.errors)")
    #expect(made.errors.contains("dB, 20 are added") && made.errors.contains("dB, none are added"))
  }

  @Test func `remarks say what of sound does nothing`() throws {
    let made = try sandbox.shell(
      "ffmpeg -nostdin -v error -f lavfi -i color=red:s=64x48:r=25:d=2 -c:v mpeg4 mute.mov")
    try #require(made.status == 0, "\(made.errors)")
    for (line, words) in [
      ("mute.mov:volume=50% c.mov", "mute.mov:volume has no effect: it has no sound"),
      ("mute.mov a.png --sound-fade-in 1s", "--sound-fade-in has no effect: no film has sound"),
      (
        "c.mov:sound-fade-in=2s:sound-fade-out=1.5s a.png",
        "the sound of c.mov fades for 3.5s, and is heard for 2s"
      ),
      ("c.mov a.png --music m.wav:to=9s", "m.wav:to=9s goes on after the end, which is at 6s"),
    ] {
      let run = try sandbox.shell("$TOOL \(line) -o f.mp4")
      #expect(
        run.status == 0 && run.errors.contains(words)
          && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("c.mov:volume=2", "c.mov:volume: '2' is not a volume such as 50%"),
    ("c.mov:volume=500%", "'500%' is not"), ("c.mov:volume=13dB", "'13dB' is not"),
    ("c.mov --duck 200%", "'200%' is not a level"),
    ("c.mov --loudness 16", "'16' is not a loudness"),
    ("a.png:volume=50%", "--volume is for films"),
    ("c.mov --music m.wav:from=9s", "begins after the end"),
    ("c.mov --music m.wav:from=3s:to=2s", "nothing lies between"),
    ("c.mov --music m.wav:from=3s:to=3.5s", "shorter than a second"),
    ("c.mov --music m.wav:form=3s", "m.wav:form=3s: a song has from and to"),
    ("c.mov --music m.wav:volume=50%", "--music-volume is how loud"),
  ])
  func `what is none is refused`(_ line: String, _ words: String) throws {
    let run = try sandbox.shell("$TOOL \(line) b.png -o f.mp4")
    #expect(run.errors.contains(words) && run.errors.split(separator: "\n").count == 1)
    #expect([64, 66].contains(run.status))
  }

  @Test func `a printed list has all of it`() throws {
    let line =
      "c.mov:volume=50%:sound-fade-in=0.4s black --music m.wav:from=1s:to=3s --duck 30% --loudness -20"
      + " --music-volume -3dB"
    let run = try sandbox.shell(
      """
      $TOOL \(line) --print-list > l.txt && $TOOL \(line) -o 1.mov -q && $TOOL @l.txt -o 2.mov -q && \
        cmp 1.mov 2.mov && cat l.txt
      """)
    #expect(run.status == 0, "\(run.errors)")
    for word in [
      "--music m.wav:from=1s:to=3s", "--volume 50%", "--sound-fade-in 0.4s", "--duck 30%",
    ] {
      #expect(run.output.contains(word))
    }
  }
}
