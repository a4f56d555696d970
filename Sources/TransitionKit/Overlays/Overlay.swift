/// Words or a mark that lie over frames: a band across the frame, a shadow, and ink.
///
/// All of it is mixed in light. The band and the shadow change what a frame shows, and so nothing
/// where it is transparent, unless they are to cover that as ink does.
package struct Overlay: Sendable {
  /// What makes words legible.
  package enum Backing: Sendable, Hashable {
    case none
    /// A soft shadow.
    case shadow
    /// A box of black, or of white for dark words.
    case box(isWhite: Bool)
    /// A band across the frame, and a shadow if it is black.
    case band(Band)
  }

  /// A band as wide as the frame: black or white, of some opacity in some rows, from which it fades
  /// to one side or to both.
  package struct Band: Sendable, Hashable {
    /// How much of the light it takes, 0...1.
    package var strength: Float
    /// Whether it is white, for dark words.
    package var isWhite: Bool
    /// The rows of full strength, which may go on beyond the frame.
    package var rows: Range<Int>
    /// The rows within which it fades to nothing above and below.
    package var fade: Int

    package init(strength: Float, isWhite: Bool, rows: Range<Int>, fade: Int) {
      (self.strength, self.isWhite) = (strength, isWhite)
      (self.rows, self.fade) = (rows, fade)
    }

    /// The rows that it changes.
    var reach: Range<Int> { rows.lowerBound - fade..<rows.upperBound + fade }

    /// How far a row is from those of full strength.
    func distance(ofRow row: Int) -> Int {
      row < rows.lowerBound ? rows.lowerBound - row : max(0, row - rows.upperBound + 1)
    }

    /// Its opacity in rows at a distance from those of full strength.
    func opacity(atDistance distance: Int) -> Float {
      guard distance < fade else { return distance == 0 ? strength : 0 }
      let rest = 1 - Float(distance) / Float(fade)
      return strength * rest * rest * (3 - 2 * rest)
    }
  }

  let band: Band?
  /// Whether the band and the shadow cover what is transparent, as in frames that will be laid over
  /// a color.
  let coversTransparency: Bool
  let ink: Ink
  /// How much of the light the shadow takes at each pixel of the ink's; empty if there is none.
  let shadow: [Float]
  /// Where the ink's left column and top row lie in the frame.
  let column: Int
  let row: Int

  /// Lays ink over frames.
  ///
  /// - Parameters:
  ///   - ink: the words or the mark.
  ///   - column: the column of the frame at which the ink begins.
  ///   - row: the row of the frame at which it begins, from the top.
  ///   - em: the size of the letters, in pixels.
  ///   - backing: what is between ink and frame.
  ///   - coversTransparency: whether that covers what is transparent, too.
  ///   - encoding: that of the frames.
  package init(
    _ ink: Ink, column: Int, row: Int, em: Float = 0, backing: Backing = .none,
    coversTransparency: Bool = false, encoding: RGBEncoding = .sRGB
  ) {
    self.coversTransparency = coversTransparency
    let ink = ink.converted(to: encoding)
    if case .band(let band) = backing, band.strength > 0 { self.band = band } else { band = nil }
    switch backing {
    case .none:
      shadow = []
      (self.ink, self.column, self.row) = (ink, column, row)
    case .band(let band) where band.isWhite:
      // A shadow would take the light that dark words need.
      shadow = []
      (self.ink, self.column, self.row) = (ink, column, row)
    case .box(let isWhite):
      shadow = []
      let (across, down) = (Int((0.38 * em).rounded()), Int((0.24 * em).rounded()))
      self.ink = ink.boxed(
        across: across, down: down, radius: 0.18 * em, opacity: 0.87, light: isWhite ? 1 : 0)
      (self.column, self.row) = (column - across, row - down)
    case .shadow, .band:
      let blur = GaussianBlur(deviation: max(0.16 * em, 0.25))
      let (margin, fall) = (blur.radius, Int((0.03 * em).rounded()))
      let (width, height) = (ink.width + 2 * margin, ink.height + 2 * margin + fall)
      // The shadow lies a little lower than what throws it.
      let coverage = FloatPlane(width: width, height: height) { row, numbers in
        for column in 0..<width { numbers[column] = ink[column - margin, row - margin - fall].w }
      }
      let blurred = blur(coverage)
      var (shadow, pixels): ([Float], [SIMD4<Float>]) = ([], [])
      shadow.reserveCapacity(width * height)
      pixels.reserveCapacity(width * height)
      for row in 0..<height {
        for column in 0..<width {
          shadow.append(0.65 * min(1, 1.8 * blurred[column, row]))
          pixels.append(ink[column - margin, row - margin])
        }
      }
      self.shadow = shadow
      self.ink = Ink(width: width, height: height, pixels: pixels)
      (self.column, self.row) = (column - margin, row - margin)
    }
  }

  /// The rows of frames that it changes, if its ink lies lower than its place.
  func rows(fallen fall: Float) -> Range<Int> {
    let inked = row..<row + ink.height + Int(fall) + 1
    guard let reach = band?.reach else { return inked }
    return min(reach.lowerBound, inked.lowerBound)..<max(reach.upperBound, inked.upperBound)
  }
}
