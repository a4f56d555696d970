import Foundation
import TestSupport
import Testing
import TransitionKit

/// Shows of which nobody says how long anything lasts.
@Suite(.needs("ffmpeg", "ffprobe")) struct PaceTests {
  private let sandbox: Sandbox

  /// Makes `a.png` and `b.png`, the upright `up.png`, a folder `h` with the three, numbered files
  /// `s/1.png` to `s/8.png`, and films of 25, 120 and 30 frames a second.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.makeOnce(
      """
      mkdir h s && cp a.png b.png h || exit 1
      for i in 1 2 3 4 5 6 7 8; do cp a.png s/$i.png; done
      film() { ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=66x42:r=$2:d=$3 -c:v ffv1 $1; }
      film two.mkv 25 2 && film fast.mkv 120 0.5 && film long.mkv 30 4 && film tiny.mkv 25 0.16
      """)
    for name in ["up.png", "h/up.png"] {
      try Bitmap(codedWidth: 21, height: 33, blue: 0).write(to: sandbox.folder.file(name))
    }
  }

  private func plan(_ line: String) throws -> (json: [String: Any], errors: String) {
    let run = try sandbox.shell("$TOOL \(line) --dry-run --json")
    #expect(run.status == 0, "\(line): \(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    return (json ?? [:], run.errors)
  }

  private func frames(_ line: String) throws -> Int? {
    (try plan(line).json["length"] as? [String: Any])?["frames"] as? Int
  }

  @Test(arguments: [
    // Three for 3 s, and two transitions of 1 s.
    ("a.png b.png a.png -o f.mp4", 3 * 90 + 2 * 30), ("h -o f.mp4", 330), ("h -o -", 330),
    ("h -o f.webp", 330), ("h --contact-sheet s.png", 330), ("h -o x.png --time 2s", 330),
    ("-s a.png -d b.png -d a.png --output f.mp4", 330),
    ("h --loop -o f.mp4", 3 * 120),
    // Colors at the ends are one frame; another is a picture.
    ("black h black -o f.mp4", 1 + 30 + 330 + 30 + 1), ("a.png red b.png -o f.mp4", 330),
    ("black h:hold=1s black:hold=2s -o f.mp4", 1 + 30 + 3 * 30 + 2 * 30 + 30 + 60),
    // The film has 50 frames at 25: a third is 16, 0.64 s, within it.
    ("a.png two.mkv -o f.mp4", 75 + 50), ("two.mkv black -o f.mp4", 50 + 1),
    // Two films overlap: of 120 frames a second half are shown; a third of the 30 is 0.16 s, 10.
    ("long.mkv fast.mkv a.png -o f.mp4", 120 + 15 - 5 + 90),
    ("fast.mkv a.png -o f.mp4", 30 + 180),
    // Four frames, of which a third is none: cuts.
    ("a.png tiny.mkv a.png -o f.mp4", 75 + 4 + 75),
    // A title is no color at an end, and what is to be read stands as long as that takes: 1.8 s and
    // 0.35 s a word.
    ("title:Boat two.mkv -o f.mp4", 75 + 50), ("a.png two.mkv title:End -o f.mp4", 75 + 50 + 75),
    ("title:Boat -o f.mp4", 90), ("a.png --caption Boat -o f.mp4", 90),
    ("a.png --caption 'a b c d e f' -o f.mp4", 117), ("a.png b.png --title Boat -o f.mp4", 210),
    ("a.png b.png a.png:caption='a b c d e f g' -o f.mp4", 90 + 30 + 90 + 30 + 129),
    ("black a.png --title Boat -o f.mp4", 1 + 30 + 90),
    // As ever: numbered frames, two pictures, two films, and whoever says a time.
    ("a.png b.png a.png -o 'f/##.png'", 59), ("h -o f -b x", 59), ("a.png b.png -o f.mp4", 30),
    ("two.mkv long.mkv -o f.mp4", 50 + 100 - 30), ("h -o f.mp4 --hold 10", 3 * 10 + 2 * 28),
    ("h -o f.mp4 --count 10", 3 + 2 * 8), ("h -o f.mp4 --length 60", 60),
    ("'s/%d.png' a.png -o f.mp4 -c 4", 8 + 1),
  ])
  func `lasts as long as one would like to look`(_ line: String, _ count: Int) throws {
    #expect(try frames(line) == count)
  }

  @Test(arguments: [
    ("h -o f.mp4", 1920, "contain-blur"), ("up.png up.png a.png -o f.mp4", 1080, "contain-blur"),
    ("h --fit contain -o f.mp4", 1920, "contain"), ("a.png b.png a.png -o f.mp4", 32, "cover"),
    ("h --size 320x180 -o f.mp4", 320, "cover"), ("h --hold 1s -o f.mp4", 32, "cover"),
    ("black white red -o f.mp4", 1920, "cover"), ("title:Boat -o f.mp4", 1920, "cover"),
    ("a.png two.mkv a.png -o f.mp4", 32, "cover"),
  ])
  func `has a size where aspects differ`(_ line: String, _ width: Int, _ fit: String) throws {
    let json = try plan(line).json
    #expect(json["width"] as? Int == width && json["fit"] as? String == fit)
  }

  @Test(arguments: [
    ("a.png fast.mkv two.mkv -o f.mp4", "60"), ("two.mkv fast.mkv -o f.mp4", "25"),
    ("h -o f.mp4", "30"), ("fast.mkv a.png -o f.mp4 --fps 120", "120"),
  ])
  func `has the first film's rate, up to 60`(_ line: String, _ rate: String) throws {
    #expect(try plan(line).json["fps"] as? String == rate)
  }

  @Test(arguments: [
    "black h tiny.mkv two.mkv a.png:hold=0.2s --fps 5",
    "'title:A B C D E F G' a.png two.mkv --caption 'a b c d e f' --fps 5",
    "h s two.mkv red --fps 4 --seed 3",
    "long.mkv two.mkv tiny.mkv --fps 10",
  ])
  func `is nothing but defaults, which a printed list has`(_ line: String) throws {
    let run = try sandbox.shell(
      """
      $TOOL \(line) --contact-sheet 1.png -q && $TOOL \(line) --print-list > l.txt || exit 1
      $TOOL @l.txt --contact-sheet 2.png -q && cmp 1.png 2.png && $TOOL @l.txt --print-list | cmp - l.txt
      """)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func `prints what it decides`() throws {
    let list = try sandbox.shell("$TOOL black h two.mkv --print-list").output
    #expect(
      list == """
        --duration 1s --hold 3s --fit contain-blur --size 1920x1080 --transition dissolve
        black --hold 1
        h/a.png
        h/b.png
        h/up.png --duration 0.64s
        two.mkv

        """)
  }

  @Test(arguments: [
    ("a.png b.png a.png b.png a.png -o 'f/###.png'", "117 frames; as a film 570: --hold 3s"),
    ("a.png b.png a.png -o Film", "as a film 330: --hold 3s --duration 1s -o Film.mp4"),
    ("a.png b.png a.png --duration 1s -o f.mp4", "pictures stand for one frame"),
    ("tiny.mkv two.mkv -o f.mp4", "1 transition is shorter than 30 frames, for the clips"),
    ("tiny.mkv two.mkv tiny.mkv -o 'f/##.png'", "2 transitions are shorter than 30"),
  ])
  func `says what one may have meant otherwise`(_ line: String, _ words: String) throws {
    #expect(try plan(line).errors.contains(words))
  }

  /// A color from which a show fades in, or out to which it fades, is not one to look at.
  @Test(arguments: [
    // Three transitions take 3 of the 10 seconds, and the colors a frame each.
    ("black a.png b.png black", [1, 104, 104, 1]),
    ("black a.png b.png black:hold=2s", [1, 74.5, 74.5, 60]),
    ("black a.png:hold=3s black", [75, 90, 75]), ("red blue --size 64x48", [135, 135]),
    ("title:One a.png", [135, 135]), ("black title:End --size 64x48", [1, 269]),
  ])
  func `colors at the ends take no share of a length`(_ line: String, _ holds: [Double]) throws {
    let json = try plan("\(line) --length 10s --duration 1s -o f.mp4").json
    let pictures = try #require(json["pictures"] as? [[String: Any]])
    let frames = pictures.map { ($0["hold"] as? [String: Any])?["frames"] as? Double ?? 0 }
    #expect(frames.count == holds.count && zip(frames, holds).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test func `a given length that does not fit is an error`() throws {
    try sandbox.shell("$TOOL tiny.mkv two.mkv --duration 1s -o f.mp4").expectOneLine(
      64, ["tiny.mkv has 4 frames", "--duration 0.16s at most"])
  }

  @Test func `what a given step leaves is all that another takes`() throws {
    try sandbox.write(
      Data("a.png --duration 1.8s\ntwo.mkv\nb.png\n".utf8), to: "l.txt")
    // 45 of the 50 frames are the first step's; four, 0.16 s, are left, and one is the film's own.
    let json = try plan("@l.txt -o f.mp4").json
    let steps = json["steps"] as? [[String: Any]]
    #expect(steps?.map { $0["count"] as? String ?? "" } == ["1.8s", "0.16s"])
  }

  @Test func `Live Photos are shown once`() throws {
    let made = try sandbox.shell(
      """
      live() { ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=32x20:r=25:d=1 -c:v mpeg4 \
        -movflags use_metadata_tags $2 $3 $1; }
      mkdir p && cp a.png p/IMG_1.png && cp b.png p/IMG_2.png && cp a.png p/IMG_3.png || exit 1
      live p/IMG_1.mov -metadata com.apple.quicktime.content.identifier=X-1 || exit 1
      live p/IMG_2.mov -metadata title=other
      """)
    try #require(made.status == 0, "\(made.errors)")
    for line in ["p", "p/*"] {
      let (json, errors) = try plan("\(line) -o f.mp4")
      #expect((json["pictures"] as? [Any])?.count == 4)
      #expect(errors.contains("1 Live Photo is shown as its picture, without p/IMG_1.mov"))
    }
    let (json, errors) = try plan(
      "p/IMG_1.mov p/IMG_2.png p/IMG_1.mov:from=0.5s p/IMG_1.png -o f.mp4")
    #expect((json["pictures"] as? [Any])?.count == 3 && errors.contains("Live Photo"))
  }

  @Test func `a folder that is one sequence is told`() throws {
    let copied = try sandbox.shell("mkdir q; for i in $(seq 101 150); do cp a.png q/x$i.png; done")
    try #require(copied.status == 0)
    #expect(try plan("q -o f.mp4").errors.contains("q/x%03d.png plays them as one sequence"))
    try sandbox.remove("q/x120.png")
    #expect(try !plan("q -o f.mp4").errors.contains("sequence"))
  }
}
