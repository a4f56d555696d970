extension Lanes {
  /// Positions in 0...2²² as the whole numbers below them and the rests, 0..<1.
  @inline(__always)
  var split: (index: SIMD4<UInt32>, rest: Lanes) {
    // Adding 2²³ leaves the nearest whole number in the low bits.
    let shifted = self + 0x1p23
    let nearest = shifted - 0x1p23
    let isAbove = nearest .> self
    let floor = nearest.replacing(with: nearest - 1, where: isAbove)
    let index = unsafe unsafeBitCast(shifted, to: SIMD4<UInt32>.self) & 0x7F_FFFF
    return (index.replacing(with: index &- 1, where: isAbove), self - floor)
  }
}
