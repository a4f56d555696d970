/// Working values of 8-bit pictures without alpha, on sRGB's curve or none, as whole numbers of
/// which 2¹⁴ is white: the narrowest step of codes, 1/3295, is five of them.
@safe struct FixedCoder: SampleCoder, @unchecked Sendable {
  /// The number of each code.
  private let decoding: UnsafePointer<Int16>
  /// The code of each number, by its bits.
  let codes: UnsafePointer<UInt8>

  /// Whether the numbers tell all codes of a format apart.
  static func suffices(for format: PixelFormat, _ workingSpace: WorkingSpace) -> Bool {
    format.isPlain && TransferTables.shared(workingSpace, format).isEven
  }

  init(_ format: PixelFormat, _ workingSpace: WorkingSpace) {
    self = workingSpace == .linear ? Self.linear : Self.srgb
  }

  // Made once and kept for the life of the process, as those of `TransferTables`.
  private static let linear = FixedCoder(.linear)
  private static let srgb = FixedCoder(.srgb)

  private init(_ workingSpace: WorkingSpace) {
    let format = PixelFormat(depth: .eight, hasAlpha: false)
    let tables = TransferTables.shared(workingSpace, format)
    let white = Float(1 << Int16.fractionBits)
    let decoding = UnsafeMutablePointer<Int16>.allocate(capacity: 256)
    for code in 0..<256 {
      unsafe decoding[code] = Int16((tables.decoding[code] * white).rounded())
    }
    let codes = UnsafeMutablePointer<UInt8>.allocate(capacity: 65536)
    for number in Int16.min...Int16.max {
      unsafe codes[Int(UInt16(bitPattern: number))] = tables.code8(Float(number) / white)
    }
    unsafe self.decoding = UnsafePointer(decoding)
    unsafe self.codes = UnsafePointer(codes)
  }

  func decode(_ input: UnsafeRawPointer, pixels: Int, into output: UnsafeMutablePointer<Int16>) {
    let samples = unsafe input.assumingMemoryBound(to: UInt8.self)
    let decoding = unsafe decoding
    for i in 0..<3 &* pixels { unsafe output[i] = decoding[Int(samples[i])] }
  }

  func encode(_ line: UnsafePointer<Int16>, pixels: Int, into output: UnsafeMutableRawPointer) {
    let bytes = unsafe output.assumingMemoryBound(to: UInt8.self)
    let codes = unsafe codes
    let (count, fours) = (3 &* pixels, 3 &* pixels & ~3)
    for i in stride(from: 0, to: fours, by: 4) {
      // One look into the memory instead of four.
      let four = unsafe UnsafeRawPointer(line + i).loadUnaligned(as: UInt64.self)
      unsafe bytes[i] = codes[Int(four & 0xFFFF)]
      unsafe bytes[i &+ 1] = codes[Int(four >> 16 & 0xFFFF)]
      unsafe bytes[i &+ 2] = codes[Int(four >> 32 & 0xFFFF)]
      unsafe bytes[i &+ 3] = codes[Int(four >> 48)]
    }
    for i in fours..<count { unsafe bytes[i] = codes[Int(UInt16(bitPattern: line[i]))] }
  }
}
