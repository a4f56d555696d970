import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// Pictures that are brought to the frame's size.
@Suite struct FittingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fitted(
    _ picture: Bitmap, _ width: Int, _ height: Int, _ fit: Fit, format: PixelFormat = .rgb8,
    focus: Focus = .center, background: Color = .black
  ) throws -> (bitmap: Bitmap, bounds: Rect) {
    let path = folder.file("\(picture.width)x\(picture.height).png")
    if try !folder.contents().contains("\(picture.width)x\(picture.height).png") {
      try picture.write(to: path)
    }
    let canvas = Canvas(
      width: width, height: height, fit: fit, focus: focus, background: background)
    return try ImageFile(path: Path(path), role: "picture", pixelLimit: nil).decode()
      .fitted(to: canvas, format: format, workingSpace: .linear)
  }

  /// Red left, green right.
  private let halves = Bitmap(width: 40, height: 20) { u, _ in
    u < 0.5 ? [1, 0, 0, 1] : [0, 1, 0, 1]
  }

  @Test func `covers the frame, cut off evenly`() throws {
    let (bitmap, bounds) = try fitted(halves, 20, 20, .cover)
    #expect(bounds == Rect(x: 0, y: 0, width: 20, height: 20))
    #expect(bitmap.samples(column: 1, row: 10) == [255, 0, 0])
    #expect(bitmap.samples(column: 18, row: 10) == [0, 255, 0])
  }

  @Test func `keeps a point in sight where it is cut off`() throws {
    func tops(_ focus: Focus) throws -> [Bool] {
      let bitmap = try fitted(halves, 20, 20, .cover, focus: focus).bitmap
      return [2, 17].map { bitmap.samples(column: $0, row: 10) == [255, 0, 0] }
    }
    #expect(try tops(.center) == [true, false])
    for focus in [
      Focus.point(x: .percent(0), y: .percent(50)), .point(x: .pixels(9), y: .pixels(0)),
    ] { #expect(try tops(focus) == [true, true]) }
    for focus in [
      Focus.point(x: .percent(100), y: .percent(0)), .point(x: .pixels(90), y: .pixels(3)),
    ] { #expect(try tops(focus) == [false, false]) }
  }

  @Test func `the middle is the center, to the pixel, at any size`() throws {
    for (width, height) in [(20, 20), (13, 20), (40, 7), (31, 9), (17, 40)] {
      let middle = Focus.point(x: .percent(50), y: .percent(50))
      #expect(
        try fitted(halves, width, height, .cover, focus: middle).bitmap
          .difference(from: fitted(halves, width, height, .cover).bitmap) == nil)
    }
  }

  @Test func `finds what draws the eye`() throws {
    // A plain picture with a colored pattern at its right end.
    let picture = Bitmap(width: 200, height: 40) { u, v -> [Double] in
      guard u > 0.8 else { return [0.5, 0.5, 0.5, 1] }
      let (red, blue) = (Int(u * 100) % 2, Int(v * 20) % 2)
      return [Double(red), 0.2, Double(blue), 1]
    }
    // In frames that are smaller, that need no scaling, and for which it is enlarged.
    for side in [20, 40, 100] {
      let bitmap = try fitted(picture, side, side, .cover, focus: .attention).bitmap
      let middle = bitmap.samples(column: side / 2, row: side / 2)
      #expect(Set(middle).count > 1, "\(side): \(middle)")
      let (left, right) = (
        bitmap.samples(column: 1, row: side / 2), bitmap.samples(column: side - 2, row: side / 2)
      )
      #expect(left != [128, 128, 128] || right != [128, 128, 128])
    }
    let center = try fitted(picture, 40, 40, .cover).bitmap
    #expect(Set(center.samples(column: 20, row: 20)).count == 1)
  }

  @Test func `a narrow picture takes no more, whatever the frame's shape`() throws {
    let wide = Bitmap(width: 20_000, height: 2) { u, _ in [u, 0.3, 0.1, 1] }
    let bitmap = try fitted(wide, 3, 300, .cover, focus: .attention).bitmap
    #expect(bitmap.width == 3 && bitmap.height == 300)
  }

  @Test func `lies within the frame on the background`() throws {
    let (bitmap, bounds) = try fitted(halves, 20, 20, .contain, background: Color(0, 0, 1))
    #expect(bounds == Rect(x: 0, y: 5, width: 20, height: 10))
    #expect(bitmap.samples(column: 1, row: 0) == [0, 0, 255])
    #expect(bitmap.samples(column: 1, row: 10) == [255, 0, 0])
    #expect(bitmap.samples(column: 10, row: 19) == [0, 0, 255])
  }

  @Test func `is stretched to the frame`() throws {
    let (bitmap, bounds) = try fitted(halves, 7, 33, .stretch)
    #expect(bounds == Rect(x: 0, y: 0, width: 7, height: 33))
    let (left, right) = (bitmap.samples(column: 0, row: 32), bitmap.samples(column: 6, row: 0))
    #expect(left[0] > 240 && left[1] < 15 && right[0] < 15 && right[1] > 240)
  }

  @Test func `lies in the bottom left corner, unscaled`() throws {
    let (bitmap, bounds) = try fitted(halves, 50, 30, .none)
    #expect(bounds == Rect(x: 0, y: 0, width: 40, height: 20))
    #expect(bitmap.samples(column: 0, row: 29) == [255, 0, 0])
    #expect(bitmap.samples(column: 0, row: 9) == [0, 0, 0])
    #expect(bitmap.samples(column: 45, row: 29) == [0, 0, 0])
    let cut = try fitted(halves, 10, 5, .none)
    #expect(cut.bounds == Rect(x: 0, y: 0, width: 10, height: 5))
    #expect(cut.bitmap.samples.prefix(3) == [255, 0, 0])
  }

  @Test(arguments: Fit.allCases, [(1, 1), (1, 9), (9, 1), (41, 19)])
  func `is brought to any size`(fit: Fit, size: (Int, Int)) throws {
    for (width, height) in [(1, 1), (3, 100), (100, 3), (40, 20)] {
      let picture = Bitmap(width: width, height: height, uniform: [200, 100, 50])
      let (bitmap, bounds) = try fitted(picture, size.0, size.1, fit)
      #expect((bitmap.width, bitmap.height) == size)
      #expect(bounds.width >= 1 && bounds.height >= 1)
      let center = bounds.center
      let row = min(max(size.1 - 1 - Int(center.y), 0), size.1 - 1)
      #expect(bitmap.samples(column: min(Int(center.x), size.0 - 1), row: row) == [200, 100, 50])
    }
  }

  @Test
  func `a narrow picture covers a frame, though the whole would be larger than pictures can be`()
    throws
  {
    let narrow = Bitmap(width: 1, height: 11, uniform: [200, 100, 50])
    let bitmap = try fitted(narrow, 1_000_000, 1, .cover).bitmap
    #expect(bitmap.samples(column: 999_999, row: 0) == [200, 100, 50])
  }

  @Test func `does not take colors from transparent pixels`() throws {
    // Opaque blue beside transparent red.
    let picture = Bitmap(width: 20, height: 20, format: .rgba8) { u, _ in
      u < 0.5 ? [0, 0, 1, 1] : [1, 0, 0, 0]
    }
    let (bitmap, _) = try fitted(picture, 31, 31, .stretch, format: .rgba8)
    for column in 0..<31 {
      let pixel = bitmap.samples(column: column, row: 15)
      #expect(pixel[3] < 8 || pixel[0] < 8, "column \(column): \(pixel)")
    }
  }

  @Test func `keeps codes of 8 bits among 16`() throws {
    let picture = Bitmap(codedWidth: 16, height: 16, blue: 0)
    let (bitmap, _) = try fitted(picture, 16, 16, .cover, format: .rgba16)
    let samples = picture.samples
    let expected = stride(from: 0, to: samples.count, by: 3).flatMap { start -> [UInt16] in
      samples[start..<start + 3].map { $0 * 257 } + [65535]
    }
    #expect(bitmap.samples == expected)
  }
}
