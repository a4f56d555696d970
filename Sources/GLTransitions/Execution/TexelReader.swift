internal import TransitionIntrinsics

/// Reads the texels of a picture's levels.
///
/// As in ``PictureSampler``, footprints of points are stored first, and their colors are mixed
/// then: else the compiler computes them one by one.
@unsafe struct TexelReader {
  typealias Floats = SIMD4<Float>
  private typealias Words = SIMD4<UInt32>

  private let texels: UnsafePointer<LevelTexels.Parts>
  private let levels: UnsafePointer<LevelTexels.Level>
  /// Of each point the lower left texel and the upper left one, with the weights of both and of
  /// those to the right.
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
  ///   - count: a quarter of the points that are looked at.
  /// - Returns: the color, premultiplied.
  @inline(__always)
  func mean(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ size: SIMD2<Float>, count: Int
  ) -> Floats {
    let curve = Curve(a, b, c, size)
    // The time between points, and the square of how far apart they are, in shares of what they may
    // be, for a speed whose square is 1.
    let part = 0.25 / Float(count)
    let unit = unsafe part * part * (1 / (Self.spacing * Self.spacing))
    let squares = unit * curve.squaredSpeeds(Floats(0, 0.5, 1, 1))
    // Nowhere is it faster than where it begins or ends. Where it is about as fast everywhere, or
    // never too fast for level 1, it has one level.
    let greatest = max(squares[0], squares[2])
    let fours: Int
    if greatest <= 0.81 || greatest <= 1.25 * min(squares[0], squares[1], squares[2]) {
      fours = unsafe locate(
        curve, part, count, groupsOf: count, squares: SIMD8(repeating: greatest))
    } else {
      // Up to eight groups of fours, each in levels for its middle.
      let size = count > 8 ? 2 : 1
      let time = 4 * part * Float(size)
      fours = unsafe locate(
        curve, part, count, groupsOf: size,
        squares: SIMD8(
          lowHalf: unit * curve.squaredSpeeds(time * Floats(0.5, 1.5, 2.5, 3.5)),
          highHalf: unit * curve.squaredSpeeds(time * Floats(4.5, 5.5, 6.5, 7.5))))
    }
    let texels = unsafe texels
    return unsafe footprints.sum(fours: fours) { low, high, leftWeights, rightWeights in
      unsafe sum_of_texels(texels, low, high, leftWeights, rightWeights)
    }
  }

  // MARK: Footprints

  /// Stores the footprints of points of a curve, evenly apart in time, in levels that are right for
  /// them.
  ///
  /// - Parameters:
  ///   - curve: the curve.
  ///   - part: the time between points.
  ///   - count: a quarter of the points.
  ///   - size: how many fours of points are seen in the same levels.
  ///   - squares: of each such group that of how far apart its points are, in shares of what they
  ///     may be.
  /// - Returns: how many fours are stored.
  @inline(__always)
  private func locate(
    _ curve: Curve, _ part: Float, _ count: Int, groupsOf size: Int, squares: SIMD8<Float>
  ) -> Int {
    let (numbers, nexts) = unsafe PictureLevels.numbers(squares, last: last)
    var (start, group, first) = (0, 0, 0)
    while first < count {
      let fours = min(size, count &- first)
      let (number, next) = (Int(numbers[group]), nexts[group])
      let time = 4 * part * Float(first)
      if next > 0 {
        unsafe locate(
          curve, time, part, fours, level: number &+ 1, weight: min(next, 1), after: start)
        start &+= fours
      }
      if next < 1 {
        unsafe locate(
          curve, time, part, fours, level: number, weight: 1 - max(next, 0), after: start)
        start &+= fours
      }
      group &+= 1
      first &+= fours
    }
    return start
  }

  /// Stores those of fours of points in a level from 1 to the last.
  @inline(__always)
  private func locate(
    _ curve: Curve, _ time: Float, _ part: Float, _ count: Int, level number: Int, weight: Float,
    after start: Int
  ) {
    let level = unsafe levels + (number &- 1)
    let weight = unsafe weight * part * (1 / (Float(Self.whole) * LevelTexels.whole))
    var times = time + Floats(0.5, 1.5, 2.5, 3.5) * part
    for four in start..<start &+ count {
      let (x, y) = curve.points(times)
      times += 4 * part
      let (column, right) = unsafe Self.split(x, level.pointee.scale, level.pointee.lastColumn)
      let (row, up) = unsafe Self.split(y, level.pointee.scale, level.pointee.lastRow)
      let low = unsafe Self.pairs(row | column &<< 16, level.pointee.strides) &+ level.pointee.start
      // The four weights of a point are whole numbers, and together ``whole``: a mean of equal
      // texels is as they are.
      let (rights, ups) = unsafe (right &<< Self.bits, up &<< Self.bits)
      let both = unsafe Self.pairs(right, up)
      unsafe footprints.store(
        low, low &+ level.pointee.rowStride,
        Self.weights(Self.whole &- ups &- rights &+ both, ups &- both),
        Self.weights(rights &- both, both), weight: weight, at: four)
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

  /// The weights of lower texels and of upper ones, in the halves of numbers.
  @inline(__always)
  private static func weights(_ low: Words, _ high: Words) -> Floats {
    unsafe unsafeBitCast(low | high &<< 16, to: Floats.self)
  }
}
