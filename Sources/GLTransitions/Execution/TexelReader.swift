internal import TransitionIntrinsics

/// Reads the texels of a picture's levels.
///
/// As in ``PictureSampler``, footprints of points are stored first, and their colors are mixed
/// then: else the compiler computes them one by one.
@unsafe struct TexelReader {
  typealias Floats = SIMD4<Float>
  private typealias Words = SIMD4<UInt32>

  private let texels: UnsafePointer<LevelTexels.Pair>
  private let levels: UnsafePointer<LevelTexels.Level>
  /// The number of the last level.
  private let last: Int
  /// Of each four of points the pairs of texels to the left, the weights of these, and those of the
  /// pairs to the right.
  private let footprints: UnsafeMutablePointer<Words>
  /// The level of each four of points, 0 for level 1.
  private let numbers: UnsafeMutablePointer<SIMD4<Int32>>

  /// Calls a function with a reader of a picture's levels.
  static func with(_ levels: LevelTexels, _ body: (TexelReader) -> Void) {
    unsafe levels.texels.withUnsafeBufferPointer { texels in
      unsafe levels.levels.withUnsafeBufferPointer { list in
        unsafe withUnsafeTemporaryAllocation(of: Words.self, capacity: 3 * mostFours) { points in
          unsafe withUnsafeTemporaryAllocation(of: SIMD4<Int32>.self, capacity: mostFours / 4) {
            guard let base = texels.baseAddress, let first = list.baseAddress,
              let footprints = points.baseAddress, let numbers = $0.baseAddress
            else { return }
            unsafe body(
              TexelReader(
                texels: base, levels: first, last: list.count, footprints: footprints,
                numbers: numbers))
          }
        }
      }
    }
  }

  // MARK: Curves

  /// The most fours of points of a curve.
  static let mostFours = 12
  /// How far apart points may be, in texels of the level that they are seen in: farther apart,
  /// copies are seen of what is as small as a texel. From 0.9 of it on, the next level sets in.
  static let spacing: Float = 1.7

  /// A quadratic Bézier curve in texels of level 1: start + time (way + time bend).
  private struct Curve {
    private let start: (x: Floats, y: Floats)
    private let way: (x: Floats, y: Floats)
    private let bend: (x: Floats, y: Floats)
    /// Twice the size of level 1, beyond which its reflection is seen, and one divided by that.
    private let period: SIMD2<Float>
    private let frequency: SIMD2<Float>
    private let isInside: Bool

    @inline(__always)
    init(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ size: SIMD2<Float>) {
      @inline(__always) func isInside(_ a: Float, _ b: Float, _ c: Float, _ size: Float) -> Bool {
        min(a, b, c) >= 0 && max(a, b, c) <= size
      }
      @inline(__always) func each(_ x: Float, _ y: Float) -> (x: Floats, y: Floats) {
        (Floats(repeating: x), Floats(repeating: y))
      }
      start = each(a.x, a.y)
      way = each(2 * (b.x - a.x), 2 * (b.y - a.y))
      bend = each((a.x - b.x) + (c.x - b.x), (a.y - b.y) + (c.y - b.y))
      period = SIMD2(2 * size.x, 2 * size.y)
      frequency = SIMD2(0.5 / size.x, 0.5 / size.y)
      self.isInside = isInside(a.x, b.x, c.x, size.x) && isInside(a.y, b.y, c.y, size.y)
    }

    /// The squares of how fast it goes at four times.
    @inline(__always)
    func squaredSpeeds(_ times: Floats) -> Floats {
      let twice = times + times
      let (x, y) = (way.x + twice * bend.x, way.y + twice * bend.y)
      return x * x + y * y
    }

    @inline(__always)
    func points(_ times: Floats) -> (x: Floats, y: Floats) {
      let x = start.x + times * (way.x + times * bend.x)
      let y = start.y + times * (way.y + times * bend.y)
      if isInside { return (x, y) }
      return (Self.reflected(x, period.x, frequency.x), Self.reflected(y, period.y, frequency.y))
    }

    /// Positions reflected at 0 and half way to where they repeat.
    @inline(__always)
    private static func reflected(
      _ position: Floats, _ period: Float, _ frequency: Float
    ) -> Floats {
      let turns = position * frequency + 64
      let rest = turns - ((turns + Rounding.bias) - Rounding.bias)
      return rest.replacing(with: -rest, where: rest .< 0) * period
    }
  }

