internal import TransitionIntrinsics

/// The conversion of red, green and blue of another curve or other primaries to sRGB.
///
/// HDR becomes SDR by the recommendations of the ITU: white is 203 cd/m² (BT.2408), and where the
/// brightest of red, green and blue is above a knee, all three are dimmed by what BT.2390's curve
/// leaves of it. Colors that BT.709 lacks move toward the gray of their luminance, no farther than
/// they must; those of SDR are cut off, as color management cuts those of pictures off.
///
/// It counts in `Float` by polynomials, in the order that is written here, so that results are the
/// same everywhere. Each polynomial comes as near to its function as one of its degree can, within
/// 0.03 of an 8-bit code of the result.
struct LightConverter: Sendable {
  /// White, in cd/m²: a light of 1.
  static let white = 203.0

  private typealias Eight = SIMD8<Float>

  private let curve: VideoColors.Curve
  /// Red, green and blue of BT.709 by those of the colors.
  private let red, green, blue: (Float, Float, Float)
  private let luminance: (Float, Float, Float)
  private let highlights: HighlightCurve

  /// - Returns: `nil` if they are sRGB.
  init?(_ colors: VideoColors) {
    guard !colors.areSRGB else { return nil }
    curve = colors.curve
    let rows = colors.primaries.toBT709.transposed.columns.map { $0.map { Float($0) } }
    red = (rows[0][0], rows[0][1], rows[0][2])
    green = (rows[1][0], rows[1][1], rows[1][2])
    blue = (rows[2][0], rows[2][1], rows[2][2])
    let shares = colors.primaries.luminance.map { Float($0) }
    luminance = (shares[0], shares[1], shares[2])
    let peak: Double = if case .pq(let peak) = curve { peak } else { 1000 }
    highlights = HighlightCurve(peak: peak)
  }

  /// Converts pixels of three or four samples of 16 bits; alpha stays.
  ///
  /// - Parameters:
  ///   - samples: the samples.
  ///   - pixels: the number of pixels.
  ///   - format: the depth of the result, and whether there is alpha.
  ///   - output: has room for as many pixels of the format; lies elsewhere.
  func convert(
    _ samples: UnsafePointer<UInt16>, pixels: Int, _ format: PixelFormat,
    into output: UnsafeMutableRawPointer
  ) {
    let row = unsafe ColorRow(samples, pixels: pixels, channels: format.channels)
    convert(row)
    unsafe row.store(output, format)
    guard format.hasAlpha else { return }
    switch format.depth {
    case .sixteen:
      let output = unsafe output.assumingMemoryBound(to: UInt16.self)
      for i in 0..<pixels { unsafe output[4 &* i &+ 3] = samples[4 &* i &+ 3] }
    case .eight:
      let output = unsafe output.assumingMemoryBound(to: UInt8.self)
      for i in 0..<pixels {
        let code = unsafe (UInt32(samples[4 &* i &+ 3]) * 255 + 32767) / 65535
        unsafe output[4 &* i &+ 3] = UInt8(truncatingIfNeeded: code)
      }
    }
  }

  /// Converts a row.
  func convert(_ row: ColorRow) {
    let (red, green, blue) = unsafe (row.red, row.green, row.blue)
    // Each in a loop of its own, so that the compiler keeps what it needs in registers.
    switch curve {
    case .sRGB: unsafe convertPrimaries(red, green, blue, row.room)
    case .hlg: unsafe convertHLG(red, green, blue, row.room)
    case .pq: unsafe convertPQ(red, green, blue, row.room)
    }
  }

  @inline(never)
  private func convertPrimaries(
    _ red: UnsafeMutablePointer<Float>, _ green: UnsafeMutablePointer<Float>,
    _ blue: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    unsafe each(red, green, blue, count, cutsOff: true) { values in
      Eights(values.red.lightOfSRGB, values.green.lightOfSRGB, values.blue.lightOfSRGB)
    }
  }

