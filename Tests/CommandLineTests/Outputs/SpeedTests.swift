import Foundation
import TestSupport
import Testing
import TransitionKit

/// Films and sequences that are shown faster or slower.
@Suite(.needs("ffmpeg", "ffprobe")) struct SpeedTests {
  private let sandbox: Sandbox

  /// Makes a film of 50 frames at 25 frames a second, with sound, and its frames as `s/01.ppm` …
  init() throws {
    sandbox = try Sandbox()
    try sandbox.makeOnce(
      """
      ffmpeg -nostdin -v error -f lavfi -i "color=s=64x48:r=25:d=2,geq=lum='20+4*N':cb=128:cr=128" \
        -f lavfi -i sine=440:d=2 -c:v ffv1 -c:a flac c.mkv || exit 1
      $TOOL c.mkv black --transition cut --frames 1-50 --start-number 1 -o 's/##.ppm' -q
      """)
  }

  /// The number of the frame of the film that a show has at some place, from 0.
  private func shown(_ line: String, _ count: Int) throws -> [Int] {
    let run = try sandbox.shell("rm -rf o; $TOOL \(line) black --transition cut -o 'o/###.ppm' -q")
    #expect(run.status == 0, "\(line): \(run.errors)")
    let own = try (1...50).map { try sandbox.bytes("s/\(($0 < 10 ? "0" : "") + "\($0)").ppm") }
    let names = try sandbox.names(in: "o").filter { $0.hasSuffix(".ppm") }.sorted()
    #expect(names.count == count + 1, "\(line)")
    return try names.dropLast().map { name in
      let bytes = try sandbox.bytes("o/\(name)")
      return own.firstIndex(of: bytes) ?? -1
    }
  }

  /// The rule of ffmpeg's filter `fps`: of the pictures whose times are rounded to a frame's, or to
  /// an earlier one, the last.
  private static func frame(_ number: Int, _ speed: Double) -> Int {
    (0..<50).last { (Double($0) / speed + 0.5).rounded(.down) <= Double(number) } ?? 0
  }

  @Test(arguments: [
    ("2x", 2.0, 25), ("0.5", 0.5, 100), ("150%", 1.5, 33), ("0.3x", 0.3, 167), ("1x", 1, 50),
    ("10x", 10, 5),
  ])
  func `frames are those of ffmpeg's filter fps`(
    _ text: String, _ speed: Double, _ count: Int
  ) throws {
    let expected = (0..<count).map { Self.frame($0, speed) }
    #expect(try shown("c.mkv:speed=\(text)", count) == expected)
    #expect(try shown("'s/%02d.ppm:speed=\(text)'", count) == expected)
    // The run's is every clip's.
    if count == 25 { #expect(try shown("c.mkv --speed \(text)", count) == expected) }
  }

  @Test func `a part of a film has its own frames`() throws {
    // From 0.4 s, its frame 10, at double speed.
    #expect(
      try shown("c.mkv:from=0.4s:to=1.2s:speed=2", 10) == (0..<10).map { 10 + Self.frame($0, 2) })
  }

  @Test(arguments: [
    ("c.mkv:speed=0.01", "'0.01' is not a speed such as 2x"), ("c.mkv:speed=101x", "'101x' is not"),
    ("c.mkv:speed=fast", "'fast' is not"), ("c.mkv:from=1.9s:speed=100x", "leaves no frame"),
    ("'s/%02d.ppm:range=1-3:speed=90'", "leaves no frame"),
    ("a.png:speed=2", "--speed is for films"),
  ])
  func `what is no speed is refused`(_ line: String, _ words: String) throws {
    try sandbox.shell("$TOOL \(line) b.png -o f.mp4").expectOneLine(64, [words])
  }

  @Test func `very fast and very slow clips lose their sound, unless they have a volume`() throws {
    let run = try sandbox.shell(
      """
      $TOOL c.mkv:speed=5 black -o f.mov --size 64x48 && $TOOL c.mkv:speed=5:volume=100% black -o g.mov
      ffprobe -v error -select_streams a -show_entries stream=codec_name -of default=nw=1:nk=1 f.mov
      ffprobe -v error -select_streams a -show_entries stream=codec_name -of default=nw=1:nk=1 g.mov
      """)
    #expect(
      run.status == 0 && run.output == "aac\n"
        && run.errors.contains("c.mkv at 5x is shown without"))
  }

  /// The middles of runs that are apart from each other by some places at least.
  private static func middles(of values: [Bool], apart: Int) -> [Double] {
    var runs: [ClosedRange<Int>] = []
    for index in values.indices where values[index] {
      if let last = runs.last, index - last.upperBound <= apart {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs.map { Double($0.lowerBound + $0.upperBound + 1) / 2 }
  }

  /// Flashes with beeps each half second, at 30 frames a second: 15 joins of parts at speeds.
  @Test func `sound keeps its pitch, and its place`() throws {
    let made = try sandbox.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i \
        "color=black:s=64x48:r=30:d=4,drawbox=color=white:t=fill:enable='lt(mod(n,15),3)*gte(n,15)'" \
        -f lavfi -i "aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t,0.5),0.1)*gte(t,0.5)':s=48000:d=4" \
        -c:v libx264 -c:a pcm_s16le k.mov || exit 1
      $TOOL $(for s in 2 0.5 1 1.5 0.75 3 0.4 1; do echo k.mov:from=0.2s:to=3.7s:speed=$s; done) \
        --transition cut -o f.mov --save-options c:a=pcm_f32le,preset=ultrafast -q || exit 1
      ffmpeg -v error -i f.mov -f rawvideo -pix_fmt gray -vf scale=1:1:flags=area gray || exit 1
      ffmpeg -v error -i f.mov -map 0:a -f f32le -ac 1 -ar 48000 sound
      """)
    try #require(made.status == 0, "\(made.errors)")
    let white = [UInt8](try sandbox.bytes("gray")).map { $0 > 120 }
    let samples = try sandbox.soundSamples("sound")
    // Where the loudness of 5 ms is above a third of the tone's.
    let loud = (0..<samples.count / 240).map { block in
      samples.loudness(from: block * 240, count: 240) > 0.11833
    }
    let flashes = Self.middles(of: white, apart: 1).map { $0 / 30 }
    let beeps = Self.middles(of: loud, apart: 6).map { $0 * 0.005 }
    #expect(flashes.count == 8 * 7 && !beeps.isEmpty)
    for flash in flashes {
      let nearest = beeps.map { $0 - flash }.min { $0.magnitude < $1.magnitude } ?? 9
      // Half a frame, and the block in which it is found.
      #expect(nearest.magnitude < 0.5 / 30 + 0.005, "\(flash): \(nearest)")
    }
  }
}
