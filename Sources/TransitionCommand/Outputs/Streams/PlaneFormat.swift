internal import TransitionKit

/// Frames as luma and two color differences of limited range, and maybe alpha, each in a plane of its
/// own: ffmpeg's yuv420p and its relatives.
struct PlaneFormat: Sendable, Equatable {
  /// Where a color sample that four pixels share lies.
  enum Siting: Sendable {
    /// Between the two pixels on the left: H.264, and whoever is told nothing else.
    case left
    /// In the middle of the four, as in JPEG.
    case center
  }

  /// The bits of a sample.
  enum Depth: String, Sendable, CaseIterable {
    /// One byte, dithered.
    case eight = "8"
    /// Two bytes, the lower one first.
    case ten = "10"

    /// Their number.
    var bits: Int { self == .eight ? 8 : 10 }
  }

  var chroma: FrameStream.Chroma
  var siting = Siting.left
  var depth = Depth.eight
  var hasAlpha = false
  var matrix = FrameStream.Matrix.bt709

  var bytesPerSample: Int { depth == .eight ? 1 : 2 }

  /// ffmpeg's name for it.
  var ffmpegName: String {
    "yuv\(hasAlpha ? "a" : "")\(chroma.rawValue)p" + (depth == .ten ? "10le" : "")
  }

  /// The format of films that has a name of ffmpeg's; `nil` for other kinds.
  init?(ffmpegName name: String) {
    for chroma in FrameStream.Chroma.allCases {
      for depth in Depth.allCases {
        for hasAlpha in [false, true] {
          self.init(chroma: chroma, depth: depth, hasAlpha: hasAlpha)
          if name == ffmpegName { return }
        }
      }
    }
    return nil
  }

  /// The format of a film's planes; `nil` if it is none that is written.
  init?(ofFilm planes: PlanarPicture) {
    let matrices: [VideoMatrix: FrameStream.Matrix] = [.bt601: .bt601, .bt709: .bt709]
    guard planes.range == .limited, planes.siting != .topLeft,
      let matrix = matrices[planes.matrix]
    else { return nil }
    self.init(
      chroma: .quarter, siting: planes.siting == .left ? .left : .center, matrix: matrix)
  }

  init(
    chroma: FrameStream.Chroma, siting: Siting = .left, depth: Depth = .eight,
    hasAlpha: Bool = false, matrix: FrameStream.Matrix = .bt709
  ) {
    self.chroma = chroma
    self.siting = siting
    self.depth = depth
    self.hasAlpha = hasAlpha
    self.matrix = matrix
  }
}
