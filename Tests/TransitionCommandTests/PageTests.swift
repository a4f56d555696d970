import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// Pages of HTML to look at.
@Suite struct PageTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 96, height: 54) }

  private func page(_ arguments: [String], _ name: String = "show.html") throws -> String {
    let run = try sandbox.run(arguments + ["-o", name])
    try #require(run.status == 0, "\(run.errors)")
    // Words of commands without what keeps their lines whole.
    return String(decoding: try sandbox.bytes(name), as: UTF8.self)
      .replacing("<span>", with: "").replacing("</span>", with: "")
  }

  /// The pictures within a page: those of its images, or of what stands for them.
  private func pictures(_ page: String, _ attribute: String = "src") throws -> [Data] {
    let start = " \(attribute)=\"data:image/webp;base64,"
    return try page.components(separatedBy: start).dropFirst().map { part in
      try #require(Data(base64Encoded: String(part.prefix { $0 != "\"" })))
    }
  }

  private func count(_ piece: String, in page: String) -> Int { page.ranges(of: piece).count }

  @Test func `two pictures show all looks, by families`() throws {
    let page = try page(["a.png", "b.png"])
    let masks = BuiltInMask.allCases.count
    let names = Filters.shortNames + Preset.all.prefix(masks).map(\.name)
    #expect(count("<li class=\"card look\"", in: page) == names.count)
    for name in names {
      #expect(
        count(">dotransition a.png b.png --transition \(name) -o film.mp4</code>", in: page) == 1,
        "\(name)")
      #expect(count("alt=\"\(name), from a.png to b.png\"", in: page) == 1, "\(name)")
    }
    let sections = LookSection.allCases.filter { $0 != .others }
    #expect(count("<section ", in: page) == sections.count)
    let positions = try sections.map { section in
      try #require(page.firstRange(of: "<h2 id=\"\(section.rawValue)\">")).lowerBound
    }
    #expect(positions == positions.sorted())
    for picture in try pictures(page) {
      #expect(picture.ranges(of: Data("ANMF".utf8)).count == 16)
    }
    #expect(try pictures(page, "srcset").count == names.count)
  }

  @Test(arguments: [
    (
      ["--transition", "swipe:angle=90deg", "--transition", "heart"],
      ["swipe:angle=90deg", "heart"]
    ),
    (["--transition", "random:push,swipe,mod"], ["swipe", "push", "mod"]),
    (["--transition", "random"], RandomFilters.usual.map(\.name)),
  ])
  func `those that are named are shown`(_ options: [String], _ names: [String]) throws {
    let page = try page(["a.png", "b.png"] + options)
    #expect(count("<li class=\"card look\"", in: page) == names.count)
    for name in names { #expect(count("--transition \(name) -o", in: page) == 1, "\(name)") }
  }

  @Test func `commands repeat what was given, and work`() throws {
    let page = try page([
      "a.png", "b.png:fit=contain", "--size", "64x36", "--easing", "ease-in", "--angle", "90deg",
      "--transition", "swipe", "--transition", "push", "--quality", "20",
    ])
    let command =
      "dotransition a.png b.png:fit=contain --easing ease-in --size 64x36 "
      + "--transition swipe:angle=90deg -o film.mp4"
    #expect(page.contains(">\(command)</code>"))
    // To a type of file for which no other program is needed.
    let words = command.replacingOccurrences(of: "film.mp4", with: "film.webp").dropFirst(12)
    #expect(try sandbox.shell("$TOOL\(words)").status == 0)
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `commands make the film that was meant`() throws {
    let page = try page([
      "a.png", "b.png", "--size", "64x36", "--transition", "swipe", "--transition", "push",
      "--codec", "h265", "--depth", "10", "--save-options", "preset=fast", "--chapters",
    ])
    let command =
      "dotransition a.png b.png --save-options preset=fast --size 64x36 --codec h265 --depth 10 "
      + "--chapters --transition swipe -o film.mp4"
    #expect(page.contains(">\(command)</code>"))
    #expect(try sandbox.shell("$TOOL\(command.dropFirst(12))").status == 0)
    #expect(try sandbox.probe("film.mp4", "codec_name,pix_fmt") == "hevc yuv420p10le")
  }

  @Test func `a show has its items, steps and total`() throws {
    let page = try page([
      "a.png", "black", "b.png", "--hold", "2s", "--transition", "swipe:angle=90deg:duration=1s",
      "--transition", "cut", "--caption", "One & two",
    ])
    #expect(count("<li class=\"card\"", in: page) == 3)
    #expect(count("<div class=\"step\">", in: page) == 2)
    for text in [
      "1 · <b>0:00.00</b>, 2.0 s", "<b>0:02.00</b>, 1.0 s", "<h3>swipe</h3>", "<h3>cut</h3>",
      "<dt>angle</dt><dd>90deg</dd>", "<blockquote>One &amp; two</blockquote>",
      ">--transition swipe:angle=90deg", ">--transition cut</code>",
      "Total <b>0:07.00</b>, 210 frames", "alt=\"swipe, from a.png to black\"",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    let moving = try pictures(page).filter { $0.ranges(of: Data("ANMF".utf8)).count > 0 }
    // Eight frames of a transition, and what is on both sides of a cut.
    #expect(moving.map { $0.ranges(of: Data("ANMF".utf8)).count } == [8, 2])
    #expect(try pictures(page).count == 5)
  }

  @Test func `one transition of two pictures is a show`() throws {
    let page = try page(["a.png", "b.png", "--transition", "swipe"])
    #expect(count("<div class=\"step\">", in: page) == 1)
    #expect(count("card look", in: page) == 0)
  }

  @Test func `pictures are small, upright ones, too, and never enlarged`() throws {
    func sizes(_ arguments: [String]) throws -> Set<String> {
      let page = try page(arguments)
      return Set(page.matches(of: /width="(\d+)" height="(\d+)"/).map { "\($0.1)x\($0.2)" })
    }
    let show = ["a.png", "b.png", "a.png", "--size"]
    #expect(try sizes(show + ["1280x720"]) == ["128x72"])
    #expect(try sizes(show + ["720x1280"]) == ["72x128"])
    #expect(try sizes(show + ["400x300"]) == ["96x72"])
    #expect(try sizes(show + ["40x30"]) == ["40x30"])
    #expect(try sizes(show + ["1280x720", "--fit", "none"]) == ["128x72"])
    let looks = ["a.png", "b.png", "--transition", "random:swipe,mod", "--size"]
    #expect(try sizes(looks + ["1280x720"]) == ["320x180"])
  }

  @Test(arguments: [([], true), (["--background", "red"], false)] as [([String], Bool)])
  func `a background lies under what is transparent`(
    _ options: [String], _ keepsAlpha: Bool
  ) throws {
    try Bitmap(width: 64, height: 48, format: .rgba8, uniform: [0, 0, 0, 0])
      .write(to: sandbox.folder.file("clear.png"))
    let looks = ["clear.png", "clear.png", "--transition", "swipe", "--transition", "mod"]
    let show = ["clear.png", "clear.png", "clear.png", "--hold", "1s"]
    for arguments in [looks, show] {
      let pictures = try pictures(try page(arguments + options))
      #expect(!pictures.isEmpty)
      for picture in pictures {
        try sandbox.write(picture, to: "shown.webp")
        let samples = try sandbox.picture("shown.webp").samples(column: 30, row: 20)
        let isRed = samples[0] > 240 && samples[1] < 15 && samples[2] < 15
        #expect(keepsAlpha ? samples[3] == 0 : samples.count == 3 && isRed, "\(samples)")
      }
    }
  }

  @Test func `names are text, and words for the shell`() throws {
    let names = [
      "it's \"a\" <b>&amp;.png", "</code><script>alert(1)</script>.png", "-x$(touch y)`z`.png",
      "bell\u{7}\u{202E}gnp.png",
    ]
    for (index, name) in names.enumerated() {
      try sandbox.makeFolder("dir")
      let file = name.replacingOccurrences(of: "/", with: "∕")
      try sandbox.a.write(to: sandbox.folder.file("dir/x\(index).png"))
      try FileManager.default.moveItem(
        atPath: sandbox.folder.file("dir/x\(index).png"), toPath: sandbox.folder.file(file))
      let page = try page([
        "./" + file, "b.png", "--transition", "swipe", "--transition", "mod",
        "--background", "red",
      ])
      // The only script is the page's own, and no tag is the name's.
      #expect(count("<script", in: page) == 1)
      #expect(count("</code>", in: page) == 2)
      #expect(!page.contains("<b>&amp;.png"))
      #expect(!page.contains("\u{7}") && !page.contains("\u{202E}"))
      // The shell takes the words for the file.
      let words = try #require(page.firstMatch(of: /<code id="w1">dotransition (.*?) b\.png/)).1
      let command = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
      ]
      .reduce(String(words)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
      let run = try sandbox.shell("test -e \(command) && printf '%s' \(command)")
      #expect(run.status == 0 && run.output == "./" + file, "\(command)")
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.file("y")))
  }

  @Test func `remarks stand beside what they concern`() throws {
    try sandbox.b.write(to: sandbox.folder.file("tall.png"))
    #expect(try sandbox.shell("cp a.png wide.png").status == 0)
    try Data("a.png\nb.png --zoom 3%\na.png\n".utf8).write(
      to: URL(fileURLWithPath: sandbox.folder.file("trip.list")))
    let page = try page(["@trip.list"])
    #expect(page.contains("<h1>trip.list</h1>"))
    let cards = page.components(separatedBy: "<li class=\"card\"").dropFirst()
    let marked = cards.map { $0.contains("<p class=\"remark\">trip.list:2:") }
    #expect(marked == [false, true, false])
    #expect(!page.contains("class=\"remarks\" aria"))
  }

  @Test func `the same input makes the same bytes`() throws {
    let show = ["a.png", "b.png", "a.png", "--transition", "random"]
    #expect(try page(show + ["--jobs", "1"]) == page(show + ["--jobs", "3"], "again.html"))
    let looks = ["a.png", "b.png", "--transition", "random:whip,cube,burn,blur"]
    #expect(try page(looks + ["--jobs", "1"]) == page(looks + ["--jobs", "3"], "again.html"))
  }

  @Test func `asks for nothing from elsewhere`() throws {
    let page = try page(["a.png", "b.png", "--transition", "random:swipe,mod"])
      .replacing(/base64,[^"]*/, with: "")
    for mark in ["http:", "https:", "//", "url(", "@import", "<link", "<iframe", "fetch("] {
      #expect(!page.contains(mark), "\(mark)")
    }
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `refuses what is no page`() throws {
    try sandbox.expectFailure(
      64, "without -b it is a page", of: ["a.png", "b.png", "-o", "show.html", "-b", "x"])
    try sandbox.makeFolder("folder.html")
    try sandbox.expectFailure(
      64, "folder.html is a folder, and a page is one file",
      of: ["a.png", "b.png", "-o", "folder.html"])
    for option in [["--frames", "0-3"], ["--time", "0.5"], ["--shard", "1/2"]] {
      try sandbox.expectFailure(
        64, "\(option[0]) has no place on a page", of: ["a.png", "b.png", "-o", "p.html"] + option)
    }
    try sandbox.expectFailure(
      64, "--contact-sheet shows one transition",
      of: ["a.png", "b.png", "-o", "p.html", "--contact-sheet", "s.png"])
    try sandbox.expectFailure(
      64, "--plays belongs to an animation", of: ["a.png", "b.png", "-o", "p.html", "--plays", "1"])
    try sandbox.write(Data("old".utf8), to: "old.html")
    try sandbox.expectFailure(
      73, "--no-overwrite", of: ["a.png", "b.png", "-o", "old.html", "--no-overwrite"])
    #expect(try sandbox.bytes("old.html") == Data("old".utf8))
  }

  @Test func `an unreadable picture leaves the old page`() throws {
    try sandbox.write(Data("old".utf8), to: "old.html")
    try sandbox.write(try sandbox.bytes("b.png").dropLast(60), to: "cut.png")
    for arguments in [["a.png", "cut.png"], ["a.png", "cut.png", "b.png"]] {
      try sandbox.expectFailure(65, "cut.png", of: arguments + ["-o", "old.html"])
      #expect(try sandbox.bytes("old.html") == Data("old".utf8))
    }
  }

  @Test func `a plan names the looks`() throws {
    let run = try sandbox.run([
      "a.png", "b.png", "-o", "p.html", "--dry-run", "--json", "--transition", "random:swipe,mod",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try JSONValue(run.output)["looks"] == .array([.string("swipe"), .string("mod")]))
    #expect(try sandbox.names(in: "") == ["a.png", "b.png"])
  }

  @Test func `bytes in base 64 are those of Foundation`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
      #expect(Markup.base64(bytes) == Data(bytes).base64EncodedString())
    }
  }
}
