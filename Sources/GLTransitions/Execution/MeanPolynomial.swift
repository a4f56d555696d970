/// Which means of eight pixels are taken. The others lie on polynomials through those nearby.
enum TakenMeans: Int, CaseIterable {
  case all
  case five, four, three
  case fourAndNext, threeAndNext, twoAndNext, oneAndNext

  /// A bit for each mean, that of the first the lowest: of the eight, then of the next ones, which
  /// are known already.
  @inline(__always)
  var lanes: Int {
    switch self {
    case .all: 0b1111_1111
    case .five: 0b1101_0101
    case .four: 0b1010_0101
    case .three: 0b1001_0001
    case .fourAndNext: 0b0101_0101_0101
    case .threeAndNext: 0b1001_0010_1001
    case .twoAndNext: 0b0001_0001_0001_0001
    case .oneAndNext: 0b0001_0000_0001_0000_0001_0000_0001
    }
  }

  @inline(__always)
  func contains(_ lane: Int) -> Bool { lanes &>> lane & 1 != 0 }

  /// How many pixels before the next eight the last of the eight is taken.
  @inline(__always)
  var gap: Int { (lanes & 0b1111_1111).leadingZeroBitCount &- (Int.bitWidth &- 9) }

  /// The polynomial of the others.
  ///
  /// - Parameter gap: how many pixels before the eight another mean is known, 0 for none.
  /// - Returns: its number.
  @inline(__always)
  func polynomial(after gap: Int) -> Int { rawValue &* 9 &+ gap }
}

/// Means of eight pixels by those nearby.
struct MeanPolynomial: Sendable {
  typealias Vector = Code.Vector

  /// A bit for each mean that it needs, that of eight pixels before the first the lowest.
  var lanes = 0
  /// What each of them weighs in all eight.
  var weights = [Vector](repeating: Vector(repeating: 0), count: 33)

  /// Through two means before a pixel, and two after it, where they are known; else through fewer
  /// before it or after it.
  init(_ taken: TakenMeans, after gap: Int) {
    let known = (gap > 0 ? [-gap] : []) + (0..<25).filter(taken.contains)
    for lane in 0..<8 {
      let before = known.lastIndex { $0 <= lane } ?? 0
      let first = max(min(before - 1, known.count - 4), 0)
      let nearest = known[first..<min(first + 4, known.count)]
      for one in nearest {
        let weight = nearest.filter { $0 != one }.reduce(1) { product, other in
          product * Float(lane - other) / Float(one - other)
        }
        weights[one + 8][lane] = weight
        if weight != 0 { lanes |= 1 &<< (one + 8) }
      }
    }
  }

  static let all = TakenMeans.allCases.flatMap { taken in
    (0...8).map { MeanPolynomial(taken, after: $0) }
  }

  /// Stores the means of eight pixels.
  @inline(__always)
  func store(_ plane: UnsafeMutablePointer<Float>) {
    // From the first on, so that equal means are as they are.
    let first = unsafe plane[0]
    var means = Vector(repeating: first)
    var (least, greatest) = (first, first)
    var lanes = lanes & ~(1 &<< 8)
    while lanes != 0 {
      let lane = lanes.trailingZeroBitCount
      lanes &= lanes &- 1
      let mean = unsafe plane[lane &- 8]
      means += (mean - first) * weights[lane]
      least = mean < least ? mean : least
      greatest = mean > greatest ? mean : greatest
    }
    // Between bright means and dark ones, the polynomial may be beyond both.
    let range = unsafe ClosedRange(uncheckedBounds: (least, greatest))
    unsafe UnsafeMutableRawPointer(plane).storeBytes(
      of: Execution.limited(means, range), as: Vector.self)
  }
}
