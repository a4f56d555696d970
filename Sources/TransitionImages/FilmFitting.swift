public import TransitionKit
internal import TransitionVips

/// The way in which all frames of a film are brought to a frame of the show: as ``DecodedImage``
/// brings pictures, but in a fraction of the time.
///
/// All pixels come from one resampling, of as many samples as are needed, where a picture that
/// becomes smaller is scaled and cut by libvips. What covers the frame is cut out to fractions of a
/// pixel.
public struct FilmFitting: Sendable {
  private let canvas: Canvas
  private let source: PixelFormat
  private let format: PixelFormat
  private let workingSpace: WorkingSpace
  private let role: String
  private let file: Path
  /// The frames' size.
  private let width, height: Int
  /// The shown part of a frame; `nil` if it is not scaled.
  private let region: PictureRegion?
  /// The way of the shown part, if it moves.
  private let path: RegionPath?
  /// Where the part lies in the canvas, or the whole frame if it is not scaled: its top left pixel
  /// and its size.
  private let target: (x: Int, y: Int, width: Int, height: Int)

  /// Prepares for the frames of a film.
  ///
  /// - Parameters:
  ///   - first: the first of them; its size and format are those of all, and what draws the eye in
  ///     it stays in sight if that is the canvas's focus.
  ///   - canvas: the frame of the show.
  ///   - format: at least as deep as the film's own, and with alpha if that has alpha.
  ///   - workingSpace: the scale on which filters see the pixels, and on which they are mixed.
  ///   - motion: how the film moves in the frame, and for how many seconds it is seen; `nil` if it
  ///     stands still there.
  /// - Throws: `undecodable` if libvips cannot find what draws the eye.
  public init(
    _ first: DecodedImage, in canvas: Canvas, format: PixelFormat, workingSpace: WorkingSpace,
    motion: (motion: Motion, seconds: Double)? = nil
  ) throws(ImageFileError) {
    let canvas = canvas.suited(to: first.format, width: first.width, height: first.height)
    (self.canvas, self.format, self.workingSpace) = (canvas, format, workingSpace)
    (width, height, source) = (first.width, first.height, first.format)
    (role, file) = (first.role, first.path)
    if let (motion, seconds) = motion {
      let focus = try first.named { () throws(VipsError) in try first.focusPoint(in: canvas) }
      let path = motion.path(
        width: width, height: height, canvas: canvas, focus: focus, seconds: seconds)
      (self.path, region, target) = (path, path.from, (0, 0, canvas.width, canvas.height))
      return
    }
    path = nil
    let placement = try first.named { () throws(VipsError) in try first.placement(in: canvas) }
    let isScaled = (placement.width, placement.height) != (width, height)
    if !isScaled {
      (region, target) = (nil, placement)
    } else if canvas.fit == .cover {
      region = try first.named { () throws(VipsError) in
        try first.coveringRegion(at: placement, in: canvas)
      }
      target = (0, 0, canvas.width, canvas.height)
    } else {
      region = PictureRegion(x: 0, y: 0, width: Double(width), height: Double(height))
      target = placement
    }
  }

  /// A frame of the film brought to the canvas and the format; without a copy if it has both
  /// already.
  ///
  /// - Parameters:
  ///   - frame: the frame, of the size and format of the first.
  ///   - share: how far its motion has come, 0...1.
  /// - Returns: the picture, and where in the canvas the frame's own pixels lie.
  /// - Throws: `undecodable` if it is of another size or format, or libvips cannot blur it.
  public func fitted(
    _ frame: Bitmap, at share: Double = 0
  ) throws(ImageFileError) -> (bitmap: Bitmap, bounds: Rect) {
    try fitted(
      (frame.width, frame.height, frame.format), at: share, whole: { frame },
      resampled: { frame.reading(in: $1).resampled($0, width: $2, height: $3) })
  }

  /// A frame of the film as its planes, brought to the canvas and the format. Where it is scaled,
  /// its rows are converted one by one.
  ///
  /// - Parameters:
  ///   - planes: the frame, of the size and format of the first.
  ///   - share: how far its motion has come, 0...1.
  /// - Returns: the picture, and where in the canvas the frame's own pixels lie.
  /// - Throws: `undecodable` as above.
  public func fitted(
    _ planes: PlanarPicture, at share: Double = 0
  ) throws(ImageFileError) -> (bitmap: Bitmap, bounds: Rect) {
    let frame = Frame(showing: planes)
    return try fitted(
      (frame.width, frame.height, frame.format), at: share, whole: { frame.bitmap() },
      resampled: { frame.resampled($0, width: $2, height: $3, workingSpace: $1) })
  }

