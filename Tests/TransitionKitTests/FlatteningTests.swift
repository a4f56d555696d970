import TestSupport
import Testing

@testable import TransitionKit

/// Frames over a color, for outputs without alpha.
@Suite struct FlatteningTests {
  @Test(arguments: WorkingSpace.allCases, [PixelFormat.Depth.eight, .sixteen])
  func `mix colors as the working space does`(space: WorkingSpace, depth: PixelFormat.Depth) throws
  {
    let format = PixelFormat(depth: depth, hasAlpha: true)
    let maximum = Double(depth.maximum)
    let picture = Bitmap(codedWidth: 40, height: 30, blue: 1, format: format)
    let background = Color(0.25, 0.5, 1, 0.5)
    let flat = Frame(showing: picture).flattened(over: background, in: space).bitmap()
    #expect(flat.format == PixelFormat(depth: depth, hasAlpha: false))
    let (samples, made) = (picture.samples, flat.samples)
    for pixel in 0..<40 * 30 {
      let alpha = Double(samples[4 * pixel + 3]) / maximum
      for (channel, ink) in [background.red, background.green, background.blue].enumerated() {
        let color = Double(samples[4 * pixel + channel]) / maximum
        let mixed = space.decode(color) * alpha + space.decode(Double(ink)) * (1 - alpha)
        #expect(abs(Double(made[3 * pixel + channel]) - space.encode(mixed) * maximum) < 0.52)
      }
    }
  }

  @Test func `keep opaque pixels, and show the color alone under transparent ones`() {
    let format = PixelFormat(depth: .eight, hasAlpha: true)
    let picture = Bitmap(
      width: 3, height: 1, format: format,
      samples: [1, 2, 3, 255, 9, 9, 9, 0, 255, 255, 255, 128])
    let flat = Frame(showing: picture).flattened(over: Color(0, 0, 0), in: .linear)
    #expect(flat.bytes() == [1, 2, 3, 0, 0, 0, 188, 188, 188])
    #expect(
      Frame(showing: flat.bitmap()).flattened(over: .white, in: .linear).bytes() == flat.bytes())
  }
}
