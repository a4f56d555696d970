import TestSupport
import Testing

@testable import TransitionKit

/// Rows whose pixels are another row's, moved or mirrored.
@Suite struct CopiedRowTests {
  /// A picture in which every sample differs from its neighbors, a quarter of it without coverage.
  private static func picture(
    _ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64
  ) -> Bitmap {
    var generator = SplitMix64(seed: seed)
    let maximum = UInt64(format.depth.maximum)
    let samples = (0..<width * height * format.channels).map { index in
      let sample = generator.next() & maximum
      return UInt16(index % 4 == 3 && sample < maximum / 4 ? 0 : sample)
    }
    return Bitmap(width: width, height: height, format: format, samples: samples)
  }

  /// A source and a target, large enough for tables, and a picture that is narrower.
  private static let pictures = PixelFormat.all.map { format in
    (
      source: picture(163, 141, format, seed: 1), target: picture(163, 141, format, seed: 2),
      narrow: picture(31, 149, format, seed: 3)
    )
  }

  /// The source, moved or mirrored, over the target.
  private struct Moved: PixelKernel {
    let inputs: Inputs
    let own: Bitmap
    let offset: Point
    let step: Int

    func colors(at point: Point) -> Pixel4 {
      Pixel4(each: { lane in
        let shown = shown(at: point.right(lane))
        let color = own.sample(at: shown)
        let isBeyond =
          shown.x <= -0.5 || shown.y <= -0.5 || shown.x >= Float(own.width) + 0.5
          || shown.y >= Float(own.height) + 0.5
        return isBeyond ? inputs.target[point.right(lane)] : color
      })
    }

    private func shown(at point: Point) -> Point {
      Point(x: offset.x + Float(step) * point.x, y: offset.y + point.y)
    }

    func run(at point: Point) -> Run {
      Run(.copied(.own, from: shown(at: point), step: step, beyond: .target))
    }

    var blends: [Blend] {
      let part = max(offset.x - offset.x.rounded(.down), -offset.y - (-offset.y).rounded(.down))
      return [.mix(part)]
    }

    var ownPicture: Bitmap? { own }
  }

  @Test(
    arguments: PixelFormat.all,
    [(1, .eight), (-1, .eight), (1, .sixteen), (-1, .sixteen)] as [(Int, PixelFormat.Depth)])
  func `has the bytes that computing gives, wherever it comes from and however it is cut`(
    format: PixelFormat, _ way: (step: Int, depth: PixelFormat.Depth)
  ) throws {
    let step = way.step
    let (source, target, narrow) = try #require(
      Self.pictures.first { $0.source.format == format })
    let inputs = Inputs(source: source, target: target, depth: way.depth)
    for (own, offsets) in [
      (source, Self.offsets), (narrow, Self.fewOffsets),
      (Self.picture(1, 1, format, seed: 4), Self.fewOffsets),
    ] {
      for (x, y) in offsets {
        let offset = Point(x: step > 0 ? x : x + 163, y: y)
        let kernel = Moved(inputs: inputs, own: own, offset: offset, step: step)
        let quick = Frame(kernel: kernel, inputs: inputs)
        let computed = Frame(kernel: Computed(kernel), inputs: inputs)
        for row in [0, 1, 70, 140] {
          let whole = quick.bytes(columns: 0..<163, row: row)
          #expect(whole == computed.bytes(columns: 0..<163, row: row), "row \(row) by \(offset)")
          guard row == 1 || row == 70 else { continue }
          let pieces = [0..<5, 5..<80, 80..<81, 81..<163].flatMap {
            quick.bytes(columns: $0, row: row)
          }
          #expect(pieces == whole, "row \(row) by \(offset), cut")
        }
      }
    }
  }

  /// Displacements by whole pixels, between two along either axis and along both, to the borders
  /// and beyond them.
  private static let offsets: [(Float, Float)] = [
    (0, 0), (-7, 3), (12.5, 0), (12.5, 3), (12.5, -2.75), (0, -2.75), (-7, -2.75), (300, 0),
    (0, 141), (12.5, 141), (300, -2.75), (1e9, 0),
  ]
  private static let fewOffsets: [(Float, Float)] = [(-7, 3), (12.5, 0), (0, -2.75), (0, 141)]

  @Test(
    arguments: [0, Float.pi / 2, .pi, -.pi / 2])
  func `is found in both curls along each axis`(angle: Float) {
    let inputs = Inputs(
      source: Self.picture(173, 61, .rgb8, seed: 1), target: Self.picture(173, 61, .rgb8, seed: 2))
    var (curl, shadowed) = (PageCurlTransition(), PageCurlWithShadowTransition())
    (curl.angle, curl.radius, shadowed.angle, shadowed.radius) = (angle, 9, angle, 9)
    #expect(copies(in: curl.kernel(at: 0.4, of: inputs)))
    #expect(copies(in: shadowed.kernel(at: 0.4, of: inputs)))
  }

  /// Whether one of some pixels begins such a run.
  private func copies(in kernel: some PixelKernel) -> Bool {
    (0..<200).contains { index in
      let point = Point(x: Float(index % 17 * 10) + 0.5, y: Float(index % 12 * 5) + 0.5)
      if case .copied = kernel.run(at: point).fill { return true }
      return false
    }
  }
}
