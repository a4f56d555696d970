import Foundation
import TestSupport
import Testing

/// The same bytes, whoever makes the frames, wherever and when.
@Suite struct DeterminismTests {
  private let shop: Workshop

  init() throws { shop = try Workshop(width: 61, height: 47) }

  @Test("E4: bytes depend on nothing but the job", arguments: OutputTypes.all)
  func bytesDependOnNothingButTheJob(_ type: String) throws {
    let started = Date()
    func render(_ folder: String, jobs: Int, environment: [String: String]) throws -> [Data] {
      let directory = shop.folder.file("")
      let job = ["--transitionfilter", "pagecurlwithshadow", "-c", "4", "-q", "--jobs", "\(jobs)"]
      let pictures = ["-s", directory + "a.png", "-d", directory + "b.png"]
      let elsewhere = try TemporaryFolder()
      let result = try BuiltTool.run(
        job + pictures + ["-o", directory + folder, "-b", "f", "-t", type], in: elsewhere,
        environment: environment)
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      return try (0..<4).map { try shop.bytes("\(folder)/f00\($0).\(type)") }
    }
    let expected = try render("one", jobs: 1, environment: ["LC_ALL": "C", "TZ": "UTC"])
    #expect(Set(expected).count > 2)
    // A date in a file would be another one by then.
    Thread.sleep(until: started + 2)
    let locales = GermanLocale.folder ?? ""
    for (jobs, language, zone) in [
      (2, "de_DE.UTF-8", "Asia/Tokyo"), (3, "tr_TR.UTF-8", "America/St_Johns"), (7, "C.UTF-8", ""),
    ] {
      let frames = try render(
        "\(jobs)", jobs: jobs,
        environment: ["LC_ALL": language, "TZ": zone, "LOCPATH": locales, "HOME": "/nowhere"])
      #expect(frames == expected, "\(jobs) jobs, \(language)")
    }
  }

  @Test(arguments: OutputTypes.all) func nothingOfLibvipsIsLeftAtTheEnd(_ type: String) throws {
    try shop.a.write(to: shop.folder.file("other.png"))
    for arguments in [
      ["-c", "5"], ["-c", "2", "--size", "20x30", "--fit", "contain", "--background", "#ffffff88"],
      ["-c", "2", "--backsideimage", "other.png", "--contact-sheet", "sheet.png"],
    ] {
      let result = try shop.render(
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

  @Test func nothingOfLibvipsIsLeftAfterAFailure() throws {
    try shop.bytes("a.png").prefix(90)
      .write(to: URL(fileURLWithPath: shop.folder.file("cut.png")))
    for (arguments, status) in [
      (["-d", "cut.png"], 65), (["-d", "no.png"], 66), (["--save-options", "x=1"], 64),
      (["--max-pixels", "9"], 65),
    ] {
      let result = try shop.render(
        "swipe", arguments, output: ["-o", "out", "-b", "f", "-t", "webp"],
        environment: ["VIPS_LEAK": "1"])
      #expect(result.status == status, "\(result.errors)")
      expectNoLeak(result.errors, lines: 1)
    }
  }
}
