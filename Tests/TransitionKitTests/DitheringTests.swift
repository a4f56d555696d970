import TestSupport
import Testing

@testable import TransitionKit

/// Frames of 8 bits that are dithered.
@Suite struct DitheringTests {
  private func inputs(
    _ source: Bitmap, _ target: Bitmap, depth: PixelFormat.Depth = .eight, dithers: Bool = true
  ) -> Inputs {
    Inputs(source: source, target: target, depth: depth, dithers: dithers)
  }

  @Test func `the tile is blue noise`() {
    let (side, ranks) = (BlueNoise.side, BlueNoise.tile.ranks)
    #expect(ranks.sorted() == Array(0..<BlueNoise.count))
    // The means of squares of the tile, which in white noise would differ several times as much.
    let mean = Double(BlueNoise.count - 1) / 2
    for (size, most) in [(8, 0.07), (16, 0.015)] {
      for y in stride(from: 0, to: side, by: size) {
        for x in stride(from: 0, to: side, by: size) {
          var sum = 0
          for row in y..<y + size {
            for column in x..<x + size { sum += ranks[row * side + column] }
          }
          let share = Double(sum) / Double(size * size) / mean - 1
          #expect(share.magnitude < most, "\(size) at \(x),\(y): \(share)")
        }
      }
    }
    // The same on every machine.
    let hash = ranks.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    #expect(hash == 3_489_382_213_434_918_827)
  }

  @Test(arguments: WorkingSpace.allCases, [(40, 41), (3, 17), (200, 90), (0, 1)])
  func `the mean of a mixture is its value before rounding`(
    _ space: WorkingSpace, _ codes: (UInt16, UInt16)
  ) {
    func picture(_ code: UInt16) -> Bitmap {
      let samples = Array(repeating: code, count: 192 * 128 * 3)
      return Bitmap(
        width: 192, height: 128, format: .rgb8, workingSpace: space, samples: samples)
    }
    let (source, target) = (picture(codes.0), picture(codes.1))
    for time in [0.1, 0.3, 0.5, 0.77] {
      let frame = DissolveTransition().frame(at: time, of: inputs(source, target)).bitmap()
        .samples
      func value(_ code: UInt16) -> Double { space.decode(Double(code) / 255) }
      let mixed = value(codes.0) * (1 - time) + value(codes.1) * time
      let exact = space.encode(mixed) * 255
      for channel in 0..<3 {
        let samples = stride(from: channel, to: frame.count, by: 3).map { frame[$0] }
        let mean = Double(samples.reduce(0) { $0 + Int($1) }) / Double(samples.count)
        #expect(abs(mean - exact) < 0.02, "\(mean), \(exact)")
        #expect(samples.allSatisfy { abs(Double($0) - exact) < 1 })
      }
    }
  }

  @Test(arguments: [PixelFormat.rgb8, .rgba8], WorkingSpace.allCases)
  func `a picture dissolved into itself stays as it is`(
    _ format: PixelFormat, _ space: WorkingSpace
  ) {
    let samples = (0..<256 * 256).flatMap { i in
      let alpha = UInt16(i >> 8)
      let color = format.hasAlpha && alpha == 0 ? 0 : UInt16(i & 255)
      return [color, color, color, alpha].prefix(format.channels)
    }
    let picture = Bitmap(
      width: 256, height: 256, format: format, workingSpace: space, samples: samples)
    for time in [0, 0.25, 1.0 / 3, 0.999, 1] {
      let frame = DissolveTransition().frame(at: time, of: inputs(picture, picture))
      #expect(frame.format == format)
      #expect(frame.bitmap().difference(from: picture) == nil)
    }
  }

  @Test(arguments: Transitions.all)
  func `frames are those of 16 bits, rounded up or down`(_ filter: Filter) throws {
    for seed in 0..<12 as Range<UInt64> {
      let format: PixelFormat = seed % 3 == 0 ? .rgba8 : .rgb8
      let size = seed % 4 == 0 ? (width: 200, height: 120) : nil
      let situation = try Situation(filter, seed: seed, size: size, format: format)
      let (source, target) = (situation.inputs.source, situation.inputs.target)
      for time in situation.times {
        let frame = situation.transition.frame(at: time, of: inputs(source, target)).bitmap()
        let deep = situation.transition.frame(
          at: time, of: inputs(source, target, depth: .sixteen))
        #expect(frame.largestRoundingError(from: deep.bitmap()) < 1.01, "\(situation)")
        let reduced = deep.dithered().bitmap()
        let others = frame.countOfDifferences(from: reduced)
        // Where a 16-bit sample lies between two, one may be chosen or the other.
        #expect(others <= 3 + frame.samples.count / 100, "\(situation) at \(time)")
      }
    }
  }

  @Test(arguments: Transitions.all)
  func `parts of rows are as in the whole`(_ filter: Filter) throws {
    for seed in 0..<6 as Range<UInt64> {
      let format: PixelFormat = seed % 3 == 0 ? .rgba8 : .rgb8
      let situation = try Situation(filter, seed: seed, size: (200, 120), format: format)
      let (source, target) = (situation.inputs.source, situation.inputs.target)
      for time in situation.times {
        let frame = situation.transition.frame(at: time, of: inputs(source, target))
        let whole = frame.bytes()
        for row in [0, 63, 64, 119] {
          for columns in [0..<1, 5..<9, 61..<131, 197..<200] {
            let start = (row * 200 + columns.lowerBound) * format.bytesPerPixel
            let part = whole[start..<start + columns.count * format.bytesPerPixel]
            #expect(frame.bytes(columns: columns, row: row) == Array(part), "\(situation)")
          }
        }
      }
    }
  }

  @Test func `dark gradients have no rings`() {
    func gradient(_ slope: Double, _ angle: Double) -> Bitmap {
      Bitmap(width: 256, height: 192) { u, v in
        let code = 2 + slope * (u * angle + v * (1 - angle))
        return Array(repeating: code / 255, count: 3)
      }
    }
    let (source, target) = (gradient(9, 0.8), gradient(4, 0.1))
    /// The greatest mean error of a square of 8x8, in codes.
    func ring(dithers: Bool) -> Double {
      let transition = DissolveTransition()
      let frame = transition.frame(at: 0.4, of: inputs(source, target, dithers: dithers)).bitmap()
      let deep = transition.frame(at: 0.4, of: inputs(source, target, depth: .sixteen)).bitmap()
      let errors = frame.roundingErrors(from: deep)
      var worst = 0.0
      for y in stride(from: 0, to: 192, by: 8) {
        for x in stride(from: 0, to: 256, by: 8) {
          for channel in 0..<3 {
            var sum = 0.0
            for row in y..<y + 8 {
              for column in x..<x + 8 { sum += errors[(row * 256 + column) * 3 + channel] }
            }
            worst = max(worst, abs(sum / 64))
          }
        }
      }
      return worst
    }
    #expect(ring(dithers: false) > 0.3)
    #expect(ring(dithers: true) < 0.1)
  }

  @Test func `frames of 16 bits are not dithered`() {
    let inputs = Inputs(codedWidth: 20, height: 9, format: .rgb16)
    let dithered = Inputs(source: inputs.source, target: inputs.target, dithers: true)
    #expect(!dithered.dithers)
    let frame = DissolveTransition().frame(at: 0.5, of: dithered)
    #expect(
      frame.bitmap().difference(
        from: DissolveTransition().frame(at: 0.5, of: inputs).bitmap()) == nil)
  }
}
