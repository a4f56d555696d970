import TestSupport
import Testing
import TransitionKit

/// What the tool prints of itself.
@Suite("The listings") struct ListingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("-l prints all names on one line, the original's first and in its order")
  func list() throws {
    let result = try BuiltTool.run(["-l"], in: folder)
    #expect(result.status == 0 && result.errors == "")
    let order = [
      "BarsSwipe", "Ripple", "Swipe", "CopyMachine", "DisintegrateWithMask", "Flash", "Dissolve",
      "Mod", "PageCurl", "PageCurlWithShadow", "AccordionFold",
    ]
    let names = Transitions.all.map { $0.description }
    #expect(result.output == names.joined(separator: " ") + "\n")
    #expect(names == order.map { "CI\($0)Transition" }.filter(names.contains))
    #expect(try BuiltTool.run(["--listtransitionfilters"], in: folder).output == result.output)
  }
}
