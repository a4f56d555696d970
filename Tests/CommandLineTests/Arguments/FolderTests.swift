import Foundation
import TestSupport
import Testing
import TransitionKit

/// Folders that stand for the pictures in them.
@Suite struct FolderTests {
  private let sandbox: Sandbox
  private static let transition = ["--transitionfilter", "dissolve", "-c", "2"]

  /// Makes a folder with four pictures, whose blue is in natural order.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.makeFolder("holiday")
    for (name, blue) in [("pic10.png", 1.0), ("Pic2.PNG", 0.5), ("a.JPG", 0), ("pic9.Tiff", 0.75)] {
      try Bitmap(codedWidth: 33, height: 21, blue: blue)
        .write(to: sandbox.folder.file("holiday/\(name)"))
    }
    for name in [".DS_Store", ".hidden.png", "Thumbs.db", "desktop.ini"] {
      try sandbox.write(Data("junk".utf8), to: "holiday/\(name)")
    }
  }

  private func run(_ words: String...) throws -> Subprocess.Outcome {
    try sandbox.run(words + Self.transition)
  }

  @Test(arguments: ["holiday", "holiday/", "./holiday", "link", "link/", "holiday/../holiday"])
  func `stands for its pictures in natural order`(_ name: String) throws {
    try sandbox.link("link", to: "holiday")
    let folder = try run(name, "--output", "a%d.png")
    #expect(folder.status == 0 && folder.errors == "", "\(folder.errors)")
    let files = ["a.JPG", "Pic2.PNG", "pic9.Tiff", "pic10.png"].map { "holiday/\($0)" }
    let named = try sandbox.run(files + ["--output", "b%d.png"] + Self.transition)
    #expect(named.status == 0)
    for number in 0...3 {
      #expect(try sandbox.bytes("a\(number).png") == sandbox.bytes("b\(number).png"))
    }
    #expect(!(try sandbox.names(in: "").contains("a4.png")))
  }

  @Test func `stands among pictures and colors`() throws {
    let shown = try sandbox.shell(
      "cd holiday && $TOOL ../b.png . black ../a.png --transitionfilter swipe -c 2 --output ../c%d.png"
    )
    #expect(shown.status == 0 && shown.errors == "", "\(shown.errors)")
    #expect(try sandbox.picture("c0.png").difference(from: sandbox.b) == nil)
    #expect(try sandbox.picture("c6.png").difference(from: sandbox.a) == nil)
  }

  @Test func `other files are counted in one line`() throws {
    try sandbox.write(Data("text".utf8), to: "holiday/notes.txt")
    let one = try run("holiday", "--output", "a%d.png")
    #expect(
      one.status == 0
        && one.errors
          == "dotransition: 1 file that is not a picture is skipped in holiday/ (notes.txt)\n"
    )
    try sandbox.write(Data("film".utf8), to: "holiday/clip.doc")
    try sandbox.makeFolder("holiday/raw.png")
    try sandbox.makeFolder("holiday/.git")
    let more = try run("./holiday", "--output", "a%d.png")
    #expect(
      more.errors == """
        dotransition: 2 files that are not pictures and 1 subfolder are skipped in ./holiday/ \
        (clip.doc, …)

        """)
    let shell = try sandbox.shell("cp -r holiday other && rm other/*.doc other/*.txt")
    #expect(shell.status == 0)
    let two = try run("other", "holiday/", "other", "--output", "a%d.png")
    #expect(
      two.errors == """
        dotransition: 2 files that are not pictures and 2 subfolders are skipped in 2 folders \
        (other/raw.png/, …)

        """)
    #expect(try run("holiday", "--output", "a%d.png", "-q").errors == "")
  }

  @Test func `without pictures is an error that says what is read`() throws {
    try sandbox.makeFolder("empty")
    let arguments = ["empty", "a.png", "b.png", "--output", "x%d.png"] + Self.transition
    try sandbox.expectFailure(66, "no pictures are in empty/", "JPEG, PNG", of: arguments)
    try sandbox.write(Data("text".utf8), to: "empty/notes.txt")
    try sandbox.expectFailure(66, "no pictures are in empty/", "JPEG, PNG", of: arguments)
  }

  @Test func `with one picture is an error that names it`() throws {
    try sandbox.makeFolder("one")
    try sandbox.a.write(to: sandbox.folder.file("one/a.png"))
    try sandbox.expectFailure(
      64, "one/a.png is the only picture in one/: name two at least",
      of: ["one", "--output", "x%d.png"] + Self.transition)
    #expect(try run("one", "b.png", "--output", "x%d.png").status == 0)
  }

  @Test(arguments: [["song.mp3"], ["a.png", "song.mp3"]])
  func `sound among pictures is an error that says where it belongs`(_ names: [String]) throws {
    try sandbox.write(Data("sound".utf8), to: "song.mp3")
    try sandbox.expectFailure(
      65, "is sound", "--music song.mp3", of: names + ["--output", "x%d.png"] + Self.transition)
  }

  @Test func `is no picture at -s and -d`() throws {
    for pictures in [["-s", "holiday", "-d", "a.png"], ["-s", "a.png", "-d", "holiday"]] {
      try sandbox.expectFailure(
        66, "holiday: Is a directory", of: pictures + ["--output", "x%d.png"] + Self.transition)
    }
  }

  @Test(.needsUnprivileged) func `is an error if it cannot be read`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o311], ofItemAtPath: sandbox.folder.file("holiday"))
    let run = try Unprivileged.run(
      BuiltTool.path, ["holiday", "--output", "x%d.png"] + Self.transition, in: sandbox.folder)
    run.expectOneLine(66, ["cannot read the folder: holiday/: Permission denied"])
  }

  @Test(arguments: [
    ["-o", "holiday", "-b", "f"], ["--output", "holiday/f%d.png"], ["--output", "link/f%d.jpg"],
    ["--output", "./holiday/turn.webp"], ["--output", "holiday/turn.gif"],
    ["--contact-sheet", "holiday/sheet.jpg"],
    ["--output", "x%d.png", "--contact-sheet", "holiday/s.jpg"],
  ])
  func `takes no frames that the next run would read`(_ output: [String]) throws {
    try sandbox.link("link", to: "holiday")
    for action in [[], ["--dry-run"]] {
      try sandbox.expectFailure(
        73, "among the pictures of holiday/", "choose another folder",
        of: ["holiday"] + output + Self.transition + action)
    }
    #expect(try sandbox.names(in: "holiday").count == 8)
  }

  @Test func `takes frames in a folder of its own, or of another type`() throws {
    #expect(try run("holiday", "-o", "holiday/out", "-b", "f").status == 0)
    #expect(try sandbox.names(in: "holiday/out").count == 4)
    #expect(try run("a.png", "b.png", "-o", "holiday", "-b", "f").status == 0)
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `stands for its films, too`() throws {
    let made = try run("a.png", "b.png", "-c", "5", "-o", "holiday/film.mp4", "-q")
    #expect(made.status == 0, "\(made.errors)")
    let shown = try run("holiday", "-c", "2", "-o", "out", "--dry-run")
    #expect(shown.output.contains("4 pictures, 1 film, 4 transitions"), "\(shown.output)")
    try sandbox.expectFailure(
      73, "the film would be among the pictures of holiday/",
      of: ["holiday", "-c", "2", "-o", "holiday/other.mp4"])
    try sandbox.expectFailure(
      73, "the film's parts would be among the pictures of holiday/",
      of: ["holiday", "-c", "2", "-o", "other.mp4", "--parts", "holiday"])
  }

  @Test func `--order sorts all pictures`() throws {
    let dates = [("a.JPG", 4), ("Pic2.PNG", 3), ("pic9.Tiff", 2), ("pic10.png", 1)]
    for (name, second) in dates {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9 + Double(second))],
        ofItemAtPath: sandbox.folder.file("holiday/\(name)"))
    }
    func blues(_ words: [String]) throws -> [UInt16] {
      let run = try sandbox.run(words + ["--output", "o%d.png"] + Self.transition)
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
      return try (0...3).map {
        try sandbox.picture("o\($0).png").samples(column: 9, row: 9)[2]
      }
    }
    let files = ["pic9.Tiff", "a.JPG", "pic10.png", "Pic2.PNG"].map { "holiday/\($0)" }
    let byName = try blues(["holiday"])
    #expect(byName == byName.sorted() && Set(byName).count == 4)
    #expect(try blues(["holiday", "--order", "date"]) == byName.reversed())
    #expect(try blues(files + ["--order", "name"]) == byName)
    #expect(try blues(files + ["--order", "date"]) == byName.reversed())
    #expect(try blues(files) == [2, 0, 3, 1].map { byName[$0] })
    let options = ["-s", files[0]] + files.dropFirst().flatMap { ["-d", $0] }
    #expect(try blues(options + ["--order", "name"]) == byName)
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `films are sorted by when they were taken`() throws {
    let dates = [
      ("a.mp4", "creation_time=2024-05-31T12:00:00Z"),
      ("b.mov", "creation_time=2024-05-31T10:00:00Z"),
      ("c.mov", "com.apple.quicktime.creationdate=2024-05-31T12:00:00+0100"),
    ]
    for (name, date) in dates {
      let run = try sandbox.shell(
        """
        ffmpeg -v error -f lavfi -i testsrc=s=32x32:r=5:d=1 -metadata \(date) \
          -movflags use_metadata_tags \(name); touch -d @1000000000 \(name)
        """)
      #expect(run.status == 0, "\(run.errors)")
    }
    // A photograph between the first two, by UTC.
    try Bitmap(width: 32, height: 32, uniform: [9, 9, 9])
      .write(to: sandbox.folder.file("p.jpg"))
    try EXIF.setTime("2024:05:31 12:30:00", offset: "+02:00", of: sandbox.folder.file("p.jpg"))
    func names(_ words: String...) throws -> [String] {
      let printed = try sandbox.run(words + ["--count", "2", "--print-list"])
      #expect(printed.status == 0, "\(printed.errors)")
      return printed.output.split(separator: "\n").compactMap {
        $0.split(separator: " ").first.map(String.init)
      }.filter { !$0.hasPrefix("-") }
    }
    let sorted = ["b.mov", "p.jpg", "c.mov", "a.mp4"]
    #expect(try names("a.mp4", "p.jpg", "c.mov", "b.mov", "--order", "date") == sorted)
    // In words, too, UTC is told by the clock of the others.
    let told = try sandbox.run([
      "a.mp4", "p.jpg", "b.mov", "--caption", "{date:%-d %H:%M}", "-o", "told.mp4", "--dry-run",
      "--json",
    ])
    for text in ["31 14:00", "31 12:30", "31 12:00"] {
      #expect(told.output.contains("\"\(text)\""), "\(told)")
    }
    // A camera writes its own clock into AVI, and has that of the show.
    let camera = try sandbox.shell(
      #"""
      ffmpeg -v error -f lavfi -i testsrc=s=32x32:r=5:d=1 d.avi
      perl -0777 -pi -e 's/JUNK(....).{25}/"IDIT$1Fri May 31 12:20:00 2024\n"/se' d.avi
      """#)
    #expect(camera.status == 0, "\(camera.errors)")
    #expect(
      try names("a.mp4", "p.jpg", "d.avi", "b.mov", "--order", "date")
        == ["b.mov", "d.avi", "p.jpg", "a.mp4"])
    // On its line a list says so of its own pictures.
    let list = "--order date\na.mp4\nblack\nc.mov\nb.mov\n"
    try sandbox.write(Data(list.utf8), to: "l")
    #expect(try names("p.jpg", "@l") == ["p.jpg", "b.mov", "black", "c.mov", "a.mp4"])
    try sandbox.expectFailure(64, "--order", of: ["@l", "--order", "date", "-o", "f.mp4"])
    // Whether a clock without a zone is hours off nobody knows.
    try EXIF.setTime("2024:05:31 12:30:00", of: sandbox.folder.file("p.jpg"))
    func isTold(_ others: String...) throws -> Bool {
      try sandbox.run(["p.jpg"] + others + ["--order", "date", "-c", "2", "--print-list"]).errors
        .contains("the others tell no zone")
    }
    #expect(try isTold("a.mp4") && !isTold("a.mp4", "c.mov") && !isTold("p.jpg"))
  }
}
