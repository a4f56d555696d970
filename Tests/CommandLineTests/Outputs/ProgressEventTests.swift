import Foundation
import TestSupport
import Testing

/// `--progress json`: all that a program learns of a run from stderr.
@Suite struct ProgressEventTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let arguments = ["a.png", "b.png", "--progress", "json"]

  private func events(_ result: Subprocess.Outcome) throws -> [JSONValue] {
    let schema = try JSONSchema("progress")
    return try result.errors.split(separator: "\n").map { line in
      let event = try JSONValue(line)
      #expect(try schema.errors(in: event) == [], "\(line)")
      return event
    }
  }

  private func last(_ result: Subprocess.Outcome) throws -> JSONValue? { try events(result).last }

  @Test(
    arguments: [
      (["--bogus"], 64, "unknown option: --bogus"), (["-o", "x.webp", "-c", "0"], 64, "-c"),
      (["none.png", "-o", "x.webp"], 66, "none.png"), (["-o", "a.png/x.webp"], 73, "a.png/"),
      (["bad.png", "-o", "x.webp"], 65, "bad.png"),
    ])
  func `an error is an event`(arguments: [String], status: Int, words: String) throws {
    try sandbox.write(Data("no picture".utf8), to: "bad.png")
    let result = try sandbox.run(Self.arguments + arguments)
    #expect(result.status == status)
    let event = try #require(try last(result))
    #expect(event["event"]?.string == "error" && event["status"]?.number == Double(status))
    #expect(event["message"]?.string?.contains(words) == true, "\(event)")
    #expect(event["message"]?.string?.hasPrefix("dotransition") == false)
  }

  @Test func `events that are lost are an error, and nobody who listens is none`() throws {
    let line = "$TOOL a.png b.png -c 3 -o out -t png --progress json"
    #expect(try sandbox.shell("\(line) 2>/dev/full").status == 74)
    #expect(try sandbox.shell("\(line) 2> >(:)").status == 0)
    #expect(try sandbox.shell("$TOOL a.png b.png -c 3 -o out -t png 2>/dev/full").status == 0)
  }

  @Test func `a remark is an event, and --quiet has none`() throws {
    let arguments = Self.arguments + ["-o", "x.webp", "--quality", "50", "--size", "40x40"]
    let all = try events(sandbox.run(arguments))
    let remarks = all.filter { $0["event"]?.string == "remark" }
    #expect(!remarks.isEmpty && all.last?["status"]?.number == 0)
    let quiet = try events(sandbox.run(arguments + ["-q"]))
    let names = quiet.compactMap { $0["event"]?.string }
    #expect(!names.contains("remark"))
    #expect(quiet.last?["event"]?.string == "result")
  }

  @Test func `--verbose adds no other lines`() throws {
    let result = try sandbox.run(Self.arguments + ["-o", "x.webp", "-v"])
    #expect(try events(result).last?["event"]?.string == "result")
  }

  @Test func `frames that are there are done from the first event`() throws {
    let output = ["-o", "f_###.png", "-c", "10", "--skip-existing"]
    #expect(try sandbox.run(Self.arguments + output + ["--frames", "0-3"]).status == 0)
    let missing = try sandbox.run(Self.arguments + output + ["--missing"])
    #expect(missing.status == 1 && missing.output == "4-9\n")
    #expect(try last(missing)?["status"]?.number == 1)
    #expect(try last(missing)?["message"]?.string?.hasPrefix("6 of 10 frames") == true)
    let progress = try events(sandbox.run(Self.arguments + output)).filter {
      $0["event"]?.string == "progress"
    }
    #expect(progress.first?["done"]?.number == 4)
    #expect(progress.last?["done"]?.number == 10 && progress.last?["frames"]?.number == 10)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a signal is an error`(signal: Int32) throws {
    let process = try sandbox.start(
      Self.arguments + ["-o", "f_#####.png", "-c", "90000", "--size", "400x300"])
    while process.isRunning,
      !FileManager.default.fileExists(
        atPath: sandbox.folder.file("f_00000.png"))
    { usleep(2000) }
    process.send(signal)
    let result = try process.outcome()
    #expect(result.status == 128 + Int(signal))
    let event = try #require(try last(result))
    #expect(event["event"]?.string == "error" && event["status"]?.number == Double(result.status))
  }

  @Test func `introspection and plans end with a result`() throws {
    for arguments in [
      ["-l"], ["--filterproperties"], Self.arguments + ["-o", "x.webp", "--dry-run"],
    ] {
      let result = try sandbox.run(arguments + ["--progress=json"])
      #expect(result.status == 0 && !result.output.isEmpty)
      #expect(try last(result)?["event"]?.string == "result")
    }
  }
}
