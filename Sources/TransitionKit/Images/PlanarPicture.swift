/// A frame of a film as luma and two color differences of 8 bits: ffmpeg's yuv420p.
///
/// Two by two pixels share a sample of each color difference. In rows and columns of an odd number the
/// last pixels have one of their own.
public struct PlanarPicture: Sendable {
  /// The codes of black and white.
  public enum Range: Sendable, CaseIterable {
    /// Luma is 16...235 and color differences are 16...240.
    case limited
    /// All are 0...255.
    case full
  }

  /// Where a color sample lies among its four pixels.
  public enum Siting: Sendable, CaseIterable {
    /// Between the two pixels on the left: MPEG-2, H.264 and whoever says nothing else.
    case left
    /// In the middle of the four: MPEG-1 and JPEG.
    case center
    /// On the first pixel: BT.2020.
    case topLeft
  }

  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// The standard of luma and color differences.
  public let matrix: VideoMatrix
  /// The codes of black and white.
  public let range: Range
  /// Where color samples lie.
  public let siting: Siting
  /// The planes one after the other, row by row from the top: luma, blue and red difference.
  public let bytes: [UInt8]

  /// Makes a picture of its planes.
  ///
  /// - Precondition: the sides are at least 1, and there are as many bytes as
  ///   ``byteCount(width:height:)`` says.
  public init(
    width: Int, height: Int, matrix: VideoMatrix, range: Range, siting: Siting, bytes: [UInt8]
  ) {
    precondition(width > 0 && height > 0)
    precondition(bytes.count == Self.byteCount(width: width, height: height))
    self.width = width
    self.height = height
    self.matrix = matrix
    self.range = range
    self.siting = siting
    self.bytes = bytes
  }

  /// The bytes of a picture of a size.
  public static func byteCount(width: Int, height: Int) -> Int {
    width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
  }

  /// The columns of a color difference.
  var chromaWidth: Int { (width + 1) / 2 }

  /// The rows of a color difference.
  var chromaHeight: Int { (height + 1) / 2 }

  /// The picture in red, green and blue of 8 bits, which are taken for sRGB as they are.
  public func bitmap(workingSpace: WorkingSpace = .linear) -> Bitmap {
    Frame(showing: self).bitmap(workingSpace: workingSpace)
  }
}

extension Frame {
  /// The frame that a planar picture is. Rows are converted when they are rendered.
  ///
  /// Samples of 16 bits tell more than those of 8: they are not rounded to codes.
  public init(showing planes: PlanarPicture, depth: PixelFormat.Depth = .eight) {
    let converter = PlanarConverter(planes, depth: depth)
    unsafe self.init(
      width: planes.width, height: planes.height,
      format: PixelFormat(depth: depth, hasAlpha: false), planes: planes
    ) { columns, row, output in
      unsafe converter.convert(planes, columns: columns, row: row, into: output)
    }
  }
}
