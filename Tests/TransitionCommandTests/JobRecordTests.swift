import Foundation
import ImageFiles
import System
import Testing
import TransitionKit

@testable import TransitionCommand

@Suite struct JobRecordTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "record-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["a", "b"] {
      try Data("picture \(name)".utf8).write(to: folder.appendingPathComponent(name))
    }
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func record(_ arguments: String..., source: String = "a", filter: String = "swipe") throws
    -> JobRecord?
  {
    let settings = try Settings(
      ["--transitionfilter", filter, "-s", path(source), "-d", path("b"), "-o", path("out")]
        + ["-b", "f"] + arguments)
    let job = try Job(settings)
    return try JobRecord(job, #require(job.files))
  }

  @Test func whatIsWrittenIsReadBack() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let record = try #require(
      try record("--easing", "cubic-bezier(0,0,1,1)", "--save-options", "a: b"))
    #expect(JobRecord(text: record.text) == record)
    #expect(JobRecord(text: record.text.replacing("\n", with: "\r\n")) == record)
  }

  @Test(arguments: ["\u{301}a", "profile=\u{e9}.icc"])
  func isReadBackToTheByte(_ options: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let record = try #require(try record("--save-options", options))
    #expect(JobRecord(text: record.text) == record)
    let other = JobRecord(text: record.text.replacing("\u{e9}", with: "e\u{301}"))
    #expect((other == record) == !options.contains("\u{e9}"))
    #expect(other.difference(from: record).isEmpty == (other == record))
  }

  @Test func optionsThatChangeNoPixelChangeNothing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let plain = try record()
    #expect(plain == (try record("--jobs", "3", "-v", "--frames", "3-9", "--skip-existing")))
    #expect(plain == (try record("--width", "300", "--shard", "1/2", "-t", "tiff")))
    try FileManager.default.copyItem(atPath: path("a"), toPath: path("copy"))
    #expect(plain == (try record(source: "copy")))
  }

  @Test func differencesAreNamed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let plain = try #require(try record())
    func difference(_ other: JobRecord?) throws -> String {
      try #require(other).difference(from: plain)
    }
    #expect(try difference(record("-c", "20")) == "count is 30 there, 20 here")
    #expect(try difference(record("--angle", "1")) == "--angle is 0 there, 1 here")
    #expect(try difference(record(source: "b")) == "the source image is another")
    #expect(
      try difference(record("--reverse", "--working-space", "srgb"))
        == "reverse is no there, yes here, and 1 more")
    #expect(try difference(record(filter: "dissolve")).contains("more"))
  }

  @Test func whatCannotBeReadTwiceHasNoRecord() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let status = unsafe mkfifo(path("pipe"), 0o600)
    #expect(status == 0)
    #expect(try record(source: "pipe") == nil)
  }
}
