import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// Pictures that are read.
@Suite struct ReadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ name: String) throws -> Bitmap {
    try Bitmap(readingFrom: folder.file(name))
  }

  private func failure(_ name: String, limit: Int? = nil) -> ImageFileError.Kind? {
    do {
      _ = try ImageFile(path: Path(folder.file(name)), role: "picture", pixelLimit: limit)
        .decode()
      return nil
    } catch { return error.kind }
  }

  @Test func `colors that are multiplied by alpha in HEIF are divided by it`() throws {
    // 199, 100, 50 and half of alpha: the reference `prem` says what libvips does not.
    let text = """
      AAAAHGZ0eXBoZWl4AAAAAG1pZjFoZWl4bWlhZgAAAlJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA
      AAAAAAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAACdgABAAAAAAAAAB4AAgAAAAAClAABAAAAAAAAAA4AAAA4aWlu
      ZgAAAAAAAgAAABVpbmZlAgAAAAABAABodmMxAAAAABVpbmZlAgAAAAACAABodmMxAAAAAA5waXRtAAAAAAABAAAB
      g2lwcnAAAAFdaXBjbwAAAHdodmNDAQQIAAAAnjgAAAAAHvAA/P/4+AAADwNgAAEAF0ABDAH//wQIAAADAJ44AAAD
      AAAeugJAYQABACpCAQEECAAAAwCeOAAAAwAAHpAEECCy3UklNc3AQ0GBAAADABkAAAMAAQhiAAEACEQBwXKGDAIk
      AAAAE2NvbHJuY2x4AAEADQAGgAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAAHJodmNDAQQI
      AAAAn/gAAAAAHvAA/Pz4+AAADwNgAAEAF0ABDAH//wQIAAADAJ/4AAADAAAeugJAYQABACZCAQEECAAAAwCf+AAA
      AwAAHsCCBBZbqSSmubAgAAADAyAAAAMAIWIAAQAHRAHBcrAiQAAAAA5waXhpAAAAAAEIAAAAJ2F1eEMAAAAAdXJu
      Om1wZWc6aGV2YzoyMDE1OmF1eGlkOjEAAAAAHmlwbWEAAAAAAAAAAgABBIECAwQAAgSFAwaHAAAAKGlyZWYAAAAA
      AAAADmF1eGwAAgABAAEAAAAOcHJlbQABAAEAAgAAADRtZGF0AAAAGigBrwa4Y7Dc/94y3//9+1fofsg6n/iI2g/w
      AAAACigBrg1wfJA9+Xg=
      """
    let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
    let colors: [(String, [Int])] = [("a", [199, 100, 50, 128]), ("b", [100, 50, 25, 128])]
    for (name, expected) in colors {
      var bytes = bytes
      let reference = try #require(bytes.firstRange(of: Data("prem".utf8)))
      if name == "b" { bytes.replaceSubrange(reference, with: Data("none".utf8)) }
      try bytes.write(to: URL(fileURLWithPath: folder.file("\(name).heic")))
      let samples = try read("\(name).heic").samples
      for channel in 0..<4 {
        let found = Int(samples[4 * (64 * 32 + 32) + channel])
        #expect(abs(found - expected[channel]) <= 2, "\(name), channel \(channel)")
      }
    }
  }

  /// Red, green and blue above white, black and grey: turned or mirrored it is another picture.
  private let corners = Bitmap(
    width: 3, height: 2, format: .rgb8,
    samples: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 99, 99, 99])

  @Test(.enabled(if: VipsTool.path != nil, Comment(rawValue: VipsTool.advice)), arguments: 1...8)
  func `is turned upright as its EXIF orientation says`(_ orientation: Int) throws {
    try corners.write(to: folder.file("plain.png"))
    // What brings the upright picture into the position that the tag speaks of.
    let steps: [[String]] = [
      [], ["flip", "horizontal"], ["rot", "d180"], ["flip", "vertical"],
      ["rot", "d90", "flip", "horizontal"], ["rot", "d270"],
      ["rot", "d270", "flip", "horizontal"], ["rot", "d90"],
    ]
    var name = "plain.png"
    var step = steps[orientation - 1]
    while !step.isEmpty {
      try VipsTool.run([step[0], name, "x" + name, step[1]], in: folder)
      name = "x" + name
      step.removeFirst(2)
    }
    try VipsTool.run(["copy", name, "stored.tif"], in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("stored.tif")))
    try bytes.setOrientation(orientation)
    try bytes.write(to: URL(fileURLWithPath: folder.file("tagged.tif")))

    let file = try ImageFile(
      path: Path(folder.file("tagged.tif")), role: "picture", pixelLimit: nil)
    #expect((file.width, file.height) == (3, 2))
    #expect(try read("tagged.tif").difference(from: corners) == nil)
  }

  @Test(
    .enabled(if: VipsTool.path != nil, Comment(rawValue: VipsTool.advice)),
    arguments: [
      ("grey.png", ["colourspace", "in.png", "grey.png", "b-w"], PixelFormat.rgb8, 90),
      ("grey16.png", ["colourspace", "in.png", "grey16.png", "grey16"], .rgb16, 90),
      ("rgb16.png", ["colourspace", "in.png", "rgb16.png", "rgb16"], .rgb16, 90),
      ("palette.png", ["copy", "in.png", "palette.png[palette]"], .rgb8, 90),
      ("bit.png", ["copy", "bw.png", "bit.png[bitdepth=1]"], .rgb8, 255),
      ("gif.gif", ["copy", "in.png", "gif.gif"], .rgb8, 90),
      ("webp.webp", ["copy", "in.png", "webp.webp[lossless]"], .rgb8, 90),
      ("ppm.ppm", ["copy", "in.png", "ppm.ppm"], .rgb8, 90),
      ("float.tif", ["colourspace", "in.png", "float.tif", "scrgb"], .rgb16, 90),
      ("radiance.hdr", ["copy", "in.png", "radiance.hdr"], .rgb16, 90),
      ("bit.tif", ["copy", "bw.png", "bit.tif[bitdepth=1]"], .rgb8, 255),
      ("palette1.png", ["copy", "bw.png", "palette1.png[palette,bitdepth=1]"], .rgb8, 255),
      ("lab.tif", ["colourspace", "in.png", "lab.tif", "lab"], .rgb16, 90),
      ("lab8.tif", ["colourspace", "in.png", "lab8.tif", "labq"], .rgb16, 90),
    ] as [(String, [String], PixelFormat, Int)])
  func `any color type becomes RGB of 8 or 16 bits`(
    name: String, command: [String], format: PixelFormat, level: Int
  ) throws {
    try Bitmap(width: 6, height: 4, uniform: [90, 90, 90]).write(to: folder.file("in.png"))
    try Bitmap(width: 6, height: 4, uniform: [255, 255, 255]).write(to: folder.file("grey255.png"))
    try VipsTool.run(["colourspace", "grey255.png", "bw.png", "b-w"], in: folder)
    try VipsTool.run(command, in: folder)
    let picture = try read(name)
    #expect(picture.format == format)
    #expect((picture.width, picture.height) == (6, 4))
    let expected = level * format.depth.maximum / 255
    let tolerance = format.depth == .eight ? 1 : 300
    #expect(picture.samples.allSatisfy { abs(Int($0) - expected) <= tolerance })
  }

  @Test(.enabled(if: VipsTool.path != nil, Comment(rawValue: VipsTool.advice)))
  func `CMYK keeps its colors, about`() throws {
    try Bitmap(width: 8, height: 8, uniform: [200, 60, 60]).write(to: folder.file("in.png"))
    try VipsTool.run(
      ["icc_transform", "in.png", "cmyk.jpg[Q=100]", "cmyk", "--input-profile", "srgb"],
      in: folder)
    let pixel = try read("cmyk.jpg").samples(column: 4, row: 4)
    #expect(pixel.count == 3)
    #expect(abs(Int(pixel[0]) - 200) < 25 && abs(Int(pixel[1]) - 60) < 25, "\(pixel)")
  }

  @Test(.enabled(if: VipsTool.path != nil, Comment(rawValue: VipsTool.advice)))
  func `another profile is brought to sRGB`() throws {
    try Bitmap(width: 8, height: 8, uniform: [200, 60, 30]).write(to: folder.file("in.png"))
    try VipsTool.run(
      ["icc_transform", "in.png", "p3.png", "p3", "--input-profile", "srgb"], in: folder)
    let file = try ImageFile(
      path: Path(folder.file("p3.png")), role: "picture", pixelLimit: nil)
    #expect(file.profile != nil)
    let kept = try file.decode(keeping: file.sharableProfile(isMixedEncoded: false))
      .bitmap(workingSpace: .linear)
    #expect(kept.samples(column: 0, row: 0)[0] < 195)
    let converted = try read("p3.png").samples(column: 0, row: 0).map(Int.init)
    #expect(zip(converted, [200, 60, 30]).allSatisfy { abs($0 - $1) <= 2 }, "\(converted)")
  }

  @Test func `a file that has changed since it was opened first is an error`() throws {
    let path = Path(folder.file("a.png"))
    try corners.write(to: folder.file("a.png"))
    let file = try ImageFile(path: path, role: "picture", pixelLimit: nil)
    let closed = file.closed()
    _ = try closed.reopened().decode()
    // A file of its own under the same name, and the same file with another byte.
    try corners.write(to: folder.file("a.png"))
    #expect(throws: ImageFileError.self) { try closed.reopened() }
    let again = try ImageFile(path: path, role: "picture", pixelLimit: nil).closed()
    let handle = try #require(FileHandle(forWritingAtPath: folder.file("a.png")))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0]))
    try handle.close()
    #expect(throws: ImageFileError.self) { try again.reopened() }
    // A pipe, which would wait for somebody to write.
    try FileManager.default.removeItem(atPath: folder.file("a.png"))
    let isMade = unsafe mkfifo(folder.file("a.png"), 0o600) == 0
    #expect(isMade)
    #expect(throws: ImageFileError.self) { try again.reopened() }
    // What is open already stays as it was.
    #expect(try file.reopened().decode().bitmap(workingSpace: .srgb).samples == corners.samples)
  }

  @Test func `a file that is written anew while it is open is an error`() throws {
    let path = Path(folder.file("a.png"))
    try corners.write(to: folder.file("a.png"))
    let file = try ImageFile(path: path, role: "picture", pixelLimit: nil)
    let bytes = try Data(contentsOf: URL(filePath: folder.file("a.png")))
    let handle = try #require(FileHandle(forWritingAtPath: folder.file("a.png")))
    // The same bytes once more: it could as well be others.
    Thread.sleep(forTimeInterval: 0.05)
    try handle.write(contentsOf: bytes)
    try handle.close()
    #expect(throws: ImageFileError.self) { try file.reopened().decode() }
  }

  @Test func `keeps transparency, and loses a channel that says that all is opaque`() throws {
    let clear = Bitmap(width: 2, height: 1, format: .rgba8, samples: [1, 2, 3, 255, 4, 5, 6, 77])
    try clear.write(to: folder.file("clear.png"))
    #expect(try read("clear.png").difference(from: clear) == nil)
    try Bitmap(width: 2, height: 1, format: .rgba16, uniform: [1, 2, 3, 65535])
      .write(to: folder.file("opaque.png"))
    let opaque = try read("opaque.png")
    #expect(opaque.format == .rgb16 && opaque.samples == [1, 2, 3, 1, 2, 3])
  }

  @Test func `may be a drawing`() throws {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="4" height="2">
      <rect width="4" height="2" fill="#ff0000"/></svg>
      """
    try Data(svg.utf8).write(to: URL(fileURLWithPath: folder.file("a.svg")))
    let picture = try read("a.svg")
    #expect((picture.width, picture.height) == (4, 2))
    #expect(picture.samples(column: 1, row: 1) == [255, 0, 0])
  }

  private func writeDrawing(_ content: String, to name: String = "a.svg") throws {
    let svg = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE svg [ <!ENTITY size "4"> ]>
      <!-- <image href="old.png"/> -->
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
      width="&size;" height="2">\(content)</svg>
      """
    try Data(svg.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  @Test(arguments: [
    ("<image href='b.png' width='4' height='2'/>", "b.png"),
    ("<image\n xlink:href = \"b c.png\"\n width='4' height='2'></image>", "b c.png"),
    ("<g><svg:image xmlns:svg='x' href='file:///b.png'/></g>", "file:///b.png"),
    ("<use href='other.svg#part'/>", "other.svg#part"),
    ("<rect width='4' height='2' fill='url(other.svg#fade)'/>", "other.svg#fade"),
    ("<rect width='4' height='2' style='mask: url(&quot;m.svg#a&quot;)'/>", "m.svg#a"),
    ("<style>rect { fill: URL( 'p.svg#b' ) }</style>", "p.svg#b"),
    ("<style><![CDATA[@import \"s.css\";]]></style>", "s.css"),
    ("<style>@import url(s.css);</style>", "s.css"),
    ("<filter id='f'><feImage xlink:href='https://b.org/b.png'/></filter>", "https://b.org/b.png"),
  ])
  func `a drawing that shows another file is refused`(content: String, link: String) throws {
    try writeDrawing(content)
    let error = #expect(throws: ImageFileError.self) { try read("a.svg") }
    #expect(error?.detail.contains("it shows \(link), which is not read") == true)
    #expect(error?.detail.contains("data:") == true)
  }

  @Test func `a compressed drawing that shows another file is refused`() throws {
    for (content, isRead) in [("<image href='b.png'/>", false), ("<rect/>", true)] {
      try writeDrawing(content)
      _ = try Subprocess("/bin/sh", ["-c", "gzip <a.svg >a.svgz"], in: folder.path).outcome()
      if isRead {
        #expect(try read("a.svgz").width == 4)
      } else {
        #expect(throws: ImageFileError.self) { try read("a.svgz") }
      }
    }
  }

  @Test func `a drawing may name files of which it shows nothing`() throws {
    try Bitmap(width: 4, height: 2, uniform: [0, 0, 255]).write(to: folder.file("b.png"))
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("b.png")))
    let image = "data:image/png;base64,\(data.base64EncodedString())"
    try writeDrawing(
      """
      <style>@font-face { font-family: f; src: url(f.woff), url(f.ttf) } text { fill: #fff }</style>
      <linearGradient id='fade'/><a xlink:href='https://b.org'><g id='part'/></a>
      <rect width='4' height='2' fill='url(#fade)' transform='scale(1)'/><use href='#part'/>
      <image xlink:href=' \(image)' width='4' height='2'/><text>url(b.png) @import 'b.css'</text>
      """)
    #expect(try read("a.svg").samples(column: 1, row: 1) == [0, 0, 255])
  }

  @Test(
    arguments: [
      "a[b].png", "a.png[Q=1].png", "-x.png", "with space.png", "größe-写真.png", "%d%%.png",
      "a'b\"c.png", "~.png", "noextension", ":x.png", "x.png:page=1",
    ])
  func `is found by its literal name`(name: String) throws {
    try corners.write(to: folder.file("plain.png"))
    try FileManager.default.moveItem(
      atPath: folder.file("plain.png"), toPath: folder.file(name))
    #expect(try read(name).difference(from: corners) == nil)
  }

  @Test(
    arguments: ["jpg", "png", "tiff", "webp", "gif", "ppm", "jp2", "jxl", "heic", "avif"]
      .filter { (try? FileType($0)) != nil })
  func `a file that is cut off anywhere is an error`(type: String) throws {
    let picture = Bitmap(width: 160, height: 120) { u, v in
      [u, v, (u * 37).truncatingRemainder(dividingBy: 1), 1]
    }
    try picture.write(to: folder.file("whole." + type))
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole." + type)))
    for tenth in 0..<10 {
      let part = whole.prefix(whole.count * tenth / 10)
      try part.write(to: URL(fileURLWithPath: folder.file("part." + type)))
      #expect(failure("part." + type) == .undecodable, "\(tenth)/10")
    }
  }

  @Test(
    .enabled(if: VipsTool.path != nil, Comment(rawValue: VipsTool.advice)),
    arguments: ["gif", "webp", "tif"])
  func `shows its first page if it has several`(type: String) throws {
    let pages = Bitmap(width: 4, height: 6) { _, v in v > 0.5 ? [1, 0, 0, 1] : [0, 0, 1, 1] }
    try pages.write(to: folder.file("pages.png"))
    try VipsTool.run(["copy", "pages.png", "pages.\(type)[page-height=3]"], in: folder)
    let picture = try read("pages." + type)
    #expect((picture.width, picture.height) == (4, 3))
    #expect(picture.samples(column: 1, row: 1)[0] > 240)
  }

  /// A red frame and a blue one, bare and in a container, and the red one alone, as cjxl 0.7 wrote
  /// them.
  @Test(
    .enabled(if: (try? FileType("jxl")) != nil, "libvips reads no JPEG XL"),
    arguments: [
      (
        "/wogIEEAFhSXBAgIoAIAAFAASxiLFcJJAuYFJAAY8qkcCwMAAAAICKBCAABQAEsYixXCSYNdvoAEAHGnmgsAAAAA",
        true
      ),
      (
        "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAyanhscAAAAAD/CiAgQQAWFJcECAigAgAAUABLGIsVwk"
          + "kC5gUkABjyqRwLAwAAAAAAAChqeGxwgAAAAQgIoEIAAFAASxiLFcJJg12+gAQAcaeaCwAAAAA=", true
      ),
      // In a container in three parts, of which the first holds nothing.
      (
        "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAManhscAAAAAAAAAAPanhscAAAAAH/CiAAAABLanhscI"
          + "AAAAIgQQAWFJcECAigAgAAUABLGIsVwkkC5gUkABjyqRwLAwAAAAgIoEIAAFAASxiLFcJJg12+gAQAcaeaCwAAAAA=",
        true
      ),
      ("/wogILCguBAICBAAUABLGIsVwkkC5gUkABjyqRwLAwAAAA==", false),
    ])
  func `an animated JPEG XL shows its first frame or is an error`(
    _ base64: String, _ isAnimated: Bool
  ) throws {
    let bytes = try #require(Data(base64Encoded: base64))
    try bytes.write(to: URL(fileURLWithPath: folder.file("a.jxl")))
    if isAnimated, failure("a.jxl") == .undecodable { return }
    let picture = try read("a.jxl")
    #expect((picture.width, picture.height) == (6, 5))
    #expect(picture.samples(column: 1, row: 1)[0] > 190)
  }

  @Test func `a file that is damaged, empty or no picture is an error`() throws {
    try Bitmap(codedWidth: 64, height: 64, blue: 0).write(to: folder.file("a.png"))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.png")))
    for i in bytes.count / 2..<bytes.count / 2 + 20 { bytes[i] ^= 0x55 }
    try bytes.write(to: URL(fileURLWithPath: folder.file("damaged.png")))
    try Data().write(to: URL(fileURLWithPath: folder.file("empty.png")))
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: folder.file("text.png")))
    for name in ["damaged.png", "empty.png", "text.png", "../../../../../dev/null"] {
      #expect(failure(name) == .undecodable, "\(name)")
    }
  }

  @Test func `a missing file and a folder cannot be read`() {
    #expect(failure("nothing.png") == .file(.read))
    #expect(failure(".") == .file(.read))
    #expect(failure("nothing/a.png") == .file(.read))
  }

  @Test func `may have only so many pixels`() throws {
    try corners.write(to: folder.file("a.png"))
    #expect(failure("a.png", limit: 6) == nil)
    #expect(failure("a.png", limit: 5) == .tooLarge)
  }
}

extension Data {
  /// Adds an orientation to a little-endian TIFF file: a copy of its directory with one more entry
  /// goes to its end.
  fileprivate mutating func setOrientation(_ orientation: Int) throws {
    func number(_ at: Int, _ bytes: Int) -> Int {
      (0..<bytes).reduce(0) { $0 | Int(self[at + $1]) << (8 * $1) }
    }
    try #require(number(0, 2) == 0x4949 && number(2, 2) == 42)
    let start = number(4, 4)
    let count = number(start, 2)
    var entries = (0..<count).map { index in
      let first = start + 2 + 12 * index
      return Data(self[first..<first + 12])
    }
    entries.removeAll { $0[0] == 0x12 && $0[1] == 1 }
    entries.append(Data([0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0]))
    func tag(_ entry: Data) -> Int { Int(entry[0]) | Int(entry[1]) << 8 }
    entries.sort { tag($0) < tag($1) }
    if self.count % 2 == 1 { append(0) }
    let position = self.count
    append(Data([UInt8(entries.count), 0]))
    for entry in entries { append(entry) }
    append(Data([0, 0, 0, 0]))
    for byte in 0..<4 { self[4 + byte] = UInt8(truncatingIfNeeded: position >> (8 * byte)) }
  }
}
