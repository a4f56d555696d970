/// Sums of any format, four numbers at a time.
extension Float: ResampledNumber {
  typealias Coder = FloatCoder

  static var weightGroup: Int { 1 }

  static func append(_ weights: [Double], to list: inout [Float]) {
    for weight in weights { list.append(Float(weight)) }
  }

  static func store(
    _ values: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Float>
  ) {
    unsafe output.update(from: values, count: count)
  }

  @inline(never)
  static func sumRows(
    _ rows: UnsafeBufferPointer<UnsafePointer<Float>>, _ weights: UnsafePointer<Float>, count: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    @inline(__always) func sum(_ taps: Int) {
      for i in stride(from: 0, to: count, by: 16) {
        var (a, b, c, d) = (Lanes(), Lanes(), Lanes(), Lanes())
        for tap in 0..<taps {
          let row = unsafe rows[tap] + i
          let weight = unsafe Lanes(repeating: weights[tap])
          unsafe a += four(row) * weight
          unsafe b += four(row + 4) * weight
          unsafe c += four(row + 8) * weight
          unsafe d += four(row + 12) * weight
        }
        unsafe store(a, output + i)
        unsafe store(b, output + i + 4)
        unsafe store(c, output + i + 8)
        unsafe store(d, output + i + 12)
      }
    }
    // Loops of a known length are unrolled.
    switch rows.count {
    case 4: sum(4)
    case 5: sum(5)
    case 6: sum(6)
    default: sum(rows.count)
    }
  }

  static func sumPixels(
    _ line: UnsafePointer<Float>, channels: Int, starts: UnsafeBufferPointer<Int32>,
    weights: UnsafePointer<Float>, taps: Int, into output: UnsafeMutablePointer<Float>
  ) {
    if channels == 3 {
      unsafe sumPixels(line, 3, starts, weights, taps, output)
    } else {
      unsafe sumPixels(line, 4, starts, weights, taps, output)
    }
  }

  static func encodePixels(
    _ line: UnsafePointer<Float>, channels: Int, starts: UnsafeBufferPointer<Int32>,
    weights: UnsafePointer<Float>, taps: Int, _ coder: FloatCoder,
    sums: UnsafeMutablePointer<Float>, into output: UnsafeMutableRawPointer
  ) {
    unsafe sumPixels(
      line, channels: channels, starts: starts, weights: weights, taps: taps, into: sums)
    unsafe coder.encode(sums, pixels: starts.count, into: output)
  }

  @inline(__always)
  private static func sumPixels(
    _ line: UnsafePointer<Float>, _ channels: Int, _ starts: UnsafeBufferPointer<Int32>,
    _ weights: UnsafePointer<Float>, _ taps: Int, _ output: UnsafeMutablePointer<Float>
  ) {
    @inline(__always) func sum(_ taps: Int) {
      for index in 0..<starts.count {
        let first = unsafe line + Int(starts[index])
        let weights = unsafe weights + index &* taps
        var sum = unsafe four(first) * weights[0]
        for tap in 1..<max(taps, 1) { unsafe sum += four(first + channels &* tap) * weights[tap] }
        // Of three channels the fourth number is overwritten by the next pixel.
        unsafe store(sum, output + channels &* index)
      }
    }
    switch taps {
    case 4: sum(4)
    case 5: sum(5)
    case 6: sum(6)
    default: sum(taps)
    }
  }

  /// Four numbers at an address.
  @inline(__always)
  static func four(_ address: UnsafePointer<Float>) -> Lanes {
    unsafe UnsafeRawPointer(address).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  private static func store(_ lanes: Lanes, _ address: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(address).storeBytes(of: lanes, as: Lanes.self)
  }
}
