internal import TransitionIntrinsics

/// The elementary functions of GLSL, of eight numbers at once: the same bits on every machine.
///
/// Each works in `Double` with nothing but additions, multiplications, divisions and square roots,
/// which IEEE 754 defines to the last bit, and rounds to `Float` once. The polynomials are those
/// whose greatest relative error over their interval is least, found by Remez exchange with 50
/// digits and then rounded to `Double`; the error is given with each. So a result is the float
/// nearest to the true value but where that lies close to the middle of two: against the C
/// library's Doubles, over every 83rd float, one result in 18,000 or fewer is the other neighbor,
/// and the greatest error is 0.501 ulp; of `pow`, over 6 million pairs, 0.504.
///
/// Infinities, NaN and signed zeros come out as IEEE 754 has them, except that `pow(x, y)` is
/// `exp2(y * log2(x))`, as GLSL defines it: NaN for negative `x`, and for 0⁰, 1^∞ and ∞⁰. Constant
/// exponents for which compilers multiply do not come here.
enum ElementaryFunctions {
  typealias Floats = SIMD8<Float>
  private typealias Doubles = SIMD8<Double>
  private typealias Words = SIMD8<UInt64>

  // MARK: Trigonometry

  @inline(__always)
  static func sin(_ x: Floats) -> Floats {
    let wide = widened(x)
    let turns = wide * (1 / .pi) + Rounding.doubleBias
    let sine = halfTurnSine(wide, halfTurns: turns - Rounding.doubleBias)
    // An odd number of half turns changes the sign.
    let result = narrowed(float(bits(sine) ^ bits(turns) &<< 63))
    return all(isModerate(x)) ? result : hugeSines(x, quarterTurns: 0, result)
  }

  @inline(__always)
  static func cos(_ x: Floats) -> Floats {
    let wide = widened(x)
    let turns = (wide * (1 / .pi) - 0.5) + Rounding.doubleBias
    let sine = halfTurnSine(wide, halfTurns: (turns - Rounding.doubleBias) + 0.5)
    let result = narrowed(float(bits(sine) ^ ~bits(turns) &<< 63))
    return all(isModerate(x)) ? result : hugeSines(x, quarterTurns: 1, result)
  }

  @inline(__always)
  static func tan(_ x: Floats) -> Floats {
    let wide = widened(x)
    let turns = wide * (2 / .pi) + Rounding.doubleBias
    let quarters = turns - Rounding.doubleBias
    let rest = (wide - quarters * (piHigh / 2)) - quarters * (piLow / 2)
    let (sine, cosine) = quarterTurnSineAndCosine(rest)
    let isOdd = 0 &- (bits(turns) & 1)
    let result = narrowed(select(-cosine, isOdd, else: sine) / select(sine, isOdd, else: cosine))
    return all(isModerate(x)) ? result : hugeTangents(x, result)
  }

  @inline(__always)
  static func asin(_ x: Floats) -> Floats {
    let (arc, isSteep) = arcSine(ofMagnitude: x)
    let angle = arc.replacing(with: .pi / 2 - 2 * arc, where: isSteep)
    return withSign(of: x, narrowed(angle))
  }

  @inline(__always)
  static func acos(_ x: Floats) -> Floats {
    let (arc, isSteep) = arcSine(ofMagnitude: x)
    let signed = withSign(of: widened(x), arc)
    // 2 arc for steep numbers above 0, π - 2 arc below, π/2 - arc for the others.
    let base = Doubles(repeating: 0).replacing(with: .pi, where: widened(x) .< 0)
    return narrowed((base + 2 * signed).replacing(with: .pi / 2 - signed, where: .!isSteep))
  }

  @inline(__always)
  static func atan(_ x: Floats) -> Floats {
    let size = widened(magnitude(x))
    return withSign(of: x, narrowed(arcTangent(size, over: Doubles(repeating: 1))))
  }

