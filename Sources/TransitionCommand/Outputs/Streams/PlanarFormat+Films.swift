internal import TransitionKit

/// The bits of a sample of a film.
enum FilmDepth: String, Sendable, CaseIterable {
  /// One byte, dithered.
  case eight = "8"
  /// Two bytes, the lower one first.
  case ten = "10"

  /// Their number.
  var bits: Int { self == .eight ? 8 : 10 }
}

extension PlanarFormat {
  /// ffmpeg's name for it.
  var ffmpegName: String {
    "yuv\(hasAlpha ? "a" : "")\(chroma.rawValue)p" + (bits > 8 ? "\(bits)le" : "")
  }

  /// The format of limited range that has a name of ffmpeg's, if it is one that films are written
  /// in.
  init?(ffmpegName name: String) {
    for chroma in Chroma.allCases {
      for depth in FilmDepth.allCases {
        for hasAlpha in [false, true] {
          self.init(chroma: chroma, bits: depth.bits, hasAlpha: hasAlpha)
          if name == ffmpegName { return }
        }
      }
    }
    return nil
  }

  /// Whether planes of another format are the same bytes in this one.
  func isSame(as other: PlanarFormat) -> Bool {
    var other = other
    if chroma == .full { other.siting = siting }
    return self == other
  }
}
