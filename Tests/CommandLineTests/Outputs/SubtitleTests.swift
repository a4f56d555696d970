import Foundation
import TestSupport
import Testing

/// Captions in files of their own, and chapters of films.
@Suite(.needs("ffmpeg", "ffprobe")) struct SubtitleTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 64, height: 48) }

  private func text(_ name: String) throws -> String {
    String(decoding: try sandbox.bytes(name), as: UTF8.self)
  }

  @Test func `captions go there, and titles stay on the pictures`() throws {
    let show = [
      "a.png", "b.png", "--hold", "2s", "--duration", "1s", "--fps", "25", "--caption",
      "{name}\\nTom & <i>Jerry</i>", "-q",
    ]
    try #require(
      try sandbox.run(show + ["-o", "one/f_###.png", "--write-subtitles", "t.srt"]).status == 0)
    try #require(
      try sandbox.run(show + ["-o", "two/f_###.png", "--caption", "none"]).status == 0)
    for name in try sandbox.names(in: "two") {
      #expect(try sandbox.bytes("one/\(name)") == sandbox.bytes("two/\(name)"))
    }
    let joiner = "\u{2060}"
    #expect(
      try text("t.srt") == """
        1
        00:00:00,000 --> 00:00:02,000
        a
        Tom & <\(joiner)i>Jerry<\(joiner)/i>

        2
        00:00:03,000 --> 00:00:05,000
        b
        Tom & <\(joiner)i>Jerry<\(joiner)/i>

        """)
    let titled = show + ["--title", "T"]
    try #require(
      try sandbox.run(titled + ["-o", "x.webp", "--write-subtitles", "t.vtt"]).status == 0)
    try #require(
      try sandbox.run(titled + ["-o", "y.webp", "--caption", "none"]).status == 0)
    #expect(try sandbox.bytes("x.webp") == sandbox.bytes("y.webp"))
    #expect(
      try text("t.vtt") == """
        WEBVTT

        1
        00:00:00.000 --> 00:00:02.000
        a
        Tom &amp; &lt;i&gt;Jerry&lt;/i&gt;

        2
        00:00:03.000 --> 00:00:05.000
        b
        Tom &amp; &lt;i&gt;Jerry&lt;/i&gt;

        """)
  }

  @Test(arguments: ["25", "30000/1001", "24000/1001", "60"])
  func `each frame that shows a picture alone has its caption, and no other`(
    _ rate: String
  ) throws {
    let run = try sandbox.run([
      "a.png", "b.png", "a.png", "--hold", "19", "-c", "9", "--fps", rate, "--caption", "{number}",
      "--write-subtitles", "t.srt", "-o", "f.mkv", "-q",
    ])
    try #require(run.status == 0, "\(run.errors)")
    let parts = rate.split(separator: "/").compactMap { Double($0) }
    let seconds = (parts.count > 1 ? parts[1] : 1) / parts[0]
    let times = try text("t.srt").matches(of: /(\d+):(\d+):(\d+),(\d+)/).map { match in
      (Double(match.1) ?? 0) * 3600 + (Double(match.2) ?? 0) * 60 + (Double(match.3) ?? 0)
        + (Double(match.4) ?? 0) / 1000
    }
    // Nineteen, seven of a transition, and so on.
    let captions = [0..<19, 26..<45, 52..<71]
    #expect(times.count == 6)
    for frame in 0..<71 {
      let time = Double(frame) * seconds
      let shown = (0..<3).filter { times[2 * $0] <= time + 1e-9 && time + 1e-9 < times[2 * $0 + 1] }
      #expect(shown == captions.indices.filter { captions[$0].contains(frame) }, "\(frame)")
    }
    // Players find them, too.
    let read = try sandbox.shell("ffprobe -v error -show_entries packet=pts_time -of csv=p=0 t.srt")
    #expect(read.output.split(separator: "\n").count == 3)
  }

  @Test func `a part of a show has the times of what is made`() throws {
    let show = ["a.png", "b.png", "--hold", "10", "-c", "7", "--fps", "10", "--caption", "{name}"]
    try #require(
      try sandbox.run(
        show + ["--frames", "5-20", "--write-subtitles", "t.srt", "-o", "f.mp4", "-q"]
      ).status == 0)
    #expect(try text("t.srt").contains("00:00:00,000 --> 00:00:00,500\na\n"))
    #expect(try text("t.srt").contains("00:00:01,000 --> 00:00:01,600\nb\n"))
  }

  @Test func `pictures that are hardly alone have half of the transitions`() throws {
    try #require(
      try sandbox.run([
        "a.png", "b.png", "-c", "32", "--fps", "10", "--caption", "{name}", "--write-subtitles",
        "t.srt", "-o", "f.mp4", "-q",
      ]).status == 0)
    #expect(try text("t.srt").contains("00:00:00,000 --> 00:00:01,600\na\n"))
    #expect(try text("t.srt").contains("00:00:01,600 --> 00:00:03,200\nb\n"))
  }

  @Test func `it is an output like the film`() throws {
    let show = ["a.png", "b.png", "--caption", "{name}", "-c", "3", "-o", "f.mp4"]
    func words(_ name: String) -> [String] { show + ["--write-subtitles", name] }
    try sandbox.expectFailure(64, ".srt or .vtt", of: words("t.txt"))
    try sandbox.expectFailure(64, "ends in", of: words("-"))
    try sandbox.write(Data("a.png --caption 1\nb.png\n".utf8), to: "x.srt")
    try sandbox.expectFailure(
      73, "overwrite", of: ["@x.srt", "-o", "f.mp4", "--write-subtitles", "./x.srt"])
    try sandbox.makeFolder("d.srt")
    try sandbox.expectFailure(73, "folder", of: words("d.srt"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.file("f.mp4")))
    try #require(try sandbox.run(words("new/t.srt") + ["-q"]).status == 0)
    try sandbox.expectFailure(
      73, "--no-overwrite",
      of: ["a.png", "b.png", "--caption", "x", "-o", "g.mp4"]
        + ["--write-subtitles", "new/t.srt", "--no-overwrite"])
    #expect(try sandbox.names(in: "new") == ["t.srt"])
    let plan = try sandbox.run(words("t.vtt") + ["--dry-run", "--json"])
    #expect(plan.output.contains("\"subtitles\": \"t.vtt\"") && plan.status == 0)
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.file("t.vtt")))
    let none = try sandbox.run(["a.png", "b.png", "-o", "h.mp4", "--write-subtitles", "u.srt"])
    #expect(none.status == 0 && none.errors.contains("--write-subtitles has no effect"))
  }

  /// The chapters of a film: their times and titles.
  private func chapters(_ film: String) throws -> [String] {
    let read = try sandbox.shell(
      "ffprobe -v error -show_chapters -show_entries chapter=start_time,end_time:chapter_tags=title "
        + "-of csv=p=0 \(film)")
    #expect(read.status == 0, "\(read.errors)")
    return read.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["mp4", "mov", "mkv", "webm"], ["", "--parts p"])
  func `titles begin chapters`(_ type: String, _ parts: String) throws {
    let film = "f.\(type)"
    let show =
      "$TOOL 'title:One; = #\\nmore' a.png title:Two b.png --hold 1s --duration 0.5s --fps 20 -q "
      + "--size 128x96 \(parts) -o \(film)"
    let run = try sandbox.shell(show)
    try #require(run.status == 0, "\(run.errors)")
    #expect(
      try chapters(film) == ["0.000000,3.000000,One; = # more", "3.000000,5.500000,Two"])
    #expect(try sandbox.probe(film, "nb_read_frames").contains("110"))
    let all = try sandbox.shell(show + " --chapters")
    try #require(all.status == 0, "\(all.errors)")
    #expect(
      try chapters(film) == [
        "0.000000,1.500000,One; = # more", "1.500000,3.000000,a", "3.000000,4.500000,Two",
        "4.500000,5.500000,b",
      ])
  }

  @Test(arguments: ["mp4", "mov", "mkv", "webm"])
  func `the first chapter begins with the film`(_ type: String) throws {
    let film = "f.\(type)"
    func chapters(_ show: String) throws -> [String] {
      let run = try sandbox.shell(
        "$TOOL \(show) --hold 1s --duration 0.5s --fps 20 -q --size 128x96 -o \(film)")
      try #require(run.status == 0, "\(run.errors)")
      return try self.chapters(film)
    }
    #expect(
      try chapters("a.png b.png title:End") == [
        "0.000000,3.000000,a", "3.000000,4.000000,End",
      ])
    // Colors are the way to it.
    #expect(
      try chapters("black '#123' title:One a.png title:Two") == [
        "0.000000,6.000000,One", "6.000000,7.000000,Two",
      ])
  }

  @Test func `what SubRip has no way to write stays text`() throws {
    let caption = "a < b & c > d \\\\N e"
    let run = try sandbox.run([
      "a.png", "b.png", "--hold", "1s", "--duration", "1s", "--caption", caption, "-q", "-o",
      "f_###.png", "--write-subtitles", "t.srt",
    ])
    #expect(run.status == 0, "\(run.errors)")
    try sandbox.ffmpeg("-i t.srt t.vtt")
    let told = try text("t.vtt").replacing("\u{2060}", with: "")
    #expect(told.contains("a < b & c > d \\N e"), "\(told)")
  }

  @Test func `chapters have names with signs of ffmpeg's own, and the order of the show`() throws {
    func names(_ line: String) throws -> [String] {
      let run = try sandbox.shell("$TOOL \(line) --hold 1s --duration 0.5s --fps 10 -q -o f.mkv")
      #expect(run.status == 0, "\(run.errors)")
      return try chapters("f.mkv")
    }
    try sandbox.write(sandbox.bytes("a.png"), to: "x\nend=9.png")
    #expect(
      try names("'title:End\\\\' b.png title:Two a.png") == [
        "0.000000,3.000000,End\\\u{2060}", "3.000000,5.500000,Two",
      ])
    #expect(
      try names("$'x\\nend=9.png' b.png --chapters").joined(separator: "\n").contains("x\nend=9"))
    #expect(
      try names("a.png b.png black --title Trip --reverse").first?.hasSuffix(",b") == true)
  }

  @Test func `chapters are exact at any rate, and of what is made`() throws {
    let show = [
      "a.png", "b.png", "--title", "T", "--hold", "31", "-c", "8", "--fps", "30000/1001",
      "--chapters", "-q", "-o", "f.mkv",
    ]
    try #require(try sandbox.run(show).status == 0)
    // 37 frames of 1001/30000 s.
    #expect(try chapters("f.mkv") == ["0.000000,1.234567,T", "1.234567,2.268933,b"])
    try #require(try sandbox.run(show + ["--frames", "30-50"]).status == 0)
    #expect(try chapters("f.mkv") == ["0.000000,0.233567,T", "0.233567,0.700700,b"])
    try #require(try sandbox.run(Array(show[..<2]) + ["-o", "g.mkv", "-q"]).status == 0)
    #expect(try chapters("g.mkv") == [])
    try sandbox.expectFailure(
      64, "--chapters belongs to a film",
      of: [
        "a.png", "b.png", "--chapters", "-o", "x.gif",
      ])
  }

  @Test(.needs("fc-match")) func `chapters stand beside sound`() throws {
    let run = try sandbox.shell(
      "ffmpeg -v error -f lavfi -i sine=440:d=2 m.wav && $TOOL title:One a.png --hold 1s --duration 0.5s "
        + "--music m.wav -o f.mp4 -q && $TOOL title:One a.png --hold 1s --duration 0.5s --music m.wav "
        + "--parts p -o g.mp4 -q")
    try #require(run.status == 0, "\(run.errors)")
    for film in ["f.mp4", "g.mp4"] {
      #expect(try chapters(film).map { $0.hasSuffix(",One") } == [true])
    }
  }
}
