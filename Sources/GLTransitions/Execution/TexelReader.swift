internal import TransitionIntrinsics

/// Reads the texels of a picture's levels.
///
/// As in ``PictureSampler``, footprints of points are stored first, and their colors are mixed
/// then: else the compiler computes them one by one.
@unsafe struct TexelReader {
  typealias Pair = LevelTexels.Pair
  typealias Floats = SIMD4<Float>
  private typealias Words = SIMD4<UInt32>

  private let pairs: UnsafePointer<Pair>
  private let levels: UnsafePointer<LevelTexels.Level>
  /// Of each point the lower left texel and the upper left one, with the weights of these and of
  /// those to the right.
  private let footprints: TexelPairs
  /// The number of the last level.
  private let last: Int

  /// Calls a function with a reader of a picture's levels.
  static func with(
    _ levels: LevelTexels, _ footprints: TexelPairs, _ body: (TexelReader) -> Void
  ) {
    unsafe levels.pairs.withUnsafeBufferPointer { pairs in
      unsafe levels.levels.withUnsafeBufferPointer { list in
        guard let base = pairs.baseAddress, let first = list.baseAddress else { return }
        unsafe body(
          TexelReader(pairs: base, levels: first, footprints: footprints, last: list.count))
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
    let (column, right) = unsafe Self.split(x * scale, last: last.x)
    let (row, up) = unsafe Self.split(y * scale, last: last.y)
    let (start, stride) = unsafe (level.pointee.start, level.pointee.stride)
    let wide = Words(repeating: UInt32(truncatingIfNeeded: stride))
    let low = row &* wide &+ column &+ UInt32(truncatingIfNeeded: start)
    // The four weights of a point are whole numbers, and together ``whole``: a mean of equal texels
    // is as they are.
    let (rights, ups) = unsafe (right &<< Self.bits, up &<< Self.bits)
    let both = unsafe Words(
      truncatingIfNeeded: multiply_add_pairs(
        unsafeBitCast(right, to: SIMD8<Int16>.self), unsafeBitCast(up, to: SIMD8<Int16>.self)))
    unsafe footprints.store(
      low, low &+ wide, Self.weights(Self.whole &- ups, rights &- both), Self.weights(ups, both),
      weight: weight, at: index)
  }

  /// The bits of a part.
  private static let bits: UInt32 = 7
  /// What all weights of a point are together.
  private static let whole: UInt32 = 1 << (2 * bits)

  /// Positions as the texel at or before each, by its center, and the part, 0...127, of the next
  /// one.
  @inline(__always)
  private static func split(_ position: Floats, last: Float) -> (Words, Words) {
    let parts = unsafe Float(1 << Self.bits)
    // To the nearest part, written so that NaN becomes 0.
    let moved = position * parts + (0.5 - 0.5 * parts)
    let low = Floats(repeating: 0).replacing(with: moved, where: moved .> 0)
    let inside = low.replacing(with: last * parts, where: low .> last * parts)
    let number = Words(truncatingIfNeeded: whole_parts(inside))
    return unsafe (number &>> Self.bits, number & (1 &<< Self.bits &- 1))
  }

  /// The weights of left texels and of right ones, in the halves of numbers.
  @inline(__always)
  private static func weights(_ both: Words, _ right: Words) -> Floats {
    unsafe unsafeBitCast(both &- right | right &<< 16, to: Floats.self)
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
  ) -> Floats {
    @inline(__always) func isInside(_ a: Float, _ b: Float, _ c: Float, _ size: Float) -> Bool {
      min(a, b, c) >= 0 && max(a, b, c) <= size
    }
    let isInside = isInside(a.x, b.x, c.x, size.x) && isInside(a.y, b.y, c.y, size.y)
    let part = 0.25 / Float(count)
    let unit = unsafe part / (Float(Self.whole) * LevelTexels.whole)
    let (wayX, wayY) = (2 * (b.x - a.x), 2 * (b.y - a.y))
    let (bendX, bendY) = ((a.x - b.x) + (c.x - b.x), (a.y - b.y) + (c.y - b.y))
    var time = Floats(0.5, 1.5, 2.5, 3.5) * part
    // The way between the second point and the third of four, and how it changes: shares of what it
    // may be.
    let scale = unsafe part / Self.spacing
    var (stepX, stepY) = (scale * (wayX + 4 * part * bendX), scale * (wayY + 4 * part * bendY))
    let (changeX, changeY) = (8 * scale * part * bendX, 8 * scale * part * bendY)
    // Where neither the first way is too long for level 1 nor the last one, none is.
    let (lastX, lastY) = (stepX + Float(count - 1) * changeX, stepY + Float(count - 1) * changeY)
    let isFine = max(stepX * stepX + stepY * stepY, lastX * lastX + lastY * lastY) <= 0.81
    var fours = 0
    for _ in 0..<count {
      var x = a.x + time * (wayX + time * bendX)
      var y = a.y + time * (wayY + time * bendY)
      if !isInside {
        unsafe x = Self.reflected(x, size.x)
        unsafe y = Self.reflected(y, size.y)
      }
      time += 4 * part
      if isFine {
        unsafe locate(x, y, 1, weight: unit, at: fours)
        fours &+= 1
        continue
      }
      // The exponent of the square of it: twice the levels above the first.
      let square = stepX * stepX + stepY * stepY
      let level = unsafe max(1, min((Int(square.bitPattern) &- 127 &<< 23) &>> 24 &+ 2, last))
      let here = PictureLevels.scale(of: level)
      // 0.9, too, is squared.
      let next = unsafe level < last ? (square * (here * here) - 0.81) * (1 / 0.19) : 0
      if next > 0 {
        unsafe locate(x, y, level &+ 1, weight: unit * min(next, 1), at: fours)
        fours &+= 1
      }
      if next < 1 {
        unsafe locate(x, y, level, weight: unit * (1 - max(next, 0)), at: fours)
        fours &+= 1
      }
      stepX += changeX
      stepY += changeY
    }
    let pairs = unsafe pairs
    return unsafe footprints.sum(fours: fours) { low, high, lowWeights, highWeights in
      unsafe sum_of_pairs(
        pairs + low, pairs + high, lowWeights.bitPattern, highWeights.bitPattern)
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
