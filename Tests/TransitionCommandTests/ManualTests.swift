import Foundation
import Testing
import TransitionKit

@testable import TransitionCommand

@Suite struct ManualTests {
  static let manual = Manual.text

  @Test func thePageInTheRepositoryIsTheGeneratedOne() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../man/dotransition.1").standardized
    let page = try String(contentsOf: url, encoding: .utf8)
    // Compared here, so that a failure does not print both pages.
    let isCurrent = page == Self.manual
    #expect(isCurrent, "run: .build/release/dotransition --generate manual > man/dotransition.1")
  }

  @Test func nothingIsLeftOut() {
    for filter in Transitions.all {
      #expect(Self.manual.contains(".SS \"\(filter.name) (\(filter.alias))\"\n"))
    }
    for option in OptionDefinition.listed.flatMap(\.options) {
      let name = option.names[0].replacing("-", with: "\\-")
      #expect(Self.manual.contains("\\fB\(name)\\fR"), "\(option.names)")
    }
    for name in Easing.names { #expect(Self.manual.contains(name.replacing("-", with: "\\-"))) }
    for status in Failure.Status.allCases {
      #expect(Self.manual.contains("\n.B \(status.rawValue)\n"))
    }
  }

  @Test func isASCIIWithoutStrayRequests() {
    #expect(Self.manual.utf8.allSatisfy { $0 < 128 })
    let requests = [
      ".\\\"", ".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".BR", ".I", ".RI", ".EX", ".EE", ".br",
    ]
    for line in Self.manual.split(separator: "\n") where line.hasPrefix(".") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func groffHasNothingToSay() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("manual-\(UUID().uuidString).1")
    try Self.manual.write(to: url, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: url) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/groff")
    process.arguments = ["-man", "-ww", "-Tascii", "-z", url.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let data = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: data, as: UTF8.self) == "")
  }
}
