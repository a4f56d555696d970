/// A number for each of four pixels side by side, from left to right.
public typealias Lanes = SIMD4<Float>

extension Lanes {
  /// The distances of four pixels from the first of them, in pixels.
  @inlinable public static var neighbors: Lanes { Lanes(0, 1, 2, 3) }

  /// The numbers, but none below a limit; what is not a number becomes the limit.
  @inline(__always)
  func atLeast(_ limit: Float) -> Lanes {
    Lanes(repeating: limit).replacing(with: self, where: self .> limit)
  }

  /// The numbers limited to 0...1; 0 where they are not numbers.
  @inline(__always)
  var saturated: Lanes {
    let positive = atLeast(0)
    return positive.replacing(with: 1, where: positive .> 1)
  }

  /// The cubic step 3u² - 2u³ of the saturated numbers.
  @inline(__always)
  var smoothstep: Lanes {
    let u = saturated
    return u * u * (3 - 2 * u)
  }

  /// The numbers without their signs.
  @inline(__always)
  var magnitudes: Lanes { (-self).replacing(with: self, where: self .> -self) }

  /// The nearest whole numbers, of numbers whose size is below 2²²; larger ones stay.
  @inline(__always)
  var nearestIntegers: Lanes {
    ((self + 0x1.8p23) - 0x1.8p23).replacing(with: self, where: magnitudes .>= 0x1p22)
  }

  /// The greatest whole numbers that are not above these, of numbers whose size is below 2²².
  ///
  /// Where no processor is named, `rounded(.down)` is four calls.
  @inline(__always)
  var roundedDown: Lanes {
    let nearest = nearestIntegers
    return nearest.replacing(with: nearest - 1, where: nearest .> self)
  }

  /// Positions in 0..<2²² as the whole numbers below them and the rests, 0...1: a whole number may
  /// also be the one below it and a rest of 1.
  @inline(__always)
  var split: (index: SIMD4<UInt32>, rest: Lanes) {
    // Adding 1.5 · 2²³ leaves the nearest whole number in the low bits.
    let shifted = (self - 0.5) + 0x1.8p23
    let index = unsafe unsafeBitCast(shifted, to: SIMD4<UInt32>.self) & 0x3F_FFFF
    return (index, self - (shifted - 0x1.8p23))
  }
}

// Swift's own functions of these two names ask lane by lane.

/// Whether a condition holds for all of four pixels.
@inline(__always)
func all(_ mask: SIMDMask<SIMD4<Int32>>) -> Bool {
  let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  return halves.x & halves.y == .max
}

/// Whether a condition holds for any of four pixels.
@inline(__always)
func any(_ mask: SIMDMask<SIMD4<Int32>>) -> Bool {
  let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  return halves.x | halves.y != 0
}

extension Point {
  /// The scalar products of this point and the points one, two and three pixels to its right with a
  /// vector: their positions along it if its length is 1.
  @inline(__always)
  func neighborsDot(_ other: Point) -> Lanes {
    (x + Lanes.neighbors) * other.x + y * other.y
  }
}
