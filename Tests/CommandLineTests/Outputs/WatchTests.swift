import Foundation
import TestSupport
import Testing

/// `--watch`: what is made again, and when. Each test waits for lines, however long they take.
@Suite struct WatchTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(width: 40, height: 24)
    try list("a.png", "b.png", "red")
  }

  /// A tool that watches.
  private struct Watch {
    let process: Subprocess

    struct Late: Error, CustomStringConvertible {
      let description: String
    }

    var lines: [Substring] { process.errors.split(separator: "\n") }
    /// The lines of rounds that have made something, or found all made.
    var rounds: [Substring] { lines.filter { $0.contains(/, (made )?in [0-9.e-]+ s/) } }

    func wait(
      until isDone: () throws -> Bool, _ what: String = "", line: Int = #line
    ) throws {
      let deadline = ContinuousClock.now + .seconds(120)
      while try !isDone() {
        guard process.isRunning, ContinuousClock.now < deadline else {
          process.send(SIGKILL)
          throw Late(description: "line \(line): \(what) did not come: \(process.errors)")
        }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }

    /// Waits until so many rounds have ended well, and the last one's output is what a run makes
    /// that begins from nothing.
    func wait(rounds count: Int, line: Int = #line) throws {
      try wait(until: { rounds.count >= count }, "round \(count)", line: line)
    }

    func wait(for text: String, times: Int = 1, line: Int = #line) throws {
      try wait(
        until: { lines.count { $0.contains(text) } >= times }, "'\(text)'", line: line)
    }

    /// Ends it: whoever runs the tests may have turned interrupts off.
    func end() throws -> Subprocess.Outcome {
      process.send(SIGTERM)
      return try process.outcome()
    }
  }

  private func watch(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Watch {
    let watch = Watch(
      process: try sandbox.start(arguments + ["--watch"], environment: environment))
    try watch.wait(for: "watching ")
    return watch
  }

  private func list(_ lines: String...) throws {
    try sandbox.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "show.list")
  }

  private static let show = ["@show.list", "-c", "4", "--hold", "2"]
  private static let frames = show + ["-t", "png", "-b", "f", "-o"]

  /// Expects the frames in `out` to be those of a run that begins from nothing.
  private func expectFresh(_ arguments: [String] = frames, line: Int = #line) throws {
    _ = try? sandbox.remove("fresh")
    #expect(try sandbox.run(arguments + ["fresh"]).status == 0, "line \(line)")
    let names = try sandbox.names(in: "fresh")
    #expect(try sandbox.names(in: "out") == names, "line \(line)")
    for name in names {
      #expect(try sandbox.bytes("out/\(name)") == sandbox.bytes("fresh/\(name)"), "line \(line)")
    }
  }

  /// With inotify, or what there is, and without.
  private static let ways: [[String: String]] = [[:], ["DOTRANSITION_POLL": "1"]]

  @Test(arguments: ways) func `a list that is edited`(_ environment: [String: String]) throws {
    let watch = try watch(Self.frames + ["out"], environment: environment)
    #expect(watch.lines.contains("watching 3 files: ^C ends it"), "\(watch.lines)")
    try expectFresh()
    // As some editors save, others, and shells.
    #expect(try sandbox.shell("printf 'a.png\nb.png\nblue\n' >new; mv new show.list").status == 0)
    try watch.wait(rounds: 2)
    try expectFresh()
    #expect(watch.rounds.last?.contains(" were there, in ") == true, "\(watch.rounds)")
    try sandbox.remove("show.list")
    try list("a.png", "b.png --caption 'one word'", "blue")
    try watch.wait(rounds: 3)
    try expectFresh()
    try list("a.png", "b.png --caption word", "blue")
    try watch.wait(rounds: 4)
    try expectFresh()
    let outcome = try watch.end()
    #expect(outcome.status == 0 && outcome.output == "")
    #expect(watch.rounds.count == 4 && watch.lines.count == 5, "\(outcome.errors)")
  }

  @Test func `what a list names newly is watched, a folder and a link, too`() throws {
    try sandbox.makeFolder("more")
    #expect(
      try sandbox.shell("cp a.png more/1.png; cp b.png b2.png; ln -s b2.png l.png").status == 0)
    let watch = try watch(Self.frames + ["out"])
    try list("a.png", "l.png", "more/")
    try watch.wait(rounds: 2)
    #expect(try sandbox.shell("cp b.png more/2.png").status == 0)
    try watch.wait(rounds: 3)
    try expectFresh()
    #expect(try sandbox.shell("cp -f a.png new.png; mv new.png b2.png").status == 0)
    try watch.wait(rounds: 4)
    try expectFresh()
    #expect(
      try sandbox.shell("mv more less; mkdir more; cp less/1.png more; cp b.png more/3.png").status
        == 0)
    try watch.wait(rounds: 5)
    try expectFresh()
    #expect(try watch.end().status == 0)
  }

  @Test func `a picture that is half written`() throws {
    #expect(try sandbox.shell("$TOOL b.png a.png --time 0.5 --size 400x300 -o c.jpg").status == 0)
    try list("a.png", "c.jpg")
    let watch = try watch(Self.frames + ["out"])
    #expect(try sandbox.shell("$TOOL b.png a.png --time 0.2 --size 400x300 -o d.jpg").status == 0)
    let bytes = try sandbox.bytes("d.jpg")
    try sandbox.write(bytes.prefix(bytes.count / 2), to: "part.jpg")
    #expect(try sandbox.shell("mv part.jpg c.jpg").status == 0)
    Thread.sleep(forTimeInterval: 0.3)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: sandbox.folder.file("c.jpg")))
    try file.seekToEnd()
    try file.write(contentsOf: bytes.suffix(from: bytes.count / 2))
    try file.close()
    try watch.wait(rounds: 2)
    try expectFresh()
    let outcome = try watch.end()
    // A machine that is slow may see the half of it.
    #expect(watch.lines.count { $0.hasPrefix("dotransition: ") } <= 1, "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test(arguments: ways)
  func `a picture that is gone is waited for, and said once`(_ environment: [String: String])
    throws
  {
    let watch = try watch(Self.frames + ["out"], environment: environment)
    let bytes = try sandbox.bytes("b.png")
    try sandbox.remove("b.png")
    try watch.wait(for: "b.png: No such file")
    // Whatever else happens to it.
    try sandbox.write(bytes.prefix(40), to: "b.png")
    try watch.wait(for: "not a picture that can be read whole: b.png")
    try sandbox.remove("b.png")
    try watch.wait(for: "b.png: No such file", times: 2)
    try sandbox.write(bytes, to: "b.png")
    try watch.wait(rounds: 2)
    try expectFresh()
    let outcome = try watch.end()
    #expect(outcome.status == 0)
    #expect(watch.lines.count { $0.hasPrefix("dotransition: ") } == 3, "\(outcome.errors)")
  }

  @Test func `errors are told, and it goes on`() throws {
    let shader = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress"
    try sandbox.write(Data((shader + "); }").utf8), to: "own.glsl")
    try list("a.png --transition own.glsl", "b.png", "red")
    let watch = try watch(Self.frames + ["out"])
    try sandbox.write(Data((shader + " * progress; }").utf8), to: "own.glsl")
    try watch.wait(for: "own.glsl:1:")
    try list("a.png --transition own.glsl", "b.png --nonsense", "red")
    try watch.wait(for: "show.list:2:")
    // The same again, after an edit that does not cure it.
    try list("a.png --transition own.glsl", "b.png --nonsense", "blue")
    try watch.wait(for: "show.list:2:", times: 2)
    try list("a.png --transition own.glsl", "b.png", "red")
    try watch.wait(for: "own.glsl:1:", times: 2)
    try sandbox.write(Data((shader + " * progress); }").utf8), to: "own.glsl")
    try watch.wait(rounds: 2)
    try expectFresh()
    #expect(try watch.end().status == 0)
  }

  @Test func `a show whose frames all change is made again, over any others`() throws {
    let pair = ["a.png", "b.png", "-c", "5", "-t", "png", "-b", "f", "-o"]
    #expect(try sandbox.run(["b.png", "a.png"] + pair.dropFirst(2) + ["out"]).status == 0)
    let watch = try watch(pair + ["out"])
    try expectFresh(pair)
    #expect(try sandbox.shell("cp b.png new.png; mv new.png a.png").status == 0)
    try watch.wait(rounds: 2)
    try expectFresh(pair)
    #expect(try watch.end().status == 0)
  }

  @Test(.needs("ffmpeg", "ffprobe"), arguments: [[], ["--parts", "parts"]])
  func `a film`(_ options: [String]) throws {
    let words = ["@show.list", "-q", "--hold", "5s", "--duration", "1s", "--fps", "5"] + options
    try list("a.png", "b.png", "a.png", "b.png")
    let watch = try watch(words.filter { $0 != "-q" } + ["-o", "film.mp4"])
    try list("a.png", "b.png", "a.png", "red")
    try watch.wait(rounds: 2)
    if !options.isEmpty {
      #expect(watch.rounds[1].contains(/: [1-9] parts? made, [1-9] kept/), "\(watch.rounds)")
    }
    let fresh = try sandbox.run(words.map { $0 == "parts" ? "other" : $0 } + ["-o", "fresh.mp4"])
    #expect(fresh.status == 0, "\(fresh.errors)")
    #expect(try sandbox.bytes("film.mp4") == sandbox.bytes("fresh.mp4"))
    #expect(try watch.end().status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
    #expect(!names.contains { $0.hasPrefix(".") }, "\(names)")
  }

  @Test(arguments: ["pics/show.html", "pics/.sheet/s.png"])
  func `an output in the folder of its pictures makes no loop`(_ output: String) throws {
    #expect(try sandbox.shell("mkdir -p pics/.sheet; cp a.png b.png pics").status == 0)
    let option = output.hasSuffix(".html") ? "-o" : "--contact-sheet"
    let watch = try watch(["pics/", option, output])
    for (round, name) in ["c", "d", "e"].enumerated() {
      #expect(try sandbox.shell("cp b.png pics/\(name).png").status == 0)
      try watch.wait(rounds: round + 2)
    }
    let outcome = try watch.end()
    #expect(outcome.status == 0 && watch.rounds.count == 4, "\(outcome.errors)")
  }

  @Test func `a change while frames are made ends these`() throws {
    try list("a.png", "b.png --pan-zoom in --hold 30000")
    let process = try sandbox.start(Self.frames + ["out", "--watch"])
    let watch = Watch(process: process)
    try watch.wait(until: { try sandbox.names().count > 5 })
    try list("a.png", "b.png", "red")
    try watch.wait(rounds: 1)
    let names = try sandbox.names()
    #expect(try sandbox.run(Self.frames + ["fresh"]).status == 0)
    for name in try sandbox.names(in: "fresh") {
      #expect(try sandbox.bytes("out/\(name)") == sandbox.bytes("fresh/\(name)"))
    }
    #expect(names.count < 30_000)
    #expect(try watch.end().status == 0)
  }

  // A film has a hidden file from its beginning, an animation only at its end.
  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [("INT", 0), ("TERM", 0), ("HUP", 0), ("QUIT", 131)])
  func `a signal ends it, and the render`(_ signal: String, _ status: Int) throws {
    try list("a.png", "b.png --pan-zoom in --hold 30000")
    // Job control, because without it bash turns interrupts off for what runs in the background.
    let run = try sandbox.shell(
      """
      set -m
      $TOOL @show.list -c 4 -o o.mkv --watch & pid=$!
      until ls -A | grep -q '^.dotransition-' || ! kill -0 $pid; do sleep 0.05; done
      kill -\(signal) $pid; wait $pid
      """)
    #expect(run.status == status)
    #expect(run.errors.contains("dotransition: ended before the output was made\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
    #expect(names.sorted() == ["a.png", "b.png", "show.list"])
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a kill ends the render, too`() throws {
    try list("a.png", "b.png --pan-zoom in --hold 30000")
    let run = try sandbox.shell(
      """
      $TOOL @show.list -c 4 -o o.mkv --watch & pid=$!
      until ls -A | grep -q '^.dotransition-' || ! kill -0 $pid; do sleep 0.05; done
      kill -KILL $pid; wait $pid
      for i in $(seq 600); do ls -A | grep -q '^.dotransition-' || break; sleep 0.1; done
      """)
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
    #expect(names.sorted() == ["a.png", "b.png", "show.list"], "\(run.errors)")
  }

  @Test func `a program is told of it by events`() throws {
    let process = try sandbox.start(Self.frames + ["out", "--watch", "--progress", "json"])
    let watch = Watch(process: process)
    try watch.wait(for: #""event":"watch""#)
    try list("a.png", "--nonsense")
    try watch.wait(for: #""event":"error""#)
    try list("a.png", "none.png")
    try watch.wait(for: #""event":"error""#, times: 2)
    try list("a.png", "none.png", "blue")
    try watch.wait(for: #""event":"error""#, times: 3)
    try list("a.png", "b.png", "blue")
    try watch.wait(for: #""event":"result""#, times: 2)
    let outcome = try watch.end()
    #expect(outcome.status == 0)
    let schema = try JSONSchema("progress")
    let events = try watch.lines.map { try JSONValue($0) }
    for event in events { #expect(try schema.errors(in: event) == [], "\(event)") }
    #expect(events.last?["message"]?.string == "ended")
    #expect(events.first { $0["event"]?.string == "watch" }?["files"]?.number == 3)
  }

  @Test(arguments: [
    (["--dry-run"], "--dry-run prints the plan: leave it out, or --watch"),
    (["--print-list"], "--print-list"), (["--missing"], "--missing"),
    (["--shard", "1/2"], "--shard"),
    (["--no-overwrite"], "--no-overwrite"), (["--untrusted"], "--watch is refused by --untrusted"),
    (["--size", "nonsense"], "--size"), (["--nonsense"], "--nonsense"),
  ])
  func `what cannot be watched is refused`(_ options: [String], _ words: String) throws {
    try sandbox.expectFailure(
      64, words, of: ["a.png", "b.png", "-o", "out", "-t", "png", "--watch"] + options)
  }

  @Test func `streams are refused`() throws {
    try sandbox.expectFailure(64, "- is a stream", of: ["a.png", "b.png", "-o", "-", "--watch"])
    let list = try sandbox.shell("echo a.png | $TOOL @- b.png -o x.webp --watch")
    list.expectOneLine(64, ["@- can be read once"])
    #expect(try sandbox.shell("mkfifo o.webp p.png").status == 0)
    try sandbox.expectFailure(
      64, "o.webp is a stream", of: ["a.png", "b.png", "-o", "o.webp", "--watch"])
    try sandbox.expectFailure(
      64, "p.png can be read once", of: ["a.png", "p.png", "-o", "x.webp", "--watch"])
    let run = try sandbox.shell("$TOOL @<(echo a.png) b.png -o x.webp --watch")
    run.expectOneLine(64, ["can be read once"])
  }
}
