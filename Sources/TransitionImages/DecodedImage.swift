public import TransitionKit
internal import TransitionVips

/// A picture in memory, upright, RGB or RGBA, of 8 or 16 bits, not yet brought to a frame.
public struct DecodedImage: Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Its depth, and whether any of its pixels is not opaque.
  public let format: PixelFormat
  /// Why it may look wrong, each as said of a file: `may be damaged, …`.
  public internal(set) var warnings: [String] = []

  let picture: Picture
  /// Its meaning to whoever asked for it, for errors.
  let role: String
  /// The name of its file, for errors.
  let path: Path
  /// The file that it was read from; `nil` of a frame of a film.
  private let file: ImageFile?

  /// Takes the decoded picture of a file; alpha that is opaque everywhere is dropped.
  init(_ picture: Picture, of file: ImageFile, encoding: RGBEncoding) throws(VipsError) {
    self.file = file
    (role, path) = (file.role, file.path)
    var picture = picture
    let depth: PixelFormat.Depth = picture.bandFormat == VIPS_FORMAT_USHORT ? .sixteen : .eight
    if picture.bands == 4, try picture.extracting(3..<4).minimum() == Double(depth.maximum) {
      picture = try picture.extracting(0..<3).decoded()
    }
    self.picture = picture
    width = picture.width
    height = picture.height
    format = PixelFormat(depth: depth, hasAlpha: picture.bands == 4, encoding: encoding)
  }

  /// Takes a picture in memory, such as a frame of a film, without a copy of its pixels.
  ///
  /// - Parameters:
  ///   - bitmap: the picture.
  ///   - role: its meaning, for errors: `source image`.
  ///   - path: the name of its file, for errors.
  /// - Throws: `outOfMemory`, `tooFewThreads` or `library` if libvips cannot begin; `undecodable`
  ///   if there is no memory for it.
  public init(_ bitmap: Bitmap, role: String, path: Path) throws(ImageFileError) {
    try VipsLibrary.start()
    (self.role, self.path, file) = (role, path, nil)
    (width, height, format) = (bitmap.width, bitmap.height, bitmap.format)
    picture = try Self.named(role, path) { () throws(VipsError) in try .borrowing(bitmap) }
  }

  /// The picture's own format, with alpha if it does not cover a frame.
  public func fittedFormat(in canvas: Canvas) -> PixelFormat {
    let canvas = canvas.suited(to: format, width: width, height: height)
    let placement = canvas.placement(width: width, height: height)
    let covers =
      placement.x <= 0 && placement.y <= 0 && placement.x + placement.width >= canvas.width
      && placement.y + placement.height >= canvas.height
    return format.with(alpha: format.hasAlpha || !covers)
  }

  /// The picture as it is, in its own size and format.
  public func bitmap(workingSpace: WorkingSpace) throws(ImageFileError) -> Bitmap {
    try named { () throws(VipsError) in
      try picture.bitmap(workingSpace: workingSpace, encoding: format.encoding)
    }
  }

  /// The picture brought to a frame and a format.
  ///
  /// Scaling mixes pixels in the working space, as filters do.
  /// - Parameters:
  ///   - canvas: the frame.
  ///   - format: at least as deep as the picture's own, and with alpha if that has alpha.
  ///   - workingSpace: the scale on which filters see the pixels.
  /// - Returns: the picture, and where in the frame its own pixels lie.
  /// - Throws: `undecodable` if libvips cannot scale or convert it; `tooLarge` if it is a drawing
  ///   that would need too many pixels.
  public func fitted(to canvas: Canvas, format: PixelFormat, workingSpace: WorkingSpace)
    throws(ImageFileError) -> (bitmap: Bitmap, bounds: Rect)
  {
    let canvas = canvas.suited(to: self.format, width: width, height: height)
    let placement = canvas.placement(width: width, height: height)
    // A drawing is made again in the size that is needed.
    let isScaled = (placement.width, placement.height) != (width, height)
    let drawing =
      isScaled
      ? try drawn(width: placement.width, height: placement.height) : nil
    return try named { () throws(VipsError) in
      try fitted(
        drawing ?? picture, at: placement, of: canvas, format: format, workingSpace: workingSpace)
    }
  }

  /// The picture as a drawing that is made again about in a size; `nil` if it is of pixels.
  func drawn(width: Int, height: Int) throws(ImageFileError) -> Picture? {
    try file?.drawn(width: width, height: height, hasAlpha: format.hasAlpha)
  }

  /// The placement of the picture in a frame, with what draws the eye in sight if that is the
  /// focus.
  func placement(
    in canvas: Canvas
  ) throws(VipsError) -> (x: Int, y: Int, width: Int, height: Int) {
    var placement = canvas.placement(width: width, height: height)
    (placement.x, placement.y) = try corner(at: placement, in: canvas)
    return placement
  }

  /// The column and row of the top left corner of a placement, moved if the picture itself must
  /// tell.
  private func corner(
    at placement: (x: Int, y: Int, width: Int, height: Int), in canvas: Canvas
  ) throws(VipsError) -> (x: Int, y: Int) {
    guard canvas.fit == .cover, canvas.focus == .attention,
      placement.width > canvas.width || placement.height > canvas.height
    else { return (placement.x, placement.y) }
    return try pointOfAttention(at: placement, in: canvas)
  }

  /// The part of the picture that a frame shows of its placement, to fractions of a pixel.
  func coveringRegion(
    at placement: (x: Int, y: Int, width: Int, height: Int), in canvas: Canvas
  ) throws(VipsError) -> PictureRegion {
    guard canvas.focus == .attention, placement.width <= width, placement.height <= height else {
      let focus = try focusPoint(in: canvas, most: 1)
      return .covering(canvas, width: width, height: height, around: focus)
    }
    func middle(_ start: Int, _ part: Int, of whole: Int) -> Double {
      (Double(part) / 2 - Double(start)) / Double(whole)
    }
    return .covering(
      canvas, width: width, height: height,
      around: (
        middle(placement.x, canvas.width, of: placement.width),
        middle(placement.y, canvas.height, of: placement.height)
      ))
  }

  private func fitted(
    _ image: Picture, at placement: (x: Int, y: Int, width: Int, height: Int), of canvas: Canvas,
    format: PixelFormat,
    workingSpace: WorkingSpace
  ) throws(VipsError) -> (bitmap: Bitmap, bounds: Rect) {
    var (image, placement) = (image, placement)
    if placement.width > image.width || placement.height > image.height {
      let region = try enlargedRegion(of: image, in: canvas)
      if region != nil { placement = (0, 0, canvas.width, canvas.height) }
      image = try image.resampled(
        region, width: placement.width, height: placement.height, workingSpace: workingSpace,
        encoding: self.format.encoding)
    } else if placement.width != image.width || placement.height != image.height {
      image = try image.scaled(
        width: placement.width, height: placement.height,
        inLightOf: workingSpace == .linear ? self.format.encoding : nil)
    }
    (placement.x, placement.y) = try corner(at: placement, in: canvas)
    image = try Self.convert(image, from: self.format, to: format)
    let (left, top) = (max(placement.x, 0), max(placement.y, 0))
    let (right, bottom) = (
      min(placement.x + placement.width, canvas.width),
      min(placement.y + placement.height, canvas.height)
    )
    if right - left != image.width || bottom - top != image.height {
      image = try image.cropped(
        x: left - placement.x, y: top - placement.y, width: right - left, height: bottom - top)
    }
    let covers = right - left == canvas.width && bottom - top == canvas.height
    // Through a picture with transparency its backdrop would be seen.
    if !covers, canvas.fit == .containBlur, !self.format.hasAlpha {
      let backdrop = try Self.convert(blurred(covering: canvas), from: self.format, to: format)
      image = try backdrop.composited(under: image, x: left, y: top)
      return (
        try image.decoded().bitmap(workingSpace: workingSpace, encoding: format.encoding),
        canvas.bounds
      )
    }
    if !covers {
      image = try image.embedded(
        x: left, y: top, width: canvas.width, height: canvas.height,
        ink: canvas.background.ink(format))
    }
    if image !== picture { image = try image.decoded() }
    let bounds = Rect(
      x: Float(left), y: Float(canvas.height - bottom), width: Float(right - left),
      height: Float(bottom - top))
    return (try image.bitmap(workingSpace: workingSpace, encoding: format.encoding), bounds)
  }

  /// The part of an image of the picture that covers a frame, to fractions of a pixel; `nil` if all
  /// of it is shown.
  private func enlargedRegion(
    of image: Picture, in canvas: Canvas
  ) throws(VipsError) -> PictureRegion? {
    guard canvas.fit == .cover else { return nil }
    let focus = try focusPoint(in: canvas, most: 1)
    return .covering(canvas, width: image.width, height: image.height, around: focus)
  }

  /// The column and row of the picture in a frame, so that the frame shows what draws the eye.
  private func pointOfAttention(
    at placement: (x: Int, y: Int, width: Int, height: Int), in canvas: Canvas
  ) throws(VipsError) -> (x: Int, y: Int) {
    let (width, height) = (Double(placement.width), Double(placement.height))
    let corner = try cornerOfAttention(
      across: Double(canvas.width) / width, down: Double(canvas.height) / height)
    return (
      -min(Int((corner.x * width).rounded()), placement.width - canvas.width),
      -min(Int((corner.y * height).rounded()), placement.height - canvas.height)
    )
  }

  /// The top left corner of the part that draws the eye, of shares of the picture's sides; in such
  /// shares, too.
  ///
  /// It is sought in a small copy: scaled to cover a frame, a narrow picture could have any size.
  private func cornerOfAttention(
    across: Double, down: Double
  ) throws(VipsError) -> (x: Double, y: Double) {
    let scale = min(1, 512 / Double(max(width, height)))
    func reduced(_ side: Double, _ most: Int) -> Int { min(max(1, Int(side.rounded())), most) }
    let (columns, rows) = (
      reduced(Double(width) * scale, width), reduced(Double(height) * scale, height)
    )
    let small = try picture.resized(width: columns, height: rows).cast(to: picture.bandFormat)
      .interpreted(as: picture.interpretation).decoded()
    let (x, y) = try small.attention(
      width: reduced(Double(columns) * across, columns), height: reduced(Double(rows) * down, rows))
    return (Double(x) / Double(columns), Double(y) / Double(rows))
  }

  /// The focus, as shares of the picture's width from the left and of its height from the top, or
  /// else the middle of the part that draws the eye: the one that a frame shows where the picture
  /// covers it, but no greater share of a side than `most`. Half of one is small enough to tell to
  /// where a picture is to move.
  func focusPoint(
    in canvas: Canvas, most: Double = 0.5
  ) throws(VipsError) -> (x: Double, y: Double) {
    guard canvas.focus == .attention else {
      return canvas.focus.point(width: width, height: height)
    }
    let (across, down) = (
      Double(canvas.width) / Double(width), Double(canvas.height) / Double(height)
    )
    let scale = max(across, down)
    let part = (x: min(most, across / scale), y: min(most, down / scale))
    let corner = try cornerOfAttention(across: part.x, down: part.y)
    return (corner.x + part.x / 2, corner.y + part.y / 2)
  }

  /// The picture, opaque, as a ``Backdrop`` that covers a frame.
  private func blurred(covering canvas: Canvas) throws(VipsError) -> Picture {
    let backdrop = Backdrop(covering: canvas, width: width, height: height)
    // What covers the frame is cut out first: scaled, a narrow picture could have too many rows.
    let part = try picture.cropped(
      x: backdrop.columns.lowerBound, y: backdrop.rows.lowerBound, width: backdrop.columns.count,
      height: backdrop.rows.count)
    let small = try part.resized(width: backdrop.width, height: backdrop.height)
    return try backdrop.blurred(small, format.encoding)
      .resized(width: canvas.width, height: canvas.height).rounded()
      .cast(to: picture.bandFormat).interpreted(as: picture.interpretation)
  }

  /// Says which picture it was when libvips fails.
  func named<Result>(
    _ work: () throws(VipsError) -> Result
  ) throws(ImageFileError) -> Result {
    do throws(VipsError) {
      return try work()
    } catch {
      try MemoryBudget.check(after: error, width: width, height: height)
      throw .undecodable(role: role, path: path, detail: error.detail)
    }
  }

  static func named<Result>(
    _ role: String, _ path: Path, _ work: () throws(VipsError) -> Result
  ) throws(ImageFileError) -> Result {
    do throws(VipsError) {
      return try work()
    } catch {
      throw .undecodable(role: role, path: path, detail: error.detail)
    }
  }

  static func convert(_ image: Picture, from: PixelFormat, to: PixelFormat)
    throws(VipsError) -> Picture
  {
    var image = image
    if to.depth > from.depth {
      // 255 becomes 65535, and every code stays in proportion.
      image = try image.multiplied(by: 257).cast(to: VIPS_FORMAT_USHORT)
        .interpreted(as: VIPS_INTERPRETATION_RGB16)
    }
    return to.hasAlpha && !from.hasAlpha ? try image.addingAlpha() : image
  }
}

extension Color {
  /// The color as samples of a format.
  func ink(_ format: PixelFormat) -> [Double] {
    samples(in: format).map(Double.init)
  }
}
