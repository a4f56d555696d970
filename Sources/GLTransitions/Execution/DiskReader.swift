internal import TransitionIntrinsics

/// Reads the means of a picture's levels in disks.
@unsafe struct DiskReader {
  typealias Sum = LevelSums.Sum
  typealias Floats = SIMD4<Float>

  private let sums: UnsafePointer<Sum>
  private let levels: UnsafePointer<LevelSums.Level>
  private let storage: Storage
  /// The number of the last level.
  private let last: Int
  /// How many fours of rows the storage holds, and the height and the radius that they are for.
  /// Mostly they are those of the next disk, too.
  private var known: (place: SIMD2<Float>, fours: Int)?

  /// Room for what is known of the rows of a disk, by fours.
  @unsafe struct Storage {
    /// The index of the sum in each row that is 0, and half the width of the disk there.
    fileprivate let base: UnsafeMutablePointer<SIMD4<UInt32>>
    fileprivate let half: UnsafeMutablePointer<Floats>
    /// From level 1 to the level that shows a four, and the weight of a texel there.
    fileprivate let scales: UnsafeMutablePointer<(scale: Float, weight: Float)>
    /// The sum before the left end of each row and that before its right one, with the parts of
    /// those after them.
    fileprivate let ends: SumPairs

    /// The most fours of rows of a level; two levels may be seen.
    fileprivate static let mostOfLevel = 5

    static func allocate() -> Storage {
      let count = unsafe 2 * mostOfLevel
      return unsafe Storage(
        base: .allocate(capacity: count), half: .allocate(capacity: count),
        scales: .allocate(capacity: count), ends: .allocate(count))
    }

    func deallocate() {
      unsafe base.deallocate()
      unsafe half.deallocate()
      unsafe scales.deallocate()
      unsafe ends.deallocate()
    }
  }

  /// Calls a function with a reader of a picture's levels.
  static func with(
    _ levels: LevelSums, _ storage: Storage, _ body: (inout DiskReader) -> Void
  ) {
    unsafe levels.sums.withUnsafeBufferPointer { sums in
      unsafe levels.levels.withUnsafeBufferPointer { list in
        guard let base = sums.baseAddress, let first = list.baseAddress else { return }
        var reader = unsafe DiskReader(
          sums: base, levels: first, storage: storage, last: list.count)
        unsafe body(&reader)
      }
    }
  }

  /// Stores the rows of disks of a radius at a height: four to eight of a level are in the radius,
  /// so that they are as good as the picture's. Shortly before eight the next level sets in.
  ///
  /// - Returns: the number of fours.
  private func storeRows(at y: Float, radius: Float) -> Int {
    let exponent = Int(radius.bitPattern &>> 23) &- 127
    let number = unsafe max(1, min(exponent &- 1, last))
    let texels = radius * PictureLevels.scale(of: number)
    let next = unsafe number < last ? max(texels - 6.5, 0) * (1 / 1.5) : 0
    let fours = unsafe storeRows(at: y, radius: radius, number, weight: 1 - next, after: 0)
    guard next > 0 else { return fours }
    return unsafe storeRows(at: y, radius: radius, number + 1, weight: next, after: fours)
  }

  /// Stores the rows of a level.
  private func storeRows(
    at y: Float, radius: Float, _ number: Int, weight: Float, after start: Int
  ) -> Int {
    let level = unsafe levels + (number &- 1)
    let scale = PictureLevels.scale(of: number)
    let y = y * scale
    // The texels blur, too: the disk blurs less.
    let square = max(radius * radius * scale * scale - 0.5, 0.25)
    let reach = square.squareRoot()
    let low = (y - reach).rounded(.down)
    let end = unsafe start + min(Int(y + reach - low) / 4 + 1, Storage.mostOfLevel)
    var row = low + Floats(0, 1, 2, 3)
    var sum = Floats(repeating: 0)
    for four in start..<end {
      // The mean of each row's half width is the area below its upper side but for that below its
      // lower one.
      let sides = SIMD8(lowHalf: row - y, highHalf: row + (1 - y))
      let away = sides.clamped(
        lowerBound: SIMD8(repeating: -reach), upperBound: SIMD8(repeating: reach))
      let squares = square - away * away
      let roots = square_roots(SIMD8(repeating: 0).replacing(with: squares, where: squares .> 0))
      let areas = 0.5 * (away * roots + square * ElementaryFunctions.asin(away / reach))
      let half = areas.highHalf - areas.lowHalf
      unsafe storage.half[four] = half
      for lane in 0..<4 {
        let row = unsafe min(Int(row[lane]), level.pointee.lastRow)
        let index = unsafe level.pointee.start &+ row &* level.pointee.stride
        unsafe storage.base[four][lane] = UInt32(truncatingIfNeeded: index)
      }
      sum += half
      row += 4
    }
    for four in start..<end {
      unsafe storage.scales[four] = (scale, 0.5 * weight / sum.sum())
    }
    return end
  }

  /// The mean in a disk.
  ///
  /// - Parameters:
  ///   - center: in texels of level 1, in the picture.
  ///   - radius: likewise, at least 1.
  /// - Returns: the color, premultiplied.
  @inline(__always)
  mutating func mean(around center: SIMD2<Float>, radius: Float) -> Sum {
    let place = SIMD2(center.y, radius)
    let fours: Int
    if let known = unsafe known, known.place == place {
      fours = known.fours
    } else {
      fours = unsafe storeRows(at: center.y, radius: radius)
      unsafe known = (place, fours)
    }
    // Positions are 0 or more from the margin's end.
    let margin = Float(LevelSums.margin)
    for four in 0..<fours {
      let (base, half) = unsafe (storage.base[four], storage.half[four])
      let (scale, weight) = unsafe storage.scales[four]
      let x = center.x * scale + (margin - 0.5)
      let (left, right) = (x - half, x + half)
      let (leftBits, rightBits) = (left + Rounding.bias, right + Rounding.bias)
      let first = base &- (Rounding.bias.bitPattern + UInt32(LevelSums.margin))
      unsafe storage.ends.store(
        first &+ unsafeBitCast(leftBits, to: SIMD4<UInt32>.self),
        first &+ unsafeBitCast(rightBits, to: SIMD4<UInt32>.self),
        left - (leftBits - Rounding.bias) + 0.5, right - (rightBits - Rounding.bias) + 0.5,
        weight: weight, at: four)
    }
    let sums = unsafe sums
    return unsafe storage.ends.sum(fours: fours) { left, right, leftParts, rightParts in
      unsafe differences_of_sums(sums, left, right, leftParts, rightParts)
    }
  }
}
