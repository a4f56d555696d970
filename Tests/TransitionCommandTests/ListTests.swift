import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionCommand
@testable import TransitionImages

/// Lists of pictures on the command line.
@Suite struct ListTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.png", "b.png", "c.png"] {
      try Bitmap(width: 8, height: 6) { u, v in [u, v, 0, 1] }
        .write(to: folder.file(name))
    }
  }

  /// The path of a list of some lines.
  private func list(_ lines: [String], name: String = "trip.list") throws -> String {
    try Data(lines.joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  private func settings(_ lines: [String], _ words: [String] = []) throws -> Settings {
    try Settings(["@" + list(lines)] + words)
  }

  private func render(_ lines: [String], _ words: [String] = []) throws -> Show {
    try Show(settings(lines, words))
  }

  @Test func `a line says what is its picture's and its step's`() throws {
    let show = try self.render([
      "# a show", "--size 1080p --hold 4s --count 1s --fit contain --easing ease",
      "a.png", "b.png --hold 6s --focus 60%,70% --fit cover # the best",
      "c.png --transition pagecurl --angle 150deg --duration 1.5s",
      "black --hold 1s --easing linear",
      "'./black' --transition 'swipe:count=3s:easing=ease-out' --count 2s --width 20%", "a.png",
    ])
    let seconds = show.items.compactMap(\.extent.hold).map(ValueReader.hold.text)
    #expect(seconds == ["4s", "6s", "4s", "1s", "4s", "4s"])
    #expect(show.items.map(\.fit) == [.contain, .cover, .contain, .contain, .contain, .contain])
    #expect(show.items[1].focus == .point(x: .percent(60), y: .percent(70)))
    #expect(
      show.items.map(\.source.file)
        == [
          "a.png", "b.png", "c.png", nil, "./black", "a.png",
        ].map { $0.map { Path(folder.file($0)) } })
    #expect(show.steps.map(\.passage.count.text) == ["1s", "1s", "1.5s", "1s", "3s"])
    #expect(
      show.steps.map(\.passage.easing.name) == ["ease", "ease", "ease", "linear", "ease-out"])
    let filters = show.steps.map { show.transitions[$0.transition] }
    #expect(
      filters.map(\.filter.alias) == ["dissolve", "dissolve", "pagecurl", "dissolve", "swipe"])
    let values = filters.map { filter in
      filter.filter.parameters.compactMap { filter.writtenText(of: $0) }
    }
    #expect(values[2] == ["150deg", "14%"] && values[4].contains("20%"))
  }

  @Test func `colons are stronger than the line, then the command line, then lines of the run`()
    throws
  {
    let lines = [
      "--transition swipe --hold 1s --count 1s --angle 1", "a.png",
      "b.png --angle 3 --count 3s --hold 3s", "c.png --transition swipe:angle=4 --angle 5", "a.png",
    ]
    func values(_ words: [String]) throws -> [[String]] {
      let show = try self.render(lines, words)
      let angles = show.steps.map { step -> String in
        let transition = show.transitions[step.transition]
        let angle = transition.filter.parameters.first { $0.option == "angle" }
        return angle.flatMap { transition.writtenText(of: $0) } ?? ""
      }
      return [
        angles, show.steps.map(\.passage.count.text),
        show.items.compactMap(\.extent.hold).map(ValueReader.hold.text),
      ]
    }
    #expect(
      try values([]) == [["1", "3", "4"], ["1s", "3s", "1s"], ["1s", "3s", "1s", "1s"]])
    #expect(
      try values(["--angle", "2", "--count", "2s", "--hold", "2s"])
        == [["2", "3", "4"], ["2s", "3s", "2s"], ["2s", "3s", "2s", "2s"]])
    // The transitions of the command line are for the steps that name none, in turn.
    let show = try self.render(lines, ["--transition", "barsswipe", "--transition", "mod"])
    let names = show.steps.map { show.transitions[$0.transition].filter.alias }
    #expect(names == ["barsswipe", "mod", "swipe"])
  }

  @Test func `names are relative to the list's folder`() throws {
    let sub = folder.file("sub")
    try FileManager.default.createDirectory(atPath: sub, withIntermediateDirectories: true)
    try Data("vec4 transition(vec2 p) { return getToColor(p); }".utf8)
      .write(to: URL(fileURLWithPath: folder.file("x.glsl")))
    let path = try list(
      [
        "../a.png --transition maskwipe --maskimage ../b.png", "../b.png --transition ../x.glsl",
        "/nowhere/c.png --transition 'maskwipe:maskimage=../c.png'", "white --transition iris",
        "../a.png",
      ], name: "sub/trip.list")
    let show = try Show(try Settings(["@" + path]))
    #expect(
      show.items.map(\.picture.name.description)
        == [sub + "/../a.png", sub + "/../b.png", "/nowhere/c.png", "white", sub + "/../a.png"])
    #expect(
      Set(show.inputs.map(\.description)) == [
        sub + "/../a.png", sub + "/../b.png", sub + "/../c.png", "/nowhere/c.png",
        sub + "/../x.glsl", path,
      ])
  }

  @Test func `pictures stand where the list is named`() throws {
    let path = try list(["a.png --hold 2s", "b.png"])
    let show = try Show(
      Settings(["red", "@" + path, "blue", "@" + path, "--hold", "1s"]))
    #expect(
      show.items.compactMap(\.extent.hold).map(ValueReader.hold.text) == [
        "1s", "2s", "1s", "1s", "2s", "1s",
      ])
    #expect(show.items.map { $0.position == nil } == [true, false, false, true, false, false])
  }

  @Test func `a folder on a line stands for its pictures`() throws {
    let show = try self.render([". --hold 2s --transition heart", "black"])
    #expect(show.items.count == 4 && show.transitions.count == 1)
    #expect(
      show.items.compactMap(\.extent.hold).map(ValueReader.hold.text) == ["2s", "2s", "2s", "1"])
  }

  @Test(arguments: [
    ("a.png b.png", 7, "'b.png' belongs to no option: quotes keep a name or a value with blanks"),
    (
      "a.png --focus 0.5,0.5", 7, "--focus: 0.5,0.5 is less than a pixel: 50%,50% is of the picture"
    ),
    ("a.png --caption “Hello world”", 24, "'world”' has the quotes of printed text"),
    ("--size 3x3 a.png", 12, "'a.png' belongs to no option: a picture begins its line"),
    ("a.png --size 3x3", 7, "--size is for the whole run: give it a line of its own"),
    ("a.png --loop", 7, "--loop is for the whole run: give it a line of its own"),
    ("-o x", 1, "--outputdir belongs on the command line"),
    ("a.png --frames 3", 7, "--frames belongs on the command line"),
    ("--help", 1, "--help belongs on the command line"),
    ("a.png --hold 3s --hold 4s", 17, "--hold is given twice on this line"),
    ("a.png --set x=1 --set x=2", 17, "--set x is given twice on this line"),
    ("a.png --hold", 7, "--hold: expected a value: N|TIME"),
    ("a.png --duration 3", 7, "--duration: '3' has no unit: 3s in seconds, or --count in frames"),
    ("a.png --fit big", 7, "--fit: unknown value 'big'"),
    ("a.png --focus 1", 7, "--focus: '1' is neither a point of the picture"),
    ("a.png --transition swip", 7, "unknown transition: swip (did you mean 'swipe'?)"),
    ("a.png --transition swipe:radius=3", 7, "swipe:radius: swipe has no such parameter"),
    ("a.png --transition swipe --radius 3", 26, "--radius: swipe has no such parameter"),
    ("a.png --radius 3", 7, "--radius: dissolve has no such parameter; it belongs to"),
    ("a.png --set x=1", 7, "--set x: dissolve has no such parameter; it has none"),
    ("a.png --transition swipe --angle x", 26, "--angle: 'x' is not an angle"),
    ("a.png --transition maskwipe --maskimage hart", 29, "--maskimage: neither a file nor a mask"),
    ("a.png --transition random --set x=1", 27, "--set x: random has no such parameter"),
    ("@b.list", 1, "a list holds no other list; ./@b.list is the picture"),
    ("''", 1, "the picture's name is empty"), ("a.png --nope", 7, "unknown option: --nope"),
    ("a.png --hold 0.001s", 1, "--hold: 0.001s is less than a frame"),
  ])
  func `errors name file, line and column`(_ line: String, _ column: Int, _ words: String) throws {
    let path = try list(["# first", line, "b.png", "c.png"])
    let error = try #require(
      #expect(throws: Failure.self) {
        let settings = try Settings(["@" + path])
        _ = try Plan(settings, Show(settings))
      })
    let start = "\(path):2:\(column): "
    #expect(error.message.hasPrefix(start + words), "\(error.message)")
    #expect([.usage, .noInput].contains(error.status))
  }

  @Test func `the command line's length or hold is stronger than the list's`() throws {
    let lines = ["--hold 4s --count 1s", "a.png", "b.png"]
    func lengths(_ lines: [String], _ words: [String]) throws -> [Int] {
      let settings = try settings(lines, words)
      return try Plan(settings, Show(settings)).timeline.parts.map(\.frames.count)
    }
    #expect(try lengths(lines, ["--length", "5s"]) == [60, 30, 60])
    #expect(
      try lengths(["--length 9s --count 1s", "a.png", "b.png"], ["--hold", "1s"]) == [30, 30, 30])
    #expect(throws: Failure.self) { try lengths(lines + ["--length 9s"], []) }
  }

  @Test func `two values for the whole show are an error`() throws {
    let message = try #require(
      #expect(throws: Failure.self) {
        try settings(["--hold 2s", "a.png", "b.png", "--size 1080p --hold 3s"])
      }
    ).message
    #expect(message.hasSuffix(":4:14: --hold is 2s for the whole show in line 1"), "\(message)")
    let one = try list(["--hold 1s", "a.png"], name: "one.list")
    let two = try list(["--hold 2s", "b.png"], name: "two.list")
    #expect(throws: Failure.self) { try Settings(["@" + one, "@" + two]) }
    #expect(try Settings(["@" + one, "@" + one]).lists.count == 2)
  }

  @Test func `lists are refused where they mean nothing`() throws {
    let path = try list(["a.png", "b.png"])
    func message(_ words: [String]) -> String {
      #expect(throws: Failure.self) { _ = try Show(Settings(words)) }?.message ?? ""
    }
    #expect(message(["@" + path, "--order", "name"]).hasPrefix("--order sorts pictures"))
    #expect(message(["@" + path, "-s", "a.png"]).contains("belongs to no option"))
    #expect(message(["@"]).hasPrefix("@: name a list"))
    #expect(message(["@" + folder.path]).contains("Is a directory"))
    #expect(message(["@" + folder.file("none")]).contains("No such file"))
    #expect(try message(["@" + list(["# nothing", "--loop"])]).hasPrefix("no pictures are in"))
    #expect(try message(["@" + list(["a.png"])]).contains(":1:1: "))
    #expect(
      try message(["@" + list(["a.png", "  --hold 2s", "b.png"])]).contains(":2:3: options of"))
    #expect(message(["trip.txt", "-o", "x.mp4"]).contains("no picture") == true)
    #expect(message([path]).contains("@\(path) stands for the pictures in a list"))
  }

  @Test func `a show's own holds and its length agree`() throws {
    let lines = ["--count 1s", "a.png --hold 2s", "b.png", "c.png"]
    let settings = try settings(lines, ["--length", "10s"])
    let plan = try Plan(settings, Show(settings))
    #expect(plan.allNumbers.count == 300)
    #expect(plan.timeline.parts.map(\.frames.count) == [60, 30, 90, 30, 90])
    let all = try self.settings(
      ["a.png --hold 2s", "b.png --hold 2s"], ["--length", "10s"])
    #expect(throws: Failure.self) { _ = try Plan(all, Show(all)) }
  }

  @Test func `a printed list is the same show`() throws {
    let path = try list([
      "--size 1080p --hold 4s --seed 3 --loop", "a.png --transition random --count 1s",
      "b.png --focus attention", "'#203040' --transition swipe:width=20%", "./a.png --fit none",
    ])
    for words in [
      ["@" + path], ["@" + path, "--transition", "random:heart,cube"],
      ["@" + path, "--hold", "1s", "--easing", "ease-in"],
      [folder.file("a.png"), folder.file("b.png"), "--length", "9s", "--transition", "burn"],
    ] {
      let settings = try Settings(words)
      let show = try Show(settings)
      let printed = PrintedList(settings, show).bytes
      try Data(printed).write(to: URL(fileURLWithPath: folder.file("printed.list")))
      let again = try Settings(["@" + folder.file("printed.list")])
      let second = try Show(again)
      #expect(PrintedList(again, second).bytes == printed)
      #expect(second.items.map(\.picture) == show.items.map(\.picture))
      #expect(second.items.map(\.extent.hold) == show.items.map(\.extent.hold))
      #expect(second.items.map(\.fit) == show.items.map(\.fit))
      #expect(second.items.map(\.focus) == show.items.map(\.focus))
      #expect(second.steps.map(\.passage) == show.steps.map(\.passage))
      #expect(
        second.steps.map { second.transitions[$0.transition].identity }
          == show.steps.map { show.transitions[$0.transition].identity })
      #expect(!String(decoding: printed, as: UTF8.self).contains("random"))
      #expect(!String(decoding: printed, as: UTF8.self).contains("--maskimage"))
    }
  }
}
