import Foundation
import TestSupport
import Testing

/// Films to look at before the ones that are meant.
@Suite(.needs("ffmpeg", "ffprobe")) struct DraftTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 202, height: 130) }

  @Test func `a draft is half as large, and says so`() throws {
    let run = try sandbox.shell(
      "$TOOL a.png b.png -o f.mp4 --draft -v && $TOOL a.png b.png -o f.mp4 --draft")
    #expect(run.status == 0 && run.errors.contains("a draft of half the width and height"))
    #expect(try sandbox.probe("f.mp4", "width,height,nb_read_frames") == "102 66 30")
  }

  @Test(arguments: ["mp4", "mov", "mkv", "webm"])
  func `it takes the place of a draft alone`(_ type: String) throws {
    let film = "f.\(type)"
    let first = try sandbox.shell(
      "$TOOL a.png b.png -c 3 -o \(film) --draft -q && $TOOL a.png b.png -c 4 -o \(film) --draft -q"
    )
    #expect(first.status == 0, "\(first.errors)")
    #expect(try sandbox.shell("$TOOL a.png b.png -c 3 -o \(film) -q").status == 0)
    let bytes = try sandbox.bytes(film)
    try sandbox.shell("$TOOL a.png b.png -o \(film) --draft").expectOneLine(
      73, ["--draft: \(film) is no draft"])
    #expect(try sandbox.bytes(film) == bytes)
  }

  @Test func `lengths in pixels are half as long`() throws {
    for (whole, half) in [
      ("--transition CISwipeTransition --width 40", "--transition CISwipeTransition --width 20"),
      (
        "--transition CIRippleTransition --width 60 --scale 20 --center 80,60",
        "--transition CIRippleTransition --width 30 --scale 10 --center 40,30"
      ),
      ("--watermark z.png:at=60,30:width=20%", "--watermark z.png:at=30,15:width=20%"),
    ] {
      let run = try sandbox.shell(
        """
        ffmpeg -v error -y -i a.png -vf scale=200:132:flags=neighbor -frames:v 1 x.png
        ffmpeg -v error -y -i x.png -vf negate y.png
        ffmpeg -v error -y -f lavfi -i color=red:s=8x8 -frames:v 1 z.png
        $TOOL x.png y.png \(whole) --draft -o 1.mkv -q --save-options c:v=ffv1 && \
          $TOOL x.png y.png \(half) --size 100x66 -o 2.mkv -q --save-options c:v=ffv1 && \
          ffmpeg -v error -i 1.mkv -f md5 - && ffmpeg -v error -i 2.mkv -f md5 -
        """)
      let sums = run.output.split(separator: "\n")
      #expect(run.status == 0 && sums.count == 2 && sums.first == sums.last, "\(run.errors)")
    }
  }

  @Test func `only films are drafts`() throws {
    try sandbox.shell("$TOOL a.png b.png -o f.gif --draft").expectOneLine(
      64, ["--draft belongs to a film"])
  }
}
