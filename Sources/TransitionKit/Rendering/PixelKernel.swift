/// What one frame of a transition shows at each point: a pure function of position.
///
/// A kernel knows nothing of files, threads or encodings. ``color(at:)`` alone defines the picture;
/// ``quad(at:)``, ``runs(of:into:)`` and ``blends`` only tell where it can be had more cheaply, and
/// give the same bytes.
public protocol PixelKernel: Sendable {
  /// The color at a point of the frame, usually the center of a pixel.
  func color(at point: Point) -> Pixel

  /// The colors at a point and at the points one, two and three pixels to its right, where they can
  /// be had more cheaply together than one by one.
  func quad(at point: Point) -> Quad?

  /// The mixtures that ``runs(of:into:)`` refers to by their index.
  var blends: [Blend] { get }

  /// The picture whose pixels ``Fill/slid(_:)`` shows, if there is one.
  var slidPicture: Bitmap? { get }

  /// Divides a row into stretches that are copied, blended or computed.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - runs: takes the stretches, from left to right; what is left over is computed.
  func runs(of row: Row, into runs: inout Runs)
}

/// A kernel that computes four neighbors at once, and a single pixel as the first of four.
public protocol QuadKernel: PixelKernel {
  /// The colors at a point and at the points one, two and three pixels to its right.
  func colors(at point: Point) -> Quad
}

extension QuadKernel {
  /// The color at a point.
  @inlinable @inline(__always)
  public func color(at point: Point) -> Pixel { colors(at: point).pixel(0) }

  /// The colors at four neighbors.
  @inlinable @inline(__always)
  public func quad(at point: Point) -> Quad? { colors(at: point) }
}

/// A row of pixels of a frame.
public struct Row: Sendable {
  /// Its pixels' centers above the bottom of the frame.
  public let y: Float
  /// Its number of pixels.
  public let width: Int

  /// The center of the row's first pixel.
  public var start: Point { Point(x: 0.5, y: y) }
}

extension PixelKernel {
  /// One pixel after the other.
  @inlinable @inline(__always)
  public func quad(at point: Point) -> Quad? { nil }

  /// No mixtures.
  public var blends: [Blend] { [] }

  /// No picture.
  public var slidPicture: Bitmap? { nil }

  /// Every pixel is computed.
  public func runs(of row: Row, into runs: inout Runs) {}
}
