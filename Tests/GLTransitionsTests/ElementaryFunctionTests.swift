import Foundation
import Testing

@testable import GLTransitions

@Suite struct ElementaryFunctionTests {
  private typealias Floats = SIMD8<Float>

  /// A function of one number, and what it should be.
  struct Function: CustomStringConvertible, Sendable {
    let description: String
    let result: @Sendable (SIMD8<Float>) -> SIMD8<Float>
    let reference: @Sendable (Double) -> Double

    init(
      _ name: String, _ result: @escaping @Sendable (SIMD8<Float>) -> SIMD8<Float>,
      _ reference: @escaping @Sendable (Double) -> Double
    ) {
      description = name
      self.result = result
      self.reference = reference
    }

    /// The results of some numbers, eight at a time.
    func callAsFunction(_ x: [Float]) -> [Float] {
      stride(from: 0, to: x.count, by: 8).flatMap { start in
        let numbers = x[start..<min(start + 8, x.count)]
        var eight = SIMD8<Float>()
        for (lane, number) in numbers.enumerated() { eight[lane] = number }
        let results = result(eight)
        return (0..<numbers.count).map { results[$0] }
      }
    }
  }

  private static func alone(_ x: Float, _ function: (Floats) -> Floats) -> Float {
    function(Floats(repeating: x))[0]
  }

  private static func alone(
    _ x: Float, _ y: Float, _ function: (Floats, Floats) -> Floats
  ) -> Float {
    function(Floats(repeating: x), Floats(repeating: y))[0]
  }

  static let functions: [Function] = [
    Function("sin", ElementaryFunctions.sin(_:)) { sin($0) },
    Function("cos", ElementaryFunctions.cos(_:)) { cos($0) },
    Function("tan", ElementaryFunctions.tan(_:)) { tan($0) },
    Function("asin", ElementaryFunctions.asin(_:)) { asin($0) },
    Function("acos", ElementaryFunctions.acos(_:)) { acos($0) },
    Function("atan", ElementaryFunctions.atan(_:)) { atan($0) },
    Function("exp", ElementaryFunctions.exp(_:)) { exp($0) },
    Function("exp2", ElementaryFunctions.exp2(_:)) { exp2($0) },
    Function("log", ElementaryFunctions.log(_:)) { log($0) },
    Function("log2", ElementaryFunctions.log2(_:)) { log2($0) },
    Function("sqrt", ElementaryFunctions.sqrt(_:)) { $0.squareRoot() },
    Function("inversesqrt", ElementaryFunctions.inversesqrt(_:)) { 1 / $0.squareRoot() },
  ]

  /// Functions whose results are floats without rounding.
  static let exactFunctions: [Function] = [
    Function("floor", ElementaryFunctions.floor(_:)) { $0.rounded(.down) },
    Function("fract", ElementaryFunctions.fract(_:)) { $0 - $0.rounded(.down) },
    Function("sign", ElementaryFunctions.sign(_:)) { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 },
  ]

  static let special: [Float] = [
    0, -0, 1, -1, 0.5, -0.5, Float(0.5).nextUp, 2, -2, .infinity, -.infinity, .nan,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0x1p22, 0x1p22 + 0.5, 0x1p23 - 0.5,
    -(0x1p23 - 0.5), -(0x1p22 + 0.5), 0x1p23, -0x1p23, 0x1p24, 0x1p26, Float(0x1p26).nextDown,
    1.5, 2.5, -1.5, -2.5, 127, 128, -126, -149, -150, -151, 88.722_83, 88.722_84, 1000, -1000,
    .pi, .pi / 2, .pi / 4, -.pi, 0.414_213_57, 2.414_213_7, -0.3, 0.999_999_94,
  ]

  /// Bit patterns of all sizes and both signs, special ones first.
  static let samples: [Float] =
    special
    + stride(from: UInt32(0), to: 0x7f80_0000, by: 40_009).flatMap {
      [Float(bitPattern: $0), -Float(bitPattern: $0)]
    }

