import Foundation
import Testing
import TransitionKit

@testable import TransitionCommand

/// What --help and -h print.
@Suite struct HelpTests {
  static let help = Help.text

  @Test(arguments: [Help.screen, Help.text]) func `commands to copy lead`(_ help: String) {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).prefix(8)
    #expect(lines.filter { $0.hasPrefix("  dotransition ") }.count == 3)
    #expect(
      lines.first { $0.hasPrefix("  ") } == "  dotransition a.jpg b.jpg -o film.mp4")
  }

  @Test func `no line is longer than a terminal`() {
    for line in Self.help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for filter in Filters.all + Filters.listed {
      for line in Help.text(of: filter).split(separator: "\n") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test func `short help fits a screen and leads on`() {
    let lines = Help.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 45)
    for line in lines { #expect(line.count <= 80, "\(line)") }
    #expect(lines.filter { $0.firstMatch(of: /^  --?[a-z]+ [A-Z]/) != nil }.count >= 10)
    let words = Set(Help.screen.split(whereSeparator: \.isWhitespace).map(String.init))
    for name in Filters.builtInNames { #expect(words.contains(name)) }
    for way in ["--help", "-l", "man"] { #expect(words.contains(way)) }
  }

  @Test func `every transition has a line`() {
    let parts = Help.transitions.split(separator: "\n\n")
    let lines = parts[0].split(separator: "\n")
    // And the cut.
    #expect(lines.count == Filters.shortNames.count + 1)
    #expect(parts.count == 1 + Preset.Group.allCases.count)
    for (part, group) in zip(parts.dropFirst(), Preset.Group.allCases) {
      let names = part.split(whereSeparator: \.isWhitespace).map(String.init)
      #expect(part.hasPrefix(group.rawValue + ":\n"))
      let presets = Preset.all.filter { $0.group == group }.map(\.name)
      #expect(names.suffix(presets.count) == presets[...])
      for line in part.split(separator: "\n") { #expect(line.count <= 78, "\(line)") }
    }
    for (line, filter) in zip(lines, Filters.all) {
      #expect(line.hasPrefix(filter.alias + " ") && line.hasSuffix(" " + filter.summary))
      #expect(line.count <= 78, "\(line)")
    }
  }

  @Test func `comes in the order in which it is needed`() throws {
    let order = [
      "Pictures and transitions:", "Time:", "Output:", "Size and color:",
      "Numbered frames, and parts of a show:", "Streams:", "Reports and running:", "Help:",
      "As in the original:",
    ]
    let positions = try order.map { try #require(Self.help.firstRange(of: "\n\($0)\n")).lowerBound }
    #expect(positions == positions.sorted())
  }

  @Test func `every filter and parameter is there`() {
    for filter in Filters.all {
      let text = Help.text(of: filter)
      #expect(Self.help.contains("  \(filter.alias) "))
      for parameter in filter.parameters {
        #expect(text.contains(parameter.synopsis))
        // Told as it is typed.
        if let written = parameter.defaultText {
          let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          #expect(words.contains("(default: \(written.text)"))
        }
      }
    }
  }

  @Test(arguments: Preset.all.map(\.name)) func `a preset's help has its values`(_ name: String)
    throws
  {
    let named = try Filters.named(name)
    let preset = try #require(named.preset)
    let text = Help.text(of: named)
    #expect(text.hasPrefix("\(name), a preset of \(named.filter.name)"))
    #expect(text.contains("  \(preset.command)\n"))
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for (parameter, value) in preset.parameters {
      #expect(words.contains("(default: \(value)"), "\(parameter)")
    }
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `every option has a sentence`() {
    let groups = OptionDefinition.listed
    #expect(groups.map(\.group) == OptionDefinition.Group.allCases.dropLast())
    for option in groups.flatMap(\.options) {
      #expect(option.sentence.hasSuffix("."), "\(option.names)")
      #expect(option.names.contains { $0.hasPrefix("--") } || option.name == "h")
    }
  }

  @Test func `hidden and inverted options are not listed`() {
    let names = OptionDefinition.listed.flatMap(\.options).flatMap(\.names)
    #expect(!names.contains("--generate"))
    #expect(!names.contains("--no-verbose"))
    #expect(names.contains("--[no-]verbose"))
    #expect(names.contains("--no-overwrite"))
    #expect(Set(names).count == names.count)
  }

  @Test func `examples are command lines that can be run`() throws {
    for (command, sentence) in Array(Help.examples) + Help.moreExamples {
      // A folder, sequences, films and music would have to be there.
      let line = command.replacing("holiday/", with: "a.jpg b.jpg")
        .replacing("'a/plate.%04d.png' 'b/plate.%04d.png'", with: "a.jpg b.jpg")
        .replacing("walk.mp4 black boat.mp4", with: "a.jpg black b.jpg")
        .replacing("--music song.mp3 ", with: "")
        .replacing("'cut.%04d.png'", with: "cut.%04d.png")
        .split(separator: " | ")[0].split(separator: " ").map(String.init)
      #expect(line[0] == "dotransition")
      _ = try Job(Settings(Array(line.dropFirst())))
      #expect(sentence.hasSuffix("."))
    }
  }
}
