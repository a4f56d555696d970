/// The distribution of a plane's numbers: for each number of 0...1 the share of those below it.
///
/// It is measured at some quarter of a million of them, not all: that leaves tenths of the numbers
/// even within a hundredth.
struct Distribution: Sendable {
  private static let bins = 4096
  private static let (sampledRows, sampledFours) = (256, 256)

  /// The share below the lower end of each bin, and 1 twice more.
  private let shares: FloatPlane

  /// Counts samples all over a plane.
  ///
  /// - Parameters:
  ///   - width: numbers in a row.
  ///   - height: rows.
  ///   - fours: gives the number in a column and the three after it, all in 0...1.
  @inline(__always)
  init(width: Int, height: Int, fours: (_ column: Int, _ row: Int) -> Lanes) {
    var counts = [Int](repeating: 0, count: Self.bins)
    let fourths = (width + 3) / 4
    let rows = min(height, Self.sampledRows)
    let columns = min(fourths, Self.sampledFours)
    for row in 0..<rows {
      for part in 0..<columns {
        let column = part * fourths / columns * 4
        let numbers = fours(column, row * height / rows)
        for lane in 0..<min(4, width - column) {
          counts[min(Int(numbers[lane] * Float(Self.bins)), Self.bins - 1)] += 1
        }
      }
    }
    let total = Float(counts.reduce(0, +))
    shares = FloatPlane(width: Self.bins + 2, height: 1) { [counts] _, numbers in
      var sum = 0
      for bin in 0..<Self.bins {
        numbers[bin] = Float(sum) / total
        sum += counts[bin]
      }
      numbers[Self.bins] = 1
      numbers[Self.bins + 1] = 1
    }
  }

  /// The shares below four numbers of 0...1, which spread numbers of this distribution evenly.
  @inline(__always)
  func shares(below numbers: Lanes) -> Lanes { shares.samples(at: numbers * Float(Self.bins)) }
}
