/// Sums of the rows of a picture's levels from level 1 on: working values, premultiplied.
///
///     texels                 a    b    c    d | d    c    b    a
///     sums    −b−a   −a   0    a   a+b   ·    ·   ·   the level is reflected beyond its sides
///
/// The sum between two positions of a row, however far apart, is the difference of two sums. They
/// take 5 bytes and a third for a pixel of the picture, and those of a margin around each level.
final class LevelSums: Sendable {
  /// Sums of red, green, blue and alpha.
  typealias Sum = SIMD4<Float>

  /// Where a level's sums are. Rows count from the bottom, as heights do.
  struct Level: Sendable {
    /// The index of the sum that is 0 in the first row.
    var start: Int
    /// From one row to the next.
    var stride: Int
    /// Texels across and down of the picture, perhaps with a part of one.
    var size: SIMD2<Float>
    /// The number of the last row, beyond the picture.
    var lastRow: Int
  }

  /// The texels around a level whose sums are known.
  static let margin = 9

  let levels: [Level]
  /// Those of all levels.
  let sums: [Sum]
  /// The size of level 1, in its texels.
  let size: SIMD2<Float>

  /// The sums of a picture's levels, but for the picture itself.
  init(_ levels: PictureLevels) {
    var list: [Level] = []
    var sums: [Sum] = []
    let margin = Self.margin
    let samplers = levels.reduced
    sums.reserveCapacity(
      samplers.reduce(0) { $0 + ($1.columns + 1 + 2 * margin) * ($1.rows + 2 * margin) })
    for sampler in samplers {
      let (columns, rows) = (sampler.columns, sampler.rows)
      let stride = columns + 1 + 2 * margin
      list.append(
        Level(
          start: sums.count + margin * stride + margin, stride: stride,
          size: SIMD2(sampler.width, sampler.height), lastRow: rows + margin - 1))
      for row in -margin..<rows + margin {
        let center = abs(Self.reflected(Double(row) + 0.5, Double(sampler.height)).rest)
        sums += Self.sums(
          LevelTexels.texels(sampler, row: rows - 1 - min(Int(center), rows - 1)),
          Double(sampler.width))
      }
    }
    (self.levels, self.sums) = (list, sums)
    size = list.first?.size ?? SIMD2(repeating: 1)
  }

  /// A position as one from −size to size, and how often twice the size lies before that.
  private static func reflected(
    _ position: Double, _ size: Double
  ) -> (rest: Double, turns: Double) {
    let turns = (position / (2 * size)).rounded()
    return (position - turns * 2 * size, turns)
  }

  /// The sums of a row and its margins.
  private static func sums(_ texels: [LevelTexels.Texel], _ width: Double) -> [Sum] {
    var inside = [SIMD4<Double>(repeating: 0)]
    for texel in texels { inside.append(inside[inside.count - 1] + SIMD4<Double>(texel)) }
    func sum(at position: Double) -> SIMD4<Double> {
      let index = min(Int(position), texels.count - 1)
      return inside[index] + (inside[index + 1] - inside[index]) * (position - Double(index))
    }
    let whole = sum(at: width)
    return (-margin...texels.count + margin).map { place in
      if (0...texels.count).contains(place), Double(place) <= width { return Sum(inside[place]) }
      let (rest, turns) = reflected(Double(place), width)
      let near = sum(at: min(abs(rest), width))
      return Sum((rest < 0 ? -near : near) + 2 * turns * whole)
    }
  }
}