  /// How far a result is from the true value, in units of the last place of a float.
  static func error(_ result: Float, _ truth: Double) -> Double {
    if truth.isNaN { return result.isNaN ? 0 : .infinity }
    let nearest = Float(truth)
    if nearest.isInfinite || result.isInfinite {
      // Half a unit beyond the greatest float begins infinity.
      return result == nearest ? 0 : .infinity
    }
    if nearest == 0, result == 0 { return result.sign == truth.sign ? 0 : .infinity }
    return abs(Double(result) - truth) / Double(nearest.ulp)
  }

  @Test(arguments: functions) func `is within one unit of the last place`(_ function: Function) {
    let results = function(Self.samples)
    let errors = zip(results, Self.samples).map { Self.error($0, function.reference(Double($1))) }
    let worst = errors.indices.max { errors[$0] < errors[$1] } ?? 0
    #expect(errors[worst] < 0.501, "\(function)(\(Self.samples[worst])) is \(results[worst])")
  }

  @Test(arguments: exactFunctions) func `is exact`(_ function: Function) {
    let results = function(Self.samples)
    for (result, x) in zip(results, Self.samples) {
      // A whole number has as many bits as what it was made of, but the rest may round.
      let truth = Float(function.reference(Double(x)))
      let isEqual = result.bitPattern == truth.bitPattern || result.isNaN && truth.isNaN
      #expect(isEqual, "\(function)(\(x)) is \(result)")
    }
  }

  @Test(arguments: functions + exactFunctions)
  func `is the same whatever its neighbors are`(_ function: Function) {
    let samples = Self.special + stride(from: Float(-20), through: 20, by: 0.37)
    for (x, result) in zip(samples, function(samples)) {
      let alone = Self.alone(x, function.result)
      // The bits of NaN are nobody's.
      #expect(alone.bitPattern == result.bitPattern || alone.isNaN && result.isNaN)
    }
  }

  /// Angles with their sines, cosines and tangents as mpmath 1.3 rounds them from 120 digits: among
  /// them those of each size that come nearest to a multiple of a quarter turn.
  static let hugeAngles: [(UInt32, UInt32, UInt32, UInt32)] = [
    (0x4d847661, 0x3f800000, 0x33980d92, 0x4b5780f8),
    (0xcf0ffd14, 0xbf800000, 0x339c8a28, 0xcb5153be),
    (0x52a3e87f, 0x330a4ed8, 0x3f800000, 0x330a4ed8),
    (0xd4b146a6, 0x32eda4f2, 0x3f800000, 0x32eda4f2),
    (0x57b82989, 0xbf800000, 0x3365bee6, 0xcb8ea094),
    (0xd7903500, 0xbf800000, 0x33bd8a9d, 0xcb2ce160),
    (0x5c07bcd0, 0xbf800000, 0x32642cfe, 0xcc8f9bcd),
    (0xdd07bcd0, 0xb3642cfe, 0x3f800000, 0xb3642cfe),
    (0x61d3b126, 0xbf800000, 0x33357cad, 0xcbb48d89),
    (0xe42e0733, 0x3f800000, 0xb2b12ec1, 0xcc38f06a),
    (0x65898498, 0x3f800000, 0xb1fbf026, 0xcd02104f),
    (0xe946e3bb, 0x3f800000, 0xb31eb2f0, 0xcbce7a9d),
    (0x6b9976f1, 0x335e3bdf, 0x3f800000, 0x335e3bdf),
    (0xecd5da58, 0xb2cdba59, 0xbf800000, 0x32cdba59),
    (0x70f9be45, 0x325deea9, 0x3f800000, 0x325deea9),
    (0xf2bfa09a, 0xb30f3e7d, 0xbf800000, 0x330f3e7d),
    (0x756fa1dc, 0xbf800000, 0xb3b40410, 0x4b360745),
    (0xf8584625, 0x332fa975, 0x3f800000, 0x332fa975),
    (0x79c07f54, 0x339569ba, 0xbf800000, 0xb39569ba),
    (0xfb1675c0, 0x3f800000, 0x338748fe, 0x4b7236e0),
    (0x4cc164d8, 0x3f354301, 0x3f34c6d0, 0x3f8057ef),
    (0xd2dbc8fb, 0x3f35d42c, 0x3f3434cc, 0x3f81270a),
    (0x58876ce2, 0xbf1844ea, 0xbf4dca98, 0x3f3d6b69),
    (0xdef7330b, 0xbefa6591, 0x3f5f4bed, 0xbf0f88da),
    (0x64bfc1ea, 0x3f7fc985, 0xbd26fb71, 0xc1c412c8),
    (0xea8d4641, 0x3f1e5677, 0x3f4928d7, 0x3f49810b),
    (0x70a82768, 0x3f76755c, 0xbe8a7b19, 0xc063ce2c),
    (0xf69cfb10, 0x3f0f113b, 0xbf544aaa, 0xbf2c85ee),
    (0x7cdf2dd9, 0xbf33226e, 0xbf36e27f, 0x3f7ac01c),
    (0xcc800000, 0xbed76dd7, 0xbf683c6d, 0x3eed7925),
    (0x7f000000, 0x3f1f9631, 0x3f482b8f, 0x3f4c18eb),
    (0xff7fffff, 0x3f0599b3, 0x3f5a5f96, 0x3f1c9eca),
    (0x64078678, 0xbf3becc4, 0x3f2dd6f7, 0xbf8a5efe),
  ]

