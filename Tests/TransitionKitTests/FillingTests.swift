import TestSupport
import Testing

@testable import TransitionKit

/// Pictures of one color.
@Suite struct FillingTests {
  @Test(arguments: PixelFormat.all)
  func `codes of 8 bits come out exactly`(_ format: PixelFormat) throws {
    for code in 0...255 {
      let digits = (code < 16 ? "0" : "") + String(code, radix: 16)
      let color = try Color(parsing: "#\(digits)00ff\(digits)")
      let factor = UInt16(format.depth == .eight ? 1 : 257)
      let expected = [UInt16(code), 0, 255, UInt16(code)].map { $0 * factor }
      #expect(color.samples(in: format) == Array(expected.prefix(format.channels)))
    }
  }

  @Test(arguments: PixelFormat.all)
  func `every pixel is the color`(_ format: PixelFormat) {
    let color = Color(0.25, 2, -1, 0.5)
    for (width, height) in [(1, 1), (7, 5), (1, 9), (9, 1)] {
      let picture = Bitmap(
        filledWith: color, width: width, height: height, format: format, workingSpace: .srgb)
      #expect(picture.width == width && picture.height == height && picture.format == format)
      let uniform = Bitmap(
        width: width, height: height, format: format, uniform: color.samples(in: format))
      #expect(picture.difference(from: uniform) == nil)
      #expect(picture.workingSpace == .srgb)
    }
  }
}
