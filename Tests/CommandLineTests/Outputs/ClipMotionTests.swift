import Foundation
import TestSupport
import Testing
import TransitionKit

/// Films and sequences that move in the frame, and words for motions.
@Suite struct ClipMotionTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(width: 96, height: 64)
    try sandbox.makeFolder("s")
    for number in 1...8 { try sandbox.a.write(to: sandbox.folder.file("s/\(number).png")) }
    try Bitmap(codedWidth: 40, height: 120, blue: 0.5).write(to: sandbox.folder.file("tall.png"))
  }

  private func make(_ line: String) throws {
    let run = try sandbox.shell("$TOOL \(line) -q")
    #expect(run.status == 0, "\(line): \(run.errors)")
  }

  private func same(_ first: String, _ second: String, _ count: Int) throws {
    for number in 0..<count {
      #expect(
        try sandbox.bytes("\(first)/\(number).ppm") == sandbox.bytes("\(second)/\(number).ppm"))
    }
  }

  @Test func `a sequence moves as its picture would`() throws {
    for motion in ["in", "'0,0,50%,50%>50%,50%,50%,50%'", "left-to-right:pan-zoom-easing=ease-in"] {
      try make("'s/%d.png':pan-zoom=\(motion) black --transition cut -o 's1/%d.ppm'")
      try make("a.png:hold=8:pan-zoom=\(motion) black --transition cut -o 's2/%d.ppm'")
      try same("s1", "s2", 8)
    }
    // Without a word of their own clips stand still.
    try make("'s/%d.png' black --transition cut --pan-zoom in -o 's1/%d.ppm'")
    #expect(try sandbox.picture("s1/7.ppm").difference(from: sandbox.a) == nil)
    try make("s:pan-zoom=in black --transition cut -o 's1/%d.ppm'")
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a film moves as its picture would`() throws {
    try sandbox.ffmpeg("-loop 1 -framerate 30 -i a.png -t 0.3 -c:v ffv1 -pix_fmt gbrp c.mkv")
    try make("c.mkv:pan-zoom=in:zoom=40% black --transition cut -o 's1/%d.ppm'")
    try make("a.png:hold=9:pan-zoom=in:zoom=40% black --transition cut -o 's2/%d.ppm'")
    for number in 0..<9 {
      let (film, still) = try (
        sandbox.picture("s1/\(number).ppm"), sandbox.picture("s2/\(number).ppm")
      )
      let worst = zip(film.samples, still.samples).map { abs(Int($0) - Int($1)) }.max() ?? 99
      #expect(worst <= 2, "\(number): \(worst)")
    }
  }

  /// The rectangles of a plan, from the bottom left.
  private func ends(_ line: String) throws -> [[Double]] {
    let run = try sandbox.shell("$TOOL \(line) --dry-run --json -o f.mp4")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let picture = (json?["pictures"] as? [[String: Any]])?.first
    return ["from", "to"].map { picture?[$0] as? [Double] ?? [] }
  }

  @Test(arguments: [
    // 96x64 in a square: windows of 64x64.
    ("left-to-right", [0.0, 0, 64, 64], [32.0, 0, 64, 64]),
    ("right-to-left", [32, 0, 64, 64], [0, 0, 64, 64]),
    // No room there: of 1/1.25.
    ("top-to-bottom --zoom 25%", [22.4, 12.8, 51.2, 51.2], [22.4, 0, 51.2, 51.2]),
    ("bottom-to-top --zoom 25%", [22.4, 0, 51.2, 51.2], [22.4, 12.8, 51.2, 51.2]),
  ])
  func `words are windows from one end to the other`(
    _ word: String, _ from: [Double], _ to: [Double]
  ) throws {
    #expect(try ends("a.png --size 50x50 --hold 1s --pan-zoom \(word)") == [from, to])
  }

  @Test func `auto shows all of a picture that is mostly cut off`() throws {
    // 40x120 in a square shows a third.
    let (from, to) = ([0.0, 0, 40, 40], [0.0, 80, 40, 40])
    #expect(
      try ends("tall.png --size 50x50 --hold 1s --pan-zoom auto --focus 50%,80%") == [from, to])
  }

  @Test func `a motion has an easing of its own`() throws {
    try make(
      "a.png:hold=9 black --transition cut --pan-zoom in --pan-zoom-easing 'steps(1)' -o 'e/%d.ppm'"
    )
    #expect(try sandbox.picture("e/7.ppm").difference(from: sandbox.a) == nil)
    #expect(try sandbox.bytes("e/8.ppm") != sandbox.bytes("e/7.ppm"))
  }
}
