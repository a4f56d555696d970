internal import TransitionIntrinsics

/// Reads the texels of a picture's levels.
///
/// As in ``PictureSampler``, footprints of points are stored first, and their colors are mixed
/// then: else the compiler computes them one by one.
@unsafe struct TexelReader {
  typealias Floats = SIMD4<Float>
  private typealias Words = SIMD4<UInt32>
  private typealias Halves = SIMD8<Int16>

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
  /// copies are seen of what is as small as a texel. From 0.82 of it on, the next level sets in.
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

    /// Points at four times in parts of a level's texels, from the center of the first one on. That
    /// lies beyond the border, so that no point is before it.
    @inline(__always)
    func parts(_ times: Floats, _ scale: Floats) -> (x: Words, y: Words) {
      let x = start.x + times * (way.x + times * bend.x)
      let y = start.y + times * (way.y + times * bend.y)
      if isInside { return (Self.parts(x, scale), Self.parts(y, scale)) }
      return (
        Self.parts(Self.reflected(x, period.x, frequency.x), scale),
        Self.parts(Self.reflected(y, period.y, frequency.y), scale)
      )
    }

    /// To the nearest part.
    @inline(__always)
    private static func parts(_ position: Floats, _ scale: Floats) -> Words {
      let moved = position * scale + (0.5 + 0.5 * Float(1 << bits))
      return Words(truncatingIfNeeded: whole_parts(moved))
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
    if unsafe speed * part <= Self.spacing * 0.82 {
      for number in 0..<(count &+ 3) &>> 2 { unsafe numbers[number] = .zero }
    } else {
      unsafe storeLevels(of: curve, part, count)
    }
    unsafe storeFootprints(of: curve, part, count)
    let sum = unsafe sum_of_texels(texels, footprints, count)
    return unsafe sum * (part * (32 / (Float(Self.whole) * LevelTexels.whole)))
  }

  /// How much farther apart than they are the points of each four count as, squared: the farther
  /// they are, the more fours are seen in the next level.
  @inline(__always)
  private static func spread(_ number: Int) -> Floats {
    switch number {
    case 0: Floats(1.204, 1.088, 1.333, 1.017)
    case 1: Floats(1.246, 1.126, 1.378, 1.475)
    default: Floats(1.052, 1.288, 1.164, 1.426)
    }
  }

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
    // Half of the exponents of squares from a quarter on are the levels above the first.
    let quarter: UInt32 = 125 &<< 23
    let greatest = unsafe Float(bitPattern: quarter &+ UInt32(truncatingIfNeeded: last &- 1) &<< 24)
    var times = (4 * part) * Floats(0.5, 1.5, 2.5, 3.5)
    for number in 0..<(count &+ 3) &>> 2 {
      let counted = unit * curve.squaredSpeeds(times)
      let squares = unsafe counted * Self.spread(number)
      times += 16 * part
      let limited = greater(
        lesser(squares, Floats(repeating: greatest)), Floats(repeating: Float(bitPattern: quarter)))
      let bits = unsafe unsafeBitCast(limited, to: Words.self) &- quarter
      unsafe numbers[number] = SIMD4(truncatingIfNeeded: bits &>> 24)
    }
  }

  /// Stores the footprints of points of a curve, evenly apart in time.
  @inline(__always)
  private func storeFootprints(of curve: Curve, _ part: Float, _ count: Int) {
    let numbers = unsafe UnsafeRawPointer(numbers).assumingMemoryBound(to: Int32.self)
    var footprint = unsafe footprints
    var times = Floats(0.5, 1.5, 2.5, 3.5) * part
    // Two fours at a time: if their number is odd, one more than is read.
    for four in stride(from: 0, to: count, by: 2) {
      let (first, second) = unsafe (levels + Int(numbers[four]), levels + Int(numbers[four &+ 1]))
      let (x, y) = unsafe curve.parts(times, first.pointee.scale)
      times += 4 * part
      let (nextX, nextY) = unsafe curve.parts(times, second.pointee.scale)
      times += 4 * part
      // The four weights of a point are whole numbers, and together ``whole``: a mean of equal
      // texels is as they are.
      let (right, up) = unsafe (Self.rest(x, nextX), Self.rest(y, nextY))
      let (rights, ups) = unsafe (right &<< Self.bits, up &<< Self.bits)
      let both = right &* up
      let left = unsafe Self.whole &- ups &- rights &+ both
      let (above, beside) = (ups &- both, rights &- both)
      unsafe footprint[0] = Self.index(x, y, first)
      unsafe footprint[1] = Self.words(interleave_first(left, above))
      unsafe footprint[2] = Self.words(interleave_first(beside, both))
      unsafe footprint[3] = Self.index(nextX, nextY, second)
      unsafe footprint[4] = Self.words(interleave_second(left, above))
      unsafe footprint[5] = Self.words(interleave_second(beside, both))
      unsafe footprint += 6
    }
  }

  /// The bits of a part.
  static let bits: Int16 = 7
  /// What all weights of a point are together.
  private static let whole: Int16 = 1 << (2 * bits)

  /// How far the next texels weigh, 0...127 each.
  @inline(__always)
  private static func rest(_ first: Words, _ second: Words) -> Halves {
    let mask = unsafe Words(repeating: 1 &<< UInt32(bits) &- 1)
    return narrow(SIMD4(truncatingIfNeeded: first & mask), SIMD4(truncatingIfNeeded: second & mask))
  }

  /// The index of the texel at or before each of four points.
  @inline(__always)
  private static func index(
    _ x: Words, _ y: Words, _ level: UnsafePointer<LevelTexels.Level>
  ) -> Words {
    let column = unsafe x &>> UInt32(bits)
    let row = unsafe y &<< UInt32(16 - bits) & 0xFFFF_0000
    // The products of the halves of numbers, added.
    let index = unsafe multiply_add_pairs(halves(column | row), halves(level.pointee.strides))
    return unsafe Words(truncatingIfNeeded: index) &+ level.pointee.start
  }

  @inline(__always)
  private static func words(_ halves: Halves) -> Words {
    unsafe unsafeBitCast(halves, to: Words.self)
  }

  @inline(__always)
  private static func halves(_ words: Words) -> Halves {
    unsafe unsafeBitCast(words, to: Halves.self)
  }
}
