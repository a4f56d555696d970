import TestSupport
import Testing

@testable import TransitionKit

/// Pixels of a swipe, worked out by hand.
@Suite struct SwipeTests {
  /// The reds of a frame from black to white.
  private func reds(
    _ swipe: SwipeTransition, at time: Double, width: Int = 8, height: Int = 1
  ) -> [UInt16] {
    let black = Bitmap(width: width, height: height, uniform: [0, 0, 0])
    let white = Bitmap(width: width, height: height, uniform: [255, 255, 255])
    let frame = swipe.frame(at: time, of: Inputs(source: black, target: white)).bitmap()
    let samples = frame.samples
    return stride(from: 0, to: samples.count, by: 3).map { samples[$0] }
  }

  private func swipe(angle: Float, width: Float = 4) -> SwipeTransition {
    var swipe = SwipeTransition()
    (swipe.angle, swipe.width) = (angle, width)
    return swipe
  }

  // At time 1/2 the front is at 6 of 8 pixels and the band 4 wide: the pixels' shares of the target
  // are 1, 1, 7/8, 5/8, 3/8, 1/8, 0, 0 of the light.
  private let ramp: [UInt16] = [255, 255, 240, 207, 165, 99, 0, 0]

  @Test func `runs from left to right at angle 0, behind an even ramp of light`() {
    #expect(reds(swipe(angle: 0), at: 0.5) == ramp)
  }

  @Test func `runs from right to left at angle π`() {
    #expect(reds(swipe(angle: .pi), at: 0.5) == ramp.reversed())
  }

  @Test func `runs upward at angle π over 2, downward at -π over 2`() {
    let up = reds(swipe(angle: .pi / 2), at: 0.5, width: 1, height: 8)
    #expect(up == ramp.reversed())
    #expect(reds(swipe(angle: -.pi / 2), at: 0.5, width: 1, height: 8) == ramp)
  }

  @Test func `keeps its angle in a frame that is not square`() {
    // The front is perpendicular to (1, 1): pixels on a falling diagonal are alike.
    let frame = reds(swipe(angle: .pi / 4), at: 0.4, width: 8, height: 4)
    for row in 1..<4 {
      for column in 1..<8 {
        let difference = Int(frame[row * 8 + column]) - Int(frame[(row - 1) * 8 + column - 1])
        #expect(difference.magnitude <= 1)
      }
    }
    #expect(Set(frame).count > 4)
  }

  @Test func `crosses its extent only, and jumps outside of it`() {
    var swipe = swipe(angle: 0, width: 0.1)
    swipe.extent = Rect(x: 2, y: 0, width: 4, height: 1)
    // The edge is a pixel wide: its middle has just begun to cross the extent, or not quite ended.
    #expect(reds(swipe, at: 0.001) == [255, 250, 0, 0, 0, 0, 0, 0])
    #expect(reds(swipe, at: 0.5) == [255, 255, 255, 255, 0, 0, 0, 0])
    #expect(reds(swipe, at: 0.98) == [255, 255, 255, 255, 255, 251, 0, 0])
  }

  @Test func `is never sharper than a pixel`() {
    // The middle of the band, at 3.25, is where the front's is that is a tenth of a pixel wide.
    let time = (3.25 + 0.05) / 8.1
    #expect(reds(swipe(angle: 0, width: 0.1), at: time) == [255, 255, 255, 137, 0, 0, 0, 0])
    #expect(reds(swipe(angle: .pi, width: 0.1), at: time) == [0, 0, 0, 0, 137, 255, 255, 255])
  }

  @Test func `crosses the whole frame where its extent has no area`() {
    var empty = swipe(angle: 0)
    empty.extent = Rect(x: 5, y: 5, width: 0, height: 10)
    #expect(reds(empty, at: 0.5) == ramp)
  }

  @Test func `shows nothing but its color in the middle of the band at full opacity`() {
    var swipe = swipe(angle: 0)
    (swipe.color, swipe.opacity) = (Color(0.2, 1, 0), 1)
    let black = Bitmap(width: 8, height: 1, uniform: [0, 0, 0])
    let inputs = Inputs(source: black, target: black)
    // The front is at 4.5: the middle of the band lies on pixel 2, a quarter of it on pixels 1, 3.
    let frame = swipe.frame(at: 0.375, of: inputs).bitmap()
    #expect(frame.samples(column: 2, row: 0) == [51, 255, 0])
    #expect(frame.samples(column: 1, row: 0) == frame.samples(column: 3, row: 0))
    // Half of the light.
    #expect(frame.samples(column: 3, row: 0)[1] == 188)
    #expect(frame.samples(column: 5, row: 0) == [0, 0, 0])
  }

  @Test func `moves without jumps by less than a pixel at a time`() {
    var last = reds(swipe(angle: 0, width: 3), at: 0)
    for step in 1...1000 {
      let next = reds(swipe(angle: 0, width: 3), at: Double(step) / 1000)
      #expect(zip(last, next).allSatisfy { $0 <= $1 })
      // One step moves the front by 11/1000 pixels: 0.4 % of the light of a pixel.
      let light = zip(last, next).map {
        Reference.decode(Double($1) / 255, .linear) - Reference.decode(Double($0) / 255, .linear)
      }
      #expect(light.allSatisfy { $0 < 0.012 })
      last = next
    }
  }
}
