import TestSupport
import Testing

@testable import TransitionKit

@Suite struct CloudNoiseTests {
  private func clouds(_ width: Int, _ height: Int) -> [[Float]] {
    let layout = FrameLayout(width: width, height: height, format: .rgb8, workingSpace: .linear)
    let plane = CloudNoise.plane(for: layout, nil)
    return (0..<height).map { row in (0..<width).map { plane[$0, row] } }
  }

  @Test(arguments: [(640, 360), (360, 640), (300, 300), (997, 113)])
  func `has as many values in each tenth`(size: (Int, Int)) {
    var counts = [Int](repeating: 0, count: 10)
    for value in clouds(size.0, size.1).joined() { counts[min(Int(value * 10), 9)] += 1 }
    for count in counts {
      let share = Double(count) / Double(size.0 * size.1)
      #expect(abs(share - 0.1) < 0.01, "\(counts)")
    }
  }

  @Test func `looks the same in every size`() {
    let (small, large) = (clouds(256, 144), clouds(1024, 576))
    var sum: Float = 0
    for row in 0..<144 {
      for column in 0..<256 {
        let mean =
          (0..<4).map { y in large[4 * row + y][4 * column..<4 * column + 4].reduce(0, +) }
          .reduce(0, +) / 16
        sum += (small[row][column] - mean).magnitude
      }
    }
    #expect(sum / (144 * 256) < 0.02, "\(sum / (144 * 256))")
  }

  @Test func `varies as much across as down`() {
    let rows = clouds(360, 360)
    var (across, down): (Float, Float) = (0, 0)
    for row in 1..<360 {
      for column in 1..<360 {
        across += (rows[row][column] - rows[row][column - 1]).magnitude
        down += (rows[row][column] - rows[row - 1][column]).magnitude
      }
    }
    #expect(abs(across / down - 1) < 0.1, "\(across / down)")
  }

  @Test(arguments: [(1, 9), (9, 1), (1, 1), (3000, 2), (5, 5)])
  func `is there in any size`(size: (Int, Int)) {
    #expect(clouds(size.0, size.1).joined().allSatisfy { (0...1).contains($0) })
  }
}
