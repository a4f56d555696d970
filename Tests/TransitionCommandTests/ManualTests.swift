import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// The manual page.
@Suite struct ManualTests {
  static let manual = Manual.text

  @Test func `the page in the repository is the generated one`() throws {
    let page = try String(
      contentsOfFile: Repository.root + "/man/dotransition.1", encoding: .utf8)
    // Compared here, so that a failure does not print both pages.
    let isCurrent = page == Self.manual
    #expect(isCurrent, "run: .build/release/dotransition --generate manual > man/dotransition.1")
  }

  @Test func `nothing is left out`() {
    for filter in Filters.all {
      let names = [filter.alias] + (Filters.original(of: filter).map { [$0.name] } ?? [])
      #expect(Self.manual.contains(".SS \"\(names.joined(separator: ", "))\"\n"))
    }
    #expect(Self.manual.contains("(default: 40%; Core Image's: 300;"))
    for option in OptionDefinition.listed.flatMap(\.options) {
      let name = option.names[0].replacing("-", with: "\\-")
      #expect(Self.manual.contains("\\fB\(name)\\fR"), "\(option.names)")
    }
    for name in Easing.names { #expect(Self.manual.contains(name.replacing("-", with: "\\-"))) }
    for status in Failure.Status.allCases {
      #expect(Self.manual.contains("\n.B \(status.rawValue)\n"))
    }
  }

  @Test func `is ASCII, without stray requests`() {
    #expect(Self.manual.utf8.allSatisfy { $0 < 128 })
    let requests = [
      ".\\\"", ".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".BR", ".I", ".RI", ".IR", ".EX", ".EE",
      ".br",
    ]
    for line in Self.manual.split(separator: "\n") where line.hasPrefix(".") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }

  @Test(.needs("groff"))
  func `groff has nothing to say`() throws {
    let folder = try TemporaryFolder()
    try Self.manual.write(toFile: folder.file("page"), atomically: true, encoding: .utf8)
    let groff = try Subprocess(
      "/usr/bin/env", ["groff", "-man", "-ww", "-Tascii", "-z", "page"], in: folder.path
    ).outcome()
    #expect(groff.status == 0 && groff.errors == "", "\(groff.errors)")
  }
}
