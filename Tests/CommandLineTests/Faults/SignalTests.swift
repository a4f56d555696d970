import Foundation
import TestSupport
import Testing

/// Signals: what a run that they end leaves and says.
@Suite struct SignalTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 400, height: 300) }

  /// Runs the tool for many frames and sends it a signal once some of them are there.
  private func interrupted(by signal: String, before: String = "") throws -> Subprocess.Outcome {
    // Job control, because without it bash turns interrupts off for what runs in the background.
    try sandbox.shell(
      """
      set -m; \(before)
      $SWIPE -o out -b f -t png -c 3000 & pid=$!
      until [ -e out/f003.png ] || ! kill -0 $pid; do sleep 0.05; done
      kill -\(signal) $pid; wait $pid
      """)
  }

  @Test(arguments: [
    ("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131), ("USR1", 138), ("USR2", 140),
    ("ALRM", 142), ("XCPU", 152), ("VTALRM", 154), ("PROF", 155),
  ])
  func `an interrupted run leaves whole frames only`(_ signal: String, _ status: Int) throws {
    let run = try interrupted(by: signal)
    #expect(run.status == status)
    let lines = run.errors.split(separator: "\n")
    let ours = try #require(lines.last { $0.hasPrefix("dotransition: interrupted: ") })
    #expect(ours.contains(" of 3000 frames are done: out/f%03d.png"))
    #expect(ours.hasSuffix("; --skip-existing goes on from there"))
    let all = try FileManager.default.contentsOfDirectory(
      atPath: sandbox.folder.file("out"))
    #expect(all.filter { $0.hasPrefix(".") } == [".f%03d.png.dotransition"])
    for name in try sandbox.names() {
      let end = try sandbox.bytes("out/\(name)").suffix(8)
      #expect(end.starts(with: Data("IEND".utf8)), "\(name) is cut off")
    }
  }

  @Test(arguments: [
    ("--output o.webp", "the animation is not made: o.webp"),
    ("--contact-sheet o.png", "the contact sheet is not made: o.png"),
  ])
  func `an interrupted animation or sheet is not made`(_ output: String, _ words: String) throws {
    try expectInterrupted(output, words)
  }

  @Test(.needs("ffmpeg")) func `an interrupted film is not made`() throws {
    try expectInterrupted("--output o.mp4", "the film is not made: o.mp4")
  }

  /// Interrupts a run that makes one file of all frames, which says so and leaves nothing.
  private func expectInterrupted(_ output: String, _ words: String) throws {
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

  @Test(arguments: ["", "--dry-run"])
  func `a run that waits for ffprobe says that it is interrupted`(_ option: String) throws {
    let run = try sandbox.shell(
      """
      mkdir bin; printf '#!/bin/sh\\ntouch asked; exec sleep 60\\n' >bin/ffprobe; chmod +x bin/ffprobe
      echo film >k.mp4
      PATH=$PWD/bin:$PATH $TOOL k.mp4 a.png -o o.mp4 \(option) & pid=$!
      until [ -e asked ] || ! kill -0 $pid; do sleep 0.05; done
      kill -TERM $pid; wait $pid
      """)
    run.expectOneLine(143, ["interrupted before the first frame"])
  }

  @Test func `a signal that is ignored stays ignored`() throws {
    let run = try sandbox.shell(
      """
      trap '' HUP
      $SWIPE -o out -b f -t png -c 300 & pid=$!
      until [ -e out/f003.png ] || ! kill -0 $pid; do sleep 0.05; done
      kill -HUP $pid && wait $pid
      """)
    #expect(run.status == 0)
    #expect(try sandbox.names().count == 300)
  }
}
