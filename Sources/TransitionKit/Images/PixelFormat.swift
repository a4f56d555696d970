/// The layout of a picture's pixels in memory.
///
/// Rows follow one another from the top and pixels from the left, without padding. A pixel is its
/// red, green and blue, in an encoding, and alpha if the format has it: one byte each, or two in
/// the machine's byte order. Alpha is coverage, and color is not premultiplied by it.
public struct PixelFormat: Sendable, Hashable {
  /// The bits of one sample.
  public enum Depth: Int, Sendable, Comparable {
    /// One byte a sample, 0...255.
    case eight = 8
    /// Two bytes a sample, 0...65535.
    case sixteen = 16

    /// Orders depths by their number of bits.
    public static func < (a: Depth, b: Depth) -> Bool { a.rawValue < b.rawValue }

    /// The greatest value of a sample.
    public var maximum: Int { (1 << rawValue) - 1 }
  }

  /// The bits of a sample.
  public let depth: Depth
  /// Whether alpha follows red, green and blue.
  public let hasAlpha: Bool
  /// The meaning of red, green and blue.
  public let encoding: RGBEncoding

  /// Makes a format.
  public init(depth: Depth, hasAlpha: Bool, encoding: RGBEncoding = .sRGB) {
    self.depth = depth
    self.hasAlpha = hasAlpha
    self.encoding = encoding
  }

  /// Whether the samples are of 8 bits without alpha, as in photographs.
  var isPlain: Bool { depth == .eight && !hasAlpha }

  /// The format with samples of at least some depth.
  package func atLeast(_ depth: Depth) -> PixelFormat {
    with(depth: max(depth, self.depth))
  }

  /// The format with samples of another depth.
  public func with(depth: Depth) -> PixelFormat {
    PixelFormat(depth: depth, hasAlpha: hasAlpha, encoding: encoding)
  }

  /// The format with alpha or without.
  public func with(alpha hasAlpha: Bool) -> PixelFormat {
    PixelFormat(depth: depth, hasAlpha: hasAlpha, encoding: encoding)
  }

  /// Samples in a pixel: 3 or 4.
  public var channels: Int { hasAlpha ? 4 : 3 }
  /// Bytes in a pixel: 3, 4, 6 or 8.
  public var bytesPerPixel: Int { channels * depth.rawValue / 8 }
}
