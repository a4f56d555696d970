import Foundation
import TestSupport
import Testing

/// Films that are made of parts in a folder.
@Suite(.needs("ffmpeg", "ffprobe")) struct FilmOfPartsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(width: 64, height: 48)
    try sandbox.makeOnce(
      """
      for i in 1 2 3 4 5 6 7 8; do
        ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:d=1 -vf hue=h=$((i * 40)) \
          -frames:v 1 p$i.png || exit 1
      done
      """)
  }

  private static let times = ["--hold", "2s", "--duration", "1s", "--fps", "10"]

  @discardableResult private func show(
    _ pictures: [String], _ options: [String], film: String = "f.mp4"
  ) throws -> Subprocess.Outcome {
    try sandbox.run(pictures + Self.times + ["-o", film, "--parts", "parts", "-v"] + options)
  }

  private var pictures: [String] { (1...8).map { "p\($0).png" } }

  private var parts: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: sandbox.folder.file("parts")))?.sorted()
      ?? []
  }

  /// The numbers in the last line: parts that were made, and kept.
  private func counts(_ errors: String) -> [Int] {
    let last = errors.split(separator: "\n").last ?? ""
    return last.firstMatch(of: /(\d+) parts? made, (\d+) kept/).map { match in
      [match.1, match.2].compactMap { Int($0) }
    } ?? []
  }

  @Test(arguments: ["a#1/p", "#", "what?", "it's # 2", "it's"])
  func `the folder may have any name`(_ folder: String) throws {
    try sandbox.makeFolder(folder)
    let run = try sandbox.run(
      ["p1.png", "p2.png"] + Self.times + ["-o", "f.mp4", "--parts", folder, "-q"])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(try sandbox.bytes("f.mp4").count > 1000)
  }

  @Test func `only parts are deleted, whatever other files are named`() throws {
    let name = "parts/\(String(repeating: "0", count: 32))-01234567-89abcdef01234567.mp4"
    let line = Self.times + ["--parts", "parts", "--clean-parts", "-q"]
    let made = try sandbox.run(["p1.png", "p2.png", "-o", name] + line)
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    #expect(try sandbox.bytes(name).count > 1000)
    let shown = try sandbox.run([name, "p2.png", "-o", "f.mp4"] + line)
    #expect(shown.status == 0 && shown.errors == "", "\(shown.errors)")
    #expect(try sandbox.bytes(name).count > 1000)
    // Of no use to another show, it is a part that nobody needs.
    let other = try sandbox.run(["p1.png", "p2.png", "-o", "f.mp4"] + line)
    #expect(other.status == 0 && other.errors == "", "\(other.errors)")
    #expect(!parts.contains(String(name.dropFirst(6))))
  }

  @Test(arguments: ["mp4", "mov", "mkv", "webm"])
  func `a film is the same however its parts came about`(_ type: String) throws {
    let film = "f.\(type)"
    let first = try show(pictures, [], film: film)
    try #require(first.status == 0, "\(first.errors)")
    let (whole, names) = (try sandbox.bytes(film), parts)
    #expect(names.count > 2 && counts(first.errors) == [names.count, 0])
    // One is damaged, one is cut off, one is not there.
    try sandbox.write(
      Data(try sandbox.bytes("parts/\(names[0])").reversed()), to: "parts/\(names[0])")
    try sandbox.write(
      Data(try sandbox.bytes("parts/\(names[1])").dropLast()), to: "parts/\(names[1])")
    try FileManager.default.removeItem(atPath: sandbox.folder.file("parts/\(names[2])"))
    for shard in ["3/3", "1/3", "2/3"] {
      let result = try show(pictures, ["--shard", shard, "--jobs", "1"], film: film)
      #expect(result.status == 0, "\(result.errors)")
    }
    let again = try show(pictures, ["--skip-existing"], film: film)
    #expect(again.errors.contains("--skip-existing has no effect: parts are kept anyway"))
    #expect(counts(again.errors) == [0, names.count], "\(again.errors)")
    #expect(try sandbox.bytes(film) == whole)
    #expect(parts == names)
    // Every frame is at its time.
    let times = try sandbox.shell(
      "ffprobe -v error -select_streams v -show_entries packet=pts_time -of csv=p=0 \(film)")
    let seconds = times.output.split(whereSeparator: \.isNewline)
      .compactMap { Double($0.prefix { $0 != "," }) }.sorted()
    #expect(seconds.count == 230)
    for (index, time) in seconds.enumerated() { #expect(abs(time - Double(index) / 10) < 0.0006) }
  }

  @Test func `a part with the name of another is made again`() throws {
    let first = try show(pictures, [])
    try #require(first.status == 0, "\(first.errors)")
    let (whole, names) = (try sandbox.bytes("f.mp4"), parts)
    // The key of one, and the checksums of another.
    let forged =
      names[1].prefix { $0 != "-" } + names[0].dropFirst(names[0].prefix { $0 != "-" }.count)
    try sandbox.write(Data(try sandbox.bytes("parts/\(names[0])")), to: "parts/\(forged)")
    try FileManager.default.removeItem(atPath: sandbox.folder.file("parts/\(names[1])"))
    let again = try show(pictures, [])
    #expect(counts(again.errors) == [1, names.count - 1], "\(again.errors)")
    #expect(try sandbox.bytes("f.mp4") == whole)
  }

  @Test func `what has changed alone is made again`() throws {
    let first = try show(pictures, [])
    let total = counts(first.errors)[0]
    // A transition of another kind.
    let kinds = (0..<7).flatMap { ["--transition", $0 == 3 ? "swipe" : "dissolve"] }
    let step = try show(pictures, kinds)
    #expect(counts(step.errors) == [1, total - 1], "\(step.errors)")
    // A picture of other content, and of the same name.
    try FileManager.default.removeItem(atPath: sandbox.folder.file("p5.png"))
    let copied = try sandbox.shell("ffmpeg -v error -i p1.png -vf hflip p5.png")
    #expect(copied.status == 0)
    let missing = try sandbox.run(
      pictures + Self.times + ["-o", "f.mp4", "--parts", "parts", "--missing"])
    #expect(missing.status == 1 && !missing.output.isEmpty)
    let replaced = counts(try show(pictures, []).errors)
    #expect((1...3).contains(replaced[0]), "\(replaced)")
    #expect(try show(pictures, ["--missing"]).status == 0)
    let before = parts.count
    let cleaned = try show(pictures, ["--clean-parts"])
    #expect(cleaned.status == 0 && parts.count < before, "\(cleaned.errors)")
    #expect(counts(try show(pictures, []).errors)[0] == 0)
  }

  @Test func `it sounds as a film that is made at once`() throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=10:d=6 -f lavfi -i sine=440:d=6 -c:v libx264 -g 30 "
        + "-pix_fmt yuv420p -c:a pcm_s16le c.mov")
    try sandbox.ffmpeg("-f lavfi -i sine=220:d=3 m.wav")
    let shown = ["p1.png", "c.mov", "p2.png", "p3.png", "--music", "m.wav"]
    let parted = try show(shown, [], film: "parts.mp4")
    #expect(parted.status == 0, "\(parted.errors)")
    let plain = try sandbox.run(shown + Self.times + ["-o", "once.mp4"])
    #expect(plain.status == 0, "\(plain.errors)")
    let sums = try ["parts.mp4", "once.mp4"].map { film in
      try sandbox.shell("ffmpeg -v error -i \(film) -vn -f md5 -").output
    }
    #expect(sums[0] == sums[1] && !sums[0].isEmpty)
  }

  @Test(arguments: ["mp4", "mkv"])
  func `options of sound and of the file are those of the whole`(_ type: String) throws {
    let encoder = type == "mkv" ? "flac" : "aac"
    func film(_ rate: String, _ parts: String) throws -> [String] {
      let options = "c:a=\(encoder),ac=1,ar=32000,b:a=\(rate),metadata=artist=Me"
      let run = try sandbox.shell(
        """
        test -e m.wav || ffmpeg -v error -f lavfi -i anoisesrc=r=48000:d=4 m.wav
        $TOOL a.png b.png --hold 1s --duration 1s --fps 10 --size 128x96 --music m.wav -v \
          --save-options \(options) -o f.\(type) \(parts) || exit 1
        ffprobe -v error -select_streams a -show_entries \
          stream=codec_name,channels,sample_rate:format_tags=artist -of csv=p=0 f.\(type)
        ffmpeg -v error -i f.\(type) -map 0:a -f md5 -
        """)
      try #require(run.status == 0, "\(run.errors)")
      #expect(parts.isEmpty || rate != "64k" || run.errors.contains("0 parts made"))
      return run.output.split(separator: "\n").map(String.init)
    }
    let whole = try film("48k", "")
    #expect(whole.first == "\(encoder),32000,1" && whole.contains("Me"))
    #expect(try film("48k", "--parts p") == whole)
    // Another rate of the sound changes no part.
    #expect(try film("64k", "--parts p") == film("64k", ""))
  }

  @Test func `a film whose last part has two frames has the rate that was asked for`() throws {
    let made = try sandbox.run([
      "p1.png:hold=7", "p2.png", "p3.png:hold=13", "p4.png:hold=7", "--hold", "8", "--duration",
      "0.2s", "--fps", "10", "--loop", "-o", "f.mp4", "--parts", "parts",
    ])
    try #require(made.status == 0 && parts.count == 2, "\(made.errors)")
    let rate = try sandbox.shell(
      "ffprobe -v error -show_entries stream=avg_frame_rate -of csv=p=0 f.mp4")
    #expect(rate.output == "10/1\n")
  }

  @Test func `an interrupted film goes on`() throws {
    let made = try sandbox.shell(
      """
      set -- p?.png --hold 2s --duration 1s --fps 10 --parts parts
      for wait in 0.2 0.4 0.6 0.8; do
        timeout -s TERM $wait "$TOOL" "$@" -o f.mp4 -q 2>/dev/null
        timeout -s KILL $wait "$TOOL" "$@" -o f.mp4 -q 2>/dev/null
      done
      "$TOOL" "$@" -o f.mp4 -q && "$TOOL" "$@" --parts other -o g.mp4 -q && cmp f.mp4 g.mp4
      """)
    #expect(made.status == 0, "\(made.errors)")
  }

  @Test(arguments: [
    (["--frames", "0-9"], Int32(64), "--parts makes a whole film"),
    (["--contact-sheet", "s.png"], 64, "--contact-sheet beside --parts"),
    (["--clean-parts", "--shard", "1/2"], 64, "--clean-parts beside --shard"),
    (["--save-options", "vf=hue=s=0"], 64, "a filter may look at more than one part"),
    (["--save-options", "b:v=1M"], 64, "a bit rate is one of the whole film"),
    (["--save-options", "c:v=mpeg4"], 64, "give --codec"),
    (["--parts", "p1.png"], 73, "p1.png is a file, and a folder is wanted"),
    (["--parts", "/proc/parts"], 73, "cannot create the output folder"),
  ])
  func `options that do not go with parts are refused`(
    _ options: [String], _ status: Int32, _ words: String
  ) throws {
    let result = try show(pictures, options)
    #expect(result.status == status && result.errors.contains(words), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.file("f.mp4")))
  }

  @Test(arguments: ["png", "jpg", "tiff", "webp"])
  func `two pictures that many parts show are read for each`(_ type: String) throws {
    #expect(try sandbox.shell("vips copy p1.png a.\(type)").status == 0)
    let words = ["a.\(type)", "p2.png", "--hold", "16s", "--fps", "10", "-o"]
    let made = try sandbox.run(words + ["f.mp4", "--parts", "parts", "-q"])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    #expect(parts.count > 2)
    let again = try sandbox.run(words + ["f.mp4", "--parts", "others", "--jobs", "1", "-q"])
    #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
  }

  @Test func `parts belong to films`() throws {
    let frames = try sandbox.run(pictures + ["-o", "f%d.png", "--parts", "parts"])
    #expect(frames.status == 64 && frames.errors.contains("--parts belongs to a film"))
    let alone = try sandbox.run(pictures + ["-o", "f.mp4", "--clean-parts"])
    #expect(alone.status == 64 && alone.errors.contains("--clean-parts belongs to --parts"))
  }

  @Test func `lengths of no whole frames are told where they cost parts`() throws {
    func make(_ hold: String) throws -> String {
      try sandbox.run(
        pictures + ["--hold", hold, "--duration", "1s", "-o", "f.mp4", "--parts", "parts"]
          + ["--fps", "30000/1001"]
      ).errors
    }
    let words = "no whole number of frames at --fps 30000/1001"
    #expect(try !make("2s").contains(words))
    let remark = try make("2.1s")
    #expect(remark.contains(words) && remark.contains("such as 63"), "\(remark)")
    #expect(try !make("60").contains("2.1s"))
  }

  @Test func `frames of parts that are kept count as done`() throws {
    let line = pictures + ["--hold", "5", "-c", "5", "-o", "f.mp4", "--parts", "parts"]
    try #require(try sandbox.run(line).status == 0)
    let again = try sandbox.run(line + ["--progress", "json"])
    let counts = again.errors.split(separator: "\n").filter { $0.contains("\"progress\"") }
      .flatMap { $0.matches(of: /"(?:done|frames)": ?([0-9]+)/).compactMap { Int($0.1) } }
    #expect(counts.count >= 4 && Set(counts).count == 1 && counts[0] > 20, "\(again.errors)")
  }

  @Test func `who watches a long film is told of parts`() throws {
    let made = try sandbox.shell(
      """
      timeout -s INT 12 "$TOOL" p1.png p2.png --size 1280x720 --hold 1s --duration 3000s \
        --progress always -o f.mp4
      """)
    #expect(made.errors.contains("this takes minutes: with --parts FOLDER"), "\(made.errors)")
  }
}
