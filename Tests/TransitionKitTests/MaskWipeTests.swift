import Foundation
import TestSupport
import Testing

@testable import TransitionKit

@Suite struct MaskWipeTests {
  /// A source of blacks and a target of whites of 16 bits, which show the parts to a 65535th.
  private func inputs(_ width: Int, _ height: Int) -> Inputs {
    func picture(_ sample: UInt16) -> Bitmap {
      Bitmap(
        width: width, height: height, format: .rgb16, workingSpace: .srgb,
        uniform: [sample, sample, sample])
    }
    return Inputs(source: picture(0), target: picture(65535))
  }

  /// The values of a mask, as means over pixels that a leap goes through.
  private func values(_ mask: BuiltInMask, _ width: Int, _ height: Int) -> [[Float]] {
    let values = mask.values(for: inputs(width, height).layout)
    return (0..<height).map { row in
      (0..<width).map { column in
        let value = values.plane[column, row]
        guard let leaps = values.leaps else { return value }
        return value + (leaps.beyond[column, row] - value) * leaps.shares[column, row]
      }
    }
  }

  @Test(arguments: [0, 0.01, 0.1, 1] as [Float], [false, true])
  func `follows its formula on a ramp of 16 bits`(softness: Float, inverted: Bool) {
    let width = 4099
    let codes = (0..<width).map { UInt16($0 * 65535 / (width - 1)) }
    var wipe = MaskWipeTransition()
    wipe.maskImage = .picture(
      Bitmap(width: width, height: 1, format: .rgb16, samples: codes.flatMap { [$0, $0, $0] }))
    (wipe.softness, wipe.invert) = (softness, inverted)
    let inputs = inputs(width, 1)
    let masks = codes.map { inverted ? 1 - Double($0) / 65535 : Double($0) / 65535 }
    for time in [0.001, 0.3, 0.5, 0.77, 0.999] {
      let samples = wipe.prepared(for: inputs.layout).frame(at: time, of: inputs).bitmap().samples
      var worst = 0.0
      for (column, m) in masks.enumerated() {
        let change = abs(m - masks[column > 0 ? column - 1 : 0])
        let s = max(Double(softness), change, 1.0 / 65536)
        let u = min(max((time * (1 + s) - m) / s, 0), 1)
        worst = max(worst, abs(u * u * (3 - 2 * u) - Double(samples[3 * column]) / 65535))
      }
      // An edge of a pixel multiplies the rounding of single precision.
      #expect(worst < (softness < 0.01 ? 0.005 : 0.0005), "at \(time): \(worst)")
    }
  }

  @Test func `takes a color by its luminance, encoded`() {
    let inputs = inputs(3, 1)
    let mask = Mask.picture(
      Bitmap(width: 3, height: 1, format: .rgb8, samples: [255, 0, 0, 0, 255, 0, 77, 77, 77]))
    let plane = mask.values(for: inputs.layout, .encoded).plane
    // The grays as bright as pure red and pure green.
    #expect(abs(plane[0, 0] - Float(WorkingSpace.linear.encode(0.2126))) < 1e-4)
    #expect(abs(plane[1, 0] - Float(WorkingSpace.linear.encode(0.7152))) < 1e-4)
    #expect(plane[2, 0] == Float(77) / 255)
  }

  @Test(arguments: BuiltInMask.allCases)
  func `has built-in masks from 0 to 1 with every value between`(mask: BuiltInMask) {
    for (width, height) in [(320, 180), (180, 320), (240, 240)] {
      let all = values(mask, width, height).flatMap(\.self)
      #expect(all.allSatisfy { (0...1).contains($0) })
      let (least, greatest) = (all.min() ?? 1, all.max() ?? 0)
      #expect(least < 0.03 && greatest > 0.97, "\(width)x\(height): \(least), \(greatest)")
      var shares = [Double](repeating: 0, count: 16)
      for value in all { shares[min(Int(value * 16), 15)] += 16 / Double(all.count) }
      // What moves in lines covers the frame evenly, but for whole pixels; turning and opening
      // shapes cover more of it at some times than at others.
      let even: [BuiltInMask] = [.linear, .barndoor, .blinds, .checker, .spiral, .clouds, .pixels]
      let low = even.contains(mask) ? 0.6 : mask == .clock ? 0.4 : 0.02
      #expect(shares.allSatisfy { $0 > low }, "\(width)x\(height): \(shares)")
    }
  }

  @Test(arguments: [BuiltInMask.blinds, .clock, .spiral, .iris, .star, .diamond])
  func `has smooth edges`(mask: BuiltInMask) {
    let inputs = inputs(241, 181)
    var wipe = MaskWipeTransition()
    wipe.maskImage = .builtIn(mask)
    wipe.softness = 0
    wipe.angle = 0.4
    wipe.repeat = 5
    let prepared = wipe.prepared(for: inputs.layout)
    for time in [0.4, 0.5, 0.6] {
      let samples = prepared.frame(at: time, of: inputs).bitmap().samples
      var (edges, steps) = (0, 0)
      for row in 0..<181 {
        let parts = (0..<241).map { Float(samples[3 * (row * 241 + $0)]) / 65535 }
        // An edge between this pixel and the one after the next; a step if none is gray.
        for column in 0..<239 where abs(parts[column] - parts[column + 2]) > 0.95 {
          let gray = parts[column...column + 2].contains { (0.05...0.95).contains($0) }
          (edges, steps) = (edges + 1, steps + (gray ? 0 : 1))
        }
      }
      #expect(edges > 30 && 4 * steps < 3 * edges, "\(steps) of \(edges) at \(time)")
    }
  }