  @inline(never)
  private func convertHLG(
    _ red: UnsafeMutablePointer<Float>, _ green: UnsafeMutablePointer<Float>,
    _ blue: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (luminance, highlights) = (luminance, highlights)
    unsafe each(red, green, blue, count) { values in
      let scene = Eights(
        values.red.sceneOfHLG, values.green.sceneOfHLG, values.blue.sceneOfHLG)
      // The screen's gamma is 1.2.
      let gain = scene.sum(luminance).fifthRoot * Float(1000 / Self.white)
      let light = scene * gain
      return highlights.dim(light, root: square_roots(square_roots(light.largest)))
    }
  }

  @inline(never)
  private func convertPQ(
    _ red: UnsafeMutablePointer<Float>, _ green: UnsafeMutablePointer<Float>,
    _ blue: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let highlights = highlights
    unsafe each(red, green, blue, count) { values in
      let roots = Eights(values.red.rootOfPQ, values.green.rootOfPQ, values.blue.rootOfPQ)
      let squares = Eights(
        roots.red * roots.red, roots.green * roots.green, roots.blue * roots.blue)
      let light = Eights(
        squares.red * squares.red, squares.green * squares.green, squares.blue * squares.blue)
      return highlights.dim(light, root: roots.largest)
    }
  }

  /// Stores values of sRGB for those that a function makes light of their own primaries of.
  @inline(__always)
  private func each(
    _ red: UnsafeMutablePointer<Float>, _ green: UnsafeMutablePointer<Float>,
    _ blue: UnsafeMutablePointer<Float>, _ count: Int, cutsOff: Bool = false,
    light: (Eights) -> Eights
  ) {
    for i in stride(from: 0, to: count, by: 8) {
      let (r, g, b) = unsafe (
        UnsafeMutableRawPointer(red + i), UnsafeMutableRawPointer(green + i),
        UnsafeMutableRawPointer(blue + i)
      )
      let own = unsafe light(
        Eights(
          r.loadUnaligned(as: Eight.self), g.loadUnaligned(as: Eight.self),
          b.loadUnaligned(as: Eight.self)))
      let light = Eights(own.sum(self.red), own.sum(self.green), own.sum(self.blue))
      let converted = cutsOff ? light.cutOff : light.inGamut
      unsafe r.storeBytes(of: converted.red.valueOfSRGB, as: Eight.self)
      unsafe g.storeBytes(of: converted.green.valueOfSRGB, as: Eight.self)
      unsafe b.storeBytes(of: converted.blue.valueOfSRGB, as: Eight.self)
    }
  }
}

/// Red, green and blue of eight pixels.
private struct Eights {
  typealias Eight = SIMD8<Float>

  var red, green, blue: Eight

  @inline(__always)
  init(_ red: Eight, _ green: Eight, _ blue: Eight) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  @inline(__always)
  static func * (values: Eights, gain: Eight) -> Eights {
    Eights(values.red * gain, values.green * gain, values.blue * gain)
  }

  @inline(__always)
  func sum(_ weights: (Float, Float, Float)) -> Eight {
    let two = red * weights.0 + green * weights.1
    return two + blue * weights.2
  }

  @inline(__always)
  var largest: Eight { red.orMore(green.orMore(blue)) }

  /// Light in 0...1, each color by itself.
  @inline(__always)
  var cutOff: Eights {
    Eights(red.orMore(0).orLess(1), green.orMore(0).orLess(1), blue.orMore(0).orLess(1))
  }

  /// Light of BT.709 in 0...1: as it is, or moved toward the gray of its luminance.
  @inline(__always)
  var inGamut: Eights {
    let (high, low) = (largest, red.orLess(green.orLess(blue)))
    guard anyLane((high .> 1) .| (low .< 0)) else { return self }
    let y = sum((0.2126, 0.7152, 0.0722)).orMore(0).orLess(1)
    let least = Eight(repeating: 1e-9)
    let above = (1 - y) / (high - y).orMore(least)
    let below = y / (y - low).orMore(least)
    let share = above.orLess(below).orLess(1)
    // What is a hair below 0 has no root.
    return Eights(
      (y + (red - y) * share).orMore(0), (y + (green - y) * share).orMore(0),
      (y + (blue - y) * share).orMore(0))
  }
}

