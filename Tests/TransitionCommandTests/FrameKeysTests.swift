import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit

@testable import TransitionCommand

/// The keys of frames: what changes them, and what does not.
@Suite struct FrameKeysTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (index, name) in ["a", "b", "c", "d"].enumerated() {
      let picture = Bitmap(codedWidth: 20, height: 10, blue: Double(index) / 3, format: .rgb8)
      try picture.write(to: folder.file("\(name).png"))
    }
    try Bitmap(codedWidth: 20, height: 10, blue: 1, format: .rgba8).write(to: folder.file("e.png"))
    try Bitmap(codedWidth: 20, height: 10, blue: 1, format: .rgb16).write(to: folder.file("f.png"))
  }

  /// The key of each moment of a show of five frames a transition, with two holds of each
  /// picture.
  private func keys(
    _ arguments: [String] = [], pictures: String,
    transitions: [String] = ["swipe", "mod", "swipe"],
    type: String = ".png"
  ) throws -> [FrameKey] {
    try keys(
      arguments, pictures: pictures.map(String.init), transitions: transitions, type: type)
  }

  private func keys(
    _ arguments: [String] = [], pictures: [String] = ["a", "b", "c", "d"],
    transitions: [String] = ["swipe", "mod", "swipe"], type: String = ".png"
  ) throws -> [FrameKey] {
    let job = try Job(
      Settings(
        pictures.map { folder.file("\($0).png") } + ["--hold", "2", "-c", "5"]
          + transitions.flatMap { ["--transition", $0] }
          + ["-o", folder.file("f%d\(type)")] + arguments))
    let keys = try FrameKeys(
      OpenedShow(job), #require(job.files).encoding.texts, #require(try FrameKeys.identities(job)))
    return job.plan.frames.map { keys.key(of: $0.moment) }
  }

  @Test func `a picture that changes before it is opened is an error`() throws {
    let job = try Job(
      Settings(["a", "b"].map { folder.file("\($0).png") } + ["-o", folder.file("f%d.png")]))
    let identities = try #require(try FrameKeys.identities(job))
    let encoding = try #require(job.files).encoding.texts
    let path = folder.file("a.png")
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.write(to: URL(filePath: path), options: .atomic)
    let opened = try OpenedShow(job)
    #expect(throws: Failure.self) { try FrameKeys(opened, encoding, identities) }
  }

  /// The indices of the frames that differ from those of the plain show.
  private func changed(_ other: [FrameKey]) throws -> [Int] {
    let plain = try keys()
    #expect(plain.count == other.count)
    return plain.indices.filter { plain[$0] != other[$0] }
  }

  // Frames: 0-1 a, 2-4 the first transition, 5-6 b, 7-9, 10-11 c, 12-14, 15-16 d.

  @Test func `frames are told apart by what they show`() throws {
    let plain = try keys()
    #expect(plain.count == 17 && Set(plain).count == 13)
    #expect(plain[0] == plain[1])
    // The same pictures in the same step.
    let twice = try keys(pictures: "abab")
    #expect(twice[2...4] == twice[12...14] && twice[0] == twice[10] && twice[2] != twice[7])
  }

  @Test func `a picture is all that its frames show, and half of those beside them`() throws {
    #expect(try changed(keys(pictures: "abad")) == Array(7...14))
    #expect(try changed(keys(pictures: "cbcd")) == Array(0...4))
  }

  @Test func `a step is its own frames`() throws {
    let (middle, last) = (Array(7...9), Array(12...14))
    #expect(try changed(keys(transitions: ["swipe", "mod:angle=1", "swipe"])) == middle)
    #expect(try changed(keys(transitions: ["swipe", "push", "swipe"])) == middle)
    #expect(try changed(keys(transitions: ["swipe", "mod", "swipe:easing=ease"])) == last)
    // Half way is half way.
    #expect(
      try changed(keys(transitions: ["swipe", "mod", "swipe:easing=steps(2)"])) == [12, 14])
    let masks = ["a", "b"].map { "maskwipe:maskimage=\(folder.file("\($0).png"))" }
    let (one, other) = try (
      keys(transitions: ["swipe", masks[0], "swipe"]),
      keys(transitions: ["swipe", masks[1], "swipe"])
    )
    #expect(one.indices.filter { one[$0] != other[$0] } == middle)
  }

  @Test(arguments: [
    ["--size", "10x10"], ["--quality", "50"], ["--background", "red"], ["--working-space", "srgb"],
    ["--save-options", "compression=1"], ["--dither"], ["--fit", "contain"],
    ["--fit", "stretch"], ["--focus", "10%,20%"],
  ])
  func `what all pictures have in common changes every frame`(_ arguments: [String]) throws {
    #expect(try changed(keys(arguments)) == Array(0...16))
  }

  @Test(arguments: Filters.all)
  func `each parameter of a transition changes its frames and no others`(_ filter: Filter) throws {
    func keys(_ assignment: String = "") throws -> [FrameKey] {
      try self.keys(transitions: ["swipe", filter.alias + assignment, "swipe"])
    }
    var random = SplitMix64(seed: 3)
    let plain = try keys()
    for parameter in filter.parameters {
      // Of these at least one is a value, and not the default.
      let values = [
        parameter.kind == .image
          ? folder.file("e.png") : parameter.randomValue(.ordinary, using: &random).text ?? "",
        "2", "no", "yes",
      ]
      let changed = values.lazy.compactMap { try? keys(":\(parameter.name)=\($0)") }
        .map { other in plain.indices.filter { plain[$0] != other[$0] } }.first { !$0.isEmpty }
      #expect(changed == Array(7...9), "\(parameter.name)")
    }
  }

  @Test func `the rate decides the frames of films and of motions that follow time`() throws {
    func keys(_ rate: String, _ motion: String) throws -> [FrameKey] {
      try self.keys(["--fps", rate, "--pan-zoom", motion, "--hold", "3"])
    }
    #expect(try keys("25", "in") == keys("50", "in"))
    let (slow, fast) = try (keys("25", "auto"), keys("50", "auto"))
    #expect(Set(slow).isDisjoint(with: fast))
    // Only where it decides nothing a remark says so.
    for motion in ["in", "auto"] {
      let job = try Job(
        Settings(
          ["a", "b"].map { folder.file("\($0).png") } + ["--hold", "3", "--fps", "25"]
            + ["--pan-zoom", motion, "-o", folder.file("f%d.png")]))
      #expect(job.remarks.contains { $0.hasPrefix("--fps has no effect") } == (motion == "in"))
    }
  }

  @Test func `the format of the frames follows from all pictures`() throws {
    for picture in ["e", "f"] {
      #expect(try changed(keys(pictures: "abc\(picture)")) == Array(0...16))
    }
    #expect(try changed(keys(type: ".tif")) == Array(0...16))
  }

  @Test(arguments: [
    ["--hold", "3"], ["--start-number", "7"], ["--reverse"], ["--loop"], ["--endpoints", "none"],
    ["--seed", "3"], ["--fps", "25"], ["--frames", "3-12"], ["--shard", "2/3"], ["--jobs", "1"],
    ["--fit", "cover"], ["--focus", "center"],
  ])
  func `a number, a length and a part change no moment`(_ arguments: [String]) throws {
    let (plain, other) = try (keys(), keys(["-q"] + arguments))
    // Another moment has another key, and the closing step of a loop is one more.
    let new = Set(other).subtracting(plain)
    let own = arguments == ["--loop"] ? 3 : arguments == ["--endpoints", "none"] ? 8 : 0
    #expect(new.count == own, "\(new.count)")
  }

  @Test func `a file of a sequence is known by its name, size and time in the frames that show it`()
    throws
  {
    for number in 1...6 {
      for name in ["s", "t"] {
        try FileManager.default.copyItem(
          atPath: folder.file("a.png"), toPath: folder.file("\(name)\(number).png"))
      }
    }
    func keys(_ second: String = "t%d") throws -> [FrameKey] {
      try self.keys(["-c", "4"], pictures: ["s%d", second], transitions: ["swipe"])
    }
    // Frames: 0-2 s1 to s3, 3-4 s4 and t2, s5 and t3, 5-7 t4 to t6.
    let first = try keys()
    #expect(first.count == 8 && Set(first).count == 8)
    #expect(try keys() == first)
    func touch(_ name: String) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.file(name))
    }
    try touch("t3.png")
    let second = try keys()
    #expect(first.indices.filter { first[$0] != second[$0] } == [4])
    try touch("s1.png")
    let third = try keys()
    #expect(second.indices.filter { second[$0] != third[$0] } == [0])
    #expect(try keys("s%d") != third)
  }
}
