internal import TransitionIntrinsics

/// Sums of 8-bit samples. 2¹⁴ is white, which leaves room for what the kernels overshoot, and the
/// weights of a sum add up to it exactly. Two products at a time are one instruction.
extension Int16: ResampledNumber {
  typealias Coder = FixedCoder
  private typealias Sums = SIMD4<Int32>
  private typealias Eight = SIMD8<Int16>

  /// The bits of the fraction of numbers and weights.
  static var fractionBits: Int32 { 14 }

  static var weightGroup: Int { 2 }

  static func append(_ weights: [Double], to list: inout [Int16]) {
    let one = 1 << Int(fractionBits)
    let first = list.count
    var (rest, largest) = (one, 0)
    for (index, weight) in weights.enumerated() {
      let rounded = Int((weight * Double(one)).rounded())
      list.append(Int16(clamping: rounded))
      rest -= rounded
      if weight > weights[largest] { largest = index }
    }
    list[first + largest] &+= Int16(clamping: rest)
  }

  static func store(
    _ values: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Int16>
  ) {
    // Adding 1.5 · 2²³ leaves the nearest whole number in the low bits.
    @inline(__always) func rounded(_ address: UnsafePointer<Float>) -> Sums {
      let values = unsafe UnsafeRawPointer(address).loadUnaligned(as: Lanes.self)
      let shifted = values * Float(1 << fractionBits) + 0x1.8p23
      return unsafe unsafeBitCast(shifted, to: Sums.self) &- Int32(bitPattern: 0x4B40_0000)
    }
    for i in stride(from: 0, to: count, by: 8) {
      unsafe put(narrow(rounded(values + i), rounded(values + i + 4)), output + i)
    }
  }

  @inline(never)
  static func sumRows(
    _ rows: UnsafeBufferPointer<UnsafePointer<Int16>>, _ weights: UnsafePointer<Int16>, count: Int,
    into output: UnsafeMutablePointer<Int16>
  ) {
    @inline(__always) func sum(_ pairs: Int) {
      for i in stride(from: 0, to: count, by: 16) {
        var (a, b, c, d) = (half, half, half, half)
        for pair in 0..<pairs {
          let weights = unsafe Self.pair(weights + 2 &* pair)
          let (p, q) = unsafe (rows[2 &* pair] + i, rows[2 &* pair &+ 1] + i)
          let (p0, q0, p1, q1) = unsafe (eight(p), eight(q), eight(p + 8), eight(q + 8))
          a &+= multiply_add_pairs(interleave_first(p0, q0), weights)
          b &+= multiply_add_pairs(interleave_second(p0, q0), weights)
          c &+= multiply_add_pairs(interleave_first(p1, q1), weights)
          d &+= multiply_add_pairs(interleave_second(p1, q1), weights)
        }
        unsafe put(narrow(a &>> fractionBits, b &>> fractionBits), output + i)
        unsafe put(narrow(c &>> fractionBits, d &>> fractionBits), output + i + 8)
      }
    }
    // Loops of a known length are unrolled.
    switch rows.count {
    case 2: sum(1)
    case 4: sum(2)
    case 6: sum(3)
    case 8: sum(4)
    default: sum(rows.count / 2)
    }
  }

  static func sumPixels(
    _ line: UnsafePointer<Int16>, channels: Int, starts: UnsafeBufferPointer<Int32>,
    weights: UnsafePointer<Int16>, taps: Int, into output: UnsafeMutablePointer<Int16>
  ) {
    unsafe forEachPixel(line, starts, weights, taps) { index, pixel in
      // The fourth number is overwritten by the next pixel.
      unsafe UnsafeMutableRawPointer(output + 3 &* index).storeBytes(of: pixel, as: UInt64.self)
    }
  }

  static func encodePixels(
    _ line: UnsafePointer<Int16>, channels: Int, starts: UnsafeBufferPointer<Int32>,
    weights: UnsafePointer<Int16>, taps: Int, _ coder: FixedCoder,
    sums: UnsafeMutablePointer<Int16>, into output: UnsafeMutableRawPointer
  ) {
    let bytes = unsafe output.assumingMemoryBound(to: UInt8.self)
    let codes = unsafe coder.codes
    unsafe forEachPixel(line, starts, weights, taps) { index, pixel in
      let pixelBytes = unsafe bytes + 3 &* index
      unsafe pixelBytes[0] = codes[Int(pixel & 0xFFFF)]
      unsafe pixelBytes[1] = codes[Int(pixel >> 16 & 0xFFFF)]
      unsafe pixelBytes[2] = codes[Int(pixel >> 32 & 0xFFFF)]
    }
  }

  /// Gives the weighted sums of pixels side by side: three numbers each, the first in the lowest
  /// bits.
  @inline(__always)
  private static func forEachPixel(
    _ line: UnsafePointer<Int16>, _ starts: UnsafeBufferPointer<Int32>,
    _ weights: UnsafePointer<Int16>, _ taps: Int, _ take: (_ index: Int, _ pixel: UInt64) -> Void
  ) {
    @inline(__always) func sum(_ pairs: Int) {
      for index in 0..<starts.count {
        let first = unsafe line + Int(starts[index])
        let weights = unsafe weights + index &* 2 &* pairs
        var sum = half
        for pair in 0..<pairs {
          let p = unsafe first + 6 &* pair
          unsafe sum &+= multiply_add_pairs(
            interleave_first(eight(p), eight(p + 3)), Self.pair(weights + 2 &* pair))
        }
        let pixel = narrow(sum &>> fractionBits, sum &>> fractionBits)
        take(index, unsafe unsafeBitCast(pixel, to: SIMD2<UInt64>.self).x)
      }
    }
    switch taps {
    case 4: sum(2)
    case 6: sum(3)
    case 8: sum(4)
    default: sum(taps / 2)
    }
  }

  /// What is added to a sum so that cutting off its fraction rounds it.
  private static var half: Sums { Sums(repeating: 1 << (fractionBits - 1)) }

  /// Two weights, four times.
  @inline(__always)
  private static func pair(_ weights: UnsafePointer<Int16>) -> Eight {
    let both = unsafe UnsafeRawPointer(weights).loadUnaligned(as: Int32.self)
    return unsafe unsafeBitCast(Sums(repeating: both), to: Eight.self)
  }

  @inline(__always)
  private static func eight(_ address: UnsafePointer<Int16>) -> Eight {
    unsafe UnsafeRawPointer(address).loadUnaligned(as: Eight.self)
  }

  @inline(__always)
  private static func put(_ numbers: Eight, _ address: UnsafeMutablePointer<Int16>) {
    unsafe UnsafeMutableRawPointer(address).storeBytes(of: numbers, as: Eight.self)
  }
}
