import Foundation
import TestSupport
import Testing
import TransitionKit

/// Steps without frames.
@Suite struct CutTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @discardableResult private func make(_ line: String) throws -> Subprocess.Outcome {
    let run = try sandbox.shell("$TOOL \(line)")
    #expect(run.status == 0, "\(line): \(run.errors)")
    return run
  }

  @Test func `two pictures and a cut are two frames`() throws {
    try make("a.png b.png --transition cut -o 'f/##.ppm'")
    #expect(try sandbox.names(in: "f").sorted() == ["00.ppm", "01.ppm"])
    #expect(try sandbox.picture("f/00.ppm").samples == sandbox.picture("a.png").samples)
    #expect(try sandbox.picture("f/01.ppm").samples == sandbox.picture("b.png").samples)
  }

  @Test(.needs("ffmpeg", "ffprobe"))
  func `films that are joined by cuts keep all their frames`() throws {
    let made = try sandbox.shell(
      """
      for i in 1 2 3; do
        ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.$((i * 2)) -vf hue=h=$((i * 40)) \
          -c:v ffv1 $i.mkv || exit 1
        $TOOL $i.mkv black --transition cut -o "$i/##.ppm" --frames 0-$((i * 5 - 1)) || exit 1
      done
      $TOOL 1.mkv 2.mkv 3.mkv --transition cut -o 'all/##.ppm' || exit 1
      cat 1/*.ppm 2/*.ppm 3/*.ppm | md5sum; cat all/*.ppm | md5sum; ls all | wc -l
      """)
    let lines = made.output.split(separator: "\n")
    #expect(made.status == 0 && lines.count == 3, "\(made.errors)")
    #expect(lines.count == 3 && lines[0] == lines[1] && lines[2] == "30", "\(lines)")
  }

  @Test func `cuts stand beside other steps, and a printed list has them`() throws {
    let list = """
      --hold 0.2s --duration 0.4s --easing ease-in-out
      a.png --transition cut
      b.png --transition swipe --angle 1
      a.png --hold 1
      """
    try sandbox.write(Data(list.utf8), to: "l.txt")
    try make("@l.txt -o 'f/##.png'")
    try make("@l.txt --print-list > p.txt; $TOOL @p.txt -o 'g/##.png'; diff -r f g")
    #expect(
      try String(decoding: sandbox.bytes("p.txt"), as: UTF8.self).contains("--transition cut\n"))
    // 6 and 6 frames, the way between them none, 12 of the swipe, and one.
    #expect(try sandbox.names(in: "f").count { $0.hasSuffix(".png") } == 6 + 6 + 12 + 1)
    let table = try make("@l.txt -o film.mp4 --dry-run").output
    #expect(table.contains("  cut\n"), "\(table)")
    let plan = try make("@l.txt -o 'f/##.png' --dry-run --json").output
    let json = try JSONSerialization.jsonObject(with: Data(plan.utf8)) as? [String: Any]
    let step = (json?["steps"] as? [[String: Any]])?.first
    #expect(step?["count"] as? String == "0" && step?["first"] is NSNull && step?["last"] is NSNull)
  }

  @Test(arguments: [
    (
      "a.png b.png --transition cut:duration=1s",
      "cut:duration: a cut has neither length nor easing"
    ),
    ("a.png b.png --transition cut:easing=linear", "cut:easing: a cut has neither"),
    ("a.png b.png --transition cut:angle=3", "cut:angle: cut has no such parameter"),
    ("a.png b.png --transition none", "did you mean 'cut'?"),
    ("a.png b.png --cut", "--transition cut joins"),
    ("a.png b.png --fade-in 1s", "black as the first picture fades in"),
    ("a.png b.png --transition cut --endpoints none", "--endpoints none leaves no frame"),
  ])
  func `what is no cut is refused`(_ line: String, _ words: String) throws {
    let run = try sandbox.shell("$TOOL \(line) -o out")
    run.expectOneLine(64, [words])
  }

  @Test func `a length on its own line is refused, and one of the run passes it by`() throws {
    try sandbox.write(
      Data("a.png --transition cut --duration 1s\nb.png\n".utf8), to: "l.txt")
    try sandbox.shell("$TOOL @l.txt -o out").expectOneLine(
      64, ["l.txt:1", "--duration: a cut has"])
    let run = try sandbox.shell("$TOOL a.png b.png --transition cut --count 9 -o 'f/##.png'")
    run.expectOneLine(0, ["--count has no effect: every step is a cut"])
    #expect(try sandbox.names(in: "f").count { $0.hasSuffix(".png") } == 2)
  }

  @Test func `the cut is listed where words are for people, and dealt where it is named`() throws {
    #expect(try !make("-l").output.split(separator: " ").contains("cut"))
    #expect(try make("-l -v").output.contains("\ncut "))
    #expect(try !make("--filterproperties").output.contains("\"cut\""))
    let list = try make("a.png b.png a.png b.png a.png --transition random --print-list").output
    #expect(!list.contains("cut"))
    let named = try make("a.png b.png a.png b.png a.png --transition random:cut,swipe --print-list")
    #expect(named.output.contains("--transition cut") && named.output.contains("swipe"))
  }
}