/// What BT.2390's curve from a peak to white leaves of the brightest of red, green and blue.
///
/// Above the knee it is a polynomial in the fourth root of light, which meets the curve at the
/// nodes of Chebyshev's polynomial of degree 9: off by at most 0.0005 of the light.
private struct HighlightCurve {
  typealias Eight = SIMD8<Float>

  /// The fourth roots of the knee and of the peak.
  private let knee, peak: Float
  /// The line by which they are -1 and 1.
  private let scale, offset: Float
  /// Newton's differences.
  private let differences:
    (
      Float, Float, Float, Float, Float, Float, Float, Float, Float
    )

  private static let nodes: (Float, Float, Float, Float) = (
    0.984_807_753, 0.866_025_404, 0.642_787_610, 0.342_020_143
  )

  init(peak: Double) {
    let white = PerceptualQuantizer.value(ofLight: LightConverter.white)
    let brightest = PerceptualQuantizer.value(ofLight: peak)
    let most = white / brightest
    let start = 1.5 * most - 0.5
    func root(ofLight light: Double) -> Double {
      Double.power(light / LightConverter.white, 0.25)
    }
    let low = root(ofLight: PerceptualQuantizer.light(ofValue: start * brightest))
    // Where nothing is brighter than white the curve is a point.
    let high = max(root(ofLight: peak), low * 1.001)
    func dimmed(_ root: Double) -> Double {
      let light = root * root * root * root * LightConverter.white
      let value = PerceptualQuantizer.value(ofLight: light) / brightest
      guard value > start, start < 1 else { return min(light / LightConverter.white, 1) }
      let t = min((value - start) / (1 - start), 1)
      // Hermite's cubic from the knee, where it leaves with a slope of 1, to white.
      let (second, third) = (3 * most - start - 2, start + 1 - 2 * most)
      let slope = (third * t + second) * t + (1 - start)
      let curved = start + t * slope
      return PerceptualQuantizer.light(ofValue: curved * brightest) / LightConverter.white
    }
    let (a, b, c, d) = Self.nodes
    let nodes = [-a, a, -b, b, -c, c, -d, d, 0].map { (node: Float) in Double(node) }
    let (middle, half) = ((high + low) / 2, (high - low) / 2)
    var values = nodes.map { (node: Double) -> Double in dimmed(middle + node * half) }
    for order in 1..<nodes.count {
      for index in (order..<nodes.count).reversed() {
        let rise: Double = values[index] - values[index - 1]
        values[index] = rise / (nodes[index] - nodes[index - order])
      }
    }
    let v = values.map { Float($0) }
    differences = (v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8])
    (knee, self.peak) = (Float(low), Float(high))
    scale = Float(2 / (high - low))
    offset = Float(-(high + low) / (high - low))
  }

  /// Dims light by its largest component, whose fourth root is known.
  @inline(__always)
  func dim(_ light: Eights, root: Eight) -> Eights {
    let isBright = root .> knee
    guard anyLane(isBright) else { return light }
    let u = root.orLess(Eight(repeating: peak)) * scale + offset
    let n = Self.nodes
    var sum = (u - n.3) * differences.8 + differences.7
    sum = sum * (u + n.3) + differences.6
    sum = sum * (u - n.2) + differences.5
    sum = sum * (u + n.2) + differences.4
    sum = sum * (u - n.1) + differences.3
    sum = sum * (u + n.1) + differences.2
    sum = sum * (u - n.0) + differences.1
    sum = sum * (u + n.0) + differences.0
    let square = root * root
    let gain = Eight(repeating: 1).replacing(with: sum / (square * square), where: isBright)
    return light * gain
  }
}

extension SIMD8<Float> {
  @inline(__always)
  fileprivate func orMore(_ other: Self) -> Self {
    other.replacing(with: self, where: self .> other)
  }

  @inline(__always)
  fileprivate func orLess(_ other: Self) -> Self {
    other.replacing(with: self, where: self .< other)
  }

