/// How a picture is stored as luma and two color differences, and maybe alpha, each in a plane of
/// its own: ffmpeg's yuv420p and its relatives.
public struct PlanarFormat: Sendable, Hashable {
  /// How many pixels share a sample of each color difference.
  public enum Chroma: String, Sendable, CaseIterable {
    /// None do: 4:4:4.
    case full = "444"
    /// Two in a row: 4:2:2. In rows of an odd number the last pixel has one of its own.
    case half = "422"
    /// Two by two: 4:2:0. In rows and columns of an odd number the last pixels have one of their
    /// own.
    case quarter = "420"
  }

  /// The codes of black and white.
  public enum Range: Sendable, CaseIterable {
    /// Luma is 16...235 and color differences are 16...240, in codes of 8 bits. With more bits
    /// these are multiplied by a power of two.
    case limited
    /// All codes.
    case full
  }

  /// Where a color sample lies among its pixels.
  public enum Siting: Sendable, CaseIterable {
    /// On the left pixel, or between the two on the left: MPEG-2, H.264 and whoever says nothing
    /// else.
    case left
    /// In the middle: MPEG-1 and JPEG.
    case center
    /// On the first pixel: BT.2020.
    case topLeft
  }

  /// The standard of luma and color differences.
  public var matrix: VideoMatrix
  /// The codes of black and white.
  public var range: Range
  /// How many pixels share a color sample.
  public var chroma: Chroma
  /// Where color samples lie; without a meaning for 4:4:4.
  public var siting: Siting
  /// The bits of a sample, 8...16. More than 8 are two bytes, the lower one first.
  public var bits: Int
  /// Whether a plane of alpha, of the full range, comes last.
  public var hasAlpha: Bool

  /// Makes a format, that of most films if nothing is said.
  ///
  /// - Precondition: there are 8...16 bits.
  public init(
    matrix: VideoMatrix = .bt709, range: Range = .limited, chroma: Chroma = .quarter,
    siting: Siting = .left, bits: Int = 8, hasAlpha: Bool = false
  ) {
    precondition((8...16).contains(bits))
    (self.matrix, self.range, self.chroma) = (matrix, range, chroma)
    (self.siting, self.bits, self.hasAlpha) = (siting, bits, hasAlpha)
  }

  /// The bytes of a sample.
  public var bytesPerSample: Int { bits > 8 ? 2 : 1 }

  /// The bytes of a picture of a size.
  public func byteCount(width: Int, height: Int) -> Int {
    let differences = 2 * chromaWidth(width) * chromaHeight(height)
    return (width * height * (hasAlpha ? 2 : 1) + differences) * bytesPerSample
  }

  /// The columns of a color difference in a picture of a width.
  package func chromaWidth(_ width: Int) -> Int { chroma == .full ? width : (width + 1) / 2 }

  /// The rows of a color difference in a picture of a height.
  package func chromaHeight(_ height: Int) -> Int {
    chroma == .quarter ? (height + 1) / 2 : height
  }
}