  /// The direction of the vector (x, y), -π...π; of (±0, ±0) as IEEE 754 has it.
  @inline(__always)
  static func atan(_ y: Floats, _ x: Floats) -> Floats {
    let angle = arcTangent(widened(magnitude(y)), over: widened(magnitude(x)))
    let isBackward = 0 &- bits(widened(x)) &>> 63
    return withSign(of: y, narrowed(select(.pi - angle, isBackward, else: angle)))
  }

  // MARK: Powers

  @inline(__always)
  static func exp2(_ x: Floats) -> Floats { narrowed(powerOfTwo(widened(x))) }

  @inline(__always)
  static func exp(_ x: Floats) -> Floats {
    narrowed(powerOfTwo(widened(x) * 0x1.71547652b82fep+0))
  }

  @inline(__always)
  static func log2(_ x: Floats) -> Floats {
    withLimitsOfLogarithm(x, narrowed(binaryLogarithm(widened(x))))
  }

  @inline(__always)
  static func log(_ x: Floats) -> Floats {
    withLimitsOfLogarithm(x, narrowed(binaryLogarithm(widened(x)) * 0x1.62e42fefa39efp-1))
  }

  /// `exp2(y * log2(x))`, rounded once.
  @inline(__always)
  static func pow(_ x: Floats, _ y: Floats) -> Floats {
    let power = narrowed(powerOfTwo(widened(y) * binaryLogarithm(widened(x))))
    let isOrdinary = hasOrdinaryLogarithm(x)
    if all(isOrdinary) { return power }
    let limit = withLimitsOfLogarithm(x, Floats(repeating: 0))
    return exp2(y * limit).replacing(with: power, where: isOrdinary)
  }

  /// The square root, as IEEE 754 rounds it.
  @inline(__always)
  static func sqrt(_ x: Floats) -> Floats { square_roots(x) }

  @inline(__always)
  static func inversesqrt(_ x: Floats) -> Floats {
    let near = 1 / square_roots(x)
    // A step of Newton's in Double takes the error of two roundings away.
    let y = widened(near)
    let better = narrowed(y + y * (0.5 - 0.5 * widened(x) * (y * y)))
    return near.replacing(with: better, where: near .> 0 .& near .< .infinity)
  }

  // MARK: Whole numbers

  @inline(__always)
  static func floor(_ x: Floats) -> Floats {
    let nearest = nearestInteger(x)
    let below = nearest - Floats(repeating: 0).replacing(with: 1, where: nearest .> x)
    return x.replacing(with: below, where: magnitude(x) .< Rounding.bias)
  }

  @inline(__always)
  static func fract(_ x: Floats) -> Floats { x - floor(x) }

  @inline(__always)
  static func mod(_ x: Floats, _ y: Floats) -> Floats { x - y * floor(x / y) }

  /// 1 above 0, -1 below, 0 otherwise.
  @inline(__always)
  static func sign(_ x: Floats) -> Floats {
    let zero = Floats(repeating: 0)
    return zero.replacing(with: 1, where: x .> 0) - zero.replacing(with: 1, where: x .< 0)
  }

  // MARK: Reduction and polynomials

  // π in two parts; the first has so few bits that its multiples up to 2²⁶ are exact.
  private static let piHigh = 0x1.921fb54p+1
  private static let piLow = 0x1.10b4611a62633p-29

  /// Whether a multiple of π can be subtracted in two parts.
  @inline(__always)
  static func isModerate(_ x: Floats) -> SIMDMask<SIMD8<Int32>> {
    magnitude(x) .< 0x1p26
  }

  /// The sine of the rest of an angle after some half turns, at most a quarter turn.
  @inline(__always)
  private static func halfTurnSine(_ x: Doubles, halfTurns: Doubles) -> Doubles {
    let r = (x - halfTurns * piHigh) - halfTurns * piLow
    let s = r * r
    // Off by at most 2.2e-11 of the sine.
    let high = 0x1.716ba4fcce981p-19 - s * 0x1.9a0e18ff1da66p-26
    let middle = 0x1.11110b74adaacp-7 + s * (s * high - 0x1.a017a8fe0d655p-13)
    return r * (0x1.ffffffffd17d2p-1 + s * (s * middle - 0x1.55555541759fbp-3))
  }

