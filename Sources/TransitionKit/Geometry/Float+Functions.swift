private import TransitionLibC

/// The elementary functions of the C library, under one name on every platform.
extension Float {
  static func sin(_ x: Float) -> Float { sinf(x) }
  static func cos(_ x: Float) -> Float { cosf(x) }
  static func exp(_ x: Float) -> Float { expf(x) }
  static func exp10(_ x: Float) -> Float { powf(10, x) }
}

extension Lanes {
  /// The arc sines of numbers in 0...1, off by at most a millionth: formula 4.4.46 of Abramowitz
  /// and Stegun, "Handbook of Mathematical Functions".
  @inline(__always)
  static func arcSine(_ x: Lanes) -> Lanes {
    let high = -0.017_088_125_6 + x * (0.006_670_090_1 - x * 0.001_262_491_1)
    let middle = 0.088_978_987_4 + x * (-0.050_174_304_6 + x * (0.030_891_881 + x * high))
    let series = 1.570_796_305 + x * (-0.214_598_801_6 + x * middle)
    return .pi / 2 - (1 - x).squareRoot() * series
  }

  /// The directions of four vectors in turns, 0...1, counterclockwise from the x axis; 0 for a
  /// vector of length 0.
  ///
  /// Off by at most a third of a millionth of a turn: the polynomial comes nearest to the arc
  /// tangent of 0...1 over 2π among those of its degree, found by weighted least squares.
  @inline(__always)
  static func turns(_ x: Lanes, _ y: Lanes) -> Lanes {
    let (width, height) = (x.magnitudes, y.magnitudes)
    let smaller = width.replacing(with: height, where: height .< width)
    let larger = height.replacing(with: width, where: height .< width)
    let tangent = smaller / larger.atLeast(.leastNormalMagnitude)
    // In pairs, which wait less for one another than a sum from one end to the other.
    let s = tangent * tangent
    let (low, middle) = (0.159_151_3 - s * 0.052_938_57, 0.030_802_91 - s * 0.018_529_85)
    let high = 0.008_379_086 - s * 0.001_865_158
    var turn = tangent * (low + s * s * (middle + s * s * high))
    turn.replace(with: 0.25 - turn, where: height .> width)
    turn.replace(with: 0.5 - turn, where: x .< 0)
    turn.replace(with: 1 - turn, where: y .< 0)
    return turn
  }
}

extension Double {
  static func sin(_ x: Double) -> Double { TransitionLibC.sin(x) }
  static func cos(_ x: Double) -> Double { TransitionLibC.cos(x) }
  static func pow(_ base: Double, _ exponent: Double) -> Double {
    TransitionLibC.pow(base, exponent)
  }
  static func log(_ x: Double) -> Double { TransitionLibC.log(x) }
  static func exponentialLessOne(_ x: Double) -> Double { TransitionLibC.expm1(x) }
}

extension BinaryFloatingPoint {
  /// The number limited to 0...1; 0 where it is not a number.
  @inline(__always)
  package var saturated: Self { self > 0 ? (self < 1 ? self : 1) : 0 }

  /// The cubic step 3u² - 2u³ of the saturated number.
  @inline(__always)
  package var smoothstep: Self {
    let u = saturated
    return u * u * (3 - 2 * u)
  }

  /// The step of degree five of the saturated number, whose speed, too, changes gently at its ends.
  @inline(__always)
  var smootherstep: Self {
    let u = saturated
    return u * u * u * (10 - u * (15 - 6 * u))
  }
}

extension Float {
  /// The nearest whole number, for numbers whose size is below 2²²; larger ones stay.
  ///
  /// Adding and taking away 1.5 · 2²³ rounds in two additions, where the processor's instruction
  /// for it is not in every machine and `rounded()` is a call.
  @inline(__always)
  var nearestInteger: Float {
    magnitude < 0x1p22 ? (self + 0x1.8p23) - 0x1.8p23 : self
  }

  /// The nearest whole number, for numbers in -1...2²²; for others an index that no picture has.
  ///
  /// Reads the low bits of the number plus 2²³, which no conversion with its checks can match.
  @inline(__always)
  var nearestIndex: Int {
    // One is added and taken away again so that -1 lies in the range, too.
    Int((self + 0x1.000002p23).bitPattern & 0x7F_FFFF) &- 1
  }
}
