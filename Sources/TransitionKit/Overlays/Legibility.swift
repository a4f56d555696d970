/// How strong a band must be for words to stand out, by the contrast of WCAG 2: the ratio of two
/// lights, to each of which 0.05 is added.
package struct Legibility: Sendable {
  /// The contrast of small words, and of large ones.
  package static let (captions, titles): (Float, Float) = (4.5, 3)
  /// Words with less light than this stand on white.
  private static let darkWords: Float = 0.18
  /// A band takes no more light than this.
  private static let strongest: Float = 0.85

  /// The light of the words.
  private let light: Float
  /// How much of what is behind them they cover.
  private let alpha: Float
  private let contrast: Float

  package init(light: Float, alpha: Float = 1, contrast: Float) {
    (self.light, self.alpha, self.contrast) = (light, alpha, contrast)
  }

  /// The words' light, 0...1, of a color.
  package init(_ color: Color, contrast: Float) {
    self.init(
      light: color.pixel(in: .linear).luminance / max(color.alpha, 1e-6), alpha: color.alpha,
      contrast: contrast)
  }

  /// Whether words are so dark that their band is white.
  package var needsWhite: Bool { light < Self.darkWords }

  /// The strength over pictures of which the light that is nearest to the words' is known.
  package func strength(over nearest: Float) -> Float {
    let needed: Float
    if needsWhite {
      let least = (light + 0.05) * contrast - 0.05
      needed = nearest < 1 ? (least - nearest) / (1 - nearest) : 0
    } else {
      let most = (light + 0.05) / contrast - 0.05
      needed = nearest > 0 ? 1 - most / nearest : 0
    }
    let strength = min(needed.saturated, Self.strongest)
    // What no band makes legible may be more so without one.
    let bare = Self.contrast(of: light, nearest)
    return bare > Self.contrast(of: light, behind(strength, nearest)) ? 0 : strength
  }

  /// The light behind the words, of pictures and a band over them.
  private func behind(_ strength: Float, _ nearest: Float) -> Float {
    nearest * (1 - strength) + (needsWhite ? strength : 0)
  }

  /// Whether a strength gives the contrast.
  package func suffices(_ strength: Float, over nearest: Float) -> Bool {
    let behind = behind(strength, nearest)
    let shown = light * alpha + behind * (1 - alpha)
    return Self.contrast(of: shown, behind) >= contrast * 0.999
  }

  /// The contrast of two lights.
  package static func contrast(of a: Float, _ b: Float) -> Float {
    (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The mean light of the twentieth of some pixels of a picture that is nearest to the words': the
  /// brightest, or the darkest under dark words. Where it is transparent a matte shows, which is
  /// opaque, whatever its alpha is.
  package func nearestLight(
    of picture: Bitmap, columns: Range<Int>, rows: Range<Int>, over matte: Color = .black
  ) -> Float {
    let columns = columns.clamped(to: 0..<picture.width)
    let rows = rows.clamped(to: 0..<picture.height)
    let picture = picture.reading(in: .linear)
    let backdrop = Color(matte.red, matte.green, matte.blue).pixel(in: .linear).luminance
    let bins = 4096
    var (counts, sums) = ([Int](repeating: 0, count: bins), [Double](repeating: 0, count: bins))
    for row in rows {
      for column in columns {
        let pixel = picture.pixel(column: column, row: row)
        let light = (pixel.luminance + backdrop * (1 - pixel.alpha)).saturated
        let bin = min(Int(light * Float(bins)), bins - 1)
        counts[bin] += 1
        sums[bin] += Double(light)
      }
    }
    let wanted = max(1, rows.count * columns.count / 20)
    var (count, sum) = (0, 0.0)
    for bin in needsWhite ? Array(0..<bins) : (0..<bins).reversed() {
      let part = min(counts[bin], wanted - count)
      if part > 0 { sum += sums[bin] * Double(part) / Double(counts[bin]) }
      count += part
      if count == wanted { break }
    }
    return count > 0 ? Float(sum / Double(count)) : 0
  }
}
