import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// What --dry-run prints.
@Suite struct PlanReportTests {
  /// The plan of a command line that begins with a swipe between two pictures of 40x30.
  static func report(
    _ arguments: String..., asJSON: Bool = true, listsFrames: Bool = true
  ) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder.file("a.png")
    try Bitmap(width: 40, height: 30, uniform: [9, 9, 9]).write(to: path)
    let settings = try Settings(
      ["--transitionfilter", "swipe", "-s", path, "-d", path, "--dry-run"] + arguments)
    var bytes: [UInt8] = []
    let opened = try OpenedShow(Job(settings))
    try PlanReport(opened: opened, hasAlpha: opened.hasAlpha()).write(
      asJSON: asJSON, listsFrames: listsFrames
    ) {
      part throws(Failure) in
      bytes += part
      return true
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private struct Plan: Decodable {
    struct Frame: Decodable, Equatable {
      let number: Int
      let file: String?
      let time: Double
      let eased: Double
    }
    struct Parameter: Decodable {
      let unit: String
      let given: String?
    }
    struct Step: Decodable {
      let filter: String
      let parameters: [String: Parameter]
      let count: String
      let easing: String
      let first: Int
      let last: Int
    }
    struct Picture: Decodable {
      struct Hold: Decodable {
        let frames: Int
        let seconds: Double
      }
      let path: String
      let width: Int
      let hold: Hold
      let first: Int
    }
    let filter: String
    let width: Int
    let height: Int
    let frames: [Frame]
    let pictures: [Picture]
    let steps: [Step]
    let remarks: [String]
  }

  @Test func `JSON has every frame and parameter`() throws {
    let text = try Self.report(
      "-o", "out", "-b", "f", "-c", "3", "--easing", "quad-in", "--angle", "2", "--frames", "1-")
    let plan = try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
    #expect(plan.filter == "swipe")
    #expect(plan.width == 40 && plan.height == 30)
    #expect(
      plan.frames == [
        Plan.Frame(number: 1, file: "out/f001.tiff", time: 0.5, eased: 0.25),
        Plan.Frame(number: 2, file: "out/f002.tiff", time: 1, eased: 1),
      ])
    let step = try #require(plan.steps.first)
    #expect(plan.steps.count == 1 && step.filter == "swipe")
    #expect(
      Set(step.parameters.keys) == Set(Filter(SwipeTransition.self).parameters.map(\.option)))
    #expect(step.parameters.filter { $0.value.given != nil }.map(\.key) == ["angle"])
    #expect(step.parameters["angle"]?.given == "2" && step.parameters["angle"]?.unit == "radians")
    #expect(step.count == "3" && step.easing == "quad-in" && step.first == 1 && step.last == 1)
    #expect(plan.pictures.map(\.first) == [0, 2])
    #expect(plan.pictures.map(\.hold.frames) == [1, 1] && plan.pictures[0].width == 40)
    #expect(text.contains("\"easing\": \"quad-in\""))
  }

  @Test func `unset extents are those of the frame`() throws {
    let text = try Self.report("--size", "20x10", "-o", "out", "-b", "f", asJSON: false)
    #expect(text.contains(":extent=0,0,20,10:"))
  }

  @Test func `a picture and a step are a line each`() throws {
    let text = try Self.report(
      "-o", "out", "--hold", "2s", "-c", "1s", "--loop", asJSON: false, listsFrames: false)
    let lines = text.split(separator: "\n").suffix(5)
    let swipe = "  swipe:angle=0:width=12:color=1,1,1,1:extent=0,0,40,30:opacity=0"
    #expect(lines.first == "at       length  frames   picture or transition")
    #expect(lines.dropFirst().first?.hasPrefix("0:00.00  2.0 s   0-59     /") == true)
    #expect(lines.dropFirst(2).first == "0:02.00  1.0 s   60-89    \(swipe)")
    #expect(lines.last == "0:05.00  1.0 s   150-179  \(swipe)")
    #expect(text.hasPrefix("show           2 pictures, 2 transitions, 180 frames, 6.0 s\n"))
  }

  @Test func `a single time has no frames of a show`() throws {
    let text = try Self.report(
      "-o", "o.png", "--time", "0.25", asJSON: false, listsFrames: false)
    #expect(text.contains("\n0.25          0         swipe:angle=0:"))
  }

  @Test func `streams have no files`() throws {
    let text = try Self.report("--output", "-", "--fps", "25")
    let plan = try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
    #expect(plan.frames.count == 30)
    #expect(plan.frames.allSatisfy { $0.file == nil })
    #expect(text.contains("\"fps\": \"25/1\""))
  }

  @Test func `frames are lined up`() throws {
    let text = try Self.report(
      "-o", "o%\u{e9}", "-b", "f\"", "-c", "4", "--easing", "quad-in", asJSON: false)
    #expect(
      text.hasSuffix(
        """


        frame  time      eased     file
        0      0         0         o%\u{e9}/f"000.tiff
        1      0.333333  0.111111  o%\u{e9}/f"001.tiff
        2      0.666667  0.444444  o%\u{e9}/f"002.tiff
        3      1         1         o%\u{e9}/f"003.tiff

        """))
    let stream = try Self.report("--output", "-", "-c", "21", "--frames", "1", asJSON: false)
    #expect(stream.hasSuffix("\n\nframe  time      eased\n1      0.05      0.05\n"))
    let one = try Self.report("--output", "o.png", "--time", "0.5", asJSON: false)
    #expect(one.hasSuffix("\n0      0.5       0.5       o.png\n"))
  }

  @Test func `JSON is written as a whole`() throws {
    let text = try Self.report(
      "-o", "o\u{e9}", "-b", "f\"\\", "-c", "3", "--easing", "quad-in", "--padding", "5")
    #expect(
      text.hasSuffix(
        """
            {
              "number": 1,
              "file": "o\u{e9}/f\\"\\\\00001.tiff",
              "step": 0,
              "time": 0.5,
              "eased": 0.25
            },
            {
              "number": 2,
              "file": "o\u{e9}/f\\"\\\\00002.tiff",
              "picture": 1,
              "time": 1,
              "eased": 1
            }
          ]
        }

        """))
    let none = try Self.report("-o", "o", "-b", "f", "-c", "3", "--shard", "1/9")
    #expect(none.hasSuffix("  \"frames\": [\n\n  ]\n}\n"))
    let one = try Self.report("--output", "o.png", "--time", "0.5")
    #expect(one.contains("\"file\": \"o.png\",\n      \"step\": 0,\n      \"time\": 0.5,\n"))
  }

  @Test(arguments: [false, true]) func `is written in parts, until nobody reads`(_ asJSON: Bool)
    throws
  {
    let folder = try TemporaryFolder()
    try Bitmap(width: 4, height: 3, uniform: [9, 9, 9]).write(to: folder.file("a.png"))
    let settings = try Settings(
      ["--transitionfilter", "swipe", "-s", folder.file("a.png"), "-d", folder.file("a.png")]
        + ["-o", "out", "-b", "f", "-c", "1000000"])
    let opened = try OpenedShow(Job(settings))
    let report = try PlanReport(opened: opened, hasAlpha: opened.hasAlpha())
    var sizes: [Int] = []
    try report.write(asJSON: asJSON, listsFrames: true) { part throws(Failure) in
      sizes.append(part.count)
      return sizes.count < 5
    }
    #expect(sizes.count == 5)
    #expect(sizes.allSatisfy { $0 < 1 << 17 })
  }
}
