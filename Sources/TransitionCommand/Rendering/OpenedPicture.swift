internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A picture whose header has been read; a color has none.
enum OpenedPicture: Sendable {
  case file(ImageFile)
  case sequence(OpenedSequence)
  case film(FilmClip)
  case color(Color)

  /// The file, or the first of a sequence, which speaks for all; `nil` for a film and a color.
  var file: ImageFile? {
    switch self {
    case .file(let file): file
    case .sequence(let sequence): sequence.first
    case .film, .color: nil
    }
  }

  /// Whether it is another picture in each frame.
  var isClip: Bool {
    switch self {
    case .sequence: true
    case .film(let clip): clip.count > 1
    case .file, .color: false
    }
  }

  /// The size; `nil` for a color, which has that of the frame.
  var size: Size? {
    if case .film(let clip) = self { return clip.film.size }
    return file.map { Size(width: $0.width, height: $0.height) }
  }

  /// The format in which it can be kept without loss.
  var format: PixelFormat {
    switch self {
    case .file(let file): file.format
    case .sequence(let sequence): sequence.first.format
    case .film(let clip): clip.film.colors.format
    case .color(let color): color.format
    }
  }

  /// Whether it has no color but grays.
  var isGray: Bool {
    switch self {
    case .file(let file): file.isGray
    case .sequence(let sequence): sequence.first.isGray
    case .film(let clip): clip.film.colors.pixelFormat.hasPrefix("gray")
    case .color(let color): color.red == color.green && color.green == color.blue
    }
  }

  /// The picture in memory, the first of a sequence or a film, in sRGB, or in a profile if it is
  /// the file's own.
  func decode(keeping profile: ColorProfile? = nil) throws(Failure) -> DecodedPicture {
    func decode(_ file: ImageFile) throws(Failure) -> DecodedPicture {
      try Failure.from { () throws(ImageFileError) in
        .image(try file.reopened().decode(keeping: profile))
      }
    }
    switch self {
    case .file(let file): return try decode(file)
    case .sequence(let files): return try decode(files.first)
    case .film(let clip):
      var reader = FilmReader(clip, last: 0) { _ in }
      let bitmap = try reader.frame(0).bitmap
      return try Failure.from { () throws(ImageFileError) in
        .image(try DecodedImage(bitmap, role: "the film", path: clip.film.path))
      }
    case .color(let color): return .color(color)
    }
  }
}

/// A picture whose header has been read, and the profile that its colors stay in, if not sRGB.
struct ProfiledPicture: Sendable {
  let opened: OpenedPicture
  let profile: ColorProfile?

  func decode() throws(Failure) -> DecodedPicture {
    try opened.decode(keeping: profile)
  }
}

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
      return FittedPicture(bitmap: bitmap, bounds: bounds)
    case .color(let color):
      return FittedPicture(
        bitmap: Bitmap(
          filledWith: color, width: canvas.width, height: canvas.height, format: format),
        bounds: canvas.bounds)
    }
  }
}

extension Color {
  /// The format in which it can be kept: pictures of a greater depth hold the same color.
  fileprivate var format: PixelFormat { PixelFormat(depth: .eight, hasAlpha: alpha < 1) }
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
