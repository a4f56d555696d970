import Foundation
import TestSupport
import Testing
import TransitionKit

/// Names, folders and faults.
@Suite struct FileTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func arguments(_ source: String = "a.png", _ target: String = "b.png") -> [String] {
    ["--transitionfilter", "swipe", "-c", "2", "-s", source, "-d", target]
  }

  @Test func mayLieInTheHomeFolder() throws {
    let result = try sandbox.run(
      arguments("~/a.png", "~/b.png") + ["-o", "~/out", "-b", "f", "-t", "png"],
      environment: ["HOME": sandbox.folder.path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "out"])
    #expect(try sandbox.folder.contents(of: "out").count == 2)
  }

  @Test func isNamedByAPatternFoldersAndAll() throws {
    let result = try sandbox.run(arguments() + ["--output", "x/y/50%%_%04d.png"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.folder.contents(of: "x/y") == ["50%_0000.png", "50%_0001.png"])
  }

  @Test(
    arguments: [
      ["--output", "f.png"], ["--output", "f_%04d"], ["--output", "f_%s.png"], ["--output", ""],
      ["--output", "%d.png", "-o", "out"], ["--output", "%d.png", "-b", "f"],
      ["--output", "%d.png", "-t", "jpg"], ["--output", "%d.xyz"], ["-o", "out", "-b", "a/b"],
      ["-o", "", "-b", "f"], ["-o", "out", "-b", ""],
    ])
  func isNotNamedByHalfAPattern(output: [String]) throws {
    try sandbox.expectFailure(64, of: arguments() + output)
  }

  @Test func isReplacedWholeByALaterRun() throws {
    for _ in 0..<2 {
      let result = try sandbox.run(arguments() + ["-o", "out", "-b", "f", "-t", "png"])
      #expect(result.status == 0)
    }
    #expect(try sandbox.folder.contents(of: "out") == ["f000.png", "f001.png"])
  }

  @Test func cannotBeCreatedBelowAnotherFile() throws {
    try sandbox.expectFailure(73, "a.png/out", of: arguments() + ["-o", "a.png/out", "-b", "f"])
    try sandbox.expectFailure(73, "a.png", of: arguments() + ["-o", "a.png", "-b", "f"])
  }
}
