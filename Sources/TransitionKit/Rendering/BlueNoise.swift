/// A tile of noise without low frequencies: points that are near each other differ, and every
/// threshold divides the tile into points that are spread evenly.
///
/// It is made by Ulichney's method of voids and clusters ("The void-and-cluster method for dither
/// array generation", 1993), with whole numbers where sums are compared, so that every machine
/// makes the same.
struct BlueNoise {
  /// Points across and down. It is a power of two.
  static let side = 64
  static let count = side * side

  /// The rank of each point, 0..<count, in rows from the top: the order in which points are added
  /// to an empty tile, each in the middle of the largest void.
  let ranks: [Int]

  /// The tile, which takes about 10 ms to make.
  static let tile = BlueNoise()

  private init() {
    var points = PointDensity()
    var random: UInt32 = 1
    while points.count < Self.count / 10 {
      random = random &* 1_664_525 &+ 1_013_904_223
      let point = Int(random >> 20) % Self.count
      if !points.contains(point) { points.add(point) }
    }
    // Points move from clusters to voids until none gains by it.
    while true {
      let cluster = points.densest
      points.remove(cluster)
      let void = points.sparsest
      points.add(void)
      if void == cluster { break }
    }
    var ranks = [Int](repeating: 0, count: Self.count)
    var first = points
    while first.count > 0 {
      let cluster = first.densest
      first.remove(cluster)
      ranks[cluster] = first.count
    }
    while points.count < Self.count {
      let void = points.sparsest
      ranks[void] = points.count
      points.add(void)
    }
    self.ranks = ranks
  }
}

/// Some points of a tile that repeats, and how close they lie around each of its points.
private struct PointDensity {
  private(set) var count = 0
  /// For each point the sum of the weights of those around it, and ``presence`` if it is one of
  /// them itself: one search finds the largest void, or the tightest cluster.
  private var densities = [Int32](repeating: 0, count: BlueNoise.count)

  private static let presence: Int32 = 1 << 30
  private static let radius = 8
  /// A Gaussian with a standard deviation of 1.5, in rows: only what multiplication can make of one
  /// number, which is the same on every machine.
  private static let weights: [Int32] = {
    let factor = 0.800_737_402_916_808
    var powers = [1.0]
    for _ in 0..<2 * radius * radius { powers.append(powers[powers.count - 1] * factor) }
    return (-radius...radius).flatMap { y in
      (-radius...radius).map { x in
        let power = powers[x * x + y * y]
        return Int32(power * 0x1p20 + 0.5)
      }
    }
  }()

  func contains(_ point: Int) -> Bool { densities[point] >= Self.presence }

  mutating func add(_ point: Int) {
    count += 1
    change(point, by: 1)
  }

  mutating func remove(_ point: Int) {
    count -= 1
    change(point, by: -1)
  }

  private mutating func change(_ point: Int, by sign: Int32) {
    let (side, radius, weights) = (BlueNoise.side, Self.radius, Self.weights)
    let (x, y) = (point & (side - 1), point / side)
    densities[point] += sign * Self.presence
    var index = 0
    for row in y - radius...y + radius {
      let start = (row & (side - 1)) * side
      for column in x - radius...x + radius {
        densities[start + (column & (side - 1))] += sign * weights[index]
        index += 1
      }
    }
  }

  /// The point among them that is closest to others.
  var densest: Int {
    var best = 0
    for point in densities.indices where densities[point] > densities[best] { best = point }
    return best
  }

  /// The point not among them that is farthest from them.
  var sparsest: Int {
    var best = 0
    for point in densities.indices where densities[point] < densities[best] { best = point }
    return best
  }
}
