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
@safe struct SampleCoding: @unchecked Sendable {
  /// A code and the least working value that belongs to the next one.
  struct Step {
    var next: Float
    var code: Int32
  }

  /// Buckets of the encoding table, of equal width in 0...1. The narrowest 8-bit step, 1/3295 in
  /// linear light, is wider than a bucket, so that a bucket never holds two boundaries.
  static let buckets = 4096

  let depth: PixelFormat.Depth
  /// The working value of each code.
  let decoding: UnsafePointer<Float>
  /// For each bucket, the code at its lower end.
  let steps: UnsafePointer<Step>
  /// For each code, the least working value that belongs to it.
  let boundaries: UnsafePointer<Float>

  private init(_ space: WorkingSpace, _ depth: PixelFormat.Depth) {
    let maximum = Double(depth.maximum)
    let codes = depth.maximum + 1
    let decoding = UnsafeMutablePointer<Float>.allocate(capacity: codes)
    let boundaries = UnsafeMutablePointer<Float>.allocate(capacity: codes + 1)
    for code in 0..<codes {
      unsafe decoding[code] = Float(space.decode(Double(code) / maximum))
      unsafe boundaries[code] = Float(space.decode((Double(code) - 0.5) / maximum))
    }
    unsafe boundaries[0] = -.infinity
    unsafe boundaries[codes] = .infinity
    let steps = UnsafeMutablePointer<Step>.allocate(capacity: Self.buckets + 1)
    var code = 0
    for bucket in 0...Self.buckets {
      let value = Float(bucket) / Float(Self.buckets)
      while unsafe boundaries[code + 1] <= value { code += 1 }
      unsafe steps[bucket] = Step(next: boundaries[code + 1], code: Int32(code))
    }
    self.depth = depth
    unsafe self.decoding = UnsafePointer(decoding)
    unsafe self.boundaries = UnsafePointer(boundaries)
    unsafe self.steps = UnsafePointer(steps)
  }

  private static let linear8 = SampleCoding(.linear, .eight)
  private static let linear16 = SampleCoding(.linear, .sixteen)
  private static let srgb8 = SampleCoding(.srgb, .eight)
  private static let srgb16 = SampleCoding(.srgb, .sixteen)

  /// The tables of a working space and a depth.
  static func shared(_ space: WorkingSpace, _ depth: PixelFormat.Depth) -> SampleCoding {
    switch (space, depth) {
    case (.linear, .eight): linear8
    case (.linear, .sixteen): linear16
    case (.srgb, .eight): srgb8
    case (.srgb, .sixteen): srgb16
    }
  }

  /// The code of a working value in an 8-bit picture; what is not in 0...1 is clamped, what is not
  /// a number is 0.
  @inline(__always)
  func code8(_ value: Float) -> UInt8 {
    let value = value.saturated
    let bucket = Int(value * Float(Self.buckets))
    let step = unsafe steps[bucket]
    return UInt8(truncatingIfNeeded: step.code &+ (value >= step.next ? 1 : 0))
  }

  /// The code of a working value in a 16-bit picture, likewise.
  @inline(__always)
  func code16(_ value: Float) -> UInt16 {
    let value = value.saturated
    let position = value * Float(Self.buckets)
    let bucket = Int(position)
    let low = unsafe steps[bucket].code
    let high = unsafe steps[min(bucket + 1, Self.buckets)].code
    var code = Int(Float(low) + Float(high - low) * (position - Float(bucket)))
    while unsafe value < boundaries[code] { code -= 1 }
    while unsafe value >= boundaries[code + 1] { code += 1 }
    return UInt16(truncatingIfNeeded: code)
  }

  /// The encoded value, 0...1, of a working value: nowhere farther than 0.02 8-bit codes from
  /// ``WorkingSpace/encode(_:)``.
  ///
  /// Interpolates between the codes on both sides, with 8-bit tables too.
  @inline(__always)
  func encoded(_ value: Float) -> Float {
    let value = value.saturated
    switch depth {
    case .eight:
      let code = Int(code8(value))
      let exact = unsafe decoding[code]
      let neighbor = value < exact ? max(code - 1, 0) : min(code + 1, 255)
      let width = unsafe decoding[neighbor] - exact
      let part = width == 0 ? 0 : (value - exact) / width
      return (Float(code) + Float(neighbor - code) * part) / 255
    case .sixteen:
      return Float(code16(value)) / 65535
    }
  }
}
