import TestSupport
import Testing

@testable import TransitionKit

/// Pictures made of others.
@Suite struct ComposingTests {
  @Test(arguments: SyntheticPicture.formats, SyntheticPicture.formats)
  func `show their parts, later ones over earlier ones, on a color`(
    _ old: PixelFormat, _ new: PixelFormat
  ) {
    guard old.depth <= new.depth, new.hasAlpha || !old.hasAlpha else { return }
    let parts: [Bitmap.Part] = [
      .init(SyntheticPicture.photograph(9, 7, old, .linear), column: -3, row: 2),
      .init(SyntheticPicture.photograph(40, 3, old, .linear), column: -8, row: -1),
      .init(SyntheticPicture.photograph(5, 30, old, .linear), column: 17, row: -9),
      .init(SyntheticPicture.photograph(4, 4, old, .linear), column: 30, row: 3),
    ]
    let color = Color(1, 0.4, 0)
    let made = Bitmap.composed(
      of: parts, over: color, width: 20, height: 12, format: new, workingSpace: .srgb)
    #expect((made.width, made.height, made.format) == (20, 12, new))
    #expect(made.workingSpace == .srgb)
    let factor: UInt16 = new.depth > old.depth ? 257 : 1
    for row in 0..<12 {
      for column in 0..<20 {
        var expected = color.samples(in: new)
        for part in parts {
          let (x, y) = (column - part.column, row - part.row)
          guard (0..<part.bitmap.width).contains(x), (0..<part.bitmap.height).contains(y)
          else { continue }
          expected = part.bitmap.samples(column: x, row: y).map { $0 * factor }
          if new.hasAlpha, !old.hasAlpha { expected.append(UInt16(new.depth.maximum)) }
        }
        #expect(made.samples(column: column, row: row) == expected)
      }
    }
  }
}
