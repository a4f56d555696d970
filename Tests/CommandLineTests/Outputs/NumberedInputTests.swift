import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

/// Numbered sequences among the pictures of a show.
@Suite struct NumberedInputTests {
  private let sandbox: Sandbox

  /// Makes `a/p.1001.png` to `a/p.1006.png`, `b/7.png` to `b/11.png`, and `still.png`.
  init() throws {
    sandbox = try Sandbox()
    for folder in ["a", "b"] { try sandbox.makeFolder(folder) }
    for number in 1001...1006 { try make(file("a", number), Double(number - 1001) / 5) }
    for number in 7...11 { try make(file("b", number), Double(11 - number) / 4, turned: true) }
    try make("still.png", 0.5)
  }

  private func file(_ folder: String, _ number: Int) -> String {
    folder == "a" ? "a/p.\(number).png" : "b/\(number).png"
  }

  private func make(
    _ name: String, _ blue: Double, turned: Bool = false, width: Int = 33,
    format: PixelFormat = .rgb8
  ) throws {
    try Bitmap(width: width, height: 21, format: format) { u, v in
      [turned ? v : u, turned ? u : v, blue, 0.4 + 0.6 * u]
    }.write(to: sandbox.folder.file(name))
  }

  private static let both = ["a/p.%04d.png", "b/%d.png", "--transition", "swipe"]

  private func run(_ arguments: [String], _ others: String...) throws -> [Data] {
    try frames(of: arguments + others)
  }