  @Test func `knows the angles of huge numbers`() {
    for (x, sine, cosine, tangent) in Self.hugeAngles {
      let x = Float(bitPattern: x)
      let expected = [sine, cosine, tangent].map { Double(Float(bitPattern: $0)) }
      #expect(Self.error(Self.alone(x, ElementaryFunctions.sin), expected[0]) <= 1, "sin(\(x))")
      #expect(Self.error(Self.alone(x, ElementaryFunctions.cos), expected[1]) <= 1, "cos(\(x))")
      #expect(Self.error(Self.alone(x, ElementaryFunctions.tan), expected[2]) <= 1, "tan(\(x))")
    }
  }

  @Test func `finds the directions of vectors`() {
    let parts: [Float] =
      Self.special
      + (0..<60).map { Float(bitPattern: 0x0000_0321 + UInt32($0) * 35_791_394) }
    for y in parts {
      for x in parts {
        let result = Self.alone(y, x, ElementaryFunctions.atan)
        let truth = atan2(Double(y), Double(x))
        // What only a Double can tell from 0 has become 0.
        #expect(Self.error(result, truth) < 0.501, "atan(\(y), \(x)) is \(result)")
      }
    }
  }

  @Test func `raises numbers to powers`() {
    let bases: [Float] =
      [0, 0.1, 0.5, 0.999_999, 1, 1.000_001, 2, 2.2, 3, 10, 1e-20, 1e20, .infinity]
      + (0..<40).map { Float(bitPattern: 0x0000_0321 + UInt32($0) * 53_000_000) }
    let exponents: [Float] = [
      -150, -20.5, -3, -2, -1, -0.5, -0.1, 0.1, 0.454_545, 0.5, 1, 2, 2.2, 3, 5, 16, 20.5, 127,
      0x1p-20, .infinity, -.infinity,
    ]
    for x in bases {
      for y in exponents where !(x == 1 && y.isInfinite) {
        let result = Self.alone(x, y, ElementaryFunctions.pow)
        let truth = pow(Double(x), Double(y))
        #expect(Self.error(result, truth) < 0.51, "pow(\(x), \(y)) is \(result)")
      }
    }
    for (x, y) in [
      (-1, 2), (-2, 0.5), (0, 0), (.infinity, 0), (1, .infinity), (.nan, 1), (1, .nan),
    ]
      as [(Float, Float)]
    {
      #expect(Self.alone(x, y, ElementaryFunctions.pow).isNaN, "pow(\(x), \(y))")
    }
  }

  @Test func `mod is the rest of a division`() {
    for x in Self.special {
      for y in Self.special {
        let truth = x - y * (x / y).rounded(.down)
        let result = Self.alone(x, y, ElementaryFunctions.mod)
        #expect(
          result.bitPattern == truth.bitPattern || result.isNaN && truth.isNaN,
          "mod(\(x), \(y)) is \(result)")
      }
    }
  }
}
