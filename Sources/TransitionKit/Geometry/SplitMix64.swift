/// A small generator of random numbers whose sequence depends on its seed only (Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0..<1.
  mutating func nextUnit() -> Float { Float(next() >> 40) / Float(1 << 24) }
  /// A number in -1..<1.
  mutating func nextSigned() -> Float { 2 * nextUnit() - 1 }
}
