import Foundation
import TestSupport
import Testing

/// The same bytes, whoever makes the frames, wherever and when.
@Suite struct DeterminismTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 61, height: 47) }

  /// The frames of every type, by their names.
  private func render(_ folder: String, jobs: Int, environment: [String: String]) throws
    -> [String: Data]
  {
    let directory = sandbox.folder.file("")
    let pictures = ["-s", directory + "a.png", "-d", directory + "b.png"]
    let elsewhere = try Sandbox()
    for type in OutputTypes.all {
      let result = try elsewhere.run(
        ["--transitionfilter", "pagecurlwithshadow", "-c", "4", "-q", "--jobs", "\(jobs)"]
          + pictures + ["-o", directory + folder, "-b", "f", "-t", type],
        environment: environment)
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }
    let names = try sandbox.names(in: folder)
    #expect(names.count == 4 * OutputTypes.all.count)
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try sandbox.bytes("\(folder)/\($0)")) })
  }

  private func expectSame(_ frames: [String: Data], _ expected: [String: Data]) {
    let different = expected.keys.filter { frames[$0] != expected[$0] }
    #expect(different.isEmpty)
  }

  @Test func `bytes depend on nothing but the job`() throws {
    let expected = try render("one", jobs: 1, environment: ["LC_ALL": "C", "TZ": "UTC"])
    #expect(Set(expected.values).count > 2 * OutputTypes.all.count)
    // A date in a file would be another one by then.
    Thread.sleep(forTimeInterval: 1)
    for (jobs, zone) in [(2, "Asia/Tokyo"), (7, "America/St_Johns")] {
      let environment = ["LC_ALL": "C.UTF-8", "TZ": zone, "HOME": "/nowhere"]
      expectSame(try render("\(jobs)", jobs: jobs, environment: environment), expected)
    }
  }

  @Test(TestLocales.areThere, arguments: TestLocales.names)
  func `bytes do not depend on the locale`(_ name: String) throws {
    let expected = try render("one", jobs: 2, environment: ["LC_ALL": "C"])
    expectSame(try render("other", jobs: 2, environment: TestLocales.environment(name)), expected)
  }

  @Test(arguments: OutputTypes.all) func `libvips holds no object at the end`(_ type: String) throws
  {
    try sandbox.a.write(to: sandbox.folder.file("other.png"))
    for arguments in [
      ["-c", "5"], ["-c", "2", "--size", "20x30", "--fit", "contain", "--background", "#ffffff88"],
      ["-c", "2", "--backsideimage", "other.png", "--contact-sheet", "sheet.png"],
    ] {
      let result = try sandbox.render(
        "pagecurl", arguments + ["-q"], output: ["-o", "out", "-b", "f", "-t", type],
        environment: ["VIPS_LEAK": "1"])
      #expect(result.status == 0, "\(result.errors)")
      expectNoLeak(result.errors, lines: 0)
    }
  }

  /// Expects libvips' report, after some lines of the tool, to name no objects.
  private func expectNoLeak(_ errors: String, lines: Int) {
    // It tells how much was used, and then of each object that is left that it is alive.
    #expect(errors.contains("memory: high-water mark") && !errors.contains("alive"), "\(errors)")
    #expect(errors.split(separator: "\n").filter { $0.hasPrefix("dotransition: ") }.count == lines)
  }

  @Test func `libvips holds no object after a failure`() throws {
    try sandbox.bytes("a.png").prefix(90)
      .write(to: URL(fileURLWithPath: sandbox.folder.file("cut.png")))
    for (arguments, status) in [
      (["-d", "cut.png", "-c", "5"], 65), (["-d", "no.png"], 66), (["--save-options", "x=1"], 64),
      (["--max-pixels", "9"], 65),
    ] {
      let result = try sandbox.render(
        "swipe", arguments, output: ["-o", "out", "-b", "f", "-t", "webp"],
        environment: ["VIPS_LEAK": "1"])
      #expect(result.status == status, "\(result.errors)")
      expectNoLeak(result.errors, lines: 1)
    }
  }
}
