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

  /// What samples mean.
  public var colors: VideoColors
  /// How many pixels share a color sample.
  public var chroma: Chroma
  /// Whether a plane of alpha, of the full range, comes last.
  public var hasAlpha: Bool

  /// Makes a format, that of most films if nothing is said.
  public init(
    _ colors: VideoColors = VideoColors(), chroma: Chroma = .quarter, hasAlpha: Bool = false
  ) {
    (self.colors, self.chroma, self.hasAlpha) = (colors, chroma, hasAlpha)
  }

  /// The bytes of a sample.
  public var bytesPerSample: Int { colors.bits > 8 ? 2 : 1 }

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
