extension FloatPlane {
  /// Makes a plane whose numbers are spread evenly over 0...1, its histogram equalized: each is the
  /// share of those given that are below it.
  ///
  /// - Parameters:
  ///   - width: numbers in a row.
  ///   - height: rows.
  ///   - parallelFor: runs the work on some rows; one after the other if there is none.
  ///   - fours: gives four numbers of 0...1, as for ``init(width:height:_:fours:)``, of some rows twice.
  @inline(__always)
  init(
    width: Int, height: Int, _ parallelFor: ParallelFor? = nil,
    equalizing fours: @escaping @Sendable (_ column: Int, _ row: Int) -> Lanes
  ) {
    let bins = 4096
    var counts = [Int](repeating: 0, count: bins)
    // Some hundred rows tell how the numbers are distributed.
    for row in stride(from: 0, to: height, by: max(1, height / 256)) {
      for column in stride(from: 0, to: width, by: 4) {
        let numbers = fours(column, row)
        for lane in 0..<min(4, width - column) {
          counts[min(Int(numbers[lane] * Float(bins)), bins - 1)] += 1
        }
      }
    }
    let total = Float(counts.reduce(0, +))
    // The share below the lower end of each bin, and 1 once more after the last.
    let shares = FloatPlane(width: bins + 2, height: 1) { [counts] _, numbers in
      var sum = 0
      for bin in 0..<bins {
        numbers[bin] = Float(sum) / total
        sum += counts[bin]
      }
      numbers[bins] = 1
      numbers[bins + 1] = 1
    }
    self.init(
      width: width, height: height, parallelFor,
      fours: { shares.samples(at: fours($0, $1) * Float(bins)) })
  }
}