  /// Makes a picture of a region in a size, mixed in a working space.
  private typealias Sampler = (PictureRegion, WorkingSpace, _ width: Int, _ height: Int) -> Bitmap

  private func fitted(
    _ given: (width: Int, height: Int, format: PixelFormat), at share: Double,
    whole: () -> Bitmap, resampled: Sampler
  ) throws(ImageFileError) -> (bitmap: Bitmap, bounds: Rect) {
    guard given == (width, height, source) else {
      throw .undecodable(
        role: role, path: file,
        detail: "a frame of \(given.width)x\(given.height) pixels among \(width)x\(height)")
    }
    if let path {
      // As a picture that moves, with its softness, so that nothing pulses.
      let moving = MovingPicture(
        whole().reading(in: workingSpace), along: path, width: canvas.width,
        height: canvas.height)
      let bitmap = Bitmap.composed(
        of: [Bitmap.Part(moving.bitmap(at: share), column: 0, row: 0)], over: canvas.background,
        width: canvas.width, height: canvas.height, format: format, workingSpace: workingSpace)
      return (bitmap, canvas.bounds)
    }
    let own = region.map { resampled($0, workingSpace, target.width, target.height) } ?? whole()
    var parts = [Bitmap.Part(own, column: target.x, row: target.y)]
    var bounds = ownBounds
    // Through a frame with transparency its backdrop would be seen.
    if bounds != canvas.bounds, canvas.fit == .containBlur, !source.hasAlpha {
      parts += try backdrop(resampled)
      bounds = canvas.bounds
    }
    let bitmap = Bitmap.composed(
      of: parts, over: canvas.background, width: canvas.width, height: canvas.height,
      format: format, workingSpace: workingSpace)
    return (bitmap, bounds)
  }

  /// What the frame's own pixels cover of the canvas.
  private var ownBounds: Rect {
    let (left, top) = (max(target.x, 0), max(target.y, 0))
    let right = min(target.x + target.width, canvas.width)
    let bottom = min(target.y + target.height, canvas.height)
    return Rect(
      x: Float(left), y: Float(canvas.height - bottom), width: Float(right - left),
      height: Float(bottom - top))
  }

  /// The blurred copy of a frame in what the frame itself leaves of the canvas.
  private func backdrop(_ resampled: Sampler) throws(ImageFileError) -> [Bitmap.Part] {
    let backdrop = Backdrop(covering: canvas, width: width, height: height)
    let small = try DecodedImage.named(role, file) { () throws(VipsError) in
      // Values of the files are mixed, as in backdrops of pictures.
      let reduced = resampled(backdrop.region, .srgb, backdrop.width, backdrop.height)
      return try backdrop.blurred(.borrowing(reduced), source.encoding).rounded()
        .cast(to: source.depth == .eight ? VIPS_FORMAT_UCHAR : VIPS_FORMAT_USHORT).decoded()
        .bitmap(workingSpace: .srgb, encoding: source.encoding)
    }
    let (right, bottom) = (target.x + target.width, target.y + target.height)
    let margins = [
      (x: 0, y: 0, width: canvas.width, height: target.y),
      (x: 0, y: bottom, width: canvas.width, height: canvas.height - bottom),
      (x: 0, y: target.y, width: target.x, height: target.height),
      (x: right, y: target.y, width: canvas.width - right, height: target.height),
    ]
    let across = Double(small.width) / Double(canvas.width)
    let down = Double(small.height) / Double(canvas.height)
    return margins.filter { $0.width > 0 && $0.height > 0 }.map { margin in
      let region = PictureRegion(
        x: Double(margin.x) * across, y: Double(margin.y) * down,
        width: Double(margin.width) * across, height: Double(margin.height) * down)
      return Bitmap.Part(
        small.resampled(region, width: margin.width, height: margin.height), column: margin.x,
        row: margin.y)
    }
  }
}
