/// The pictures that a transition works on.
public struct Inputs: Sendable {
  /// The picture that the transition starts from.
  public let source: Bitmap
  /// The picture that it ends at: same size, format and working space as the source.
  public let target: Bitmap
  /// Where the source's own picture lies in the frame; the rest is margin.
  public let sourceBounds: Rect
  /// Where the target's own picture lies in the frame.
  public let targetBounds: Rect
  /// The color of the margins.
  public let background: Color
  /// The format of the frames: that of the pictures, or deeper.
  public let frameFormat: PixelFormat
  /// Whether colors that are computed are dithered, where frames have 8 bits.
  public let dithers: Bool

  /// Makes inputs of two pictures.
  ///
  /// - Parameters:
  ///   - source: the picture at time 0.
  ///   - target: the picture at time 1.
  ///   - sourceBounds: where the source lies in the frame, if not everywhere.
  ///   - targetBounds: where the target lies in the frame, if not everywhere.
  ///   - background: the color of the margins.
  ///   - depth: the least depth of the frames. Where it is greater than that of the pictures,
  ///     colors that are computed keep what the pictures' depth would round away.
  ///   - dithers: whether colors that are computed are dithered, where frames have 8 bits, as by
  ///     ``Frame/dithered()``.
  /// - Precondition: both pictures have the same size, format and working space.
  public init(
    source: Bitmap, target: Bitmap, sourceBounds: Rect? = nil, targetBounds: Rect? = nil,
    background: Color = .black, depth: PixelFormat.Depth = .eight, dithers: Bool = false
  ) {
    precondition(source.width == target.width && source.height == target.height)
    precondition(source.format == target.format && source.workingSpace == target.workingSpace)
    self.source = source
    self.target = target
    self.sourceBounds = sourceBounds ?? source.bounds
    self.targetBounds = targetBounds ?? target.bounds
    self.background = background
    frameFormat = source.format.atLeast(depth)
    self.dithers = dithers && frameFormat.depth == .eight
  }

  /// The frame as a rectangle.
  public var frame: Rect { source.bounds }
  /// The scale on which colors are mixed.
  public var workingSpace: WorkingSpace { source.workingSpace }

  /// A color as the kernels take it: a working value, premultiplied.
  func pixel(_ color: Color) -> Pixel { color.pixel(in: workingSpace, of: source.format.encoding) }

  /// A color whose components are working values as they are, but for other primaries.
  func raw(_ color: Color) -> Pixel { color.raw(in: workingSpace, of: source.format.encoding) }

  /// Their size, format and working space.
  public var layout: FrameLayout {
    FrameLayout(
      width: source.width, height: source.height, format: source.format,
      workingSpace: workingSpace)
  }

  /// A given rectangle, or the whole frame where none is given or it has no area.
  public func resolve(_ extent: Rect?) -> Rect { layout.resolve(extent) }

  /// A given position, or the middle of the frame where none is given.
  public func resolve(_ center: Point?) -> Point { layout.resolve(center) }
}
