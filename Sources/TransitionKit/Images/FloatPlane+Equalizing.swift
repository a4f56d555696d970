extension FloatPlane {
  /// The plane with each number of 0...1 replaced by the share of numbers below it, so that all are
  /// spread evenly: its histogram equalized.
  func equalized() -> FloatPlane {
    let bins = 4096
    func bin(_ number: Float) -> Int { min(Int(number * Float(bins)), bins - 1) }
    var counts = [Int](repeating: 0, count: bins)
    // Some hundred rows tell how the numbers are distributed.
    for row in stride(from: 0, to: height, by: max(1, height / 256)) {
      for column in 0..<width { counts[bin(self[column, row])] += 1 }
    }
    let total = Float(counts.reduce(0, +))
    // The share below the lower end of each bin, and 1 once more behind the last.
    let shares = FloatPlane(width: bins + 2, height: 1) { _, numbers in
      var sum = 0
      for bin in 0..<bins {
        numbers[bin] = Float(sum) / total
        sum += counts[bin]
      }
      numbers[bins] = 1
      numbers[bins + 1] = 1
    }
    return map { shares.samples(at: $0 * Float(bins)) }
  }
}
