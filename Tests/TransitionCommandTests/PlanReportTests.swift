import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

@Suite struct PlanReportTests {
  /// The plan of a command line that begins with a swipe between two pictures of 40x30.
  static func report(_ arguments: String..., asJSON: Bool = true) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder.file("a.png")
    try Bitmap(width: 40, height: 30, uniform: [9, 9, 9]).write(to: path)
    let settings = try Settings(
      ["--transitionfilter", "swipe", "-s", path, "-d", path, "--dry-run"] + arguments)
    return try PlanReport(Job(settings)).text(asJSON: asJSON)
  }

  private struct Plan: Decodable {
    struct Frame: Decodable, Equatable {
      let number: Int
      let file: String?
      let time: Double
      let eased: Double
    }
    struct Parameter: Decodable {
      let option: String
      let given: Bool
    }
    let filter: String
    let width: Int
    let height: Int
    let frames: [Frame]
    let parameters: [Parameter]
  }

  @Test func jsonHasEveryFrameAndParameter() throws {
    let text = try Self.report(
      "-o", "out", "-b", "f", "-c", "3", "--easing", "quad-in", "--angle", "2", "--frames", "1-")
    let plan = try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
    #expect(plan.filter == "CISwipeTransition")
    #expect(plan.width == 40 && plan.height == 30)
    #expect(
      plan.frames == [
        Plan.Frame(number: 1, file: "out/f001.tiff", time: 0.5, eased: 0.25),
        Plan.Frame(number: 2, file: "out/f002.tiff", time: 1, eased: 1),
      ])
    #expect(
      plan.parameters.map(\.option)
        == Filter(SwipeTransition.self).parameters.map { "--" + $0.option })
    #expect(plan.parameters.filter(\.given).map(\.option) == ["--angle"])
    #expect(text.contains("\"easing\": \"quad-in\""))
  }

  @Test func unsetExtentsAreThoseOfTheFrame() throws {
    let text = try Self.report("--size", "20x10", "-o", "out", "-b", "f", asJSON: false)
    #expect(text.contains("--extent       0,0,20,10 (the whole frame)"))
  }

  @Test func streamsHaveNoFiles() throws {
    let text = try Self.report("--output", "-", "--fps", "25")
    let plan = try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
    #expect(plan.frames.count == 30)
    #expect(plan.frames.allSatisfy { $0.file == nil })
    #expect(text.contains("\"fps\": \"25/1\""))
  }
}