  /// The sine, off by at most 4.6e-12 of it, and the cosine, 6.6e-14, of at most an eighth turn.
  @inline(__always)
  private static func quarterTurnSineAndCosine(_ r: Doubles) -> (sine: Doubles, cosine: Doubles) {
    let s = r * r
    let sineHigh = 0x1.11110716ea37dp-7 + s * (s * 0x1.6cb06518a123ap-19 - 0x1.a00ec5f55bf87p-13)
    let sine = r * (0x1.fffffffff5fc3p-1 + s * (s * sineHigh - 0x1.55555548e0c9ap-3))
    let cosineHigh = 0x1.a00e385bed302p-16 - s * 0x1.23b68e5b0fee9p-22
    let cosineMiddle = 0x1.555555430ad51p-5 + s * (s * cosineHigh - 0x1.6c16b20764d08p-10)
    let cosine = 0x1.ffffffffffdb0p-1 + s * (s * cosineMiddle - 0x1.ffffffffdfea9p-2)
    return (sine, cosine)
  }

  /// The arc sine of |x|, or, where that is steep, of √((1 - |x|) / 2), off by at most 1e-12 of it.
  @inline(__always)
  private static func arcSine(
    ofMagnitude x: Floats
  ) -> (arc: Doubles, isSteep: SIMDMask<SIMD8<Int64>>) {
    let size = widened(magnitude(x))
    let isSteep = size .> 0.5
    let half = 0.5 - 0.5 * size
    let s = (size * size).replacing(with: half, where: isSteep)
    let w = size.replacing(with: square_roots_double(half), where: isSteep)
    let a = 0x1.c19246ae6527bp-10 + s * 0x1.0fa3043d54032p-5
    let b = 0x1.65cdcf207422ap-6 + s * (0x1.542c8bdc1a87ep-6 + s * a)
    let c = 0x1.6db1c8c658139p-5 + s * (0x1.f291293bb6a36p-6 + s * b)
    let d = 0x1.5555554165288p-3 + s * (0x1.3333436fc40a9p-4 + s * c)
    return (w * (0x1.0000000001018p+0 + s * d), isSteep)
  }

  /// The arc tangent of y / x, neither of them negative, off by at most 2.1e-11 of it.
  @inline(__always)
  private static func arcTangent(_ y: Doubles, over x: Doubles) -> Doubles {
    // Infinity as a number so great that its quotients with floats round like infinity's.
    let y = y.replacing(with: 0x1p300, where: y .> 0x1p300)
    let x = x.replacing(with: 0x1p300, where: x .> 0x1p300)
    // From an eighth turn, or from a quarter turn, what is left is at most a sixteenth.
    let isMiddle = y .> 0x1.a827999fcef32p-2 * x
    let isSteep = y .> 0x1.3504f333f9de6p+1 * x
    let rise = y.replacing(with: y - x, where: isMiddle).replacing(with: -x, where: isSteep)
    let run = x.replacing(with: y + x, where: isMiddle).replacing(with: y, where: isSteep)
    let base = Doubles(repeating: 0).replacing(with: .pi / 4, where: isMiddle)
      .replacing(with: .pi / 2, where: isSteep)
    let t = rise / run.replacing(with: 1, where: run .== 0)
    let s = t * t
    let high = 0x1.c43f3e4bd36acp-4 + s * (s * 0x1.8232ccb175571p-5 - 0x1.5a836d02801c4p-4)
    let middle = 0x1.9999011981187p-3 + s * (s * high - 0x1.247cfbb3d8097p-3)
    return base + t * (0x1.ffffffffd279bp-1 + s * (s * middle - 0x1.55555487744bap-2))
  }