  @inline(__always)
  fileprivate func orMore(_ other: Float) -> Self { orMore(Self(repeating: other)) }

  @inline(__always)
  fileprivate func orLess(_ other: Float) -> Self { orLess(Self(repeating: other)) }

  /// A polynomial: three coefficients, the first that of 1, and the rest divided by x³.
  @inline(__always)
  private func polynomial(_ a: Float, _ b: Float, _ c: Float, _ rest: Self) -> Self {
    var sum = rest * self + c
    sum = sum * self + b
    return sum * self + a
  }

  /// The light of the scene, 0...1, by a value of HLG.
  @inline(__always)
  fileprivate var sceneOfHLG: Self {
    let rest = polynomial(34.617_683, -55.440_36, 54.644_104, self * 7.848_321_4 - 30.288_107)
    let exponential = polynomial(-0.216_285_4, 2.732_314_3, -12.897_673, rest)
    let square = self * self
    return exponential.replacing(with: square * (1 / 3), where: self .<= 0.5)
  }

  /// The fourth root of light by a value of PQ.
  @inline(__always)
  fileprivate var rootOfPQ: Self {
    let last = (self * -9.241_926 + 42.828_27) * self - 82.548_21
    let rest = polynomial(22.469_904, -55.365_765, 87.564_316, last)
    return polynomial(0.049_488_2, 1.819_318_65, -4.926_284_3, rest)
  }

  /// The light of a value of sRGB.
  @inline(__always)
  fileprivate var lightOfSRGB: Self {
    let rest = polynomial(
      0.771_908_9, -0.541_206_1, 0.323_460_25, Self(repeating: -0.087_688_14))
    let power = polynomial(0.000_871_596_7, 0.034_501_71, 0.498_120_4, rest)
    return power.replacing(with: self * (1 / 12.92), where: self .<= 0.04045)
  }

  /// The value of sRGB of light in 0...1, by the fourth root of light.
  @inline(__always)
  fileprivate var valueOfSRGB: Self {
    let v = square_roots(square_roots(self))
    let rest = (v * -0.068_145_9 + 0.289_528_8) * v - 0.577_477_93
    let power = v.polynomial(-0.061_340_276, 0.162_026_9, 1.255_401_8, rest)
    return power.replacing(with: self * 12.92, where: self .<= 0.003_130_8)
  }

  /// The fifth roots of numbers in 0...1, at least that of 10⁻⁹, off by at most a millionth.
  @inline(__always)
  fileprivate var fifthRoot: Self {
    let bits = unsafe unsafeBitCast(orMore(1e-9), to: SIMD8<Int32>.self)
    // The exponent that leaves a number in √½..<√2.
    let exponent = (bits &- 0x3f35_04f3) &>> 23
    let m = unsafe unsafeBitCast(bits &- exponent &<< 23, to: Self.self)
    let whole = unsafe unsafeBitCast(exponent &+ 0x4b40_0000, to: Self.self) - 0x1.8p23
    let t = (m - 1) / (m + 1)
    let s = t * t
    let series = (s * 0.595_778_06 + 0.961_588_4) * s + 2.885_390_42
    let logarithm = whole + t * series
    let x = logarithm * 0.2
    let shifted = x + 0x1.8p23
    let f = x - (shifted - 0x1.8p23)
    let high = (f * 0.001_340_04 + 0.009_676_04) * f + 0.055_503_27
    let power = f.polynomial(1, 0.693_147_21, 0.240_221_07, high)
    let scale = unsafe unsafeBitCast(shifted, to: SIMD8<Int32>.self) &<< 23
    return unsafe unsafeBitCast(
      unsafeBitCast(power, to: SIMD8<Int32>.self) &+ scale, to: Self.self)
  }
}

/// Whether a condition holds for any of eight pixels.
@inline(__always)
private func anyLane(_ mask: SIMDMask<SIMD8<Int32>>) -> Bool {
  let parts = unsafe unsafeBitCast(mask, to: SIMD4<UInt64>.self)
  return (parts.x | parts.y) | (parts.z | parts.w) != 0
}
