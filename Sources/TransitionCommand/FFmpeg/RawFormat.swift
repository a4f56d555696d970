internal import TransitionKit

/// The form of bare frames on their way to ffmpeg and from it.
enum RawFormat: Sendable, Hashable {
  /// Colors, little-endian. Those of 16 bits end at `white`, but for alpha.
  case samples(PixelFormat, white: UInt32 = 65_535)
  /// Luma and color differences, as nearly all films have them.
  case planes(PlanarFormat)

  /// White for ffmpeg's scaler between colors and planes, whose 16 bits are 8 and as many after the
  /// point.
  static let scalersWhite: UInt32 = 65_280

  var ffmpegName: String {
    switch self {
    case .samples(let format, _): format.ffmpegName
    case .planes(let format): format.ffmpegName
    }
  }

  func byteCount(_ size: Size) -> Int {
    switch self {
    case .samples(let format, _): size.width * size.height * format.bytesPerPixel
    case .planes(let format): format.byteCount(width: size.width, height: size.height)
    }
  }
}

extension PixelFormat {
  var ffmpegName: String {
    switch (depth, hasAlpha) {
    case (.eight, false): "rgb24"
    case (.eight, true): "rgba"
    case (.sixteen, false): "rgb48le"
    case (.sixteen, true): "rgba64le"
    }
  }

  /// What the names of ffmpeg's formats with alpha begin with.
  static let ffmpegNamesOfAlpha = [
    "yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya8", "ya16", "pal8",
  ]
}

extension PlanarFormat {
  var ffmpegName: String {
    "yuv\(hasAlpha ? "a" : "")\(chroma.rawValue)p" + (colors.bits > 8 ? "\(colors.bits)le" : "")
  }

  /// The format of limited range that has a name of ffmpeg's, if its samples have one of some
  /// numbers of bits, those that films are written in if nothing is said.
  init?(
    ffmpegName name: String, bits: [Int] = FilmDepth.allCases.map(\.bits),
    _ colors: VideoColors = VideoColors()
  ) {
    var colors = colors
    for chroma in Chroma.allCases {
      for bits in bits {
        for hasAlpha in [false, true] {
          colors.bits = bits
          self.init(colors, chroma: chroma, hasAlpha: hasAlpha)
          if name == ffmpegName { return }
        }
      }
    }
    return nil
  }

  /// Whether planes of another format are the same bytes in this one.
  func isSame(as other: PlanarFormat) -> Bool {
    var other = other
    if chroma == .full { other.colors.siting = colors.siting }
    return self == other
  }
}