  /// The frames that a command line makes, as bytes.
  private func frames(
    of arguments: [String], errors: String = "", from location: SourceLocation = #_sourceLocation
  ) throws -> [Data] {
    let folder = "frames\(UUID().uuidString)"
    let result = try sandbox.run(arguments + ["-o", "\(folder)/%04d.png"])
    #expect(
      result.status == 0 && result.errors == errors, "\(result.errors)", sourceLocation: location)
    return try sandbox.names(in: folder).map { try sandbox.bytes("\(folder)/\($0)") }
  }

  /// The frame of two stills in a show of more pictures, at the `index`-th of `count` times.
  private func still(
    _ first: String, _ second: String, _ index: Int, of count: Int, _ options: [String] = []
  ) throws -> Data {
    let frames = try frames(
      of: [first, second, "black", "--transition", "swipe", "-c", "\(count)"] + options
        + ["--frames", "\(index)"])
    return try #require(frames.first)
  }

  @Test(arguments: [
    [], ["--size", "20x20", "--fit", "cover"],
    ["--size", "50x40", "--fit", "contain", "--background", "1,0,0,0.5"],
    ["--working-space", "srgb", "--easing", "ease-in"],
  ])
  func `two sequences overlap, and each frame is that of two stills`(_ options: [String]) throws {
    let count = 4
    let made = try run(Self.both + ["-c", "\(count)"] + options)
    #expect(made.count == 6 + 5 - count)
    for (index, frame) in made.enumerated() {
      // The last four of a are 1003 to 1006, the first four of b 7 to 10.
      let step = index - 2
      let expected =
        switch index {
        case ...2: try still(file("a", 1001 + index), "still.png", 0, of: 3, options)
        case ..<5: try still(file("a", 1001 + index), file("b", 7 + step), step, of: count, options)
        default: try still("still.png", file("b", 7 + step), 2, of: 3, options)
        }
      #expect(frame == expected, "frame \(index)")
    }
  }

  @Test func `depth and alpha of frames are those of all sequences`() throws {
    for number in 1001...1006 { try make(file("a", number), 0.2, format: .rgb16) }
    for number in 7...11 { try make(file("b", number), 0.7, turned: true, format: .rgba8) }
    let made = try run(Self.both, "-c", "3")
    #expect(made.count == 8)
    #expect(try made[4] == still("a/p.1005.png", "b/8.png", 1, of: 3))
    try sandbox.write(made[0], to: "first.png")
    let first = try ImageFile(
      path: Path(sandbox.folder.file("first.png")), role: "frame", pixelLimit: nil)
    #expect(first.format == .rgba16)
  }

  @Test func `a profile that all files share is kept`() throws {
    let profile = TestProfile.bytes(TestProfile.adobePrimaries, TestProfile.gamma(2.19921875))
    for name in (1001...1006).map({ file("a", $0) }) + (7...11).map({ file("b", $0) }) {
      try ImageWriter(type: FileType("png"), profile: profile)
        .write(
          Frame(showing: sandbox.picture(name)), "picture", to: Path(sandbox.folder.file(name)))
    }
    let made = try run(Self.both, "-c", "3")
    let stills = try run(
      ["a/p.1005.png", "b/8.png", "a/p.1001.png", "--transition", "swipe"], "-c", "3", "--frames",
      "1")
    #expect(made[4] == stills[0])
    try sandbox.write(made[4], to: "frame.png")
    let frame = try ImageFile(
      path: Path(sandbox.folder.file("frame.png")), role: "frame", pixelLimit: nil)
    #expect(frame.profile == profile)
  }

  @Test func `beside a still a transition is within the sequence`() throws {
    let made = try run(
      ["a/p.####.png", "still.png", "b/%d.png", "--transition", "swipe"], "-c", "4", "--hold", "3")
    #expect(made.count == 6 + 3 + 5)
    #expect(try made[3] == still("a/p.1004.png", "still.png", 0, of: 3))
    #expect(try made[4] == still("a/p.1005.png", "still.png", 1, of: 4))
    #expect(try made[5] == still("a/p.1006.png", "still.png", 2, of: 4))
    #expect(try made[6] == still("still.png", "a.png", 0, of: 3) && made[6] == made[8])
    #expect(try made[9] == still("still.png", "b/7.png", 1, of: 4))
    #expect(try made[10] == still("still.png", "b/8.png", 2, of: 4))
    #expect(try made[13] == still("b/11.png", "a.png", 0, of: 3))
  }

  @Test func `one sequence is a show`() throws {
    let made = try run(["a/p.%04d.png"])
    #expect(made.count == 6)
    for (index, frame) in made.enumerated() {
      try sandbox.write(frame, to: "frame.png")
      #expect(
        try sandbox.picture("frame.png").difference(from: sandbox.picture(file("a", 1001 + index)))
          == nil)
    }
    let loop = try run(["a/p.%04d.png", "--transition", "swipe", "-c", "3", "--loop"])
    #expect(loop.count == 3)
    #expect(try loop[2] == still("a/p.1005.png", "a/p.1002.png", 1, of: 3))
  }

  @Test func `reversed frames are the same backwards`() throws {
    let forward = try run(Self.both, "-c", "4")
    #expect(try run(Self.both, "-c", "4", "--reverse") == forward.reversed())
  }

  @Test func `shards are the whole`() throws {
    let whole = try run(Self.both, "-c", "4")
    let parts = try (1...3).flatMap { try run(Self.both, "-c", "4", "--shard", "\($0)/3") }
    #expect(parts == whole)
  }

  @Test func `a loop begins within its closing step`() throws {
    let made = try run(Self.both, "-c", "3", "--loop")
    #expect(made.count == 6 + 5 - 3 - 3)
    #expect(try made[0] == still("a/p.1003.png", "still.png", 0, of: 3))
    #expect(try made[made.count - 1] == still("b/10.png", "a/p.1002.png", 1, of: 3))
  }

  @Test func `as a target after -s a pattern is a sequence, too`() throws {
    let plain = try run(Self.both, "-c", "4")
    let named = ["-s", "a/p.%04d.png", "-d", "b/%d.png", "--transition", "swipe", "-c", "4"]
    #expect(try run(named) == plain)
  }

  @Test func `a range chooses, on a line one sequence's own`() throws {
    let list = "a/p.%04d.png --range 1002-1004 -c 2\nb/%d.png --range 9-10\n"
    try sandbox.write(Data(list.utf8), to: "show.list")
    let made = try run(["@show.list"])
    #expect(made.count == 3)
    #expect(try made[0] == still("a/p.1002.png", "still.png", 0, of: 3))
    #expect(try made[2] == still("b/10.png", "still.png", 0, of: 3))
    try sandbox.makeFolder("c")
    for number in 1001...1006 { try sandbox.link("c/\(number).png", to: "../\(file("a", number))") }
    #expect(
      try run(["a/p.%04d.png", "c/%d.png"], "-c", "2", "--range", "1002-1005").count == 6)
  }

  @Test func `a sequence of one frame is a still`() throws {
    let one = try run(["a/p.%04d.png", "still.png"], "--range", "1003", "-c", "4")
    #expect(try one == run(["a/p.1003.png", "still.png"], "-c", "4"))
  }

  @Test func `a gap is held if asked for, with a remark`() throws {
    try sandbox.remove("a/p.1003.png")
    let made = try frames(
      of: ["a/p.%04d.png", "--gaps", "hold"],
      errors:
        "dotransition: 1 of 6 frames is missing in a/p.%04d.png: the one before it stands in\n")
    #expect(made.count == 6 && made[1] == made[2] && made[2] != made[3])
    try sandbox.expectFailure(
      66, "a/p.1003.png is missing in a/p.%04d.png", of: ["a/p.%04d.png", "-o", "out/%d.png"])
  }

  @Test func `a printed list makes the same frames`() throws {
    let arguments = Self.both + ["-c", "3", "--range", "9-11"]
    for number in 9...11 { try make("a/p.00\(number < 10 ? "0" : "")\(number).png", 0.3) }
    let list = try sandbox.run(arguments + ["--print-list"])
    #expect(list.output.contains("a/p.%04d.png --range 9-11\n"))
    try sandbox.write(Data(list.output.utf8), to: "printed.list")
    #expect(try run(["@printed.list"]) == run(arguments))
  }

  @Test func `a changed file is made again, and nothing else`() throws {
    let arguments = Self.both + ["-c", "4", "-o", "out/%d.png", "--skip-existing"]
    #expect(try sandbox.run(arguments).status == 0)
    let before = try (0..<7).map { try sandbox.bytes("out/\($0).png") }
    #expect(try sandbox.run(arguments + ["--missing"]).status == 0)
    // Frame 3 is 1004 and 8.
    try make("b/8.png", 0.1, turned: true)
    let again = try sandbox.run(arguments)
    again.expectOneLine(0, ["another show made 1 of the frames", ": it is made again"])
    let after = try (0..<7).map { try sandbox.bytes("out/\($0).png") }
    #expect(before.indices.filter { before[$0] != after[$0] } == [3])
    #expect(try after == run(Self.both, "-c", "4"))
  }

  @Test func `files that are not alike are an error where they come, and the others are made`()
    throws
  {
    try make("a/p.1003.png", 0.2, width: 30)
    try make("b/9.png", 0.2, format: .rgb16)
    try make("b/10.png", 0.2, format: .rgba8)
    let command = Self.both + ["-c", "2", "-o", "out/%d.png"]
    for (number, words) in [
      (2, "a/p.1003.png has 30x21 pixels, and a/p.1001.png has 33x21 pixels"),
      (6, "b/9.png has 16 bits a sample, and b/7.png has 8 bits a sample"),
      (7, "b/10.png has alpha, and b/7.png has no alpha"),
    ] {
      try sandbox.run(command + ["--frames", "\(number)"])
        .expectOneLine(65, [words + ": the files of a sequence are alike"])
    }
    #expect(try sandbox.run(command).status == 65)
    #expect(try sandbox.names() == ["0.png", "1.png", "3.png", "4.png", "5.png", "8.png"])
  }

  @Test func `outputs are never written among the files of a sequence`() throws {
    for output in ["a/p.%04d.png", "./a/p.####.png", "b/../b/%d.png", "b/0.png", "b/99.png"] {
      try sandbox.expectFailure(
        73, "would be among those of", of: Self.both + ["-c", "2", "-o", output, "--frames", "0"])
    }
    try sandbox.link("a/x.png", to: "p.1001.png")
    try sandbox.expectFailure(
      73, "would overwrite an input: a/x.png",
      of: Self.both + ["-c", "2", "-o", "a/x.png", "--frames", "0"])
    try sandbox.expectFailure(
      73, "among those of a/p.%04d.png",
      of: ["a/p.%04d.png", "-o", "a/p.%04d.png", "--start-number", "5000"])
    // What a range leaves out is of the sequence all the same.
    try sandbox.expectFailure(
      73, "among those of a/p.%04d.png",
      of: [
        "a/p.%04d.png", "--range", "1001-1002", "-o", "a/p.%04d.png", "--start-number", "1005",
      ])
  }

  @Test func `errors say what would be right`() throws {
    try sandbox.expectFailure(
      64, "b/%d.png has 5 frames, too few for the transition beside it: --count 5 at most",
      of: Self.both + ["-c", "6", "-o", "out/%d.png"])
    try sandbox.expectFailure(
      66, "no file matches a/p.%05d.png: a/p.1001.png matches a/p.%04d.png",
      of: ["a/p.%05d.png", "still.png", "-o", "out/%d.png"])
    try sandbox.expectFailure(
      64, "missing -o: to make out/%d.png", of: ["still.png", "a.png", "out/%d.png"])
    try sandbox.expectFailure(
      66, "no file matches out/%d.png: there is no folder out/; to make it, write -o out/%d.png",
      of: ["a/p.%04d.png", "out/%d.png"])
    try sandbox.write(Data("a/p.%04d.png --hold 2s\nstill.png\n".utf8), to: "hold.list")
    try sandbox.expectFailure(
      64, "hold.list:1:1: --hold is for pictures that stand still",
      of: ["@hold.list", "-o", "x.mp4"])
    try sandbox.write(Data("a/p.%04d.png\nstill.png --range 3\n".utf8), to: "range.list")
    try sandbox.expectFailure(
      64, "range.list:2:1: --range is for numbered files", of: ["@range.list", "-o", "x.mp4"])
  }

  @Test func `options without effect are told`() throws {
    for (option, value) in [("--range", "1-2"), ("--gaps", "hold")] {
      _ = try frames(
        of: ["still.png", "a.png", "-c", "2", option, value],
        errors: "dotransition: \(option) has no effect: it is for numbered files, such as "
          + "plate.%04d.png\n")
    }
    _ = try frames(
      of: ["a/p.%04d.png", "--hold", "2"],
      errors: "dotransition: --hold has no effect: sequences and films last as long as they are\n")
  }

  @Test func `a focus that may jump is told`() throws {
    let words =
      "dotransition: --focus attention looks at each frame of a/p.%04d.png, and may jump: a point, "
      + "such as 50%,60%, stays\n"
    let options = ["a/p.%04d.png", "--focus", "attention", "--fit", "cover"]
    #expect(try frames(of: options + ["--size", "20x20"], errors: words).count == 6)
    #expect(try run(options).count == 6)
  }

  @Test func `the order of pictures is that of first files`() throws {
    let sorted = try run(["b/%d.png", "still.png", "a/p.%04d.png"], "-c", "3", "--order", "name")
    #expect(try sorted == run(["b/%d.png", "a/p.%04d.png", "still.png"], "-c", "3"))
  }

  @Test func `the plan names patterns and numbers of frames`() throws {
    let plan = try sandbox.run(Self.both + ["-c", "4", "-o", "x/%d.png", "--dry-run"])
    #expect(plan.output.contains("2 sequences, 1 transition, 7 frames"))
    #expect(plan.output.contains("a/p.%04d.png (33x21, 6 frames, 1001-1006)\n"))
    let json = try sandbox.run(Self.both + ["-c", "4", "-o", "x/%d.png", "--dry-run", "--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let pictures = try #require(object["pictures"] as? [[String: Any]])
    #expect(pictures.map { $0["path"] as? String } == ["a/p.%04d.png", "b/%d.png"])
    #expect(
      pictures[1]["sequence"] as? [String: Int]
        == ["first": 7, "last": 11, "frames": 5, "missing": 0])
  }
}