  /// 2 to the power of a number, off by at most 4.1e-11 of it; what is beyond any float becomes so.
  @inline(__always)
  private static func powerOfTwo(_ x: Doubles) -> Doubles {
    let low = x.replacing(with: -256, where: x .< -256)
    let x = low.replacing(with: 256, where: low .> 256)
    let shifted = x + Rounding.doubleBias
    let f = x - (shifted - Rounding.doubleBias)
    let a = 0x1.446a1feaa0ef6p-13 + f * 0x1.fe17848dd4e5bp-17
    let b = 0x1.3b29dc40c12c0p-7 + f * (0x1.5d8a7087ff344p-10 + f * a)
    let c = 0x1.ebfbe0a4be9e7p-3 + f * (0x1.c6b08aaf2ec9dp-5 + f * b)
    let power = 0x1.ffffffffabbcap-1 + f * (0x1.62e42ff116290p-1 + f * c)
    return float(bits(power) &+ bits(shifted) &<< 52)
  }

  /// The binary logarithm of a positive number, off by at most 4.3e-12 of it.
  @inline(__always)
  private static func binaryLogarithm(_ x: Doubles) -> Doubles {
    // The exponent that leaves a number in √½..<√2.
    let exponent = (bits(x) &- 0x3fe6_a09e_667f_3bcd) &>> 52
    let m = float(bits(x) &- exponent &<< 52)
    // Biased by 2⁵² as a Double; sign-extended from the 12 bits that the shift left.
    let whole = float((exponent ^ 0x800) & 0xfff | 0x4330_0000_0000_0000) - (0x1p52 + 0x800)
    let t = (m - 1) / (m + 1)
    let s = t * t
    let high = 0x1.a58d8fc0f26bbp-2 + s * 0x1.5ce7cd8f5e85dp-2
    let middle = 0x1.ec709d12e15abp-1 + s * (0x1.27777fda65917p-1 + s * high)
    return whole + t * (0x1.71547652bede5p+1 + s * middle)
  }

  @inline(__always)
  private static func hasOrdinaryLogarithm(_ x: Floats) -> SIMDMask<SIMD8<Int32>> {
    x .> 0 .& x .< .infinity
  }

  @inline(__always)
  private static func withLimitsOfLogarithm(_ x: Floats, _ logarithm: Floats) -> Floats {
    if all(hasOrdinaryLogarithm(x)) { return logarithm }
    return logarithm.replacing(with: -.infinity, where: x .== 0)
      .replacing(with: .nan, where: .!(x .>= 0))
      .replacing(with: .infinity, where: x .== .infinity)
  }

  // MARK: Huge angles

  /// The sines of those angles that are too large for two parts of π, quarter turns ahead.
  @inline(never)
  private static func hugeSines(
    _ x: Floats, quarterTurns: Int, _ others: Floats
  ) -> Floats {
    var result = others
    for lane in x.indices where !(x[lane].magnitude < 0x1p26) {
      let (quarters, rest) = reduced(x[lane])
      let (sine, cosine) = quarterTurnSineAndCosine(Doubles(repeating: rest))
      let turn = quarters &+ quarterTurns
      let value = turn & 1 == 0 ? sine[0] : cosine[0]
      result[lane] = Float(turn & 2 == 0 ? value : -value)
    }
    return result
  }

  @inline(never)
  private static func hugeTangents(_ x: Floats, _ others: Floats) -> Floats {
    var result = others
    for lane in x.indices where !(x[lane].magnitude < 0x1p26) {
      let (quarters, rest) = reduced(x[lane])
      let (sine, cosine) = quarterTurnSineAndCosine(Doubles(repeating: rest))
      result[lane] = Float(quarters & 1 == 0 ? sine[0] / cosine[0] : -cosine[0] / sine[0])
    }
    return result
  }

