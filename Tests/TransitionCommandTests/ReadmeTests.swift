import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// What the front page says.
@Suite struct ReadmeTests {
  private let text: String

  init() throws {
    text = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
  }

  @Test func `the gallery shows all transitions as they are declared`() throws {
    let part = text.split(separator: "<!-- gallery").dropFirst().first ?? ""
    var cells: [Family: [String]] = [:]
    var family = Family.mixes
    for row in part.split(separator: "\n").dropFirst(3) {
      let fields = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let heading = try #require(fields.first).trimmingCharacters(in: ["*"])
      if !heading.isEmpty { family = try #require(Family(rawValue: heading)) }
      cells[family, default: []] += fields.dropFirst().filter { !$0.isEmpty }
    }
    #expect(cells.count == Family.allCases.count)
    for (family, cells) in cells {
      let expected = Filters.all.filter { $0.family == family }.map {
        "![\($0.alias)](Examples/gallery/\($0.alias).webp)<br>**\($0.alias)**: \($0.summary)"
      }
      #expect(cells == expected, "build for release, then run: sh Examples/gallery.sh")
    }
    #expect(cells.values.reduce(0) { $0 + $1.count } == Filters.all.count)
    #expect(part.hasSuffix("-->\n" + Gallery.text + "\n"), "run: sh Examples/gallery.sh")
  }

  @Test(arguments: Filters.builtInNames)
  func `has an animation of every transition`(_ name: String) throws {
    let path = Repository.root + "/Examples/gallery/\(name).webp"
    let picture = try Bitmap(readingFrom: path)
    #expect(picture.width == 320 && picture.height == 180)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.count < 150_000, "too large for a front page")
    // The chunk that begins each frame of an animation.
    #expect(bytes.ranges(of: Data("ANMF".utf8)).count > 10)
  }

  @Test func `is short, and begins with what one gets`() {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 221)
    #expect(lines.prefix(36).joined().matches(of: /!\[/).count == 7)
    #expect(
      lines.first { $0.hasPrefix("dotransition ") }
        == "dotransition @Examples/lake.list -o lake.mp4")
  }

  @Test func `shows the list of its first film`() throws {
    let list = try String(
      contentsOfFile: Repository.root + "/Examples/lake.list", encoding: .utf8)
    #expect(text.contains("```\n\(list)```\n"))
    #expect(list.split(separator: "\n").count == 7)
  }

  @Test func `the section on installing names what builds the tool and what tests it`() throws {
    let section = try #require(
      text.split(separator: "## Install\n").last?.split(separator: "\n## ").first)
    let tests = "sh Tests/run.sh"
    for command in ["sh Examples/quickstart.sh", tests] {
      #expect(section.contains(command))
      #expect(FileManager.default.fileExists(atPath: Repository.root + "/" + command.dropFirst(3)))
    }
    let path = Repository.root + "/.ci/run"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.last == "exec \(tests)")
  }

  @Test func `names only options that exist`() throws {
    let section = try #require(
      text.split(separator: "## Options").last?.split(separator: "\n## ").first)
    let help = Help.text
    for option in section.matches(of: /`(--?[a-z-]+)`/).map({ String($0.1) }) {
      let isThere = help.contains(option + " ") || help.contains(option + ",")
      #expect(isThere, "\(option)")
    }
  }
}
