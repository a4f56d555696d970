import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// Texts that are drawn.
@Suite struct TextBlockTests {
  private func set(
    _ text: String, size: Float = 24, width: Float = 600, height: Float = 400
  ) throws -> TextBlock.Lines? {
    try TextBlock(
      PlainText(text), color: .white, size: size, lineHeight: 1.25, width: width, height: height
    ).set()
  }

  @Test func `long texts are divided into two lines of about one width`() throws {
    let words = "The stream above the mill where the path turns north again"
    let (one, two) = (try #require(try set(words, width: 2000)), try #require(try set(words)))
    #expect(one.height == 30 && two.height == 60)
    #expect(two.ink.width < 6 * one.ink.width / 10)
  }

  @Test func `what is written as lines stays lines`() throws {
    #expect(try set("a\nb\nc\nd")?.height == 120)
    #expect(try set(" \n\t\n") == nil)
    #expect(try set("\u{200B}\u{200E}") == nil)
  }

  @Test func `too long a text is smaller, and then ends in an ellipsis`() throws {
    let word = "Riverside "
    let small = try #require(try set(String(repeating: word, count: 11)))
    #expect(small.size < 24 && !small.isCut)
    let cut = try #require(try set(String(repeating: word, count: 60)))
    #expect(abs(cut.size - 16.8) < 0.01 && cut.isCut && cut.ink.width <= 600)
    let letters = try #require(try set(String(repeating: "w", count: 3000)))
    #expect(letters.isCut && letters.ink.width <= 600)
  }

  @Test func `lines end alike in all sizes`() throws {
    let words = "Waiting for the postman at the old bridge over the river at low tide"
    let shapes = try [1, 2, 4, 8].map { (factor: Float) -> Float in
      let lines = try #require(
        try set(words, size: 24 * factor, width: 600 * factor, height: 400 * factor))
      return Float(lines.ink.width) / factor
    }
    #expect((shapes.max() ?? 0) - (shapes.min() ?? 0) < 3)
  }

  @Test(arguments: [
    "Tom & Jerry <3 > \"x\" 'y'", "<b>no markup</b>", "\u{1B}[31mred\u{7}", "שלום abc 123",
    "مرحبا بالعالم", "日本語のテキスト", "e" + String(repeating: "\u{301}", count: 500),
    String(decoding: [0x61, 0xFF, 0xC3] as [UInt8], as: UTF8.self), "\u{202E}abc\u{202C}",
    "👨‍👩‍👧‍👦", "\u{FFFE}\u{FFFF}x", "%s %n {}",
  ]) func `any text is drawn as it is`(_ text: String) throws {
    let lines = try #require(try set(text))
    #expect(lines.ink.width > 0 && lines.ink.width <= 600 && lines.ink.height < 200)
  }

  @Test(
    arguments: [
      // One sign, by its joiners, that no line divides.
      (String(repeating: "👩\u{200D}", count: 500), 24), (String(repeating: "x", count: 2000), 1.8),
      (String(repeating: "two words ", count: 200), 1.8),
      (String(repeating: "line\n", count: 100), 24),
      (String(repeating: "\u{FDFD}", count: 300), 24),
    ] as [(String, Float)])
  func `no text is too wide or too high to be drawn`(_ text: String, _ size: Float) throws {
    let lines = try #require(try set(text, size: size))
    #expect(lines.ink.width > 0 && lines.ink.width <= 600 && lines.ink.height <= 400)
  }

  @Test func `marks without end are cut off`() {
    let text = PlainText("a" + String(repeating: "\u{301}", count: 100) + "b")
    #expect(text.isCut && text.lines.first?.unicodeScalars.count == 6)
    #expect(PlainText(String(repeating: "x ", count: 5000)).isCut)
    #expect(PlainText("a\u{0}b\rc\td").lines == ["ab c d"])
  }

  @Test func `letters have the color that is asked for`() throws {
    var block = TextBlock(
      PlainText("MMMM"), color: Color(1, 0, 0), size: 40, lineHeight: 1.25, width: 900, height: 400)
    let red = try #require(try block.set())
    let full = try #require(red.ink.pixels.max { $0.w < $1.w })
    #expect(full.w > 0.99 && full.x > 0.99 && full.y < 0.01)
    block.color = Color(1, 0, 0, 0.5)
    let half = try #require(try block.set()).ink.pixels.map(\.w).max()
    #expect(abs((half ?? 0) - 0.5) < 0.01)
  }

