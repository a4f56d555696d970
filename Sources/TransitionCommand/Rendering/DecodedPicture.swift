internal import TransitionImages
internal import TransitionKit

/// A picture in memory, not yet brought to a frame.
enum DecodedPicture: Sendable {
  case image(DecodedImage)
  case color(Color)

  /// The format in which it can be kept without loss.
  var format: PixelFormat {
    switch self {
    case .image(let image): image.format
    case .color(let color): color.format
    }
  }

  /// The picture brought to a frame and a format.
  func fitted(to canvas: Canvas, format: PixelFormat) throws(ImageFileError) -> FittedPicture {
    switch self {
    case .image(let image):
      let (bitmap, bounds) = try image.fitted(to: canvas, format: format, workingSpace: .linear)
      return FittedPicture(pixels: .bitmap(bitmap), bounds: bounds)
    case .color(let color):
      let bitmap = Bitmap(
        filledWith: color, width: canvas.width, height: canvas.height, format: format)
      return FittedPicture(pixels: .bitmap(bitmap), bounds: canvas.bounds)
    }
  }
}

extension DecodedPicture {
  /// The picture as a parameter's value, brought to the frame if it lies over it. A mask is
  /// numbers; others show their colors in the frame's encoding.
  func bitmap(
    for parameter: ParameterDescription, _ canvas: Canvas, _ fit: Fit?, _ layout: FrameLayout
  ) throws(ImageFileError) -> Bitmap {
    let bitmap = try bitmap(for: parameter, canvas, fit, layout.workingSpace)
    guard parameter.fitting != .stretched, bitmap.format.encoding == .sRGB else { return bitmap }
    return bitmap.converted(to: layout.format.encoding)
  }

  private func bitmap(
    for parameter: ParameterDescription, _ canvas: Canvas, _ fit: Fit?, _ space: WorkingSpace
  ) throws(ImageFileError) -> Bitmap {
    guard case .image(let image) = self else {
      return try fitted(to: canvas, format: format).bitmap.reading(in: space)
    }
    if parameter.fitting == .own { return try image.bitmap(workingSpace: space) }
    // What a mask or backside does not cover is transparent.
    var canvas = canvas
    canvas.background = .clear
    if canvas.fit == .containBlur { canvas.fit = .contain }
    if parameter.fitting == .stretched, [nil, .containBlur].contains(fit) { canvas.fit = .stretch }
    // Masks are enlarged as numbers, which takes a fifth of the time, and read on the scale that
    // each filter chooses: tables of another one would be made in vain.
    if parameter.fitting == .stretched, canvas.fit == .stretch, image.width <= canvas.width,
      image.height <= canvas.height
    {
      return try image.bitmap(workingSpace: .srgb)
    }
    return try image.fitted(
      to: canvas, format: image.fittedFormat(in: canvas), workingSpace: space
    ).bitmap
  }
}
