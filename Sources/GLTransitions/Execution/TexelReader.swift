internal import TransitionIntrinsics

/// Reads the texels of a picture's levels.
///
/// As in ``PictureSampler``, footprints of points are stored first, and their colors are mixed
/// then: else the compiler computes them one by one.
@unsafe struct TexelReader {
  typealias Texel = LevelTexels.Texel
  typealias Floats = SIMD4<Float>

  private let texels: UnsafePointer<Texel>
  private let levels: UnsafePointer<LevelTexels.Level>
  /// Of each point the lower left texel and the upper left one, with the parts of the right texels
  /// and of the upper ones.
  private let footprints: TexelPairs
  /// The number of the last level.
  private let last: Int

  /// Calls a function with a reader of a picture's levels.
  static func with(
    _ levels: LevelTexels, _ footprints: TexelPairs, _ body: (TexelReader) -> Void
  ) {
    unsafe levels.texels.withUnsafeBufferPointer { texels in
      unsafe levels.levels.withUnsafeBufferPointer { list in
        guard let base = texels.baseAddress, let first = list.baseAddress else { return }
        unsafe body(
          TexelReader(texels: base, levels: first, footprints: footprints, last: list.count))
      }
    }
  }

  // MARK: Footprints

  /// Stores the footprints of four points of a level from 1 to the last.
  ///
  /// - Parameters:
  ///   - x: in texels of level 1 from the left; NaN counts as 0.
  ///   - y: likewise, from the bottom.
  ///   - number: that of the level.
  ///   - weight: that of each point.
  ///   - index: that of the four.
  @inline(__always)
  private func locate(_ x: Floats, _ y: Floats, _ number: Int, weight: Float, at index: Int) {
    let level = unsafe levels + (number &- 1)
    let scale = PictureLevels.scale(of: number)
    let last = unsafe level.pointee.last
    let (column, right) = unsafe Self.split(x * scale - 0.5, last: last.x)
    let (row, up) = unsafe Self.split(y * scale - 0.5, last: last.y)
    let (start, stride) = unsafe (level.pointee.start, level.pointee.stride)
    let wide = SIMD4(repeating: UInt32(truncatingIfNeeded: stride))
    let high = row &* wide &+ column &+ UInt32(truncatingIfNeeded: start &- 1)
    unsafe footprints.store(high &- wide, high, right, up, weight: weight, at: index)
  }

  /// Positions from the center of the first texel to that of the last as the texel after each, and
  /// its part, 0...1; the other part is that of the texel before. By rounding: where a position is
  /// a texel's, that may be either of them.
  @inline(__always)
  private static func split(_ position: Floats, last: Float) -> (SIMD4<UInt32>, Floats) {
    let low = Floats(repeating: 0).replacing(with: position, where: position .> 0)
    let inside = low.replacing(with: last, where: low .> last)
    let biased = (inside + 0.5) + Rounding.bias
    let index = unsafe unsafeBitCast(biased, to: SIMD4<UInt32>.self) & 0x7f_ffff
    return (index, (inside + 1) - (biased - Rounding.bias))
  }

  // MARK: Curves

  /// The most fours of points of a curve.
  static let mostFours = 12
  /// How far apart points may be, in texels of the level that they are seen in: farther apart,
  /// copies are seen of what is as small as a texel. From 0.9 of it on, the next level sets in.
  static let spacing: Float = 1.7

  /// The mean along a quadratic Bézier curve.
  ///
  /// - Parameters:
  ///   - a: where it begins, in texels of level 1.
  ///   - b: its control point.
  ///   - c: where it ends.
  ///   - size: that of level 1; beyond it, its reflection is seen.
  ///   - count: a quarter of the points that are looked at.
  /// - Returns: the color, premultiplied.
  @inline(__always)
  func mean(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ size: SIMD2<Float>, count: Int
  ) -> Texel {
    @inline(__always) func isInside(_ a: Float, _ b: Float, _ c: Float, _ size: Float) -> Bool {
      min(a, b, c) >= 0 && max(a, b, c) <= size
    }
    let isInside = isInside(a.x, b.x, c.x, size.x) && isInside(a.y, b.y, c.y, size.y)
    let part = 0.25 / Float(count)
    let (wayX, wayY) = (2 * (b.x - a.x), 2 * (b.y - a.y))
    let (bendX, bendY) = ((a.x - b.x) + (c.x - b.x), (a.y - b.y) + (c.y - b.y))
    var time = Floats(0.5, 1.5, 2.5, 3.5) * part
    // The way between the second point and the third of four, and how it changes: shares of what it
    // may be.
    let scale = unsafe part / Self.spacing
    var (stepX, stepY) = (scale * (wayX + 4 * part * bendX), scale * (wayY + 4 * part * bendY))
    let (changeX, changeY) = (8 * scale * part * bendX, 8 * scale * part * bendY)
    var fours = 0
    for _ in 0..<count {
      var x = a.x + time * (wayX + time * bendX)
      var y = a.y + time * (wayY + time * bendY)
      if !isInside {
        unsafe x = Self.reflected(x, size.x)
        unsafe y = Self.reflected(y, size.y)
      }
      // The exponent of the square of it: twice the levels above the first.
      let square = stepX * stepX + stepY * stepY
      let level = unsafe max(1, min((Int(square.bitPattern) &- 127 &<< 23) &>> 24 &+ 2, last))
      let here = PictureLevels.scale(of: level)
      // 0.9, too, is squared.
      let next = unsafe level < last ? (square * (here * here) - 0.81) * (1 / 0.19) : 0
      if next > 0 {
        unsafe locate(x, y, level &+ 1, weight: part * min(next, 1), at: fours)
        fours &+= 1
      }
      if next < 1 {
        unsafe locate(x, y, level, weight: part * (1 - max(next, 0)), at: fours)
        fours &+= 1
      }
      time += 4 * part
      stepX += changeX
      stepY += changeY
    }
    let texels = unsafe texels
    return unsafe footprints.sum(fours: fours) { low, high, right, up in
      unsafe mix_pixels(texels + low, texels + high, right, up)
    }
  }

  /// Positions reflected at both sides of a size.
  @inline(__always)
  private static func reflected(_ position: Floats, _ size: Float) -> Floats {
    let turns = position * (0.5 / size) + 64
    let rest = turns - ((turns + Rounding.bias) - Rounding.bias)
    return rest.replacing(with: -rest, where: rest .< 0) * (2 * size)
  }
}
