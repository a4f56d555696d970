import TestSupport
import Testing

@testable import TransitionKit

/// Rows of an accordion fold, worked out by hand.
@Suite struct AccordionFoldTests {
  @Test func `takes as many whole rows as it is high, and leaves a row that it has passed empty`() {
    var fold = AccordionFoldTransition()
    fold.foldShadowAmount = 0
    let white: [UInt16] = [255, 255, 255]
    let target = Bitmap(width: 4, height: 8, uniform: white)
    let inputs = Inputs(
      source: target, target: target, sourceBounds: Rect(x: 0, y: 0, width: 4, height: 4),
      background: Color(1, 0, 0))
    // From 4 rows to 8: 5.4 and 5.6 of them are 6 rows of the frame, and the middle of the last
    // one lies within the picture at 5.6 only.
    for (time, isWithin) in [(0.35, false), (0.4, true)] {
      let frame = fold.frame(at: time, of: inputs).bitmap()
      let rows = (0..<8).map { frame.samples(column: 1, row: $0) }
      #expect(rows[..<2].allSatisfy { $0 == [255, 0, 0] })
      #expect(rows[2..<7].allSatisfy { $0 == white })
      // The target's lower edge is soft.
      #expect(isWithin ? rows[7][1] > 200 : rows[7] == [255, 0, 0])
    }
  }
}
