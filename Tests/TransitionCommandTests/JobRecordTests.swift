import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// The record that a job leaves: what is in it, and how it is written and read.
@Suite struct JobRecordTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try Data("picture \(name)".utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    }
  }

  func record(_ arguments: [String] = [], source: String = "a", filter: String = "swipe") throws
    -> JobRecord?
  {
    let settings = try Settings(
      [
        "--transitionfilter", filter, "-s", folder.file(source), "-d", folder.file("b"), "-o",
        folder.file("out"),
      ]
        + ["-b", "f"] + arguments)
    let job = try Job(settings)
    let files = try #require(job.files)
    return PictureIdentities(job).map { JobRecord(job, files, $0) }
  }

  private func read(_ text: String) -> JobRecord? { JobRecord(Array(text.utf8)) }

  @Test func `what is written is read back`() throws {
    let record = try #require(
      try record(["--easing", "cubic-bezier(0,0,1,1)", "--save-options", "a: b"]))
    #expect(read(record.text) == record)
    #expect(read(record.text.replacing("\n", with: "\r\n")) == record)
  }

  @Test(arguments: ["\u{301}a", "profile=\u{e9}.icc"])
  func `is read back to the byte`(_ options: String) throws {
    let record = try #require(try record(["--save-options", options]))
    #expect(read(record.text) == record)
    let other = try #require(read(record.text.replacing("\u{e9}", with: "e\u{301}")))
    #expect((other == record) == !options.contains("\u{e9}"))
    #expect(other.difference(from: record).isEmpty == (other == record))
  }

  @Test func `half a record is not read`() throws {
    let text = try #require(try record()).text
    for length in 0..<text.utf8.count { #expect(JobRecord(Array(text.utf8.prefix(length))) == nil) }
    #expect(read("What dotransition is\n\n") == nil)
    #expect(read(text.replacing("count: ", with: "count ")) == nil)
    #expect(read(text.replacing("count: ", with: "hold: ")) == nil)
    #expect(JobRecord(Array(text.utf8.dropLast()) + [0xFF, 0x0A, 0x0A]) == nil)
  }

  @Test func `frames are listed as they are`() throws {
    let record = try #require(try record())
    let (first, second) = try (
      #require(FileVersion([9, 5, 123_456_789])), #require(FileVersion([9, 6, 0]))
    )
    let lines = [JobRecord.line(3, first), JobRecord.line(3, second), "4 9 5", "x", "7 9 5 0 "]
    let listing = try #require(
      read(record.text + lines.map { $0 + "\n" }.joined() + JobRecord.line(5, first)))
    #expect(listing == record)
    #expect(listing.lists(3, first) && listing.lists(3, second))
    // Another number, a line without an end, lines that are not whole.
    for number in [2, 4, 5, 7] { #expect(!listing.lists(number, first)) }
    // A copy where only seconds or milliseconds are kept.
    for kept in [0, 120_000_000, 123_000_000, 123_456_700] {
      #expect(try listing.lists(3, #require(FileVersion([9, 5, Int64(kept)]))))
    }
    for other: [Int64] in [[9, 5, 123_456_788], [8, 5, 123_456_789], [9, 4, 0], [9, 6, 1]] {
      #expect(try !listing.lists(3, #require(FileVersion(other))))
    }
  }

  @Test func `frames of a show are listed with checksums`() throws {
    let record = try #require(try record())
    let version = try #require(FileVersion([9, 5, 7]))
    let lines = [JobRecord.line(3, version, checksum: 11), "4 9 5 7 11 earlier", "5 9 5 7 11 12"]
    let listing = try #require(read(record.text + lines.joined(separator: "\n") + "\n"))
    #expect(lines[0] == "3 9 5 7 11" && listing.lines == Array(lines[...1]))
    #expect(listing.lists(3, version) && !listing.listsAsEarlier(3, version))
    #expect(!listing.lists(4, version) && listing.listsAsEarlier(4, version))
    #expect(!listing.lists(5, version) && !listing.listsAsEarlier(5, version))
  }

  @Test func `frames stay whose checksums are the same`() throws {
    let version = try #require(FileVersion([9, 5, 7]))
    let lines = [
      "1 9 5 7 11", "2 9 5 7 12", "3 9 5 7", "4 9 5 8 14", "5 9 5 7 15 earlier",
      "6 9 5 7 16 earlier",
      "7 9 5 7 17", "7 9 5 7 18", "8 9 5 7 18",
    ]
    let record = try #require(try record())
    let longer = try #require(try self.record(["-c", "9"]))
    let other = try #require(read(longer.text + lines.map { $0 + "\n" }.joined()))
    var taken = record
    // The fourth is another file now, and the last is no frame of this show.
    let checksums: [Int: Int64] = [1: 11, 2: 0, 3: 13, 4: 14, 5: 15, 6: 0, 7: 17]
    let count = taken.take(from: other) {
      $0 < 8 ? version : nil
    } checksum: {
      checksums[$0] ?? 1
    }
    #expect(count == 3)
    #expect(
      taken.lines == [
        "1 9 5 7 11", "2 9 5 7 12 earlier", "3 9 5 7 earlier", "5 9 5 7 15", "6 9 5 7 16 earlier",
        "7 9 5 7 17",
      ])
    #expect(taken == record && (1...8).filter { taken.lists($0, version) } == [1, 5, 7])
  }

  @Test func `the version of libvips is in it`() throws {
    let text = try #require(try record()).text
    #expect(text.contains("\nlibvips: \(VipsLibrary.version)\n"))
  }

  @Test func `options that change no pixel change nothing`() throws {
    let plain = try record()
    #expect(plain == (try record(["--jobs", "3", "-v", "--frames", "3-9", "--skip-existing"])))
    #expect(plain == (try record(["--width", "40%", "--shard", "1/2", "-t", "tiff"])))
    try FileManager.default.copyItem(atPath: folder.file("a"), toPath: folder.file("copy"))
    #expect(plain == (try record(source: "copy")))
  }

  @Test func `a difference is named`() throws {
    let plain = try #require(try record())
    func difference(_ other: JobRecord?) throws -> String {
      try #require(other).difference(from: plain)
    }
    #expect(try difference(record(["-c", "20"])) == "count is 30 there, 20 here")
    #expect(try difference(record(["--angle", "1"])) == "swipe angle is 0 there, 1 here")
    #expect(try difference(record(source: "b")) == "the source image is another")
    #expect(
      try difference(record(["--reverse", "--working-space", "srgb"]))
        == "reverse is no there, yes here, and 1 more")
    #expect(
      try difference(record(filter: "dissolve")) == "filter is swipe there, dissolve here")
  }

  @Test func `a difference of one step is one`() throws {
    func show(_ arguments: String...) throws -> JobRecord {
      let pictures = ["a", "b", "a", "b"].map(folder.file)
      let job = try Job(Settings(pictures + ["-o", folder.file("out"), "-b", "f"] + arguments))
      return try JobRecord(job, #require(job.files), #require(PictureIdentities(job)))
    }
    let swipes = [
      "--transition", "swipe", "--transition", "swipe:angle=1", "--transition", "swipe",
    ]
    let plain = try show("--transition", "swipe")
    let turned = try show(swipes[0], swipes[1], swipes[2], swipes[3], swipes[4], swipes[5])
    #expect(turned.difference(from: plain) == "step 2 angle is 0 there, 1 here")
    #expect(plain.difference(from: turned) == "step 2 angle is 1 there, 0 here")
    #expect(
      try show("--transition", "swipe:count=9", "--transition", "swipe").difference(from: plain)
        == "step 1 count is 30 there, 9 here, and 1 more")
    let file = folder.file("b")
    let job = try Job(
      Settings(
        ["a", "b"].map(folder.file) + [file, file]
          + ["-o", folder.file("out"), "-b", "f", "--transition", "swipe"]))
    let other = try JobRecord(job, #require(job.files), #require(PictureIdentities(job)))
    #expect(other.difference(from: plain) == "picture 3 is another")
  }

  /// The facts of a show of the pictures `a`, `b`, `a` and `b`.
  private func facts(_ words: String...) throws -> [String] {
    let pictures = ["a", "b", "a", "b"].map(folder.file)
    let job = try Job(
      Settings(
        words.flatMap { ["--transition", $0] } + ["-o", folder.file("out"), "-b", "f"] + pictures))
    let files = try #require(job.files)
    let record = try JobRecord(job, files, #require(PictureIdentities(job)))
    return record.text.split(separator: "\n").map(String.init)
  }

  @Test func `values that steps have of their own are facts of these steps`() throws {
    let all = try facts("swipe", "swipe:angle=1:easing=ease", "mod")
    let steps = all.filter { $0.hasPrefix("step ") }
    #expect(steps == ["step 1 angle: 0", "step 2 angle: 1", "step 2 easing: ease"])
    #expect(all.contains("swipe width: 40%") && all.contains("mod angle: 2"))
    #expect(!all.contains { $0.hasPrefix("swipe angle: ") })
    #expect(
      try facts("swipe:angle=1", "mod:count=9", "mod:count=1s").filter { $0.hasPrefix("step ") }
        == ["step 2 count: 9", "step 3 count: 1s"])
  }

  @Test func `steps that agree have one fact, however it is written`() throws {
    let plain = try facts("swipe", "mod", "heart")
    #expect(!plain.contains { $0.hasPrefix("step ") })
    #expect(
      try facts("swipe:angle=0:count=30", "mod:easing=linear", "maskwipe:maskimage=heart") == plain)
  }

  @Test func `masks of steps are told apart`() throws {
    let (a, b) = (folder.file("a"), folder.file("b"))
    func masks(_ names: String...) throws -> [String] {
      try facts(names[0], names[1], "mod")
        .filter { $0.hasPrefix("step ") || $0.contains("maskImage: ") || $0.hasPrefix("backside") }
    }
    let mixed = try masks("maskwipe:maskimage=\(a)", "heart")
    #expect(mixed.count == 2 && mixed[0].hasPrefix("step 1 maskImage: crc32"))
    #expect(mixed[1] == "step 2 maskImage: heart")
    #expect(try masks("heart", "maskwipe:maskimage=\(a)") != mixed)
    let two = try masks("maskwipe:maskimage=\(a)", "maskwipe:maskimage=\(b)")
    #expect(try two != masks("maskwipe:maskimage=\(b)", "maskwipe:maskimage=\(a)"))
    let curls = try masks(
      "pagecurl:backsideimage=\(a)", "pagecurlwithshadow:backsideimage=\(b)")
    #expect(curls.count == 2 && curls.allSatisfy { $0.hasPrefix("step ") })
    #expect(
      try masks("pagecurl:backsideimage=\(a)", "pagecurlwithshadow:backsideimage=\(a)").count == 1)
  }

  @Test func `a picture that can be read only once has no record`() throws {
    let status = unsafe mkfifo(folder.file("pipe"), 0o600)
    #expect(status == 0)
    #expect(try record(source: "pipe") == nil)
  }

  /// A value of an option that is not its default, as an argument.
  private func argument(_ definition: OptionDefinition, unless plain: String?) throws -> String {
    if definition.form.isFlag { return definition.label }
    let texts =
      ["7", "0.5", "20%", "20x10", "1,0.5,0", "ease", "compression=lzw"]
      + (definition.completion.words ?? [])
    let argument = texts.map { "\(definition.label)=\($0)" }.first { argument in
      let setting = try? Settings([argument]).all.first { $0.definition.name == definition.name }
      return setting.map { $0.text != plain } ?? false
    }
    return try #require(argument, "no value for \(definition.label)")
  }

  @Test func `everything that decides pixels or encoding is in it`() throws {
    let plain = try #require(try record())
    var count = 0
    for setting in Settings().all
    where setting.definition.group != .parameters && setting.definition.decides != .nothingOfAFrame
    {
      let argument = try argument(setting.definition, unless: setting.text)
      let other = try #require(try record([argument]))
      // One more step, or none, is a difference of its own.
      let isNamed = other.difference(from: plain).hasPrefix(setting.definition.name)
      #expect(isNamed || setting.definition.name == "loop", "\(argument)")
      #expect(other != plain, "\(argument)")
      count += 1
    }
    #expect(count >= 10)
  }

  @Test(arguments: Transitions.all + Transitions.ours) func `every parameter is in it`(
    _ filter: Filter
  ) throws {
    let plain = try #require(try record(filter: filter.name))
    for parameter in filter.parameters {
      if parameter.kind == .flag {
        let other = try #require(try record(["--\(parameter.option)"], filter: filter.name))
        #expect(other != plain, "\(parameter.name)")
        continue
      }
      if let name = parameter.choices.last?.text {
        let other = try #require(
          try record(["--\(parameter.option)", name], filter: filter.name))
        #expect(other != plain, "\(name)")
      }
      let values =
        parameter.kind == .image ? [folder.file("a")] : ["0.25", "3,4", "0.25,0.5,0.75", "1,2,3,4"]
      let value = try #require(
        values.first {
          parameter.kind == .image || (try? ParameterText($0, for: parameter)) != nil
        })
      let other = try #require(
        try record(["-q", "--\(parameter.option)", value], filter: filter.name))
      #expect(other != plain, "\(parameter.name)")
    }
  }
}

extension OptionDefinition.Completion {
  fileprivate var words: [String]? {
    if case .words(let words) = self { words } else { nil }
  }
}
