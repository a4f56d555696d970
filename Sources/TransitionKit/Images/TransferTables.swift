/// The tables that convert between stored samples and working values, both ways, exactly.
///
/// A stored code `c` stands for the working value `decode(c / maximum)`. A working value is stored
/// as the code whose value encodes nearest to it: the least `c` with
/// `value < decode((c + 0.5) / maximum)`, so that a value that was decoded and not touched gets its
/// code back, and any other one is rounded once.
///
/// The tables are pointers because the inner loops index them with bytes: an array's retains,
/// releases and bounds checks made a dissolve 2.6 times slower. They are made once and kept for
/// the life of the process.
@safe package struct TransferTables: @unchecked Sendable {
  /// Buckets of the encoding table, of equal width, around the multiples of 1/4096. The narrowest
  /// 8-bit step, 1/3295 in linear light, is wider than a bucket, so that none holds two boundaries.
  static let buckets = 4096

  let depth: PixelFormat.Depth
  /// Whether buckets tell 8-bit codes: no bucket holds two boundaries. A gamma is steeper in the
  /// dark.
  let isEven: Bool
  /// The working value of each code.
  package let decoding: UnsafePointer<Float>
  /// For each bucket, the code at its lower end in the upper half; in the lower one, what the bits
  /// of a working value must be added to carry over into the next code. Positive numbers compare
  /// like their bits.
  private let steps: UnsafePointer<UInt64>
  /// For each code, the least working value that belongs to it.
  let boundaries: UnsafePointer<Float>

  /// For each part of 1/512 of an octave of working values below 1, and all values below them, a
  /// line that comes near their codes, of sRGB within 0.03 of those of 16 bits: its value at 0 and
  /// its slope.
  private let lines: UnsafePointer<SIMD2<Float>>
  /// The upper bits of the least value that has a line of its own.
  private let firstLine: Int32
  /// How far from a code the line still tells it.
  private let certainty: Float

  /// The encoded values at the lower ends of the buckets and at the upper end of the last.
  let curve: UnsafePointer<Float>
  /// The working values of the encoded ones that are multiples of 1/4096, from 0 on.
  private let decodingCurve: UnsafePointer<Float>

  private init(_ space: WorkingSpace, _ depth: PixelFormat.Depth) {
    // Linear light is encoded in a straight line up to where the first part ends.
    self.init(
      depth, isEven: true, octaves: 9, certainty: 0.47, decode: space.decode, encode: space.encode)
  }

  /// The tables of a curve of another encoding: lines are only where a search begins.
  init(_ curve: ToneCurve, _ depth: PixelFormat.Depth) {
    self.init(
      depth, isEven: false, octaves: 24, certainty: -1, decode: curve.light, encode: curve.value)
  }

  private init(
    _ depth: PixelFormat.Depth, isEven: Bool, octaves: Int, certainty: Float,
    decode: (Double) -> Double, encode: (Double) -> Double
  ) {
    let maximum = Double(depth.maximum)
    let codes = depth.maximum + 1
    let decoding = UnsafeMutablePointer<Float>.allocate(capacity: codes)
    let boundaries = UnsafeMutablePointer<Float>.allocate(capacity: codes + 1)
    for code in 0..<codes {
      unsafe decoding[code] = Float(decode(Double(code) / maximum))
      // Of several codes without light, black is the lowest.
      let boundary = Float(decode((Double(code) - 0.5) / maximum))
      unsafe boundaries[code] = max(boundary, .leastNormalMagnitude)
    }
    unsafe boundaries[0] = -.infinity
    unsafe boundaries[codes] = .infinity
    let steps = UnsafeMutablePointer<UInt64>.allocate(capacity: Self.buckets + 1)
    var code = 0
    for bucket in 0...Self.buckets {
      let value = (Float(bucket) - 0.5) / Float(Self.buckets)
      while unsafe boundaries[code + 1] <= value { code += 1 }
      unsafe steps[bucket] = UInt64(code + 1) << 32 - UInt64(boundaries[code + 1].bitPattern)
    }
    let curve = UnsafeMutablePointer<Float>.allocate(capacity: Self.buckets + 2)
    for bucket in 0...Self.buckets + 1 {
      // Extended below 0 and above 1 in a straight line, so that 0 and 1 come out exactly.
      let value = (Double(bucket) - 0.5) / Double(Self.buckets)
      unsafe curve[bucket] = Float(
        value < 0
          ? -encode(-value) : value > 1 ? 2 - encode(2 - value) : encode(value))
    }
    let decodingCurve = UnsafeMutablePointer<Float>.allocate(capacity: Self.buckets + 2)
    for step in 0...Self.buckets + 1 {
      unsafe decodingCurve[step] = Float(decode(Double(step) / Double(Self.buckets)))
    }
    let lastLine = octaves << Self.partBits
    let firstLine = Self.upperBits(of: 1) - Int32(lastLine)
    func lowerEnd(ofLine line: Int) -> Double {
      Double(Float(bitPattern: UInt32(firstLine + Int32(line)) << UInt32(Self.lineShift)))
    }
    let lines = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: lastLine + 1)
    for line in 0...lastLine {
      let low = line == 0 ? 0 : lowerEnd(ofLine: line)
      let high = lowerEnd(ofLine: line + 1)
      let slope = maximum * (encode(high) - encode(low)) / (high - low)
      unsafe lines[line] = SIMD2(Float(maximum * encode(low) - slope * low), Float(slope))
    }
    self.depth = depth
    self.isEven = isEven
    self.firstLine = firstLine
    self.certainty = certainty
    unsafe self.lines = UnsafePointer(lines)
    unsafe self.decodingCurve = UnsafePointer(decodingCurve)
    unsafe self.curve = UnsafePointer(curve)
    unsafe self.decoding = UnsafePointer(decoding)
    unsafe self.boundaries = UnsafePointer(boundaries)
    unsafe self.steps = UnsafePointer(steps)
  }

  private static let linear8 = TransferTables(.linear, .eight)
  private static let linear16 = TransferTables(.linear, .sixteen)
  private static let srgb8 = TransferTables(.srgb, .eight)
  private static let srgb16 = TransferTables(.srgb, .sixteen)

  /// The tables of a working space and a format.
  static func shared(_ space: WorkingSpace, _ format: PixelFormat) -> TransferTables {
    switch (space, format.depth) {
    case (.linear, .eight): format.encoding.tables?.eight ?? linear8
    case (.linear, .sixteen): format.encoding.tables?.sixteen ?? linear16
    case (.srgb, .eight): srgb8
    case (.srgb, .sixteen): srgb16
    }
  }

  /// The working values of four codes of an 8-bit picture.
  @inline(__always)
  func values(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> Lanes {
    unsafe Lanes(decoding[Int(a)], decoding[Int(b)], decoding[Int(c)], decoding[Int(d)])
  }

  /// The code of a working value in an 8-bit picture; what is not in 0...1 is clamped, what is not
  /// a number is 0.
  @inline(__always)
  func code8(_ value: Float) -> UInt8 {
    guard isEven else {
      return UInt8(truncatingIfNeeded: codes16(Lanes(repeating: value))[0])
    }
    let value = value.saturated
    return unsafe code8(value.bitPattern, Self.bucket(of: value))
  }

  /// The code of a mixture of decoded values in an 8-bit picture: as above, of a number that is
  /// known to be in 0...1 but for rounding.
  @inline(__always)
  func code8(mixed value: Float) -> UInt8 {
    unsafe code8(value.bitPattern, Self.bucket(of: value))
  }

  /// The codes of four working values in an 8-bit picture, likewise.
  @inline(__always)
  func codes8(_ values: Lanes) -> (UInt8, UInt8, UInt8, UInt8) {
    let value = values.saturated
    let buckets = Self.bucket(of: value)
    let bits = unsafe unsafeBitCast(value, to: SIMD4<UInt32>.self)
    return unsafe (
      code8(bits.x, buckets.x), code8(bits.y, buckets.y), code8(bits.z, buckets.z),
      code8(bits.w, buckets.w)
    )
  }

  @inline(__always)
  @unsafe private func code8(_ bits: UInt32, _ bucket: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: unsafe (steps[Int(bucket)] &+ UInt64(bits)) >> 32)
  }

  // Adding 2²³ leaves the nearest whole number in the low bits of a float: no conversion that
  // checks for overflow, and four at once.
  @inline(__always)
  private static func bucket(of value: Float) -> UInt32 {
    (value * Float(buckets) + 0x1p23).bitPattern & 0x7F_FFFF
  }

  @inline(__always)
  private static func bucket(of values: Lanes) -> SIMD4<UInt32> {
    let shifted = values * Float(buckets) + 0x1p23
    return unsafe unsafeBitCast(shifted, to: SIMD4<UInt32>.self) & 0x7F_FFFF
  }

  // The bits of positive floats rise with them: the upper ones tell octave and part.
  private static let (partBits, lineShift): (Int, Int32) = (9, 14)

  private static func upperBits(of value: Float) -> Int32 {
    Int32(bitPattern: value.bitPattern) >> lineShift
  }

  /// The codes of four working values, likewise: of 16 bits, or of any depth on other curves.
  @inline(__always)
  func codes16(_ values: Lanes) -> SIMD4<UInt32> {
    let value = values.saturated
    let estimate = estimatedCodes(value)
    let shifted = estimate + 0x1p23
    let codes = unsafe unsafeBitCast(shifted, to: SIMD4<UInt32>.self) & 0x7F_FFFF
    // Between two codes the boundary decides.
    guard any((estimate - (shifted - 0x1p23)).magnitudes .> certainty) else { return codes }
    return corrected(codes, value)
  }

  /// The same, but perhaps the next code where a value lies between two.
  @inline(__always)
  func nearCodes16(_ values: Lanes) -> SIMD4<UInt32> {
    // The lines of other encodings are not near enough.
    guard certainty > 0 else { return codes16(values) }
    let value = values.saturated
    let shifted = estimatedCodes(value) + 0x1p23
    return unsafe unsafeBitCast(shifted, to: SIMD4<UInt32>.self) & 0x7F_FFFF
  }

  /// About the codes of four working values in 0...1.
  @inline(__always)
  private func estimatedCodes(_ value: Lanes) -> Lanes {
    let bits = unsafe unsafeBitCast(value, to: SIMD4<Int32>.self)
    let part = (bits &>> Self.lineShift) &- firstLine
    let line = part.replacing(with: 0, where: part .< 0)
    let (a, b, c, d) = unsafe (
      lines[Int(line.x)], lines[Int(line.y)], lines[Int(line.z)], lines[Int(line.w)]
    )
    return Lanes(a.x, b.x, c.x, d.x) + Lanes(a.y, b.y, c.y, d.y) * value
  }

  @inline(never)
  private func corrected(_ codes: SIMD4<UInt32>, _ values: Lanes) -> SIMD4<UInt32> {
    var codes = codes
    for lane in 0..<4 {
      var code = min(Int(codes[lane]), depth.maximum)
      while unsafe values[lane] < boundaries[code] { code -= 1 }
      while unsafe values[lane] >= boundaries[code + 1] { code += 1 }
      codes[lane] = UInt32(code)
    }
    return codes
  }

  /// The codes of working values in a 16-bit picture, of which there are whole fours, as
  /// ``codes16(_:)`` or ``nearCodes16(_:)`` gives them.
  func codes16(_ values: [Float], nearly: Bool) -> [UInt16] {
    stride(from: 0, to: values.count, by: 4).flatMap { i in
      let four = Lanes(values[i], values[i + 1], values[i + 2], values[i + 3])
      let codes = nearly ? nearCodes16(four) : codes16(four)
      return (0..<4).map { UInt16(truncatingIfNeeded: codes[$0]) }
    }
  }

  /// The encoded values, 0...1, of working values: of sRGB no farther than 0.005 8-bit codes from
  /// ``WorkingSpace/encode(_:)``.
  @inline(__always)
  func encoded(_ values: Lanes) -> Lanes {
    let value = values.saturated
    guard isEven else { return estimatedCodes(value) / Float(depth.maximum) }
    let buckets = Self.bucket(of: value)
    @inline(__always) func ends(_ offset: Int) -> Lanes {
      unsafe Lanes(
        curve[Int(buckets.x) &+ offset], curve[Int(buckets.y) &+ offset],
        curve[Int(buckets.z) &+ offset], curve[Int(buckets.w) &+ offset])
    }
    let (low, high) = (ends(0), ends(1))
    let part = value * Float(Self.buckets) + 0.5 - Lanes(buckets)
    return low + (high - low) * part
  }

  /// The working values of encoded ones, limited to 0...1: so close to ``WorkingSpace/decode(_:)``
  /// that the value of a code becomes that code again, at 16 bits too.
  @inline(__always)
  func decoded(_ encoded: Lanes) -> Lanes {
    let (index, part) = (encoded.saturated * Float(Self.buckets)).split
    @inline(__always) func ends(_ offset: Int) -> Lanes {
      unsafe Lanes(
        decodingCurve[Int(index.x) &+ offset], decodingCurve[Int(index.y) &+ offset],
        decodingCurve[Int(index.z) &+ offset], decodingCurve[Int(index.w) &+ offset])
    }
    let (low, high) = (ends(0), ends(1))
    return low + (high - low) * part
  }
}