  @Test(arguments: [
    BuiltInMask.linear, .iris, .box, .diamond, .barndoor, .star, .heart,
  ])
  func `grows evenly from where it begins`(mask: BuiltInMask) {
    let plane = values(mask, 321, 181)
    // To the right and, where that is another way, down and diagonally.
    let (x, y) = mask == .linear ? (0, 90) : (160, 90)
    for (right, down) in [(1, 0), (0, 1), (1, 1)] {
      let ray = (0..<90).map { plane[y + down * $0][x + right * $0] }
      let steps = zip(ray, ray.dropFirst()).map { $1 - $0 }
      let (least, greatest) = (steps.min() ?? 0, steps.max() ?? 0)
      #expect(least >= -1e-6 && greatest - least < 1e-4, "\(right), \(down)")
    }
  }

  @Test(arguments: [
    BuiltInMask.iris, .box, .diamond, .barndoor, .star, .heart,
  ])
  func `is the same on the left and on the right`(mask: BuiltInMask) {
    for row in values(mask, 96, 54) {
      for (left, right) in zip(row, row.reversed()) { #expect(abs(left - right) < 1e-5) }
    }
  }

  @Test func `runs a clock from the top clockwise`() {
    let clock = values(.clock, 101, 101)
    #expect(clock[10][49] > 0.99 && clock[10][51] < 0.01)
    // The mean of both sides.
    #expect(abs(clock[10][50] - 0.5) < 0.001)
    #expect(abs(clock[50][90] - 0.25) < 0.001)
    #expect(abs(clock[90][50] - 0.5) < 0.001)
    #expect(abs(clock[50][10] - 0.75) < 0.001)
  }

  @Test func `moves a line as swipe does`() {
    let inputs = inputs(120, 70)
    for angle in [0, 1, .pi / 2, 4] as [Float] {
      var (wipe, swipe) = (MaskWipeTransition(), SwipeTransition())
      (wipe.maskImage, wipe.angle, wipe.softness) = (.builtIn(.linear), angle, 0.2)
      let (near, far) = inputs.frame.projection(on: Point(angle: angle))
      (swipe.angle, swipe.width) = (angle, 0.2 * (far - near))
      let (a, b) = (
        wipe.frame(at: 0.4, of: inputs).bitmap().samples,
        swipe.frame(at: 0.4, of: inputs).bitmap().samples
      )
      let worst =
        zip(a, b).map { a, b -> Double in
          let u = Double(b) / 65535
          return abs(Double(a) / 65535 - u * u * (3 - 2 * u))
        }.max() ?? 1
      #expect(worst < 0.001, "at \(angle): \(worst)")
    }
  }

  @Test(arguments: BuiltInMask.allCases)
  func `shows more of the target all the time`(mask: BuiltInMask) {
    let inputs = inputs(64, 48)
    var wipe = MaskWipeTransition()
    wipe.maskImage = .builtIn(mask)
    let prepared = wipe.prepared(for: inputs.layout)
    var last = [UInt16](repeating: 0, count: 64 * 48 * 3)
    for time in stride(from: 0.05, to: 1, by: 0.05) {
      let samples = prepared.frame(at: time, of: inputs).bitmap().samples
      // A step of 16 bits is left for rounding.
      #expect(zip(last, samples).allSatisfy { $0 <= $1 || $0 - $1 <= 1 }, "at \(time)")
      last = samples
    }
  }

  private static let folder = Repository.root + "/Tests/TransitionKitTests/Goldens/Masks"

  @Test(arguments: BuiltInMask.allCases) func `looks as it did`(mask: BuiltInMask) throws {
    let gray = Bitmap(
      width: 96, height: 72, format: .rgb8,
      samples: values(mask, 96, 72).flatMap(\.self).flatMap { value -> [UInt16] in
        let sample = UInt16((value * 255).rounded())
        return [sample, sample, sample]
      })
    let inputs = Inputs(codedWidth: 96, height: 72)
    var wipe = MaskWipeTransition()
    wipe.maskImage = .builtIn(mask)
    let frames = [0.3, 0.6].map { wipe.frame(at: $0, of: inputs).bitmap() }
    let picture = Bitmap(sideBySide: [gray] + frames)
    let mismatch = try GoldenImage(mask.rawValue, in: Self.folder).mismatch(with: picture)
    if let mismatch { Issue.record("\(mismatch)") }
  }

  @Test(arguments: [Mask.Scale.linear, .encoded])
  func `averages a larger picture by area`(_ scale: Mask.Scale) {
    let (width, height) = (200, 150)
    let samples: [UInt16] = (0..<width * height).flatMap { (index: Int) -> [UInt16] in
      let isLight = (index % width + index / width) % 2 == 1
      return Array(repeating: isLight ? 255 : 0, count: 3)
    }
    let mask = Mask.picture(Bitmap(width: width, height: height, format: .rgb8, samples: samples))
    for (columns, rows) in [(100, 75), (67, 50), (33, 150), (200, 31)] {
      let plane = mask.values(for: inputs(columns, rows).layout, scale).plane
      for row in 0..<rows {
        for column in 0..<columns {
          // Half, but for a part of one pixel.
          #expect(abs(plane[column, row] - 0.5) < 0.12, "\(columns)x\(rows)")
        }
      }
    }
    let ramp: [UInt16] = (0..<90).flatMap { Array(repeating: UInt16($0 * 2), count: 3) }
    let plane = Mask.picture(Bitmap(width: 90, height: 1, format: .rgb8, samples: ramp))
      .values(for: inputs(30, 1).layout, .encoded).plane
    for column in 0..<30 {
      #expect(abs(plane[column, 0] * 255 - Float(6 * column + 2)) < 1e-3)
    }
  }
}
