import Foundation
import TestSupport
import Testing

@Suite struct SignalTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 400, height: 300) }

  /// Runs the tool for many frames and sends it a signal once some of them are there.
  func interrupted(by signal: String, before: String = "") throws -> Subprocess.Outcome {
    // Job control, because without it bash turns interrupts off for what runs in the background.
    try sandbox.shell(
      """
      set -m; \(before)
      $TOOL --transitionfilter swipe -s a.png -d b.png -o out -b f -t png -c 3000 & pid=$!
      until [ -e out/f003.png ] || ! kill -0 $pid; do sleep 0.05; done
      kill -\(signal) $pid; wait $pid
      """)
  }

  @Test(arguments: [
    ("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131), ("USR1", 138), ("USR2", 140),
    ("ALRM", 142), ("XCPU", 152), ("VTALRM", 154), ("PROF", 155),
  ])
  func anInterruptedRunLeavesWholeFramesOnly(_ signal: String, _ status: Int) throws {
    let run = try interrupted(by: signal)
    #expect(run.status == status)
    let lines = run.errors.split(separator: "\n")
    let ours = try #require(lines.last { $0.hasPrefix("dotransition: interrupted: ") })
    #expect(ours.contains(" of 3000 frames are done: out/f%03d.png"))
    #expect(ours.hasSuffix("; --skip-existing goes on from there"))
    let all = try FileManager.default.contentsOfDirectory(
      atPath: sandbox.folder.file("out"))
    #expect(all.filter { $0.hasPrefix(".") } == [".f%03d.png.0-2999.dotransition"])
    for name in try sandbox.names() {
      let end = try sandbox.bytes("out/\(name)").suffix(8)
      #expect(end.starts(with: Data("IEND".utf8)), "\(name) is cut off")
    }
  }

  @Test(
    .enabled(if: Programs.have("ffmpeg"), "needs ffmpeg: Tests/run.sh installs it"),
    arguments: [
      ("--output o.webp", "the animation is not made: o.webp"),
      ("--output o.mp4", "the film is not made: o.mp4"),
      ("--contact-sheet o.png", "the contact sheet is not made: o.png"),
    ])
  func ofAnInterruptedFileForAllFramesNothingIsSaidToBeDone(
    _ output: String, _ words: String
  ) throws {
    let run = try sandbox.shell(
      """
      set -m
      $TOOL --transitionfilter ripple -s a.png -d b.png -c 3000 -v \(output) 2>said & pid=$!
      until grep -q '^frame ' said || ! kill -0 $pid; do sleep 0.05; done
      kill -INT $pid; wait $pid; status=$?
      tail -n 1 said; exit $status
      """)
    #expect(run.status == 130)
    #expect(run.output == "dotransition: interrupted: \(words)\n")
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "said"])
  }

  @Test func aSignalThatIsTurnedOffStaysOff() throws {
    let run = try sandbox.shell(
      """
      trap '' HUP
      $TOOL --transitionfilter swipe -s a.png -d b.png -o out -b f -t png -c 300 & pid=$!
      until [ -e out/f003.png ] || ! kill -0 $pid; do sleep 0.05; done
      kill -HUP $pid && wait $pid
      """)
    #expect(run.status == 0)
    #expect(try sandbox.names().count == 300)
  }

  @Test func severalProcessesOnTheSameFramesAgree() throws {
    let run = try sandbox.shell(
      """
      for i in 1 2 3 4; do
        $TOOL --transitionfilter swipe -s a.png -d b.png -o out -b f -t png -c 12 --skip-existing &
        pids="$pids $!"
      done
      for pid in $pids; do wait $pid || exit 1; done
      $TOOL --transitionfilter swipe -s a.png -d b.png -o one -b f -t png -c 12
      rm out/.[!.]* one/.[!.]*
      diff -r out one
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.isEmpty)
  }
}