  /// 2/π: 256 bits after the point.
  private static let quarterTurnsPerRadian: [UInt64] = [
    0xa2f9_836e_4e44_1529, 0xfc27_57d1_f534_ddc0, 0xdb62_9599_3c43_9041, 0xfe51_63ab_debb_c561,
  ]

  /// An angle of at least 2²⁴ as the nearest number of quarter turns, by its last two bits, and the
  /// rest; NaN of infinities and NaN.
  ///
  /// Multiplies the significand with those bits of 2/π that decide (Payne and Hanek, 1983).
  private static func reduced(_ x: Float) -> (quarters: Int, rest: Double) {
    guard x.isFinite else { return (0, .nan) }
    let significand = UInt64(x.significandBitPattern | 0x80_0000)
    // The angle is significand · 2^shift, shift in 1...104: earlier bits of 2/π make whole turns.
    let shift = Int(x.exponentBitPattern) - 150
    let start = max(shift - 2, 0)
    func word(_ index: Int) -> UInt64 {
      let (whole, part) = (start / 64 + index, UInt64(start % 64))
      return quarterTurnsPerRadian[whole] << part | quarterTurnsPerRadian[whole + 1] >> (64 - part)
    }
    // The product modulo 4, with 126 bits after the point, and a half more.
    let low = significand.multipliedFullWidth(by: word(1))
    let product = significand &* word(0) &+ low.high &+ 1 << 61
    let quarters = Int(product >> 62)
    let high = Int64(product & (1 << 62 - 1)) - 1 << 61
    let rest = (Double(high) * 0x1p-62 + Double(low.low) * 0x1p-126) * (.pi / 2)
    return x < 0 ? (-quarters, -rest) : (quarters, rest)
  }

  // MARK: Lanes

  @inline(__always)
  private static func widened(_ x: Floats) -> Doubles {
    Doubles(
      Double(x[0]), Double(x[1]), Double(x[2]), Double(x[3]), Double(x[4]), Double(x[5]),
      Double(x[6]), Double(x[7]))
  }

  @inline(__always)
  private static func narrowed(_ x: Doubles) -> Floats {
    Floats(
      Float(x[0]), Float(x[1]), Float(x[2]), Float(x[3]), Float(x[4]), Float(x[5]), Float(x[6]),
      Float(x[7]))
  }

  // The same bits, seen as another type of the same size.
  @inline(__always)
  private static func bits(_ x: Doubles) -> Words { unsafe unsafeBitCast(x, to: Words.self) }

  @inline(__always)
  private static func float(_ bits: Words) -> Doubles {
    unsafe unsafeBitCast(bits, to: Doubles.self)
  }

  @inline(__always)
  private static func bits(_ x: Floats) -> SIMD8<UInt32> {
    unsafe unsafeBitCast(x, to: SIMD8<UInt32>.self)
  }

  @inline(__always)
  private static func float(_ bits: SIMD8<UInt32>) -> Floats {
    unsafe unsafeBitCast(bits, to: Floats.self)
  }

  @inline(__always)
  private static func magnitude(_ x: Floats) -> Floats { float(bits(x) & 0x7fff_ffff) }

  /// `a` where all bits of the mask are set, `b` where none is. SSE2 does not compare words.
  @inline(__always)
  private static func select(_ a: Doubles, _ mask: Words, else b: Doubles) -> Doubles {
    float(bits(a) & mask | bits(b) & ~mask)
  }

  /// A number that is not negative, with the sign of another one.
  @inline(__always)
  private static func withSign(of sign: Floats, _ x: Floats) -> Floats {
    float(bits(x) | bits(sign) & 0x8000_0000)
  }

  @inline(__always)
  private static func withSign(of sign: Doubles, _ x: Doubles) -> Doubles {
    float(bits(x) | bits(sign) & 0x8000_0000_0000_0000)
  }

  /// The nearest whole number of a number whose size is below 2²³.
  @inline(__always)
  private static func nearestInteger(_ x: Floats) -> Floats {
    withSign(of: x, magnitude(x).nearestWhole)
  }
}
