/// Words or a mark as light with coverage, before they lie over a frame.
package struct Ink: Sendable {
  /// Pixels across.
  package let width: Int
  /// Pixels down.
  package let height: Int
  /// Premultiplied light of sRGB's primaries, with coverage last, rows from the top.
  package let pixels: [SIMD4<Float>]

  /// Makes ink of its pixels.
  ///
  /// - Precondition: there are `width * height` pixels.
  package init(width: Int, height: Int, pixels: [SIMD4<Float>]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height)
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The pixel in a column and a row; nothing outside.
  @inline(__always)
  subscript(_ column: Int, _ row: Int) -> SIMD4<Float> {
    guard column >= 0, column < width, row >= 0, row < height else { return .zero }
    return pixels[row &* width &+ column]
  }

  /// The ink over a plane of black or white, whose corners are round, that reaches beyond it on all
  /// sides.
  ///
  /// - Parameters:
  ///   - across: pixels of the box at the left and at the right.
  ///   - down: pixels of the box above and below.
  ///   - radius: of its corners, in pixels.
  ///   - opacity: how much of the light behind it the box takes.
  ///   - light: that of the box.
  /// - Returns: the ink and the box, which is larger.
  func boxed(across: Int, down: Int, radius: Float, opacity: Float, light: Float) -> Ink {
    let (width, height) = (width + 2 * across, height + 2 * down)
    let (halfWidth, halfHeight) = (Float(width) / 2, Float(height) / 2)
    var boxed: [SIMD4<Float>] = []
    boxed.reserveCapacity(width * height)
    for row in 0..<height {
      for column in 0..<width {
        // The distance from the edge of a box with round corners, below 0 inside.
        let x = abs(Float(column) + 0.5 - halfWidth) - halfWidth + radius
        let y = abs(Float(row) + 0.5 - halfHeight) - halfHeight + radius
        let corner = (max(x, 0) * max(x, 0) + max(y, 0) * max(y, 0)).squareRoot()
        let distance = corner + min(max(x, y), 0) - radius
        let box = opacity * (0.5 - distance).saturated
        let ink = self[column - across, row - down]
        boxed.append(ink + SIMD4(light, light, light, 1) * (box * (1 - ink.w)))
      }
    }
    return Ink(width: width, height: height, pixels: boxed)
  }

  /// The ink in light of an encoding.
  func converted(to encoding: RGBEncoding) -> Ink {
    guard encoding != .sRGB else { return self }
    let converted = pixels.map { pixel -> SIMD4<Float> in
      guard pixel.w > 0 else { return pixel }
      let light = pixel / pixel.w
      let own = encoding.light(ofSRGB: Color(light.x, light.y, light.z))
      return SIMD4(own.red * pixel.w, own.green * pixel.w, own.blue * pixel.w, pixel.w)
    }
    return Ink(width: width, height: height, pixels: converted)
  }

  /// Ink one below the other, each with its left column and its top row.
  package static func stacked(_ parts: [(ink: Ink, column: Int, row: Int)]) -> Ink {
    let width = parts.map { $0.column + $0.ink.width }.max() ?? 0
    let height = parts.map { $0.row + $0.ink.height }.max() ?? 0
    var pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
    for (ink, left, top) in parts {
      for row in 0..<ink.height {
        for column in 0..<ink.width {
          let index = (top + row) * width + left + column
          let pixel = ink.pixels[row * ink.width + column]
          pixels[index] = pixel + pixels[index] * (1 - pixel.w)
        }
      }
    }
    return Ink(width: width, height: height, pixels: pixels)
  }
}
