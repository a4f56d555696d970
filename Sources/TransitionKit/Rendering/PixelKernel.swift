/// One frame of a transition as a pure function of position.
///
/// A kernel knows nothing of files, threads or encodings. ``colors(at:)`` alone defines the
/// picture. ``run(at:)`` only tells where it can be had more cheaply, and must give the same bytes;
/// a kernel without it is right and complete.
public protocol PixelKernel: Sendable {
  /// Returns the colors of four pixels side by side, the first at `point`.
  ///
  /// Each of them depends on its own point only, never on the three that it is asked for with.
  func colors(at point: Point) -> Pixel4

  /// Returns the run that certainly holds from the pixel at `point` to the right.
  func run(at point: Point) -> Run

  /// The mixtures in this frame's runs, for which the renderer prepares tables.
  var blends: [Blend] { get }

  /// The picture that ``Run/Picture/own`` stands for.
  var ownPicture: Bitmap? { get }
}

extension PixelKernel {
  @inlinable @inline(__always)
  public func run(at point: Point) -> Run { Run(.computed) }

  public var blends: [Blend] { [] }

  public var ownPicture: Bitmap? { nil }
}