  @Test(arguments: [3, 4, 107, 108, 3000])
  func `a description of EXIF is read whole`(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.jpg")
    try Bitmap(width: 8, height: 8, uniform: [9, 99, 200]).write(to: path)
    let text = String(repeating: "Boats ", count: count / 6) + String("Harbor".prefix(count % 6))
    func digits(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let bytes = Array(text.utf8) + [0]
    let isInEntry = bytes.count <= 4
    let value =
      isInEntry ? bytes + Array(repeating: 0, count: 4 - bytes.count) : digits(26, 4)
    let block =
      Array("Exif\0\0II".utf8) + digits(42, 2) + digits(8, 4) + digits(1, 2) + digits(0x10E, 2)
      + digits(2, 2) + digits(bytes.count, 4) + value + digits(0, 4) + (isInEntry ? [] : bytes)
    var file = try Data(contentsOf: URL(fileURLWithPath: path))
    let size = digits(block.count + 2, 2)
    file.insert(contentsOf: [0xFF, 0xE1, size[1], size[0]] + block, at: 2)
    try file.write(to: URL(fileURLWithPath: path))
    let texts = try ImageFile(path: Path(path), role: "picture", pixelLimit: nil).texts
    #expect(texts?.description == text)
    // One that ends too early has no text.
    #expect(ExifBlock(block.dropLast(isInEntry ? 8 : 1)).text(of: 0x10E) == nil)
  }

  @Test func `of a long text the beginning is read`() throws {
    let packet = "<dc:title>" + String(repeating: "ab&amp;", count: 100_000) + "</dc:title>"
    let text = try #require(XMPTexts(Array(packet.utf8)).text(of: "dc:title"))
    #expect(text.hasPrefix("ab&ab&") && (1000...4000).contains(text.count))
  }

  // A time that grew with the square of the length would be minutes.
  @Test(
    arguments: [
      "<dc:title>", "<dc:title>&amp;", "<dc:title><rdf:li ", " dc:title=\"", "<dc:title",
      "</dc:title",
    ])
  func `a packet of beginnings is read in the time of its length`(_ text: String) {
    func processorTime() -> Double {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = processorTime()
    let packet = String(repeating: text, count: 100_000 / text.utf8.count)
    for bytes in [packet, "<dc:title>" + packet + "</dc:title>"] {
      _ = XMPTexts(Array(bytes.utf8)).text(of: "dc:title")
    }
    #expect(XMPTexts(Array(packet.utf8)).text(of: "dc:creator") == nil)
    #expect(processorTime() - start < 10)
  }

  @Test func `texts of a file are read as it has them`() {
    let xmp = XMPTexts(
      Array(
        """
        <rdf:Description photoshop:City="S&#xE3;o &amp; Paulo"><dc:title><rdf:Alt>
        <rdf:li xml:lang="de">Boote</rdf:li><rdf:li xml:lang="x-default">Boats</rdf:li></rdf:Alt>
        </dc:title><dc:description>A &lt;b&gt; &bad; &#0;</dc:description></rdf:Description>
        """.utf8))
    #expect(xmp.text(of: "photoshop:City") == "São & Paulo")
    #expect(xmp.text(of: "dc:title") == "Boats")
    #expect(xmp.text(of: "dc:description") == "A <b> &bad; \u{0}")
    #expect(xmp.text(of: "dc:creator") == nil)
    #expect(XMPTexts(Array("<dc:title a='>'>\n<rdf:li >x".utf8)).text(of: "dc:title") == nil)
    let odd = XMPTexts(Array("<dc:titles>no</dc:titles><dc:title >yes</dc:title\n>".utf8))
    #expect(odd.text(of: "dc:title") == "yes")
    let plain = XMPTexts(
      Array(
        "<dc:title><rdf:Alt><rdf:li><![CDATA[A <b> & &lt;]]>!</rdf:li></rdf:Alt></dc:title>".utf8))
    #expect(plain.text(of: "dc:title") == "A <b> & &lt;!")
    #expect(XMPTexts(Array("<x dc:title = ' a '/>".utf8)).text(of: "dc:title") == " a ")
    let record: [UInt8] = [0x1C, 2, 90, 0, 3, 0x4C, 0xE9, 0x6F, 0x1C, 2, 120, 0, 9, 0x61]
    #expect(IPTCTexts(record).text(of: 90) == "Léo")
    #expect(IPTCTexts(record).text(of: 120) == nil)
    let resource =
      Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 8] + record
    #expect(IPTCTexts(resource).text(of: 90) == "Léo")
  }

  @Test func `what is no font is refused`() throws {
    let folder = try TemporaryFolder()
    let start: [UInt8] = [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    let table = Array("name".utf8) + [0, 0, 0, 0, 0, 0, 0, 28, 0, 0, 0, 18]
    let files: [[UInt8]] = [
      [], Array("no font".utf8), start, start + table, Array(repeating: 0, count: 999),
    ]
    for bytes in files {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file("f.ttf")))
      #expect(throws: ImageFileError.self) { try Typeface(file: Path(folder.file("f.ttf"))) }
    }
  }

  @Test func `characters that no font has are told`() {
    func lacking(_ text: String) -> [Unicode.Scalar] {
      TextBlock.lackingCharacters(of: PlainText(text), in: .standard)
    }
    #expect(lacking("a\u{E123}b\u{10FFFD}\u{E123}") == ["\u{E123}", "\u{10FFFD}"])
    #expect(lacking("Ægir Ω ж é e\u{301} — … □ \u{200D}") == [])
  }
}