  /// The mean along a quadratic Bézier curve.
  ///
  /// - Parameters:
  ///   - a: where it begins, in texels of level 1.
  ///   - b: its control point.
  ///   - c: where it ends.
  ///   - size: that of level 1; beyond it, its reflection is seen.
  ///   - speed: how fast it goes at most, in texels for the whole time.
  ///   - count: a quarter of the points that are looked at.
  /// - Returns: the color, premultiplied.
  @inline(__always)
  func mean(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ size: SIMD2<Float>, speed: Float,
    count: Int
  ) -> Floats {
    let curve = Curve(a, b, c, size)
    // The time between points.
    let part = 0.25 / Float(count)
    if unsafe speed * part <= Self.spacing * 0.9 {
      for number in unsafe 0..<Self.mostFours / 4 { unsafe numbers[number] = .zero }
    } else {
      unsafe storeLevels(of: curve, part, count)
    }
    unsafe storeFootprints(of: curve, part, count)
    let sum = unsafe sum_of_texels(texels, footprints, count)
    return unsafe sum * (part * (32 / (Float(Self.whole) * LevelTexels.whole)))
  }

  /// How much farther apart than they are the points of each four count as, squared: the farther
  /// they are, the more fours are seen in the next level.
  private static let spread = (
    Floats(1.11, 1.05, 1.17, 1.02), Floats(1.14, 1.08, 1.2, 1.23),
    Floats(1.035, 1.155, 1.095, 1.215)
  )

  /// Stores the levels that are right for points of a curve, evenly apart in time.
  ///
  /// - Parameters:
  ///   - curve: the curve.
  ///   - part: the time between points.
  ///   - count: a quarter of the points.
  @inline(__always)
  private func storeLevels(of curve: Curve, _ part: Float, _ count: Int) {
    // The square of how far apart they are, in shares of what they may be, for a speed of 1.
    let unit = unsafe part * part * (1 / (Self.spacing * Self.spacing))
    let last = SIMD4(repeating: Int32(truncatingIfNeeded: unsafe last &- 1))
    var times = (4 * part) * Floats(0.5, 1.5, 2.5, 3.5)
    for number in 0..<(count &+ 3) &>> 2 {
      let spread = unsafe number == 0 ? Self.spread.0 : number == 1 ? Self.spread.1 : Self.spread.2
      let squares = unit * curve.squaredSpeeds(times) * spread
      times += 16 * part
      // The exponents of them: twice the levels above the first.
      let above = unsafe (unsafeBitCast(squares, to: SIMD4<Int32>.self) &- 125 &<< 23) &>> 24
      let limited = above.replacing(with: last, where: above .> last)
      unsafe numbers[number] = limited.replacing(with: 0, where: limited .< 0)
    }
  }

  /// Stores the footprints of points of a curve, evenly apart in time.
  @inline(__always)
  private func storeFootprints(of curve: Curve, _ part: Float, _ count: Int) {
    let numbers = unsafe UnsafeRawPointer(numbers).assumingMemoryBound(to: Int32.self)
    var footprint = unsafe footprints
    var times = Floats(0.5, 1.5, 2.5, 3.5) * part
    for four in 0..<count {
      let level = unsafe levels + Int(numbers[four])
      let (x, y) = curve.points(times)
      times += 4 * part
      let (column, right) = unsafe Self.split(x, level.pointee.scale, level.pointee.lastColumn)
      let (row, up) = unsafe Self.split(y, level.pointee.scale, level.pointee.lastRow)
      // The four weights of a point are whole numbers, and together ``whole``: a mean of equal
      // texels is as they are.
      let (rights, ups) = unsafe (right &<< Self.bits, up &<< Self.bits)
      let both = unsafe Self.pairs(right, up)
      let left = unsafe Self.whole &- ups &- rights &+ both
      unsafe footprint[0] =
        Self.pairs(row | column &<< 16, level.pointee.strides) &+ level.pointee.start
      unsafe footprint[1] = left | (ups &- both) &<< 16
      unsafe footprint[2] = (rights &- both) | both &<< 16
      unsafe footprint += 3
    }
  }

  /// The bits of a part.
  static let bits: UInt32 = 7
  /// What all weights of a point are together.
  private static let whole: UInt32 = 1 << (2 * bits)

  /// Positions in texels of level 1 as the texel of another level at or before each, by its center,
  /// and the part, 0...127, of the next one. NaN counts as 0.
  @inline(__always)
  private static func split(_ position: Floats, _ scale: Floats, _ last: Floats) -> (Words, Words) {
    // To the nearest part, written so that NaN becomes 0.
    let moved = unsafe position * scale + (0.5 - 0.5 * Float(1 << Self.bits))
    let low = Floats(repeating: 0).replacing(with: moved, where: moved .> 0)
    let number = Words(truncatingIfNeeded: whole_parts(lesser(low, last)))
    return unsafe (number &>> Self.bits, number & (1 &<< Self.bits &- 1))
  }

  /// The products of the halves of numbers, added.
  @inline(__always)
  private static func pairs(_ a: Words, _ b: Words) -> Words {
    unsafe Words(
      truncatingIfNeeded: multiply_add_pairs(
        unsafeBitCast(a, to: SIMD8<Int16>.self), unsafeBitCast(b, to: SIMD8<Int16>.self)))
  }
}
