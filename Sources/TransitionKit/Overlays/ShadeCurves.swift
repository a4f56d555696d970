/// What bands and shadows make of samples of a depth: a curve for each.
///
/// A pointer and not an array, because a curve is chosen for each pixel under a shadow.
@safe struct ShadeCurves: @unchecked Sendable {
  /// What takes light: a band, and a shadow over it.
  struct Shade {
    /// The share of light that the band takes.
    var strength: Float
    /// The light that it adds for what it takes.
    var light: Float = 0
    /// The share that the shadow takes of what is left.
    var shadow: Float = 0
  }

  /// The curves one after the other. Between every two numbers of a curve lie the results of 64
  /// samples of 16 bits; of 8 bits they are all.
  private let codes: UnsafePointer<UInt16>
  private let storage: ByteStorage
  /// The number of curves.
  let count: Int
  /// The numbers of a curve.
  private let stride: Int
  private static let shift: UInt32 = 6

  /// Computes curves of shades that show as far as an opacity says.
  init(_ shades: [Shade], _ tables: TransferTables, opacity: Float) {
    let step = tables.depth == .sixteen ? 1 << Int(Self.shift) : 1
    let maximum = tables.depth.maximum
    // Whole fours, as they are encoded.
    let stride = ((maximum + 1) / step + 4) & ~3
    self.stride = stride
    self.count = shades.count
    storage = ByteStorage(byteCount: shades.count * stride * 2)
    let codes = unsafe storage.base.bindMemory(to: UInt16.self, capacity: shades.count * stride)
    unsafe self.codes = UnsafePointer(codes)
    for first in Swift.stride(from: 0, to: stride, by: 4) {
      let samples = (SIMD4(0, 1, 2, 3) &+ Int32(first)) &* Int32(step)
      let limited = samples.replacing(with: Int32(maximum), where: samples .> Int32(maximum))
      var behind = Lanes()
      for lane in 0..<4 { behind[lane] = unsafe tables.decoding[Int(limited[lane])] }
      let before = Lanes(limited)
      for (curve, shade) in shades.enumerated() {
        let light = behind * (1 - shade.strength) + shade.strength * shade.light
        let changed = Lanes(tables.codes16(light * (1 - shade.shadow)))
        let mixed = before + (changed - before) * opacity + 0.5
        let output = unsafe codes + curve * stride + first
        for lane in 0..<4 { unsafe output[lane] = UInt16(mixed[lane]) }
      }
    }
  }

  /// What a curve of samples of 16 bits makes of one.
  ///
  /// - Precondition: there is such a curve.
  func value(_ sample: UInt16, _ curve: Int) -> UInt16 {
    unsafe Self.changed(sample, codes + curve &* stride)
  }

  /// Changes the colors of pixels side by side.
  ///
  /// - Precondition: there is such a curve, of samples of the format's depth.
  @inline(__always)
  func apply(
    _ curve: Int, to pixel: UnsafeMutableRawPointer, pixels: Int, _ format: PixelFormat
  ) {
    let codes = unsafe codes + curve &* stride
    @inline(__always) func change<Sample: FixedWidthInteger & UnsignedInteger>(
      _ sample: UnsafeMutablePointer<Sample>
    ) {
      if format.channels == 3 {
        for i in 0..<3 &* pixels { unsafe sample[i] = Self.changed(sample[i], codes) }
      } else {
        for i in 0..<4 &* pixels where i & 3 != 3 {
          unsafe sample[i] = Self.changed(sample[i], codes)
        }
      }
    }
    switch format.depth {
    case .eight: unsafe change(pixel.assumingMemoryBound(to: UInt8.self))
    case .sixteen: unsafe change(pixel.assumingMemoryBound(to: UInt16.self))
    }
  }

  @inline(__always)
  private static func changed<Sample: FixedWidthInteger & UnsignedInteger>(
    _ sample: Sample, _ codes: UnsafePointer<UInt16>
  ) -> Sample {
    guard Sample.bitWidth > 8 else {
      return unsafe Sample(truncatingIfNeeded: codes[Int(sample)])
    }
    let (sample, mask) = (UInt32(sample), (1 as UInt32) << shift - 1)
    let index = Int(sample >> shift)
    let (low, high) = unsafe (UInt32(codes[index]), UInt32(codes[index + 1]))
    let sum = low << shift &+ (high &- low) &* (sample & mask) &+ 1 << (shift - 1)
    return Sample(truncatingIfNeeded: sum >> shift)
  }
}
