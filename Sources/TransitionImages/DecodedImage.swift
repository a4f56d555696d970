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

  let picture: Picture
  let file: ImageFile

  /// Takes the decoded picture of a file; alpha that is opaque everywhere is dropped.
  init(_ picture: Picture, of file: ImageFile, encoding: RGBEncoding) throws(VipsError) {
    self.file = file
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

  /// The picture's own format, with alpha if it does not cover a frame.
  public func fittedFormat(in canvas: Canvas) -> PixelFormat {
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
  /// - Throws: `undecodable` if libvips cannot scale or convert it; `tooLarge` if it is a drawing that
  ///   would need too many pixels.
  public func fitted(to canvas: Canvas, format: PixelFormat, workingSpace: WorkingSpace)
    throws(ImageFileError) -> (bitmap: Bitmap, bounds: Rect)
  {
    let placement = canvas.placement(width: width, height: height)
    // A drawing is made again in the size that is needed.
    let isScaled = (placement.width, placement.height) != (width, height)
    let drawing =
      isScaled
      ? try file.drawn(
        width: placement.width, height: placement.height, hasAlpha: self.format.hasAlpha)
      : nil
    return try named { () throws(VipsError) in
      try fitted(
        drawing ?? picture, at: placement, of: canvas, format: format, workingSpace: workingSpace)
    }
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
    if canvas.fit == .cover, canvas.focus == .attention,
      placement.width > canvas.width || placement.height > canvas.height
    {
      (placement.x, placement.y) = try pointOfAttention(at: placement, in: canvas)
    }
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

  /// The part of an image of the picture that covers a frame, to fractions of a pixel; `nil` if all of it is
  /// shown.
  private func enlargedRegion(
    of image: Picture, in canvas: Canvas
  ) throws(VipsError) -> PictureRegion? {
    guard canvas.fit == .cover else { return nil }
    let focus = try focusPoint(in: canvas)
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

  /// The point to which the picture moves in a frame, as shares of its width from the left and of its
  /// height from the top.
  func focusPoint(in canvas: Canvas) throws(VipsError) -> (x: Double, y: Double) {
    guard canvas.focus == .attention else {
      return canvas.focus.point(width: width, height: height)
    }
    // The middle of a part that is small enough to tell where it is.
    let part = 0.5
    let corner = try cornerOfAttention(across: part, down: part)
    return (corner.x + part / 2, corner.y + part / 2)
  }

  /// The picture, opaque, blurred, darker and paler, covering a frame: its surroundings in
  /// `contain-blur`, which do not outshine it.
  private func blurred(covering canvas: Canvas) throws(VipsError) -> Picture {
    // Small enough that the blur costs little, and so blurred that it can be enlarged unseen.
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let scale = min(1, 256 / max(width, height))
    let small = (
      width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded()))
    )
    // What covers the frame is cut out first: scaled, a narrow picture could have too many rows.
    let share = min(Double(self.width) / width, Double(self.height) / height)
    // As much on one side as on the other, which half pixels of the picture would not be.
    func part(_ share: Double, of whole: Int) -> Int {
      let part = min(max(1, Int(share.rounded())), whole)
      return part + (whole - part) % 2
    }
    let columns = part(width * share, of: self.width)
    let rows = part(height * share, of: self.height)
    var image = try picture.cropped(
      x: (self.width - columns) / 2, y: (self.height - rows) / 2, width: columns, height: rows)
    image = try image.resized(width: small.width, height: small.height)
      .blurred(deviation: Double(min(small.width, small.height)) / 20)
      .dimmed(
        to: format.encoding.value(of: Self.backdropLight), saturation: Self.backdropSaturation
      )
      .resized(width: canvas.width, height: canvas.height)
    return try image.rounded().cast(to: picture.bandFormat).interpreted(as: picture.interpretation)
  }

  /// The light of a blurred backdrop, and its saturation, as shares of the picture's own.
  private static let (backdropLight, backdropSaturation) = (0.6, 0.7)

  /// Says which picture it was when libvips fails.
  func named<Result>(_ work: () throws(VipsError) -> Result) throws(ImageFileError)
    -> Result
  {
    do throws(VipsError) {
      return try work()
    } catch {
      throw .undecodable(role: file.role, path: file.path, detail: error.detail)
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
