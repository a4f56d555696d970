public import TransitionKit

extension PixelFormat {
  /// 8 and 16 bit, with and without alpha.
  public static let all: [PixelFormat] = [
    PixelFormat(depth: .eight, hasAlpha: false), PixelFormat(depth: .eight, hasAlpha: true),
    PixelFormat(depth: .sixteen, hasAlpha: false), PixelFormat(depth: .sixteen, hasAlpha: true),
  ]

  /// Three samples of one byte.
  public static let rgb8 = all[0]
  /// Four samples of one byte.
  public static let rgba8 = all[1]
  /// Three samples of two bytes.
  public static let rgb16 = all[2]
  /// Four samples of two bytes.
  public static let rgba16 = all[3]
}
