import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// The words of a list and their positions.
@Suite struct ListScannerTests {
  private func words(_ text: String) throws(Failure) -> [[String]] {
    var lines: [[String]] = []
    for line in try ListScanner.lines(of: Array(text.utf8), in: "a.list") {
      lines.append(line.map { String(decoding: $0.bytes, as: UTF8.self) })
    }
    return lines
  }

  @Test(arguments: [
    ("", []), (" \t \n\n", []), ("a b\tc\nd", [["a", "b", "c"], ["d"]]),
    ("a\r\nb \r\n", [["a"], ["b"]]), ("\u{FEFF}a", [["a"]]),
    // Quotes and backslashes.
    (#""a b" 'c "d"' e\ f"#, [["a b", #"c "d""#, "e f"]]), (#"a"b c"'d e'f"#, [["ab cd ef"]]),
    (#""a\"b\\c\d" 'e\'"#, [[#"a"b\c\d"#, #"e\"#]]), (#"'' """#, [["", ""]]),
    ("a \\\n  b\nc", [["a", "b"], ["c"]]), ("a \\\r\n b", [["a", "b"]]),
    ("$'a\\nb\\'c\\\\d' $x", [["a\nb'c\\d", "$x"]]),
    ("\\#a \\'", [["#a", "'"]]),
    // Comments.
    ("# a\nb # c\n#", [["b"]]), ("a#b 'c'#d", [["a#b", "c#d"]]),
    ("a '#fff' \"#123456\"", [["a", "#fff", "#123456"]]),
    ("#add more\na #fffff\n#fffx", [["a"]]), ("a # fff", [["a"]]),
    // Marks are no part of what stands before them.
    ("a\u{301} '\u{301}'", [["a\u{301}", "\u{301}"]]),
  ])
  func `are divided as a shell does`(_ text: String, _ expected: [[String]]) throws {
    #expect(try words(text) == expected)
  }

  @Test(arguments: [
    ("a 'b\nc'", 1, 3, "the quote that begins here has no end on its line"),
    ("a\n  \"b", 2, 3, "the quote that begins here has no end on its line"),
    ("é ü 'x", 1, 5, "the quote that begins here has no end on its line"),
    ("a\\", 1, 2, "nothing follows the backslash"), ("a\0", 1, 2, "a zero byte is not text"),
    ("a #fff", 1, 3, "#fff begins a comment: '#fff' in quotes is the color"),
    ("a b #12345678\nc", 1, 5, "#12345678 begins a comment: '#12345678' in quotes is the color"),
    ("a #abc d", 1, 3, "#abc begins a comment: '#abc' in quotes is the color"),
    ("\n #fff ", 2, 2, "#fff begins a comment: '#fff' in quotes is the color"),
    ("#ffff\t--hold 3s", 1, 1, "#ffff begins a comment: '#ffff' in quotes is the color"),
    ("#add\r\n", 1, 1, "#add begins a comment: '#add' in quotes is the color"),
  ])
  func `say where they are wrong`(
    _ text: String, _ line: Int, _ column: Int, _ message: String
  ) {
    #expect(throws: Failure.usage("a.list:\(line):\(column): \(message)")) { try words(text) }
  }

  @Test func `know their positions in characters`() throws {
    let lines = try ListScanner.lines(of: Array("é 'b c' d\r\n\\\n  e f".utf8), in: nil)
    #expect(
      lines.joined().map(\.position.description)
        == ["stdin:1:1", "stdin:1:3", "stdin:1:9", "stdin:3:3", "stdin:3:5"])
  }

  @Test func `are bytes, whatever they mean`() throws {
    let bytes: [UInt8] = [0xFF, 0x20, 0xC3, 0x28, 0x0A]
    let lines = try ListScanner.lines(of: bytes, in: nil)
    #expect(lines.map { $0.map(\.bytes) } == [[[0xFF], [0xC3, 0x28]]])
    #expect(lines[0][1].position.column == 3)
  }

  @Test func `never end in a trap or a loop`() throws {
    var generator = SplitMix64(seed: 5)
    let pieces: [[UInt8]] =
      ["'", "\"", "\\", "#", "fff", " ", "\n", "\r", "-", "a", "\u{e9}"]
      .map { Array($0.utf8) } + [[0xFF], [0x80]]
    var read = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).flatMap { _ in
        pieces.randomElement(using: &generator) ?? []
      }
      guard let lines = try? ListScanner.lines(of: bytes, in: nil) else { continue }
      read += 1
      #expect(lines.allSatisfy { !$0.isEmpty })
    }
    #expect(read > 5000)
  }
}
