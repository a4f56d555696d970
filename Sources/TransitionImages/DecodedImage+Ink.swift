package import TransitionKit

extension DecodedImage {
  /// The picture in a size, as a mark that lies over frames; a drawing is made again in it.
  ///
  /// - Throws: as ``fitted(to:format:workingSpace:)``.
  package func ink(width: Int, height: Int) throws(ImageFileError) -> Ink {
    let canvas = Canvas(width: width, height: height, fit: .stretch, background: .clear)
    let format = PixelFormat(depth: .sixteen, hasAlpha: true)
    let bitmap = try fitted(to: canvas, format: format, workingSpace: .linear).bitmap
    var pixels: [SIMD4<Float>] = []
    pixels.reserveCapacity(width * height)
    for row in 0..<height {
      for column in 0..<width {
        pixels.append(bitmap.pixel(column: column, row: row).channels)
      }
    }
    return Ink(width: width, height: height, pixels: pixels)
  }
}
